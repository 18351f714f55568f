"""A new power touches the files that ARCHITECTURE.md lists, and no others: here one is added to a copy of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.source_only

WORDS = {
    "en": "draw {amount} {amount|card|cards} after you place a military world",
    "fr": "tirez {amount} {amount|carte|cartes} après avoir posé un monde militaire",
    "ja": "軍事ワールドを置いた後、カードを{amount}枚引く",
}

LOOP = "        for power in powers[card]:\n"
DRAWN = "                return [pen.circle(), pen.arrow(), "
ROW = '    ("settle", "draw_after"): Form(("amount",)),\n'

# A made-up power of phase III, draw after placing a military world: each edit is a file, a text of it, and the new text.
EDITS = [
    (
        "rules/codes/do.py",
        "CANNOT_PRODUCE: Final = 31\n",
        "CANNOT_PRODUCE: Final = 31\nSALVAGE: Final = 32\n",
    ),
    ("cards/notation.py", ROW, ROW + ROW.replace("draw_after", "salvage")),
    (
        "rules/military.py",
        LOOP + "            if power.do == do.DRAW_AFTER",
        LOOP
        + "            if power.do == do.SALVAGE and s.cards.military[s.placed[seat]]:\n"
        + "                s.draw(seat, power.amount, card)\n"
        + "            if power.do == do.DRAW_AFTER",
    ),
    (
        "display/svg/powers.py",
        '            case "draw_after":\n' + DRAWN,
        '            case "draw_after" | "salvage":\n' + DRAWN,
    ),
    *[
        (f"words/cards/{language}.toml", "[power.settle]\n", f'[power.settle]\nsalvage = "{text}"\n')
        for language, text in WORDS.items()
    ],
]

PLAY = '''
from repulse.bots import make_bot
from repulse.games.galaxy.cards import Overlay, load_cards
from repulse.games.galaxy.display.card_text import describe_card
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.rules.codes import events
from repulse.games.galaxy.rules.game import GalaxyGame

TEXT = """
name = "salvage"
[[card]]
name = "Wreckers"
type = "development"
deck = "main"
copies = 20
cost = 0
vp = 2
power = [{ phase = "settle", do = "salvage", amount = 2 }]
"""
card = load_cards(["base"], [Overlay("salvage", TEXT)])[-1]
for language, words in (("en", "draw 2 cards"), ("fr", "tirez 2 cartes"), ("ja", "カードを2枚引く")):
    assert words in describe_card(card, language), describe_card(card, language)
assert "<svg" in card_svg(card)

game = GalaxyGame()
options = game.check_options({"players": 2, "overlays": [{"name": "salvage", "text": TEXT}]})
salvaged = 0
for seed in range(12):
    log = []
    state = game.start(options, seed, log)
    bots = [make_bot("sensible", "galaxy", seat) for seat in range(2)]
    wreckers = state.cards.ids["Wreckers"]
    while state.owing:
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        state.apply(seat, decision.forced_choice() if decision.forced() else bots[seat].choose(state.view(seat), decision))
    placed = {}
    for event in log:
        if event[0] == events.PLACE:
            placed[event[1]] = event[2]
        if event[0] == events.DRAW and event[2] == wreckers:
            assert len(event) == 3 + 2
            assert state.cards.military[placed[event[1]]]
            salvaged += 1
assert salvaged > 3, salvaged
print("salvaged", salvaged)
'''


def test_a_made_up_power_plays_and_is_described_and_drawn(root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "src" / "repulse"
    shutil.copytree(root / "src" / "repulse", copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
    for file, old, new in EDITS:
        path = copy / "games" / "galaxy" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has changed: tell this test"
        path.write_text(text.replace(old, new), encoding="utf-8")
    played = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={"PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "salvaged" in played.stdout


def test_the_files_it_touches_are_those_that_the_architecture_lists(root: Path) -> None:
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition("### A new power")[2].partition("\n#")[0]
    listed = set(re.findall(r"^\d\. `([\w/.*{}-]+)`", section, re.MULTILINE))
    touched = {re.sub(r"words/cards/\w+\.toml", "words/cards/*.toml", file) for file, _, _ in EDITS}
    assert listed == touched
