"""The symbols of the cards with their meaning, drawn as they are on the cards."""

from __future__ import annotations

from repulse.engine.display.cards import LegendLine
from repulse.games.galaxy.display.card_text import card_words
from repulse.games.galaxy.display.phrases import galaxy_words
from repulse.games.galaxy.display.svg.marks import PAGE
from repulse.games.galaxy.display.svg.pen import Mark, Pen


def legend(mode: str, language: str) -> list[LegendLine]:
    """Return the symbols on the cards of a mode."""
    pen = Pen(PAGE)
    keyword = card_words(language).text("keyword.rebel")
    marks: dict[str, Mark] = {
        "world": pen.circle("3"),
        "military_world": pen.circle("2", military=True),
        "development": pen.diamond("4"),
        "vp": pen.hexagon("2"),
        "vp_varying": pen.hexagon("?"),
        "novelty": pen.coin("novelty"),
        "rare": pen.coin("rare"),
        "genes": pen.coin("genes"),
        "alien": pen.coin("alien"),
        "any_good": pen.coin("any"),
        "windfall": pen.coin("rare", windfall=True),
        "cards": pen.cards("2"),
        "phase": pen.tab("III"),
        "trade": pen.tab("$"),
        "discount": pen.circle("\N{MINUS SIGN}1"),
        "military": pen.circle("+2", military=True),
        "temporary_military": pen.circle("+3", military=True, dashed=True),
        "arrow": pen.arrow(),
        "keyword": pen.keyword(keyword),
    }
    if mode != "base":
        marks |= {"xeno": pen.xeno(), "chromosome": pen.chromosome()}
    if mode in ("invasion", "counterstrike"):
        marks |= {"defense": pen.shield("+2"), "temporary_defense": pen.shield("+3", dashed=True)}
    words = galaxy_words(language)
    return [
        {"width": round(mark.width, 1), "svg": mark.body, "text": words.text(f"legend.{ident}")}
        for ident, mark in marks.items()
    ]
