"""The whole card: cost, name, points, a view of the world, keywords, and the powers by phase."""

from __future__ import annotations

import zlib
from html import escape
from typing import Final

from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.cards import PHASES, Card
from repulse.games.galaxy.display.svg.pen import (
    DARK,
    RED,
    Mark,
    Pen,
    num,
    text_width,
)
from repulse.games.galaxy.display.svg.powers import TABS, Symbols

WIDTH: Final = 200
HEIGHT: Final = 280

# From top to bottom: the head with cost, name and points; the sky; the rows of powers; the foot.
SKY_TOP: Final = 45.0
SKY_LEAST: Final = 62.0
SKY_MOST: Final = 216.0
"""The height of the sky, which takes what the rows of powers leave."""
ROWS_BOTTOM: Final = 267.0
NAME_MIDDLE: Final = 103.0
NAME_WIDTH: Final = 105.0
ROW_LEFT: Final = 31.0
ROW_RIGHT: Final = 189.0
ROW_MOST: Final = 27.0
"""The height of a row on a card with few of them."""
MARK_HEIGHT: Final = 20.5
"""A row of this height has marks of their own size."""
GAP: Final = 3.5
"""Between two marks of a row."""
GROUP_GAP: Final = 2.0
"""Between the rows of two phases."""
SMALLEST: Final = 0.8
"""A row that would have to shrink below this goes on in a second line."""

# The sky is dark in every theme, so what is drawn on it uses the dark theme's colors.
_SKY: Final = "#131a30"
_PLAN: Final = "#8fa1cc"
_STARS: Final = ("0.5", "0.8", "1.1")


Group = tuple[Mark, list[list[Mark]]]
"""The label of a phase and the lines of marks beside it."""


