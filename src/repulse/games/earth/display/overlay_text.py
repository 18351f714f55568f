"""The changes of a game by its overlays, in words."""

from __future__ import annotations

from repulse.engine.display.guide import OverlayChanges
from repulse.games.earth.display.phrases import Words
from repulse.games.earth.rules.component_rows import Change


def overlay_changes(phrases: Words) -> list[OverlayChanges]:
    """Return each overlay with a line for each row or number that it changes, as the game now has it."""
    table = phrases.table
    return [
        {"name": overlay.name, "lines": [_line(phrases, number, change) for change in table.changes[number]]}
        for number, overlay in enumerate(table.overlays)
    ]


def _line(phrases: Words, overlay: int, change: Change) -> str:
    if change.sort == "top":
        return _number(phrases, change.name)
    if change.sort == "card":
        return phrases.card(int(change.name))
    name = _latest_name(phrases, overlay, change)
    line = _row(phrases, change.sort, name)
    return phrases.text("overlay.was", line=line, old=change.name) if change.rename else line


def _latest_name(phrases: Words, overlay: int, change: Change) -> str:
    """Return what a row is called after all overlays; a Portal goes by the name of its region."""
    sort = "region" if change.sort == "portal" else change.sort
    name = change.rename or change.name
    # The renames of the same overlay apply to Portals too.
    for changes in phrases.table.changes[overlay if change.sort == "portal" else overlay + 1 :]:
        for other in changes:
            if other.sort == sort and other.rename and other.name == name:
                name = other.rename
                break
    return name


def _row(phrases: Words, sort: str, name: str) -> str:
    table = phrases.table
    if sort == "gadget":
        if name not in table.gadget_names:
            return phrases.text("overlay.dropped", name=name)
        return phrases.gadget(table.gadget_names.index(name))
    if name not in table.region_names:
        return phrases.text("overlay.dropped", name=name)
    region = table.region_names.index(name)
    if sort == "region":
        near = phrases.listing([phrases.region(other) for other in table.adjacent[region]])
        return phrases.text("overlay.region", region=phrases.region(region), regions=near)
    if region not in table.portal_mothership:
        return phrases.text("overlay.portal", region=phrases.region(region))
    return phrases.portal(table.portal_mothership.index(region))


def _number(phrases: Words, key: str) -> str:
    table = phrases.table
    if key == "end_threshold":
        three, four, five = (phrases.text("vp", n=table.threshold[players]) for players in (3, 4, 5))
        return phrases.text("overlay.end_threshold", three=three, four=four, five=five)
    if key == "gadget_copies":
        return phrases.text("overlay.gadget_copies", n=len(table.gadget_faces))
    if key == "start_energy":
        return phrases.text("overlay.start_energy", energy=phrases.text("energy", n=table.start_energy))
    return phrases.text("overlay.ships_per_player", ships=phrases.text("ships", n=table.ships))
