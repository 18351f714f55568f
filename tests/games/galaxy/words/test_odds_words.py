"""The next attack on the screen and in the table."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.display.odds_text import tenths_of
from repulse.games.galaxy.display.phrases import galaxy_words
from repulse.games.galaxy.display.screen import present
from repulse.games.galaxy.display.screen_types import OddsScreen
from repulse.games.galaxy.display.text_table import table_text
from repulse.games.galaxy.rules.determinize import determinize
from repulse.games.galaxy.rules.state import GalaxyState


def next_to_wave_1() -> GalaxyState:
    """Return a position before the first attack on Military 2, and on none with a card in hand."""
    return g.new_round(
        game="invasion",
        round=3,
        tableau=["New Sparta"],
        rivals=[g.seat(["Old Earth"], hand=["Public Works"]), g.seat(["Epsilon Eridani"])],
    )


def odds_of(s: GalaxyState, viewer: int) -> list[OddsScreen]:
    war = present(s.view(viewer), viewer)["war"]
    assert war is not None
    return war["odds"]


def test_the_viewer_is_addressed_and_the_others_are_named() -> None:
    mine, rival, _ = odds_of(next_to_wave_1(), 0)
    # Three of the eleven cards are drawn; the highest is below 2 if all are among the seven weaker ones.
    assert mine["verdict"] == "You hold 2 times in 10."
    assert mine["range"] == "0 to 4 comes, you have 2, ties lose."
    assert mine["chance"] == round(35 / 165, 3)
    assert rival["verdict"].startswith("Player 2 ")
    assert rival["reserve"].startswith("With all powers and the bunker 2: ")
    assert odds_of(next_to_wave_1(), 1)[1]["verdict"].startswith("You ")


def test_a_spectator_reads_names_only() -> None:
    war = present(next_to_wave_1().view(-1), -1)["war"]
    assert war is not None
    assert [odds["verdict"].split(" ")[0] for odds in war["odds"]] == ["Player"] * 3


def test_the_odds_on_the_screen_say_nothing_of_hidden_cards() -> None:
    s = next_to_wave_1()
    shown = odds_of(s, 0)
    for number in range(5):
        assert odds_of(determinize(s.view(0), number), 0) == shown


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_the_table_in_words_has_a_line_for_each_seat(language: str) -> None:
    lines = table_text(next_to_wave_1().view(0), 0, galaxy_words(language)).split("\n")
    said = [line for line in lines if "10" in line and line.startswith("- ")]
    assert len(said) >= 3


def test_it_says_what_comes_next() -> None:
    s = next_to_wave_1()
    war = present(s.view(0), 0)["war"]
    assert war is not None
    assert war["next_attack"] == "Next attack: wave 1."
    assert s.war is not None
    s.war.repulse = 1
    war = present(s.view(0), 0)["war"]
    assert war is not None
    assert war["next_attack"] == "Together you have enough: the Xenos are repulsed at the end of this round."


def test_during_an_attack_there_are_no_odds() -> None:
    s = g.invasion(tableau=["New Sparta"], spare=1, attacks=[3, 0])
    war = present(s.view(0), 0)["war"]
    assert war is not None
    assert (war["odds"], war["next_attack"]) == ([], "")


def test_tenths_are_0_and_10_only_for_what_is_certain() -> None:
    assert [tenths_of(ways, 1000) for ways in (0, 1, 149, 150, 849, 850, 999, 1000)] == [
        0,
        1,
        1,
        2,
        8,
        9,
        9,
        10,
    ]
