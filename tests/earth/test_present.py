"""The table and the questions as a screen gets them."""

from __future__ import annotations

from repulse.earth.build import answer, earth
from repulse.earth.present import ask, present, speaking
from repulse.earth.state import EarthState
from repulse.earth.table import forecast_text, table_text
from repulse.earth.words import words
from repulse.engine.contract import SPECTATOR

NAMES = ["Ann", "", "Cleo"]


def asia() -> EarthState:
    return earth(
        ships={"Asia": [2, 1, 1]},
        motherships=["Europe", "Africa", "Atlantic"],
        scoring=["Asia", "Africa", "Europe", "Atlantic"],
        gadgets=["Death Ray", "Wormhole"],
    )


def test_players_are_called_by_their_names() -> None:
    state = asia()
    state.log = []
    answer(state, 0, "gadget Death Ray")
    asked = ask(state.view(0), 0, 1, "en", NAMES)
    assert asked is not None
    assert [option["text"] for option in asked["options"]] == ["Player 2 in Asia", "Cleo in Asia"]
    answer(state, 0, "player 3 in Asia")
    game = speaking("en", NAMES)
    told = [game.event_words(state, event) for event in state.log]
    assert told[0].startswith("Ann uses Death Ray for ")
    assert told[-1] == "Ann destroys 1 ship of Cleo in Asia."
    screen = present(state.view(SPECTATOR), SPECTATOR, "fr", NAMES)
    assert [player["name"] for player in screen["players"]] == ["Ann", "Joueur 2", "Cleo"]
    forecast = next(region["forecast"] for region in screen["regions"] if region["region"] == "Asia")
    assert "Ann avec 2 vaisseaux" in forecast[0]["text"]


def test_the_table_as_text_has_the_names_too() -> None:
    say = words("en", NAMES)
    assert "Ann is to play" in table_text(asia().view(0), 0, True, say)
    assert "Ann with 2 ships" in forecast_text(asia(), say)
    assert speaking("en", NAMES).score_lines(asia(), 2) == ["Cleo: 0 VP"]
