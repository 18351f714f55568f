"""Game options and bot names on the command line."""

from __future__ import annotations

import json

from repulse.engine.contract import Data, RepulseError
from repulse.overlay_files import with_overlay_files


def read_options(pairs: list[str], players: int | None) -> Data:
    """Read options given as `key=value`; values are JSON where they parse as JSON, otherwise text.

    `overlays` may be given several times, and takes names and files separated by commas.
    """
    options: Data = {}
    overlays: list[object] = []
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator or not key:
            raise RepulseError(f"--option takes key=value, not {pair!r}.")
        try:
            options[key.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[key.strip()] = value
        if key.strip() == "overlays":
            value_read = options["overlays"]
            more = names(value_read) if isinstance(value_read, str) else value_read
            overlays += more if isinstance(more, list) else [more]
            options["overlays"] = overlays
    if players is not None:
        options["players"] = players
    return with_overlay_files(options)


def names(text: str) -> list[str]:
    """Return the names of a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]
