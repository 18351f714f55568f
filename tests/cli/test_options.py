"""Options of a game on the command line."""

from __future__ import annotations

import pytest

from repulse.cli.options import names, read_options
from repulse.engine.contract import RepulseError


def test_options() -> None:
    pairs = ["new_worlds=true", "deal=two-start", "n=3", 'overlays=["first-edition"]', "text=a=b"]
    assert read_options(pairs, 4) == {
        "new_worlds": True,
        "deal": "two-start",
        "n": 3,
        "overlays": ["first-edition"],
        "text": "a=b",
        "players": 4,
    }
    assert read_options([], None) == {}
    for bad in ("new_worlds", "=3", ""):
        with pytest.raises(RepulseError, match="key=value"):
            read_options([bad], None)


def test_what_looks_like_json_and_is_not_is_words() -> None:
    for text in ("[" * 100_000, "9" * 5000, "{"):
        assert read_options([f"deal={text}"], None) == {"deal": text}


def test_names() -> None:
    assert names(" random, sensible,,mine:Bot ") == ["random", "sensible", "mine:Bot"]
    assert names("") == []
