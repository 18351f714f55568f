"""Where the documents of the project stand in the site, and their links rewritten for it.

Documents are written to be read in the repository: their links lead from file to file. The site has the pages of `docs`,
some documents of the root and the examples; links to other files become plain words there.
"""

from __future__ import annotations

import posixpath
import re
from typing import Final

FROM_ROOT: Final = {
    "ARCHITECTURE.md": "develop/architecture.md",
    "CONTRIBUTING.md": "develop/contributing.md",
    "CHANGELOG.md": "about/changelog.md",
    "CODE_OF_CONDUCT.md": "about/code-of-conduct.md",
    "SECURITY.md": "about/security.md",
    "README.md": "index.md",
}
"""Documents outside `docs`, and the pages that show them."""

EXAMPLES: Final = "examples/"

NOTEBOOKS: Final = "docs/tutorials/"

_LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_FENCE: Final = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)


def page_of(path: str) -> str | None:
    """Return the page that shows a file of the repository, or the file in the site; None if the site does not have it."""
    if path in FROM_ROOT:
        return FROM_ROOT[path]
    if path.startswith(EXAMPLES) and path.endswith(".py"):
        return path.removesuffix(".py") + ".md"
    if path.startswith(NOTEBOOKS) and path.endswith(".ipynb"):
        return path.removeprefix("docs/").removesuffix(".ipynb") + ".md"
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def relocated(text: str, source: str) -> str:
    """Return the text of a document of the repository with its links as the site needs them."""
    page = page_of(source)
    assert page is not None

    def moved(target: str) -> str | None:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        there = page_of(path)
        return there and posixpath.relpath(there, posixpath.dirname(page) or ".")

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        there = moved(target)
        return f"[{words}]({there}{anchor})" if there else words

    def picture(match: re.Match[str]) -> str:
        there = None if "://" in match[2] else moved(match[2])
        return f"![{match[1]}]({there or match[2]})"

    parts = _FENCE.split(text)
    # Every second part is code, in which brackets mean something else.
    parts[::2] = [_PICTURE.sub(picture, _LINK.sub(link, part)) for part in parts[::2]]
    return "".join(parts)


def sane_lists(text: str) -> str:
    """Return the text with an empty line before each list, which Python-Markdown wants and other readers do not."""
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        item = re.match(r"(- |\d+\. )", line)
        if item and not fenced and lines and lines[-1] and not re.match(r"(- |\d+\. |  )", lines[-1]):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)
