"""The instructions to a player in words before the first question: how to answer, and the rules."""

from __future__ import annotations

from collections.abc import Mapping

from repulse.engine.display.words import engine_words
from repulse.games import display_of


def how_to_play(
    game: str, options: Mapping[str, object] | None = None, *, language: str = "en", rules: bool = True
) -> str:
    """Return how to answer in words, and the rules of a game in the mode of some options.

    Args:
        game: The name of the game.
        options: Its options, such as `{"game": "invasion", "players": 3}`.
        language: The language of the text.
        rules: Whether the rules follow; without them it is a few lines.

    Raises:
        BadOptions: The options do not fit the game.
    """
    display = display_of(game, language)
    full = display.game.check_options(options or {})
    words = engine_words(display.language)
    lines = [
        words.text(
            "answer.intro", {"game": display.played(full), "players": display.game.player_count(full)}
        ),
        words.text("answer.how"),
        words.text("answer.lookup"),
    ]
    if rules and display.has_rulebook():
        book = display.with_options(full).rulebook()
        for section in book.page(book.own_mode(display.game.mode_of(full))):
            lines += ["", f"{'#' * section.level} {section.heading}", *section.paragraphs]
    return "\n".join(lines)
