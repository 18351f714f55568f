"""Game options and bot names, as typed on the command line."""

from __future__ import annotations

import json

from repulse.engine.contract import Data, RepulseError


def read_options(pairs: list[str], players: int | None) -> Data:
    """Options given as `key=value`; values are JSON where they parse as JSON, otherwise text."""
    options: Data = {}
    for pair in pairs:
        key, found, value = pair.partition("=")
        if not found or not key:
            raise RepulseError(f"An option is given as key=value, not as {pair!r}.")
        try:
            options[key.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[key.strip()] = value
    if players is not None:
        options["players"] = players
    return options


def names(text: str) -> list[str]:
    """Comma-separated names."""
    return [name.strip() for name in text.split(",") if name.strip()]
