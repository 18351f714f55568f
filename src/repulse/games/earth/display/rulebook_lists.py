"""The lists of the rules that are made from the components: borders, Turn Order cards, Portals and Gadgets."""

from __future__ import annotations

from repulse.games.earth.display.phrases import Words


def rule_lists(phrases: Words) -> dict[str, list[str]]:
    """Return lines to put under sections of the rules, by the ids of the sections."""
    table = phrases.table
    regions = range(len(table.region_names))
    return {
        "list_regions": [
            f"- {phrases.region(region)}: {phrases.listing([phrases.region(other) for other in table.adjacent[region]])}"
            for region in regions
        ]
        + [
            f"- {phrases.text('across', one=phrases.region(region), other=phrases.region(other))}"
            for region in regions
            for other in table.adjacent[region]
            if region < other and table.is_edge(region, other)
        ],
        "list_cards": [f"- {phrases.card(card)}" for card in range(1, table.cards() + 1)],
        "list_portals": [f"- {phrases.portal(portal)}" for portal in range(len(table.portal_mothership))],
        "list_gadgets": [_gadget(phrases, design) for design in range(len(table.gadget_names))],
    }


def _gadget(phrases: Words, design: int) -> str:
    """Return a Gadget, with a mark if one of its copies carries an hourglass."""
    faces = phrases.table.gadget_faces
    copies = faces.count(2 * design) + faces.count(2 * design + 1)
    return f"- {copies}× {phrases.gadget(design)}{' (h)' if 2 * design + 1 in faces else ''}"


def rule_facts(phrases: Words) -> dict[str, object]:
    """Return what the texts of the rules take from the components."""
    table = phrases.table
    thresholds = {f"threshold_{players}": table.threshold[players] for players in (3, 4, 5)}
    return {
        "region_list": phrases.text("comma").join(
            phrases.region(region) for region in range(len(table.region_names))
        ),
        "card_count": table.cards(),
        "gadget_count": len(table.gadget_faces),
        "portal_count": len(table.portal_mothership),
        "ship_count": table.ships,
        "start_energy": table.start_energy,
        "parts": phrases.listing(phrases.reconstructed_parts()),
        **thresholds,
    }
