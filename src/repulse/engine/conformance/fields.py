"""The check of declared fields: what `engine.fields` says of a field is what copies, data and views do with it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from repulse.engine.conformance.basics import broken, canonical, viewers
from repulse.engine.contract import Seat, State
from repulse.engine.fields import CACHE, FIXED, HIDDEN, KIND_BITS, OWN, PART, PUBLIC, RESETS, SHARED
from repulse.engine.random import Stream
from repulse.engine.values import attribute_names

MAX_ITEMS = 8
"""Of a list, this many items are changed."""

Path = tuple[str, ...]
"""The names that lead from a state to a field."""


def check_fields(state: State, reset: Callable[[Any], None] | None = None) -> set[str]:
    """Check every declared field of a complete position, and that every attribute is declared.

    Args:
        state: A position; it is not changed.
        reset: The function that resets the fields declared so.

    Returns:
        The fields whose hiding could be tested here: a list must hold something to be hidden.

    Raises:
        ConformanceError: A field is not declared, not copied, not in the data, or not hidden as declared.
    """
    fields = dict(state.fields())
    if not fields:
        return set()
    # The frame of every position: all the others depend on it, and the log is no part of a position.
    declared = {**fields, "players": CACHE, "viewer": CACHE, "log": CACHE}
    return _check_part(state, (), declared, reset=reset)


def _check_part(
    state: State, path: Path, fields: Mapping[str, int], *, reset: Callable[[Any], None] | None
) -> set[str]:
    part = _at(state, path)
    names = set(attribute_names(part))
    if missing := names - set(fields):
        broken("fields", f"not declared in {type(part).__name__}.fields(): {', '.join(sorted(missing))}")
    if unknown := set(fields) - names:
        broken("fields", f"declared, but no field of {type(part).__name__}: {', '.join(sorted(unknown))}")
    hidden: set[str] = set()
    for name, row in fields.items():
        kind = row & KIND_BITS
        here = (*path, name)
        if kind == PART:
            if _at(state, here) is not None:
                hidden |= _check_part(state, here, _at(state, here).fields(), reset=reset)
        elif kind == SHARED:
            if _at(state.clone(), here) is not _at(state, here):
                broken("fields", f"{_text(here)} is declared as shared, but a clone has another one")
        elif kind != CACHE:
            _check_field(state, here, kind)
            hidden |= _check_sight(state, here, kind)
        if row & RESETS and reset is not None:
            _check_reset(state, here, reset)
    return hidden


def _check_field(state: State, path: Path, kind: int) -> None:
    """Change a field: copies have the new value and a list of their own, and the data differs."""
    variants = _variants(state, path)
    changed = variants[0]
    value = _plain(_at(changed, path))
    twin = changed.clone()
    if _plain(_at(twin, path)) != value:
        broken("fields", f"{_text(path)} is not copied")
    if isinstance(value, list) and _at(twin, path) is _at(changed, path):
        broken("fields", f"{_text(path)} is shared by copies")
    before = canonical(state)
    differs = any(canonical(variant) != before for variant in variants)
    if differs != (kind != FIXED):
        broken("fields", f"{_text(path)} {'is' if differs else 'is not'} part of the data")


def _check_sight(state: State, path: Path, kind: int) -> set[str]:
    """Change a field: only the viewers who may see it see the change."""
    if kind in (PUBLIC, FIXED):
        for viewer in viewers(state):
            if _plain(_at(state.view(viewer), path)) != _plain(_at(state, path)):
                broken(
                    "fields", f"{_text(path)} is declared as public, but viewer {viewer} sees something else"
                )
        return set()
    seats = range(state.players) if kind == OWN else [-1]
    tested: set[str] = set()
    for seat in seats:
        changed = state.clone()
        if not _change_hidden(changed, path, seat):
            continue
        tested.add(_text(path))
        for viewer in viewers(state):
            sees = _plain(_at(changed.view(viewer), path)) != _plain(_at(state.view(viewer), path))
            if sees and (kind == HIDDEN or viewer != seat):
                broken("fields", f"viewer {viewer} sees a change of {_text(path)}, seat {seat}")
            if not sees and kind == OWN and viewer == seat:
                broken("fields", f"seat {seat} does not see a change of its own {_text(path)}")
    return tested


def _check_reset(state: State, path: Path, reset: Callable[[Any], None]) -> None:
    """Change a field and reset: it is as it was after a reset without the change."""
    plain, changed = state.clone(), _variants(state, path)[0]
    reset(plain)
    reset(changed)
    if _plain(_at(plain, path)) != _plain(_at(changed, path)):
        broken("fields", f"{_text(path)} is not reset")


def _at(state: State, path: Path) -> Any:
    value: Any = state
    for name in path:
        value = getattr(value, name)
    return value


def _text(path: Path) -> str:
    return ".".join(path)


def _plain(value: Any) -> Any:
    return value.words() if isinstance(value, Stream) else value


def _variants(state: State, path: Path) -> list[State]:
    """Return copies in which a field has other values of its type: some may make no sense beside other fields."""
    value = _at(state, path)
    if isinstance(value, Stream):
        changed = state.clone()
        _at(changed, path).next32()
        return [changed]
    variants: list[State] = []
    for other in _others(value):
        changed = state.clone()
        _put(changed, path, other)
        try:
            changed.clone()
        except TypeError:
            continue  # nothing says what an empty list holds
        variants.append(changed)
    return variants


def _others(value: Any, depth: int = 0) -> list[Any]:
    """Return other values of the same type: numbers stay among those that a position may hold."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1 if value > 1 else value + 1]
    if not value:
        return [[1]] if depth else [[1], [[1]]]
    others: list[Any] = []
    for index, item in enumerate(value[:MAX_ITEMS]):
        others += [[*value[:index], other, *value[index + 1 :]] for other in _others(item, depth + 1)]
    return others


def _change_hidden(state: State, path: Path, seat: Seat) -> bool:
    """Change a value that stands for something hidden, and nothing about its size; return whether there is one."""
    value = _at(state, path)
    if isinstance(value, Stream):
        value.next32()
        return True
    value = copy.deepcopy(value)
    if seat >= 0:
        if not _change_item(value[seat]):
            return False
    elif isinstance(value, int):
        value += 1
    elif not _change_item(value):
        return False
    _put(state, path, value)
    return True


def _change_item(items: list[Any]) -> bool:
    """Change the first number above 1 in nested lists: smaller ones may be marks that all can see."""
    for index, item in enumerate(items):
        if isinstance(item, list):
            if _change_item(item):
                return True
        elif item > 1:
            items[index] = item - 1
            return True
    return False


def _put(state: State, path: Path, value: Any) -> None:
    setattr(_at(state, path[:-1]), path[-1], value)
