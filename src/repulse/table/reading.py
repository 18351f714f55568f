"""Reading plain classes from data, with the standard library alone: what is stored, and what a page sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def read(kind: Any, data: Mapping[str, Any], known_only: bool = False) -> Any:
    """An object of a class, or of one of a union by its `type`, from its data.

    TypeError, ValueError or KeyError if it is not one. Unknown keys are ignored unless only known ones are allowed.
    """
    if get_origin(kind) is UnionType:
        return read(_by_type(kind)[data["type"]], data, known_only)
    wanted = _types(kind)
    strange = data.keys() - wanted.keys() - {"type"}
    if known_only and strange:
        raise ValueError(f"unknown: {', '.join(sorted(strange))}")
    return kind(
        **{name: _value(want, data[name], known_only) for name, want in wanted.items() if name in data}
    )


@lru_cache(maxsize=64)
def _by_type(union: Any) -> dict[Any, Any]:
    """The classes of a union by what identifies them."""
    return {field.default: kind for kind in get_args(union) for field in fields(kind) if field.name == "type"}


@lru_cache(maxsize=64)
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind) if each.init}


def _value(want: Any, value: Any, known_only: bool) -> Any:
    """A value of a type; TypeError if it is not."""
    origin, inside = get_origin(want), get_args(want)
    if want is Any:
        return value
    if origin is UnionType:
        return None if value is None and NoneType in inside else _value(inside[0], value, known_only)
    if origin is Literal:
        if value in inside:
            return value
    elif origin is list:
        if type(value) is list:
            return [_value(inside[0], each, known_only) for each in value]
    elif origin is dict:
        if type(value) is dict:
            return {key: _value(inside[1], each, known_only) for key, each in value.items()}
    elif is_dataclass(want):
        if type(value) is dict:
            return read(want, value, known_only)
    elif type(value) is want:
        return value
    raise TypeError(f"{value!r} is not {want}")
