"""What can be played, from the games themselves: modes, numbers of players, bots, languages."""

from __future__ import annotations

from repulse.games import entries
from repulse.server.connections import server_name
from repulse.server.lobby import Lobby
from repulse.server.messages import PROTOCOL, GameInfo, Games, Mode


def games(lobby: Lobby) -> Games:
    """Everything that a lobby needs to know."""
    found = []
    for entry in entries():
        modes = [
            Mode(mode.name, mode.options, mode.players, mode.deals, mode.flags) for mode in entry.game.modes()
        ]
        languages = entry.display_class.languages()
        found.append(GameInfo(entry.name, entry.game.rules, modes, list(lobby.bots(entry.name)), languages))
    return Games(PROTOCOL, server_name(), found, lobby.address)
