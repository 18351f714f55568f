"""The output in a notebook: cards, positions and maps as pictures, and never a hidden card."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import repulse
from repulse.games import entries
from repulse.games.galaxy.cards import SETS, load_cards
from repulse.notebook import load_ipython_extension, picture_of


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_positions_show_themselves(entry: repulse.games.GameEntry) -> None:
    for options in entry.game.configurations()[-3:]:
        state = entry.game.start(options, 3)
        for position in (state, state.view(0), state.view(repulse.SPECTATOR)):
            ElementTree.fromstring(picture_of(position) or "")


def test_a_view_of_galaxy_shows_no_card_of_another_hand() -> None:
    match = repulse.new("galaxy", game="xeno-invasion", players=3, seed=5)
    for _ in range(8):
        match.play_bots({1: "sensible", 2: "sensible"})
        question = match.question(0)
        match.play(0, *question.words[: max(1, question.least)])
    state = match.state
    names = state.cards.names
    seen = {card for seat in range(3) for card in state.tableau[seat]} | set(state.hand[0])
    shown = picture_of(state.view(0)) or ""
    others = {names[card] for seat in (1, 2) for card in state.hand[seat] if card not in seen}
    assert others
    assert all(names[card] in shown for card in state.hand[0])
    assert not [name for name in others if f">{name}<" in shown]


def test_earth_is_a_map_and_a_card_a_picture() -> None:
    state = repulse.new("earth", players=4, seed=2).state
    assert "Asia" in (picture_of(state) or "")
    for card in load_cards(SETS)[:3]:
        assert card.name in (picture_of(card) or "")


def test_a_notebook_gets_the_pictures_as_formatters() -> None:
    registered: dict[tuple[str, str], Callable[[object], str]] = {}

    class Formatter:
        def for_type_by_name(self, module: str, name: str, draw: Callable[[object], str]) -> None:
            registered[module, name] = draw

    formatters = {"text/html": Formatter()}
    load_ipython_extension(SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters)))
    state = repulse.new("earth", players=4, seed=2).state
    assert registered[type(state).__module__, type(state).__name__](state) == picture_of(state)
    assert picture_of("no position") is None


def test_a_match_shows_its_table() -> None:
    assert "<svg" in repulse.new("galaxy", players=2, seed=1)._repr_html_()
