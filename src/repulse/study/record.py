"""One game of a study: its result, and the rows of its tables as bytes that are cheap to send."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

from repulse.arena.many import SimulationPlan, line_up, seat_bots
from repulse.arena.play import GameResult, play_out
from repulse.engine.contract import Choice, Decision, Event, State
from repulse.games import game_named, study_of
from repulse.study.schema import schema_of

CELL: Final = "h"
"""The type of a cell: a number of two bytes."""


@dataclass(frozen=True)
class Study:
    """The games of a study, and what is recorded of them."""

    plan: SimulationPlan
    batch: int
    """The number of games in a part of the data set."""
    decisions: bool = False
    """Whether every decision is recorded."""


@dataclass(slots=True)
class RecordedDecision:
    """A decision that had an alternative, and its answer."""

    seat: int
    round: int
    prompt: str
    options: int
    """The number of options."""
    tokens: list[str]
    """The answer, in the tokens of records."""


@dataclass(slots=True)
class StudiedGame:
    """One game."""

    number: int
    result: GameResult
    tables: list[bytes]
    """The rows of `GameStudy.add_rows`, table by table."""
    decisions: list[RecordedDecision] | None = None


def play_studied(study: Study, number: int) -> StudiedGame:
    """Play a game of a study."""
    plan = study.plan
    game = game_named(plan.game)
    log: list[Event] = []
    decisions: list[RecordedDecision] = []

    def record_decision(state: State, decision: Decision, choice: Choice) -> None:
        decisions.append(
            RecordedDecision(
                seat=decision.seat,
                round=state.round_number(),
                prompt=decision.prompt,
                options=len(decision.options),
                tokens=[
                    game.token(state, decision.domain, value) for value in choice if value in decision.options
                ],
            )
        )

    result, state = play_out(
        game,
        plan.options,
        plan.seed + number,
        bots=seat_bots(plan, number),
        names=line_up(plan, number),
        number=number,
        log=log,
        observer=record_decision if study.decisions else None,
    )
    tables: list[list[int]] = [[] for _ in schema_of(plan).tables]
    study_of(game).add_rows(state, log, tables)
    cells = [array(CELL, rows).tobytes() for rows in tables]
    return StudiedGame(number, result, cells, decisions if study.decisions else None)
