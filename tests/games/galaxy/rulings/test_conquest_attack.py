"""Rulings on the conquest stage of the Counterstrike game: attacks on Xeno systems."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    Names,
    answer,
    damaged,
    frontier_deck,
    frontier_discards,
    goods,
    hand,
    new_round,
    offered,
    pay_somehow,
    question,
    retaliation,
    seat,
    settle,
    tableau,
    war,
)
from tests.games.galaxy.rulings.conquest_positions import NINE, SUPPLY, THREE, attacked_in_round_9
from tests.games.galaxy.rulings.counterstrike_positions import ARMY, FRONTIER, GAME

from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState


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
