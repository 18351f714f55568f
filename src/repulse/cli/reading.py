"""Parsing what a person types as the answer to a decision.

Every option has a number: their own where options are numbers (how much do you bid?), otherwise their position in the
list, from 1. An answer is numbers and ranges (`2`, `1 3-5`, `1,4`), or the beginning of an option's text, several
separated by commas; `all`, and `none` or an empty line for nothing.
"""

from __future__ import annotations

import re

from repulse.cli.messages import UserError
from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    Game,
    State,
)

_NUMBERS = re.compile(r"\d+(\s*-\s*\d+)?([\s,]+\d+(\s*-\s*\d+)?)*[\s,]*")


class Unclear(UserError):
    """Input that is not an answer."""


def option_numbers(game: Game, state: State, decision: Decision) -> list[int]:
    """The number of each option."""
    options = decision.options
    words = [game.token(state, decision.domain, value) for value in options]
    if len(set(words)) == len(words) and all(word.isdecimal() for word in words):
        return [int(word) for word in words]
    return list(range(1, len(options) + 1))


def read_answer(decision: Decision, numbers: list[int], words: list[str], typed: str) -> Choice:
    """The choice that `typed` stands for, by the numbers and texts of the options; Unclear if there is none.

    Whether the choice is legal is up to the rules.
    """
    options = decision.options
    text = " ".join(typed.split())
    if not text:
        if decision.forced():
            return decision.forced_choice()
        if decision.kind != ONE and decision.least == 0:
            return []
        raise Unclear("unclear.empty")
    if decision.kind != ONE and text.lower() == "none":
        return []
    if decision.kind != ONE and text.lower() == "all":
        return sorted(options)
    if _NUMBERS.fullmatch(text):
        places = _read_numbers(text, numbers)
    elif decision.kind == ONE:
        places = [_find_words(words, text, [])]
    else:
        places = []
        for part in text.split(","):
            if part.strip():
                places.append(_find_words(words, part.strip(), places))
    if len(set(places)) != len(places):
        raise Unclear("unclear.twice")
    return sorted(options[place] for place in places)


def _read_numbers(text: str, numbers: list[int]) -> list[int]:
    places: list[int] = []
    known = {str(number).lstrip("0") for number in numbers}
    for first, last in re.findall(r"(\d+)(?:\s*-\s*(\d+))?", text):
        for digits in (first, last or first):
            # Compared as text: Python refuses to parse numbers with very many digits.
            if digits.lstrip("0") not in known:
                raise Unclear("unclear.number", n=digits[:20])
        low, high = int(first), int(last or first)
        if low > high:
            raise Unclear("unclear.backwards", low=low, high=high)
        places += [place for place, number in enumerate(numbers) if low <= number <= high]
    return places


def _find_words(words: list[str], typed: str, taken: list[int]) -> int:
    """The index of the option that the words mean: an exact match, or the only one that begins with or contains them.

    Options that read the same are copies of one thing, so the first free one will do.
    """
    wanted = typed.lower()
    lowered = [word.lower() for word in words]
    for fits in (
        [place for place, word in enumerate(lowered) if word == wanted],
        [place for place, word in enumerate(lowered) if word.startswith(wanted)],
        [place for place, word in enumerate(lowered) if wanted in word],
    ):
        if not fits:
            continue
        if len({lowered[place] for place in fits}) > 1:
            listed = "; ".join(words[place] for place in fits[:4])
            ident = "unclear.several_more" if len(fits) > 4 else "unclear.several"
            raise Unclear(ident, typed=typed, n=len(fits), listed=listed)
        free = [place for place in fits if place not in taken]
        return free[0] if free else fits[0]
    raise Unclear("unclear.none", typed=typed)
