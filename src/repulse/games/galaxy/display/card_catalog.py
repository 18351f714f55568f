"""The cards of galaxy to look up, with their pictures, and the lists of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from repulse.engine.display.cards import CardInfo, Cards, LegendLine
from repulse.engine.display.guide import Guide, OverlayChanges
from repulse.engine.display.words import Catalogue
from repulse.engine.overlays import Overlay, read_overlays
from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    PHASES,
    SETS,
    TYPES,
    Card,
    load_cards,
    shipped_overlays,
)
from repulse.games.galaxy.display.card_text import card_lines, card_words, describe_card
from repulse.games.galaxy.display.card_types import GalaxyCard
from repulse.games.galaxy.display.gallery import NO_KIND, card_facets, facet_label, gallery_html
from repulse.games.galaxy.display.legend import legend
from repulse.games.galaxy.display.overlay_text import overlay_changes
from repulse.games.galaxy.display.phrases import galaxy_words
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.display.rulebook_lists import rule_facts, rule_lists
from repulse.games.galaxy.display.svg.marks import page_marks
from repulse.games.galaxy.display.svg.pen import THEMES
from repulse.games.galaxy.display.text_table import help_text
from repulse.games.galaxy.rules.state import GalaxyState


class GalaxyCards(Cards[GalaxyState], Guide[GalaxyState]):
    """The cards of Race for the Galaxy, as the game that is shown has them."""

    package = "repulse.games.galaxy"
    title = "Race for the Galaxy"
    card_type = GalaxyCard
    themes = tuple(THEMES)

    @property
    def catalogue(self) -> Catalogue:
        """The texts of the language."""
        return galaxy_words(self.language)

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """The overlays of the game that is shown."""
        return read_overlays(self.options.get("overlays", []), shipped_overlays(), "Galaxy")

    def known_cards(self) -> dict[str, Card]:
        """Return every card by its name, as the game that is shown has it."""
        return _all_cards(self.overlays)

    def help_text(self, topic: str, state: GalaxyState | None = None) -> str:
        """Return everything about a card or an action card, by its name or the beginning of it.

        Raises:
            RepulseError: No card has such a name.
        """
        return help_text(topic, state, self.catalogue)

    def cards(self, state: GalaxyState | None = None) -> list[CardInfo]:
        """Return every card of the game."""
        return [
            {
                "name": card.name,
                "text": describe_card(card, self.language),
                "facets": {facet: value.split() for facet, value in card_facets(card).items()},
            }
            for card in self.known_cards().values()
        ]

    def facets(self) -> dict[str, list[str]]:
        """Return what cards can be filtered by, in the order of the rulebook."""
        inherited = super().facets()
        ordered = {
            "set": SETS,
            "type": TYPES,
            "kind": [*KINDS, NO_KIND],
            "keyword": KEYWORDS,
            "phase": PHASES,
            "cost": sorted(inherited["cost"], key=int),
        }
        return inherited | {facet: list(values) for facet, values in ordered.items()}

    def facet_label(self, facet: str, value: str = "") -> str:
        """Return the name of a facet, or of one of its values."""
        return facet_label(card_words(self.language), facet, value)

    def card_svg(self, name: str, theme: str = "light") -> str:
        """Return a picture of a card."""
        return card_svg(self.known_cards()[name], theme, self.language)

    def card_facts(self, name: str) -> dict[str, Any]:
        """Return the facts of a card as its file has them, its text line by line, and its powers in marks."""
        card = self.known_cards()[name]
        powers = page_marks(self.language, self.overlays).rows[name]
        return asdict(card) | {"lines": card_lines(card, self.language), "rows": powers}

    def card_marks(self) -> list[dict[str, Any]]:
        """Return the marks that the rows of cards refer to."""
        return [{**mark} for mark in page_marks(self.language, self.overlays).marks]

    def legend(self, mode: str) -> list[LegendLine]:
        """Return the symbols on the cards of a mode."""
        return legend(mode, self.language)

    def gallery_html(self, names: Sequence[str]) -> str:
        """Return a page with the pictures of some cards."""
        cards = self.known_cards()
        return gallery_html([cards[name] for name in names], self.language)

    def rulebook_lists(self, mode: str) -> dict[str, list[str]]:
        """Start worlds, preset hands and the cards that pay for military worlds."""
        return rule_lists(mode, self.language, self.overlays)

    def rulebook_facts(self) -> dict[str, object]:
        """Return the awards against retaliation."""
        return rule_facts(self.catalogue, self.overlays)

    def overlay_changes(self) -> list[OverlayChanges]:
        """Return what each overlay changes."""
        return overlay_changes(self.overlays, self.known_cards(), self.catalogue)


@lru_cache(maxsize=16)
def _all_cards(overlays: tuple[Overlay, ...]) -> dict[str, Card]:
    return {card.name: card for card in load_cards(SETS, overlays)}
