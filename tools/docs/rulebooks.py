"""The rules of every game and mode as pages, from the same words as `repulse rules`."""

from __future__ import annotations

from collections.abc import Iterator

from repulse.engine.display.rulebook import Rulebook
from repulse.games import entries


def books() -> Iterator[Rulebook]:
    """Yield the rulebook of each game that has one."""
    for entry in entries():
        if entry.display_class.has_rulebook():
            yield entry.display_in("en").rulebook()


def rule_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each mode of each game."""
    for book in books():
        for mode in book.modes:
            yield f"rules/{page_name(book, mode)}", "\n".join(_page(book, mode))


def page_name(book: Rulebook, mode: str) -> str:
    """Return the file of a page."""
    return f"{book.game}-{mode}.md"


def rule_list() -> Iterator[str]:
    """Yield the pages as a list in Markdown, for the page above them."""
    for book in books():
        for mode in book.modes:
            yield f"- [{book.game}: {book.mode_name(mode)}]({page_name(book, mode)}): {book.mode_text(mode)}"


def _page(book: Rulebook, mode: str) -> Iterator[str]:
    yield f"# {book.text('page.title', game=book.game, mode=book.mode_name(mode))}\n"
    for section in book.page(mode):
        yield f"{'#' * (section.level + 1)} {section.heading}\n"
        for number, part in enumerate(section.paragraphs):
            listed = part.startswith("- ")
            follows = listed and number and section.paragraphs[number - 1].startswith("- ")
            yield part if follows else f"\n{part}"
        yield ""
