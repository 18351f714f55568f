"""Rulings on the Invasion game that need more than one position: admiral disks from round to round, the waves."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.rules.war import move_disks, wave_cards

GAME = "invasion"


def test_r_inv_03_the_tableau_at_the_start_of_the_step_counts() -> None:
    """Anti-Xeno Militia, discarded by the first to defend, changes no disk and no rank."""
    s = g.invasion(
        tableau=["Epsilon Eridani", "Anti-Xeno Militia"],
        rivals=[g.seat(tableau=["New Sparta"])],
        attacks=[3, 2],
    )
    g.answer(s, 0, "Anti-Xeno Militia")
    assert g.war(s).spaces == [3, 2]
    assert g.war(s).awards[0] == 1


def test_r_inv_03_a_card_placed_this_round_counts() -> None:
    s = g.settle(tableau=["New Sparta"], hand=["Outlaw World"], game=GAME, round=3, attacks=[9, 9])
    g.answer(s, 0, "Outlaw World")
    assert g.war(s).spaces[0] == 3


def test_r_inv_04_all_values_under_minus_two_share_the_space_left_of_it() -> None:
    """Seats of -4 and -3: the later one lies on top, and ranks higher for that alone."""
    rival = g.seat(tableau=["Contact Specialist", "Pan-Galactic League", "Novelty Peddlers"])
    doves = ["Contact Specialist", "Refugee World", "Empath World", "Monastery World"]
    s = g.invasion(tableau=doves, rivals=[rival], attacks=[9, 9], game="counterstrike")
    assert g.war(s).spaces == [-3, -3]
    assert g.war(s).ranks == [1, 0]


@pytest.mark.parametrize(
    ("order", "spaces", "expected", "after"),
    [
        # Nobody moves.
        ([1, 0], [3, 3], [3, 3], [1, 0]),
        # One of a stack leaves, from the top, the middle or the bottom.
        ([0, 1, 2], [3, 3, 3], [5, 3, 3], [0, 1, 2]),
        ([0, 1, 2], [3, 3, 3], [3, 5, 3], [1, 0, 2]),
        ([0, 1, 2], [3, 3, 3], [3, 3, 1], [0, 1, 2]),
        # Two of a stack go to different spaces.
        ([0, 1, 2], [3, 3, 3], [1, 5, 3], [1, 2, 0]),
        # Two of a stack go to the same space, above one that stays there: as a group, order kept.
        ([0, 1, 2], [4, 4, 2], [2, 2, 2], [0, 1, 2]),
        ([2, 0, 1], [2, 2, 4], [4, 4, 4], [0, 1, 2]),
        # The highest comes down onto one that stays, the lowest goes up onto both.
        ([0, 1, 2], [6, 3, 1], [3, 3, 3], [2, 0, 1]),
        # Two change places.
        ([0, 1], [5, 3], [3, 5], [1, 0]),
        # One moves onto a space that another has yet to leave.
        ([0, 1, 2], [6, 4, 2], [4, 2, 2], [0, 1, 2]),
    ],
)
def test_r_inv_05_shifting_disks(
    order: list[int], spaces: list[int], expected: list[int], after: list[int]
) -> None:
    """Spaces as they stood are gone through from high to low, each stack from top to bottom."""
    assert move_disks(order, spaces[:], expected) == after


def test_r_inv_05_from_round_to_round() -> None:
    """Seat 1 comes up to seat 0's space and lies on top; next round the rotation has brought seat 0 up again."""
    s = g.new_round(
        tableau=["New Sparta", "Gem World", "Spice World", "Comet Zone"],
        rivals=[g.seat(tableau=["Space Marines", "Old Earth", "New Vinland", "Mining World"])],
        disks=[2, 1],
        attacks=[9, 8, 7, 6],
        game=GAME,
        round=5,
    )
    ranks = []
    for _ in range(2):
        for player in (0, 1):
            g.answer(s, player, "Consume: Trade")
        ranks.append(g.war(s).ranks[:])
        while g.question(s, 0) == "invasion.damage" or g.question(s, 1) == "invasion.damage":
            for player in s.seats_owing():
                g.answer(s, player, next(word for word in g.offered(s, player) if word != "New Sparta"))
        if s.over:
            break
    assert ranks[0] == [1, 0], "the arrival lies on top"
    assert ranks[-1] == [0, 1]


def test_the_cards_of_the_waves() -> None:
    """R-INV-08, R-INV-09: as the summary card lists them."""
    assert [g.attack_word(card) for card in wave_cards(1)] == [-1, -1, 0, 0, 1, 1, 1, 2, 2, 3, 4]
    assert [g.attack_word(card) for card in wave_cards(2)] == [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7]
    third = [g.attack_word(card) for card in wave_cards(3)]
    assert third == [3, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8, 9, 9, "M+3", "M+4", "M+5"]


def test_r_inv_13_a_temporary_power_serves_once_a_step() -> None:
    """Two Novelty goods, but the power to spend one: 1 holds against 0 and not against 1."""
    cards = ["Old Earth", "Rebel Black Market Gangs", "Gem World"]
    for strength in (0, 1):
        s = g.invasion(
            tableau=cards,
            goods=cards[1:],
            rivals=[g.seat(tableau=["Epsilon Eridani", "Drop Ships", "Space Marines"])],
            attacks=[strength, 9],
        )
        g.answer(s, 0, "Rebel Black Market Gangs + Gem World")
        assert (g.war(s).awards[0] > 0) == (strength == 0)


def test_r_inv_19_a_damaged_world_gives_no_supply_and_no_count() -> None:
    """Anti-Xeno League: +1 vs. Xenos for each non-military world."""
    cards = ["Anti-Xeno League", "Gem World", "Old Earth"]
    assert g.war(g.invasion(tableau=cards, attacks=[9, 9])).spaces[0] == 2
    assert g.war(g.invasion(tableau=cards, damaged=["Gem World"], attacks=[9, 9])).spaces[0] == 1


def test_r_inv_22_everybody_contributes_before_the_next_player_produces() -> None:
    """In player order, each one his whole phase: the value has fallen when the next one decides."""
    rival = g.seat(tableau=["Spice World"], goods=["Spice World"])
    s = g.produce(tableau=["Gem World"], goods=["Gem World"], rivals=[rival], game=GAME)
    assert s.seats_owing() == [0]
    g.answer(s, 0, "Gem World")
    assert s.seats_owing() == [1]
    assert g.war(s).repulse == 21


def test_r_inv_24_half_of_the_repair_bonus_and_another_way_may_be_mixed() -> None:
    cards = ["Old Earth", "Rebel Base", "Gem World"]
    s = g.produce(tableau=cards, damaged=cards, spare=2, picks="Produce: Repair", game=GAME)
    for way, world in (
        ("Repair bonus", "Old Earth"),
        ("two cards", "Rebel Base"),
        ("Repair bonus", "Gem World"),
    ):
        g.answer(s, 0, way)
        if g.question(s, 0) == "repair.world":
            g.answer(s, 0, world)
    assert g.damaged(s, 0) == []


def test_r_inv_28_several_endings_at_once_end_it_once() -> None:
    s = g.end_of_round(tableau=["Old Earth"], spare=11, pool=0, repulse=0, game=GAME, round=3)
    g.discard_first(s, 0)
    assert s.over
