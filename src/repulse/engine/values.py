"""The attributes of an object, compiled or not: for pickling, copying and comparing."""

from __future__ import annotations

import types
from typing import Any


def attribute_names(thing: object) -> list[str]:
    """Return the names of the attributes of an object. A compiled one has descriptors where another has a dictionary."""
    names = set(getattr(thing, "__dict__", {}))
    for cls in type(thing).__mro__:
        for name, member in vars(cls).items():
            if isinstance(member, (types.GetSetDescriptorType, types.MemberDescriptorType)):
                names.add(name)
    return sorted(name for name in names if not name.startswith("__"))


def values_of(thing: object, but: str = "") -> dict[str, Any]:
    """Return the attributes of an object with their values, except one."""
    return {name: getattr(thing, name) for name in attribute_names(thing) if name != but}


def restored(kind: Any, arguments: tuple[Any, ...], values: dict[str, Any]) -> Any:
    """Return an object with these values: created with any arguments its class takes, then overwritten."""
    thing = kind(*arguments)
    for name, value in values.items():
        setattr(thing, name, value)
    return thing
