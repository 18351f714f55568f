"""Rulings on the conquest stage of the Counterstrike game: attacks on Xeno systems, and retaliation."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    Names,
    answer,
    attack,
    damaged,
    develop,
    frontier_deck,
    frontier_discards,
    goods,
    hand,
    looked,
    new_round,
    offered,
    pay_somehow,
    produce,
    question,
    retaliation,
    score,
    seat,
    settle,
    tableau,
    war,
)
from tests.games.galaxy.rulings.test_counterstrike import ARMY, FRONTIER, GAME

from repulse.games.galaxy.rules.frontier import NEAR, SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState

SUPPLY = "Frontier Surveyors"
"""A Far Frontier world without any Military."""
THREE = ["Scavenger World", "Monastery World", "Pirate Lair"]


def expedition(*cards: str, system: str = "Xeno Satellite I", **about: str) -> GalaxyState:
    """Seat 0, supplied, attacks a system with those cards in its tableau; the game stands in round 2, without
    retaliation at its end."""
    s = settle(
        tableau=[SUPPLY, *cards],
        goods=[about["good"]] if "good" in about else [],
        picks=FRONTIER,
        conquest=True,
        systems=[system, "Xeno Hive V" if system == "Xeno Satellite V" else "Xeno Satellite V"],
        game=GAME,
        round=2,
    )
    answer(s, 0, "attack")
    return s


# --- who may attack ---


def test_r_cst_20_a_far_frontier_world_opens_the_way_to_the_xenos() -> None:
    s = settle(tableau=["Old Earth", SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert offered(s, 0) == ["Near Frontier", "attack"], "Far needs five cards"
    s = settle(
        tableau=["Old Earth", SUPPLY, "Gem World", "Spice World", "Space Port"],
        picks=FRONTIER,
        conquest=True,
        game=GAME,
    )
    assert offered(s, 0) == ["Near Frontier", "Far Frontier", "attack"]


def test_r_cst_20_a_near_world_does_not() -> None:
    s = settle(
        tableau=["Old Earth", "Scavenger World"],
        picks=FRONTIER,
        conquest=True,
        near=["Pirate Lair"],
        game=GAME,
    )
    assert looked(s, 0)[0] == "Pirate Lair"


def test_r_cst_20_nor_a_damaged_one() -> None:
    s = settle(tableau=["Old Earth", SUPPLY], damaged=[SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert looked(s, 0) != []


def test_r_cst_20_nor_one_in_hand() -> None:
    s = settle(tableau=["Old Earth"], hand=[SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert looked(s, 0) != []


def test_r_cst_20_sixteen_cards_must_attack() -> None:
    s = settle(
        tableau=QUIET_TABLEAU, picks=FRONTIER, conquest=True, systems=["Xeno Satellite I"], game=GAME, round=2
    )
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"], "attacked at once, unsuccessfully"
    s = settle(tableau=QUIET_TABLEAU[:15], picks=FRONTIER, conquest=True, game=GAME)
    assert offered(s, 0) == ["Near Frontier", "Far Frontier"]


def test_r_cst_20_damaged_worlds_are_among_the_sixteen() -> None:
    s = settle(
        tableau=QUIET_TABLEAU,
        damaged=["Old Earth"],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]


def test_r_cst_20_nobody_attacks_in_the_first_stage() -> None:
    s = settle(tableau=[*QUIET_TABLEAU, SUPPLY], picks=FRONTIER, game=GAME)
    assert offered(s, 0) == ["Near Frontier", "Far Frontier"]


def test_r_cst_20_it_is_chosen_when_the_settle_action_comes() -> None:
    """Seat 0 has settled, and been seen to, before seat 1 chooses."""
    rival = seat(tableau=["Old Earth", SUPPLY], picks=FRONTIER)
    s = settle(
        tableau=["New Sparta"], spare=1, rivals=[rival], picks=FRONTIER, near=THREE, conquest=True, game=GAME
    )
    assert s.seats_owing() == [0]
    answer(s, 0, "Scavenger World")
    assert tableau(s, 0) == ["New Sparta", "Scavenger World"]
    assert question(s, 1) == "conquest.choice"


def test_r_cst_20_the_choice_may_be_a_frontier_settle() -> None:
    s = settle(
        tableau=["Old Earth", "Deep Space Terraforming"],
        spare=1,
        picks=FRONTIER,
        near=THREE,
        conquest=True,
        game=GAME,
        round=2,
    )
    answer(s, 0, "Near Frontier")
    assert looked(s, 0) == THREE
    answer(s, 0, "Scavenger World")
    assert tableau(s, 0)[-1] == "Scavenger World"
    assert hand(s, 0) == []
    assert sorted(frontier_discards(s, NEAR)) == sorted(THREE[1:])


# --- the attack ---


def test_r_cst_21_attackers_draw_one_system_each_in_player_order() -> None:
    rivals = [seat(tableau=["Old Earth", "Mega-Exclusive Resort"], picks=FRONTIER)]
    s = settle(
        tableau=["New Sparta", SUPPLY],
        rivals=rivals,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite II", "Xeno Hive I"],
        first=1,
        game=GAME,
        round=2,
    )
    assert s.seats_owing() == [1]
    answer(s, 1, "attack")
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]
    answer(s, 0, "attack")
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I", "Xeno Satellite II"]
    assert frontier_deck(s, SYSTEMS) == ["Xeno Hive I"]


def test_r_cst_21_discarded_systems_are_shuffled_when_the_deck_is_empty() -> None:
    rivals = [seat(tableau=[*ARMY, "Mega-Exclusive Resort"], picks=FRONTIER)]
    s = settle(
        tableau=["New Sparta", SUPPLY],
        rivals=rivals,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    answer(s, 0, "attack")
    answer(s, 1, "attack")
    assert tableau(s, 1)[-1] == "Xeno Satellite I"


def test_r_cst_22_the_defenses_of_the_systems() -> None:
    table = new_round(game=GAME).cards
    satellites = [table.ids[f"Xeno Satellite {n}"] for n in ("I", "II", "III", "IV", "V")]
    hives = [table.ids[f"Xeno Hive {n}"] for n in ("I", "II", "III", "IV", "V")]
    assert [table.cost[card] for card in satellites] == [10, 12, 14, 16, 18]
    assert [table.hive[card] for card in hives] == [2, 2, 3, 4, 6]
    assert all(table.military[card] for card in satellites + hives)


@pytest.mark.parametrize(
    ("cards", "system", "conquered"),
    [
        (ARMY, "Xeno Satellite I", True),
        (ARMY, "Xeno Satellite II", False),
        ([*ARMY, "Alien Historians"], "Xeno Satellite II", True),
        ([*ARMY, "Alien Historians"], "Xeno Satellite III", False),
        ([*ARMY, "Anti-Xeno Armada"], "Xeno Satellite V", True),
        ([*ARMY, "Galactic Imperium"], "Xeno Satellite III", False),
        ([*ARMY, "Rebel Bunker", "Xeno-Occupied Rebel World"], "Xeno Satellite II", False),
    ],
)
def test_r_cst_22_a_satellite_is_conquered_like_any_xeno_world(
    cards: list[str], system: str, conquered: bool
) -> None:
    """By Military and Military vs. Xenos of at least its defense; no other specific Military, and no defense."""
    s = expedition(*cards, system=system)
    assert (system in tableau(s, 0)) == conquered


def test_r_cst_22_temporary_military_of_both_sorts_helps_against_a_satellite() -> None:
    s = expedition(
        *ARMY,
        "New Military Tactics",
        "Alien Weapon Cache",
        system="Xeno Satellite IV",
        good="Alien Weapon Cache",
    )
    assert question(s, 0) == "conquest.means"
    answer(s, 0, "New Military Tactics")
    answer(s, 0, "Alien Weapon Cache + Alien Weapon Cache")
    assert "Xeno Satellite IV" in tableau(s, 0)
    assert "New Military Tactics" not in tableau(s, 0)
    assert goods(s, 0) == []


def test_r_cst_22_pay_for_military_does_not_help() -> None:
    s = settle(
        tableau=[SUPPLY, "Contact Specialist", "Colony Ship"],
        spare=20,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    answer(s, 0, "attack")
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]


NINE = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Expedition Force"]  # 9 Military
EIGHT = [*NINE[:3]]  # 8 Military


@pytest.mark.parametrize(
    ("cards", "system", "open_"),
    [
        ([*NINE, "New Military Tactics"], "Xeno Hive III", True),
        ([*NINE, "New Military Tactics"], "Xeno Hive IV", False),
        ([*EIGHT, "New Military Tactics"], "Xeno Hive I", False),
        ([*EIGHT, "Alien Weapon Plans", "New Military Tactics"], "Xeno Hive I", True),
        ([*EIGHT, "Galactic Imperium", "New Military Tactics"], "Xeno Hive I", False),
        ([*ARMY, "Anti-Xeno Armada"], "Xeno Hive I", False),
    ],
)
def test_r_cst_22_a_hive_needs_9_and_as_much_temporary_military_as_its_number(
    cards: list[str], system: str, open_: bool
) -> None:
    """However strong, permanent Military alone never conquers it; nor does the temporary make up the 9."""
    s = expedition(*cards, system=system)
    assert (question(s, 0) == "conquest.means") == open_
    if open_:
        answer(s, 0, "New Military Tactics")
        assert system in tableau(s, 0)
    else:
        assert frontier_discards(s, SYSTEMS) == [system]


def test_r_cst_22_any_mix_of_temporary_military_serves_against_a_hive() -> None:
    """3 of New Military Tactics and 3 vs. Xenos of Alien Weapon Cache make the 6."""
    s = expedition(
        *NINE, "New Military Tactics", "Alien Weapon Cache", system="Xeno Hive V", good="Alien Weapon Cache"
    )
    answer(s, 0, "Alien Weapon Cache + Alien Weapon Cache")
    answer(s, 0, "New Military Tactics")
    assert "Xeno Hive V" in tableau(s, 0)


def test_r_cst_22_temporary_defense_does_not() -> None:
    s = expedition(*NINE, "Anti-Xeno Militia", system="Xeno Hive I")
    assert frontier_discards(s, SYSTEMS) == ["Xeno Hive I"]


def attacked_in_round_9(*cards: str, **about: str) -> GalaxyState:
    """Return the same with the retaliation to come: 8 for the stronger, M+3 for the other."""
    s = settle(
        tableau=[SUPPLY, *cards],
        picks=FRONTIER,
        rivals=[seat(tableau=["Epsilon Eridani"])],
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        attacks=[8, "M+3"],
        game=GAME,
    )
    answer(s, 0, "attack")
    return s


def test_r_cst_23_a_conquered_system_joins_the_tableau_without_a_bonus_card() -> None:
    s = expedition(*ARMY)
    assert tableau(s, 0) == [SUPPLY, *ARMY, "Xeno Satellite I"]
    assert hand(s, 0) == []
    assert frontier_discards(s, SYSTEMS) == []


def test_r_cst_23_and_there_is_no_retaliation_this_round() -> None:
    s = attacked_in_round_9(*ARMY)
    assert question(s, 0) == "action"
    assert len(war(s).deck) == 11
    assert damaged(s, 0) == damaged(s, 1) == []
    assert war(s).awards == [0, 0]


def test_r_cst_23_a_failed_attack_makes_every_strength_six_higher() -> None:
    """9 Military hold against 8, but not against 14."""
    s = attacked_in_round_9(*NINE)
    assert war(s).surge == 6
    assert question(s, 0) == "invasion.damage"
    quiet = retaliation(
        tableau=[SUPPLY, *NINE], rivals=[seat(tableau=["Epsilon Eridani"])], attacks=[8, "M+3"]
    )
    assert war(quiet).awards[0] == 2


def test_r_cst_23_the_others_suffer_too() -> None:
    """M+3 becomes M+9: more than 4 of defense, which would have been enough."""
    for failed in (True, False):
        s = settle(
            tableau=[SUPPLY, *NINE],
            picks=FRONTIER if failed else "Produce",
            rivals=[seat(tableau=["Frontier Isolationists", "Mega-Exclusive Resort", "Frontier Settlement"])],
            conquest=True,
            systems=["Xeno Satellite V"],
            attacks=["M+X+6", "M+3"],
            game=GAME,
        )
        if failed:
            answer(s, 0, "attack")
        while question(s, 0) == "invasion.damage":
            answer(s, 0, SUPPLY)
        assert (question(s, 1) == "invasion.damage") == failed
        assert (war(s).awards[1] == 1) == (not failed)


def test_r_cst_23_failure_may_be_chosen_instead_of_using_powers() -> None:
    s = expedition(*NINE, "New Military Tactics")
    assert offered(s, 0) == ["New Military Tactics", "pass"]
    answer(s, 0, "pass")
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]
    assert "New Military Tactics" in tableau(s, 0)


def on_the_frontier(choice: str, **about: int) -> GalaxyState:
    """Seat 0 goes to the frontier in the conquest stage; the retaliation brings 8 and M+3."""
    s = settle(
        tableau=ARMY,
        spare=1,
        picks=FRONTIER,
        near=THREE,
        rivals=[seat(tableau=["Epsilon Eridani", "Public Works"])],
        conquest=not about.get("first"),
        attacks=[8, "M+3"],
        game=GAME,
        round=9,
    )
    answer(s, 0, choice)
    return s


def test_r_cst_24_a_frontier_settle_that_places_nothing_makes_every_strength_four_higher() -> None:
    """10 Military hold against 8; against 12 they do not hold even with the bunker."""
    s = on_the_frontier("keep Pirate Lair")
    assert damaged(s, 0) == ["Lost Alien Battle Fleet"]
    assert war(s).awards[0] == 0


def test_r_cst_24_one_that_places_a_world_does_not() -> None:
    s = on_the_frontier("Scavenger World")
    assert damaged(s, 0) == []
    assert war(s).awards[0] == 2


def test_r_cst_24_nor_in_the_first_stage() -> None:
    s = on_the_frontier("keep Pirate Lair", first=1)
    assert war(s).surge == 0


def test_r_cst_24_the_two_do_not_add_up() -> None:
    rivals = [seat(tableau=["Old Earth", SUPPLY], picks=FRONTIER)]
    for first in (0, 1):
        s = settle(
            tableau=["New Sparta"],
            picks=FRONTIER,
            near=THREE,
            rivals=rivals,
            conquest=True,
            systems=["Xeno Satellite V"],
            first=first,
            game=GAME,
        )
        if first == 0:
            answer(s, 0, "keep Pirate Lair")
            assert war(s).surge == 4
            answer(s, 1, "attack")
        else:
            answer(s, 1, "attack")
            assert war(s).surge == 6
            answer(s, 0, "keep Pirate Lair")
        assert war(s).surge == 6


def test_r_cst_24_a_normal_settle_by_others_that_places_nothing_is_no_failure() -> None:
    s = settle(spare=1, picks="Settle", conquest=True, game=GAME, round=2)
    answer(s, 0, "pass")
    assert war(s).surge == 0


def test_r_cst_24_nor_is_one_that_takes_the_place_of_a_frontier_settle() -> None:
    """R-FRO-09: no Frontier card is left, so the action was a normal Settle."""
    s = settle(spare=1, picks=FRONTIER, frontier_rest="away", conquest=True, game=GAME, round=2)
    answer(s, 0, "pass")
    assert war(s).surge == 0


@pytest.mark.parametrize("cards", [ARMY, ["New Sparta"]])
def test_r_cst_25_after_an_attack_the_card_is_tucked_for_a_round(cards: list[str]) -> None:
    s = new_round(
        tableau=[*cards, SUPPLY],
        rivals=[seat(tableau=["Epsilon Eridani"], damaged=["Epsilon Eridani"])],
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        game=GAME,
        round=1,
    )
    answer(s, 0, FRONTIER)
    answer(s, 1, "Consume: Trade")
    answer(s, 0, "attack")
    while question(s, 0) == "invasion.damage":
        answer(s, 0, offered(s, 0)[0])
    assert FRONTIER not in offered(s, 0)
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    while question(s, 0) == "invasion.damage":
        answer(s, 0, offered(s, 0)[0])
    assert FRONTIER in offered(s, 0)


def test_r_cst_25_not_so_in_the_experienced_game() -> None:
    s = new_round(tableau=["Old Earth", SUPPLY], conquest=True, experienced=True, game=GAME, round=1)
    answer(s, 0, FRONTIER, "Consume: Trade")
    answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    answer(s, 0, "attack")
    while question(s, 0) == "invasion.damage":
        answer(s, 0, offered(s, 0)[0])
    assert FRONTIER in offered(s, 0)


def last_system(tableau_: Names) -> GalaxyState:
    """Seat 0 conquers the last system; seat 1, who wanted to attack too, has its turn."""
    rival = seat(tableau=tableau_, hand=["Artist Colony"], spare=1, picks=FRONTIER)
    s = settle(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines", SUPPLY],
        rivals=[rival],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        near=THREE,
        game=GAME,
    )
    answer(s, 0, "attack")
    assert tableau(s, 0)[-1] == "Xeno Satellite I"
    return s


@pytest.mark.parametrize(
    "tableau_", [["Old Earth", "Mega-Exclusive Resort", *QUIET_TABLEAU[1:4]], QUIET_TABLEAU]
)
def test_r_cst_26_without_a_system_it_is_a_normal_settle_or_a_frontier_settle(tableau_: Names) -> None:
    s = last_system(tableau_)
    assert offered(s, 1) == ["Near Frontier", "Far Frontier", "settle"]
    answer(s, 1, "settle")
    answer(s, 1, "Artist Colony")
    assert tableau(s, 1)[-1] == "Artist Colony"
    assert len(hand(s, 1)) == 1, "with its bonus card"


def test_r_cst_26_the_frontier_settle_is_open_even_with_sixteen_cards() -> None:
    s = last_system(QUIET_TABLEAU)
    answer(s, 1, "Near Frontier")
    answer(s, 1, "Scavenger World")
    if question(s, 1) == "settle.pay":
        pay_somehow(s, 1)
    assert tableau(s, 1)[-1] == "Scavenger World"


def test_r_cst_26_also_in_a_second_settle_phase_of_the_experienced_game() -> None:
    s = new_round(
        tableau=[*ARMY, SUPPLY],
        rivals=[seat(tableau=["Old Earth", "Mega-Exclusive Resort"], hand=["Artist Colony"], spare=1)],
        conquest=True,
        systems=["Xeno Satellite I"],
        experienced=True,
        game=GAME,
    )
    answer(s, 0, FRONTIER, "Consume: Trade")
    answer(s, 1, "Settle", FRONTIER)
    answer(s, 1, "Settle")
    answer(s, 1, "pass")
    answer(s, 0, "attack")
    assert "settle" in offered(s, 1)


def test_r_fro_09_without_frontier_cards_the_choice_is_an_attack_or_a_normal_settle() -> None:
    s = settle(
        tableau=["Old Earth", SUPPLY],
        hand=["Artist Colony"],
        spare=1,
        picks=FRONTIER,
        frontier_rest="away",
        conquest=True,
        game=GAME,
        round=2,
    )
    assert offered(s, 0) == ["attack", "settle"]
    answer(s, 0, "settle")
    answer(s, 0, "Artist Colony")
    assert len(hand(s, 0)) == 1, "with its bonus card"


def test_r_fro_09_sixteen_cards_must_attack_all_the_same() -> None:
    s = settle(
        tableau=QUIET_TABLEAU,
        picks=FRONTIER,
        frontier_rest="away",
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
        round=2,
    )
    assert frontier_discards(s, SYSTEMS) == ["Xeno Satellite V"]


# --- contributions ---


def test_r_cst_27_contributions_lower_the_conquest_value_and_earn_chips() -> None:
    s = produce(
        tableau=["Gem World", "Spice World"],
        goods=["Gem World", "Spice World"],
        chips=1,
        conquest=True,
        repulse=60,
        game=GAME,
        round=2,
    )
    answer(s, 0, "Gem World", "Spice World")
    assert war(s).repulse == 58
    assert s.chips[0] == 3
    assert s.pool == 60 - 2


def test_r_cst_27_repairs_go_on() -> None:
    s = produce(
        tableau=["Old Earth", "Gem World"], damaged=["Gem World"], spare=2, conquest=True, game=GAME, round=2
    )
    answer(s, 0, "two cards")
    assert damaged(s, 0) == []
    assert goods(s, 0) == ["Gem World"]


# --- the retaliation step ---


def test_r_cst_28_disks_are_updated_first() -> None:
    s = retaliation(tableau=ARMY, rivals=[seat(tableau=["New Sparta"])], disks=[1, 5], attacks=[8, "M+3"])
    assert war(s).spaces == [10, 2]
    assert war(s).order == [0, 1]


def test_r_cst_28_the_conquest_value_ends_the_game_before_any_card_is_turned() -> None:
    s = retaliation(tableau=ARMY, rivals=[seat(tableau=["New Sparta"])], repulse=11)
    assert s.over
    assert len(war(s).deck) == 11


def test_r_cst_28_also_in_a_round_in_which_a_system_was_conquered() -> None:
    s = settle(
        tableau=[SUPPLY, *ARMY],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        repulse=10,
        game=GAME,
    )
    answer(s, 0, "attack")
    assert s.over


def test_r_cst_28_otherwise_one_card_a_player() -> None:
    s = retaliation(tableau=ARMY, rivals=[seat(), seat()], attacks=[8, "M+3", "M+4"])
    assert len(war(s).deck) == 11 - 3


LESSER = [  # Military vs. Xenos of 4 and 1, and cards for the bunker
    seat(tableau=["New Sparta", "Rebel Resistance"], spare=3),
    seat(tableau=["Epsilon Eridani"], spare=3),
]


def test_r_cst_29_military_and_xenos_plus_is_highest_then_numbers_then_military_plus() -> None:
    """Seats of 10, 4 and 1: the reverse of the invasion for M+#."""
    s = retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines", "Gem World"],
        rivals=LESSER,
        attacks=["M+5", 8, "M+X+2"],
    )
    assert question(s, 0) == "invasion.damage"
    assert [attack(s, player) for player in range(3)] == ["M+X+2", 8, "M+5"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["M+X+3", "M+X+6", "M+X+4"], ["M+X+6", "M+X+4", "M+X+3"]),
        ([8, 12, 10], [12, 10, 8]),
        (["M+4", "M+5", "M+3"], ["M+5", "M+4", "M+3"]),
        (["M+5", "M+X+2", 12], ["M+X+2", 12, "M+5"]),
    ],
)
def test_r_cst_29_within_a_sort_by_number(cards: list[int | str], expected: list[int | str]) -> None:
    s = retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Gem World"],
        rivals=LESSER,
        attacks=cards,
        spare=3,
    )
    assert s.seats_owing()[0] == 0
    assert [attack(s, player) for player in range(3)] == expected


