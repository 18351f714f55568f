"""The types of the protocol for the page, made from the server's own schema.

python web/protocol_types.py            write web/src/protocol.ts
python web/protocol_types.py --check    fail if it is not what the server says
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from repulse.games import game_named, game_names
from repulse.server.schema import schema, screen_types

TYPES = Path(__file__).parent / "src" / "protocol.ts"
HEAD = "// Made by web/protocol_types.py from the schema of the server: run 'make web-types' when that has changed.\n"


def type_script() -> str:
    """Everything on the wire as TypeScript."""
    made = schema()
    lines = [HEAD, f"export const PROTOCOL = {made['protocol']}\n"]
    lines += [_declaration(name, each) for name, each in made["$defs"].items()]
    lines.append(f"export type Screen = {' | '.join(each.__name__ for each in screen_types())}\n")
    kinds = {game: [kind.name for kind in game_named(game).event_kinds()] for game in game_names()}
    lines.append("/** The kinds of events of each game, by their ids. */")
    lines.append(f"export const EVENT_KINDS = {json.dumps(kinds, indent=2)} as const\n")
    lines.append("/** A text in pieces: those with a card name it. */\nexport type Text = Segment[]\n")
    return "\n".join(lines)


def _declaration(name: str, each: dict[str, Any]) -> str:
    if "properties" not in each:
        return f"export type {name} = {_type(each)}\n"
    required = set(each.get("required", []))
    lines = [f"export interface {name} {{"]
    for key, value in each["properties"].items():
        lines.append(f"  {key}{'' if key in required else '?'}: {_type(value)}")
    return "\n".join([*lines, "}\n"])


def _type(each: dict[str, Any]) -> str:
    if "$ref" in each:
        return str(each["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in each:
            return " | ".join(dict.fromkeys(_type(one) for one in each[several]))
    if "enum" in each:
        return " | ".join(json.dumps(one) for one in each["enum"])
    if "const" in each:
        return json.dumps(each["const"])
    kind = each.get("type")
    if kind == "array":
        item = _type(each.get("items", {}))
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        extra = each.get("additionalProperties")
        return f"Record<string, {_type(extra) if isinstance(extra, dict) else 'unknown'}>"
    names = {
        "integer": "number",
        "number": "number",
        "string": "string",
        "boolean": "boolean",
        "null": "null",
    }
    return names.get(str(kind), "unknown")


def main(arguments: list[str]) -> str:
    """Write or check; what is wrong, or nothing."""
    text = type_script()
    if "--check" not in arguments:
        TYPES.write_text(text, encoding="utf-8")
    elif TYPES.read_text(encoding="utf-8") != text:
        return "web/src/protocol.ts is not what the server's schema says: run 'make web-types'."
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or 0)
