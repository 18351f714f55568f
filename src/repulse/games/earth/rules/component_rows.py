"""The rows of the component file before they are checked, and how an overlay replaces them.

An overlay gives whole tables (`[[region]]`, `[turn_order]`, `[[portal]]`, `[[gadget]]`), single numbers of the top, or
`[[change]]` tables for single rows. Its values are no longer our reconstruction. docs/extend/card-notation.md explains it.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import BadOptions
from repulse.engine.overlays import BadOverlay, Overlay, parse_overlay

SHIPPED_FILE: Final = "components.toml"

_TOP_KEYS: Final = ("ships_per_player", "start_energy", "gadget_copies")
_LISTS: Final = ("region", "portal", "gadget")
_CHANGED: Final[dict[str, tuple[str, ...]]] = {
    "region": ("rename", "at", "adjacent"),
    "card": ("stars", "discount"),
    "portal": ("mothership", "ships"),
    "gadget": ("rename", "art", "cost", "hourglass", "steps", "copies"),
}
"""The thing that a change names, and the keys that may go with it."""


class BadComponents(BadOptions):
    """An error in a component file or an overlay; the text names the file, the row and the key."""


class Row:
    """One row: a region, a Portal, a Gadget, a Turn Order card."""

    def __init__(self, file: str, label: str, items: dict[str, object]) -> None:
        self.file = file
        self.label = label
        self.items = {key: value for key, value in items.items() if key != "reconstructed"}
        self.origin = ""
        """The name before it was renamed."""
        self.ours: list[str] = []
        """The keys whose values are our reconstruction."""
        marks = items.get("reconstructed", [])
        if not isinstance(marks, list):
            raise BadComponents(f"{file}: {label}: reconstructed: a list of keys, not {marks!r}")
        for key in marks:
            if not isinstance(key, str) or key not in self.items:
                raise BadComponents(f"{file}: {label}: reconstructed: the row has no {key!r}")
            self.ours.append(key)


class Change:
    """The change of one row or one number by an overlay, for people to read."""

    def __init__(self, sort: str, name: str, rename: str, keys: list[str]) -> None:
        self.sort = sort
        """region, card, portal, gadget, or top for a number."""
        self.name = name
        self.rename = rename
        """The new name, if it gets one."""
        self.keys = keys
        """The other changes; empty for a row that is given in full."""


class Rows:
    """Everything in the component file."""

    def __init__(self) -> None:
        self.file = SHIPPED_FILE
        self.top = Row(SHIPPED_FILE, "top", {})
        self.thresholds = Row(SHIPPED_FILE, "end_threshold", {})
        self.regions: list[Row] = []
        self.cards: list[Row] = []
        self.portals: list[Row] = []
        self.gadgets: list[Row] = []

    def fail(self, key: str, problem: str) -> BadComponents:
        """Return the error of a whole table."""
        return BadComponents(f"{self.file}: {key}: {problem}")

    def named(self, sort: str) -> list[Row]:
        """Return the rows of a sort."""
        if sort == "region":
            return self.regions
        if sort == "portal":
            return self.portals
        return self.gadgets if sort == "gadget" else self.cards


def read_rows(text: str) -> Rows:
    """Read the text of the component file."""
    rows = Rows()
    top = _parse(SHIPPED_FILE, text)
    keys = (*_TOP_KEYS, "end_threshold", "turn_order", *_LISTS)
    for key in ("end_threshold", "turn_order", *_LISTS):
        if key not in top:
            raise BadComponents(f"{SHIPPED_FILE}: top: {key}: is missing")
    for key in top:
        if key not in keys:
            raise BadComponents(f"{SHIPPED_FILE}: top: {key}: is not known here")
    _replace(rows, SHIPPED_FILE, top)
    return rows


def apply_overlay(rows: Rows, overlay: Overlay) -> list[Change]:
    """Apply an overlay to the rows, and return what it changes."""
    file = f"{overlay.name}.toml"
    top = _parse(file, overlay.text)
    if top.get("name") != overlay.name:
        raise BadComponents(f"{file}: name: the overlay is called {overlay.name!r}")
    keys = ("name", "reconstruction", "change", *_TOP_KEYS, "end_threshold", "turn_order", *_LISTS)
    for key in top:
        if key not in keys:
            raise BadComponents(f"{file}: top: {key}: is not known here")
    rows.file = file
    changes = _replace(rows, file, top)
    changes += _apply_changes(rows, file, top.get("change", []))
    flag = top.get("reconstruction", True)
    if not isinstance(flag, bool):
        raise BadComponents(f"{file}: top: reconstruction: true or false, not {flag!r}")
    if not flag:
        for row in [*rows.regions, *rows.cards, *rows.portals, *rows.gadgets]:
            row.ours = []
    if len(top) == 1:
        raise BadComponents(f"{file}: nothing is changed")
    return changes


def _parse(file: str, text: str) -> dict[str, object]:
    try:
        return parse_overlay(file, text)
    except BadOverlay as error:
        raise BadComponents(str(error)) from None


def _replace(rows: Rows, file: str, top: dict[str, object]) -> list[Change]:
    """Take over what is given in full."""
    changes: list[Change] = []
    for key in _TOP_KEYS:
        if key in top:
            rows.top.items[key] = top[key]
            rows.top.file = file
            changes.append(Change("top", key, "", []))
    if "end_threshold" in top:
        rows.thresholds = Row(file, "end_threshold", _mapping(file, "end_threshold", top["end_threshold"]))
        changes.append(Change("top", "end_threshold", "", []))
    for sort in _LISTS:
        if sort in top:
            tables = _tables(file, sort, top[sort])
            rows.named(sort)[:] = [
                Row(file, f"{sort} {number}", items) for number, items in enumerate(tables, 1)
            ]
            changes += [Change(sort, _identity(sort, items), "", []) for items in tables]
    if "turn_order" in top:
        rows.cards = _turn_order(file, _mapping(file, "turn_order", top["turn_order"]))
        changes += [Change("card", str(number), "", []) for number in range(1, len(rows.cards) + 1)]
    return changes


def _turn_order(file: str, table: dict[str, object]) -> list[Row]:
    """Return the Turn Order cards, one row for each, from a list for each of their numbers."""
    columns: list[list[object]] = []
    for key in ("stars", "discount"):
        value = table.get(key)
        if not isinstance(value, list):
            raise BadComponents(f"{file}: turn_order: {key}: a list with a number for each card")
        columns.append(value)
    for key in table:
        if key not in ("stars", "discount", "reconstructed"):
            raise BadComponents(f"{file}: turn_order: {key}: is not known here")
    if len(columns[0]) != len(columns[1]):
        raise BadComponents(f"{file}: turn_order: discount: is not as long as stars")
    marks = table.get("reconstructed", [])
    return [
        Row(
            file,
            f"turn_order: card {number}",
            {"stars": columns[0][number - 1], "discount": columns[1][number - 1], "reconstructed": marks},
        )
        for number in range(1, len(columns[0]) + 1)
    ]


def _apply_changes(rows: Rows, file: str, value: object) -> list[Change]:
    """Apply the `[[change]]` tables: rows are found by the names they have before any of them is renamed."""
    targets: list[tuple[Row, str, str, dict[str, object]]] = []
    for number, table in enumerate(_tables(file, "change", value), 1):
        sorts = [sort for sort in _CHANGED if sort in table]
        if len(sorts) != 1:
            names = ", ".join(_CHANGED)
            raise BadComponents(f"{file}: change {number}: names one of {names}, not {len(sorts)} of them")
        sort = sorts[0]
        row, name = _find(rows, file, sort, table[sort])
        label = f"{sort} {name}"
        if any(row is other for other, _, _, _ in targets):
            raise BadComponents(f"{file}: {label}: is changed twice")
        for key in table:
            if key != sort and key not in _CHANGED[sort]:
                raise BadComponents(f"{file}: {label}: {key}: is not known here")
        if len(table) == 1:
            raise BadComponents(f"{file}: {label}: nothing is changed")
        targets.append((row, sort, name, table))
    changes: list[Change] = []
    renamed: dict[str, object] = {}
    for row, sort, name, table in targets:
        keys = [key for key in table if key not in (sort, "rename")]
        row.file = file
        row.label = f"{sort} {name}"
        for key in keys:
            row.items[key] = table[key]
        if "rename" in table:
            row.items["name"] = table["rename"]
            row.origin = row.origin or name
            if sort == "region":
                renamed[name] = table["rename"]
        row.ours = [key for key in row.ours if key not in keys and not (key == "name" and "rename" in table)]
        rename = table.get("rename", "")
        changes.append(Change(sort, name, rename if isinstance(rename, str) else "", keys))
    if renamed:
        _rename_regions(rows, renamed)
    return changes


def _rename_regions(rows: Rows, renamed: dict[str, object]) -> None:
    """Let all rows that name a region follow its new name."""
    for row in rows.regions:
        row.items["adjacent"] = _follow(row.items.get("adjacent"), renamed)
    for row in rows.portals:
        row.items["ships"] = _follow(row.items.get("ships"), renamed)
        home = row.items.get("mothership")
        if isinstance(home, str):
            row.items["mothership"] = renamed.get(home, home)


def _follow(value: object, renamed: dict[str, object]) -> object:
    if not isinstance(value, list):
        return value
    return [renamed.get(name, name) if isinstance(name, str) else name for name in value]


def _find(rows: Rows, file: str, sort: str, name: object) -> tuple[Row, str]:
    """Return the row that a change names, and its name as a text."""
    if sort == "card":
        if isinstance(name, int) and not isinstance(name, bool) and 1 <= name <= len(rows.cards):
            return rows.cards[name - 1], str(name)
        raise BadComponents(f"{file}: card {name!r}: there are cards 1 to {len(rows.cards)}")
    key = "mothership" if sort == "portal" else "name"
    for row in rows.named(sort):
        if isinstance(name, str) and row.items.get(key) == name:
            return row, name
    names = ", ".join([str(row.items.get(key)) for row in rows.named(sort)])
    raise BadComponents(f"{file}: {sort} {name!r}: there is no such {sort} to change; there is {names}")


def _identity(sort: str, items: dict[str, object]) -> str:
    return str(items.get("mothership" if sort == "portal" else "name", ""))


def _mapping(file: str, key: str, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadComponents(f"{file}: {key}: a table, not {str(value)[:80]!r}")
    return value


def _tables(file: str, key: str, value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise BadComponents(f"{file}: {key}: tables ([[{key}]]), not {str(value)[:80]!r}")
    return [_mapping(file, key, entry) for entry in value]
