"""The map and the cards, read from `components/components.toml` and checked.

A Gadget card is known by its *face*: twice the number of its design, plus one if it carries the hourglass. Cards
with the same face are interchangeable.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from repulse.engine.contract import RepulseError
from repulse.games.earth.rules.codes import do, reach, where
from repulse.games.earth.rules.codes.action import FLY, MOVE
from repulse.games.earth.rules.codes.board import REGIONS

SOURCE: Final = "earth/components/components.toml"
LEAST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 5

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


class BadComponents(RepulseError):
    """An error in a component file; the text names the file, the table and the key."""


class Components:
    """Everything printed on the board and the cards. Built once, shared by all positions."""

    def __init__(self) -> None:
        self.reconstruction = True
        """Whether these components are our own reconstruction, which players are told."""
        self.ships = 0
        """A player's ships in play: one piece is kept to mark the score."""
        self.start_energy = 0
        self.threshold: list[int] = [0] * (MOST_PLAYERS + 1)
        """VP that may end the game, by the number of players."""
        self.region_names: list[str] = []
        self.region_row: list[int] = []
        self.region_column: list[int] = []
        """Where a region is drawn."""
        self.adjacent: list[list[int]] = []
        self.elsewhere: list[list[int]] = []
        """For each region: all the others."""
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

    def cards(self) -> int:
        """How many Turn Order cards there are."""
        return len(self.stars) - 1


