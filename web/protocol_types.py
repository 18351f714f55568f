"""The types of the protocol for the page, made from the server's own schema.

python web/protocol_types.py            write web/src/protocol.ts
python web/protocol_types.py --check    fail if it is not what the server says
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import repulse
from repulse.games import game_named, game_names
from repulse.server.http.schema import schema, screen_types

TYPES = Path(__file__).parent / "src" / "protocol.ts"
HEAD = "// Made by web/protocol_types.py from the schema of the server: run 'make web-types' when that has changed.\n"


@dataclass(frozen=True)
class ClassDocs:
    """What the source says about a class and its fields."""

    text: str
    fields: dict[str, str]


def read_docs() -> dict[str, list[ClassDocs]]:
    """Return the docstrings of all classes that may be on the wire; several modules may have a class of the same name."""
    found: dict[str, list[ClassDocs]] = {}
    root = Path(repulse.__file__).parent
    for folder in ("engine", "games", "table", "server", "advice"):
        for path in sorted((root / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    docs = ClassDocs(ast.get_docstring(node) or "", dict(_field_docs(node)))
                    found.setdefault(node.name, []).append(docs)
    return found


def _field_docs(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the fields of a class with the docstrings below them."""
    for field, after in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        text = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            text = str(after.value.value)
        yield field.target.id, " ".join(text.split())


def _docs_for(docs: dict[str, list[ClassDocs]], name: str, properties: dict[str, Any]) -> ClassDocs:
    """Return the docs of the class of that name with most of these properties."""
    return max(
        docs.get(name, [ClassDocs("", {})]), key=lambda each: sum(key in each.fields for key in properties)
    )


def _comment(text: str, indent: str = "") -> list[str]:
    """Return a text as TSDoc, in one line."""
    return [f"{indent}/** {' '.join(text.split()).replace('*/', '* /')} */"] if text else []


def type_script() -> str:
    """Return everything on the wire as TypeScript."""
    made = schema()
    docs = read_docs()
    lines = [HEAD, f"export const PROTOCOL = {made['protocol']}\n"]
    lines += [_declaration(name, each, docs) for name, each in made["$defs"].items()]
    lines.append(f"export type Screen = {' | '.join(each.__name__ for each in screen_types())}\n")
    kinds = {game: [kind.name for kind in game_named(game).event_kinds()] for game in game_names()}
    lines.append("/** The kinds of events of each game, by their ids. */")
    lines.append(f"export const EVENT_KINDS = {json.dumps(kinds, indent=2)} as const\n")
    lines.append("/** A text in pieces: those with a card name it. */\nexport type Text = Segment[]\n")
    return "\n".join(lines)


def _declaration(name: str, each: dict[str, Any], docs: dict[str, list[ClassDocs]]) -> str:
    if "properties" not in each:
        return f"export type {name} = {_type(each)}\n"
    known = _docs_for(docs, name, each["properties"])
    required = set(each.get("required", []))
    lines = [*_comment(known.text), f"export interface {name} {{"]
    for key, value in each["properties"].items():
        lines += _comment(known.fields.get(key, ""), "  ")
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
