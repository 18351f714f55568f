"""Rules 5.2: blind bids."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import answer, visible_bids

from repulse.engine.contract import SPECTATOR, IllegalChoice
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import HIDDEN
from repulse.games.earth.rules.state import EarthState, new_state


def bidding(energy: list[int], vp: list[int], seed: int = 0) -> EarthState:
    """The bids of the first turn, with this Energy and these VP."""
    state = new_state(len(energy), seed)
    state.then(step.BID)
    state.owing = 0
    state.energy = energy
    state.vp = vp
    state.bids = [HIDDEN] * len(energy)
    state.forget_decisions()
    state.advance()
    return state


def bid(state: EarthState, bids: list[int]) -> list[int]:
    """Make all bids; the seats in the order in which they take cards."""
    for seat in state.seats_owing():
        answer(state, seat, str(bids[seat]))
    order = []
    while state.current_step() == step.TAKE_CARD and state.owing:
        order.append(state.actor())
        state.apply(state.actor(), [state.card_row[0]])
    missing = set(range(state.players)) - set(order)
    return [*order, *missing]


def test_r_ear_10_a_bid_is_anything_up_to_all_energy() -> None:
    state = bidding([4, 2, 3], [0, 0, 0])
    assert state.decision(0).options == [0, 1, 2, 3, 4]
    assert state.decision(1).options == [0, 1, 2]
    with pytest.raises(IllegalChoice, match="You have 2 Energy and cannot bid 3 Energy"):
        answer(state, 1, "3")


def test_r_ear_10_bids_are_hidden_until_all_are_in() -> None:
    state = bidding([4, 2, 3], [0, 0, 0])
    before = state.view(2).data() | {"owing": 0}
    answer(state, 0, "4")
    assert state.view(2).data() | {"owing": 0} == before
    assert visible_bids(state, SPECTATOR) == [HIDDEN] * 3
    assert visible_bids(state, 0) == [4, HIDDEN, HIDDEN]


def test_r_ear_10_a_seat_without_energy_is_not_asked() -> None:
    state = bidding([4, 0, 3], [0, 0, 0])
    assert state.seats_owing() == [0, 2]


def test_r_ear_10_if_nobody_has_energy_the_cards_are_taken_at_once() -> None:
    state = bidding([0, 0, 0], [2, 0, 1])
    assert state.actor() == 1
    assert state.bids == [0, 0, 0]


def test_r_ear_11_all_bids_are_paid() -> None:
    state = bidding([10, 10, 10], [0, 0, 0])
    bid(state, [3, 5, 0])
    assert state.energy == [7, 5, 10]


def test_r_ear_12_the_highest_bid_takes_first() -> None:
    assert bid(bidding([10] * 4, [0] * 4), [3, 5, 0, 4]) == [1, 3, 0, 2]


def test_r_ear_12_of_equal_bids_the_fewest_vp_take_first() -> None:
    assert bid(bidding([10] * 4, [8, 0, 4, 2]), [3, 3, 3, 5]) == [3, 1, 2, 0]


def test_r_ear_13_equal_in_bid_and_vp_luck_decides() -> None:
    firsts = {bid(bidding([10] * 3, [0] * 3, seed), [2, 2, 2])[0] for seed in range(30)}
    assert firsts == {0, 1, 2}


def test_r_ear_13_the_last_card_is_taken_without_asking() -> None:
    state = bidding([10] * 3, [0] * 3)
    bid(state, [3, 2, 1])
    assert 0 not in state.card
    assert not state.card_row


def test_the_order_of_answers_makes_no_difference() -> None:
    first = bidding([10] * 4, [0] * 4)
    other = first.clone()
    for seat in (0, 1, 2, 3):
        answer(first, seat, "2")
    for seat in (2, 0, 3, 1):
        answer(other, seat, "2")
    assert first.data() == other.data()
