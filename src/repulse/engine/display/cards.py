"""The cards of a game, or similar things, to look up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NotRequired, TypedDict

from repulse.engine.contract import (
    RepulseError,
    S,
)
from repulse.engine.display.texts import Texts
from repulse.engine.display.words import engine_words


class FacetValue(TypedDict):
    """One value of a facet, by its id and in words."""

    id: str
    label: str


class Facet(TypedDict):
    """Something that cards can be filtered by, with its values in their order."""

    id: str
    label: str
    values: list[FacetValue]


class CardInfo(TypedDict):
    """A card of a game, for looking up."""

    name: str
    text: str
    """Type and effects, on several lines; the first is its name."""
    facets: dict[str, list[str]]
    """The values that readers can filter by, such as {"set": ["base"]}: ids, not words."""


class CardLine(TypedDict):
    """A line about a card: a head, such as the name of a phase with its colon, or none; and the rest."""

    head: str
    text: str


class CardFacts(TypedDict):
    """The data of a card for the page, in any game; the cards of a game have more (`Display.card_type`)."""

    lines: list[CardLine]
    """Everything about it, line by line; no line is only its name."""
    svg: str
    """Its picture; empty where the page draws the card itself."""
    facets: dict[str, list[str]]
    """Its filters with their values."""


class CardMark(TypedDict):
    """A small drawing that the facts of many cards refer to by its number; 16 high, with its center at (0, 0)."""

    width: float
    svg: str


class CardFile(TypedDict):
    """Every card of a game, as the page loads them."""

    hash: NotRequired[str]
    language: str
    theme: str
    facets: list[Facet]
    marks: list[CardMark]
    cards: dict[str, CardFacts]


class LegendLine(TypedDict):
    """A symbol of the game, and what it means."""

    width: float
    svg: str
    """Around (0, 0), 16 high or a little more, in the colors of the page."""
    text: str


class Cards(Texts[S]):
    """The cards that readers can look up. A game without cards leaves it as it is."""

    card_type: ClassVar[Any] = CardFacts
    """The data of a card for the page: a TypedDict, from which its types are generated."""
    themes: ClassVar[tuple[str, ...]] = ()
    """The themes in which cards can be drawn; none if they are not drawn."""

    def help_text(self, topic: str, state: S | None = None) -> str:
        """Return everything about a card or similar, by its name or part of it.

        Raises:
            RepulseError: No card has such a name.
        """
        name = topic.casefold()
        cards = self.cards(state)
        exact = [card["text"] for card in cards if card["name"].casefold() == name]
        texts = exact or [card["text"] for card in cards if name in card["name"].casefold()]
        if not texts:
            raise RepulseError(engine_words(self.language).text("no-topic", {"topic": topic}))
        return "\n\n".join(dict.fromkeys(texts))

    def cards(self, state: S | None = None) -> list[CardInfo]:
        """Return every card of the game, or of the game that a position belongs to."""
        return []

    def facets(self) -> dict[str, list[str]]:
        """Return what cards can be filtered by, with the values that occur."""
        by_facet: dict[str, list[str]] = {}
        for card in self.cards():
            for facet, values in card["facets"].items():
                seen = by_facet.setdefault(facet, [])
                seen.extend(value for value in values if value not in seen)
        return by_facet

    def facet_words(self) -> list[Facet]:
        """Return the facets for a screen: in words, where the game has some."""
        return [
            {
                "id": facet,
                "label": self.facet_label(facet),
                "values": [{"id": value, "label": self.facet_label(facet, value)} for value in values],
            }
            for facet, values in self.facets().items()
        ]

    def facet_label(self, facet: str, value: str = "") -> str:
        """Return the name of a facet, or of one of its values."""
        return value or facet

    def card_svg(self, name: str, theme: str = "light") -> str:
        """Return a picture of a card.

        Raises:
            RepulseError: Cards of this game are not drawn.
        """
        raise RepulseError(engine_words(self.language).text("no-picture", {"card": name}))

    def card_facts(self, name: str) -> dict[str, Any]:
        """Return what the page gets about a card besides its text and picture."""
        return {}

    def card_marks(self) -> list[dict[str, Any]]:
        """Return drawings that the facts of many cards refer to by number, each sent once."""
        return []

    def legend(self, mode: str) -> list[LegendLine]:
        """Return the symbols that are used in a mode, with their meaning."""
        return []

    def gallery_html(self, names: Sequence[str]) -> str:
        """Return a page with the pictures of some cards.

        Raises:
            RepulseError: Cards of this game are not drawn.
        """
        raise RepulseError(engine_words(self.language).text("no-gallery", {"game": self.game.name}))