def draw(card: Card, pen: Pen, texts: Catalogue, *, description: str) -> str:
    """Draw a card as an SVG document."""
    groups = power_groups(card, pen, texts)
    count = sum(len(lines) for _, lines in groups)
    gaps = GROUP_GAP * (len(groups) - 1)
    sky = max(SKY_LEAST, min(SKY_MOST, ROWS_BOTTOM - 5 - SKY_TOP - count * ROW_MOST - gaps))
    top = SKY_TOP + sky + 5
    row = min(ROW_MOST, (ROWS_BOTTOM - top - gaps) / max(1, count))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    edge = pen.palette.kinds[card.good] if card.good is not None else pen.palette.edge
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="11" fill="{pen.palette.paper}"'
    parts = [
        f'{head} width="{WIDTH}" height="{HEIGHT}" role="img" font-family="sans-serif">',
        f"<title>{escape(card.name, quote=False)}</title>",
        f"<desc>{escape(description, quote=False)}</desc>",
        f'{paper} stroke="{edge}" stroke-width="2"/>',
        _head(card, pen),
        _sky(card, sky),
        _labels(card, texts, SKY_TOP + sky),
        _rows(groups, pen, top, height=row),
        _foot(card, pen, texts),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def at(mark: Mark, x: float, y: float, *, scale: float = 1) -> str:
    """Place a mark with its middle at (x, y)."""
    size = f" scale({num(scale)})" if scale != 1 else ""
    return f'<g transform="translate({num(x)} {num(y)}){size}">{mark.body}</g>'


def _head(card: Card, pen: Pen) -> str:
    if not card.world:
        cost = pen.diamond(str(card.cost), radius=20)
    elif card.hive is not None:
        cost = pen.circle(f"9+{card.hive}", military=True, radius=17)
    else:
        cost = pen.circle(str(card.cost), military=card.military, radius=17)
    points = pen.hexagon("?" if card.vp is None else str(card.vp).replace("-", "\N{MINUS SIGN}"), size=16)
    parts = [at(cost, 24, 24), at(points, 177, 24)]
    lines = name_lines(card.name)
    size = min(11.5, *(NAME_WIDTH / text_width(line, 1) for line in lines))
    for index, line in enumerate(lines):
        y = 22.5 + (index - (len(lines) - 1) / 2) * (size + 1.5)
        parts.append(pen.letters(line, size, pen.palette.ink, x=NAME_MIDDLE, y=y))
    return "".join(parts)


def name_lines(name: str) -> list[str]:
    """Return the name in one line if it is short, else in two or three of about the same width."""
    words = name.split(" ")
    width = text_width(name, 11.5)
    count = 1 if width <= NAME_WIDTH else 2 if width <= NAME_WIDTH * 1.85 else 3
    best = [name]
    for lines in _splits(words, min(count, len(words))):
        if max(text_width(line, 1) for line in lines) < max(text_width(line, 1) for line in best):
            best = lines
    return best


def _splits(words: list[str], count: int) -> list[list[str]]:
    """Return all ways to set words in `count` lines."""
    if count == 1:
        return [[" ".join(words)]]
    lines = []
    for first in range(1, len(words) - count + 2):
        for rest in _splits(words[first:], count - 1):
            lines.append([" ".join(words[:first]), *rest])
    return lines


def _sky(card: Card, height: float) -> str:
    """Draw stars particular to this card, and the world, or the plan of a development."""
    parts = [f'<rect x="8" y="{num(SKY_TOP)}" width="184" height="{num(height)}" rx="7" fill="{_SKY}"/>']
    own = zlib.crc32(card.name.encode())
    seed = own
    for index in range(int(height / 2.4)):
        seed = (seed * 1103515245 + 12345) % 2**31
        x, y = 12 + seed // 7 % 176, SKY_TOP + 4 + seed // 2003 % int(height - 8)
        parts.append(f'<circle cx="{x}" cy="{num(y)}" r="{_STARS[index % 3]}" fill="#c9d4f5"/>')
    # The lowest 14 are for the keywords.
    room = height - 14
    body = _planet(card, own % 50 - 25) if card.world else _plan(own)
    transform = f"translate(100 {num(SKY_TOP + 2 + room / 2)}) scale({num(min(2.1, room / 54))})"
    return "".join([*parts, f'<g transform="{transform}">{body}</g>'])


def _planet(card: Card, tilt: int) -> str:
    color = DARK.kinds[card.good] if card.good is not None else "#8b93a6"
    inside = _SKY if card.windfall else color
    parts = [f'<circle r="21" fill="{inside}"/>']
    shade = color if card.windfall else "#ffffff"
    for offset, width in ((-9, 3.2), (1, 5), (11, 2.4)):
        half = (20.2**2 - offset**2) ** 0.5
        parts.append(
            f'<path d="M{num(-half)} {offset} Q0 {offset + 5} {num(half)} {offset}" fill="none" stroke="{shade}"'
            f' stroke-opacity="0.2" stroke-width="{num(width)}"/>'
        )
    body = f'<g transform="rotate({tilt})">{"".join(parts)}</g>'
    if card.windfall:
        body += f'<circle r="19" fill="none" stroke="{color}" stroke-width="4.5"/>'
    if card.windfall or card.good_when_placed:
        body += f'<circle r="24" fill="none" stroke="{color}" stroke-opacity="0.6" stroke-width="1.8"/>'
    if card.good is not None:
        body += Pen(DARK).glyph(card.good, color if card.windfall else DARK.paper, 10)
    if card.military:
        for side in (-1, 1):
            body += f'<path d="M{num(side * 29)} -8 L{num(side * 35)} 0 L{num(side * 29)} 8" fill="none"'
            body += f' stroke="{RED}" stroke-width="2.6"/>'
    return body


def _plan(own: int) -> str:
    """Draw a development, which is not a place: a plan of lines in a diamond."""
    line = f'fill="none" stroke="{_PLAN}"'
    body = f'<path d="M0 -23 L23 0 L0 23 L-23 0 Z" {line} stroke-width="2"/>'
    inner = 9 + own % 6
    body += f'<path d="M0 {-inner} L{inner} 0 L0 {inner} L{-inner} 0 Z" {line} stroke-width="1.2"/>'
    body += f'<path d="M-36 0 L{-inner} 0 M{inner} 0 L36 0 M0 -23 L0 {-inner} M0 {inner} L0 23" {line}/>'
    for bit, (x, y) in enumerate(
        ((-36, 0), (36, 0), (0, -23), (0, 23), (-12, -12), (12, 12), (12, -12), (-12, 12))
    ):
        if own >> 8 + bit & 1:
            body += f'<circle cx="{x}" cy="{y}" r="2.6" fill="{_PLAN}"/>'
    return body + f'<circle r="{3 + own % 3}" fill="{_PLAN}"/>'


def _labels(card: Card, texts: Catalogue, bottom: float) -> str:
    """Draw keywords and icons along the foot of the sky, the Xeno mark beside the defense."""
    pen = Pen(DARK)
    marks = [pen.keyword(texts.text(f"keyword.{keyword}")) for keyword in card.keywords]
    if card.chromosome:
        marks.append(pen.chromosome(radius=6.5))
    width = sum(mark.width for mark in marks) + 3 * (len(marks) - 1)
    x = WIDTH / 2 - width / 2
    parts = []
    for mark in marks:
        parts.append(at(mark, x + mark.width / 2, bottom - 8.5))
        x += mark.width + 3
    if "xeno" in card.keywords:
        parts.append(at(pen.xeno(radius=8), 24, SKY_TOP + 14))
    return "".join(parts)


def power_groups(card: Card, pen: Pen, texts: Catalogue) -> list[Group]:
    """Return the powers of each phase that has some, and the score lines."""
    symbols = Symbols(pen, texts)
    groups: list[Group] = []
    for phase in PHASES:
        rows = [symbols.power(card, power) for power in card.powers if power.phase == phase]
        if rows:
            groups.append((pen.tab(TABS[phase]), [line for row in rows for line in _wrap(row)]))
    if card.score:
        rows = [symbols.score(line) for line in card.score]
        groups.append((pen.tab("?"), [line for row in rows for line in _wrap(row)]))
    return groups


def _rows(groups: list[Group], pen: Pen, top: float, *, height: float) -> str:
    parts = []
    y = top
    for tab, lines in groups:
        size = f'width="184" height="{num(height * len(lines))}"'
        parts.append(f'<rect x="8" y="{num(y)}" {size} rx="4" fill="{pen.palette.row}"/>')
        parts.append(at(tab, 18.5, y + height / 2))
        for line in lines:
            parts.append(_line(line, y + height / 2, height))
            y += height
        y += GROUP_GAP
    return "".join(parts)


def length_of(row: list[Mark]) -> float:
    """Return the length of marks in a row with the gaps between them."""
    return sum(mark.width for mark in row) + GAP * (len(row) - 1)


def _wrap(row: list[Mark]) -> list[list[Mark]]:
    """Return a row in one line, or in two if it were too small to read."""
    if length_of(row) * SMALLEST <= ROW_RIGHT - ROW_LEFT or len(row) == 1:
        return [row]
    cut = min(range(1, len(row)), key=lambda index: max(length_of(row[:index]), length_of(row[index:])))
    return [row[:cut], row[cut:]]


def row_scale(row: list[Mark], height: float) -> float:
    """Return the possible sizes of the marks of a row."""
    return min(1.3, height / MARK_HEIGHT, (ROW_RIGHT - ROW_LEFT) / length_of(row))


def _line(row: list[Mark], y: float, height: float) -> str:
    scale = row_scale(row, height)
    x = ROW_LEFT
    parts = []
    for mark in row:
        parts.append(at(mark, x + mark.width / 2 * scale, y, scale=scale))
        x += (mark.width + GAP) * scale
    return "".join(parts)


def _foot(card: Card, pen: Pen, texts: Catalogue) -> str:
    """Write the source of the card, and the parts that are ours."""
    notes = []
    color = pen.palette.soft
    if card.start_number is not None:
        notes.append(texts.text("short.start", {"number": card.start_number}))
        color = "#3b82d6" if card.start_number % 2 == 0 else RED
    elif card.deck != "main":
        notes.append(texts.text(f"short.{card.deck}"))
    if card.preset_hand is not None:
        notes.append(texts.text("short.preset_hand", {"number": card.preset_hand}))
    if card.reconstructed:
        keys = texts.text("list").join(texts.text(f"key.{key}") for key in card.reconstructed)
        notes.append(texts.text("short.reconstructed", {"keys": keys}))
    if not notes:
        return ""
    return pen.letters(" \u00b7 ".join(notes), 7.5, color, x=WIDTH / 2, y=HEIGHT - 8)