class _Table:
    """One table of the file, whose errors say where they are."""

    def __init__(self, name: str, items: dict[str, object]) -> None:
        self.name = name
        self.items = items
        self.used: list[str] = []

    def fail(self, key: str, problem: str) -> BadComponents:
        return BadComponents(f"{SOURCE}: {self.name}: {key}: {problem}")

    def get(self, key: str) -> object:
        if key not in self.items:
            raise self.fail(key, "is missing")
        self.used.append(key)
        return self.items[key]

    def number(self, key: str, least: int, most: int) -> int:
        return self.as_number(key, self.get(key), least, most)

    def as_number(self, key: str, value: object, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(key, f"a whole number from {least} to {most}, not {value!r}")
        return value

    def truth(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.fail(key, f"true or false, not {value!r}")
        return value

    def text(self, key: str) -> str:
        value = self.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, f"a text, not {value!r}")
        if ">" in value or "," in value:
            raise self.fail(key, f"a name without '>' and ',', which records use, not {value!r}")
        return value

    def entries(self, key: str) -> list[object]:
        value = self.get(key)
        if not isinstance(value, list) or not value:
            raise self.fail(key, f"a list, not {value!r}")
        return value

    def numbers(self, key: str, least: int, most: int) -> list[int]:
        return [self.as_number(key, value, least, most) for value in self.entries(key)]

    def named(self, key: str, names: list[str]) -> list[int]:
        return [self.as_named(key, value, names) for value in self.entries(key)]

    def as_named(self, key: str, value: object, names: list[str]) -> int:
        if not isinstance(value, str) or value not in names:
            raise self.fail(key, f"one of {', '.join(names)}, not {value!r}")
        return names.index(value)

    def tables(self, key: str, label: str) -> list[_Table]:
        tables = []
        for number, value in enumerate(self.entries(key), 1):
            if not isinstance(value, dict):
                raise self.fail(key, f"tables, not {value!r}")
            inner = f"{label} {number}" if self.name == "top" else f"{self.name}: {label} {number}"
            tables.append(_Table(inner, value))
        return tables

    def table(self, key: str) -> _Table:
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.fail(key, f"a table, not {value!r}")
        return _Table(key, value)

    def done(self) -> None:
        for key in self.items:
            if key not in self.used:
                raise self.fail(key, "is not known here")


def read_components(text: str) -> Components:
    """The components that a TOML text describes; BadComponents if anything is wrong with them."""
    try:
        top = _Table("top", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadComponents(f"{SOURCE}: {error}") from None
    made = Components()
    made.reconstruction = top.truth("reconstruction")
    made.ships = top.number("ships_per_player", 3, 100) - 1
    made.start_energy = top.number("start_energy", 0, 100)
    thresholds = top.table("end_threshold")
    for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1):
        made.threshold[players] = thresholds.number(str(players), 1, 1000)
    thresholds.done()
    _read_map(made, top)
    _read_cards(made, top)
    _read_portals(made, top)
    _read_gadgets(made, top, top.number("gadget_copies", 1, 10))
    top.done()
    return made


def _read_map(made: Components, top: _Table) -> None:
    tables = top.tables("region", "region")
    if len(tables) != REGIONS:
        raise top.fail("region", f"there must be {REGIONS} of them, not {len(tables)}")
    for table in tables:
        name = table.text("name")
        if name in made.region_names:
            raise table.fail("name", f"{name!r} stands twice")
        made.region_names.append(name)
        at = table.numbers("at", 0, 9)
        if len(at) != 2 or (at[0], at[1]) in zip(made.region_row, made.region_column, strict=True):
            raise table.fail("at", "a row and a column of its own")
        made.region_row.append(at[0])
        made.region_column.append(at[1])
    for table in tables:
        made.adjacent.append(sorted(table.named("adjacent", made.region_names)))
        table.done()
    for region in range(REGIONS):
        near = made.adjacent[region]
        if region in near or len(set(near)) != len(near):
            raise tables[region].fail("adjacent", "names other regions, each once")
        for other in near:
            if region not in made.adjacent[other]:
                problem = f"{made.region_names[other]} does not name {made.region_names[region]} in return"
                raise tables[region].fail("adjacent", problem)
        made.elsewhere.append([other for other in range(REGIONS) if other != region])
        made.move_actions.append([MOVE + REGIONS * region + other for other in near])
        made.fly_actions.append([FLY + other for other in near])


def _read_cards(made: Components, top: _Table) -> None:
    table = top.table("turn_order")
    made.stars = [0, *table.numbers("stars", 1, 20)]
    made.discount = [0, *table.numbers("discount", 0, 20)]
    if len(made.stars) != len(made.discount):
        raise table.fail("discount", "is not as long as stars")
    if made.cards() < 2 * MOST_PLAYERS:
        raise table.fail("stars", f"there must be at least {2 * MOST_PLAYERS} cards")
    table.done()


def _read_portals(made: Components, top: _Table) -> None:
    tables = top.tables("portal", "portal")
    if len(tables) < MOST_PLAYERS:
        raise top.fail("portal", f"there must be at least {MOST_PLAYERS}")
    for table in tables:
        mothership = table.as_named("mothership", table.get("mothership"), made.region_names)
        if mothership in made.portal_mothership:
            raise table.fail("mothership", f"{made.region_names[mothership]} has a Portal already")
        made.portal_mothership.append(mothership)
        made.portal_ships.append(table.named("ships", made.region_names))
        table.done()


def _read_gadgets(made: Components, top: _Table, copies: int) -> None:
    for design, table in enumerate(top.tables("gadget", "gadget")):
        name = table.text("name")
        if name in made.gadget_names:
            raise table.fail("name", f"{name!r} stands twice")
        made.gadget_names.append(name)
        made.gadget_cost.append(table.number("cost", 0, 20))
        hourglass = table.number("hourglass", 0, copies)
        made.gadget_faces += [2 * design] * (copies - hourglass) + [2 * design + 1] * hourglass
        made.gadget_steps.append([])
        for step in table.tables("steps", "step"):
            made.gadget_steps[design].append(_read_step(made, design, step))
        table.done()
    # Enough that a reveal never meets an empty deck, even with every hourglass set aside.
    plain = sum(1 for face in made.gadget_faces if face & 1 == 0)
    if plain < 2 * MOST_PLAYERS:
        raise top.fail("gadget", f"at least {2 * MOST_PLAYERS} cards must be without hourglass")


def _read_step(made: Components, design: int, table: _Table) -> int:
    does = do.NAMES[table.as_named("do", table.get("do"), list(do.NAMES))]
    keys = _STEP_KEYS[does]
    made.step_design.append(design)
    made.step_do.append(do.NAMES.index(does))
    made.step_count.append(table.number("count", 1, 20) if "count" in keys else 0)
    made.step_fewest.append(table.number("fewest", 1, 20) if "fewest" in keys else 0)
    place = table.as_named("where", table.get("where"), list(where.NAMES)) if "where" in keys else 0
    made.step_where.append(place)
    made.step_reach.append(table.as_named("to", table.get("to"), list(reach.NAMES)) if "to" in keys else 0)
    table.done()
    return len(made.step_do) - 1


def load_components() -> Components:
    """The components that come with the game."""
    source = resources.files("repulse.games.earth.components") / "components.toml"
    return read_components(source.read_text(encoding="utf-8"))


TABLE: Final = load_components()
"""The board and the cards of every game."""
