"""Overlays larger than anybody's box: they play, or are refused by file, card and key."""

from __future__ import annotations

import pytest
from tests.games.galaxy.cards.card_tables import WORLD, overlay
from tests.games.galaxy.cards.test_bad_cards import powered

from repulse.engine.conformance import Rates, check_game
from repulse.games.galaxy.cards import SETS, BadCards, load_cards
from repulse.games.galaxy.cards.loader import _shipped_tables
from repulse.games.galaxy.codes.packing import MAX_CARDS, POWERS_PER_CARD
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.learning.learning import GalaxyLearning
from repulse.games.galaxy.rules.game import GalaxyGame

GAME = GalaxyGame()
NEW_CARDS = 500


def twins(count: int) -> list[dict[str, object]]:
    """New cards, each like a shipped one of the same back but for its name and its numbers."""
    shipped = [
        shipped_table.table
        for shipped_table in _shipped_tables()
        if shipped_table.table["deck"] in ("main", "near", "far")
    ]
    cards_found = []
    for number in range(count):
        like = {key: value for key, value in shipped[number % len(shipped)].items() if key != "preset_hand"}
        cards_found.append({**like, "name": f"{like['name']} ({number})", "copies": 1})
    return cards_found


@pytest.mark.parametrize("game", ["base", "invasion", "counterstrike"])
def test_games_with_five_hundred_new_cards(game: str) -> None:
    cards = overlay(*twins(NEW_CARDS), name="many")
    options = GAME.check_options(
        {"game": game, "players": 3, "overlays": [{"name": "many", "text": cards.text}]}
    )
    state = GAME.start(options, 1)
    assert state.cards.size > NEW_CARDS
    report = check_game(
        GAME,
        options,
        range(3),
        rates=Rates().thinned(4),
        display=GalaxyDisplay(GAME),
        learning=GalaxyLearning(GAME),
    )
    assert report.finished == 3


def test_one_card_too_many_is_refused() -> None:
    shipped = len(load_cards(SETS))
    cards = [{**WORLD, "name": f"World {number}"} for number in range(MAX_CARDS - shipped)]
    assert len(load_cards(SETS, [overlay(*cards[:-1])])) == MAX_CARDS - 1
    with pytest.raises(BadCards) as caught:
        load_cards(SETS, [overlay(*cards)])
    assert (caught.value.file, caught.value.card, caught.value.key) == (
        "test.toml",
        cards[-1]["name"],
        "name",
    )


def test_more_powers_than_fit_are_refused() -> None:
    card: dict[str, object] = {**WORLD, "name": "Busy World"}
    for _ in range(POWERS_PER_CARD):
        card = powered(card, phase="explore", do="draw", amount=1)
    assert len(load_cards(["base"], [overlay(card)])[-1].powers) == POWERS_PER_CARD
    with pytest.raises(BadCards) as caught:
        load_cards(["base"], [overlay(powered(card, phase="explore", do="draw", amount=1))])
    assert (caught.value.file, caught.value.card, caught.value.key) == ("test.toml", "Busy World", "power")
