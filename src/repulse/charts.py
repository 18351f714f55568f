"""Small self-contained SVG charts: dots with intervals, and lines over time.

A notebook displays a chart; `str` of it is the document. It follows the light or dark setting of the reader.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from repulse.engine.display.words import percent as percent

WIDTH: Final = 760
MARGIN: Final = 16
COLORS: Final = 8
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4", "4 4")
"""Lines differ by more than their colors."""

_STYLE: Final = (
    ".chart text{font:13px system-ui,sans-serif;fill:#222}.chart .title{font-weight:600}.chart .quiet{fill:#59636e}"
    ".chart .axis{stroke:#d0d7de}.chart .even{stroke:#59636e;stroke-dasharray:3 4}"
    ".chart .reach{stroke:#4a6fa5;stroke-width:3;stroke-linecap:round}.chart .dot{fill:#1f3f73}"
    ".chart .line{fill:none;stroke-width:2}.chart .c0{stroke:#1f6feb}.chart .c1{stroke:#d1550f}.chart .c2{stroke:#1a7f5a}"
    ".chart .c3{stroke:#8250df}.chart .c4{stroke:#9a6f00}.chart .c5{stroke:#2b8c9e}.chart .c6{stroke:#b6487d}"
    ".chart .c7{stroke:#6b6b6b}"
    "@media(prefers-color-scheme:dark){.chart text{fill:#e6edf3}.chart .quiet{fill:#9198a1}.chart .axis{stroke:#3d444d}"
    ".chart .even{stroke:#9198a1}.chart .reach{stroke:#7fa8e0}.chart .dot{fill:#cfe1ff}.chart .c0{stroke:#58a6ff}"
    ".chart .c1{stroke:#f0883e}.chart .c2{stroke:#3fb950}.chart .c3{stroke:#bc8cff}.chart .c4{stroke:#d29922}}"
)


class Chart(str):
    """An SVG document."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return self


@dataclass(frozen=True)
class Dot:
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float
    figure: str = ""
    """The text beside it."""


@dataclass(frozen=True)
class Panel:
    """Dots under one heading."""

    title: str
    dots: Sequence[Dot]


@dataclass(frozen=True)
class Line:
    """A line of shares from 0 to 1."""

    name: str
    points: Sequence[tuple[float, float]]


def format_whole(value: float) -> str:
    """Return a number without decimals, with commas as thousands separators."""
    return f"{value:,.0f}"


def dot_chart(
    panels: Sequence[Panel],
    label: str,
    *,
    format_value: Callable[[float], str] = format_whole,
    reference: float | None = None,
) -> Chart:
    """Return a chart of dots with their intervals, one panel below the other, all on the same scale.

    Args:
        panels: The panels.
        label: The description of the chart for screen readers.
        format_value: Returns the label of a tick.
        reference: Where a dashed line is drawn, if anywhere.
    """
    dots = [dot for panel in panels for dot in panel.dots]
    low = min([dot.low for dot in dots] + ([] if reference is None else [reference]), default=0.0)
    high = max([dot.high for dot in dots] + ([] if reference is None else [reference]), default=1.0)
    span = high - low or 1.0
    row_height, head_height = 22, 34
    left = 20 + max([7.2 * len(dot.name) for dot in dots], default=0.0)
    right = 20 + max([7.2 * len(dot.figure) for dot in dots], default=0.0)

    def x_of(value: float) -> str:
        return f"{left + (value - low) / span * (WIDTH - left - right):.1f}"

    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts.append(f'<text class="title" x="{MARGIN}" y="{top + 6}">{escape(panel.title)}</text>')
        top += head_height
        bottom = top + row_height * len(panel.dots)
        for value in ticks(low, high):
            x = x_of(value)
            parts.append(f'<line class="axis" x1="{x}" x2="{x}" y1="{top - 6}" y2="{bottom - 4}"/>')
            parts.append(
                f'<text class="quiet" x="{x}" y="{top - 9}" text-anchor="middle">{format_value(value)}</text>'
            )
        if reference is not None:
            x = x_of(reference)
            parts.append(f'<line class="even" x1="{x}" x2="{x}" y1="{top - 6}" y2="{bottom - 4}"/>')
        for dot in panel.dots:
            y = top + row_height / 2
            parts.append(
                f'<text x="{left - 10:.1f}" y="{y + 4}" text-anchor="end">{escape(dot.name)}</text>'
                f'<line class="reach" x1="{x_of(dot.low)}" x2="{x_of(dot.high)}" y1="{y}" y2="{y}"/>'
                f'<circle class="dot" cx="{x_of(dot.value)}" cy="{y}" r="5"/>'
                f'<text class="quiet" x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{escape(dot.figure)}</text>'
            )
            top += row_height
        top += MARGIN
    return _document(label, top, parts)


