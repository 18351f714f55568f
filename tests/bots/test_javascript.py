"""The bots in JavaScript of the examples and of the tutorial play whole games."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from repulse.arena.many import make_plan, play_many
from repulse.arena.scoreboard import Scoreboard
from repulse.cli.cards import Filters, cards_data
from repulse.games import entry_of

pytestmark = [
    pytest.mark.source_only,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed"),
]


def share(bot: str, games: int) -> float:
    """The share of a bot's wins against random."""
    table = Scoreboard()
    for result in play_many(make_plan("galaxy", {"players": 2}, [bot, "random"], games=games), workers=1):
        table.add(result)
    return table.bots[bot].share


def test_the_first_bot_of_the_tutorial_plays(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "tutorials" / "javascript-bot.md").read_text(encoding="utf-8")
    code = re.findall(r"^```js\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "first.mjs").write_text(code[0], encoding="utf-8")
    share(f"program:node {tmp_path / 'first.mjs'}", games=4)


def test_the_example_beats_random(root: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(json.dumps(cards_data(Filters(entry_of("galaxy").display_in("en")))), encoding="utf-8")
    assert share(f"program:node {root / 'examples' / 'program_bot.mjs'} {cards}", games=20) > 0.7
