"""The facts that a viewer may see."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import answer, earth, visible_bids

from repulse.engine.contract import SPECTATOR, IllegalChoice
from repulse.games.earth.rules.codes.board import HIDDEN
from repulse.games.earth.rules.state import new_state


def test_r_ear_65_energy_and_the_board_are_public() -> None:
    state = earth(ships={"Asia": [2, 1, 0]}, energy=[3, 5, 7], gadgets=["Death Ray"])
    for viewer in (SPECTATOR, 0, 1, 2):
        view = state.view(viewer)
        assert (view.energy, view.ships, view.gadget_row) == (state.energy, state.ships, state.gadget_row)


def test_r_ear_65_the_order_of_the_decks_is_hidden() -> None:
    state = new_state(3, 5)
    view = state.view(0)
    assert set(view.card_deck) == {HIDDEN}
    assert set(view.gadget_deck) == {HIDDEN}
    assert len(view.gadget_deck) == len(state.gadget_deck)
    assert view.stream.words() == [0, 0, 0, 0]


def test_r_ear_65_bids_become_public_together() -> None:
    state = new_state(3, 5)
    for seat, bid in ((1, "3"), (2, "0"), (0, "7")):
        assert visible_bids(state, SPECTATOR) == [HIDDEN] * 3
        answer(state, seat, bid)
    assert visible_bids(state, SPECTATOR) == [7, 3, 0]


def test_news_come_with_revealed_bids_and_new_turns_only() -> None:
    state = new_state(3, 5)
    news = state.reveal_count
    answer(state, 0, "1")
    answer(state, 1, "1")
    assert state.reveal_count == news
    answer(state, 2, "1")
    assert state.reveal_count == news + 1
    state.apply(state.actor(), [state.card_row[0]])
    state.apply(state.actor(), [state.card_row[0]])
    assert state.reveal_count == news + 1


def test_a_view_cannot_be_played_and_knows_no_decision_of_others() -> None:
    view = new_state(3, 5).view(1)
    with pytest.raises(IllegalChoice, match="A view is read-only"):
        view.apply(1, [0])
    with pytest.raises(IllegalChoice, match="its own viewer"):
        view.decision(0)
    assert view.decision(1).prompt == "bid"
