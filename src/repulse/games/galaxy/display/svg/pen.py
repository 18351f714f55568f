"""The small drawings that pictures of cards are made of, each with its width so that they can stand in a row.

Nothing here has an id, a style sheet or a reference to anything else, so any number of these pictures can share a
page. A kind is shown by its color and by the shape on it, never by color alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

RED: Final = "#d0323e"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of a theme."""

    paper: str
    ink: str
    soft: str
    """Words that matter less."""
    edge: str
    row: str
    tab: str
    tab_ink: str
    kinds: dict[str, str]
    keyword: str
    keyword_ink: str
    red: str = RED
    """The color of military marks and of crosses."""


LIGHT: Final = Palette(
    paper="#fbf8f1",
    ink="#1c2230",
    soft="#5d6577",
    edge="#b9b1a0",
    row="#efe9dc",
    tab="#3a4766",
    tab_ink="#ffffff",
    kinds={"novelty": "#2272c8", "rare": "#8a5a2b", "genes": "#2f8a3c", "alien": "#c79200"},
    keyword="#3a4766",
    keyword_ink="#ffffff",
)
DARK: Final = Palette(
    paper="#1b2130",
    ink="#eef1f8",
    soft="#a3adc2",
    edge="#4a556e",
    row="#272f42",
    tab="#93a4c8",
    tab_ink="#141927",
    kinds={"novelty": "#5aa5f2", "rare": "#c58a52", "genes": "#5cbd69", "alien": "#f0c233"},
    keyword="#93a4c8",
    keyword_ink="#141927",
)
THEMES: Final = {"light": LIGHT, "dark": DARK}

