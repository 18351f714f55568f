"""The learning curves of a run, as a picture: how often the net won against the yardstick, by games played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from repulse.engine.contract import RepulseError

HISTORY: Final = "history.jsonl"
"""The file of a run's folder with a line of figures for each iteration."""

WIDTH: Final = 760
HEIGHT: Final = 420
LEFT, RIGHT, TOP, BOTTOM = 56, 220, 24, 46
COLOURS: Final = ("#3b6fb6", "#c2562d", "#3f8f5b", "#8d5bb0", "#b08a1e", "#2b8c9e", "#b6487d", "#6b6b6b")


def picture(folder: Path, names: Sequence[str]) -> str:
    """The curves of the run in a folder as SVG, one for each of its configurations."""
    try:
        lines = [json.loads(line) for line in (folder / HISTORY).read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise RepulseError(f"{folder} holds no history of a run: {error}.") from error
    measured = [line for line in lines if "wins_0" in line]
    if not measured:
        raise RepulseError(f"Nothing has been measured yet in {folder}.")
    most = max(line["games"] for line in measured)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
            '<g font-family="sans-serif" font-size="12" fill="#555">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *_axes(most),
            *_curves(measured, names, most),
            "</g></svg>",
        ]
    )


def _x(games: float, most: float) -> float:
    return round(LEFT + games / most * (WIDTH - LEFT - RIGHT), 1)


def _y(wins: float) -> float:
    return round(TOP + (1 - wins) * (HEIGHT - TOP - BOTTOM), 1)


def _axes(most: int) -> Iterable[str]:
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        yield f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{tenth * 10} %</text>'
    for quarter in range(5):
        games = most * quarter // 4
        at = f'x="{_x(games, most)}" y="{HEIGHT - BOTTOM + 18}"'
        yield f'<text {at} text-anchor="middle">{games // 1000},000</text>'
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">games played</text>'


def _curves(measured: Sequence[dict[str, float]], names: Sequence[str], most: int) -> Iterable[str]:
    for number, name in enumerate(names):
        points = [(line["games"], line[f"wins_{number}"]) for line in measured if f"wins_{number}" in line]
        if not points:
            continue
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{_x(games, most)},{_y(wins)}" for games, wins in points)
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        y = TOP + 12 + 20 * number
        yield f'<path d="M{WIDTH - RIGHT + 16} {y - 4}h20" stroke="{colour}" stroke-width="3"/>'
        label = f"{escape(name)}: {points[-1][1]:.0%}"
        yield f'<text x="{WIDTH - RIGHT + 42}" y="{y}">{label}</text>'
