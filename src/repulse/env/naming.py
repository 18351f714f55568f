"""The names of environments: one for each mode of each game and each number of players, with a version.

A version changes when what a trained net relies on changes: the actions, the numbers it is given, or the rewards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from repulse.engine.contract import Data, RepulseError
from repulse.games import entries, game_named

VERSION: Final = 0


@lru_cache(maxsize=1)
def environments() -> dict[str, tuple[str, Data]]:
    """The game and the options behind each name: `galaxy_invasion_v0`, `galaxy_invasion_3p_v0` and so on.

    A name without a number of players leaves it to the options. A game of another package that cannot be loaded has no environment, and does not stop the others.
    """
    found: dict[str, tuple[str, Data]] = {}
    for entry in entries():
        try:
            modes = entry.game.modes()
        except RepulseError:
            continue
        for mode in modes:
            found[_name(entry.name, mode.name)] = (entry.name, mode.options)
            for players in mode.players:
                options = {**mode.options, "players": players}
                found[_name(entry.name, mode.name, players)] = (entry.name, options)
    return found


def environment_name(game: str, options: Mapping[str, object]) -> str:
    """The name of the environment for options (in full)."""
    players = options.get("players")
    return _name(game, game_named(game).mode_of(options), players if isinstance(players, int) else 0)


def gymnasium_name(name: str) -> str:
    """What Gymnasium calls it: `repulse/galaxy-invasion-v0`."""
    return "repulse/" + name.replace("_", "-")


def _name(game: str, mode: str, players: int = 0) -> str:
    words = [game] if mode == game else [game, mode]
    if players:
        words.append(f"{players}p")
    return f"{'_'.join(words)}_v{VERSION}".replace("-", "_")