def test_r_cst_29_stacks_rotate_after_the_cards_are_handed_out() -> None:
    s = retaliation(
        tableau=["New Sparta", "Gem World"],
        rivals=[seat(tableau=["Space Marines", "Old Earth", "Spice World"])],
        disks=[2, 2],
        attacks=[12, 10],
    )
    assert war(s).order == [1, 0], "seat 0 lay on top, had the 12, and lies at the bottom now"
    assert attack(s, 0) == 12
    assert attack(s, 1) == 10


@pytest.mark.parametrize(
    ("cards", "strength", "holds"),
    [
        # M+#: what comes on top of unqualified Military must exceed the number.
        (["Anti-Xeno Resistance", "Alien Historians"], "M+3", True),
        (["Anti-Xeno Resistance", "Alien Historians"], "M+4", False),
        (["Anti-Xeno Resistance", "Alien Historians", "Rebel Bunker"], "M+4", True),
        (ARMY, "M+3", False),
        # M+X+#: only defense (and temporary powers) count on top.
        (["Alien Anti-Xeno Guardians"], "M+X+2", True),
        (["Alien Anti-Xeno Guardians"], "M+X+3", False),
        ([*ARMY, "Anti-Xeno Armada"], "M+X+2", False),
        ([*ARMY, "Alien Anti-Xeno Guardians"], "M+X+2", True),
        # A plain number against everything.
        (["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"], 8, False),
        (["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Rebel Bunker"], 8, True),
    ],
)
def test_r_cst_30_what_the_strengths_are(cards: list[str], strength: int | str, holds: bool) -> None:
    """The rival is stronger where seat 0 is to have the lower card, else weaker."""
    stronger = seat(tableau=["Anti-Xeno Armada", "Anti-Xeno Alien Warships"])
    weaker = seat(tableau=["Old Earth", "Contact Specialist"])
    rival = stronger if strength in ("M+3", "M+4") else weaker
    s = retaliation(tableau=cards, rivals=[rival], attacks=[strength, "M+5"])
    assert (war(s).awards[0] > 0) == holds


