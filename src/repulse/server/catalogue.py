"""What there is to play, found out from the games themselves: modes, numbers of players, bots, languages."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Data, Game, RepulseError
from repulse.games import game_names
from repulse.games.galaxy.rules import options as galaxy_options
from repulse.server.connections import server_name
from repulse.server.lobby import Hall
from repulse.server.messages import (
    PROTOCOL,
    GameInfo,
    Games,
    Mode,
)
from repulse.server.scenes import scene_of

_MOST_SEATS: Final = 8
_FLAGS: Final = ("new_worlds", "experienced")


def games(hall: Hall) -> Games:
    """Everything that a lobby needs to know."""
    found = []
    for name in game_names():
        game = hall.game(name)
        modes = _galaxy_modes(game) if name == "galaxy" else [_mode(game, name, {}, [], [])]
        found.append(GameInfo(name, game.rules, modes, list(hall.bots(name)), scene_of(name).languages))
    return Games(PROTOCOL, server_name(), found)


def _galaxy_modes(game: Game) -> list[Mode]:
    return [
        _mode(game, mode, {"game": mode}, list(galaxy_options.DEALS), list(_FLAGS))
        for mode in galaxy_options.GAMES
    ]


def _mode(game: Game, name: str, options: Data, deals: list[str], flags: list[str]) -> Mode:
    players = [count for count in range(1, _MOST_SEATS + 1) if _is_game(game, {**options, "players": count})]
    return Mode(
        name,
        options,
        players,
        [
            deal
            for deal in deals
            if any(_is_game(game, {**options, "players": n, "deal": deal}) for n in players)
        ],
        [
            flag
            for flag in flags
            if any(_is_game(game, {**options, "players": n, flag: True}) for n in players)
        ],
    )


def _is_game(game: Game, options: Data) -> bool:
    try:
        game.check_options(options)
    except RepulseError:
        return False
    return True
