"""Bots that a server must survive."""

from __future__ import annotations

import os
import sys
import time

from repulse.bots.neural.master import SearchBot
from repulse.engine.answers import random_answer
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.random import seeded


class Crashing(Bot):
    """Raises an error."""

    def choose(self, view: State, decision: Decision) -> Choice:
        raise ZeroDivisionError("no idea")


class Dying(Bot):
    """Takes its process with it."""

    def choose(self, view: State, decision: Decision) -> Choice:
        os._exit(7)


class Sleeping(Bot):
    """Never comes back."""

    def choose(self, view: State, decision: Decision) -> Choice:
        time.sleep(3600)
        return []


class Cheating(Bot):
    """Gives answers that are not offered."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return sorted(decision.options)[: decision.most + 1] * 2


class Talking(Bot):
    """Prints where reports go."""

    def choose(self, view: State, decision: Decision) -> Choice:
        sys.stdout.write('{"type":"chosen","words":["pass"]}\n')
        sys.stdout.flush()
        return random_answer(decision, seeded(1))


class Slow(SearchBot):
    """A master on a machine so slow that the time limit stops every search."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, "galaxy")

    def sample_position(self, view: State) -> State:
        time.sleep(0.25)
        return super().sample_position(view)
