"""Picks: answers given one small step at a time, from a list of actions that never changes during a game.

A learner needs a fixed list of actions and a mask of those available. An `ActionSpace` is such a list
for one configuration of a game. A decision is answered pick by pick:

    picker = Picker(space, decision)
    while not picker.finished():
        picker.mask(mask)
        picker.push(prefer(mask))
    state.apply(seat, picker.choice())

An option is spelled by one pick, or by several where it is made of parts (a power, then the world it takes). A
ONE decision is answered by encoding its option; a SOME decision takes its options one by one in ascending order, and DONE
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
"""Past the last pick of an encoding."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Domain:
    """The encoding of the options of a domain as picks. No encoding may be a prefix of another."""

    def encode_step(self, seat: Seat, value: int, index: int) -> int:
        """Return the pick at a place of the encoding of an option offered to `seat`; END past the last one.

        Args:
            seat: The seat.
            value: The option.
            index: The place in the encoding.
        """
        raise NotImplementedError


class Listed(Domain):
    """Options known in advance, one pick each."""

    def __init__(self, picks: dict[int, int]) -> None:
        self._picks = picks

    def encode_step(self, seat: Seat, value: int, index: int) -> int:
        """Return the pick of an option.

        Args:
            seat: The seat.
            value: The option.
            index: The place in the encoding.
        """
        return self._picks[value] if index == 0 else END


class Digits(Domain):
    """Unlimited whole numbers: those below `base` are one pick, larger ones a pick for each digit."""

    def __init__(self, space: ActionSpace, prefix: str, base: int, negative: bool = False) -> None:
        """Add the actions of the digits to a space.

        Args:
            space: The space.
            prefix: The beginning of the names of the actions.
            base: The base of the digits; numbers below it are one pick.
            negative: Whether numbers may be below 0.
        """
        self._base = base
        self._low = [space.action(f"{prefix}/{digit}") for digit in range(base)]
        self._high = [space.action(f"{prefix}/{digit * base}+") if digit else END for digit in range(base)]
        self._minus = space.action(f"{prefix}/-") if negative else END

    def encode_step(self, seat: Seat, value: int, index: int) -> int:
        """Return a digit of the number, the highest first; the last digit has actions of its own.

        Args:
            seat: The seat.
            value: The option.
            index: The place in the encoding.
        """
        if value < 0:
            if index == 0:
                return self._minus
            value = -value
            index -= 1
        base = self._base
        digits = 1
        unit = 1
        while value // unit >= base:
            unit *= base
            digits += 1
        if index >= digits:
            return END
        for _ in range(index):
            unit //= base
        digit = value // unit % base
        return self._low[digit] if index == digits - 1 else self._high[digit]


