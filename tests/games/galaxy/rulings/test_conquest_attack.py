"""Rulings on the conquest stage of the Counterstrike game: attacks on Xeno systems."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.conquest_positions import NINE, SUPPLY, THREE, attacked_in_round_9
from tests.games.galaxy.rulings.counterstrike_positions import ARMY, FRONTIER, GAME

from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState


def expedition(*cards: str, system: str = "Xeno Satellite I", **about: str) -> GalaxyState:
    """Seat 0, supplied, attacks a system with those cards in its tableau; the game stands in round 2, without
    retaliation at its end."""
    s = g.settle(
        tableau=[SUPPLY, *cards],
        goods=[about["good"]] if "good" in about else [],
        picks=FRONTIER,
        conquest=True,
        systems=[system, "Xeno Hive V" if system == "Xeno Satellite V" else "Xeno Satellite V"],
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "attack")
    return s


# --- the attack ---


def test_r_cst_21_attackers_draw_one_system_each_in_player_order() -> None:
    rivals = [g.seat(tableau=["Old Earth", "Mega-Exclusive Resort"], picks=FRONTIER)]
    s = g.settle(
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
    g.answer(s, 1, "attack")
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]
    g.answer(s, 0, "attack")
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I", "Xeno Satellite II"]
    assert g.frontier_deck(s, SYSTEMS) == ["Xeno Hive I"]


def test_r_cst_21_discarded_systems_are_shuffled_when_the_deck_is_empty() -> None:
    rivals = [g.seat(tableau=[*ARMY, "Mega-Exclusive Resort"], picks=FRONTIER)]
    s = g.settle(
        tableau=["New Sparta", SUPPLY],
        rivals=rivals,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "attack")
    g.answer(s, 1, "attack")
    assert g.tableau(s, 1)[-1] == "Xeno Satellite I"


def test_r_cst_22_the_defenses_of_the_systems() -> None:
    table = g.new_round(game=GAME).cards
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
    assert (system in g.tableau(s, 0)) == conquered


def test_r_cst_22_both_sorts_of_temporary_military_help_at_a_satellite() -> None:
    s = expedition(
        *ARMY,
        "New Military Tactics",
        "Alien Weapon Cache",
        system="Xeno Satellite IV",
        good="Alien Weapon Cache",
    )
    assert g.question(s, 0) == "conquest.means"
    g.answer(s, 0, "New Military Tactics")
    g.answer(s, 0, "Alien Weapon Cache + Alien Weapon Cache")
    assert "Xeno Satellite IV" in g.tableau(s, 0)
    assert "New Military Tactics" not in g.tableau(s, 0)
    assert g.goods(s, 0) == []


def test_r_cst_22_pay_for_military_does_not_help() -> None:
    s = g.settle(
        tableau=[SUPPLY, "Contact Specialist", "Colony Ship"],
        spare=20,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "attack")
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]


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
def test_r_cst_22_a_hive_needs_9_and_its_number_of_temporary_military(
    cards: list[str], system: str, open_: bool
) -> None:
    """However strong, permanent Military alone never conquers it; nor does the temporary make up the 9."""
    s = expedition(*cards, system=system)
    assert (g.question(s, 0) == "conquest.means") == open_
    if open_:
        g.answer(s, 0, "New Military Tactics")
        assert system in g.tableau(s, 0)
    else:
        assert g.frontier_discards(s, SYSTEMS) == [system]


def test_r_cst_22_any_mix_of_temporary_military_serves_against_a_hive() -> None:
    """3 of New Military Tactics and 3 vs. Xenos of Alien Weapon Cache make the 6."""
    s = expedition(
        *NINE, "New Military Tactics", "Alien Weapon Cache", system="Xeno Hive V", good="Alien Weapon Cache"
    )
    g.answer(s, 0, "Alien Weapon Cache + Alien Weapon Cache")
    g.answer(s, 0, "New Military Tactics")
    assert "Xeno Hive V" in g.tableau(s, 0)


def test_r_cst_22_temporary_defense_does_not() -> None:
    s = expedition(*NINE, "Anti-Xeno Militia", system="Xeno Hive I")
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Hive I"]


def test_r_cst_23_a_conquered_system_is_placed_without_a_bonus_card() -> None:
    s = expedition(*ARMY)
    assert g.tableau(s, 0) == [SUPPLY, *ARMY, "Xeno Satellite I"]
    assert g.hand(s, 0) == []
    assert g.frontier_discards(s, SYSTEMS) == []


def test_r_cst_23_and_there_is_no_retaliation_this_round() -> None:
    s = attacked_in_round_9(*ARMY)
    assert g.question(s, 0) == "action"
    assert len(g.war(s).deck) == 11
    assert g.damaged(s, 0) == g.damaged(s, 1) == []
    assert g.war(s).awards == [0, 0]


def test_r_cst_23_a_failed_attack_makes_every_strength_six_higher() -> None:
    """9 Military hold against 8, but not against 14."""
    s = attacked_in_round_9(*NINE)
    assert g.war(s).surge == 6
    assert g.question(s, 0) == "invasion.damage"
    quiet = g.retaliation(
        tableau=[SUPPLY, *NINE], rivals=[g.seat(tableau=["Epsilon Eridani"])], attacks=[8, "M+3"]
    )
    assert g.war(quiet).awards[0] == 2


def test_r_cst_23_the_others_suffer_too() -> None:
    """M+3 becomes M+9: more than 4 of defense, which would have been enough."""
    for failed in (True, False):
        s = g.settle(
            tableau=[SUPPLY, *NINE],
            picks=FRONTIER if failed else "Produce",
            rivals=[
                g.seat(tableau=["Frontier Isolationists", "Mega-Exclusive Resort", "Frontier Settlement"])
            ],
            conquest=True,
            systems=["Xeno Satellite V"],
            attacks=["M+X+6", "M+3"],
            game=GAME,
        )
        if failed:
            g.answer(s, 0, "attack")
        while g.question(s, 0) == "invasion.damage":
            g.answer(s, 0, SUPPLY)
        assert (g.question(s, 1) == "invasion.damage") == failed
        assert (g.war(s).awards[1] == 1) == (not failed)


def test_r_cst_23_failure_may_be_chosen_instead_of_using_powers() -> None:
    s = expedition(*NINE, "New Military Tactics")
    assert g.offered(s, 0) == ["New Military Tactics", "pass"]
    g.answer(s, 0, "pass")
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]
    assert "New Military Tactics" in g.tableau(s, 0)


def on_the_frontier(choice: str, **about: int) -> GalaxyState:
    """Seat 0 goes to the frontier in the conquest stage; the retaliation brings 8 and M+3."""
    s = g.settle(
        tableau=ARMY,
        spare=1,
        picks=FRONTIER,
        near=THREE,
        rivals=[g.seat(tableau=["Epsilon Eridani", "Public Works"])],
        conquest=not about.get("first"),
        attacks=[8, "M+3"],
        game=GAME,
        round=9,
    )
    g.answer(s, 0, choice)
    return s


def test_r_cst_24_a_failed_frontier_settle_adds_four_to_every_strength() -> None:
    """10 Military hold against 8; against 12 they do not hold even with the bunker."""
    s = on_the_frontier("keep Pirate Lair")
    assert g.damaged(s, 0) == ["Lost Alien Battle Fleet"]
    assert g.war(s).awards[0] == 0


def test_r_cst_24_one_that_places_a_world_does_not() -> None:
    s = on_the_frontier("Scavenger World")
    assert g.damaged(s, 0) == []
    assert g.war(s).awards[0] == 2


def test_r_cst_24_nor_in_the_first_stage() -> None:
    s = on_the_frontier("keep Pirate Lair", first=1)
    assert g.war(s).surge == 0


def test_r_cst_24_the_two_do_not_add_up() -> None:
    rivals = [g.seat(tableau=["Old Earth", SUPPLY], picks=FRONTIER)]
    for first in (0, 1):
        s = g.settle(
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
            g.answer(s, 0, "keep Pirate Lair")
            assert g.war(s).surge == 4
            g.answer(s, 1, "attack")
        else:
            g.answer(s, 1, "attack")
            assert g.war(s).surge == 6
            g.answer(s, 0, "keep Pirate Lair")
        assert g.war(s).surge == 6


def test_r_cst_24_a_normal_settle_by_others_is_no_failure() -> None:
    s = g.settle(spare=1, picks="Settle", conquest=True, game=GAME, round=2)
    g.answer(s, 0, "pass")
    assert g.war(s).surge == 0


def test_r_cst_24_nor_is_one_that_takes_the_place_of_a_frontier_settle() -> None:
    """R-FRO-09: no Frontier card is left, so the action was a normal Settle."""
    s = g.settle(spare=1, picks=FRONTIER, frontier_unused="removed", conquest=True, game=GAME, round=2)
    g.answer(s, 0, "pass")
    assert g.war(s).surge == 0


@pytest.mark.parametrize("cards", [ARMY, ["New Sparta"]])
def test_r_cst_25_after_an_attack_the_card_is_tucked_for_a_round(cards: list[str]) -> None:
    s = g.new_round(
        tableau=[*cards, SUPPLY],
        rivals=[g.seat(tableau=["Epsilon Eridani"], damaged=["Epsilon Eridani"])],
        conquest=True,
        systems=["Xeno Satellite I", "Xeno Satellite V"],
        game=GAME,
        round=1,
    )
    g.answer(s, 0, FRONTIER)
    g.answer(s, 1, "Consume: Trade")
    g.answer(s, 0, "attack")
    while g.question(s, 0) == "invasion.damage":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert FRONTIER not in g.offered(s, 0)
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    while g.question(s, 0) == "invasion.damage":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert FRONTIER in g.offered(s, 0)


def test_r_cst_25_not_so_in_the_experienced_game() -> None:
    s = g.new_round(tableau=["Old Earth", SUPPLY], conquest=True, experienced=True, game=GAME, round=1)
    g.answer(s, 0, FRONTIER, "Consume: Trade")
    g.answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    g.answer(s, 0, "attack")
    while g.question(s, 0) == "invasion.damage":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert FRONTIER in g.offered(s, 0)


def last_system(tableau_: g.Names) -> GalaxyState:
    """Seat 0 conquers the last system; seat 1, who wanted to attack too, has its turn."""
    rival = g.seat(tableau=tableau_, hand=["Artist Colony"], spare=1, picks=FRONTIER)
    s = g.settle(
        tableau=["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines", SUPPLY],
        rivals=[rival],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        near=THREE,
        game=GAME,
    )
    g.answer(s, 0, "attack")
    assert g.tableau(s, 0)[-1] == "Xeno Satellite I"
    return s


@pytest.mark.parametrize(
    "tableau_", [["Old Earth", "Mega-Exclusive Resort", *g.QUIET_TABLEAU[1:4]], g.QUIET_TABLEAU]
)
def test_r_cst_26_without_a_system_it_is_a_normal_or_frontier_settle(tableau_: g.Names) -> None:
    s = last_system(tableau_)
    assert g.offered(s, 1) == ["Near Frontier", "Far Frontier", "settle"]
    g.answer(s, 1, "settle")
    g.answer(s, 1, "Artist Colony")
    assert g.tableau(s, 1)[-1] == "Artist Colony"
    assert len(g.hand(s, 1)) == 1, "with its bonus card"


def test_r_cst_26_the_frontier_settle_is_open_even_with_sixteen_cards() -> None:
    s = last_system(g.QUIET_TABLEAU)
    g.answer(s, 1, "Near Frontier")
    g.answer(s, 1, "Scavenger World")
    if g.question(s, 1) == "settle.pay":
        g.pay_somehow(s, 1)
    assert g.tableau(s, 1)[-1] == "Scavenger World"


def test_r_cst_26_also_in_a_second_settle_phase_of_the_experienced_game() -> None:
    s = g.new_round(
        tableau=[*ARMY, SUPPLY],
        rivals=[g.seat(tableau=["Old Earth", "Mega-Exclusive Resort"], hand=["Artist Colony"], spare=1)],
        conquest=True,
        systems=["Xeno Satellite I"],
        experienced=True,
        game=GAME,
    )
    g.answer(s, 0, FRONTIER, "Consume: Trade")
    g.answer(s, 1, "Settle", FRONTIER)
    g.answer(s, 1, "Settle")
    g.answer(s, 1, "pass")
    g.answer(s, 0, "attack")
    assert "settle" in g.offered(s, 1)


def test_r_fro_09_without_frontier_cards_it_is_an_attack_or_settle() -> None:
    s = g.settle(
        tableau=["Old Earth", SUPPLY],
        hand=["Artist Colony"],
        spare=1,
        picks=FRONTIER,
        frontier_unused="removed",
        conquest=True,
        game=GAME,
        round=2,
    )
    assert g.offered(s, 0) == ["attack", "settle"]
    g.answer(s, 0, "settle")
    g.answer(s, 0, "Artist Colony")
    assert len(g.hand(s, 0)) == 1, "with its bonus card"


def test_r_fro_09_sixteen_cards_must_attack_all_the_same() -> None:
    s = g.settle(
        tableau=g.QUIET_TABLEAU,
        picks=FRONTIER,
        frontier_unused="removed",
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
        round=2,
    )
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite V"]
