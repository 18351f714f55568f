"""The rules for the page: where each question is explained, and the legend of symbols."""

from __future__ import annotations

import json

import pytest

from repulse.browser.local_tables import LocalTables
from repulse.browser.requests import Requests
from repulse.engine.display.languages import LANGUAGES
from repulse.games import game_named, game_names
from repulse.table.refusals import RefusalError
from repulse.table.rules import rules_of

OURS = ("galaxy", "earth")
MODES = [(game, mode.name) for game in OURS for mode in game_named(game).modes()]


@pytest.mark.parametrize("game", OURS)
def test_every_question_is_explained_in_one_section(game: str) -> None:
    caught: dict[str, set[str]] = {}
    for mode in game_named(game).modes():
        for section in rules_of(game, mode.name, "en").sections:
            for prompt in section.prompts:
                caught.setdefault(prompt, set()).add(section.id)
    assert set(caught) == {prompt.ident for prompt in game_named(game).prompts()}
    assert all(len(sections) == 1 for sections in caught.values()), caught


@pytest.mark.parametrize(("game", "mode"), MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_symbols_and_words_in_every_language(game: str, mode: str, language: str) -> None:
    legend = rules_of(game, mode, language).legend
    assert len(legend) >= 7
    texts = [symbol.text for symbol in legend]
    assert len(set(texts)) == len(texts)
    assert all(symbol.svg.startswith("<") and symbol.width > 0 for symbol in legend)
    if language != "en":
        assert not set(texts) & {symbol.text for symbol in rules_of(game, mode, "en").legend}


def test_the_legend_of_a_mode_has_only_its_own_symbols() -> None:
    base = {symbol.text for symbol in rules_of("galaxy", "base", "en").legend}
    war = {symbol.text for symbol in rules_of("galaxy", "invasion", "en").legend}
    assert base < war
    assert any("Xeno" in text for text in war - base)


def test_games_without_written_rules_have_none() -> None:
    others = [name for name in game_names() if name not in OURS]
    for name in others:
        assert rules_of(name, game_named(name).modes()[0].name, "en").sections == []


def test_an_unknown_game_or_mode_is_refused() -> None:
    with pytest.raises(RefusalError, match="no game 'chess'"):
        rules_of("chess", "chess", "en")
    with pytest.raises(RefusalError, match="no mode 'blitz'"):
        rules_of("galaxy", "blitz", "en")


def test_the_page_without_a_server_has_them_too() -> None:
    answer = json.loads(Requests(LocalTables()).answer("/api/rules?game=galaxy&mode=invasion&lang=fr", ""))
    assert answer["status"] == 200
    rules = json.loads(answer["text"])
    assert rules["title"] == "Mode Invasion"
    assert any("invasion.defend" in section["prompts"] for section in rules["sections"])
