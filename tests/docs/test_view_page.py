"""The page of what a program is shown describes every key of a view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import repulse

PARTS = ("seats", "war", "frontier")


def keys(data: dict[str, Any]) -> Iterator[str]:
    """The keys of a view, those of its parts among them."""
    for key, value in data.items():
        yield key
        parts = value if isinstance(value, list) else [value]
        if key in PARTS and isinstance(parts[0], dict):
            yield from keys(parts[0])


@pytest.mark.parametrize(
    ("game", "options"),
    [("galaxy", {"game": "counterstrike", "players": 2}), ("earth", {"players": 3})],
)
def test_every_key_of_a_view_is_described(root: Path, game: str, options: dict[str, object]) -> None:
    page = (root / "docs" / "reference" / "view.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*) \|", page, re.MULTILINE)
    described = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    view = repulse.new(game, seed=7, **options).state.view(0)
    assert set(keys(view.data())) - described == set()
