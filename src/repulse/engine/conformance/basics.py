"""What the checks share: the error, the bytes of a position, and inspecting objects."""

from __future__ import annotations

import json
from typing import NoReturn

from repulse.engine.contract import (
    SPECTATOR,
    Decision,
    Seat,
    State,
)
from repulse.engine.random import SEED_LIMIT, Stream
from repulse.engine.record import Record, read_record
from repulse.engine.values import attribute_names

LONGEST = 50_000
"""A game with more choices than this counts as endless."""


class Nonconformance(AssertionError):
    """A promise of the contract that a game does not keep."""

    def __init__(self, check: str, words: str) -> None:
        super().__init__(check, words)
        self.check = check
        self.words = words
        self.record: Record | None = None

    def __str__(self) -> str:
        return f"{self.check}: {self.words}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickling: a compiled record cannot be sent to another process, but its text can."""
        return _told, (self.check, self.words, self.record.to_json() if self.record else "")


def _told(check: str, words: str, record: str) -> Nonconformance:
    fault = Nonconformance(check, words)
    fault.record = read_record(record) if record else None
    return fault


def broken(check: str, words: str) -> NoReturn:
    """Report a broken promise."""
    raise Nonconformance(check, words)


def mixed_seed(seed: int, salt: int) -> int:
    """A seed unrelated to the game's: the checks must not share its stream."""
    return (seed * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03 + 0x2545F4914F6CDD1D) % SEED_LIMIT


def viewers(state: State) -> list[Seat]:
    """Every viewer: all seats and the spectator."""
    return [SPECTATOR, *range(state.players)]


def canonical(state: State) -> str:
    """The bytes of a position: its data as JSON with sorted keys."""
    return json.dumps(
        state.data(), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def canonical_but(state: State, left_out: str) -> str:
    """The bytes of a position without one key."""
    data = {key: value for key, value in state.data().items() if key != left_out}
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def same_decision(one: Decision, other: Decision) -> bool:
    """Whether two decisions ask the same question."""
    return one == other


def decision_text(decision: Decision) -> str:
    """A decision as an error message describes it."""
    return (
        f"{decision.prompt} of seat {decision.seat} ({decision.least} to {decision.most} of {decision.options} "
        f"in {decision.domain})"
    )


def asked(state: State, seat: Seat) -> Decision | None:
    """What a seat is asked, if anything."""
    return state.decision(seat) if 0 <= seat < state.players and state.owing >> seat & 1 else None


# Inspecting objects: a program that holds the object can still read what data() leaves out.


def difference(one: object, other: object, path: str = "") -> str:
    """Where two objects differ inside, as a path to the first difference; empty if nowhere.

    Logs are ignored, and so are cached decisions.
    """
    if one is other or {type(one), type(other)} == {Decision, type(None)}:
        return ""
    if type(one) is not type(other):
        return path or "type"
    if one is None or isinstance(one, int | str | float | bytes | set | frozenset | type):
        return "" if one == other else path or "value"
    if isinstance(one, list | tuple):
        assert isinstance(other, list | tuple)
        if len(one) != len(other):
            return f"{path} (length)"
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if found := difference(left, right, f"{path}[{index}]"):
                return found
        return ""
    if isinstance(one, dict):
        assert isinstance(other, dict)
        if one.keys() != other.keys():
            return f"{path} (keys)"
        for key, left in one.items():
            if found := difference(left, other[key], f"{path}[{key!r}]"):
                return found
        return ""
    names = attribute_names(one)
    if not names:
        return "" if one == other else path or "value"
    for name in names:
        if name == "log" and isinstance(one, State):
            continue
        if found := difference(getattr(one, name, None), getattr(other, name, None), f"{path}.{name}"):
            return found
    return ""


def held_streams(thing: object) -> list[list[int]]:
    """The state of every random stream that an object holds directly."""
    held = [getattr(thing, name, None) for name in attribute_names(thing)]
    return [item.words() for item in held if isinstance(item, Stream)]
