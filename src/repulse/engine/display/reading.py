"""Parse a typed line as the answer to a decision, for the terminal and for other readers that answer in words.

Every option has a number: their own where options are numbers (how much do you bid?), otherwise their position in the
list, from 1. An answer is numbers and ranges (`2`, `1 3-5`, `1,4`), or the beginning of an option's text, several
separated by commas; `all`, and `none` or an empty line for nothing.
"""

from __future__ import annotations

import re

from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
    Game,
    RepulseError,
    State,
)
from repulse.engine.display.words import engine_words

_NUMBERS = re.compile(r"\d+(\s*-\s*\d+)?([\s,]+\d+(\s*-\s*\d+)?)*[\s,]*")


class UnclearError(RepulseError):
    """Input that is not an answer, by the id of its message; `str` gives it in English."""

    def __init__(self, message_id: str, **facts: object) -> None:
        super().__init__(engine_words().text(message_id, facts))
        self.message_id = message_id
        self.facts = facts

    def text_in(self, language: str) -> str:
        """Return the message in a language."""
        return engine_words(language).text(self.message_id, self.facts)


def option_numbers(game: Game, state: State, decision: Decision) -> list[int]:
    """Return the number of each option."""
    options = decision.options
    tokens = [game.token(state, decision.domain, value) for value in options]
    if len(set(tokens)) == len(tokens) and all(token.isdecimal() for token in tokens):
        return [int(token) for token in tokens]
    return list(range(1, len(options) + 1))


def read_answer(decision: Decision, line: str, *, numbers: list[int], texts: list[str]) -> Choice:
    """Return the choice that a line stands for; whether it is legal is up to the rules.

    Args:
        decision: The decision.
        line: The line that was typed.
        numbers: The number of each option.
        texts: The text of each option.

    Raises:
        UnclearError: The line is not an answer.
    """
    options = decision.options
    text = " ".join(line.split())
    if not text:
        if decision.forced():
            return decision.forced_choice()
        if decision.kind != ONE and decision.least == 0:
            return []
        raise UnclearError("unclear.empty")
    if decision.kind != ONE and text.lower() == "none":
        return []
    if decision.kind != ONE and text.lower() == "all":
        return sorted(options)
    if _NUMBERS.fullmatch(text):
        places = _read_numbers(text, numbers)
    elif decision.kind == ONE:
        places = [_find_text(texts, text, [])]
    else:
        places = []
        for part in text.split(","):
            if part.strip():
                places.append(_find_text(texts, part.strip(), places))
    if len(set(places)) != len(places):
        raise UnclearError("unclear.twice")
    return sorted(options[place] for place in places)


def _read_numbers(text: str, numbers: list[int]) -> list[int]:
    places: list[int] = []
    digits_of_options = {str(number).lstrip("0") for number in numbers}
    for first, last in re.findall(r"(\d+)(?:\s*-\s*(\d+))?", text):
        for digits in (first, last or first):
            # Compared as text: Python refuses to parse numbers with very many digits.
            if digits.lstrip("0") not in digits_of_options:
                raise UnclearError("unclear.number", n=digits[:20])
        low, high = int(first), int(last or first)
        if low > high:
            raise UnclearError("unclear.backwards", low=low, high=high)
        places += [place for place, number in enumerate(numbers) if low <= number <= high]
    return places


def _find_text(texts: list[str], text: str, taken: list[int]) -> int:
    """Return the index of the option that a text means: an exact match, or the only one that begins with or contains it.

    Options that read the same are copies of one thing, so the first free one will do.
    """
    query = text.lower()
    lowered = [option.lower() for option in texts]
    for matches in (
        [place for place, option in enumerate(lowered) if option == query],
        [place for place, option in enumerate(lowered) if option.startswith(query)],
        [place for place, option in enumerate(lowered) if query in option],
    ):
        if not matches:
            continue
        if len({lowered[place] for place in matches}) > 1:
            listed = "; ".join(texts[place] for place in matches[:4])
            message_id = "unclear.several_more" if len(matches) > 4 else "unclear.several"
            raise UnclearError(message_id, typed=text, n=len(matches), listed=listed)
        free = [place for place in matches if place not in taken]
        return free[0] if free else matches[0]
    raise UnclearError("unclear.none", typed=text)
