"""The types of everything on the wire as JSON Schema: `python -m repulse.server.schema > schema.json`.

The page's own types are generated from this, so that the compiler notices if the two drift apart.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from repulse.engine.display.display import PlainScreen
from repulse.games import entries
from repulse.server import exports, identity
from repulse.server.wire import SCREEN_KEY, wire_type
from repulse.table import protocol
from repulse.table.messages import RoomInfo
from repulse.table.protocol import PROTOCOL

_TOP = (
    protocol.FromServer,
    protocol.FromClient,
    protocol.ReviewLine,
    protocol.Games,
    protocol.RoomList,
    protocol.Rules,
    protocol.TableText,
    RoomInfo,
    protocol.CreateRoom,
    protocol.Seated,
    protocol.Join,
    protocol.PlayOn,
    protocol.TablesRequest,
    protocol.Tables,
    protocol.Problem,
    protocol.ReplayRequest,
    protocol.ReplayStep,
    protocol.Hints,
    protocol.ReviewRequest,
    exports.Deleted,
    identity.PersonWish,
    identity.SignedIn,
    identity.NewLink,
    identity.MyTables,
    identity.Taken,
    identity.RatingTable,
)
_NAMES = ("FromServer", "FromClient", "ReviewLine")


def screen_types() -> list[Any]:
    """The screens of all games, and the plain one for games without their own."""
    return [
        PlainScreen,
        *(
            entry.display_class.screen_type
            for entry in entries()
            if entry.display_class.screen_type is not PlainScreen
        ),
    ]


def shapes_of(types: Sequence[Any], ref: str) -> tuple[list[Any], dict[str, Any]]:
    """The schemas of some types, and of all types they contain."""
    shapes, components = msgspec.json.schema_components(
        [*map(wire_type, types), *screen_types()], ref_template=ref
    )
    screens = [{"$ref": ref.format(name=screen.__name__)} for screen in screen_types()]
    return _with_screens(list(shapes[: len(types)]), screens), _with_screens(dict(components), screens)


def _with_screens(node: Any, screens: list[dict[str, str]]) -> Any:
    """A schema with the screens of all games wherever a screen is allowed."""
    if isinstance(node, dict):
        if SCREEN_KEY in node:
            return {"oneOf": screens}
        if "anyOf" in node and any(SCREEN_KEY in each for each in node["anyOf"]):
            rest = [each for each in node["anyOf"] if SCREEN_KEY not in each]
            return {**node, "anyOf": [*screens, *rest]}
        return {key: _with_screens(value, screens) for key, value in node.items()}
    if isinstance(node, list):
        return [_with_screens(each, screens) for each in node]
    return node


def schema() -> dict[str, Any]:
    """One schema with every type among its definitions."""
    shapes, components = shapes_of(_TOP, "#/$defs/{name}")
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
