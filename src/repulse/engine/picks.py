"""Picks: answers given one small step at a time, from a list of actions that never changes during a game.

A learner needs a fixed list of actions and a mask of those available. An `ActionSpace` is such a list
for one configuration of a game. A decision is walked pick by pick:

    picker = Picker(space, decision)
    while not picker.finished():
        picker.mask(mask)
        picker.push(prefer(mask))
    state.apply(seat, picker.choice())

An option is spelled by one pick, or by several where it is made of parts (a power, then the world it takes). A
ONE decision is answered by spelling its option; a SOME decision takes its options one by one in ascending order, and DONE
ends it unless it is full already. Every path that the mask offers ends in a legal answer, and every legal answer has
exactly one path.
"""

from __future__ import annotations

from typing import Final

from repulse.engine import mypyc_attr
from repulse.engine.contract import SOME, Choice, Decision, IllegalChoice, Prompt, Seat

DONE: Final = 0
"""The action that ends a SOME decision."""

DONE_NAME: Final = "DONE"

END: Final = -1
"""Past the last pick of a spelling."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Domain:
    """How the options of a domain are spelled as picks. No spelling may be a prefix of another."""

    def pick(self, seat: Seat, value: int, at: int) -> int:
        """The pick at a place of the spelling of an option offered to `seat`; END past the last one."""
        raise NotImplementedError


class Listed(Domain):
    """Options known in advance, one pick each."""

    def __init__(self, picks: dict[int, int]) -> None:
        self._picks = picks

    def pick(self, seat: Seat, value: int, at: int) -> int:
        """The pick of an option."""
        return self._picks[value] if at == 0 else END


class Digits(Domain):
    """Unlimited whole numbers: those below `base` are one pick, larger ones a pick for each digit."""

    def __init__(self, space: ActionSpace, prefix: str, base: int, negative: bool = False) -> None:
        self._base = base
        self._low = [space.action(f"{prefix}/{digit}") for digit in range(base)]
        self._high = [space.action(f"{prefix}/{digit * base}+") if digit else END for digit in range(base)]
        self._minus = space.action(f"{prefix}/-") if negative else END

    def pick(self, seat: Seat, value: int, at: int) -> int:
        """A digit of the number, the highest first; the last digit has actions of its own."""
        if value < 0:
            if at == 0:
                return self._minus
            value = -value
            at -= 1
        base = self._base
        digits = 1
        unit = 1
        while value // unit >= base:
            unit *= base
            digits += 1
        if at >= digits:
            return END
        for _ in range(at):
            unit //= base
        digit = value // unit % base
        return self._low[digit] if at == digits - 1 else self._high[digit]


class ActionSpace:
    """The actions of a configuration of a game, and how decisions are answered with them."""

    def __init__(self) -> None:
        self.names: list[str] = [DONE_NAME]
        """The stable name of every action; the same thing has the same name in all configurations of a game."""
        self.size = 1
        self._numbers: dict[str, int] = {DONE_NAME: DONE}
        self._domains: dict[str, Domain] = {}
        self.closed = bytes(1)
        """A mask in which no action is open."""

    # --- making one ---

    def action(self, name: str) -> int:
        """The number of an action, which is added to the space if it is new."""
        number = self._numbers.get(name)
        if number is None:
            number = self.size
            self._numbers[name] = number
            self.names.append(name)
            self.size += 1
            self.closed = bytes(self.size)
        return number

    def number_of(self, name: str) -> int:
        """The number of an action of the space; KeyError if no action has that name."""
        return self._numbers[name]

    def spell(self, domain: str, spelling: Domain) -> None:
        """Set how the options of a domain are spelled."""
        self._domains[domain] = spelling

    def spelling_of(self, decision: Decision) -> Domain:
        """How the options of a decision are spelled."""
        return self._domains[decision.domain]

    # --- walking a decision ---

    def finished(self, decision: Decision, picked: list[int]) -> bool:
        """Whether the picks so far are a complete answer."""
        return self._read(decision, picked).finished

    def mask(self, decision: Decision, picked: list[int], out: bytearray) -> int:
        """Write 1 for every action available after the picks so far, 0 for all others; return how many are available."""
        out[:] = self.closed
        return _write_mask(self._read(decision, picked), self.spelling_of(decision), decision, picked, out)

    def choice(self, decision: Decision, picked: list[int]) -> Choice:
        """The answer that picks stand for; IllegalChoice if they are invalid or incomplete."""
        read = self._read(decision, picked)
        if not read.finished:
            raise IllegalChoice("unfinished", "The answer is not complete yet.")
        return read.values

    def picks(self, decision: Decision, choice: Choice) -> list[int]:
        """The picks that make a legal answer, DONE included where it needs one."""
        spelling = self._domains[decision.domain]
        seat = decision.seat
        picked: list[int] = []
        for value in choice:
            at = 0
            pick = spelling.pick(seat, value, 0)
            while pick != END:
                picked.append(pick)
                at += 1
                pick = spelling.pick(seat, value, at)
        if len(choice) < decision.most:
            picked.append(DONE)
        return picked

    def _read(self, decision: Decision, picked: list[int]) -> _Reading:
        """What picks mean so far; IllegalChoice if they could not have been made."""
        read = _Reading(decision)
        if picked:
            spelling = self._domains[decision.domain]
            for count in range(len(picked)):
                _read_pick(read, spelling, decision, picked, count)
        return read


class _Reading:
    """What the picks of a decision mean so far."""

    __slots__ = ("begin", "finished", "place", "pool", "values")

    def __init__(self, decision: Decision) -> None:
        self.pool = sorted(decision.options) if decision.kind == SOME else decision.options
        """The options in the order in which they may be picked."""
        self.place = 0
        """Where in the pool the next option may be."""
        self.values: Choice = []
        """The options spelled out so far."""
        self.begin = 0
        """Where the unfinished spelling begins among the picks."""
        self.finished = decision.most == 0


def _read_pick(read: _Reading, spelling: Domain, decision: Decision, picked: list[int], at: int) -> None:
    if read.finished:
        raise _not_open()
    if picked[at] == DONE:
        if decision.kind != SOME or read.begin != at or len(read.values) < decision.least:
            raise _not_open()
        read.finished = True
        return
    seat = decision.seat
    begin = read.begin
    pool = read.pool
    latest = len(pool) + len(read.values) - decision.least
    for i in range(read.place, min(len(pool), latest + 1)):
        value = pool[i]
        if _spells(spelling, seat, value, picked, begin, at + 1):
            if spelling.pick(seat, value, at + 1 - begin) == END:
                read.values.append(value)
                read.place = i + 1
                read.begin = at + 1
                read.finished = len(read.values) == decision.most
            return
    raise _not_open()


def _write_mask(
    read: _Reading, spelling: Domain, decision: Decision, picked: list[int], out: bytearray
) -> int:
    """Write 1 for every action available after picks, into a mask in which none is open; return how many there are."""
    if read.finished:
        return 0
    seat = decision.seat
    pool = read.pool
    begin = read.begin
    at = len(picked) - begin
    whole = len(read.values)
    size = len(pool)
    found = 0
    last = END
    # Later options would leave too few to choose from.
    for i in range(read.place, min(size, size + whole - decision.least + 1)):
        value = pool[i]
        if at == 0 or _begins(spelling, seat, value, picked, begin):
            pick = spelling.pick(seat, value, at)
            # Copies of an option stand together.
            if pick != last and not out[pick]:
                out[pick] = 1
                found += 1
                last = pick
    if decision.kind == SOME and at == 0 and whole >= decision.least:
        out[DONE] = 1
        found += 1
    return found


def _spells(spelling: Domain, seat: Seat, value: int, picked: list[int], begin: int, end: int) -> bool:
    """Whether the spelling of an option begins with the picks from `begin` to `end`."""
    at = begin
    while at < end and spelling.pick(seat, value, at - begin) == picked[at]:
        at += 1
    return at == end


def _begins(spelling: Domain, seat: Seat, value: int, picked: list[int], begin: int) -> bool:
    return _spells(spelling, seat, value, picked, begin, len(picked))


def _not_open() -> IllegalChoice:
    return IllegalChoice("not-offered", "That is not one of the open actions.")


class Picker:
    """A decision that is being answered pick by pick. It reads every pick once, and always knows what is open."""

    __slots__ = ("_read", "_spelling", "choices", "decision", "open", "picked", "space")

    def __init__(self, space: ActionSpace, decision: Decision) -> None:
        self.space = space
        self.open = bytearray(space.size)
        """1 for every action that is available, 0 for all others."""
        self.begin(decision)

    def begin(self, decision: Decision) -> None:
        """Answer another decision."""
        self.decision = decision
        self.picked: list[int] = []
        self.choices = 0
        """How many actions are available."""
        self._spelling = self.space.spelling_of(decision)
        self._read = _Reading(decision)
        self._open_actions()

    def resume(self, picked: list[int]) -> None:
        """Begin the same decision again, and take these picks."""
        self.begin(self.decision)
        for pick in picked:
            self.push(pick)

    def finished(self) -> bool:
        """Whether the answer is complete."""
        return self._read.finished

    def mask(self, out: bytearray) -> int:
        """Write which actions are available; return how many."""
        out[:] = self.open
        return self.choices

    def is_open(self, pick: int) -> bool:
        """Whether an action is available."""
        return 0 <= pick < self.space.size and self.open[pick] == 1

    def push(self, pick: int) -> None:
        """Take one more pick; IllegalChoice, and no change, if it is not available."""
        if not self.is_open(pick):
            raise _not_open()
        picked = self.picked
        picked.append(pick)
        _read_pick(self._read, self._spelling, self.decision, picked, len(picked) - 1)
        self._open_actions()

    def push_forced(self) -> None:
        """Take the picks to which there is no alternative."""
        while self.choices == 1:
            self.push(self.open.index(1))

    def choice(self) -> Choice:
        """The answer; IllegalChoice unless it is complete."""
        if not self._read.finished:
            raise IllegalChoice("unfinished", "The answer is not complete yet.")
        return self._read.values

    def _open_actions(self) -> None:
        self.open[:] = self.space.closed
        self.choices = _write_mask(self._read, self._spelling, self.decision, self.picked, self.open)


def plain_space(prompts: list[Prompt]) -> ActionSpace:
    """The actions of any game: numbers for every domain, whatever they stand for."""
    space = ActionSpace()
    for prompt in prompts:
        space.spell(prompt.domain, Digits(space, prompt.domain, base=64, negative=True))
    return space
