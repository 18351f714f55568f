"""Rulings on the conquest stage of the Counterstrike game: who may attack, contributions, several settlers."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.conquest_positions import SUPPLY, THREE
from tests.games.galaxy.rulings.counterstrike_positions import FRONTIER, GAME

from repulse.games.galaxy.rules.frontier import NEAR, SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState

# --- who may attack ---


def test_r_cst_20_a_far_frontier_world_opens_the_way_to_the_xenos() -> None:
    s = g.settle(tableau=["Old Earth", SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert g.offered(s, 0) == ["Near Frontier", "attack"], "Far needs five cards"
    s = g.settle(
        tableau=["Old Earth", SUPPLY, "Gem World", "Spice World", "Space Port"],
        picks=FRONTIER,
        conquest=True,
        game=GAME,
    )
    assert g.offered(s, 0) == ["Near Frontier", "Far Frontier", "attack"]


def test_r_cst_20_a_near_world_does_not() -> None:
    s = g.settle(
        tableau=["Old Earth", "Scavenger World"],
        picks=FRONTIER,
        conquest=True,
        near=["Pirate Lair"],
        game=GAME,
    )
    assert g.looked(s, 0)[0] == "Pirate Lair"


def test_r_cst_20_nor_a_damaged_one() -> None:
    s = g.settle(tableau=["Old Earth", SUPPLY], damaged=[SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert g.looked(s, 0) != []


def test_r_cst_20_nor_one_in_hand() -> None:
    s = g.settle(tableau=["Old Earth"], hand=[SUPPLY], picks=FRONTIER, conquest=True, game=GAME)
    assert g.looked(s, 0) != []


def test_r_cst_20_sixteen_cards_must_attack() -> None:
    s = g.settle(
        tableau=g.QUIET_TABLEAU,
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"], "attacked at once, unsuccessfully"
    s = g.settle(tableau=g.QUIET_TABLEAU[:15], picks=FRONTIER, conquest=True, game=GAME)
    assert g.offered(s, 0) == ["Near Frontier", "Far Frontier"]


def test_r_cst_20_damaged_worlds_are_among_the_sixteen() -> None:
    s = g.settle(
        tableau=g.QUIET_TABLEAU,
        damaged=["Old Earth"],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite I"],
        game=GAME,
        round=2,
    )
    assert g.frontier_discards(s, SYSTEMS) == ["Xeno Satellite I"]


def test_r_cst_20_nobody_attacks_in_the_first_stage() -> None:
    s = g.settle(tableau=[*g.QUIET_TABLEAU, SUPPLY], picks=FRONTIER, game=GAME)
    assert g.offered(s, 0) == ["Near Frontier", "Far Frontier"]


def test_r_cst_20_it_is_chosen_when_the_settle_action_comes() -> None:
    """Seat 0 has settled, and been seen to, before seat 1 chooses."""
    rival = g.seat(tableau=["Old Earth", SUPPLY], picks=FRONTIER)
    s = g.settle(
        tableau=["New Sparta"], spare=1, rivals=[rival], picks=FRONTIER, near=THREE, conquest=True, game=GAME
    )
    assert s.seats_owing() == [0]
    g.answer(s, 0, "Scavenger World")
    assert g.tableau(s, 0) == ["New Sparta", "Scavenger World"]
    assert g.question(s, 1) == "conquest.choice"


def test_r_cst_20_the_choice_may_be_a_frontier_settle() -> None:
    s = g.settle(
        tableau=["Old Earth", "Deep Space Terraforming"],
        spare=1,
        picks=FRONTIER,
        near=THREE,
        conquest=True,
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "Near Frontier")
    assert g.looked(s, 0) == THREE
    g.answer(s, 0, "Scavenger World")
    assert g.tableau(s, 0)[-1] == "Scavenger World"
    assert g.hand(s, 0) == []
    assert sorted(g.frontier_discards(s, NEAR)) == sorted(THREE[1:])


# --- contributions ---


def test_r_cst_27_contributions_lower_the_conquest_value_and_earn_chips() -> None:
    s = g.produce(
        tableau=["Gem World", "Spice World"],
        goods=["Gem World", "Spice World"],
        chips=1,
        conquest=True,
        repulse=60,
        game=GAME,
        round=2,
    )
    g.answer(s, 0, "Gem World", "Spice World")
    assert g.war(s).repulse == 58
    assert s.chips[0] == 3
    assert s.pool == 60 - 2


def test_r_cst_27_repairs_go_on() -> None:
    s = g.produce(
        tableau=["Old Earth", "Gem World"], damaged=["Gem World"], spare=2, conquest=True, game=GAME, round=2
    )
    g.answer(s, 0, "two cards")
    assert g.damaged(s, 0) == []
    assert g.goods(s, 0) == ["Gem World"]


# --- several settlers ---


def settlers(first: int, *, attacker: int = 0, **about: Sequence[str]) -> GalaxyState:
    """Two Frontier/Conquest Settles in the conquest stage; one seat is supplied for an attack."""
    seats = [["Old Earth"], ["New Sparta"]]
    seats[attacker].append(SUPPLY)
    return g.settle(
        tableau=seats[0],
        rivals=[g.seat(tableau=seats[1], spare=1, picks=FRONTIER)],
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
    assert g.question(s, 0) == "conquest.choice"
    assert g.looked(s, 1) == []
    g.answer(s, 0, "attack")
    assert g.war(s).surge == 6
    assert s.seats_owing() == [1]
    assert g.looked(s, 1) == THREE


def test_r_cst_38_and_settles_before_one_after_it() -> None:
    s = settlers(first=1)
    assert s.seats_owing() == [1]
    assert g.looked(s, 1) == THREE
    g.answer(s, 1, "Scavenger World")
    assert g.tableau(s, 1) == ["New Sparta", "Scavenger World"]
    assert g.question(s, 0) == "conquest.choice"


def test_r_cst_38_two_settlers_who_cannot_attack_go_in_player_order_too() -> None:
    s = g.settle(
        tableau=["Old Earth"],
        rivals=[g.seat(tableau=["New Sparta"], picks=FRONTIER)],
        picks=FRONTIER,
        conquest=True,
        game=GAME,
    )
    assert s.seats_owing() == [0]
    g.answer(s, 0, g.offered(s, 0)[-1])
    assert g.war(s).surge == 4
    assert s.seats_owing() == [1]


def test_r_cst_38_one_who_cannot_attack_chooses_his_deck_in_his_turn() -> None:
    s = g.settle(
        tableau=["Old Earth", SUPPLY],
        rivals=[g.seat(tableau=g.QUIET_TABLEAU[1:6], picks=FRONTIER)],
        picks=FRONTIER,
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
    )
    assert s.seats_owing() == [0]
    g.answer(s, 0, "attack")
    assert g.question(s, 1) == "frontier.deck"
    assert g.offered(s, 1) == ["Near Frontier", "Far Frontier"]


def test_r_cst_38_without_cards_in_open_decks_it_is_a_normal_settle() -> None:
    """R-FRO-09: with the bonus card, and no failure."""
    s = g.settle(
        tableau=["Old Earth", SUPPLY],
        rivals=[g.seat(hand=["Artist Colony"], spare=1, picks=FRONTIER)],
        picks=FRONTIER,
        frontier_unused="removed",
        conquest=True,
        systems=["Xeno Satellite V"],
        game=GAME,
    )
    g.answer(s, 0, "settle")
    assert g.offered(s, 1) == ["Artist Colony", "pass"]
    g.answer(s, 1, "Artist Colony")
    assert len(g.hand(s, 1)) == 1
    assert g.war(s).surge == 0


def test_r_cst_38_a_lone_settler_who_cannot_attack_settles_from_hand() -> None:
    s = g.settle(rivals=[g.seat(spare=1)], picks=FRONTIER, conquest=True, game=GAME)
    assert s.seats_owing() == [0, 1]