class ActionSpace:
    """The actions of a configuration of a game, and how decisions are answered with them."""

    def __init__(self) -> None:
        self.names: list[str] = [DONE_NAME]
        """The stable name of every action; the same thing has the same name in all configurations of a game."""
        self.size = 1
        self._numbers: dict[str, int] = {DONE_NAME: DONE}
        self._domains: dict[str, Domain] = {}
        self.empty_mask = bytes(1)
        """A mask in which no action is open."""

    # --- making one ---

    def action(self, name: str) -> int:
        """Return the number of an action, which is added to the space if it is new."""
        number = self._numbers.get(name)
        if number is None:
            number = self.size
            self._numbers[name] = number
            self.names.append(name)
            self.size += 1
            self.empty_mask = bytes(self.size)
        return number

    def number_of(self, name: str) -> int:
        """Return the number of an action of the space.

        Raises:
            KeyError: No action has that name.
        """
        return self._numbers[name]

    def set_encoding(self, domain: str, encoding: Domain) -> None:
        """Set the encoding of a domain."""
        self._domains[domain] = encoding

    def encoding_for(self, decision: Decision) -> Domain:
        """Return the encoding for a decision."""
        return self._domains[decision.domain]

    # --- answering a decision ---

    def finished(self, decision: Decision, picked: list[int]) -> bool:
        """Return whether the picks so far are a complete answer."""
        return self._read(decision, picked).finished

    def mask(self, decision: Decision, picked: list[int], out: bytearray) -> int:
        """Write 1 for every action available after the picks so far, 0 for all others; return how many are available.

        Args:
            decision: The decision.
            picked: The picks so far.
            out: The mask: a byte for every action.
        """
        out[:] = self.empty_mask
        return _write_mask(self._read(decision, picked), self.encoding_for(decision), decision, picked, out)

    def choice(self, decision: Decision, picked: list[int]) -> Choice:
        """Return the answer that picks stand for.

        Raises:
            IllegalChoice: They are invalid or incomplete.
        """
        read = self._read(decision, picked)
        if not read.finished:
            raise IllegalChoice("unfinished", message="The answer is not complete yet.")
        return read.values

    def picks(self, decision: Decision, choice: Choice) -> list[int]:
        """Return the picks that make a legal answer, DONE included where it needs one."""
        encoding = self._domains[decision.domain]
        seat = decision.seat
        picked: list[int] = []
        for value in choice:
            index = 0
            pick = encoding.encode_step(seat, value, 0)
            while pick != END:
                picked.append(pick)
                index += 1
                pick = encoding.encode_step(seat, value, index)
        if len(choice) < decision.most:
            picked.append(DONE)
        return picked

    def _read(self, decision: Decision, picked: list[int]) -> _Reading:
        """Return what picks mean so far.

        Raises:
            IllegalChoice: They could not have been made.
        """
        read = _begin(decision)
        if picked:
            encoding = self._domains[decision.domain]
            for count in range(len(picked)):
                _read_pick(read, encoding, decision, picked, count)
        return read


class _Reading:
    """The meaning of the picks of a decision so far."""

    __slots__ = ("begin", "finished", "place", "pool", "values")

    def __init__(self, pool: list[int], finished: bool) -> None:
        self.pool = pool
        """The options in the order in which they may be picked."""
        self.place = 0
        """Where in the pool the next option may be."""
        self.values: Choice = []
        """The options encoded so far."""
        self.begin = 0
        """Where the unfinished encoding begins among the picks."""
        self.finished = finished

    def clone(self) -> _Reading:
        """Return an independent copy. The pool is shared, since nothing changes it."""
        copy = _Reading(self.pool, self.finished)
        copy.place = self.place
        copy.values = self.values[:]
        copy.begin = self.begin
        return copy


def _begin(decision: Decision) -> _Reading:
    """Return the meaning of no picks yet."""
    pool = sorted(decision.options) if decision.kind == SOME else decision.options
    return _Reading(pool, decision.most == 0)


def _read_pick(read: _Reading, encoding: Domain, decision: Decision, picked: list[int], index: int) -> None:
    if read.finished:
        raise _illegal_pick()
    if picked[index] == DONE:
        if decision.kind != SOME or read.begin != index or len(read.values) < decision.least:
            raise _illegal_pick()
        read.finished = True
        return
    seat = decision.seat
    begin = read.begin
    pool = read.pool
    latest = len(pool) + len(read.values) - decision.least
    for i in range(read.place, min(len(pool), latest + 1)):
        value = pool[i]
        if _spells(encoding, seat, value, picked, begin, index + 1):
            if encoding.encode_step(seat, value, index + 1 - begin) == END:
                read.values.append(value)
                read.place = i + 1
                read.begin = index + 1
                read.finished = len(read.values) == decision.most
            return
    raise _illegal_pick()


def _write_mask(
    read: _Reading, encoding: Domain, decision: Decision, picked: list[int], out: bytearray
) -> int:
    """Write 1 for every action available after picks, into a mask in which none is open; return how many there are."""
    if read.finished:
        return 0
    seat = decision.seat
    pool = read.pool
    begin = read.begin
    index = len(picked) - begin
    whole = len(read.values)
    size = len(pool)
    count = 0
    last = END
    # Later options would leave too few to choose from.
    for i in range(read.place, min(size, size + whole - decision.least + 1)):
        value = pool[i]
        if index == 0 or _begins(encoding, seat, value, picked, begin):
            pick = encoding.encode_step(seat, value, index)
            # Copies of an option are adjacent.
            if pick != last and not out[pick]:
                out[pick] = 1
                count += 1
                last = pick
    if decision.kind == SOME and index == 0 and whole >= decision.least:
        out[DONE] = 1
        count += 1
    return count


