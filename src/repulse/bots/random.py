"""The random bot."""

from __future__ import annotations

from repulse.engine import mypyc_attr
from repulse.engine.answers import random_answer
from repulse.engine.bot import BlindBot
from repulse.engine.contract import Choice, Decision
from repulse.engine.random import seeded


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(BlindBot):
    """Answers at random: one option, or first how many and then which, all equally likely."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stream = seeded(seed)

    def choose_blind(self, decision: Decision) -> Choice:
        """Return a random answer."""
        return random_answer(decision, self.stream)
