"""The powers of cards for the page: which marks stand in which row, and each mark drawn once.

The page puts the marks into its own card faces, at the size there is room for. Their colors are those of the page, so
one drawing does for every theme, and their words are sent as words, so that they are set in the letters of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypedDict

from repulse.engine.overlays import Overlay
from repulse.games.galaxy.cards import PHASES, SETS, Card, Power, load_cards, parse_per
from repulse.games.galaxy.display.card_text import card_words
from repulse.games.galaxy.display.svg.pen import Mark, Palette, Pen, num, text_width
from repulse.games.galaxy.display.svg.powers import Symbols, signed

PAGE: Final = Palette(
    paper="var(--mark-ground)",
    ink="var(--ink)",
    soft="var(--soft)",
    edge="var(--line-strong)",
    row="var(--card-2)",
    tab="var(--soft)",
    tab_ink="var(--panel)",
    kinds={kind: f"var(--{kind})" for kind in ("novelty", "rare", "genes", "alien")},
    keyword="var(--soft)",
    keyword_ink="var(--panel)",
    red="var(--military)",
)
"""The colors of the page, by the names its style sheet has for them."""

SCORE: Final = "score"
"""The row of score lines, beside those of the phases."""

SHORTER: Final = {
    "frontier_world": "for_frontier",
    "near_frontier_world": "near",
    "far_frontier_world": "far",
}
"""Words that say as much in a score line: nothing else of the Frontier is counted."""


class PageMark(TypedDict):
    """A mark as the page draws it: around (0, 0), 16 high or a little more."""

    width: float
    svg: str


class PowerRow(TypedDict):
    """The effects of a card in a phase; `score` for its score lines."""

    phase: str
    powers: list[list[int | str]]
    """Each power as numbers of marks, and words between them."""
    brief: list[list[int | str]]
    """The same without words, for a card in little; score lines keep those that no mark can stand for."""


class PageMarks:
    """Every mark of every card, and the rows of each card by its name."""

    __slots__ = ("_numbers", "marks", "rows")

    def __init__(self, cards: Iterable[Card], language: str) -> None:
        self.marks: list[PageMark] = []
        self._numbers: dict[Mark, int] = {}
        texts = card_words(language)
        full = Symbols(PagePen(PAGE), texts)
        brief = BriefSymbols(BriefPen(PAGE), texts)
        scores = BriefScores(PagePen(PAGE), texts)
        self.rows = {card.name: self._rows(card, full, brief, scores=scores) for card in cards}

    def _rows(self, card: Card, full: Symbols, brief: Symbols, *, scores: Symbols) -> list[PowerRow]:
        rows: list[PowerRow] = []
        for phase in PHASES:
            powers = [power for power in card.powers if power.phase == phase]
            if powers:
                rows.append(
                    {
                        "phase": phase,
                        "powers": [self._line(full.power(card, power)) for power in powers],
                        "brief": [self._line(brief.power(card, power)) for power in powers],
                    }
                )
        if card.score:
            rows.append(
                {
                    "phase": SCORE,
                    "powers": [self._line(full.score(line)) for line in card.score],
                    "brief": [self._line(scores.score(line)) for line in card.score],
                }
            )
        return rows

    def _line(self, marks: list[Mark]) -> list[int | str]:
        return [mark.text or self._number(mark) for mark in marks if mark.body]

    def _number(self, mark: Mark) -> int:
        number = self._numbers.get(mark)
        if number is None:
            number = self._numbers[mark] = len(self.marks)
            self.marks.append({"width": round(mark.width, 1), "svg": mark.body})
        return number


class PagePen(Pen):
    """Draws for the condensed font of the page, in which the same room holds larger letters."""

    __slots__ = ()

    def letters(self, text: str, size: float, color: str, *, x: float = 0, y: float = 0) -> str:
        """Draw a text with its middle at (x, y), as large as its mark allows: never below 11 px on a card of the table."""
        return super().letters(text, condensed(size), color, x=x, y=y)

    def keyword(self, text: str) -> Mark:
        """Draw a keyword in a pill with room for the larger letters."""
        size = 7.5
        width = 1.2 * (text_width(text, size) + 7)
        place = f'x="{num(-width / 2)}" y="-7" width="{num(width)}" height="14" rx="7"'
        body = f'<rect {place} fill="{self.palette.keyword}"/>'
        return Mark(width, body + self.letters(text, size, self.palette.keyword_ink))


def condensed(size: float) -> float:
    """Return how large letters of a wide font at `size` can be in a condensed one: the smaller they are, the more is gained."""
    if size < 8:
        return size * 1.6
    if size < 8.7:
        return size * 1.42
    if size < 9.6:
        return size * 1.34
    return size * 1.22


class BriefPen(PagePen):
    """Draws what fits beside five other phases: neither words nor arrows, and of a keyword its beginning."""

    __slots__ = ()

    def words(self, text: str, size: float = 9) -> Mark:
        """Draw nothing: the card in full says it."""
        return Mark(0, "")

    def arrow(self) -> Mark:
        """Draw nothing: the price stands before the gain."""
        return Mark(0, "")

    def keyword(self, text: str) -> Mark:
        """Return the beginning of a keyword."""
        return super().keyword(text[:3])

    def kept(self, text: str) -> Mark:
        """Draw cards that may be kept: a card filled in."""
        body = f'<rect x="-6" y="-7.5" width="12" height="15" rx="1.8" fill="{self.palette.ink}"/>'
        return Mark(13, body + self.letters(text, 9, self.palette.paper))

    def wrench(self, text: str) -> Mark:
        """Draw repairs, with their number."""
        path = "M-7 6 L-1 0 A4 4 0 0 1 4 -6 L2 -3.5 L3.8 -1.8 L6.2 -4 A4 4 0 0 1 1.2 2 L-4.8 8 Z"
        count = self.letters(text, 8.5, self.palette.ink, x=5.5, y=5) if text != "1" else ""
        return Mark(15, f'<path d="{path}" fill="{self.palette.ink}"/>{count}')


class BriefSymbols(Symbols):
    """Translates powers into the few marks of a card in little."""

    __slots__ = ()

    def power(self, card: Card, power: Power) -> list[Mark]:
        """Return a power of a card; those that words alone tell from others have marks of their own here."""
        pen = self.pen
        assert isinstance(pen, BriefPen)
        match power.do:
            case "keep":
                return [pen.kept(signed(power.amount))]
            case "draw" if power.phase == "explore":
                return [pen.cards(signed(power.amount))]
            case "repair":
                return [pen.wrench(str(power.amount))]
            case "pay_for_military":
                return [pen.cards(), *super().power(card, power)]
            case "sell":
                return [pen.strong("$"), *super().power(card, power)]
            case "consume_all":
                return [*super().power(card, power), pen.strong("\u00d7n")]
            case _:
                return super().power(card, power)


class BriefScores(Symbols):
    """Translates score lines for a card with little room: words only where no mark says the same."""

    __slots__ = ()

    def per(self, word: str) -> list[Mark]:
        """Return the mark of what is counted; the count itself is shown only if several count as one."""
        per = parse_per(word)
        if per.what == "with_pay_for_military":
            return [self.pen.cards(), self.text("pay"), self.pen.circle(military=True)]
        marks = super().per(word)
        return marks if per.divisor > 1 or per.what == "named_card" else marks[1:]

    def keyword(self, keyword: str) -> Mark:
        """Return the shortest prefix that tells a keyword from the others."""
        return self.pen.keyword(self.texts.text(f"short.keyword.{keyword}"))

    def world(self, number: int) -> Mark:
        """Draw nothing: where goods are counted and not worlds, words say so."""
        return Mark(0, "")

    def text(self, ident: str, **facts: object) -> Mark:
        """Return the shortest words available, or a mark in their place."""
        if ident == "card":
            return self.pen.cards()
        return super().text(SHORTER.get(ident, ident), **facts)


@lru_cache(maxsize=16)
def page_marks(language: str, overlays: tuple[Overlay, ...] = ()) -> PageMarks:
    """Return the marks of every card of every set, with overlays applied, in a language."""
    return PageMarks(load_cards(SETS, overlays), language)
