"""The packages: who may import whom, and what the compiled modules may import at all."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.source_only

# Each package with the packages it may import, besides itself.
ALLOWED: dict[str, set[str]] = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine", "games"},
}
ALLOWED["files"] = {"engine"}
ALLOWED["charts"] = set()
ALLOWED["match"] = {"engine", "games", "bots", "files"}
ALLOWED["arena"] = {"engine", "games", "bots", "charts"}
ALLOWED["study"] = ALLOWED["arena"] | {"arena"}
ALLOWED["learn"] = ALLOWED["arena"] | {"arena"}
ALLOWED["env"] = {"engine", "games", "bots"}
ALLOWED["table"] = {"engine", "games", "bots"}
ALLOWED["browser"] = ALLOWED["table"] | {"table", "advice"}
ALLOWED["advice"] = {"engine", "games", "bots", "charts"}
ALLOWED["server"] = ALLOWED["arena"] | {"arena", "env", "table", "advice"}
ALLOWED["cli"] = ALLOWED["server"] | {"server", "study", "files", "match"}

HOT = {"engine", "games", "bots"}
STANDARD_LIBRARY_ALONE = HOT | {"table", "advice", "browser"}
"""The hot packages, and those that must also run in a browser."""
WITH_NUMPY = {"learned", "master", "net", "players"}
"""Modules of `bots.neural` that need numpy; the others search with any net."""


def modules(root: Path) -> list[Path]:
    return sorted((root / "src" / "repulse").rglob("*.py"))


def imported(path: Path, root: Path) -> Iterator[tuple[str, bool]]:
    """Every dotted name that a module imports, and whether a type checker alone imports it."""
    package = path.relative_to(root / "src").with_suffix("").parts[:-1]

    def visit(node: ast.AST, typing_only: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, typing_only) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            name = ".".join(base + ([node.module] if node.module else []))
            # "from repulse import galaxy" imports a room too.
            yield from ((f"{name}.{alias.name}", typing_only) for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for child in node.body:
                yield from visit(child, True)
            for child in node.orelse:
                yield from visit(child, typing_only)
        else:
            for inner in ast.iter_child_nodes(node):
                yield from visit(inner, typing_only)

    yield from visit(ast.parse(path.read_text(encoding="utf-8")), False)


def room_of(path: Path, root: Path) -> str:
    inside = path.relative_to(root / "src" / "repulse").parts
    return inside[0].removesuffix(".py") if inside[0] != "__init__.py" else ""


def test_every_room_is_known(root: Path) -> None:
    rooms = {room_of(path, root) for path in modules(root)} - {"", "__main__"}
    assert rooms <= set(ALLOWED), f"say in ALLOWED what these may import: {rooms - set(ALLOWED)}"


def test_a_room_imports_only_rooms_above_it(root: Path) -> None:
    wrong = []
    for path in modules(root):
        room = room_of(path, root)
        for name, _ in imported(path, root):
            parts = name.split(".")
            other = parts[1] if parts[0] == "repulse" and len(parts) > 1 else ""
            if room in ALLOWED and other in ALLOWED and other != room and other not in ALLOWED[room]:
                wrong.append(f"{path.relative_to(root)} imports {name}")
    assert not wrong


def test_the_package_itself_imports_no_late_room(root: Path) -> None:
    late = {"advice", "arena", "env", "table", "server", "cli"}
    names = [name.split(".") for name, _ in imported(root / "src" / "repulse" / "__init__.py", root)]
    assert not [name for name in names if name[0] == "repulse" and name[1] in late]


def test_some_rooms_import_only_the_standard_library(root: Path) -> None:
    wrong = []
    for path in modules(root):
        if room_of(path, root) in STANDARD_LIBRARY_ALONE and path.stem not in WITH_NUMPY:
            for name, typing_only in imported(path, root):
                top = name.split(".")[0]
                if not typing_only and top != "repulse" and top not in sys.stdlib_module_names:
                    wrong.append(f"{path.relative_to(root)} imports {name}")
    assert not wrong


def test_rules_and_tables_know_no_clock_and_no_outside(root: Path) -> None:
    """Rules are a pure function of seed, options and choices; a table is one of its entries."""
    outside = {"time", "datetime", "random", "secrets", "socket", "threading", "subprocess", "asyncio"}
    wrong = []
    for path in modules(root):
        if room_of(path, root) in {"engine", "games", "table"}:
            tops = {name.split(".")[0] for name, typing_only in imported(path, root) if not typing_only}
            wrong += [f"{path.relative_to(root)} imports {top}" for top in sorted(tops & outside)]
    assert not wrong
