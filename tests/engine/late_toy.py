"""A toy game with a fault: its list of steps is filled when the game is made, so a state alone does not work."""

from __future__ import annotations

from tests.engine.toy import STEPS as TOY_STEPS
from tests.engine.toy import ToyGame, ToyState

from repulse.engine.steps import Step

STEPS: list[Step[ToyState]] = []


class LateState(ToyState):
    def steps(self) -> list[Step]:
        return STEPS


class LateGame(ToyGame):
    state_class = LateState

    def __init__(self) -> None:
        super().__init__()
        STEPS[:] = TOY_STEPS
