"""What the rules list from the components: borders, Turn Order cards, Portals and Gadgets."""

from __future__ import annotations

from repulse.games.earth.display.phrases import Words, words
from repulse.games.earth.rules.components import TABLE


def rule_lists(mode: str, language: str = "en") -> dict[str, list[str]]:
    """Lines to put under sections of the rules, by the ids of the sections."""
    say = words(language)
    regions = range(len(TABLE.region_names))
    return {
        "list_regions": [
            f"- {say.region(region)}: {say.listing([say.region(other) for other in TABLE.adjacent[region]])}"
            for region in regions
        ],
        "list_cards": [f"- {say.card(card)}" for card in range(1, TABLE.cards() + 1)],
        "list_portals": [f"- {say.portal(portal)}" for portal in range(len(TABLE.portal_mothership))],
        "list_gadgets": [_gadget(say, design) for design in range(len(TABLE.gadget_names))],
    }


def _gadget(say: Words, design: int) -> str:
    """A Gadget, with a mark if one of its copies carries an hourglass."""
    return f"- {say.gadget(design)}{' (h)' if 2 * design + 1 in TABLE.gadget_faces else ''}"
