"""The page's words for what the server sends only as a code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from repulse.games import game_names
from repulse.games.galaxy.codes import prompts
from repulse.table.refusals import RefusalCode

pytestmark = pytest.mark.source_only

TOLD_AS_IT_IS = {"illegal", "error", "lesson"}
"""Codes whose words are more than a code can say: those of the rules or of a lesson, and what nobody has foreseen."""


def test_the_page_has_words_for_every_code_of_the_server(root: Path) -> None:
    codes = {code.value for code in RefusalCode}
    words = json.loads((root / "web" / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    refusals = {ident.removeprefix("refused.") for ident in words if ident.startswith("refused.")}
    # The page itself finds out that there is no server.
    assert refusals - {"offline"} == codes - TOLD_AS_IT_IS


def test_the_page_has_words_for_every_total_of_our_games(root: Path) -> None:
    path = root / "web" / "src" / "games" / "galaxy" / "i18n" / "en.json"
    messages = json.loads(path.read_text(encoding="utf-8"))
    totals = {total for prompt in prompts.BY_ID.values() for total in prompt.totals}
    assert len(totals) > 3
    for total in totals:
        assert f"total.{total}" in messages
        assert f"total.{total}_against" in messages


def test_only_the_folders_of_the_games_know_a_game(root: Path) -> None:
    """Views, components and the library of the page ask `games/index.ts` for what is a game's own."""
    page = root / "web" / "src"
    for path in [
        page / "App.svelte",
        *(page / "lib").iterdir(),
        *(page / "components").iterdir(),
        *(page / "motion").iterdir(),
        *(page / "views").iterdir(),
    ]:
        if path.name.endswith(".test.ts"):
            continue
        text = path.read_text(encoding="utf-8")
        for game in game_names():
            assert f"'{game}'" not in text, path
            assert f"games/{game}" not in text, path
