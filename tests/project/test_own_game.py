"""The page about a game of your own: its code is a game that keeps the contract."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

import pytest

pytestmark = pytest.mark.source_only


def test_the_code_of_the_page_is_a_game(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (root / "docs" / "tutorials" / "own-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 2
    assert sum(block.count("\n") for block in blocks) <= 200
    # Positions are pickled along the way, so their classes need a module.
    module = types.ModuleType("own_game")
    monkeypatch.setitem(sys.modules, "own_game", module)
    for block in blocks:
        exec(compile(block, "docs/tutorials/own-game.md", "exec"), module.__dict__)
