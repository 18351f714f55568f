"""Recorded games that must replay exactly: what is written about each, whichever game it is of."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from repulse.engine.contract import Game
from repulse.engine.match import Match, replay
from repulse.engine.record import read_record

SUMS = "endings.json"
"""The file beside the records that gives the expected result of each."""


def summary(match: Match) -> dict[str, object]:
    """Return the expected result of a replay."""
    state = match.state
    position = json.dumps(state.data(), sort_keys=True).encode()
    return {
        "scores": state.scores(),
        "winners": state.winners(),
        "position": hashlib.sha256(position).hexdigest(),
    }


def write_records(folder: Path, games: Iterable[tuple[str, Match]]) -> None:
    """Write games by name, and the file of their expected results."""
    folder.mkdir(exist_ok=True)
    sums = {}
    for name, match in games:
        (folder / f"{name}.json").write_text(match.record().to_json(), encoding="utf-8")
        sums[name] = summary(match)
    (folder / SUMS).write_text(json.dumps(sums, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(sums)} games written to {folder}\n")


def recorded_names(folder: Path) -> set[str]:
    """The names of the records in a folder: the same as those with expected results."""
    names = {path.stem for path in folder.glob("*.json") if path.name != SUMS}
    assert set(_sums(folder)) == names
    return names


def replay_exactly(game: Game, folder: Path, name: str) -> Match:
    """Replay a record: the same choices are recorded again, and the result is the expected one."""
    text = (folder / f"{name}.json").read_text(encoding="utf-8")
    match = replay(game, read_record(text))
    assert match.record().to_json() == text
    assert summary(match) == _sums(folder)[name]
    return match


def _sums(folder: Path) -> dict[str, object]:
    sums: dict[str, object] = json.loads((folder / SUMS).read_text(encoding="utf-8"))
    return sums
