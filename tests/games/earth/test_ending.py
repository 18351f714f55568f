"""Rules 5.5: the end of the game."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import earth, end_turns

from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.state import EarthState


def ended(
    vp: list[int],
    energy: list[int] | None = None,
    ships: list[int] | None = None,
    hourglass: bool = False,
) -> EarthState:
    """The position after a turn in which nothing scored, with this on the table."""
    players = len(vp)
    state = earth(
        players,
        vp=vp,
        energy=energy or [0] * players,
        ships={"South America": ships} if ships else None,
        scoring=["Asia", "Europe", "Africa", "Australia"],
        hourglass=hourglass,
    )
    return end_turns(state)


@pytest.mark.parametrize(("players", "threshold"), [(3, 48), (4, 36), (5, 28)])
def test_r_ear_56_to_meet_the_threshold_is_enough(players: int, threshold: int) -> None:
    others = [0] * (players - 1)
    assert not ended([threshold - 1, *others]).over
    assert ended([threshold, *others]).over
    assert ended([threshold + 3, *others]).over


def test_r_ear_56_the_end_is_checked_after_scoring() -> None:
    state = earth(vp=[44, 0, 0], ships={"Asia": [1, 0, 0]}, scoring=["Asia", "Europe", "Africa", "Atlantic"])
    assert end_turns(state).over
    assert state.vp[0] == 48


def test_r_ear_57_without_an_hourglass_the_game_is_over() -> None:
    state = ended([48, 30, 0])
    assert state.over
    assert state.owing == 0
    assert state.winners() == [0]
    assert state.scores() == [48, 30, 0]


def test_r_ear_58_an_hourglass_delays_the_end_and_is_set_aside() -> None:
    state = ended([48, 30, 0], hourglass=True)
    assert not state.over
    assert state.winners() == []
    assert state.turn == 3
    assert len(state.set_aside) == 1
    assert state.set_aside[0] & 1


def test_r_ear_58_a_card_set_aside_is_never_shuffled_in_again() -> None:
    state = ended([48, 30, 0], hourglass=True)
    aside = state.set_aside[:]
    state.gadget_discards += state.gadget_deck
    state.gadget_deck = []
    while state.turn == 3:
        seat = state.seats_owing()[0]
        state.apply(seat, [state.decision(seat).options[0]])
        if state.over:
            break
    assert state.set_aside[:1] == aside
    assert len(state.gadget_deck + state.gadget_discards + state.gadget_row + state.set_aside) == 30


def test_r_ear_59_the_end_is_checked_again_after_the_next_turn() -> None:
    state = ended([48, 30, 0], hourglass=True)
    plain = next(face for face in state.gadget_deck if not face & 1)
    state.gadget_deck.remove(plain)
    state.gadget_deck.append(plain)
    while state.owing:
        seat = state.seats_owing()[0]
        state.apply(seat, [state.decision(seat).options[0]])
        if state.turn > 3:
            break
    assert state.over
    assert state.turn == 3


def test_r_ear_60_of_equal_vp_the_most_energy_win() -> None:
    assert ended([48, 48, 50], [3, 4, 0]).winners() == [2]
    assert ended([50, 50, 48], [3, 4, 9]).winners() == [1]


def test_r_ear_61_of_equal_vp_and_energy_the_most_ships_on_the_board_win() -> None:
    assert ended([50, 50, 48], [4, 4, 9], [3, 2, 5]).winners() == [0]


def test_r_ear_62_players_equal_in_all_share_the_win() -> None:
    assert ended([50, 50, 48], [4, 4, 9], [3, 3, 5]).winners() == [0, 1]


def test_r_ear_63_a_game_in_which_nobody_scores_goes_on() -> None:
    state = earth()
    for _ in range(40):
        turn = state.turn
        while state.turn == turn:
            seat = state.seats_owing()[0]
            state.apply(seat, [0] if 0 in state.decision(seat).options else [state.decision(seat).options[0]])
    assert not state.over
    assert state.turn == 42


def test_six_hourglasses_at_most_can_delay_the_end() -> None:
    assert sum(face & 1 for face in SHIPPED.gadget_faces) == 6
