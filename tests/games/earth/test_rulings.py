"""Every ruling has a test that names it, and every test names a ruling that exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.source_only


def rulings(root: Path) -> list[str]:
    text = (root / "docs" / "rules" / "earth.md").read_text(encoding="utf-8")
    return re.findall(r"^- R-EAR-(\d\d): ", text, re.MULTILINE)


def named_by_tests(root: Path) -> set[str]:
    ids: set[str] = set()
    for path in (root / "tests" / "games" / "earth").glob("test_*.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            ids.update(re.findall(r"r_ear_(\d\d)", name))
    return ids


def test_rulings_are_numbered_without_gaps(root: Path) -> None:
    numbers = [int(number) for number in rulings(root)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 60


def test_every_ruling_has_a_test(root: Path) -> None:
    assert not set(rulings(root)) - named_by_tests(root)


def test_no_test_names_a_ruling_that_is_not_there(root: Path) -> None:
    assert not named_by_tests(root) - set(rulings(root))


def test_the_code_names_only_rulings_that_are_there(root: Path) -> None:
    ids = set(rulings(root))
    for path in (root / "src" / "repulse" / "games" / "earth").rglob("*.py"):
        named = set(re.findall(r"R-EAR-(\d\d)", path.read_text(encoding="utf-8")))
        assert named <= ids, path.name
