"""The bots of a game that live as long as it does."""

from __future__ import annotations

import pytest

from repulse.bots.match_bots import MatchBots
from repulse.engine.bot import Bot, bot_seed
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.match import Match
from repulse.games import game_named

pytestmark = pytest.mark.usefixtures("toy_installed")

COUNTING = "tests.bots.test_match_bots:Counting"
OTHER = "tests.bots.test_match_bots:Other"
MADE: list[Counting] = []


class Counting(Bot):
    """Remembers how often it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0
        self.shown: list[State] = []
        self.allowed = 0.0
        MADE.append(self)

    def observe(self, view: State) -> None:
        self.shown.append(view)

    def allow(self, seconds: float) -> None:
        self.allowed = seconds

    def choose(self, view: State, decision: Decision) -> Choice:
        self.asked += 1
        return sorted(decision.options[-max(1, decision.least) :])


class Other(Counting):
    """Another bot."""


@pytest.fixture(autouse=True)
def _nobody_made() -> None:
    MADE.clear()


def play(match: Match, bots: MatchBots, names: list[str], answers: int = 1000) -> int:
    """Let bots play; how many answers were choices."""
    chosen = 0
    for _ in range(answers):
        if not match.state.owing:
            break
        seat = match.state.seats_owing()[0]
        chosen += not match.state.decision(seat).forced()
        match.answer(seat, bots.answer(match, seat, names[seat]))
    return chosen


def toy(seed: int = 3) -> Match:
    return Match(game_named("toy"), {"players": 2}, seed)


def test_a_bot_lives_for_a_whole_game() -> None:
    chosen = play(toy(), MatchBots(), [COUNTING, COUNTING])
    assert len(MADE) == 2
    assert sum(bot.asked for bot in MADE) == chosen > 6


def test_another_bot_in_the_seat_is_made_when_it_is_asked() -> None:
    match, bots = toy(), MatchBots()
    play(match, bots, [COUNTING, COUNTING], 4)
    play(match, bots, [OTHER, COUNTING])
    assert [type(bot).__name__ for bot in MADE] == ["Counting", "Counting", "Other"]
    assert len({bot.seed for bot in MADE}) == 3


def test_a_bot_that_joins_a_game_is_shown_what_its_seat_has_seen() -> None:
    match, bots = toy(), MatchBots()
    play(match, bots, [COUNTING, COUNTING], 6)
    seat = match.state.seats_owing()[0]
    bots.answer(match, seat, COUNTING)
    first = MADE[seat].shown
    # A server that was started again knows the choices, and nothing else.
    MatchBots().answer(match, seat, OTHER)
    assert [view.data() for view in MADE[-1].shown] == [view.data() for view in first]
    assert first
    assert MADE[-1].asked == 1


def test_a_bot_gets_its_time_limit() -> None:
    match = toy()
    MatchBots().answer(match, 0, COUNTING, seconds=3.0)
    assert MADE[0].allowed == 3.0


def test_bots_recall_a_game_that_is_taken_up_again() -> None:
    match, names = toy(), ["random", COUNTING]
    bots = MatchBots()
    play(match, bots, names, 6)
    recalled = MatchBots()
    recalled.recall(match, names)
    assert MADE[0].asked == MADE[1].asked > 0
    copy = Match(match.game, match.options, match.seed)
    for seat, tokens in match.choices:
        copy.answer_tokens(seat, tokens)
    play(match, bots, names)
    play(copy, recalled, names)
    assert match.choices == copy.choices


def test_the_seed_of_a_bot_does_not_tell_the_seed_of_the_game() -> None:
    """If it were linear in the seed of the game, equal steps of that would give equal steps of this."""
    steps = {(bot_seed(seed + 1, 0) - bot_seed(seed, 0)) % 2**64 for seed in range(100)}
    assert len(steps) == 100