_NARROW: Final = "iljI.,:;'|!()[] "
_HALF: Final = "ftr-\u2013"
_WIDE: Final = "mwMW@"


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, erring on the wide side: fonts differ from screen to screen."""
    width = 0.0
    for char in text:
        if char in _NARROW:
            width += 0.34
        elif char in _HALF:
            width += 0.42
        elif char in _WIDE:
            width += 0.95
        elif char.isupper():
            width += 0.72
        else:
            width += 0.6 if ord(char) < 0x2E80 else 1.0
    return width * size


def num(value: float) -> str:
    """Write a number as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing whose middle is at (0, 0)."""

    width: float
    body: str
    text: str = ""
    """Its words, if it consists of words alone."""


class Pen:
    """Draws marks in the colors of one theme; a mark is 16 high where nothing else is said."""

    __slots__ = ("palette",)

    def __init__(self, palette: Palette) -> None:
        self.palette = palette

    def letters(self, text: str, size: float, color: str, *, x: float = 0, y: float = 0) -> str:
        """Draw a text with its middle at (x, y)."""
        # The baseline is a third of the size below the middle; not every renderer knows `dominant-baseline`.
        return (
            f'<text x="{num(x)}" y="{num(y + size * 0.355)}" font-size="{num(size)}" font-weight="bold"'
            f' text-anchor="middle" fill="{color}">{escape(text, quote=False)}</text>'
        )

    def words(self, text: str, size: float = 9) -> Mark:
        """Draw words in a row of marks. They begin at the left, since their true width is not known."""
        width = text_width(text, size)
        place = f'x="{num(-width / 2)}" y="{num(size * 0.355)}" font-size="{num(size)}"'
        return Mark(
            width, f'<text {place} fill="{self.palette.ink}">{escape(text, quote=False)}</text>', text
        )

    def strong(self, text: str, size: float = 10) -> Mark:
        """Draw a number or a word that matters."""
        return Mark(text_width(text, size), self.letters(text, size, self.palette.ink))

    def glyph(self, kind: str, color: str, size: float) -> str:
        """Draw the shape of a kind: a star, a crystal, two cells or a ring."""
        r = size
        if kind == "novelty":
            inner = r * 0.32
            path = f"M0 {num(-r)} L{num(inner)} {num(-inner)} L{num(r)} 0 L{num(inner)} {num(inner)} L0 {num(r)} "
            path += f"L{num(-inner)} {num(inner)} L{num(-r)} 0 L{num(-inner)} {num(-inner)} Z"
            return f'<path d="{path}" fill="{color}"/>'
        if kind == "rare":
            return (
                f'<path d="M0 {num(-r)} L{num(r * 0.9)} {num(r * 0.72)} L{num(-r * 0.9)} {num(r * 0.72)} Z"'
                f' fill="{color}"/>'
            )
        if kind == "genes":
            return (
                f'<circle cx="{num(-r * 0.45)}" cy="{num(-r * 0.4)}" r="{num(r * 0.52)}" fill="{color}"/>'
                f'<circle cx="{num(r * 0.45)}" cy="{num(r * 0.4)}" r="{num(r * 0.52)}" fill="{color}"/>'
            )
        return f'<circle r="{num(r * 0.68)}" fill="none" stroke="{color}" stroke-width="{num(r * 0.42)}"/>'

    def coin(self, kind: str, *, windfall: bool = False, radius: float = 7) -> Mark:
        """Draw a good: filled with its color, or hollow with a halo for a windfall. `any` has all four colors."""
        r = radius
        if kind == "any":
            colors = [self.palette.kinds[kind] for kind in ("novelty", "rare", "alien", "genes")]
            turns = ((0, -1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1))
            body = ""
            inner = r * 0.55 if windfall else 0
            for color, (x0, y0, x1, y1) in zip(colors, turns, strict=True):
                start = f"M{num(x0 * inner)} {num(y0 * inner)} L{num(x0 * r)} {num(y0 * r)}"
                arc = f"A{num(r)} {num(r)} 0 0 1 {num(x1 * r)} {num(y1 * r)} L{num(x1 * inner)} {num(y1 * inner)}"
                back = (
                    f"A{num(inner)} {num(inner)} 0 0 0 {num(x0 * inner)} {num(y0 * inner)}"
                    if windfall
                    else ""
                )
                body += f'<path d="{start} {arc} {back} Z" fill="{color}"/>'
            return Mark(r * 2, body)
        color = self.palette.kinds[kind]
        if windfall:
            ring = r * 0.84
            body = f'<circle r="{num(ring)}" fill="{self.palette.paper}" stroke="{color}" stroke-width="{num(r * 0.32)}"/>'
            return Mark(r * 2, body + self.glyph(kind, color, r * 0.5))
        body = f'<circle r="{num(r)}" fill="{color}"/>'
        return Mark(r * 2, body + self.glyph(kind, self.palette.paper, r * 0.66))

    def cards(self, text: str = "") -> Mark:
        """Draw a card with a number on it."""
        body = f'<rect x="-5.5" y="-7.5" width="11" height="15" rx="1.8" fill="{self.palette.paper}"'
        body += f' stroke="{self.palette.ink}" stroke-width="1.3"/>'
        return Mark(12.5, body + (self.letters(text, 8.5, self.palette.ink) if text else ""))

    def hexagon(self, text: str, size: float = 8) -> Mark:
        """Draw points."""
        w, h = size * 0.9, size
        path = f"M0 {num(-h)} L{num(w)} {num(-h / 2)} L{num(w)} {num(h / 2)} L0 {num(h)} "
        path += f"L{num(-w)} {num(h / 2)} L{num(-w)} {num(-h / 2)} Z"
        body = f'<path d="{path}" fill="#5a3f92" stroke="#ffffff" stroke-opacity="0.55" stroke-width="{num(size * 0.08)}"/>'
        return Mark(w * 2, body + self.letters(text, size * (1.15 if len(text) < 2 else 0.95), "#ffffff"))

    def circle(
        self, text: str = "", *, military: bool = False, dashed: bool = False, radius: float = 7.5
    ) -> Mark:
        """Draw a world with its cost, or a military one (red) with its defense or with Military; dashed if temporary."""
        line = self.palette.red if military else self.palette.soft
        width = radius * (0.3 if military else 0.2)
        dash = f' stroke-dasharray="{num(radius * 0.42)} {num(radius * 0.3)}"' if dashed else ""
        body = f'<circle r="{num(radius - width / 2)}" fill="{self.palette.paper}" stroke="{line}"'
        body += f' stroke-width="{num(width)}"{dash}/>'
        size = radius * (1.2 if len(text) < 2 else 0.95 if len(text) < 3 else 0.64)
        return Mark(radius * 2, body + (self.letters(text, size, self.palette.ink) if text else ""))

    def diamond(self, text: str = "", *, military: bool = False, radius: float = 9) -> Mark:
        """Draw a development with its cost."""
        r = radius - 0.7
        line = self.palette.red if military else self.palette.soft
        body = f'<path d="M0 {num(-r)} L{num(r)} 0 L0 {num(r)} L{num(-r)} 0 Z" fill="{self.palette.paper}"'
        body += f' stroke="{line}" stroke-width="{num(radius * 0.16)}"/>'
        size = radius * (1.05 if len(text) < 2 else 0.85)
        return Mark(radius * 2, body + (self.letters(text, size, self.palette.ink) if text else ""))

    def shield(self, text: str, *, dashed: bool = False) -> Mark:
        """Draw defense against the Xenos; dashed if temporary."""
        dash = ' stroke-dasharray="3 2"' if dashed else ""
        path = "M-7 -7 L7 -7 L7 0 C7 4.5 3.5 7 0 8.5 C-3.5 7 -7 4.5 -7 0 Z"
        body = f'<path d="{path}" fill="{self.palette.paper}" stroke="{self.palette.red}" stroke-width="1.6"{dash}/>'
        return Mark(15.6, body + self.letters(text, 8.5, self.palette.ink, y=-0.8))

    def arrow(self) -> Mark:
        """Draw what is given up, an arrow, and what it brings."""
        color = self.palette.ink
        body = f'<path d="M-5 0 L3 0 M0 -3.2 L4.2 0 L0 3.2" fill="none" stroke="{color}" stroke-width="1.5"/>'
        return Mark(11, body)

    def xeno(self, radius: float = 7) -> Mark:
        """Draw the Xenos: three claw strokes."""
        r = radius
        body = f'<circle r="{num(r)}" fill="#2b1838" stroke="#c46bff" stroke-width="{num(r * 0.16)}"/>'
        for x in (-0.42, 0.0, 0.42):
            body += f'<path d="M{num((x + 0.14) * r)} {num(-0.6 * r)} Q{num((x - 0.16) * r)} 0 {num((x - 0.06) * r)} '
            body += f'{num(0.62 * r)}" fill="none" stroke="#e3b5ff" stroke-width="{num(r * 0.2)}" stroke-linecap="round"/>'
        return Mark(r * 2, body)

    def chromosome(self, radius: float = 7) -> Mark:
        """Draw the chromosome icon: two crossing strands."""
        r = radius
        body = f'<circle r="{num(r)}" fill="#123a2a"/>'
        for side in (-1, 1):
            x = 0.5 * r * side
            body += (
                f'<path d="M{num(x)} {num(-0.62 * r)} Q{num(-0.12 * r * side)} 0 {num(x)} {num(0.62 * r)}" '
            )
            body += f'fill="none" stroke="#8ff0b4" stroke-width="{num(r * 0.3)}" stroke-linecap="round"/>'
        return Mark(r * 2, body)

    def cross(self, mark: Mark) -> Mark:
        """Cross out a mark."""
        body = '<path d="M-6 6 L6 -6" stroke="#ffffff" stroke-width="3.2"/>'
        return Mark(
            mark.width,
            f'{mark.body}{body}<path d="M-6 6 L6 -6" stroke="{self.palette.red}" stroke-width="1.8"/>',
        )

    def tab(self, label: str) -> Mark:
        """Draw the label of a phase."""
        body = f'<rect x="-9" y="-7" width="18" height="14" rx="3" fill="{self.palette.tab}"/>'
        if label:
            return Mark(18, body + self.letters(label, 9, self.palette.tab_ink))
        return Mark(18, f'{body}<path d="M-4 -3 L4 -3 L0 4 Z" fill="{self.palette.tab_ink}"/>')

    def keyword(self, text: str) -> Mark:
        """Return a keyword."""
        size = 7.5
        width = text_width(text, size) + 7
        body = f'<rect x="{num(-width / 2)}" y="-6" width="{num(width)}" height="12" rx="6" fill="{self.palette.keyword}"/>'
        return Mark(width, body + self.letters(text, size, self.palette.keyword_ink))
