"""The Gadgets, Turn Order cards and Portals as things to look up, in words and as facts to draw them from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from repulse.engine.display.cards import CardFacts
from repulse.games.earth.display.phrases import Words


class EarthCard(CardFacts):
    """The data of a component of earth for the page."""

    sort: Literal["gadget", "turn-order", "portal"]
    id: str
    """The same in every language."""
    title: str
    """The name where the sort is plain to see."""
    effect: str
    """The effect of a Gadget."""
    art: str
    """The motif of its drawing; empty for a plain ship."""
    cost: int
    stars: int
    discount: int
    ships: list[str]
    """The regions where a Portal brings ships."""


@dataclass(frozen=True)
class Component:
    """A card of earth."""

    sort: str
    """gadget, turn-order or portal."""
    id: str
    """The same in every language."""
    name: str
    title: str
    """The name where the sort is plain to see."""
    text: str
    effect: str = ""
    art: str = ""
    """The motif of its drawing."""
    cost: int = 0
    stars: int = 0
    discount: int = 0
    ships: tuple[str, ...] = ()
    """The regions where a Portal brings ships."""

    def facts(self) -> dict[str, Any]:
        """Return what a card is drawn from."""
        return {
            "sort": self.sort,
            "id": self.id,
            "title": self.title,
            "effect": self.effect,
            "art": self.art,
            "cost": self.cost,
            "stars": self.stars,
            "discount": self.discount,
            "ships": self.ships,
        }


def components(phrases: Words) -> Iterator[Component]:
    """Yield every component in the words of a language."""
    table = phrases.table
    for design, name in enumerate(table.gadget_names):
        yield Component(
            sort="gadget",
            id=name,
            name=name,
            title=name,
            text=phrases.gadget(design),
            effect=phrases.effect(design),
            art=table.gadget_art[design],
            cost=table.gadget_cost[design],
        )
    for card in range(1, table.cards() + 1):
        yield Component(
            sort="turn-order",
            id=f"turn {card}",
            name=phrases.text("describe.card-name", card=card),
            title=str(card),
            text=phrases.card(card),
            stars=table.stars[card],
            discount=table.discount[card],
        )
    for portal, region in enumerate(table.portal_mothership):
        yield Component(
            sort="portal",
            id=f"portal {table.region_names[region]}",
            name=phrases.text("describe.portal-name", region=phrases.region(region)),
            title=phrases.region(region),
            text=phrases.portal(portal),
            ships=tuple(phrases.region(landing) for landing in table.portal_ships[portal]),
        )
