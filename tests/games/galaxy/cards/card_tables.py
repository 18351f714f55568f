"""Cards and overlays as tables, for the tests of the loader."""

from __future__ import annotations

import json

from repulse.engine.contract import RepulseError
from repulse.games.galaxy.cards import (
    BadCards,
    Overlay,
)

WORLD: dict[str, object] = {
    "name": "Test World",
    "type": "world",
    "deck": "main",
    "copies": 1,
    "cost": 2,
    "vp": 1,
    "power": [],
}


def toml(value: object) -> str:
    """Return a value in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


def overlay(
    *cards: dict[str, object], changes: list[dict[str, object]] | None = None, name: str = "test"
) -> Overlay:
    """Return an overlay called `test` that adds cards and changes some."""
    lines = [f'name = "{name}"']
    for head, tables in (("change", changes or []), ("card", list(cards))):
        for table in tables:
            lines.append(f"[[{head}]]")
            lines.extend(f"{key} = {toml(value)}" for key, value in table.items())
    return Overlay(name, "\n".join(lines))


def refused(error: BadCards, card: str, key: str, words: str) -> None:
    """The error names the place and says what is wrong, on one line."""
    assert (error.file, error.card, error.key) == ("test.toml", card, key)
    text = str(error)
    assert text.startswith(
        ": ".join(part for part in ("test.toml", " ".join(card.split()), key) if part) + ": "
    )
    assert words in text
    assert "\n" not in text
    assert isinstance(error, RepulseError)
