"""The table as text."""

from __future__ import annotations

from tests.games.earth.positions import answer, earth, end_turns

from repulse.engine.contract import SPECTATOR
from repulse.games.earth.display.display import EarthDisplay
from repulse.games.earth.display.text_table import forecast_text, map_lines, table_text
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState, new_state


def some_table() -> EarthState:
    state = earth(
        5,
        ships={"Asia": [2, 1, 0, 12, 3], "Europe": [0, 1, 1, 0, 0]},
        motherships=["Asia", "Asia", "Africa", "Africa", "Atlantic"],
        scoring=["Asia", "Europe", "Africa", "Atlantic"],
        gadgets=["Deflector Screen", "Death Ray"],
        harvest={"Asia": 2},
    )
    answer(state, 0, "gadget Deflector Screen")
    return answer(state, 0, "Asia")


def test_the_plain_table_is_made_of_sentences() -> None:
    text = table_text(some_table().view(1), 1, plain=True)
    assert "Asia (scores this turn): 2 harvest tokens; Player 1 2 ships, Player 2 1 ship," in text
    assert "motherships of Player 1 and Player 2." in text
    assert "Player 2 (you): 0 VP, 10 Energy, 22 ships in supply" in text
    assert "Player 1: shield in Asia this turn." in text
    assert "+--" not in text
    assert "|" not in text


def test_the_map_shows_every_region_and_fits_a_terminal() -> None:
    lines = map_lines(some_table())
    text = "\n".join(lines)
    for name in SHIPPED.region_names:
        assert f"|{name}" in text
    assert "1:2 2:1 4:12" in text
    assert "* +2" in text
    assert "M1M2" in text
    assert max(len(line) for line in lines) <= 79


def test_the_map_joins_every_adjacent_pair() -> None:
    lines = map_lines(new_state(3, 1))
    text = "\n".join(lines)
    between = lines[7]
    # Pairs in a row, pairs one above the other, and the pair around the edge.
    assert text.count("|-|") == 5
    assert between.split() == ["|", "/", "\\", "|", "/", "|"]
    assert text.count("~") == 2
    assert sum(len(near) for near in SHIPPED.adjacent) // 2 == 5 + 6 + 1


def test_the_table_says_what_is_reconstructed() -> None:
    for plain in (True, False):
        assert "reconstruction" in table_text(some_table(), SPECTATOR, plain)


def test_the_hourglass_of_an_open_gadget_is_shown() -> None:
    state = earth(gadgets=["Death Ray"])
    design = SHIPPED.gadget_names.index("Death Ray")
    for hourglass, said in (
        (False, "Death Ray (4 Energy)"),
        (True, "Death Ray (4 Energy, with an hourglass)"),
    ):
        state.gadget_row[0] = 2 * design + hourglass
        assert f"Gadgets to use: {said}." in table_text(state.view(1), 1)


def test_a_bid_is_shown_only_to_its_bidder() -> None:
    state = answer(new_state(3, 1), 0, "7")
    assert "You have bid 7 Energy." in table_text(state.view(0), 0)
    assert "7 Energy" not in table_text(state.view(1), 1)
    assert "Waiting for bids from Player 2 and Player 3." in table_text(state.view(1), 1)


def test_the_end_names_the_winner() -> None:
    state = end_turns(earth(vp=[48, 0, 0]))
    assert state.over
    assert table_text(state.view(0), 0).startswith("The game is over after turn 2. Player 1 wins.")


def test_the_table_tells_what_scoring_would_bring() -> None:
    state = some_table()
    assert forecast_text(state).splitlines()[0] == "If the turn were scored now:"
    assert forecast_text(state) in table_text(state.view(0), 0)
    end_turns(state)
    assert EarthDisplay(EarthGame()).score_lines(state, 3) == ["Player 4: 8 VP", "8 VP from Asia"]
