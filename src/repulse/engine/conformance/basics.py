"""Shared parts of the checks: the error, the bytes of a position, and inspecting objects."""

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

MAX_CHOICES = 50_000
"""A game with more choices than this counts as endless."""


class ConformanceError(AssertionError):
    """A promise of the contract that a game does not keep."""

    def __init__(self, check: str, words: str) -> None:
        super().__init__(check, words)
        self.check = check
        self.words = words
        self.record: Record | None = None

    def __str__(self) -> str:
        return f"{self.check}: {self.words}"

    def __reduce__(self) -> tuple[object, ...]:
        """Support pickling: a compiled record cannot be sent to another process, but its text can."""
        return _told, (self.check, self.words, self.record.to_json() if self.record else "")


def _told(check: str, words: str, record: str) -> ConformanceError:
    fault = ConformanceError(check, words)
    fault.record = read_record(record) if record else None
    return fault


def broken(check: str, words: str) -> NoReturn:
    """Report a broken promise."""
    raise ConformanceError(check, words)


def mixed_seed(seed: int, salt: int) -> int:
    """Return a seed unrelated to the game's: the checks must not share its stream."""
    return (seed * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03 + 0x2545F4914F6CDD1D) % SEED_LIMIT


def viewers(state: State) -> list[Seat]:
    """Return every viewer: all seats and the spectator."""
    return [SPECTATOR, *range(state.players)]


def canonical(state: State) -> str:
    """Return the bytes of a position: its data as JSON with sorted keys."""
    return json.dumps(
        state.data(), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def canonical_but(state: State, left_out: str) -> str:
    """Return the bytes of a position without one key."""
    data = {key: value for key, value in state.data().items() if key != left_out}
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def same_decision(left_value: Decision, right_value: Decision) -> bool:
    """Return whether two decisions ask the same question."""
    return left_value == right_value


def decision_text(decision: Decision) -> str:
    """Return a decision as an error message describes it."""
    return (
        f"{decision.prompt} of seat {decision.seat} ({decision.least} to {decision.most} of {decision.options} "
        f"in {decision.domain})"
    )


def asked(state: State, seat: Seat) -> Decision | None:
    """Return what a seat is asked, if anything."""
    return state.decision(seat) if 0 <= seat < state.players and state.owing >> seat & 1 else None


# Inspecting objects: a program that holds the object can still read what data() leaves out.


def difference(left_value: object, right_value: object, path: str = "") -> str:
    """Return where two objects differ inside, as a path to the first difference; empty if nowhere.

    Logs are ignored, and so are cached decisions.
    """
    if left_value is right_value or {type(left_value), type(right_value)} == {Decision, type(None)}:
        return ""
    if type(left_value) is not type(right_value):
        return path or "type"
    if left_value is None or isinstance(left_value, int | str | float | bytes | set | frozenset | type):
        return "" if left_value == right_value else path or "value"
    if isinstance(left_value, list | tuple):
        assert isinstance(right_value, list | tuple)
        if len(left_value) != len(right_value):
            return f"{path} (length)"
        for index, (left, right) in enumerate(zip(left_value, right_value, strict=True)):
            if place := difference(left, right, f"{path}[{index}]"):
                return place
        return ""
    if isinstance(left_value, dict):
        assert isinstance(right_value, dict)
        if left_value.keys() != right_value.keys():
            return f"{path} (keys)"
        for key, left in left_value.items():
            if place := difference(left, right_value[key], f"{path}[{key!r}]"):
                return place
        return ""
    names = attribute_names(left_value)
    if not names:
        return "" if left_value == right_value else path or "value"
    for name in names:
        if name == "log" and isinstance(left_value, State):
            continue
        if place := difference(
            getattr(left_value, name, None), getattr(right_value, name, None), f"{path}.{name}"
        ):
            return place
    return ""


def held_streams(thing: object) -> list[list[int]]:
    """Return the state of every random stream that an object holds directly."""
    held = [getattr(thing, name, None) for name in attribute_names(thing)]
    return [item.words() for item in held if isinstance(item, Stream)]
