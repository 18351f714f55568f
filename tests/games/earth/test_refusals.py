"""Every answer that is refused has its reason; nothing changes by it."""

from __future__ import annotations

import pytest
from tests.games.earth.positions import answer, earth

from repulse.engine.contract import IllegalChoice
from repulse.games.earth.rules.codes.action import FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import REGIONS
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.state import EarthState, new_state


def refused(state: EarthState, seat: int, *said: str) -> str:
    """The reason why an answer is refused."""
    before = state.data()
    with pytest.raises(IllegalChoice) as caught:
        answer(state, seat, *said)
    assert state.data() == before
    assert str(caught.value).endswith(".")
    return caught.value.reason


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("move Asia > Atlantic", "not-adjacent"),
        ("move Asia > Asia", "same-region"),
        ("move Europe > Asia", "no-ship-there"),
        ("mothership > Atlantic", "not-adjacent"),
        ("mothership > Australia", "same-region"),
        ("gadget Death Ray", "gadget-not-revealed"),
        ("gadget Overdrive", "gadget-price"),
        ("gadget Tractor Beam", "gadget-no-effect"),
    ],
)
def test_actions(said: str, reason: str) -> None:
    state = earth(
        ships={"Asia": [1, 0, 0]},
        energy=[3, 0, 0],
        gadgets=["Overdrive", "Tractor Beam"],
        motherships=["Australia", "Europe", "Africa"],
    )
    if reason == "gadget-price":
        state.energy[0] = 2
    assert refused(state, 0, said) == reason


@pytest.mark.parametrize("said", ["deploy", "move Asia > Europe", "mothership > Asia"])
def test_without_action_points(said: str) -> None:
    state = earth(ships={"Asia": [1, 0, 0]}, points=0, motherships=["Australia", "Europe", "Africa"])
    assert refused(state, 0, said) == "no-stars"


def test_a_mothership_needs_two_action_points() -> None:
    state = earth(points=1, motherships=["Australia", "Europe", "Africa"])
    with pytest.raises(IllegalChoice, match="That costs 2 Action Points; you have 1"):
        answer(state, 0, "mothership > Asia")


def test_another_seat() -> None:
    assert refused_choice(earth(), 1, [0]) == "not-owing"
    assert refused_choice(earth(), 9, [0]) == "not-owing"


def refused_choice(state: EarthState, seat: int, choice: list[int]) -> str:
    with pytest.raises(IllegalChoice) as caught:
        state.apply(seat, choice)
    return caught.value.reason


def test_turn_order_cards() -> None:
    state = new_state(3, 1)
    for seat, bid in ((0, "2"), (1, "1"), (2, "0")):
        answer(state, seat, bid)
    first = state.card_row[0]
    state.apply(0, [first])
    assert refused(state, 1, str(first)) == "card-taken"
    other = next(card for card in range(1, 17) if card not in [*state.card_row, first])
    assert refused(state, 1, str(other)) == "card-not-revealed"


def test_portals() -> None:
    state = new_state(3, 1)
    while state.decision(state.seats_owing()[0]).prompt != "portal":
        seat = state.seats_owing()[0]
        state.apply(seat, [state.decision(seat).options[0]])
    gone = next(portal for portal in range(8) if portal not in state.portal_row)
    assert refused_choice(state, state.actor(), [gone]) == "portal-gone"


def test_bids() -> None:
    state = new_state(3, 1)
    assert refused(state, 0, "11") == "bid-too-high"
    assert refused_choice(state, 0, [-1]) == "no-such-bid"


def test_numbers_that_stand_for_nothing() -> None:
    state = earth(ships={"Asia": [1, 1, 0]}, gadgets=["Death Ray", "Jump Drive"])
    for value in (-1, 2, 15, FLY + REGIONS, USE_GADGET + len(SHIPPED.gadget_names), 1000):
        assert refused_choice(state, 0, [value]) == "no-such-action"
    answer(state, 0, "gadget Jump Drive")
    for value in (-1, REGIONS):
        assert refused_choice(state, 0, [value]) == "no-such-region"


def test_every_action_not_offered_has_a_reason() -> None:
    state = earth(ships={"Asia": [1, 1, 0]}, points=1, gadgets=["Overdrive"])
    options = state.decision(0).options
    for value in range(-1, USE_GADGET + 20):
        if value not in options:
            assert state.refusal(state.decision(0), value).reason != "not-offered"
    assert MOVE in range(USE_GADGET)
