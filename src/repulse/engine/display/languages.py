"""The languages of Repulse: how each writes numbers, and which forms of words go with them.

`languages.json` is the one list of languages, which the page reads too. The plural rules in it are those of the Unicode
CLDR, in its notation: a category for each condition, and `other` for all remaining numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

_RELATION = re.compile(r"([niv])(?: % (\d+))? (!?=) ([\d.,]+)")

Condition = Callable[[float], bool]


@dataclass(frozen=True)
class Language:
    """A language that has words.

    Attributes:
        id: Its code, such as `fr`.
        name: Its name in itself.
        plural: The conditions of its plural categories, without `other`.
        decimal: The sign between whole numbers and fractions.
        percent_form: The format of a percentage, with `{n}` for the number.
    """

    id: str
    name: str
    plural: tuple[tuple[str, str], ...]
    decimal: str = "."
    percent_form: str = "{n}%"

    @property
    def categories(self) -> tuple[str, ...]:
        """The plural categories in the order in which texts give their forms."""
        return (*(category for category, _ in self.plural), "other")

    def number(self, value: float) -> str:
        """Return a number as text, with one decimal, or none if that is 0."""
        return f"{value:.1f}".removesuffix(".0").replace(".", self.decimal)

    def percent(self, share: float) -> str:
        """Return a share as a percentage without decimals."""
        return self.percent_form.format(n=f"{100 * share:.0f}")

    def form_index(self, number: object) -> int:
        """Return the index of the category of `number`; that of `other` if it is no number."""
        if isinstance(number, int | float):
            for index, (_, condition) in enumerate(self.plural):
                if compile_condition(condition)(float(number)):
                    return index
        return len(self.plural)


@lru_cache(maxsize=64)
def compile_condition(text: str) -> Condition:
    """Return a CLDR condition such as `i % 10 = 2..4 and i % 100 != 12..14` as a function of a number.

    Raises:
        ValueError: The text is not such a condition.
    """
    choices = [[_compile_relation(part) for part in choice.split(" and ")] for choice in text.split(" or ")]
    return lambda number: any(all(holds(number) for holds in choice) for choice in choices)


def _compile_relation(text: str) -> Condition:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a plural condition: {text!r}")
    operand, modulus, sign, values = match[1], match[2], match[3], match[4]
    ranges = [value.partition("..") for value in values.split(",")]
    bounds = [(int(low), int(high or low)) for low, _, high in ranges]

    def holds(number: float) -> bool:
        value = abs(number)
        if operand == "i":
            value = float(int(value))
        elif operand == "v":
            value = 0.0 if value.is_integer() else 1.0
        if modulus:
            value %= float(modulus)
        inside = value.is_integer() and any(low <= value <= high for low, high in bounds)
        return inside == (sign == "=")

    return holds


def read_languages(text: str) -> tuple[Language, ...]:
    """Return the languages of a list in JSON."""
    return tuple(
        Language(
            row["id"],
            row["name"],
            tuple(row["plural"].items()),
            decimal=row["decimal"],
            percent_form=row["percent"],
        )
        for row in json.loads(text)
    )


ALL: Final = read_languages(
    (resources.files("repulse.engine.display") / "languages.json").read_text(encoding="utf-8")
)

LANGUAGES: Final = tuple(language.id for language in ALL)
"""The codes of all languages, English first."""

BY_ID: Final = {language.id: language for language in ALL}
