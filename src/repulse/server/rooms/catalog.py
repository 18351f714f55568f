"""The games and bots that a server offers."""

from __future__ import annotations

from collections.abc import Mapping

from repulse.bots import levels
from repulse.engine.contract import Game
from repulse.table.catalogue import find_game
from repulse.table.seats import bots_for


class GameCatalog:
    """The games of the registry, and for each the bots that may play it."""

    def __init__(self, extra_bots: Mapping[str, str]) -> None:
        """Prepare the catalog; `extra_bots` are added by the operator: a name, and `package.module:Class`."""
        self._extra_bots = dict(extra_bots)
        self._games: dict[str, Game] = {}

    def game(self, name: str) -> Game:
        """Return the game called `name`.

        Raises:
            RefusalError: It does not exist.
        """
        if name not in self._games:
            self._games[name] = find_game(name)
        return self._games[name]

    def offered_bots(self, game: str) -> list[str]:
        """Return the bots that people are offered: the levels, and those of the operator."""
        return [*levels(game), *self._extra_bots]

    def bots(self, game: str) -> dict[str, str]:
        """Return all bots for a game. No others can be named: a name must not be able to import a module."""
        return bots_for(game) | self._extra_bots
