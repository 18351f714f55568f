"""The map and the cards: `components/components.toml` with the overlays of a game applied, read and checked.

A Gadget card is known by its *face*: twice the number of its design, plus one if it carries the hourglass. Cards
with the same face are interchangeable.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, Final

from repulse.engine.overlays import Overlay, wrong_name
from repulse.games.earth.rules.codes import do, reach, where
from repulse.games.earth.rules.codes.action import FLY, MOVE
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.component_rows import (
    SHIPPED_FILE,
    BadComponents,
    Change,
    Row,
    Rows,
    apply_overlay,
    read_rows,
)

MIN_PLAYERS: Final = 3
MAX_PLAYERS: Final = 5
MAX_CARDS: Final = 60
"""Turn Order cards."""
MAX_GADGETS: Final = 60
"""Designs of Gadgets."""
MAX_STEPS: Final = 8
"""Steps of a Gadget."""
_CACHED: Final = 32
"""Sets of components that are kept, besides the shipped one."""

# Every step with the keys it needs.
_STEP_KEYS: Final[dict[str, list[str]]] = {
    "deploy": ["count"],
    "scatter": ["count", "where"],
    "fly": ["to"],
    "move": ["count", "to"],
    "drag": ["count", "to", "where"],
    "destroy": ["count", "where"],
    "bombard": ["count", "where"],
    "shield": ["where"],
    "hologram": ["count", "where"],
    "harvest": ["count", "where"],
    "redirect": [],
    "stars": ["count"],
    "energy": ["count", "fewest"],
    "clamps": [],
}


class Components:
    """Everything printed on the board and the cards. Built once, shared by all positions, never changed."""

    def __init__(self) -> None:
        self.overlays: tuple[Overlay, ...] = ()
        """The overlays applied to the shipped components."""
        self.changes: list[list[Change]] = []
        """For each overlay: what it changes."""
        self.ships = 0
        """A player's ships in play: one piece is kept to mark the score."""
        self.start_energy = 0
        self.threshold: list[int] = [0] * (MAX_PLAYERS + 1)
        """VP that may end the game, by the number of players."""
        self.region_names: list[str] = []
        self.region_row: list[int] = []
        self.region_column: list[int] = []
        """Where a region is drawn."""
        self.adjacent: list[list[int]] = []
        self.elsewhere: list[list[int]] = []
        """For each region: all the others."""
        self.distance: list[int] = []
        """The number of moves from one region (times eight) to another; UNREACHABLE if there is no way."""
        self.move_actions: list[list[int]] = []
        """For each region: the packed actions that move a ship out of it."""
        self.fly_actions: list[list[int]] = []
        """For each region: the packed actions that move the mothership out of it."""
        self.stars: list[int] = []
        """Action Points by the number of the Turn Order card, from 1."""
        self.discount: list[int] = []
        self.portal_mothership: list[int] = []
        self.portal_ships: list[list[int]] = []
        self.gadget_names: list[str] = []
        self.gadget_cost: list[int] = []
        self.gadget_art: list[str] = []
        """The motif of each drawing (`motifs.json`); empty for a plain ship."""
        self.gadget_steps: list[list[int]] = []
        """For each design: the numbers of its effect steps."""
        self.gadget_faces: list[int] = []
        """The whole Gadget deck."""
        self.step_design: list[int] = []
        self.step_do: list[int] = []
        self.step_count: list[int] = []
        self.step_where: list[int] = []
        self.step_reach: list[int] = []
        self.step_fewest: list[int] = []
        self.region_origin: list[str] = []
        self.gadget_origin: list[str] = []
        """The names before overlays changed them; empty for what was not renamed."""
        # The values that are our own reconstruction, which players can see.
        self.name_is_ours: list[bool] = []
        """For each region: whether its name is reconstructed."""
        self.map_is_ours = False
        """Whether some adjacency is."""
        self.card_is_ours: list[bool] = []
        """By the number of the Turn Order card, from 1."""
        self.portal_is_ours: list[bool] = []
        self.gadget_is_ours: list[bool] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return components_of, (self.overlays,)

    def cards(self) -> int:
        """Return how many Turn Order cards there are."""
        return len(self.stars) - 1

    def is_edge(self, region: int, other: int) -> bool:
        """Return whether two regions are so distant that only the edge of the map can join them."""
        rows = abs(self.region_row[region] - self.region_row[other])
        return rows > 1 or abs(self.region_column[region] - self.region_column[other]) > 1

    @property
    def reconstruction(self) -> bool:
        """Whether any of it is our own reconstruction."""
        ours = self.name_is_ours + self.card_is_ours + self.portal_is_ours + self.gadget_is_ours
        return self.map_is_ours or True in ours


def learner_names(names: list[str], origins: list[str]) -> list[str]:
    """Return the names that learners know: those before overlays changed them, unless others have them now."""
    return [
        origin if origin and origin not in names else name
        for name, origin in zip(names, origins, strict=True)
    ]


UNREACHABLE: Final = 1000
"""The distance between regions that no way joins."""


