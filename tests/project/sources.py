"""The sources of the package, parsed once for all tests that look at them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path


@functools.cache
def modules(root: Path) -> tuple[Path, ...]:
    """Return every module of the package."""
    return tuple(sorted((root / "src" / "repulse").rglob("*.py")))


@functools.cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Import:
    """A dotted name that a module imports."""

    name: str
    number: int
    """The line."""
    typing_only: bool
    """Whether a type checker alone imports it."""
    in_function: bool
    is_optional: bool
    """Whether the module goes on without it (`try` with `except ImportError`)."""


@functools.cache
def imports_of(path: Path) -> tuple[Import, ...]:
    """Return everything that a module imports, also inside functions."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    return tuple(_imports(parsed(path), package, _Place()))


def module_name(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = path.with_suffix("").parts
    inside = parts[len(parts) - 1 - parts[::-1].index("src") + 1 :]
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


@dataclass(frozen=True)
class _Place:
    """Where an import stands."""

    typing_only: bool = False
    in_function: bool = False
    is_optional: bool = False


def _imports(node: ast.AST, package: list[str], place: _Place) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield _import(alias.name, node, place)
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else []
        name = ".".join(base + ([node.module] if node.module else []))
        # "from repulse import games" imports a package too.
        for alias in node.names:
            yield _import(f"{name}.{alias.name}", node, place)
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        for statement in node.body:
            yield from _imports(statement, package, replace(place, typing_only=True))
        for statement in node.orelse:
            yield from _imports(statement, package, place)
    else:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            place = replace(place, in_function=True)
        elif isinstance(node, ast.Try) and "ImportError" in ast.dump(node).replace(
            "ModuleNotFound", "Import"
        ):
            place = replace(place, is_optional=True)
        for child in ast.iter_child_nodes(node):
            yield from _imports(child, package, place)


def _import(name: str, node: ast.stmt, place: _Place) -> Import:
    return Import(name, node.lineno, place.typing_only, place.in_function, place.is_optional)
