"""The bot that plays in place of a net where overlays have replaced most of what it has learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from repulse.engine.bot import Bot
from repulse.engine.contract import Game
from repulse.engine.overlays import overlay_entries, without_overlays
from repulse.games import entry_of, game_names, learning_of

MIN_KNOWN: Final = 0.75
"""The share of the actions that a net must know. Numbers and yes/no answers are in every configuration."""


def known_share(game: Game, options: Mapping[str, object]) -> float:
    """Return the share of the actions of a game with overlays that the same game has without them."""
    if not overlay_entries(options):
        return 1.0
    plain = without_overlays(options)
    learning = learning_of(game)
    learned = set(learning.action_space(game.start(plain, 0)).names)
    names = learning.action_space(game.start(options, 0)).names
    return sum(name in learned for name in names) / len(names)


def stand_in(game: Game, options: Mapping[str, object], seed: int) -> Bot | None:
    """Return the bot that plays in place of one with a net, or None if the net knows the game well enough."""
    if game.name not in game_names() or known_share(game, options) >= MIN_KNOWN:
        return None
    bot_class = entry_of(game.name).bot_class("sensible")
    return None if bot_class is None else bot_class(seed)