@pytest.mark.parametrize(("strength", "holds"), [("M+X+5", True), ("M+X+6", False)])
def test_r_cst_30_temporary_powers_count_against_m_x(strength: str, holds: bool) -> None:
    """3 of Anti-Xeno Militia and 3 of New Military Tactics beat 5, not 6."""
    s = retaliation(
        tableau=["Old Earth", "Anti-Xeno Militia", "New Military Tactics"],
        rivals=[seat(tableau=["Starry Rift Pioneers"], damaged=["Starry Rift Pioneers"])],
        attacks=[strength, "M+3"],
    )
    answer(s, 0, "Anti-Xeno Militia")
    answer(s, 0, "New Military Tactics")
    assert war(s).awards[0] == (2 if holds else 0)
    assert damaged(s, 0) == ([] if holds else ["Old Earth"])


def test_r_cst_31_a_tie_is_a_failure_and_damages_a_world() -> None:
    s = retaliation(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order"],
        rivals=[seat(tableau=["Epsilon Eridani"])],
        attacks=[8, "M+3"],
    )
    assert damaged(s, 0) == ["Lost Alien Battle Fleet"]
    assert war(s).awards == [0, 0]


def test_r_cst_31_the_player_chooses_the_world() -> None:
    s = retaliation(tableau=["Old Earth", "Gem World", "Public Works"], attacks=[8, "M+3"])
    assert offered(s, 0) == ["Old Earth", "Gem World"]


