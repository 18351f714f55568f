"""The example that trains an agent: it runs, and what it trains really gets better."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "ppo.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_example_trains() -> None:
    said: list[str] = []
    shares = example().train(2, rows=8, steps=200, say=said.append)
    assert len(shares) == len(said) == 2
    assert all(math.isnan(share) or 0 <= share <= 1 for share in shares)


@pytest.mark.training
def test_an_agent_learns_to_beat_random_bots() -> None:
    """It begins as one of them, so it wins about half of its games at first."""
    shares = example().train(40, seed=1)
    assert sum(shares[:4]) / 4 < 0.62
    assert sum(shares[-8:]) / 8 > 0.75
