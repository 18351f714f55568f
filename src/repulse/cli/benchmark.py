"""The command `bench`: the speed of this installation."""

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
    """Return whether the hot modules are compiled here."""
    return not str(contract.__file__).endswith(".py")


def measure(games: list[str], options: Data, seconds: float) -> Data:
    """Measure random play, copies, views and determinizations of each game, on one core."""
    figures: list[Data] = []
    for name in games:
        game = game_named(name)
        full = game.check_options(options)
        played = play_for(game, full, seconds, seed=1)
        positions = sample_positions(game, full, POSITIONS, seed=1)
        figures.append(
            {
                "game": name,
                "players": full.get("players"),
                "decisions_per_second": round(played.decisions / played.seconds),
                "games_per_second": round(played.games / played.seconds, 1),
                "copy_microseconds": round(clone_for(positions, seconds / 8), 2),
                "view_microseconds": round(view_for(positions, seconds / 8), 2),
                "determinize_microseconds": round(determinize_for(game, positions, seconds / 8), 2),
            }
        )
    return {"python": platform.python_version(), "compiled": compiled(), "games": figures}


def show_figures(data: Data, screen: Screen) -> None:
    """Show the figures as a table."""
    build = "compiled" if data["compiled"] else "interpreted"
    screen.say(f"Python {data['python']}, {build}, one core, random play", QUIET)
    head = ("", "decisions/s", "games/s", "copy in µs", "view in µs", "determinize in µs")
    figures = data["games"]
    assert isinstance(figures, list)
    rows = [
        (
            f"{row['game']}, {row['players']} players",
            f"{row['decisions_per_second']:,}",
            f"{row['games_per_second']}",
            f"{row['copy_microseconds']:.2f}",
            f"{row['view_microseconds']:.2f}",
            f"{row['determinize_microseconds']:.2f}",
        )
        for row in figures
    ]
    screen.table(head, rows)
