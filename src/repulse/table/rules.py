"""The rules of a game for the page: sections to read, and a legend of symbols."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.contract import RepulseError
from repulse.engine.display.display import Display
from repulse.games import display_of
from repulse.table.catalogue import find_game
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.base import to_json
from repulse.table.wire.catalog import Rules, RulesSection, Symbol


def rules_of(game: str, mode: str, language: str) -> Rules:
    """Return the rules of a mode; a game without written rules has no sections.

    Raises:
        RefusalError: There is no such game or mode.
    """
    modes = [item.name for item in find_game(game).modes()]
    if mode not in modes:
        raise RefusalError(
            RefusalCode.BAD_OPTIONS, f"{game} has no mode {mode[:40]!r}; there are {', '.join(modes)}."
        )
    return rules_in(display_of(game, language), game, mode)


def rules_in(display: Display, game: str, mode: str) -> Rules:
    """Return the rules of a mode from a display, which knows the overlays of a game."""
    legend = [Symbol(line["width"], line["svg"], line["text"]) for line in display.legend(mode)]
    if not display.has_rulebook():
        return Rules(game, mode, game, "", [], legend)
    book = display.rulebook()
    named = book.own_mode(mode)
    try:
        page = book.page(named)
    except RepulseError as error:
        raise RefusalError(RefusalCode.ERROR, str(error)) from error
    sections = [
        RulesSection(section.ident, section.level, section.heading, section.paragraphs, section.prompts)
        for section in page
    ]
    return Rules(game, mode, book.mode_name(named), book.mode_text(named), sections, legend)


# There are few modes and languages, so all of them are cached.
@lru_cache(maxsize=64)
def rules_json(game: str, mode: str, language: str) -> str:
    """Return the rules of a mode as JSON."""
    return to_json(rules_of(game, mode, language))
