"""The page's words for what the server sends only as a code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from repulse.engine.display.words import LANGUAGES, SINGULAR
from repulse.games import game_names
from repulse.games.galaxy.rules.codes import prompts

pytestmark = pytest.mark.source_only

TOLD_AS_IT_IS = {"illegal", "error", "lesson"}
"""Codes whose words are more than a code can say: those of the rules or of a lesson, and what nobody has foreseen."""


def test_the_page_has_words_for_every_code_of_the_server(root: Path) -> None:
    codes: set[str] = {"storage", "not-owing"}
    rooms = [root / "src" / "repulse" / room for room in ("server", "table", "browser")]
    for path in [path for room in rooms for path in room.rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Refusal|Refused|Problem)\(\s*"([a-z-]+)"', text))
    assert len(codes) > 20
    words = json.loads((root / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    known = {ident.removeprefix("refused.") for ident in words if ident.startswith("refused.")}
    # The page itself finds out that there is no server.
    assert known - {"offline"} == codes - TOLD_AS_IT_IS


def test_page_and_server_have_one_rule_for_forms_by_number(root: Path) -> None:
    rule = json.loads((root / "web" / "src" / "i18n" / "singular.json").read_text(encoding="utf-8"))
    assert {language: tuple(numbers) for language, numbers in rule.items()} == SINGULAR
    assert set(SINGULAR) == set(LANGUAGES)
    assert 0 in SINGULAR["fr"]


def test_the_page_has_words_for_every_total_of_our_games(root: Path) -> None:
    words = json.loads((root / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    totals = {ident for prompt in prompts.BY_ID.values() for ident in prompt.totals}
    assert len(totals) > 3
    for ident in totals:
        assert f"total.{ident}" in words
        assert f"total.{ident}_against" in words


def test_only_the_folders_of_the_games_know_a_game(root: Path) -> None:
    """Views, parts and the library of the page ask `games/index.ts` for what is a game's own."""
    page = root / "web" / "src"
    for path in [
        page / "App.svelte",
        *(page / "lib").iterdir(),
        *(page / "parts").iterdir(),
        *(page / "views").iterdir(),
    ]:
        text = path.read_text(encoding="utf-8")
        for game in game_names():
            assert f"'{game}'" not in text, path
            assert f"games/{game}" not in text, path
