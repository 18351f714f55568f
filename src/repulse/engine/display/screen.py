"""The plain data of a screen: the shapes that all games share.

A screen is made from a view alone, by the `Display` of the game, so nothing hidden can get into it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from repulse.engine.contract import EVERYTHING, Seat
from repulse.engine.display.segments import Text


def seats_open_to(viewer: Seat, players: int) -> range:
    """Return the seats whose secrets a viewer may see: their own, all of them for EVERYTHING, none for a spectator."""
    if viewer == EVERYTHING:
        return range(players)
    return range(viewer, viewer + 1) if viewer >= 0 else range(0)


class Part(TypedDict):
    """One part of a number."""

    source: Text
    amount: int


class ScorePart(TypedDict):
    """One thing that gives points."""

    kind: str
    """The kind of thing it is, by a stable id of the game: parts of one kind are shown together."""
    source: Text
    amount: int


class Total(TypedDict):
    """A number that matters to a question, with its parts."""

    id: str
    """The kind of number, such as `cost`, `military` or `defense`."""
    words: Text
    have: int
    need: int
    """-1 where nothing is needed."""
    parts: list[Part]


class Target(TypedDict):
    """The target of an option, so that it can be shown where that thing is drawn."""

    kind: str
    """`hand`, `tableau`, `start`, `action`, `region`, ..."""
    name: str
    """The card, world, region, ... by name."""
    other: str
    """A second thing of the same option, such as where a ship goes; empty for none."""
    seat: int
    """Its owner; -1 for nobody."""


class OptionInfo(TypedDict):
    """One option of a question."""

    word: str
    """The stable word to answer with."""
    title: Text
    """The option in plain words."""
    detail: Text
    """The meaning or the gain of the option, where its title does not say it; empty for nothing more."""
    price: str
    """The cost of the option in a word or two, to stand on the thing itself; empty for none."""
    target: Target | None


class WhyNot(TypedDict):
    """A visible thing that is not offered, and the reason."""

    kind: str
    name: str
    other: str
    text: Text


class Ask(TypedDict):
    """The question to the viewer."""

    number: int
    """To be sent back with the answer; another question has another number."""
    seat: int
    prompt: str
    """The stable id of the question."""
    kind: Literal["one", "some"]
    """`one`: exactly one option; `some`: from `least` to `most` of them."""
    domain: str
    least: int
    most: int
    about: str
    """The card or thing that the question is about, by name; empty for none."""
    text: Text
    """The question in plain words."""
    options: list[OptionInfo]
    """An option listed twice may be chosen twice."""
    why_not: list[WhyNot]
    totals: list[Total]
    suggested: list[str]
    """A sensible answer in words, where one can be laid out to be changed or confirmed, such as a payment; else empty."""
    sure: bool
    """Nothing can be lost by the answer suggested: a screen may send it without asking."""
    keeps: bool
    """The player chooses what to keep, and the answer is the rest: `text` asks so, and all but `most` options are kept."""
    pays: bool
    """The choice is a payment: its options are spent, and a total `cost` says how many are needed."""
    held: list[str]
    """With `keeps`: options in words that count as kept to begin with, such as the cards held before a draw."""


Fact: TypeAlias = int | str | list[int | str]
"""A fact of an event: a number, a stable name, or several of them."""


class LogLine(TypedDict):
    """A line of the log."""

    seat: int
    """The seat that did it; -1 for none."""
    event: str
    """The kind of event, by a stable id."""
    text: Text
    """Empty for an event that is not worth a line."""
    facts: dict[str, Fact]
    """An event as data: the fields of the event as the reader may see them; hidden cards have no name."""
