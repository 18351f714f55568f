"""Events as data for a screen: every number of an event by the name of its field, as a stable name where it is one."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Event
from repulse.engine.display.screen import Fact
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.components import Components

REGIONS: Final = ("region", "from", "to")


def event_facts(table: Components, event: Event) -> dict[str, Fact]:
    """Return what an event says besides its kind and its seat."""
    facts: dict[str, Fact] = {}
    numbers = event[2:]
    for index, field in enumerate(events.TABLE[event[0]].fields):
        if field == "portals":
            facts[field] = [table.region_names[table.portal_mothership[portal]] for portal in numbers]
        elif field == "gadgets":
            facts[field] = [table.gadget_names[design] for design in numbers]
        elif field == "regions":
            facts[field] = [table.region_names[region] for region in numbers]
        elif field == "cards":
            facts[field] = [*numbers]
        elif field in REGIONS:
            facts[field] = table.region_names[numbers[index]]
        elif field == "portal":
            facts[field] = table.region_names[table.portal_mothership[numbers[index]]]
            facts["ships"] = [table.region_names[region] for region in table.portal_ships[numbers[index]]]
        elif field == "gadget":
            facts[field] = table.gadget_names[numbers[index]]
        else:
            facts[field] = numbers[index]
    return facts
