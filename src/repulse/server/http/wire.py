"""The border of the server: message classes to JSON and back, checked strictly.

Messages are declared as dataclasses, so that a table needs no library. From each, the border makes a msgspec struct with
the same fields, which identifies messages by their `type`, refuses unknown keys (so that a typo is never silent), and
provides the schema.
"""

from __future__ import annotations

import functools
import operator
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct

from repulse.table.wire.base import ANY_SCREEN

T = TypeVar("T")

SCREEN_KEY: Final = "x-screen"
"""Marks the screen of any game in a schema."""

encode: Final = msgspec.json.Encoder().encode
"""A message as bytes."""

_KINDS: Final[dict[type[Struct], Any]] = {}
"""The message class of each struct."""


class Reader(Generic[T]):
    """Reads messages of one class, or of a union of classes that have a `type`."""

    def __init__(self, kind: Any) -> None:
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire_type(kind))

    def read(self, data: bytes | str) -> T:
        """Return the message in a text.

        Raises:
            msgspec.DecodeError: It holds none; the error says why.
        """
        message: T = _message(self._decoder.decode(data))
        return message


def wire_type(kind: Any) -> Any:
    """Return a type with structs in place of dataclasses, which msgspec can read and describe."""
    if isinstance(kind, type) and is_dataclass(kind):
        return struct_of(kind)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated and ANY_SCREEN in inside:
        return Annotated[inside[0], Meta(extra_json_schema={SCREEN_KEY: True})]
    if origin in (Union, UnionType):
        return functools.reduce(operator.or_, map(wire_type, inside))
    if origin is None or origin is Literal:
        return kind
    return origin[tuple(map(wire_type, inside))]


@functools.cache
def struct_of(kind: type) -> type[Struct]:
    """Return the struct of a message class."""
    hints = get_type_hints(kind, include_extras=True)
    tag: Any = None
    declared: list[Any] = []
    for field in fields(kind):
        if field.name == "type":
            tag = field.default
        elif field.default_factory is not MISSING:
            default = msgspec.field(default_factory=field.default_factory)
            declared.append((field.name, wire_type(hints[field.name]), default))
        elif field.default is not MISSING:
            declared.append((field.name, wire_type(hints[field.name]), field.default))
        else:
            declared.append((field.name, wire_type(hints[field.name])))
    struct = msgspec.defstruct(
        kind.__name__, declared, tag=tag, forbid_unknown_fields=True, namespace={"__doc__": kind.__doc__}
    )
    _KINDS[struct] = kind
    return struct


def _message(value: Any) -> Any:
    """Return decoded data with messages in place of structs."""
    if isinstance(value, Struct):
        return _KINDS[type(value)](
            **{name: _message(getattr(value, name)) for name in value.__struct_fields__}
        )
    if isinstance(value, list):
        return [_message(item) for item in value]
    return value
