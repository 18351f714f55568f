"""How fast this installation is."""

from __future__ import annotations

import platform

from repulse.arena.bench import (
    POSITIONS,
    clone_for,
    determinize_for,
    play_for,
    sample_positions,
    view_for,
)
from repulse.cli.screen import QUIET, Screen
from repulse.engine import contract
from repulse.engine.contract import Data
from repulse.games import game_named


def compiled() -> bool:
    """Whether the hot modules are compiled here."""
    return not str(contract.__file__).endswith(".py")


def measure(games: list[str], options: Data, seconds: float, screen: Screen) -> None:
    """Random play, copies, views and determinizations of each game, on one core."""
    build = "compiled" if compiled() else "interpreted"
    screen.say(f"Python {platform.python_version()}, {build}, one core, random play", QUIET)
    rows = []
    for name in games:
        game = game_named(name)
        full = game.check_options(options)
        played = play_for(game, full, seconds, 1)
        positions = sample_positions(game, full, POSITIONS, 1)
        rows.append(
            (
                f"{name}, {full.get('players')} players",
                f"{played.decisions / played.seconds:,.0f}",
                f"{played.games / played.seconds:.1f}",
                f"{clone_for(positions, seconds / 8):.2f}",
                f"{view_for(positions, seconds / 8):.2f}",
                f"{determinize_for(game, positions, seconds / 8):.2f}",
            )
        )
    screen.table(("", "decisions/s", "games/s", "copy in µs", "view in µs", "determinize in µs"), rows)