class _Table:
    """One row of the components, whose errors say where they are."""

    def __init__(self, file: str, name: str, items: dict[str, object]) -> None:
        self.file = file
        self.name = name
        self.items = items
        self.used: list[str] = []

    def fail(self, key: str, problem: str) -> BadComponents:
        return BadComponents(f"{self.file}: {self.name}: {key}: {problem}")

    def get(self, key: str) -> object:
        if key not in self.items:
            raise self.fail(key, "is missing")
        self.used.append(key)
        return self.items[key]

    def number(self, key: str, least: int, most: int) -> int:
        return self.as_number(key, self.get(key), least, most)

    def as_number(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(key, f"a whole number from {least} to {most}, not {_short(value)}")
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str):
            raise self.fail(key, f"a text, not {_short(value)}")
        if ">" in value or "," in value:
            raise self.fail(key, f"a name without '>' and ',', which records use, not {_short(value)}")
        problem = wrong_name(value)
        if problem:
            raise self.fail(key, problem)
        return value

    def entries(self, key: str) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list) or not value:
            raise self.fail(key, f"a list, not {_short(value)}")
        return value

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        return [self.as_number(key, value, least, most) for value in self.entries(key)]

    def named(self, key: str, names: list[str]) -> list[int]:
        return [self.as_named(key, value, names) for value in self.entries(key)]

    def as_named(self, key: str, value: object, names: list[str]) -> int:
        if not isinstance(value, str) or value not in names:
            raise self.fail(key, f"one of {', '.join(names)}, not {_short(value)}")
        return names.index(value)

    def tables(self, key: str, label: str) -> list[_Table]:
        tables = []
        for number, value in enumerate(self.entries(key), 1):
            if not isinstance(value, dict):
                raise self.fail(key, f"tables, not {_short(value)}")
            tables.append(_Table(self.file, f"{self.name}: {label} {number}", value))
        return tables

    def done(self) -> None:
        for key in self.items:
            if key not in self.used:
                raise self.fail(key, "is not known here")


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."


def _table(row: Row) -> _Table:
    return _Table(row.file, row.label, row.items)


def read_components(text: str, overlays: tuple[Overlay, ...] = ()) -> Components:
    """Read the components that a TOML text describes, with overlays applied.

    Raises:
        BadComponents: Something is wrong with them; the text names the file, the row and the key.
    """
    rows = read_rows(text)
    components = Components()
    components.overlays = overlays
    for overlay in overlays:
        components.changes.append(apply_overlay(rows, overlay))
    top = _table(rows.top)
    components.ships = top.number("ships_per_player", 3, 100) - 1
    components.start_energy = top.number("start_energy", 0, 100)
    thresholds = _table(rows.thresholds)
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        components.threshold[players] = thresholds.number(str(players), 1, 1000)
    thresholds.done()
    _read_map(components, rows)
    _read_cards(components, rows)
    _read_portals(components, rows)
    _read_gadgets(components, rows, top.number("gadget_copies", 1, 10))
    top.done()
    return components


def _read_map(components: Components, rows: Rows) -> None:
    tables = [_table(row) for row in rows.regions]
    if len(tables) != REGIONS:
        raise rows.fail("region", f"there must be {REGIONS} of them, not {len(tables)}")
    for row, table in zip(rows.regions, tables, strict=True):
        name = table.text("name")
        if name in components.region_names:
            raise table.fail("name", f"{name!r} stands twice")
        components.region_names.append(name)
        components.region_origin.append(row.origin)
        components.name_is_ours.append("name" in row.ours)
        components.map_is_ours = components.map_is_ours or "adjacent" in row.ours
        place = table.numbers("at", 0, 9)
        if len(place) != 2 or (place[0], place[1]) in zip(
            components.region_row, components.region_column, strict=True
        ):
            raise table.fail("at", "a row and a column of its own")
        components.region_row.append(place[0])
        components.region_column.append(place[1])
    for table in tables:
        components.adjacent.append(sorted(table.named("adjacent", components.region_names)))
        table.done()
    for region in range(REGIONS):
        near = components.adjacent[region]
        if region in near or len(set(near)) != len(near):
            raise tables[region].fail("adjacent", "names other regions, each once")
        for other in near:
            if region not in components.adjacent[other]:
                problem = f"{components.region_names[other]} does not name {components.region_names[region]} in return"
                raise tables[region].fail("adjacent", problem)
        components.elsewhere.append([other for other in range(REGIONS) if other != region])
        components.move_actions.append([MOVE + REGIONS * region + other for other in near])
        components.fly_actions.append([FLY + other for other in near])
    components.distance = _distances(components.adjacent)


def _distances(adjacent: list[list[int]]) -> list[int]:
    """Return how many moves it takes from one region (times eight) to another."""
    far = [UNREACHABLE] * (REGIONS * REGIONS)
    for start in range(REGIONS):
        far[REGIONS * start + start] = 0
        reached = [start]
        for region in reached:
            for near in adjacent[region]:
                if far[REGIONS * start + near] == UNREACHABLE:
                    far[REGIONS * start + near] = far[REGIONS * start + region] + 1
                    reached.append(near)
    return far


