"""The names of environments: one per game, mode and number of players, with a version.

The version changes with anything that a trained net relies on: actions, observations or rewards.
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
    """Return the game and the options behind each name: `galaxy_invasion_v0`, `galaxy_invasion_3p_v0` and so on.

    A name without a number of players leaves it to the options. Games of other packages that cannot be loaded are skipped.
    """
    named: dict[str, tuple[str, Data]] = {}
    for entry in entries():
        try:
            modes = entry.game.modes()
        except RepulseError:
            continue
        for mode in modes:
            named[_name(entry.name, mode.name)] = (entry.name, mode.options)
            for players in mode.players:
                options = {**mode.options, "players": players}
                named[_name(entry.name, mode.name, players)] = (entry.name, options)
    return named


def environment_name(game: str, options: Mapping[str, object]) -> str:
    """Return the name of the environment for full options."""
    players = options.get("players")
    return _name(game, game_named(game).mode_of(options), players if isinstance(players, int) else 0)


def gymnasium_name(name: str) -> str:
    """Return the id for Gymnasium, such as `repulse/galaxy-invasion-v0`."""
    return "repulse/" + name.replace("_", "-")


def _name(game: str, mode: str, players: int = 0) -> str:
    parts = [game] if mode == game else [game, mode]
    if players:
        parts.append(f"{players}p")
    return f"{'_'.join(parts)}_v{VERSION}".replace("-", "_")