DEFENDERS = [  # seats of 14, 10, 3, 1 and 0 that hold against 10, 8, M+5, M+4 and M+3
    ["Anti-Xeno Armada", "Anti-Xeno Alien Warships"],
    ARMY,
    ["Outlaw Arms Producer", "Alien Anti-Xeno Guardians"],
    ["Alien Warning Beacon", "Xeno-Occupied Rebel World"],
    ["Frontier Isolationists", "Frontier Settlement", "Mega-Exclusive Resort"],
]


@pytest.mark.parametrize(
    ("players", "awards"), [(2, [2, 1]), (3, [2, 1, 1]), (4, [2, 1, 1, 1]), (5, [2, 2, 1, 1, 1])]
)
def test_r_cst_32_awards_favour_the_strong(players: int, awards: list[int]) -> None:
    attacks: list[int | str] = [10, 8, "M+5", "M+4", "M+3"]
    rivals = [seat(tableau=cards) for cards in DEFENDERS[1:players]]
    s = retaliation(tableau=DEFENDERS[0], rivals=rivals, attacks=attacks[:players])
    assert war(s).awards == awards


def test_r_cst_33_failing_never_ends_the_game() -> None:
    s = retaliation(tableau=["Old Earth", "Gem World", "Spice World"], attacks=[12, 10])
    for _ in range(4):
        while question(s, 0) != "action":
            for player in s.seats_owing():
                answer(s, player, offered(s, player)[0])
        for player in (0, 1):
            answer(s, player, "Consume: Trade")
    assert not s.over
    assert war(s).defeats == 0


