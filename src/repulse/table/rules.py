"""The rules of a game for the page: sections to read, and a legend of symbols."""

from __future__ import annotations

from functools import lru_cache

from repulse.engine.contract import RepulseError
from repulse.games import display_of, game_named, game_names
from repulse.table.messages import to_json
from repulse.table.protocol import Rules, RulesSection, Symbol
from repulse.table.room import Refusal


def rules_of(game: str, mode: str, language: str) -> Rules:
    """The rules of a mode; Refusal if there is no such game or mode. A game without written rules has no sections."""
    if game not in game_names():
        raise Refusal("no-such-game", f"There is no game {game[:40]!r}.")
    modes = [each.name for each in game_named(game).modes()]
    if mode not in modes:
        raise Refusal("bad-options", f"{game} has no mode {mode[:40]!r}; there are {', '.join(modes)}.")
    display = display_of(game, language)
    legend = [Symbol(line["width"], line["svg"], line["text"]) for line in display.legend(mode)]
    if not display.has_rulebook():
        return Rules(game, mode, game, "", [], legend)
    book = display.rulebook()
    named = book.own_mode(mode)
    try:
        page = book.page(named)
    except RepulseError as error:
        raise Refusal("error", str(error)) from error
    sections = [
        RulesSection(each.ident, each.level, each.heading, each.paragraphs, each.prompts) for each in page
    ]
    return Rules(game, mode, book.mode_name(named), book.mode_text(named), sections, legend)


# Whoever asks for them chooses among those there are, so all of them are kept.
@lru_cache(maxsize=64)
def rules_json(game: str, mode: str, language: str) -> str:
    """The same, ready to be sent."""
    return to_json(rules_of(game, mode, language))
