"""The configurations of the almanac: every mode of every game with every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from repulse.arena.many import SimulationPlan, make_plan
from repulse.engine.random import SEED_LIMIT
from repulse.games import entries, game_named

BOT: Final = "learned"
"""The bot that plays all seats."""
ALL_GAMES: Final = 2**32
"""A number of games that no study reaches: plans are made for it, so that their seeds do not depend on the target."""


@dataclass(frozen=True)
class PlayedConfiguration:
    """A mode of a game with a number of players."""

    game: str
    mode: str
    players: int

    @property
    def name(self) -> str:
        """Its name in files and messages."""
        return f"{self.game}-{self.mode}-{self.players}"

    def plan(self, seed: int) -> SimulationPlan:
        """Return the plan of its games; game number i has the seed `seed` + i."""
        options = next(mode.options for mode in game_named(self.game).modes() if mode.name == self.mode)
        games = min(ALL_GAMES, SEED_LIMIT - seed)
        return make_plan(self.game, {**options, "players": self.players}, [BOT], games=games, seed=seed)


def configurations(game: str | None = None, mode: str | None = None) -> Iterator[PlayedConfiguration]:
    """Return the configurations; those of one game or mode if it is named."""
    for entry in entries():
        if game not in (None, entry.name):
            continue
        for game_mode in entry.game.modes():
            if mode in (None, game_mode.name):
                for players in game_mode.players:
                    yield PlayedConfiguration(entry.name, game_mode.name, players)
