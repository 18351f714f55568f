"""Decisions, prompts and events: what a game asks, and how it reports what happened.

There are only two kinds of decision. ONE: exactly one of the options. SOME: at least `least` and at most
`most` of them. Options are whole numbers; the decision's `domain` says what they stand for, and the game has a word
for each (`Game.token`), which records, screens and terminals use. An option listed twice in a SOME decision may be
chosen twice (two copies of a card in hand).
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 to players - 1."""

Choice: TypeAlias = list[int]
"""The answer to a decision: option values, in ascending order."""

Event: TypeAlias = list[int]
"""A record of something that happened: an event id, a seat (or -1), and numbers whose meaning the game knows."""

Data: TypeAlias = dict[str, object]
"""Plain JSON data."""

ONE: Final = 0
SOME: Final = 1


class Decision:
    """A question to a seat. Immutable, so clones can share it."""

    __slots__ = ("about", "domain", "kind", "least", "most", "options", "prompt", "seat")

    def __init__(
        self,
        seat: Seat,
        prompt: str,
        kind: int,
        domain: str,
        options: list[int],
        least: int,
        most: int,
        about: int,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        """The id of the prompt; `Game.prompts` has the rest of it."""
        self.kind = kind
        self.domain = domain
        self.options = options
        self.least = least
        self.most = most
        self.about = about
        """The subject of the question; the prompt says what kind of thing it is. -1 for nothing."""

    def _parts(self) -> tuple[Any, ...]:
        head = (self.seat, self.prompt, self.kind, self.domain)
        return (*head, tuple(self.options), self.least, self.most, self.about)

    def __reduce__(self) -> tuple[Any, ...]:
        head = (self.seat, self.prompt, self.kind, self.domain)
        return Decision, (*head, self.options, self.least, self.most, self.about)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        count = "one" if self.kind == ONE else f"{self.least} to {self.most}"
        return f"<{self.prompt} for seat {self.seat}: {count} of {len(self.options)} ({self.domain})>"

    def forced(self) -> bool:
        """Return whether there is only one possible answer."""
        if self.kind == ONE:
            return len(self.options) == 1
        return self.most == 0 or self.least == len(self.options)

    def forced_choice(self) -> Choice:
        """Return the only answer of a forced decision."""
        return [] if self.most == 0 else sorted(self.options)


class Prompt:
    """A question that a game can ask: one row of its prompt table, from which all its decisions are made."""

    __slots__ = ("about", "domain", "ident", "kind", "totals")

    def __init__(
        self, ident: str, kind: int, domain: str, about: str = "", totals: tuple[str, ...] = ()
    ) -> None:
        self.ident = ident
        """The stable id, such as `settle.place`; the catalogues hold its words."""
        self.kind = kind
        """ONE or SOME."""
        self.domain = domain
        """The kind of thing that options stand for, such as `card` or `number`."""
        self.about = about
        """The kind of thing in `Decision.about`, such as `card` or `power`; empty where a question is about nothing."""
        self.totals = totals
        """The numbers that the question turns on, such as `cost`: a screen shows their sums beside it."""

    def _parts(self) -> tuple[Any, ...]:
        return self.ident, self.kind, self.domain, self.about, self.totals

    def __reduce__(self) -> tuple[Any, ...]:
        return Prompt, self._parts()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prompt) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self.ident)

    def __repr__(self) -> str:
        return f"<prompt {self.ident}: {'one' if self.kind == ONE else 'some'} of {self.domain}>"


def ask_one(prompt: Prompt, seat: Seat, options: list[int], about: int = -1) -> Decision:
    """Return a decision for exactly one of the options (all different)."""
    return Decision(seat, prompt.ident, ONE, prompt.domain, options, 1, 1, about)


def ask_some(
    prompt: Prompt, seat: Seat, options: list[int], least: int, most: int, about: int = -1
) -> Decision:
    """Return a decision for `least` to `most` of the options."""
    return Decision(seat, prompt.ident, SOME, prompt.domain, options, least, most, about)


class EventKind:
    """A kind of event: one row of a game's event table."""

    __slots__ = ("fields", "name", "private_from")

    def __init__(self, name: str, fields: tuple[str, ...] = (), private: str = "") -> None:
        self.name = name
        """The stable id that screens and programs get."""
        self.fields = fields
        """The names of the numbers after the seat; the last one may cover all that remain (`cards`)."""
        self.private_from = 2 + fields.index(private) if private else 2 + ALL_PUBLIC
        """Where the numbers that only the event's seat may see begin."""


ALL_PUBLIC: Final = 1 << 20
"""More numbers than any event has."""


def is_among(values: list[int], value: int) -> bool:
    """Return whether `value` is in a list: the operator `in`, which would compare objects even when compiled."""
    for other in values:  # noqa: SIM110  (a generator would cost more than the loop when interpreted)
        if other == value:
            return True
    return False
