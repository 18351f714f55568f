"""The types of everything on the wire as JSON Schema: `python -m repulse.server.http.schema > schema.json`.

The page's own types are generated from this, so that the compiler notices if the two drift apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from repulse.engine.display.cards import CardFacts, CardFile
from repulse.engine.display.screens import PlainScreen
from repulse.games import entries
from repulse.server.http.wire import SCREEN_KEY, wire_type
from repulse.server.people import exports, identity
from repulse.table.wire import analysis, catalog, connections, daily, puzzles, replies, rooms
from repulse.table.wire.connections import PROTOCOL
from repulse.table.wire.views import RoomInfo

_TOP = (
    connections.FromServer,
    connections.FromClient,
    analysis.ReviewLine,
    daily.ParLine,
    catalog.Games,
    rooms.RoomList,
    rooms.RoomOverlays,
    catalog.Rules,
    rooms.TableText,
    RoomInfo,
    rooms.CreateRoom,
    rooms.Seated,
    rooms.Join,
    rooms.PlayOn,
    rooms.TablesRequest,
    rooms.Tables,
    replies.Problem,
    analysis.ReplayRequest,
    analysis.ReplayStep,
    analysis.Hints,
    analysis.ReviewRequest,
    exports.Deleted,
    identity.PersonWish,
    identity.SignedIn,
    identity.NewLink,
    identity.MyTables,
    identity.Taken,
    identity.RatingTable,
    daily.DailyDeals,
    daily.ParRequest,
    daily.DealBoard,
    puzzles.PuzzleList,
    puzzles.PuzzlePosition,
    puzzles.PuzzleTry,
    puzzles.PuzzleVerdict,
)
_NAMES = ("FromServer", "FromClient", "ReviewLine", "ParLine")


def screen_types() -> list[Any]:
    """Return the screens of all games, and the plain one for games without their own."""
    return [
        PlainScreen,
        *(
            entry.display_class.screen_type
            for entry in entries()
            if entry.display_class.screen_type is not PlainScreen
        ),
    ]


def card_types() -> list[Any]:
    """Return what the page gets about a card, for every game with facts of its own."""
    types = [entry.display_class.card_type for entry in entries()]
    return [CardFile, *(card for card in types if card is not CardFacts)]


def shapes_of(types: Sequence[Any], ref: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the schemas of some types, and of all types they contain."""
    shapes, components = msgspec.json.schema_components(
        [*map(wire_type, types), *screen_types()], ref_template=ref
    )
    screens = [{"$ref": ref.format(name=screen.__name__)} for screen in screen_types()]
    return _with_screens(list(shapes[: len(types)]), screens), _with_screens(dict(components), screens)


def _with_screens(node: Any, screens: list[dict[str, str]]) -> Any:
    """Return a schema with the screens of all games in place of any screen."""
    if isinstance(node, dict):
        if SCREEN_KEY in node:
            return {"oneOf": screens}
        if "anyOf" in node and any(SCREEN_KEY in item for item in node["anyOf"]):
            rest = [item for item in node["anyOf"] if SCREEN_KEY not in item]
            return {**node, "anyOf": [*screens, *rest]}
        return {key: _with_screens(value, screens) for key, value in node.items()}
    if isinstance(node, list):
        return [_with_screens(item, screens) for item in node]
    return node


def schema() -> dict[str, Any]:
    """Return one schema with every type among its definitions."""
    shapes, components = shapes_of([*_TOP, *card_types()], "#/$defs/{name}")
    defined = dict(components)
    for name, shape in zip(_NAMES, shapes, strict=False):
        defined[name] = shape
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"repulse-protocol-{PROTOCOL}",
        "title": "Repulse",
        "protocol": PROTOCOL,
        "$defs": dict(sorted(defined.items())),
    }


def main() -> None:
    """Write the schema to the standard output."""
    sys.stdout.write(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
