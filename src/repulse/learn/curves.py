"""The learning curves of a run: the share of wins against the baseline over the games played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from repulse.charts import Chart, Line, format_whole, line_chart
from repulse.engine.contract import Data, RepulseError
from repulse.engine.display.words import percent

HISTORY: Final = "history.jsonl"
"""The file in a run's folder with a line of metrics per iteration."""


def curve_name(options: Data) -> str:
    """Return the name of a configuration, such as `invasion, 2, experienced`."""
    parts: list[str] = []
    for key, value in options.items():
        if isinstance(value, list):
            parts += map(str, value)
        elif value is not False:
            parts.append(key if value is True else str(value))
    return ", ".join(parts)


def curves_chart(folder: Path, names: Sequence[str]) -> Chart:
    """Return the curves of the run in a folder.

    Args:
        folder: The folder of the run.
        names: The names of its configurations.

    Raises:
        RepulseError: The folder has no history, or no evaluation yet.
    """
    try:
        lines = [json.loads(line) for line in (folder / HISTORY).read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise RepulseError(f"{folder} holds no history of a run: {error}.") from error
    evaluations = [line for line in lines if "wins_0" in line]
    if not evaluations:
        raise RepulseError(f"No evaluation has been recorded in {folder} yet.")
    last = max(line["games"] for line in evaluations)
    curves = []
    for number, name in enumerate(names):
        key = f"wins_{number}"
        points = [(line["games"], line[key]) for line in evaluations if key in line]
        if points:
            curves.append(Line(f"{name}: {percent(points[-1][1])}", points))
    ticks = [(games, format_whole(games)) for games in (last * quarter // 4 for quarter in range(5))]
    return line_chart(curves, "Learning curves", ticks, x_title="games played", height=400)
