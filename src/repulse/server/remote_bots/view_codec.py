"""Views of a game as JSON, for bots on other machines. Nothing that is received can run code.

A view is written as the difference to the view of the opening position with the same options: numbers, texts and lists are
sent, objects are sent attribute by attribute, and everything that follows from the options, such as the table of cards, is
shared by all positions and left out. The reader makes the opening position itself and changes it. Attributes that begin with
an underscore are caches and are not sent.
"""

from __future__ import annotations

from typing import Any, Final

from repulse.engine.contract import Data, Game, RepulseError, Seat, State
from repulse.engine.match import Match
from repulse.engine.values import values_of

_PLAIN: Final = (bool, int, float, str, type(None))
_NOT_SENT: Final = frozenset({"log", "players"})


class ViewCodecError(RepulseError, ValueError):
    """A view that cannot be written as JSON, or data that is no view of the game."""


def opening_view(game: Game, options: Data, seat: Seat) -> State:
    """Return the view of a seat at the start of a game: what views of later positions are compared with."""
    view: State = Match(game, options, 0).state.view(seat)
    return view


def encode_view(view: State, opening: State) -> dict[str, Any]:
    """Return a view as JSON data.

    Args:
        view: The view.
        opening: The opening view of the same seat with the same options.

    Raises:
        ViewCodecError: The view holds something that is not plain data.
    """
    return _encode_object(view, opening)


def decode_view(data: dict[str, Any], opening: State) -> State:
    """Return the view that `encode_view` has written.

    Args:
        data: The JSON data.
        opening: The opening view of the same seat with the same options.

    Raises:
        ViewCodecError: The data does not fit the game.
    """
    view = opening.clone()
    view.viewer = opening.viewer
    try:
        _decode_object(data, view)
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        raise ViewCodecError(f"This is not a view of the game: {error}") from error
    return view


def _encode_object(thing: object, opening: object) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, value in values_of(thing).items():
        if name.startswith("_") or name in _NOT_SENT:
            continue
        start = getattr(opening, name)
        if _is_data(value):
            data[name] = _encode_data(value)
        elif value is not start:
            if type(value) is not type(start):
                raise ViewCodecError(f"{type(thing).__name__}.{name} cannot be sent.")
            data[name] = {"object": _encode_object(value, start)}
    return data


def _is_data(value: object) -> bool:
    return isinstance(value, (*_PLAIN, list, tuple, dict, set, frozenset))


def _encode_data(value: Any) -> Any:
    """Return plain data as JSON; a list is a list, and the other containers are tagged."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, list):
        return [_encode_data(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [_encode_data(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[_encode_data(key), _encode_data(item)] for key, item in value.items()]}
    if isinstance(value, set):
        return {"set": [_encode_data(item) for item in value]}
    if isinstance(value, frozenset):
        return {"frozenset": [_encode_data(item) for item in value]}
    raise ViewCodecError(f"{type(value).__name__} cannot be sent.")


def _decode_object(data: dict[str, Any], thing: object) -> None:
    allowed = {name for name in values_of(thing) if not name.startswith("_")} - _NOT_SENT
    for name, value in data.items():
        if name not in allowed:
            raise ViewCodecError(f"{type(thing).__name__} has no attribute {name[:40]!r}.")
        if isinstance(value, dict) and "object" in value:
            _decode_object(value["object"], getattr(thing, name))
        else:
            setattr(thing, name, _decode_data(value))


def _decode_data(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode_data(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, items),) = value.items()
    if kind == "tuple":
        return tuple(_decode_data(item) for item in items)
    if kind == "dict":
        return {_decode_data(key): _decode_data(item) for key, item in items}
    if kind == "set":
        return {_decode_data(item) for item in items}
    if kind == "frozenset":
        return frozenset(_decode_data(item) for item in items)
    raise ViewCodecError(f"Unknown kind of data: {kind[:40]!r}.")