def _read_cards(components: Components, rows: Rows) -> None:
    components.stars = [0]
    components.discount = [0]
    components.card_is_ours = [False]
    for row in rows.cards:
        table = _table(row)
        components.stars.append(table.number("stars", 1, 20))
        components.discount.append(table.number("discount", 0, 20))
        components.card_is_ours.append(len(row.ours) > 0)
        table.done()
    if not 2 * MAX_PLAYERS <= components.cards() <= MAX_CARDS:
        raise rows.fail(
            "turn_order", f"there must be {2 * MAX_PLAYERS} to {MAX_CARDS} cards, not {components.cards()}"
        )


def _read_portals(components: Components, rows: Rows) -> None:
    if len(rows.portals) < MAX_PLAYERS:
        raise rows.fail("portal", f"there must be at least {MAX_PLAYERS}, not {len(rows.portals)}")
    for row in rows.portals:
        table = _table(row)
        mothership = table.as_named("mothership", table.get("mothership"), components.region_names)
        if mothership in components.portal_mothership:
            raise table.fail("mothership", f"{components.region_names[mothership]} has a Portal already")
        components.portal_mothership.append(mothership)
        ships = table.named("ships", components.region_names)
        if len(ships) > components.ships:
            raise table.fail("ships", f"a player has {components.ships} ships, not {len(ships)}")
        components.portal_ships.append(ships)
        components.portal_is_ours.append(len(row.ours) > 0)
        table.done()


def _read_art(table: _Table) -> str:
    art = table.text("art")
    if art not in GADGET_MOTIFS:
        raise table.fail("art", f"must be one of {', '.join(GADGET_MOTIFS)}, not {art!r}")
    return art


def _read_gadgets(components: Components, rows: Rows, copies: int) -> None:
    for row in rows.gadgets:
        table = _table(row)
        count = table.number("copies", 0, 10) if "copies" in row.items else copies
        if count == 0:
            continue
        name = table.text("name")
        if name in components.gadget_names:
            raise table.fail("name", f"{name!r} stands twice")
        design = len(components.gadget_names)
        components.gadget_names.append(name)
        components.gadget_origin.append(row.origin)
        components.gadget_cost.append(table.number("cost", 0, 20))
        components.gadget_art.append(_read_art(table) if "art" in row.items else "")
        hourglass = table.number("hourglass", 0, count)
        components.gadget_faces += [2 * design] * (count - hourglass) + [2 * design + 1] * hourglass
        components.gadget_is_ours.append(len(row.ours) > 0)
        components.gadget_steps.append([])
        steps = table.tables("steps", "step")
        if len(steps) > MAX_STEPS:
            raise table.fail("steps", f"has {len(steps)} steps; {MAX_STEPS} fit on a Gadget")
        for step in steps:
            components.gadget_steps[design].append(_read_step(components, design, step))
        table.done()
    if len(components.gadget_names) > MAX_GADGETS:
        raise rows.fail("gadget", f"there must be at most {MAX_GADGETS}, not {len(components.gadget_names)}")
    # Enough that a reveal never meets an empty deck, even with every hourglass set aside.
    plain = sum(1 for face in components.gadget_faces if face & 1 == 0)
    if plain < 2 * MAX_PLAYERS:
        raise rows.fail("gadget", f"at least {2 * MAX_PLAYERS} cards must be without hourglass, not {plain}")


def _read_step(components: Components, design: int, table: _Table) -> int:
    does = do.NAMES[table.as_named("do", table.get("do"), list(do.NAMES))]
    keys = _STEP_KEYS[does]
    components.step_design.append(design)
    components.step_do.append(do.NAMES.index(does))
    components.step_count.append(table.number("count", 1, 20) if "count" in keys else 0)
    components.step_fewest.append(table.number("fewest", 1, 20) if "fewest" in keys else 0)
    place = table.as_named("where", table.get("where"), list(where.NAMES)) if "where" in keys else 0
    components.step_where.append(place)
    components.step_reach.append(
        table.as_named("to", table.get("to"), list(reach.NAMES)) if "to" in keys else 0
    )
    table.done()
    return len(components.step_do) - 1


def _read_data(name: str) -> str:
    return (resources.files("repulse.games.earth.components") / name).read_text(encoding="utf-8")


GADGET_MOTIFS: Final[list[str]] = json.loads(_read_data("motifs.json"))["gadget"]
"""The motifs that the drawing of a Gadget can show."""

SHIPPED: Final = read_components(_read_data(SHIPPED_FILE))
"""The components that come with the game."""

_cache: dict[tuple[Overlay, ...], Components] = {}


def components_of(overlays: tuple[Overlay, ...] = ()) -> Components:
    """Return the components of a game with these overlays, the same object every time while it is cached.

    Raises:
        BadComponents: Something is wrong with an overlay.
    """
    if not overlays:
        return SHIPPED
    components = _cache.get(overlays)
    if components is None:
        components = read_components(_read_data(SHIPPED_FILE), overlays)
        if len(_cache) >= _CACHED:
            del _cache[next(iter(_cache))]
        _cache[overlays] = components
    return components
