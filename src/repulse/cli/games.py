"""The command `games`: the available games, with the options to play them."""

from __future__ import annotations

import json

from repulse.bots import bot_names, levels
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import Data, GameMode
from repulse.games import GameEntry, entries


def show_games(screen: Screen) -> None:
    """Show every game with its modes, numbers of players and bots."""
    for number, entry in enumerate(entries()):
        if number:
            screen.say()
        _show_game(entry, screen)


def games_data() -> list[Data]:
    """Return the same as data."""
    return [
        {
            "game": entry.name,
            "rules": entry.game.rules,
            "bots": bot_names(entry.name),
            "modes": [
                {
                    "mode": mode.name,
                    "options": mode.options,
                    "players": mode.players,
                    "deals": mode.deals,
                    "flags": mode.flags,
                }
                for mode in entry.game.modes()
            ],
        }
        for entry in entries()
    ]


def _show_game(entry: GameEntry, screen: Screen) -> None:
    modes = entry.game.modes()
    screen.say(f"{entry.name} (rules version {entry.game.rules})", QUESTION)
    screen.table(
        ("mode", "players", "option"), [(mode.name, players(mode), option(mode)) for mode in modes], left=3
    )
    for names, more in _further_options(modes).items():
        screen.say(f"{names}: {more}", QUIET)
    screen.say(f"bots: {', '.join(bot_names(entry.name))}")
    screen.say(f"levels to play against: {', '.join(levels(entry.name))}")


def _further_options(modes: list[GameMode]) -> dict[str, str]:
    """Return further options, per list of modes that have them."""
    having: dict[str, list[str]] = {}
    for mode in modes:
        more = [f"deal={deal}" for deal in mode.deals[1:]] + [f"{flag}=true" for flag in mode.flags]
        if more:
            having.setdefault(", ".join(more), []).append(mode.name)
    return {
        "more options" if len(names) == len(modes) else ", ".join(names): more
        for more, names in having.items()
    }


def players(mode: GameMode) -> str:
    """Return the possible numbers of players, such as `2-4`."""
    counts = mode.players
    if not counts:
        return "?"
    if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 1:
        return f"{counts[0]}-{counts[-1]}"
    return ", ".join(str(count) for count in counts)


def option(mode: GameMode) -> str:
    """Return the options of a mode, such as `-o game=invasion`."""
    return " ".join(
        f"-o {key}={value if isinstance(value, str) else json.dumps(value)}"
        for key, value in mode.options.items()
    )
