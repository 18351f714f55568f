"""The tokens of options: stable words that records, screens and programs use instead of numbers."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import RepulseError
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import MAX_PLAYERS, Components

_ARROW: Final = " > "
_GOES: Final = "move "
_FLIES: Final = "mothership > "
_USES: Final = "gadget "
_SEAT: Final = "player "
_IN: Final = " in "


def word_of(table: Components, domain: str, value: int) -> str:
    """Return the token of an option."""
    if domain == "action":
        return action_word(table.region_names, table.gadget_names, value)
    if domain == "region":
        return table.region_names[value]
    if domain == "portal":
        return table.region_names[table.portal_mothership[value]]
    if domain == "seat":
        return f"{_SEAT}{value + 1}"
    if domain == "target":
        return f"{_SEAT}{value // REGIONS + 1}{_IN}{table.region_names[value % REGIONS]}"
    return str(value)


def value_of(table: Components, domain: str, word: str) -> int:
    """Return the option that a token stands for.

    Raises:
        RepulseError: No option has that token.
    """
    if domain == "action":
        return _action_value(table, word)
    if domain == "region":
        return _region_value(table, word)
    if domain == "portal":
        region = _region_value(table, word)
        if region in table.portal_mothership:
            return table.portal_mothership.index(region)
        raise RepulseError(f"There is no Portal for {word}.")
    if domain == "seat":
        return _seat_value(word)
    if domain == "target":
        seat, separator, region_word = word.partition(_IN)
        if not separator:
            raise RepulseError(f"{word!r} is not a player in a region, such as 'player 2 in Asia'.")
        return REGIONS * _seat_value(seat) + _region_value(table, region_word)
    return _number_value(word)


def action_word(regions: list[str], gadgets: list[str], action: int) -> str:
    """Return the token of an action, by the names of regions and Gadgets."""
    if action == END_TURN:
        return "end turn"
    if action == DEPLOY:
        return "deploy"
    if action < FLY:
        start, goal = divmod(action - MOVE, REGIONS)
        return f"{_GOES}{regions[start]}{_ARROW}{regions[goal]}"
    if action < USE_GADGET:
        return f"{_FLIES}{regions[action - FLY]}"
    return f"{_USES}{gadgets[action - USE_GADGET]}"


def _action_value(table: Components, word: str) -> int:
    if word == "end turn":
        return END_TURN
    if word == "deploy":
        return DEPLOY
    if word.startswith(_GOES):
        start, _, goal = word.removeprefix(_GOES).partition(_ARROW)
        return MOVE + REGIONS * _region_value(table, start) + _region_value(table, goal)
    if word.startswith(_FLIES):
        return FLY + _region_value(table, word.removeprefix(_FLIES))
    if word.startswith(_USES):
        name = word.removeprefix(_USES)
        if name in table.gadget_names:
            return USE_GADGET + table.gadget_names.index(name)
        raise RepulseError(f"There is no Gadget called {name!r}.")
    raise RepulseError(f"There is no action {word!r}.")


def _region_value(table: Components, word: str) -> int:
    if word not in table.region_names:
        raise RepulseError(f"There is no region called {word!r}.")
    return table.region_names.index(word)


def _seat_value(word: str) -> int:
    number = word.removeprefix(_SEAT)
    if number == word or not number.isdecimal() or not 1 <= int(number) <= MAX_PLAYERS:
        raise RepulseError(f"{word!r} is not a player, such as 'player 2'.")
    return int(number) - 1


def _number_value(word: str) -> int:
    if not word.isdecimal():
        raise RepulseError(f"{word!r} is not a number.")
    return int(word)
