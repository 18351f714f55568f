"""The layers: which package may import which, inside a game too, and what compiled modules may import at all.

Every import counts, also those inside functions; the sources are parsed once (`sources.imports_of`).
"""

from __future__ import annotations

import io
import sys
import tokenize
from pathlib import Path

import pytest
from tests.project.sources import Import, imports_of, module_name, modules

pytestmark = pytest.mark.source_only

# Each package or module of `repulse` with those it may import, besides itself.
ALLOWED: dict[str, set[str]] = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine", "games"},
}
ALLOWED["files"] = {"engine"}
ALLOWED["overlay_files"] = {"engine"}
ALLOWED["charts"] = {"engine"}
ALLOWED["notebook"] = {"engine", "games"}
ALLOWED["match"] = {"engine", "games", "bots", "files", "notebook", "overlay_files"}
ALLOWED["jobs"] = {"engine"}
ALLOWED["arena"] = {"engine", "games", "bots", "charts", "jobs"}
ALLOWED["study"] = ALLOWED["arena"] | {"arena"}
ALLOWED["almanac"] = ALLOWED["study"] | {"study", "files"}
ALLOWED["learn"] = {"engine", "games", "bots", "charts", "files", "jobs"}
ALLOWED["env"] = {"engine", "games", "bots"}
ALLOWED["mcp"] = ALLOWED["env"] | {"env"}
ALLOWED["advice"] = {"engine", "games", "bots", "charts"}
ALLOWED["daily"] = {"engine", "games", "bots"}
ALLOWED["table"] = {"engine", "games", "bots", "advice", "daily"}
ALLOWED["browser"] = ALLOWED["table"] | {"table"}
ALLOWED["server"] = ALLOWED["arena"] | {"arena", "env", "daily", "table", "advice", "almanac"}
ALLOWED["cli"] = ALLOWED["server"] | {"mcp", "server", "study", "files", "match", "overlay_files"}

GAME_LAYERS = ("codes", "cards", "components", "rules", "learning", "bots", "display")
"""The parts of a game: each imports only itself and those before it. (`words` and `lessons` hold no code.)"""

NO_ENGINE_DISPLAY = ("codes", "rules", "learning", "bots")
"""The parts of a game that know no display, not even the engine's."""

ENGINE_LAYERS = ("", "display", "conformance")
"""The parts of the engine: its modules, the display, the conformance suite."""

HOT = {"engine", "games", "bots"}
STANDARD_LIBRARY_ALONE = HOT | {"daily", "table", "advice", "browser"}
"""The hot packages, and those that must also run in a browser."""
WITH_NUMPY = {"exact_net", "learned", "master", "net", "players"}
"""Modules of `bots.neural` that need numpy; the others search with any net."""

LATE = {"advice", "arena", "env", "table", "server", "cli"}
"""Packages that `import repulse` must not load."""


def package_of(name: str) -> str:
    """Return the first part of a name below `repulse`; empty for others."""
    parts = name.split(".")
    return parts[1] if parts[0] == "repulse" and len(parts) > 1 else ""


def layer_in_game(name: str) -> tuple[str, str]:
    """Return the game and the part of it that a module belongs to; empty where it belongs to none."""
    parts = name.split(".")
    if parts[:2] != ["repulse", "games"] or len(parts) < 4:
        return "", ""
    return parts[2], parts[3]


def layer_in_engine(name: str) -> str | None:
    parts = name.split(".")
    if parts[:2] != ["repulse", "engine"]:
        return None
    return parts[2] if len(parts) > 2 and parts[2] in ENGINE_LAYERS else ""


def test_every_package_is_known(root: Path) -> None:
    packages = {package_of(module_name(path)) for path in modules(root)} - {"", "__main__"}
    assert packages <= set(ALLOWED), f"list in ALLOWED what these may import: {packages - set(ALLOWED)}"


def test_a_package_imports_only_packages_above_it(root: Path) -> None:
    wrong = []
    for path in modules(root):
        package = package_of(module_name(path))
        for line in imports_of(path):
            other = package_of(line.name)
            if package in ALLOWED and other in ALLOWED and other != package and other not in ALLOWED[package]:
                wrong.append(f"{path.relative_to(root)}:{line.number} imports {line.name}")
    assert not wrong


def test_the_parts_of_a_game_are_in_order(root: Path) -> None:
    wrong = []
    for path in modules(root):
        game, layer = layer_in_game(module_name(path))
        if not layer:
            continue
        assert layer in GAME_LAYERS, f"{path.relative_to(root)} is in no part of a game"
        below = set(GAME_LAYERS[: GAME_LAYERS.index(layer) + 1])
        for line in imports_of(path):
            other_game, other = layer_in_game(line.name)
            is_wrong = bool(other) and (other_game != game or other not in below)
            if layer in NO_ENGINE_DISPLAY and line.name.startswith("repulse.engine.display"):
                is_wrong = True
            if is_wrong:
                wrong.append(f"{path.relative_to(root)}:{line.number} imports {line.name}")
    assert not wrong