def _spells(encoding: Domain, seat: Seat, value: int, picked: list[int], begin: int, end: int) -> bool:
    """Return whether the encoding of an option begins with the picks from `begin` to `end`."""
    index = begin
    while index < end and encoding.encode_step(seat, value, index - begin) == picked[index]:
        index += 1
    return index == end


def _begins(encoding: Domain, seat: Seat, value: int, picked: list[int], begin: int) -> bool:
    return _spells(encoding, seat, value, picked, begin, len(picked))


def _illegal_pick() -> IllegalChoice:
    return IllegalChoice("not-offered", message="This action is not legal now.")


class Picker:
    """A decision that is being answered pick by pick. It reads every pick once, and always knows what is open."""

    __slots__ = ("_encoding", "_read", "choices", "decision", "legal", "picked", "space")

    def __init__(self, space: ActionSpace, decision: Decision, like: Picker | None = None) -> None:
        self.space = space
        self.decision = decision
        self._encoding = space.encoding_for(decision)
        self.legal: bytearray = bytearray(space.size) if like is None else like.legal[:]
        """1 for every action that is available, 0 for all others."""
        self.picked: list[int] = [] if like is None else like.picked[:]
        self.choices: int = 0 if like is None else like.choices
        """The number of available actions."""
        self._read: _Reading = _begin(decision) if like is None else like._read.clone()
        if like is None:
            self._update_legal()

    def begin(self, decision: Decision) -> None:
        """Answer another decision."""
        self.decision = decision
        self.picked = []
        self._encoding = self.space.encoding_for(decision)
        self._read = _begin(decision)
        self._update_legal()

    def clone(self) -> Picker:
        """Return an independent copy. The decision is shared, since nothing changes it."""
        return Picker(self.space, self.decision, like=self)

    def restore(self, picked: list[int]) -> None:
        """Begin the same decision again, and take these picks."""
        self.begin(self.decision)
        for pick in picked:
            self.push(pick)

    def finished(self) -> bool:
        """Return whether the answer is complete."""
        return self._read.finished

    def mask(self, out: bytearray) -> int:
        """Write which actions are available; return how many."""
        out[:] = self.legal
        return self.choices

    def legal_actions(self) -> list[int]:
        """Return the available actions, lowest first."""
        legal = self.legal
        actions: list[int] = []
        action = legal.find(1)
        while action >= 0:
            actions.append(action)
            action = legal.find(1, action + 1)
        return actions

    def is_legal(self, pick: int) -> bool:
        """Return whether an action is available."""
        return 0 <= pick < self.space.size and self.legal[pick] == 1

    def push(self, pick: int) -> None:
        """Take one more pick.

        Raises:
            IllegalChoice: It is not available; nothing has changed.
        """
        if not self.is_legal(pick):
            raise _illegal_pick()
        picked = self.picked
        picked.append(pick)
        _read_pick(self._read, self._encoding, self.decision, picked, len(picked) - 1)
        self._update_legal()

    def apply_forced_picks(self) -> None:
        """Apply all forced picks."""
        while self.choices == 1:
            self.push(self.legal.index(1))

    def choice(self) -> Choice:
        """Return the answer.

        Raises:
            IllegalChoice: The answer is incomplete.
        """
        if not self._read.finished:
            raise IllegalChoice("unfinished", message="The answer is not complete yet.")
        return self._read.values

    def _update_legal(self) -> None:
        self.legal[:] = self.space.empty_mask
        self.choices = _write_mask(self._read, self._encoding, self.decision, self.picked, self.legal)


def plain_space(prompts: list[Prompt]) -> ActionSpace:
    """Return the actions of any game: numbers for every domain."""
    space = ActionSpace()
    for prompt in prompts:
        space.set_encoding(prompt.domain, Digits(space, prompt.domain, base=64, negative=True))
    return space
