"""Saved games: their folder, and writing them so that no crash loses one.

Games in progress are in `unfinished`, each in its own file, which is replaced after every answer; finished
games are in `finished`. The folder is `$REPULSE_HOME`, or `repulse` in the user's data folder.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from repulse.engine.contract import RepulseError
from repulse.engine.record import Record


def home() -> Path:
    """Return the folder of this user's games."""
    folder = os.environ.get("REPULSE_HOME")
    if folder:
        return Path(folder)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "repulse"


def new_place(record: Record) -> Path:
    """Return a file for a new game."""
    stem = f"{record.game}-{time.strftime('%Y%m%d-%H%M%S')}-{record.seed}"
    folder = home() / "unfinished"
    place = folder / f"{stem}.json"
    number = 2
    while place.exists():
        place = folder / f"{stem}-{number}.json"
        number += 1
    return place


def unfinished() -> list[Path]:
    """Return the games in progress, most recently played first."""
    folder = home() / "unfinished"
    files = [path for path in folder.glob("*.json") if path.is_file()] if folder.is_dir() else []
    return sorted(files, key=lambda path: (-path.stat().st_mtime_ns, path.name))


def finish(path: Path) -> Path:
    """Move the file of a game that has ended to the finished ones."""
    target = home() / "finished" / path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.replace(target)
    except OSError as error:
        raise RepulseError(f"{path} cannot be moved to {target}: {error.strerror}.") from error
    return target