def line_chart(
    lines: Sequence[Line],
    label: str,
    x_ticks: Sequence[tuple[float, str]],
    *,
    x_title: str = "",
    height: int = 260,
    format_share: Callable[[float], str] = percent,
) -> Chart:
    """Return a chart of shares over time.

    Args:
        lines: The lines.
        label: The description of the chart for screen readers.
        x_ticks: Positions and labels of the horizontal axis.
        x_title: The title of the horizontal axis.
        height: The height of the chart without its legend.
        format_share: Returns the label of a share.
    """
    last = max([point[0] for line in lines for point in line.points], default=0) or 1
    left, right = 52, 12
    legend, top = _legend(lines, left)
    bottom = height + top - (46 if x_title else 28)

    def x(time: float) -> str:
        return f"{left + time / last * (WIDTH - left - right):.1f}"

    def y(share: float) -> float:
        return round(bottom - share * (bottom - top), 1)

    parts = list(legend)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(
            f'<line class="axis" x1="{left}" x2="{WIDTH - right}" y1="{y(share)}" y2="{y(share)}"/>'
            f'<text class="quiet" x="{left - 8}" y="{y(share) + 4}" text-anchor="end">{format_share(share)}</text>'
        )
    for time, text in x_ticks:
        parts.append(
            f'<text class="quiet" x="{x(time)}" y="{bottom + 18}" text-anchor="middle">{escape(text)}</text>'
        )
    if x_title:
        parts.append(
            f'<text class="quiet" x="{WIDTH / 2}" y="{bottom + 38}" text-anchor="middle">{escape(x_title)}</text>'
        )
    for number, line in enumerate(lines):
        points = " ".join(f"{x(time)},{y(share)}" for time, share in line.points)
        parts.append(
            f'<polyline class="line {_line_style(number)} points="{points}"><title>{escape(line.name)}</title></polyline>'
        )
    return _document(label, height + top, parts)


def ticks(low: float, high: float, limit: int = 6) -> list[float]:
    """Return round numbers for an axis from `low` to `high`, about `limit` of them."""
    if high <= low:
        return [low]
    size = 10.0 ** math.floor(math.log10((high - low) / limit))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if (high - low) / (size * factor) <= limit)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _legend(lines: Sequence[Line], left: float) -> tuple[list[str], int]:
    """Return the names of the lines, in as many rows as necessary, and the top of the chart below."""
    parts: list[str] = []
    x, y = left, 14
    for number, line in enumerate(lines):
        width = 44 + 7.2 * len(line.name)
        if x > left and x + width > WIDTH:
            x, y = left, y + 20
        parts.append(
            f'<line class="line {_line_style(number)} x1="{x:.1f}" x2="{x + 24:.1f}" y1="{y - 4}" y2="{y - 4}"/>'
            f'<text x="{x + 30:.1f}" y="{y}">{escape(line.name)}</text>'
        )
        x += width
    return parts, y + 16


def _line_style(number: int) -> str:
    """Return the end of the class attribute of a line, and its dashes."""
    return f'c{number % COLORS}" stroke-dasharray="{DASHES[number % len(DASHES)]}"'


def _document(label: str, height: float, parts: Sequence[str]) -> Chart:
    return Chart(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(label)}"><style>{_STYLE}</style>{"".join(parts)}</svg>\n'
    )
