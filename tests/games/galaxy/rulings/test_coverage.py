"""Every numbered ruling has a test that names it.

A test names a ruling by its own name (`test_r_set_11_...`) or at the beginning of its docstring ("R-SET-11: ..."; or
"R-SET-11, R-SET-12: ..."). Rulings of a game that cannot be played yet are left alone until it can.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from repulse.games.galaxy.rules.options import GAMES

pytestmark = pytest.mark.source_only

LATER = {"INV": "invasion", "FRO": "frontier", "CST": "counterstrike"}
"""Families of rulings by the game that they belong to."""

RULING = re.compile(r"^- (R-[A-Z0-9]{3}-\d\d)\b", re.MULTILINE)
IN_NAME = re.compile(r"(?:^|_)r_([a-z0-9]{3})_(\d\d)(?=_|$)")
IN_DOCSTRING = re.compile(r"\s*(R-[A-Z0-9]{3}-\d\d)\b[,;:]?")


def rulings(root: Path) -> dict[str, str]:
    """Return every ruling, and the document that lists it."""
    return {
        ruling: path.name
        for path in sorted((root / "docs" / "rules").glob("*.md"))
        for ruling in RULING.findall(path.read_text(encoding="utf-8"))
    }


def named_by(name: str, docstring: str) -> set[str]:
    """Return the rulings that a test of this name and docstring names."""
    rulings_named = {f"R-{family.upper()}-{number}" for family, number in IN_NAME.findall(name)}
    start = 0
    while match := IN_DOCSTRING.match(docstring, start):
        rulings_named.add(match.group(1))
        start = match.end()
    return rulings_named


def rulings_tested(root: Path) -> set[str]:
    """Return the rulings that some test names."""
    rulings_named: set[str] = set()
    for path in (root / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                rulings_named |= named_by(node.name, ast.get_docstring(node) or "")
    return rulings_named


def is_due(root: Path, ruling: str) -> bool:
    """Return whether the game of a ruling is there to be tested."""
    family = ruling[2:5]
    if family == "EAR":
        return any((root / "tests" / "games" / "earth").glob("test_*.py"))
    return family not in LATER or LATER[family] in GAMES


def test_every_ruling_has_a_test(root: Path) -> None:
    missing = sorted(set(rulings(root)) - rulings_tested(root))
    due = [f"{ruling} ({rulings(root)[ruling]})" for ruling in missing if is_due(root, ruling)]
    assert not due, f"no test names {', '.join(due)}"


def test_no_test_names_a_ruling_that_does_not_exist(root: Path) -> None:
    all_rulings = set(rulings(root))
    families = {ruling[:5] for ruling in all_rulings}
    assert sorted(ruling for ruling in rulings_tested(root) - all_rulings if ruling[:5] in families) == []


def test_every_game_that_waits_is_called_by_its_name(root: Path) -> None:
    """A game by another name would leave its rulings untested for ever."""
    assert set(GAMES) <= {"base", "xeno-invasion", *LATER.values()}


@pytest.mark.parametrize(
    ("name", "docstring", "rulings_named"),
    [
        ("test_r_set_11_contact", "", {"R-SET-11"}),
        ("test_r_2px_01", "", {"R-2PX-01"}),
        ("test_r_set_10_and_r_set_11_together", "", {"R-SET-10", "R-SET-11"}),
        ("test_it", "R-SET-11: so it is.", {"R-SET-11"}),
        ("test_it", "R-SET-11, R-SET-12: so it is.", {"R-SET-11", "R-SET-12"}),
        ("test_it", "As R-SET-11 says.", set()),
        ("test_for_set_11", "", set()),
    ],
)
def test_a_test_names_its_ruling(name: str, docstring: str, rulings_named: set[str]) -> None:
    assert named_by(name, docstring) == rulings_named
