"""The learning curves of a run, as a picture: how often the net won against the yardstick, by games played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from repulse.charts import Chart, Line, line_chart, percent, whole
from repulse.engine.contract import Data, RepulseError

HISTORY: Final = "history.jsonl"
"""The file of a run's folder with a line of figures for each iteration."""


def curve_name(options: Data) -> str:
    """For example `invasion, 2, experienced`."""
    words: list[str] = []
    for key, value in options.items():
        if isinstance(value, list):
            words += map(str, value)
        elif value is not False:
            words.append(key if value is True else str(value))
    return ", ".join(words)


def picture(folder: Path, names: Sequence[str]) -> Chart:
    """The curves of the run in a folder, one for each of its configurations."""
    try:
        lines = [json.loads(line) for line in (folder / HISTORY).read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise RepulseError(f"{folder} holds no history of a run: {error}.") from error
    measured = [line for line in lines if "wins_0" in line]
    if not measured:
        raise RepulseError(f"Nothing has been measured yet in {folder}.")
    most = max(line["games"] for line in measured)
    curves = []
    for number, name in enumerate(names):
        key = f"wins_{number}"
        points = [(line["games"], line[key]) for line in measured if key in line]
        if points:
            curves.append(Line(f"{name}: {percent(points[-1][1])}", points))
    along = [(games, whole(games)) for games in (most * quarter // 4 for quarter in range(5))]
    return line_chart(curves, "Learning curves", along, "games played", height=400)
