"""Random games to try words on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from repulse.engine.answers import random_answer
from repulse.engine.match import Match
from repulse.engine.rng import seeded
from repulse.galaxy.game import GalaxyGame
from repulse.galaxy.state import GalaxyState

GAME = GalaxyGame()

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
    {"game": "counterstrike", "players": 2, "experienced": True},
]
"""Sorts of games that between them have every question."""


def name_of(options: dict[str, object]) -> str:
    """A sort of game as the name of a test."""
    return "-".join(str(value) for value in options.values())


def positions(options: dict[str, object], seed: int) -> Iterator[tuple[GalaxyState, Match]]:
    """Every position of a random game in which somebody is asked, and the last one."""
    match = Match(GAME, GAME.check_options(options), seed)
    stream = seeded(seed)
    while match.state.owing:
        yield cast(GalaxyState, match.state), match
        seat = match.state.seats_owing()[0]
        match.answer(seat, random_answer(match.state.decision(seat), stream))
    yield cast(GalaxyState, match.state), match
