"""The changes of a game by its overlays, in words."""

from __future__ import annotations

from repulse.engine.display.guide import OverlayChanges
from repulse.games.earth.display.phrases import Words
from repulse.games.earth.rules.component_rows import Change


def overlay_changes(say: Words) -> list[OverlayChanges]:
    """Return each overlay with a line for each row or number that it changes, as the game now has it."""
    table = say.table
    return [
        {"name": overlay.name, "lines": [_line(say, number, change) for change in table.changes[number]]}
        for number, overlay in enumerate(table.overlays)
    ]


def _line(say: Words, overlay: int, change: Change) -> str:
    if change.sort == "top":
        return _number(say, change.name)
    if change.sort == "card":
        return say.card(int(change.name))
    name = _latest_name(say, overlay, change)
    line = _row(say, change.sort, name)
    return say.say("overlay.was", line=line, old=change.name) if change.rename else line


def _latest_name(say: Words, overlay: int, change: Change) -> str:
    """Return what a row is called after all overlays; a Portal goes by the name of its region."""
    sort = "region" if change.sort == "portal" else change.sort
    name = change.rename or change.name
    # The renames of the same overlay apply to Portals too.
    for changes in say.table.changes[overlay if change.sort == "portal" else overlay + 1 :]:
        for other in changes:
            if other.sort == sort and other.rename and other.name == name:
                name = other.rename
                break
    return name


def _row(say: Words, sort: str, name: str) -> str:
    table = say.table
    if sort == "gadget":
        if name not in table.gadget_names:
            return say.say("overlay.dropped", name=name)
        return say.gadget(table.gadget_names.index(name))
    if name not in table.region_names:
        return say.say("overlay.dropped", name=name)
    region = table.region_names.index(name)
    if sort == "region":
        near = say.listing([say.region(other) for other in table.adjacent[region]])
        return say.say("overlay.region", region=say.region(region), regions=near)
    if region not in table.portal_mothership:
        return say.say("overlay.portal", region=say.region(region))
    return say.portal(table.portal_mothership.index(region))


def _number(say: Words, key: str) -> str:
    table = say.table
    if key == "end_threshold":
        three, four, five = (say.say("vp", n=table.threshold[players]) for players in (3, 4, 5))
        return say.say("overlay.end_threshold", three=three, four=four, five=five)
    if key == "gadget_copies":
        return say.say("overlay.gadget_copies", n=len(table.gadget_faces))
    if key == "start_energy":
        return say.say("overlay.start_energy", energy=say.say("energy", n=table.start_energy))
    return say.say("overlay.ships_per_player", ships=say.say("ships", n=table.ships))
