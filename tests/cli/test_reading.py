"""What people type."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyGame

from repulse.cli.reading import (
    Unclear,
    option_numbers,
    read_answer,
)
from repulse.engine.contract import (
    Choice,
    Prompt,
    ask_one,
    ask_some,
)

WORDS = ["Gem World", "Old Earth", "Earth's Lost Colony", "Gem World"]
NUMBERS = [1, 2, 3, 4]
SOME = ask_some(Prompt("pay", 1, "card"), 0, [40, 20, 30, 40], 0, 3)
ONE = ask_one(Prompt("place", 0, "card"), 0, [40, 20, 30])


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("1", [40]),
        ("2 3", [20, 30]),
        ("3,2", [20, 30]),
        ("1, 3", [30, 40]),
        ("2-4", [20, 30, 40]),
        ("1 3 - 4", [30, 40, 40]),
        ("", []),
        ("none", []),
        ("NONE", []),
        ("all", [20, 30, 40, 40]),
        ("old", [20]),
        ("OLD EARTH, gem", [20, 40]),
        ("gem, gem", [40, 40]),
        ("lost", [30]),
        ("earth", [30]),
        ("1,", [40]),
    ],
)
def test_some(typed: str, choice: Choice) -> None:
    assert read_answer(SOME, NUMBERS, WORDS, typed) == choice


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "no option 0"),
        ("5", "no option 5"),
        ("9" * 5000, "no option 9"),
        ("1-9", "no option 9"),
        ("3-2", "backwards"),
        ("1 1", "twice"),
        ("gem, gem, gem", "twice"),
        ("mars", "not one of the options"),
        ("r", "could be 4 options"),
    ],
)
def test_unclear(typed: str, words: str) -> None:
    with pytest.raises(Unclear, match=words):
        read_answer(SOME, NUMBERS, WORDS, typed)


def test_one() -> None:
    assert read_answer(ONE, NUMBERS[:3], WORDS[:3], "3") == [30]
    assert read_answer(ONE, NUMBERS[:3], WORDS[:3], "gem") == [40]
    with pytest.raises(Unclear, match="Type a number"):
        read_answer(ONE, NUMBERS[:3], WORDS[:3], "")
    # How many is for the rules to say.
    assert read_answer(ONE, NUMBERS[:3], WORDS[:3], "1 2") == [20, 40]


def test_empty_line_gives_the_only_answer() -> None:
    assert read_answer(ask_one(Prompt("a", 0, "b"), 0, [7]), [1], ["seven"], "") == [7]


def test_numbers_have_their_own_numbers() -> None:
    class Numbers(ToyGame):
        def token(self, state: object, domain: str, value: int) -> str:
            return str(value)

    state = ToyGame().start({}, 1)
    bid = ask_one(Prompt("bid", 0, "number"), 0, [0, 2, 5])
    assert option_numbers(Numbers(), state, bid) == [0, 2, 5]
    assert option_numbers(ToyGame(), state, bid) == [1, 2, 3]
    assert read_answer(bid, [0, 2, 5], ["none", "2 coins", "5 coins"], "5") == [5]
    with pytest.raises(Unclear, match="no option 3"):
        read_answer(bid, [0, 2, 5], ["none", "2 coins", "5 coins"], "3")
