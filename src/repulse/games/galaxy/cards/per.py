"""The words that say what a power or a score line counts, such as `two_nonmilitary_worlds`.

Grammar (the words of `docs/extend/card-notation.md`):

    per     = thing | "two_" things | "three_" things | fixed
    thing   = "card" | "world" | "development" | keyword "_" ("card" | "world" | "development" | "military_world")
            | "military_world" | "nonmilitary_world" | ["near_" | "far_"] "frontier_world" | "chromosome_world"
            | [kind "_"] ("production_world" | "windfall_world" | "good_world") | "six_cost_development"
            | "vp_chip" | "good"
    fixed   = ("world" | "development") "_with_" phase "_power" | "card_with_pay_for_military"
            | "card:" name | "total_military" | "this_card"

A keyword is written with `_` for `-` (`anti_xeno_card`). `things` is `thing` with an s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from repulse.games.galaxy.cards.model import KEYWORDS, KINDS

WHATS: Final = (
    "card",
    "world",
    "development",
    "military_world",
    "nonmilitary_world",
    "frontier_world",
    "near_frontier_world",
    "far_frontier_world",
    "production_world",
    "windfall_world",
    "good_world",
    "chromosome_world",
    "six_cost_development",
    "named_card",
    "with_power",
    "with_pay_for_military",
    "vp_chips",
    "total_military",
    "good",
    "this_card",
)
"""Everything `Per.what` can be. A good world is a production or windfall world; a good lies on a world."""

SCORE_ONLY: Final = ("vp_chips", "total_military", "good")
"""The things that only a score line may count: a power that did would depend on itself or on the moment."""

_KEYWORD_WORDS: Final = {keyword.replace("-", "_"): keyword for keyword in KEYWORDS}
_KEYWORD_THINGS: Final = ("card", "world", "development", "military_world")
_KIND_THINGS: Final = ("production_world", "windfall_world", "good_world")
_PLAIN_THINGS: Final = (
    *_KEYWORD_THINGS,
    *_KIND_THINGS,
    "nonmilitary_world",
    "frontier_world",
    "near_frontier_world",
    "far_frontier_world",
    "chromosome_world",
    "six_cost_development",
    "good",
)
_POWER_PHASES: Final = ("explore", "develop", "settle", "trade", "consume", "produce")


@dataclass(frozen=True, slots=True)
class Per:
    """A count: the number of `what` that fit all the other fields, divided by `divisor`, rounded down."""

    divisor: int
    what: str
    """One of `WHATS`."""
    keyword: str | None = None
    """Only those with this keyword (spelled as in `KEYWORDS`)."""
    kind: str | None = None
    """Only those of this kind of good."""
    world_type: str | None = None
    """For `with_power`: `world` or `development`."""
    card: str | None = None
    """For `named_card`: its name."""
    phase: str | None = None
    """For `with_power`: the phase in which the card has a power."""


def parse_per(word: str) -> Per:
    """Parse a `per` word.

    Raises:
        ValueError: The text is not one.
    """
    if word.startswith("card:"):
        name = word.removeprefix("card:")
        if not name:
            raise ValueError("no card is named after 'card:'")
        return Per(1, "named_card", card=name)
    if word == "total_military" or word == "this_card":
        return Per(1, word)
    if word == "card_with_pay_for_military":
        return Per(1, "with_pay_for_military")
    for world_type in ("world", "development"):
        prefix = world_type + "_with_"
        if word.startswith(prefix) and word.endswith("_power"):
            phase = word.removeprefix(prefix).removesuffix("_power")
            if phase not in _POWER_PHASES:
                raise ValueError(f"no phase is called {phase!r} in {word!r}")
            return Per(1, "with_power", world_type=world_type, phase=phase)
    divisor = 1
    thing = word
    for number, prefix in ((2, "two_"), (3, "three_")):
        if word.startswith(prefix):
            if not word.endswith("s"):
                raise ValueError(f"{word!r} needs a plural, as in 'two_military_worlds'")
            divisor = number
            thing = word.removeprefix(prefix).removesuffix("s")
    return _parse_thing(divisor, thing, word)


def _parse_thing(divisor: int, thing: str, word: str) -> Per:
    if thing == "vp_chip":
        return Per(divisor, "vp_chips")
    if thing in _PLAIN_THINGS:
        return Per(divisor, thing)
    for what in _KIND_THINGS:
        if thing.endswith("_" + what):
            kind = thing.removesuffix("_" + what)
            if kind not in KINDS:
                raise ValueError(f"no kind of good is called {kind!r} in {word!r}")
            return Per(divisor, what, kind=kind)
    # The longest ending first: `rebel_military_world` is not a world with a keyword `rebel_military`.
    for what in reversed(_KEYWORD_THINGS):
        if thing.endswith("_" + what):
            keyword = _KEYWORD_WORDS.get(thing.removesuffix("_" + what))
            if keyword is not None:
                return Per(divisor, what, keyword=keyword)
    raise ValueError(f"nothing is counted by the word {word!r}")
