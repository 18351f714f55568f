"""The Gadgets, Turn Order cards and Portals as things to look up, in words and as facts to draw them from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from repulse.games.earth.display.phrases import Words
from repulse.games.earth.rules.components import TABLE


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
    cost: int = 0
    stars: int = 0
    discount: int = 0
    ships: tuple[str, ...] = ()
    """The regions where a Portal brings ships."""

    def facts(self) -> dict[str, Any]:
        """What a card is drawn from."""
        return {
            "sort": self.sort,
            "id": self.id,
            "title": self.title,
            "effect": self.effect,
            "cost": self.cost,
            "stars": self.stars,
            "discount": self.discount,
            "ships": self.ships,
        }


def components(say: Words) -> Iterator[Component]:
    """Every component in the words of a language."""
    for design, name in enumerate(TABLE.gadget_names):
        yield Component(
            sort="gadget",
            id=name,
            name=name,
            title=name,
            text=say.gadget(design),
            effect=say.effect(design),
            cost=TABLE.gadget_cost[design],
        )
    for card in range(1, TABLE.cards() + 1):
        yield Component(
            sort="turn-order",
            id=f"turn {card}",
            name=say.say("describe.card-name", card=card),
            title=str(card),
            text=say.card(card),
            stars=TABLE.stars[card],
            discount=TABLE.discount[card],
        )
    for portal, region in enumerate(TABLE.portal_mothership):
        yield Component(
            sort="portal",
            id=f"portal {TABLE.region_names[region]}",
            name=say.say("describe.portal-name", region=say.region(region)),
            title=say.region(region),
            text=say.portal(portal),
            ships=tuple(say.region(each) for each in TABLE.portal_ships[portal]),
        )
