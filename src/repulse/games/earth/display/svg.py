"""The map of earth as a picture: regions, ships, motherships, and what scores this turn."""

from __future__ import annotations

from html import escape
from typing import Final

from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.codes.board import NOWHERE, REGIONS
from repulse.games.earth.rules.components import Components
from repulse.games.earth.rules.position import Position

COLORS: Final = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#76448a")
"""One for each seat; its number stands in every mark too."""

_WIDE, _HIGH, _GAP = 150, 92, 26


def map_svg(state: Position, phrases: Words | None = None) -> str:
    """Return the map as an SVG document that refers to nothing outside itself."""
    phrases = phrases or words(table=state.table)
    table = state.table
    width = (max(table.region_column) + 1) * (_WIDE + _GAP)
    height = (max(table.region_row) + 1) * (_HIGH + _GAP)
    lines = [
        _way(table, region, other)
        for region in range(REGIONS)
        for other in table.adjacent[region]
        if region < other
    ]
    boxes = [_region(state, phrases, region) for region in range(REGIONS)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
        f' font-family="sans-serif"><title>{escape(state.title())}</title>{"".join(lines)}{"".join(boxes)}</svg>'
    )


def _corner(table: Components, region: int) -> tuple[int, int]:
    x = table.region_column[region] * (_WIDE + _GAP) + _GAP // 2
    return x, table.region_row[region] * (_HIGH + _GAP) + _GAP // 2


def _way(table: Components, region: int, other: int) -> str:
    (x1, y1), (x2, y2) = _corner(table, region), _corner(table, other)
    around = abs(x2 - x1) > 1.5 * (_WIDE + _GAP) or abs(y2 - y1) > 1.5 * (_HIGH + _GAP)
    dash = ' stroke-dasharray="4 5"' if around else ""
    return (
        f'<line x1="{x1 + _WIDE // 2}" y1="{y1 + _HIGH // 2}" x2="{x2 + _WIDE // 2}" y2="{y2 + _HIGH // 2}"'
        f' stroke="#999" stroke-width="2"{dash}/>'
    )


def _region(state: Position, phrases: Words, region: int) -> str:
    x, y = _corner(state.table, region)
    scores = state.scoring >> region & 1
    fill, edge = ("#fdf3d0", "#b7950b") if scores else ("#eef2f5", "#667")
    star = "★ " if scores else ""
    parts = [
        f'<rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="8" fill="{fill}" stroke="{edge}"/>',
        f'<text x="{x + 8}" y="{y + 18}" font-size="13" fill="#222">{star}{escape(phrases.region(region))}</text>',
    ]
    if state.harvest[region] > 0:
        parts.append(
            f'<text x="{x + _WIDE - 28}" y="{y + 18}" font-size="12">+{state.harvest[region]}</text>'
        )
    for seat in range(state.players):
        ships = state.ships[REGIONS * seat + region]
        home = state.mothership[seat] == region != NOWHERE
        if ships or home:
            parts.append(_force(x + 8 + 28 * seat, y + 46, seat, ships=ships, home=home))
    return "".join(parts)


def _force(x: int, y: int, seat: int, *, ships: int, home: bool) -> str:
    """Return the ships of a seat in a region, with its mothership below them."""
    color = COLORS[seat]
    mark = f'<circle cx="{x + 11}" cy="{y + 2}" r="11" fill="{color}"/>' if ships else ""
    count = (
        f'<text x="{x + 11}" y="{y + 7}" font-size="12" fill="#fff" text-anchor="middle">{ships}</text>'
        if ships
        else ""
    )
    mother = (
        f'<text x="{x + 11}" y="{y + 32}" font-size="12" fill="{color}" text-anchor="middle">M{seat + 1}</text>'
        if home
        else ""
    )
    return mark + count + mother
