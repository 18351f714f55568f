"""What a bot is, and how it gets its seed."""

from __future__ import annotations

from typing import Final, Generic

from repulse.engine import mypyc_attr
from repulse.engine.contract import Choice, Decision, S, State

_SEEDS: Final = 1 << 64


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(Generic[S]):
    """A player that is a program. It is made with a seed, its only source of chance.

    class Greedy(Bot[GalaxyState]):
        def choose(self, view: GalaxyState, decision: Decision) -> Choice: ...
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: S, decision: Decision) -> Choice:
        """The answer to a decision; `view` is what its seat may see.

        Decisions with only one possible answer are not put to bots.
        """
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class BlindBot(Bot[State]):
    """A bot that does not look at the table: it is spared the making of views."""

    def choose(self, view: State, decision: Decision) -> Choice:
        """The answer, whatever the table looks like."""
        return self.choose_blind(decision)

    def choose_blind(self, decision: Decision) -> Choice:
        """The answer to a decision."""
        raise NotImplementedError


def answer_of(bot: Bot, state: State, decision: Decision) -> Choice:
    """What a bot answers, given no more than the view of the seat that is asked."""
    if isinstance(bot, BlindBot):
        return bot.choose_blind(decision)
    return bot.choose(state.view(decision.seat), decision)


def bot_seed(seed: int, seat: int, choices: int = 0) -> int:
    """The seed of a bot in a seat of the game with `seed`, when `choices` choices have been made.

    It depends on nothing else, so that a game taken up again goes on as it would have gone on, and no bot needs to
    be saved.
    """
    return (
        seed * 0x9E3779B97F4A7C15 + (seat + 1) * 0xBF58476D1CE4E5B9 + choices * 0x94D049BB133111EB
    ) % _SEEDS
