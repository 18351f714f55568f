"""Lines that people type are read as answers."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyGame

from repulse.engine.contract import (
    Choice,
    Prompt,
    ask_one,
    ask_some,
)
from repulse.engine.display.reading import (
    UnclearError,
    option_numbers,
    read_answer,
)

TEXTS = ["Gem World", "Old Earth", "Earth's Lost Colony", "Gem World"]
NUMBERS = [1, 2, 3, 4]
SOME = ask_some(Prompt("pay", 1, "card"), 0, [40, 20, 30, 40], 0, 3)
ONE = ask_one(Prompt("place", 0, "card"), 0, [40, 20, 30])


@pytest.mark.parametrize(
    ("line", "choice"),
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
def test_some(line: str, choice: Choice) -> None:
    assert read_answer(SOME, line, numbers=NUMBERS, texts=TEXTS) == choice


@pytest.mark.parametrize(
    ("line", "words"),
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
def test_unclear(line: str, words: str) -> None:
    with pytest.raises(UnclearError, match=words):
        read_answer(SOME, line, numbers=NUMBERS, texts=TEXTS)


def test_one() -> None:
    assert read_answer(ONE, "3", numbers=NUMBERS[:3], texts=TEXTS[:3]) == [30]
    assert read_answer(ONE, "gem", numbers=NUMBERS[:3], texts=TEXTS[:3]) == [40]
    with pytest.raises(UnclearError, match="at least one option"):
        read_answer(ONE, "", numbers=NUMBERS[:3], texts=TEXTS[:3])
    # The rules check the number.
    assert read_answer(ONE, "1 2", numbers=NUMBERS[:3], texts=TEXTS[:3]) == [20, 40]


def test_empty_line_gives_the_only_answer() -> None:
    assert read_answer(ask_one(Prompt("a", 0, "b"), 0, [7]), "", numbers=[1], texts=["seven"]) == [7]


def test_numbers_have_their_own_numbers() -> None:
    class Numbers(ToyGame):
        def token(self, state: object, domain: str, value: int) -> str:
            return str(value)

    state = ToyGame().start({}, 1)
    bid = ask_one(Prompt("bid", 0, "number"), 0, [0, 2, 5])
    assert option_numbers(Numbers(), state, bid) == [0, 2, 5]
    assert option_numbers(ToyGame(), state, bid) == [1, 2, 3]
    assert read_answer(bid, "5", numbers=[0, 2, 5], texts=["none", "2 coins", "5 coins"]) == [5]
    with pytest.raises(UnclearError, match="no option 3"):
        read_answer(bid, "3", numbers=[0, 2, 5], texts=["none", "2 coins", "5 coins"])
