"""A new power touches the files that CONTRIBUTING.md lists, and no others: here one is added to a copy of the source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

pytestmark = pytest.mark.source_only

WORDS = {
    "en": "draw {amount} {amount|card|cards} after you place a military world",
    "fr": "tirez {amount} {amount|carte|cartes} après avoir posé un monde militaire",
    "ja": "軍事ワールドを置いた後、カードを{amount}枚引く",
}

Edit: TypeAlias = Callable[[re.Match[str]], str]
"""Makes the new text of what a pattern found."""


def adding_words(text: str) -> Edit:
    return lambda match: f'{match[0]}salvage = "{text}"\n'


# A made-up power of phase III, draw after placing a military world. Each edit is a file, a pattern of one place in it, and
# the text to put there; `\g<0>` is what was found. The patterns allow for any formatting.
EDITS: list[tuple[str, str, Edit]] = [
    (
        "codes/effect.py",
        r"(?s)\A.*^[A-Z_]+: Final = (?P<last>\d+)\n",
        lambda match: f"{match[0]}SALVAGE: Final = {int(match['last']) + 1}\n",
    ),
    (
        "cards/notation.py",
        r'^ *\("settle", *"draw_after"\): .*\n',
        lambda match: match[0] + match[0].replace("draw_after", "salvage"),
    ),
    (
        "rules/military.py",
        r"^(?P<indent> +)if power\.do == effect\.DRAW_AFTER\b",
        lambda match: (
            f"{match['indent']}if power.do == effect.SALVAGE and state.cards.military[state.placed[seat]]:\n"
            f"{match['indent']}    state.draw(seat, power.amount, card)\n{match[0]}"
        ),
    ),
    (
        "display/svg/powers.py",
        r'case "draw_after":(?=\s+return \[pen\.circle\(\), pen\.arrow\(\))',
        lambda _: 'case "draw_after" | "salvage":',
    ),
    *[
        (f"words/cards/{language}.toml", r"^\[power\.settle\]\n", adding_words(text))
        for language, text in WORDS.items()
    ],
]

PLAY = '''
from repulse.bots import make_bot
from repulse.games.galaxy.cards import Overlay, load_cards
from repulse.games.galaxy.display.card_text import describe_card
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.codes import events
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
    for file, pattern, edited in EDITS:
        path = copy / "games" / "galaxy" / file
        text, count = re.subn(pattern, edited, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert count == 1, f"{file} has changed; update this test"
        path.write_text(text, encoding="utf-8")
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


def test_the_files_it_touches_are_those_that_contributing_lists(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("**A power.**")[2].partition("\n**")[0]
    listed = set(re.findall(r"^\d\. `([\w/.*{}-]+)`", section, re.MULTILINE))
    touched = {re.sub(r"words/cards/\w+\.toml", "words/cards/*.toml", file) for file, _, _ in EDITS}
    assert listed == touched
