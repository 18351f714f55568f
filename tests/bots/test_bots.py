"""Bots by name, and the random one."""

from __future__ import annotations

import pytest

from repulse.bots import bot_names, make_bot
from repulse.bots.random import RandomBot
from repulse.engine.bot import BlindBot, Bot, bot_seed
from repulse.engine.contract import (
    ONE,
    SOME,
    Choice,
    Decision,
    Prompt,
    RepulseError,
    State,
    ask_one,
    ask_some,
)
from repulse.engine.random import SEED_LIMIT

FIVE = ask_one(Prompt("a", ONE, "n"), 0, [10, 20, 30, 40, 50])
pytestmark = pytest.mark.usefixtures("toy_installed")

TWO_OF_FOUR = ask_some(Prompt("a", SOME, "n"), 0, [1, 2, 3, 4], 2, 2)


class Last(Bot):
    """A user's bot, in plain Python: always the last options."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return sorted(decision.options[-max(1, decision.least) :])


def test_random_bot_needs_no_view_and_repeats_itself() -> None:
    first, other = make_bot("random", "toy", 4), make_bot("random", "toy", 4)
    assert isinstance(first, BlindBot)
    assert isinstance(other, BlindBot)
    answers = [first.choose_blind(FIVE) for _ in range(50)]
    assert answers == [other.choose_blind(FIVE) for _ in range(50)]
    assert answers != [RandomBot(5).choose_blind(FIVE) for _ in range(50)]


def test_random_bot_is_even() -> None:
    bot = RandomBot(1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        answer = tuple(bot.choose_blind(TWO_OF_FOUR))
        counts[answer] = counts.get(answer, 0) + 1
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_own_bot_by_its_place() -> None:
    bot = make_bot("tests.bots.test_bots:Last", "toy", 0)
    assert bot.choose(None, TWO_OF_FOUR) == [3, 4]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("clever", "There is no bot 'clever' for toy; there are random."),
        ("sensible", "There is no bot 'sensible' for toy"),
        ("no.such.module:Bot", "cannot be made"),
        ("tests.bots.test_bots:Missing", "cannot be made"),
        ("builtins:int", "is not a bot"),
    ],
)
def test_unknown_bots(name: str, words: str) -> None:
    with pytest.raises(RepulseError, match=words):
        make_bot(name, "toy", 1)


def test_names() -> None:
    assert bot_names("toy") == ["random"]


def test_bot_seeds_differ() -> None:
    seeds = {bot_seed(s, seat, n) for s in (0, 1, SEED_LIMIT - 1) for seat in range(5) for n in range(200)}
    assert len(seeds) == 3 * 5 * 200
    assert all(0 <= seed < SEED_LIMIT for seed in seeds)
    # From a seed that grew with the game's, a bot could tell every card.
    steps = {(bot_seed(s + 1, 0) - bot_seed(s, 0)) % SEED_LIMIT for s in range(100)}
    assert len(steps) == 100
