"""Answers of decisions: counted, listed and drawn."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyGame

from repulse.engine.answers import all_answers, count_answers, play_at_random, random_answer
from repulse.engine.contract import (
    ONE,
    SOME,
    Decision,
    Prompt,
    State,
    ask_one,
    ask_some,
    check_choice,
)
from repulse.engine.random import seeded

DECISIONS = [
    ask_one(Prompt("a", ONE, "n"), 0, [4, 2, 9]),
    ask_one(Prompt("a", ONE, "n"), 0, [5]),
    ask_some(Prompt("a", SOME, "n"), 0, [3, 1, 2], 0, 3),
    ask_some(Prompt("a", SOME, "n"), 0, [3, 1, 2, 7], 2, 2),
    ask_some(Prompt("a", SOME, "n"), 0, [], 0, 0),
    ask_some(Prompt("a", SOME, "n"), 0, [1, 2], 2, 2),
    ask_some(Prompt("a", SOME, "n"), 0, [6, 6, 2, 6], 1, 3),
]


@pytest.mark.parametrize("decision", DECISIONS)
def test_all_answers_are_the_legal_ones(decision: Decision) -> None:
    answers = all_answers(decision)
    for answer in answers:
        check_choice(State(1), decision, answer)
    assert len({tuple(answer) for answer in answers}) == len(answers) <= count_answers(decision)
    stream = seeded(1)
    drawn = {tuple(random_answer(decision, stream)) for _ in range(400)}
    assert drawn == {tuple(answer) for answer in answers}


@pytest.mark.parametrize("decision", DECISIONS)
def test_forced_means_a_single_answer(decision: Decision) -> None:
    answers = all_answers(decision)
    if decision.forced():
        assert answers == [decision.forced_choice()]
    else:
        assert count_answers(decision) > 1


def test_counts() -> None:
    assert [count_answers(decision) for decision in DECISIONS] == [3, 1, 8, 6, 1, 1, 14]
    assert [len(all_answers(decision)) for decision in DECISIONS] == [3, 1, 8, 6, 1, 1, 6]


def test_the_number_of_options_is_drawn_evenly() -> None:
    stream = seeded(3)
    sizes = [0] * 4
    for _ in range(4000):
        sizes[len(random_answer(DECISIONS[2], stream))] += 1
    assert all(900 < size < 1100 for size in sizes)


def test_a_game_played_at_random_is_that_of_its_answers_one_by_one() -> None:
    played, stepped = ToyGame().start({}, 3), ToyGame().start({}, 3)
    chosen, forced = play_at_random(played, seeded(5))
    stream = seeded(5)
    counts = [0, 0]
    while stepped.owing:
        seat = stepped.seats_owing()[0]
        decision = stepped.decision(seat)
        counts[decision.forced()] += 1
        stepped.apply(
            seat, decision.forced_choice() if decision.forced() else random_answer(decision, stream)
        )
    assert not played.owing
    assert played == stepped
    assert [chosen, forced] == counts
    assert chosen
