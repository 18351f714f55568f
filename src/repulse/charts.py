"""Small charts as SVG that refers to nothing outside itself: dots with intervals, and lines over time.

A chart shows itself in a notebook; `str` of it is the document. It follows the reader's light or dark setting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 760
MARGIN: Final = 16
COLOURS: Final = 8
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4", "4 4")
"""Lines differ by more than their colours."""

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
    """A figure with its interval."""

    name: str
    value: float
    low: float
    high: float
    figure: str = ""
    """What stands beside it."""


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


def percent(share: float) -> str:
    """A share in words, such as `25 %`."""
    return f"{100 * share:.0f} %"


def whole(value: float) -> str:
    """A number without decimals, with commas from a thousand on."""
    return f"{value:,.0f}"


def dot_chart(
    panels: Sequence[Panel], label: str, mark: Callable[[float], str] = whole, even: float | None = None
) -> Chart:
    """Dots with their intervals, a panel under another on the same scale; a dashed line stands at `even`."""
    every = [dot for panel in panels for dot in panel.dots]
    low = min([dot.low for dot in every] + ([] if even is None else [even]), default=0.0)
    high = max([dot.high for dot in every] + ([] if even is None else [even]), default=1.0)
    span = high - low or 1.0
    row, head = 22, 34
    left = 20 + max([7.2 * len(dot.name) for dot in every], default=0.0)
    right = 20 + max([7.2 * len(dot.figure) for dot in every], default=0.0)

    def across(value: float) -> str:
        return f"{left + (value - low) / span * (WIDTH - left - right):.1f}"

    parts: list[str] = []
    top = float(MARGIN)
    for panel in panels:
        parts.append(f'<text class="title" x="{MARGIN}" y="{top + 6}">{escape(panel.title)}</text>')
        top += head
        bottom = top + row * len(panel.dots)
        for at in marks(low, high):
            x = across(at)
            parts.append(f'<line class="axis" x1="{x}" x2="{x}" y1="{top - 6}" y2="{bottom - 4}"/>')
            parts.append(f'<text class="quiet" x="{x}" y="{top - 9}" text-anchor="middle">{mark(at)}</text>')
        if even is not None:
            x = across(even)
            parts.append(f'<line class="even" x1="{x}" x2="{x}" y1="{top - 6}" y2="{bottom - 4}"/>')
        for dot in panel.dots:
            y = top + row / 2
            parts.append(
                f'<text x="{left - 10:.1f}" y="{y + 4}" text-anchor="end">{escape(dot.name)}</text>'
                f'<line class="reach" x1="{across(dot.low)}" x2="{across(dot.high)}" y1="{y}" y2="{y}"/>'
                f'<circle class="dot" cx="{across(dot.value)}" cy="{y}" r="5"/>'
                f'<text class="quiet" x="{WIDTH - 4}" y="{y + 4}" text-anchor="end">{escape(dot.figure)}</text>'
            )
            top += row
        top += MARGIN
    return _document(label, top, parts)


def line_chart(
    lines: Sequence[Line], label: str, along: Sequence[tuple[float, str]], title: str = "", height: int = 260
) -> Chart:
    """Lines of shares over time; `along` are the places of the axis that are named, `title` says of what."""
    last = max([point[0] for line in lines for point in line.points], default=0) or 1
    left, right = 52, 12
    legend, top = _legend(lines, left)
    bottom = height + top - (46 if title else 28)

    def x(at: float) -> str:
        return f"{left + at / last * (WIDTH - left - right):.1f}"

    def y(share: float) -> float:
        return round(bottom - share * (bottom - top), 1)

    parts = list(legend)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(
            f'<line class="axis" x1="{left}" x2="{WIDTH - right}" y1="{y(share)}" y2="{y(share)}"/>'
            f'<text class="quiet" x="{left - 8}" y="{y(share) + 4}" text-anchor="end">{percent(share)}</text>'
        )
    for at, words in along:
        parts.append(
            f'<text class="quiet" x="{x(at)}" y="{bottom + 18}" text-anchor="middle">{escape(words)}</text>'
        )
    if title:
        parts.append(
            f'<text class="quiet" x="{WIDTH / 2}" y="{bottom + 38}" text-anchor="middle">{escape(title)}</text>'
        )
    for number, line in enumerate(lines):
        points = " ".join(f"{x(at)},{y(share)}" for at, share in line.points)
        parts.append(
            f'<polyline class="line {_look(number)} points="{points}"><title>{escape(line.name)}</title></polyline>'
        )
    return _document(label, height + top, parts)


def marks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers for an axis from `low` to `high`, about `most` of them."""
    if high <= low:
        return [low]
    size = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(size * factor for factor in (1, 2, 5, 10, 20) if (high - low) / (size * factor) <= most)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _legend(lines: Sequence[Line], left: float) -> tuple[list[str], int]:
    """The names of the lines, in as many rows as they need, and where the chart below may begin."""
    parts: list[str] = []
    x, y = left, 14
    for number, line in enumerate(lines):
        wide = 44 + 7.2 * len(line.name)
        if x > left and x + wide > WIDTH:
            x, y = left, y + 20
        parts.append(
            f'<line class="line {_look(number)} x1="{x:.1f}" x2="{x + 24:.1f}" y1="{y - 4}" y2="{y - 4}"/>'
            f'<text x="{x + 30:.1f}" y="{y}">{escape(line.name)}</text>'
        )
        x += wide
    return parts, y + 16


def _look(number: int) -> str:
    """The rest of a class, and the dashes of a line."""
    return f'c{number % COLOURS}" stroke-dasharray="{DASHES[number % len(DASHES)]}"'


def _document(label: str, height: float, parts: Sequence[str]) -> Chart:
    return Chart(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(label)}"><style>{_STYLE}</style>{"".join(parts)}</svg>\n'
    )
