"""Questions that people answer with what they keep."""

from __future__ import annotations

import pytest

from repulse.engine.contract import SOME, Decision, IllegalChoice
from repulse.engine.display.keeping import Keeping


def decision(options: list[int], discards: int) -> Decision:
    return Decision(0, "discard", SOME, "card", options, discards, discards, -1)


def test_the_answer_is_all_that_is_not_kept() -> None:
    assert Keeping(1).rest(decision([7, 3, 5], 2), [3]) == [5, 7]


def test_of_two_copies_the_other_one_goes() -> None:
    assert Keeping(1).rest(decision([4, 4], 1), [4]) == [4]


def test_held_cards_are_kept_unless_all_kept_cards_are_named() -> None:
    asked, keeping = decision([1, 2, 8, 9], 1), Keeping(3, [1, 2])
    assert keeping.rest(asked, [9]) == [8]
    assert keeping.rest(asked, [1, 8, 9]) == [2]


@pytest.mark.parametrize(
    ("kept", "reason"), [([], "keep-count"), ([8, 9], "keep-count"), ([1], "keep-new"), ([1, 1, 8], "twice")]
)
def test_another_number_or_the_same_twice_is_refused(kept: list[int], reason: str) -> None:
    with pytest.raises(IllegalChoice) as caught:
        Keeping(3, [1, 2]).rest(decision([1, 2, 8, 9], 1), kept)
    assert caught.value.reason == reason


def test_an_answer_is_described_by_new_and_discarded_options() -> None:
    asked, keeping = decision([1, 2, 8, 9], 1), Keeping(3, [1, 2])
    assert keeping.split(asked, [8]) == ([9], [])
    assert keeping.split(asked, [2]) == ([8, 9], [2])


def test_a_copy_that_was_held_stays_when_its_twin_goes() -> None:
    assert Keeping(3, [1, 8]).split(decision([1, 8, 8, 9], 1), [9]) == ([8], [])
