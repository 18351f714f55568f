"""Reading plain classes from data, with the standard library alone: what is stored, and what a page sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def stored_as(key: str) -> dict[str, str]:
    """Return the metadata of a field whose name in the data, for compatibility, is `key`."""
    return {"key": key}


def key_of(field: Field[Any]) -> str:
    """Return the name of a field in the data."""
    return str(field.metadata.get("key", field.name))


def read(kind: Any, data: Mapping[str, Any], known_only: bool = False) -> Any:
    """Return an object of a class, or of one of a union by its `type`, from its data.

    TypeError, ValueError or KeyError if it is not one. Unknown keys are ignored unless only known ones are allowed.
    """
    if get_origin(kind) is UnionType:
        return read(_by_type(kind)[data["type"]], data, known_only)
    expected_fields = _fields(kind)
    unknown = data.keys() - expected_fields.keys() - {"type"}
    if known_only and unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    return kind(
        **{
            name: _value(expected, data[key], known_only)
            for key, (name, expected) in expected_fields.items()
            if key in data
        }
    )


@lru_cache(maxsize=64)
def _by_type(union: Any) -> dict[Any, Any]:
    """Return the classes of a union by their `type`."""
    return {field.default: kind for kind in get_args(union) for field in fields(kind) if field.name == "type"}


@lru_cache(maxsize=64)
def _fields(kind: Any) -> dict[str, tuple[str, Any]]:
    """Return the name and the type of each field of a class, by its key in the data."""
    hints = get_type_hints(kind)
    return {key_of(field): (field.name, hints[field.name]) for field in fields(kind) if field.init}


def _value(want: Any, value: Any, known_only: bool) -> Any:
    """Return a value of a type.

    Raises:
        TypeError: The value has another type.
    """
    origin, inside = get_origin(want), get_args(want)
    if want is Any:
        return value
    if origin is UnionType:
        if value is None and NoneType in inside:
            return None
        # Among several types, none is a container: the type of the value decides.
        return _value(type(value) if type(value) in inside else inside[0], value, known_only)
    if origin is Literal:
        if value in inside:
            return value
    elif origin is list:
        if type(value) is list:
            return [_value(inside[0], item, known_only) for item in value]
    elif origin is dict:
        if type(value) is dict:
            return {key: _value(inside[1], item, known_only) for key, item in value.items()}
    elif is_dataclass(want):
        if type(value) is dict:
            return read(want, value, known_only)
    elif type(value) is want:
        return value
    raise TypeError(f"{value!r} is not {want}")
