"""One game of a study: its result, and what its game tells about it as bytes that are cheap to send."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

from repulse.arena.many import Plan, line_up, seat_bots
from repulse.arena.play import Result, play_out
from repulse.engine.contract import Choice, Decision, Event, State
from repulse.games import game_named
from repulse.study.shape import shape

CELL: Final = "h"
"""The type of a cell: a number of two bytes."""


@dataclass(frozen=True)
class Study:
    """What is played and what is kept of it."""

    plan: Plan
    batch: int
    """How many games a part of the data set has."""
    decisions: bool = False
    """Whether every decision is kept."""


@dataclass(slots=True)
class Asked:
    """A decision that had an alternative, and its answer."""

    seat: int
    round: int
    prompt: str
    options: int
    """How many options there were."""
    words: list[str]
    """The answer, as records write it."""


@dataclass(slots=True)
class StudiedGame:
    """One game."""

    number: int
    result: Result
    tables: list[bytes]
    """The rows of `Game.study`, table by table."""
    decisions: list[Asked] | None = None


def play_studied(study: Study, number: int) -> StudiedGame:
    """Play a game of a study."""
    plan = study.plan
    game = game_named(plan.game)
    log: list[Event] = []
    asked: list[Asked] = []

    def write_down(state: State, decision: Decision, choice: Choice) -> None:
        words = [game.token(state, decision.domain, value) for value in choice if value in decision.options]
        asked.append(
            Asked(decision.seat, state.round_number(), decision.prompt, len(decision.options), words)
        )

    result, state = play_out(
        game,
        plan.options,
        plan.seed + number,
        seat_bots(plan, number),
        line_up(plan, number),
        number,
        log,
        write_down if study.decisions else None,
    )
    tables: list[list[int]] = [[] for _ in shape(plan).tables]
    game.study(state, log, tables)
    cells = [array(CELL, rows).tobytes() for rows in tables]
    return StudiedGame(number, result, cells, asked if study.decisions else None)