def test_r_cst_33_the_next_round_has_a_retaliation_again_and_no_higher_strengths() -> None:
    s = attacked_in_round_9(*ARMY)
    assert question(s, 0) == "action"
    for player in (0, 1):
        answer(s, player, "Consume: Trade")
    assert len(war(s).deck) == 11 - 2
    assert war(s).awards == [2, 0], "10 and more against 8"


def test_r_cst_33_what_failures_added_is_gone_in_the_next_round() -> None:
    s = attacked_in_round_9(*NINE)
    answer(s, 0, SUPPLY)
    assert question(s, 0) == "action"
    assert war(s).surge == 0


def scorched_system(*systems: str) -> GalaxyState:
    """Seat 0 has put Drop Ships in the place of its only Xeno system; `systems` are left."""
    s = develop(
        tableau=["Scorched-Earth Defense", "Xeno Satellite I"],
        hand=["Drop Ships"],
        conquest=True,
        systems=systems,
        game=GAME,
        round=2,
    )
    answer(s, 0, "Drop Ships")
    assert tableau(s, 0) == ["Scorched-Earth Defense", "Drop Ships"]
    return s


def test_r_cst_37_a_system_that_leaves_a_tableau_counts_for_its_conqueror_all_the_same() -> None:
    s = scorched_system("Xeno Hive I")
    printed = sum(s.cards.vp[s.cards.ids[name]] for name in ("Scorched-Earth Defense", "Drop Ships"))
    assert score(s, 0) == printed + 7 + 7, "the most chips (both have none), and the most systems"
    assert score(s, 1) == s.cards.vp[s.cards.ids["New Sparta"]] + 7


