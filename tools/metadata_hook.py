"""Put the README into the metadata of a package, with absolute links and pictures.

A package index shows the README without the files beside it. Relative links are resolved against the address of the source
in ``[project.urls]``. While no address is set there, links become plain text and pictures are left out.
"""

from __future__ import annotations

import posixpath
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
CLONE: Final = "git clone ADDRESS repulse"
"""The command in documents as long as the project has no address."""
FIRST_LINE: Final = re.compile(r"\A(# [^\n]+\n\n\*\*[^\n]+\*\*\n)(?!\n\[)")
"""The title of the README and its sentence, with nothing below them yet."""


class RepulseMetadataHook(MetadataHookInterface):
    """Fill in the field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the metadata of the project."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        urls: Mapping[str, str] = metadata.get("urls", {})
        revision = f"v{project_version(Path(self.root))}"
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(with_addresses(text, urls), urls.get("Source", ""), revision),
        }


def project_version(root: Path) -> str:
    """Return the version that the package states."""
    text = (root / "src" / "repulse" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if match is None:
        raise ValueError("src/repulse/__init__.py states no __version__")
    return match[1]


def with_addresses(text: str, urls: Mapping[str, str]) -> str:
    """Return a document with the addresses of ``[project.urls]``: where to clone and, below the title of the README, where to play."""
    if urls.get("Source"):
        text = text.replace(CLONE, f"git clone {urls['Source']} repulse")
    names = {"Play": "▶ Play now", "Documentation": "Documentation", "Issues": "Issues"}
    links = " · ".join(f"[{name}]({urls[key]})" for key, name in names.items() if urls.get(key))
    return FIRST_LINE.sub(lambda match: f"{match[1]}\n{links}\n", text) if links else text


def absolute_links(text: str, source: str, revision: str, *, folder: str = "") -> str:
    """Return Markdown whose links and pictures do not need the files beside it.

    Args:
        text: The Markdown, with links relative to its own file.
        source: The address of the repository; empty if there is none yet.
        revision: The tag or branch that links lead to.
        folder: The folder of the file, relative to the root of the repository.
    """
    source = source.rstrip("/")

    def address(target: str, *, is_picture: bool) -> str:
        if OUTSIDE.match(target):
            return target
        path = posixpath.normpath(posixpath.join(folder, target))
        return f"{source}/{'raw' if is_picture else 'blob'}/{revision}/{path}"

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
