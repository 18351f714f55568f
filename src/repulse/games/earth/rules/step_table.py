"""The rules of earth, put together: every step under its number."""

from __future__ import annotations

from typing import Final

from repulse.engine.steps import MAX_STEPS, Step
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.phases import bid, ending, gadgets, reveal, scoring, turn
from repulse.games.earth.rules.position import Position

_BY_NUMBER: Final[dict[int, Step[Position]]] = {
    step.REVEAL: reveal.Reveal(),
    step.BID: bid.Bid(),
    step.TAKE_CARD: bid.TakeCard(),
    step.TURN: turn.BeginTurn(),
    step.PORTAL: turn.Portal(),
    step.ACT: turn.Act(),
    step.SCORE: scoring.Score(),
    step.CHECK_END: ending.CheckEnd(),
}

STEPS: Final[list[Step[Position]]] = [
    *[_BY_NUMBER[number] for number in range(step.EFFECT)],
    *gadgets.EFFECTS,
]
"""Every step of the game, by its number."""

assert len(STEPS) <= MAX_STEPS