def test_r_cst_37_it_cannot_be_attacked_again() -> None:
    s = scorched_system("Xeno Hive I")
    assert frontier_deck(s, SYSTEMS) == ["Xeno Hive I"]
    assert frontier_discards(s, SYSTEMS) == []


def test_r_cst_37_nor_does_it_keep_the_game_from_ending() -> None:
    """R-CST-34: all systems have been conquered."""
    assert scorched_system().over


def test_r_cst_37_everybody_sees_it() -> None:
    s = scorched_system("Xeno Hive I")
    frontier = s.view(1).frontier
    assert frontier is not None
    assert frontier.lost == [[s.cards.ids["Xeno Satellite I"]], []]


# --- several settlers ---


def settlers(first: int, *, attacker: int = 0, **about: Sequence[str]) -> GalaxyState:
    """Two Frontier/Conquest Settles in the conquest stage; one seat is supplied for an attack."""
    seats = [["Old Earth"], ["New Sparta"]]
    seats[attacker].append(SUPPLY)
    return settle(
        tableau=seats[0],
        rivals=[seat(tableau=seats[1], spare=1, picks=FRONTIER)],
        spare=1,
        picks=FRONTIER,
        near=about.get("near", THREE),
        conquest=True,
        systems=["Xeno Satellite V"],
        first=first,
        game=GAME,
    )


