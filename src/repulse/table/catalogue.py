"""Everything that can be played, from the games themselves: modes, numbers of players, bots, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import repulse
from repulse.bots import has_net, levels
from repulse.engine.contract import Game
from repulse.games import entries, game_named, game_names
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.catalog import GameInfo, Games, LessonInfo, Mode
from repulse.table.wire.connections import PROTOCOL


def program_name() -> str:
    """Return the name and version of this program."""
    return f"repulse {repulse.__version__}"


def find_game(name: str) -> Game:
    """Return a game by its name.

    Raises:
        RefusalError: There is no such game.
    """
    if name not in game_names():
        names = " and ".join(game_names())
        raise RefusalError(RefusalCode.NO_SUCH_GAME, f"There is no game {name[:40]!r}; there are {names}.")
    return game_named(name)


def games(
    bots: Callable[[str], Iterable[str]] = levels,
    address: str = "",
    advised: Callable[[str], bool] = has_net,
) -> Games:
    """Return everything that a lobby needs to know about games.

    Args:
        bots: Returns the bots that are offered for a game.
        address: Where other devices find this server; empty if unknown.
        advised: Returns whether there is advice for a game.
    """
    infos = []
    for entry in entries():
        modes = [
            Mode(mode.name, mode.options, mode.players, mode.deals, mode.flags) for mode in entry.game.modes()
        ]
        languages = entry.display_class.languages()
        lessons = [
            LessonInfo(
                lesson.ident,
                entry.game.mode_of(lesson.options),
                lesson.minutes,
                dict(lesson.title),
                dict(lesson.about),
            )
            for lesson in entry.display_in().lessons()
        ]
        offered = list(bots(entry.name))
        advice = advised(entry.name)
        infos.append(
            GameInfo(
                entry.name,
                entry.game.rules,
                modes,
                offered,
                languages,
                temperaments=list(entry.temperaments),
                advice=advice,
                lessons=lessons,
            )
        )
    return Games(PROTOCOL, program_name(), infos, address)
