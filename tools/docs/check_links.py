"""Check a built site: every link and picture leads to something in it, and nothing is fetched from elsewhere.

python -m tools.docs.check_links build/docs
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

FETCHED: Final = {
    "script": "src",
    "img": "src",
    "link": "href",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "object": "data",
    "embed": "src",
}
"""The files that a browser fetches when it shows a page, by tag and attribute."""


class Page(HTMLParser):
    """The links, the things fetched and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a tag."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag in FETCHED and FETCHED[tag] in values and values.get("rel") != "canonical":
            self.fetched.append(values[FETCHED[tag]])


def faults(site: Path) -> list[str]:
    """Return what is wrong with a site, a line each."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    problems: list[str] = [] if pages else ["there are no pages"]
    for path, page in pages.items():
        # The page for addresses that do not exist is only shown by a server, from anywhere.
        if path.name == "404.html":
            continue
        name = path.relative_to(site)
        for target in page.fetched:
            if urlsplit(target).scheme not in ("", "data") or target.startswith("//"):
                problems.append(f"{name} fetches {target}")
        for target in page.links + page.fetched:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not there.is_file():
                problems.append(f"{name} leads to {target}, which is not there")
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
                problems.append(f"{name} leads to {target}, where there is no such place")
    return problems


def main(folder: str) -> int:
    """Print what is wrong."""
    site = Path(folder).resolve()
    problems = faults(site)
    for line in problems:
        print(line)
    if not problems:
        size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
        count = sum(1 for _ in site.rglob("*.html"))
        print(f"{folder}: {count} pages, {size / 1e6:.1f} MB, all links lead somewhere")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