def test_r_cst_38_a_settler_waits_for_an_attack_before_his_turn() -> None:
    """He risks +4 only after he has seen that it is +6 anyway."""
    s = settlers(first=0)
    assert s.seats_owing() == [0]
    assert question(s, 0) == "conquest.choice"
    assert looked(s, 1) == []
    answer(s, 0, "attack")
    assert war(s).surge == 6
    assert s.seats_owing() == [1]
    assert looked(s, 1) == THREE


def test_r_cst_38_and_settles_before_one_after_it() -> None:
    s = settlers(first=1)
    assert s.seats_owing() == [1]
    assert looked(s, 1) == THREE
    answer(s, 1, "Scavenger World")
    assert tableau(s, 1) == ["New Sparta", "Scavenger World"]
    assert question(s, 0) == "conquest.choice"


def test_r_cst_38_two_settlers_who_cannot_attack_go_in_player_order_too() -> None:
    s = settle(
        tableau=["Old Earth"],
        rivals=[seat(tableau=["New Sparta"], picks=FRONTIER)],
        picks=FRONTIER,
        conquest=True,
        game=GAME,
    )
    assert s.seats_owing() == [0]
    answer(s, 0, offered(s, 0)[-1])
    assert war(s).surge == 4
    assert s.seats_owing() == [1]