def test_the_parts_of_the_engine_are_in_order(root: Path) -> None:
    wrong = []
    for path in modules(root):
        layer = layer_in_engine(module_name(path))
        for line in imports_of(path) if layer is not None else ():
            other = layer_in_engine(line.name)
            if layer is not None and other and ENGINE_LAYERS.index(other) > ENGINE_LAYERS.index(layer):
                wrong.append(f"{path.relative_to(root)}:{line.number} imports {line.name}")
    assert not wrong


def test_no_modules_import_each_other_in_a_circle(root: Path) -> None:
    """Imports inside functions count; those of the command line's lazy commands and of type checkers do not."""
    names = {module_name(path) for path in modules(root)}
    graph: dict[str, set[str]] = {}
    for path in modules(root):
        name = module_name(path)
        graph[name] = {
            target
            for line in imports_of(path)
            if not (line.typing_only or (line.in_function and package_of(name) == "cli"))
            if (target := _module(line.name, names)) != name
        } - {""}
    cycles = [sorted(group) for group in _strongly_connected(graph) if len(group) > 1]
    assert not cycles, f"{len(cycles)} cycles: {cycles}"


def _module(name: str, names: set[str]) -> str:
    """Return the module that an import reaches: the name itself, or the module it is taken from."""
    if name in names:
        return name
    owner = name.rpartition(".")[0]
    return owner if owner in names else ""


def _strongly_connected(graph: dict[str, set[str]]) -> list[set[str]]:
    """Return the groups of modules that reach each other (Kosaraju's algorithm)."""
    order: list[str] = []
    seen: set[str] = set()
    for start in graph:
        stack = [(start, iter(sorted(graph[start])))] if start not in seen else []
        seen.add(start)
        while stack:
            name, targets = stack[-1]
            target = next(targets, None)
            if target is None:
                order.append(name)
                stack.pop()
            elif target not in seen:
                seen.add(target)
                stack.append((target, iter(sorted(graph.get(target, ())))))
    reverse: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets_of in graph.items():
        for target in targets_of:
            reverse.setdefault(target, set()).add(name)
    groups: list[set[str]] = []
    placed: set[str] = set()
    for name in reversed(order):
        if name in placed:
            continue
        group, waiting = set(), [name]
        while waiting:
            member = waiting.pop()
            if member not in placed:
                placed.add(member)
                group.add(member)
                waiting.extend(reverse[member])
        groups.append(group)
    return groups


def test_circles_are_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}
    assert {"a", "b", "c"} in _strongly_connected(graph)
    assert {"d"} in _strongly_connected(graph)


def test_an_import_inside_a_function_has_a_reason(root: Path) -> None:
    """A comment in the function's import block, on the line or above it.

    Optional packages explain themselves, and the command line's commands are all lazy.
    """
    wrong = []
    for path in modules(root):
        if package_of(module_name(path)) == "cli":
            continue
        lines = [line for line in imports_of(path) if line.in_function and not line.is_optional]
        commented = _commented_lines(path) if lines else set()
        wrong += [
            f"{path.relative_to(root)}:{line.number}"
            for line in lines
            if not _has_reason(line, lines, commented)
        ]
    assert not wrong


def _commented_lines(path: Path) -> set[int]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
    return {token.start[0] for token in tokens if token.type == tokenize.COMMENT}


def _has_reason(line: Import, lines: list[Import], commented: set[int]) -> bool:
    """Whether a comment stands on the line, or above it or the imports right before it."""
    numbers = {other.number for other in lines}
    number = line.number
    while number - 1 in numbers:
        number -= 1
    return bool(commented & set(range(number - 1, line.number + 1)))


def test_the_package_itself_imports_no_late_package(root: Path) -> None:
    names = [line.name for line in imports_of(root / "src" / "repulse" / "__init__.py")]
    assert not [name for name in names if package_of(name) in LATE]


def test_some_packages_import_only_the_standard_library(root: Path) -> None:
    wrong = []
    for path in modules(root):
        if package_of(module_name(path)) in STANDARD_LIBRARY_ALONE and path.stem not in WITH_NUMPY:
            for line in imports_of(path):
                top = line.name.split(".")[0]
                if not line.typing_only and top != "repulse" and top not in sys.stdlib_module_names:
                    wrong.append(f"{path.relative_to(root)}:{line.number} imports {line.name}")
    assert not wrong


def test_rules_and_tables_know_no_clock_and_no_outside(root: Path) -> None:
    """Rules are a pure function of seed, options and choices; a table is one of its entries."""
    outside = {"time", "datetime", "random", "secrets", "socket", "threading", "subprocess", "asyncio"}
    # Conformance loads pickled views in a second process; keys of seats are made where rooms are.
    excepted = {("repulse.engine.conformance.pickling", "subprocess"), ("repulse.table.seats", "secrets")}
    wrong = []
    for path in modules(root):
        name = module_name(path)
        if package_of(name) in {"engine", "games", "table"}:
            tops = {line.name.split(".")[0] for line in imports_of(path) if not line.typing_only}
            wrong += [
                f"{name} imports {top}" for top in sorted(tops & outside) if (name, top) not in excepted
            ]
    assert not wrong
