"""Rulings on the Invasion game: rounds, the admiral disks, repulse and the invasion cards."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.invasion_positions import ARMY, GAME

from repulse.games.galaxy.rules.war import move_disks, rotate_stacks, wave_of

# --- rounds ---


def test_r_inv_01_round_1_has_a_settle_phase_even_if_nobody_picked_it() -> None:
    s = g.new_round(hand=["Pilgrimage World"], game=GAME, round=0)
    g.answer(s, 0, "Produce")
    g.answer(s, 1, "Produce")
    assert g.question(s, 0) == "settle.place"
    g.answer(s, 0, "Pilgrimage World")
    assert g.hand(s, 0) == [], "no bonus without the pick"


def test_r_inv_01_a_player_of_settle_has_the_bonus_in_one_phase() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], game=GAME, round=0)
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    g.answer(s, 0, "Pilgrimage World")
    assert len(g.hand(s, 0)) == 2
    assert g.question(s, 0) == "action"


def test_r_inv_01_a_double_settle_in_the_experienced_game_makes_two() -> None:
    s = g.new_round(hand=["Pilgrimage World", "Refugee World"], game=GAME, experienced=True, round=0)
    s.apply(0, [3, 3])
    g.answer(s, 1, "Produce", "Consume: Trade")
    g.answer(s, 0, "Pilgrimage World")
    assert g.question(s, 0) == "settle.place"


def test_r_inv_01_not_in_round_2() -> None:
    s = g.new_round(hand=["Pilgrimage World"], game=GAME, round=1)
    g.answer(s, 0, "Consume: Trade")
    g.answer(s, 1, "Consume: Trade")
    assert g.question(s, 0) == "action"


@pytest.mark.parametrize(("round_", "invaded"), [(1, False), (2, False), (3, True), (4, True)])
def test_r_inv_02_the_invasion_step_begins_in_round_3(round_: int, invaded: bool) -> None:
    s = g.new_round(tableau=["Old Earth"], game=GAME, round=round_ - 1, attacks=[9, 9])
    g.answer(s, 0, "Consume: Trade")
    g.answer(s, 1, "Consume: Trade")
    assert (g.damaged(s, 0) == ["Old Earth"]) == invaded


def test_r_inv_02_it_comes_after_the_hand_limit() -> None:
    s = g.end_of_round(tableau=["Old Earth"], spare=11, game=GAME, round=3, attacks=[8, 8])
    assert g.question(s, 0) == "hand_limit"
    assert g.war(s).order == []
    g.discard_first(s, 0)
    assert g.war(s).order != []


def test_r_inv_02_it_comes_in_the_last_round_too() -> None:
    s = g.end_of_round(tableau=["Old Earth"], game=GAME, round=5, pool=0, attacks=[9, 9])
    assert g.damaged(s, 0) == ["Old Earth"]
    assert s.over


# --- Military vs. Xenos, and the disks ---


@pytest.mark.parametrize(
    ("tableau_", "value"),
    [
        (["New Sparta"], 2),
        (["Old Earth", "Contact Specialist", "Refugee World"], -2),
        (["New Sparta", "Anti-Xeno Assault Troops"], 2 + 2 + 1),
        (["Old Earth", "Alien Historians", "Rebel Resistance"], 4),
        (["Old Earth", "Anti-Xeno League", "Gem World"], 2),
        (["Old Earth", "Uplift Coalition", "Uplift Descendants"], 2),
        (["Alpha Centauri", "Galactic Imperium", "Alien Tech Institute"], 0),
        (["Starry Rift Pioneers", "Rebel Bunker"], 0),
        (["Old Earth", "New Military Tactics", "Rebel Black Market Gangs"], 0),
    ],
)
def test_r_inv_03_military_vs_xenos(tableau_: list[str], value: int) -> None:
    """Plain Military and permanent Military vs. Xenos; no defense, no temporary and no other specific Military."""
    assert g.war(g.invasion(tableau=tableau_, attacks=[9, 9])).spaces[0] == value


def test_r_inv_04_disks_are_placed_in_player_order_later_ones_on_top() -> None:
    rivals = [g.seat(tableau=["Epsilon Eridani"]), g.seat(tableau=["Rebel Cadre"])]
    s = g.invasion(tableau=["Anti-Xeno Defense Post"], rivals=rivals, first=1, attacks=[9, 8, 7], spare=1)
    assert g.war(s).ranks == [0, 2, 1], "all at 1: seat 0 was placed last and lies on top, then 2, then 1"


def test_r_inv_04_values_under_minus_two_share_one_space() -> None:
    doves = ["Refugee World", "Empath World", "Novelty Peddlers"]
    rival = g.seat(tableau=["Old Earth", "Contact Specialist", "Pan-Galactic League", *doves[:0]])
    s = g.invasion(tableau=[*doves, "Contact Specialist"], rivals=[rival], attacks=[9, 9])
    assert g.war(s).spaces[0] == -3
    assert g.war(s).spaces[1] == -2


def test_r_inv_05_an_unchanged_disk_stays_and_an_arrival_lies_on_top() -> None:
    order = move_disks([0, 1], [5, 3], [5, 5])
    assert order == [1, 0]


def test_r_inv_05_disks_that_move_together_keep_their_order() -> None:
    assert move_disks([2, 1, 0], [3, 3, 3], [6, 6, 6]) == [2, 1, 0]
    assert move_disks([2, 1, 0], [3, 3, 3], [6, 3, 6]) == [2, 0, 1]


def test_r_inv_05_of_two_arrivals_the_one_from_the_lower_space_ends_on_top() -> None:
    assert move_disks([0, 1, 2], [7, 4, 2], [5, 5, 5]) == [2, 1, 0]


def test_r_inv_05_no_disk_moves_twice() -> None:
    assert move_disks([0, 1], [4, 3], [3, 2]) == [0, 1]


def test_r_inv_06_rank_goes_by_space_and_then_from_the_top() -> None:
    rivals = [g.seat(tableau=["New Sparta", "Drop Ships"]), g.seat(tableau=["Epsilon Eridani"])]
    s = g.invasion(tableau=["Rebel Cadre"], rivals=rivals, attacks=[9, 8, 7], spare=1)
    assert g.war(s).ranks == [2, 0, 1]


# --- repulse ---


@pytest.mark.parametrize(("repulse", "over"), [(5, True), (6, True), (7, False)])
def test_r_inv_07_enough_military_together_repulses_the_xenos(repulse: int, over: bool) -> None:
    s = g.invasion(
        tableau=["New Sparta", "Space Marines"], rivals=[g.seat(tableau=["Space Marines"])], repulse=repulse
    )
    assert s.over == over


def test_r_inv_07_no_cards_are_turned_then() -> None:
    before = len(g.war(g.new_round(game=GAME)).deck)
    s = g.invasion(tableau=["New Sparta"], repulse=0)
    assert s.over
    assert len(g.war(s).deck) == before


def test_r_inv_07_negative_values_count_in_full() -> None:
    doves = ["Refugee World", "Empath World", "Novelty Peddlers", "Contact Specialist"]
    rival = g.seat(tableau=["New Sparta", "Drop Ships"])
    assert not g.invasion(tableau=doves, rivals=[rival], repulse=2).over
    assert g.invasion(tableau=doves, rivals=[rival], repulse=1).over


@pytest.mark.parametrize(("players", "value"), [(2, 22), (3, 28), (4, 33), (5, 39)])
def test_r_inv_07_the_initial_repulse_value(players: int, value: int) -> None:
    assert g.war(g.new_round(game=GAME, players=players)).repulse == value


# --- invasion cards ---


def test_r_inv_08_the_highest_card_goes_to_the_highest_rank() -> None:
    rival = g.seat(tableau=["New Sparta", *ARMY], spare=3)
    s = g.invasion(tableau=["Old Earth"], rivals=[rival], spare=2, attacks=[5, 9])
    assert g.attack(s, 1) == 9
    assert g.attack(s, 0) == 5


def test_r_inv_08_military_plus_is_higher_than_any_number() -> None:
    rivals = [g.seat(tableau=["New Sparta", *ARMY], spare=4), g.seat(tableau=["Epsilon Eridani"], spare=4)]
    s = g.invasion(tableau=["Old Earth", "Gem World"], rivals=rivals, attacks=[9, "M+3", "M+5"])
    assert [g.attack(s, player) for player in (1, 2, 0)] == ["M+5", "M+3", 9]


@pytest.mark.parametrize(
    ("players", "experienced", "cards"), [(2, False, 4), (2, True, 2), (3, False, 6), (5, False, 10)]
)
def test_r_inv_08_the_deck_is_waves_1_then_2_then_3(players: int, experienced: bool, cards: int) -> None:
    s = g.new_round(game=GAME, players=players, experienced=experienced)
    waves = [wave_of(card) for card in reversed(g.war(s).deck)]
    assert waves == [1] * cards + [2] * cards + [3] * 17


def test_r_inv_09_an_empty_deck_is_made_of_the_wave_3_discards() -> None:
    s = g.new_round(tableau=g.QUIET_TABLEAU[:8], rivals=[g.seat(tableau=["New Sparta"])], game=GAME, round=2)
    wave_3 = [card for card in g.war(s).deck if wave_of(card) == 3]
    g.war(s).spent = [card for card in g.war(s).deck if wave_of(card) < 3]
    g.war(s).deck = wave_3[:1]
    g.war(s).discards = wave_3[1:]
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    while g.question(s, 0) == "invasion.damage":
        g.answer(s, 0, "Old Earth")
    assert g.question(s, 0) == "action"
    assert len(g.war(s).deck) == 16 - 1
    assert len(g.war(s).discards) == 2


def test_r_inv_09_waves_1_and_2_leave_the_game() -> None:
    s = g.invasion(tableau=["Old Earth", *ARMY], rivals=[g.seat(tableau=["New Sparta"])], attacks=[-1, 0])
    assert g.question(s, 0) == "action"
    assert g.war(s).discards == []


def test_r_inv_10_then_the_bottom_disk_of_each_stack_goes_to_the_top() -> None:
    assert rotate_stacks([0, 1, 2], [4, 4, 4]) == [2, 0, 1]
    assert rotate_stacks([0, 1, 2, 3], [5, 5, 2, 2]) == [1, 0, 3, 2]
    assert rotate_stacks([0, 1], [5, 2]) == [0, 1]


def test_r_inv_10_awards_go_by_the_ranks_of_the_assignment() -> None:
    """Both at 5: seat 1 lies on top, ranks highest and earns 1; seat 0 earns 2. Next time it is the other way."""
    rival = g.seat(tableau=["Old Earth", "Drop Ships", "Space Marines"])
    s = g.invasion(tableau=["New Sparta", "Drop Ships"], rivals=[rival], attacks=[3, 4])
    assert g.war(s).awards == [2, 1]
    assert g.war(s).order == [0, 1]
