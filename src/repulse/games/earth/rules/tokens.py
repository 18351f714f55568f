"""The tokens of options: stable words that records, screens and programs use instead of numbers."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import RepulseError
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import MOST_PLAYERS, TABLE

_ARROW: Final = " > "
_GOES: Final = "move "
_FLIES: Final = "mothership > "
_USES: Final = "gadget "
_SEAT: Final = "player "
_IN: Final = " in "


def word_of(domain: str, value: int) -> str:
    """The token of an option."""
    if domain == "action":
        return _action_word(value)
    if domain == "region":
        return TABLE.region_names[value]
    if domain == "portal":
        return TABLE.region_names[TABLE.portal_mothership[value]]
    if domain == "seat":
        return f"{_SEAT}{value + 1}"
    if domain == "target":
        return f"{_SEAT}{value // REGIONS + 1}{_IN}{TABLE.region_names[value % REGIONS]}"
    return str(value)


def value_of(domain: str, word: str) -> int:
    """The option that a token stands for; RepulseError if there is none."""
    if domain == "action":
        return _action_value(word)
    if domain == "region":
        return _region_value(word)
    if domain == "portal":
        region = _region_value(word)
        if region in TABLE.portal_mothership:
            return TABLE.portal_mothership.index(region)
        raise RepulseError(f"There is no Portal for {word}.")
    if domain == "seat":
        return _seat_value(word)
    if domain == "target":
        seat, found, region_word = word.partition(_IN)
        if not found:
            raise RepulseError(f"{word!r} is not a player in a region, such as 'player 2 in Asia'.")
        return REGIONS * _seat_value(seat) + _region_value(region_word)
    return _number_value(word)


def _action_word(action: int) -> str:
    if action == END_TURN:
        return "end turn"
    if action == DEPLOY:
        return "deploy"
    if action < FLY:
        start, goal = divmod(action - MOVE, REGIONS)
        return f"{_GOES}{TABLE.region_names[start]}{_ARROW}{TABLE.region_names[goal]}"
    if action < USE_GADGET:
        return f"{_FLIES}{TABLE.region_names[action - FLY]}"
    return f"{_USES}{TABLE.gadget_names[action - USE_GADGET]}"


def _action_value(word: str) -> int:
    if word == "end turn":
        return END_TURN
    if word == "deploy":
        return DEPLOY
    if word.startswith(_GOES):
        start, _, goal = word.removeprefix(_GOES).partition(_ARROW)
        return MOVE + REGIONS * _region_value(start) + _region_value(goal)
    if word.startswith(_FLIES):
        return FLY + _region_value(word.removeprefix(_FLIES))
    if word.startswith(_USES):
        name = word.removeprefix(_USES)
        if name in TABLE.gadget_names:
            return USE_GADGET + TABLE.gadget_names.index(name)
        raise RepulseError(f"There is no Gadget called {name!r}.")
    raise RepulseError(f"There is no action {word!r}.")


def _region_value(word: str) -> int:
    if word not in TABLE.region_names:
        raise RepulseError(f"There is no region called {word!r}.")
    return TABLE.region_names.index(word)


def _seat_value(word: str) -> int:
    number = word.removeprefix(_SEAT)
    if number == word or not number.isdecimal() or not 1 <= int(number) <= MOST_PLAYERS:
        raise RepulseError(f"{word!r} is not a player, such as 'player 2'.")
    return int(number) - 1


def _number_value(word: str) -> int:
    if not word.isdecimal():
        raise RepulseError(f"{word!r} is not a number.")
    return int(word)
