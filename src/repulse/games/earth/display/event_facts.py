"""Events as data for a screen: every number of an event by the name of its field, as a stable name where it is one."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Event
from repulse.engine.display.screen import Fact
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.components import TABLE

REGIONS: Final = ("region", "from", "to")


def event_facts(event: Event) -> dict[str, Fact]:
    """What an event says besides its kind and its seat."""
    facts: dict[str, Fact] = {}
    numbers = event[2:]
    for at, field in enumerate(events.TABLE[event[0]].fields):
        if field == "portals":
            facts[field] = [TABLE.region_names[TABLE.portal_mothership[portal]] for portal in numbers]
        elif field == "gadgets":
            facts[field] = [TABLE.gadget_names[design] for design in numbers]
        elif field == "regions":
            facts[field] = [TABLE.region_names[region] for region in numbers]
        elif field == "cards":
            facts[field] = [*numbers]
        elif field in REGIONS:
            facts[field] = TABLE.region_names[numbers[at]]
        elif field == "portal":
            facts[field] = TABLE.region_names[TABLE.portal_mothership[numbers[at]]]
            facts["ships"] = [TABLE.region_names[region] for region in TABLE.portal_ships[numbers[at]]]
        elif field == "gadget":
            facts[field] = TABLE.gadget_names[numbers[at]]
        else:
            facts[field] = numbers[at]
    return facts
