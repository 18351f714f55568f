"""The almanac that ships with the package: a file per game."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from repulse.engine.contract import RepulseError

FOLDER: Final = Path(str(resources.files("repulse.almanac"))) / "data"


def shipped_text(game: str) -> str | None:
    """Return the file of a game as it is; None if the game has no almanac."""
    # Compared with the names in the folder: the name of a game may come from a request.
    path = next((path for path in FOLDER.glob("*.json") if path.stem == game), None)
    return None if path is None else path.read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def shipped_data(game: str) -> dict[str, Any]:
    """Return the almanac of a game.

    Raises:
        RepulseError: The game has none.
    """
    text = shipped_text(game)
    if text is None:
        raise RepulseError(f"There is no almanac of {game!r} in this installation.")
    data: dict[str, Any] = json.loads(text)
    return data
