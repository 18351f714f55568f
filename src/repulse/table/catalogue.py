"""What can be played, from the games themselves: modes, numbers of players, bots, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import repulse
from repulse.bots import levels
from repulse.games import entries
from repulse.table.protocol import PROTOCOL, GameInfo, Games, Mode


def program_name() -> str:
    """What this program calls itself."""
    return f"repulse {repulse.__version__}"


def games(bots: Callable[[str], Iterable[str]] = levels, address: str = "") -> Games:
    """Everything that a lobby needs to know; `bots` are those offered for each game."""
    found = []
    for entry in entries():
        modes = [
            Mode(mode.name, mode.options, mode.players, mode.deals, mode.flags) for mode in entry.game.modes()
        ]
        languages = entry.display_class.languages()
        found.append(GameInfo(entry.name, entry.game.rules, modes, list(bots(entry.name)), languages))
    return Games(PROTOCOL, program_name(), found, address)