def test_r_cst_38_one_who_cannot_attack_chooses_his_deck_in_his_turn() -> None:
    s = settle(
        tableau=["Old Earth", SUPPLY],
        rivals=[seat(tableau=QUIET_TABLEAU[1:6], picks=FRONTIER)],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
    )
    assert s.seats_owing() == [0]
    answer(s, 0, "attack")
    assert question(s, 1) == "frontier.deck"
    assert offered(s, 1) == ["Near Frontier", "Far Frontier"]


def test_r_cst_38_with_no_card_in_any_open_deck_his_turn_is_a_normal_settle() -> None:
    """R-FRO-09: with the bonus card, and no failure."""
    s = settle(
        tableau=["Old Earth", SUPPLY],
        rivals=[seat(hand=["Artist Colony"], spare=1, picks=FRONTIER)],
        picks=FRONTIER,
        frontier_rest="away",
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
    )
    answer(s, 0, "settle")
    assert offered(s, 1) == ["Artist Colony", "pass"]
    answer(s, 1, "Artist Colony")
    assert len(hand(s, 1)) == 1
    assert war(s).surge == 0


def test_r_cst_38_a_lone_settler_who_cannot_attack_chooses_with_those_who_settle_from_hand() -> None:
    s = settle(rivals=[seat(spare=1)], picks=FRONTIER, conquest=True, game=GAME)
    assert s.seats_owing() == [0, 1]
