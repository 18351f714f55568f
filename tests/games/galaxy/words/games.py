"""Games to try words on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tests.games.galaxy import dsl as g

from repulse.bots import make_bot
from repulse.engine.match import Match
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.state import GalaxyState

GAME = GalaxyGame()
DISPLAY = GalaxyDisplay(GAME)

SORTS: list[dict[str, object]] = [
    {"game": "base", "players": 3},
    {"game": "base", "players": 2, "experienced": True},
    {"game": "base", "players": 4, "deal": "two-start", "new_worlds": True},
    {"game": "xeno-invasion", "players": 3},
    {"game": "xeno-invasion", "players": 2, "experienced": True},
    {"game": "invasion", "players": 3},
    {"game": "invasion", "players": 2},
    {"game": "frontier", "players": 3, "xeno_invasion": False},
    {"game": "frontier", "players": 4},
    {"game": "frontier", "players": 2, "experienced": True},
    {"game": "counterstrike", "players": 3},
    {"game": "counterstrike", "players": 3, "repulse": 8, "bot": "sensible"},
    {"game": "counterstrike", "players": 2, "experienced": True, "repulse": 8, "bot": "sensible"},
]
"""Sorts of games that between them have every question. `repulse` is the repulse value to begin with, so that the
second stage comes soon; `bot` who plays, if not chance."""


def name_of(options: dict[str, object]) -> str:
    """Return a sort of game as the name of a test."""
    return "-".join(str(value) for value in options.values())


def positions(options: dict[str, object], seed: int) -> Iterator[tuple[GalaxyState, Match]]:
    """Return every position of a game in which somebody is asked, and the last one."""
    shown = {key: value for key, value in options.items() if key not in ("repulse", "bot")}
    match = Match(GAME, GAME.check_options(shown), seed)
    war = match.state.war
    if war is not None and "repulse" in options:
        war.repulse = cast(int, options["repulse"])
    bots = [make_bot(str(options.get("bot", "random")), GAME.name, seed + 100 * seat) for seat in range(5)]
    while match.state.owing:
        state = match.state
        yield state, match
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        choice = (
            decision.forced_choice() if decision.forced() else bots[seat].choose(state.view(seat), decision)
        )
        match.answer(seat, choice)
    yield match.state, match


def before_a_hive() -> GalaxyState:
    """Seat 0 may attack a hive, with just enough Military of each sort."""
    return g.settle(
        tableau=[
            "Frontier Surveyors",
            "Lost Alien Battle Fleet",
            "Drop Ships",
            "New Galactic Order",
            "Expedition Force",
            "New Military Tactics",
        ],
        picks="Frontier Settle",
        game="counterstrike",
        conquest=True,
        systems=["Xeno Hive I"],
    )
