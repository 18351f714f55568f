"""The standings of a league as a picture: each rating a dot, with its interval as a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from repulse.arena.league.standings import Rating, Standing

WIDTH: Final = 720
NAMES: Final = 150
FIGURES: Final = 110
ROW: Final = 22
HEAD: Final = 34
MARGIN: Final = 16
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#222}.title{font-weight:600}.quiet{fill:#667}"
    ".axis{stroke:#ccd}.reach{stroke:#4a6fa5;stroke-width:3;stroke-linecap:round}.dot{fill:#1f3f73}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}.quiet{fill:#9ab}.axis{stroke:#445}"
    ".reach{stroke:#7fa8e0}.dot{fill:#cfe1ff}}"
)


def league_svg(standings: Sequence[Standing]) -> str:
    """One panel for each table, all on the same scale."""
    every = [rating for standing in standings for rating in standing.ratings]
    low = min((each.rating - each.reach for each in every), default=0.0)
    high = max((each.rating + each.reach for each in every), default=1.0)
    span = max(high - low, 1.0)

    def across(rating: float) -> float:
        return NAMES + (rating - low) / span * (WIDTH - NAMES - FIGURES)

    parts: list[str] = []
    top = MARGIN
    for standing in standings:
        parts.append(f'<text class="title" x="{MARGIN}" y="{top + 14}">{escape(standing.table.title)}</text>')
        top += HEAD
        bottom = top + ROW * len(standing.ratings)
        for mark in _marks(low, high):
            x = f"{across(mark):.1f}"
            parts.append(f'<line class="axis" x1="{x}" y1="{top - 8}" x2="{x}" y2="{bottom - 4}"/>')
            parts.append(f'<text class="quiet" x="{x}" y="{top - 10}" text-anchor="middle">{mark:.0f}</text>')
        for rating in standing.ratings:
            parts.append(
                _row(rating, top + ROW / 2, across(rating.rating), across(rating.rating - rating.reach))
            )
            top += ROW
        top += MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}" '
        f'role="img" aria-label="Ratings of the league"><style>{_STYLE}</style>{"".join(parts)}</svg>\n'
    )


def _row(rating: Rating, y: float, x: float, left: float) -> str:
    return (
        f'<text x="{NAMES - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(rating.bot)}</text>'
        f'<line class="reach" x1="{left:.1f}" y1="{y:.1f}" x2="{2 * x - left:.1f}" y2="{y:.1f}"/>'
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        f'<text class="quiet" x="{WIDTH - MARGIN}" y="{y + 4:.1f}" text-anchor="end">'
        f"{rating.rating:.0f} ± {rating.reach:.0f}</text>"
    )


def _marks(low: float, high: float) -> list[float]:
    """Round ratings for the axis, at most about six."""
    step = next(step for step in (50, 100, 200, 250, 500, 1000, 1 << 20) if (high - low) / step <= 6)
    first = -(-low // step) * step
    marks = []
    while first <= high:
        marks.append(first)
        first += step
    return marks
