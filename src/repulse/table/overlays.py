"""The overlays of a room: a summary for lists, all they change in words, and the cards and rules with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

from repulse.engine.contract import RepulseError
from repulse.engine.display.cards import CardInfo, CardLine
from repulse.engine.display.display import Display
from repulse.engine.overlays import has_overlays, overlay_names
from repulse.games import display_of, game_named
from repulse.table.room_state import RoomState
from repulse.table.rules import rules_in
from repulse.table.wire.catalog import Rules
from repulse.table.wire.rooms import OverlayDetails, RoomOverlays
from repulse.table.wire.views import OverlayInfo


def overlays_in(game: str, options: Mapping[str, Any]) -> list[OverlayInfo]:
    """Return the overlays of some options: their names, and how many changes each makes."""
    if not has_overlays(options):
        return []
    return _overlays_in(game, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=64)
def _overlays_in(game: str, options: str) -> list[OverlayInfo]:
    try:
        sizes = game_named(game).overlay_sizes(json.loads(options))
    except RepulseError:
        # A game by rules that are no longer played: its overlays may not fit the cards of today.
        sizes = dict.fromkeys(overlay_names(json.loads(options)), 0)
    return [OverlayInfo(name, changes) for name, changes in sizes.items()]


def display_for(room: RoomState, language: str) -> Display:
    """Return the display of the game of a room where there is no position: with the overlays of the room."""
    return display_of(room.stored.game, language, room.names).with_options(room.options)


def room_overlays(room: RoomState, language: str) -> RoomOverlays:
    """Return everything that the overlays of a room change, in words."""
    changes = display_for(room, language).overlay_changes()
    return RoomOverlays([OverlayDetails(change["name"], change["lines"]) for change in changes])


def room_rules(room: RoomState, language: str) -> Rules:
    """Return the rules of the game of a room, with its overlays."""
    return rules_in(display_for(room, language), room.stored.game, room.mode)


def _lines_of(card: CardInfo) -> list[CardLine]:
    """Return the text of a card, without the line that is only its name."""
    return [{"head": "", "text": line} for line in card["text"].splitlines() if line != card["name"]]


def _only_declared(value: Any, declared: Any) -> Any:
    """Leave out the facts that the type of a card does not have: a page loads hundreds of cards."""
    if is_typeddict(declared):
        types = _types_of(declared)
        return {key: _only_declared(value[key], types[key]) for key in value if key in types}
    if get_origin(declared) is list:
        return [_only_declared(item, get_args(declared)[0]) for item in value]
    return value


@lru_cache(maxsize=64)
def _types_of(declared: Any) -> dict[str, Any]:
    return get_type_hints(declared)


def cards_of(display: Display, theme: str = "") -> dict[str, Any]:
    """Return all cards of a game as a page gets them: facts, texts, and with a theme pictures where the game draws its cards."""
    cards = {
        card["name"]: _only_declared(
            {"lines": _lines_of(card)}
            | display.card_facts(card["name"])
            | {
                "facets": card["facets"],
                "svg": display.card_svg(card["name"], theme) if theme and display.themes else "",
            },
            display.card_type,
        )
        for card in display.cards()
    }
    return {
        "language": display.language,
        "theme": theme,
        "facets": display.facet_words(),
        "marks": display.card_marks(),
        "cards": cards,
    }
