"""What can be played, from the games themselves: modes, numbers of players, bots, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import repulse
from repulse.bots import has_net, levels
from repulse.games import entries
from repulse.table.protocol import PROTOCOL, GameInfo, Games, LessonInfo, Mode


def program_name() -> str:
    """What this program calls itself."""
    return f"repulse {repulse.__version__}"


def games(
    bots: Callable[[str], Iterable[str]] = levels,
    address: str = "",
    advised: Callable[[str], bool] = has_net,
) -> Games:
    """Everything that a lobby needs to know: the bots that are offered for a game, whether there is advice for it."""
    found = []
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
        found.append(GameInfo(entry.name, entry.game.rules, modes, offered, languages, advice, lessons))
    return Games(PROTOCOL, program_name(), found, address)
