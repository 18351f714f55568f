"""Put the README into the metadata of a package, with absolute links and pictures.

A package index shows the README without the files beside it. Relative links are resolved against the address of the source
in ``[project.urls]``. While no address is set there, links become plain text and pictures are left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK: Final = re.compile(r"(?P<mark>!?)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^()\s]+)\)")
PICTURE_TAG: Final = re.compile(r'(<img\b[^>]*?\bsrc=")(?P<target>[^"]+)(")')
LINK_TAG: Final = re.compile(r'(<a\b[^>]*?\bhref=")(?P<target>[^"]+)(")')
OUTSIDE: Final = re.compile(r"[a-z]+:|#")


class RepulseMetadataHook(MetadataHookInterface):
    """Fill in the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata of the project."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        urls: Mapping[str, str] = metadata.get("urls", {})
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(
                text, urls.get("Source", "").rstrip("/"), f"v{project_version(Path(self.root))}"
            ),
        }


def project_version(root: Path) -> str:
    """Return the version that the package states."""
    text = (root / "src" / "repulse" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if match is None:
        raise ValueError("src/repulse/__init__.py states no __version__")
    return match[1]


def absolute_links(text: str, source: str, revision: str) -> str:
    """Return Markdown whose links and pictures do not need the files beside it.

    Args:
        text: The Markdown, with links relative to the root of the repository.
        source: The address of the repository; empty if there is none yet.
        revision: The tag or branch that links lead to.
    """

    def address(target: str, *, is_picture: bool) -> str:
        if OUTSIDE.match(target):
            return target
        return f"{source}/{'raw' if is_picture else 'blob'}/{revision}/{target}"

    def markdown(match: re.Match[str]) -> str:
        is_picture, target = bool(match["mark"]), match["target"]
        # A picture may be the text of a link.
        content = match["text"] if is_picture else LINK.sub(markdown, match["text"])
        if not source and not OUTSIDE.match(target):
            return "" if is_picture else content
        return f"{match['mark']}[{content}]({address(target, is_picture=is_picture)})"

    text = LINK.sub(markdown, text)
    if not source:
        return re.sub(r"<img\b[^>]*>", "", text)
    text = PICTURE_TAG.sub(lambda m: f"{m[1]}{address(m['target'], is_picture=True)}{m[3]}", text)
    return LINK_TAG.sub(lambda m: f"{m[1]}{address(m['target'], is_picture=False)}{m[3]}", text)


if __name__ == "__main__":
    sys.stdout.write(absolute_links(sys.stdin.read(), *sys.argv[1:3]))
