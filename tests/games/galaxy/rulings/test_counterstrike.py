"""Rulings on the Counterstrike game: its first stage, and the turn of the tide."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.counterstrike_positions import ARMY, FRONTIER, GAME, breather_with

from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import REPULSE_VALUE, STAGE_CONQUEST, STAGE_INVASION

PRINTED = {2: 55, 3: 70, 4: 85, 5: 100}


# --- stage 1 ---


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_cst_01_an_invasion_game_with_a_frontier_and_30_chips_each(players: int) -> None:
    s = g.new_round(players=players, game=GAME)
    assert s.pool == 30 * players
    assert g.war(s).repulse == REPULSE_VALUE[players]
    assert g.war(s).stage == STAGE_INVASION
    assert s.frontier is not None
    assert {FRONTIER, "Produce: Repair"} <= set(g.offered(s, 0))


def test_r_cst_01_round_1_has_a_settle_phase_and_round_3_an_invasion() -> None:
    s = g.new_round(hand=["Pilgrimage World"], game=GAME, round=0)
    for player in (0, 1):
        g.answer(s, player, "Produce")
    assert g.question(s, 0) == "settle.place"
    s = g.new_round(tableau=["Old Earth"], game=GAME, round=2, attacks=[9, 9])
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert g.damaged(s, 0) == ["Old Earth"]


def test_r_cst_01_no_tableau_ends_it() -> None:
    assert not g.end_of_round(tableau=g.QUIET_TABLEAU, game=GAME).over


def test_r_cst_02_empire_defeat_ends_it_and_the_bonuses_fall_away() -> None:
    s = g.invasion(tableau=["Old Earth", "Public Works"], attacks=[9, 9, 8, 8], game=GAME)
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert s.over
    assert g.score(s, 0) == 1


def test_r_cst_02_an_empty_pool_ends_it_with_invasion_bonuses() -> None:
    rival = g.seat(tableau=["Epsilon Eridani"])
    s = g.end_of_round(tableau=["New Sparta"], rivals=[rival], pool=0, game=GAME)
    assert s.over
    assert g.score(s, 0) == 1 + 5 + 5
    assert g.score(s, 1) == 1 + 5, "both are greatest contributors"


def test_r_cst_02_an_empty_pool_ends_it_even_as_the_xenos_are_repulsed() -> None:
    s = g.invasion(tableau=["New Sparta"], repulse=0, pool=0, game=GAME)
    assert s.over
    assert g.war(s).stage == STAGE_INVASION
    assert g.score(s, 0) == 1 + 5 + 5, "5 VP bonuses, not those of 7"


@pytest.mark.parametrize("world", ["Xeno-Embattled Colony", "Xeno-Rebel Battleground"])
def test_r_cst_03_some_worlds_enter_play_damaged(world: str) -> None:
    s = g.settle(tableau=ARMY, hand=[world], game=GAME)
    g.answer(s, 0, world)
    assert g.tableau(s, 0) == [*ARMY, world]
    assert g.damaged(s, 0) == [world]
    assert g.goods(s, 0) == []


@pytest.mark.parametrize("world", ["Xeno-Embattled Colony", "Xeno-Rebel Battleground"])
def test_r_cst_03_not_so_in_the_frontier_game(world: str) -> None:
    s = g.settle(tableau=ARMY, hand=[world], game="frontier")
    g.answer(s, 0, world)
    assert g.damaged(s, 0) == []


def test_r_cst_03_repaired_the_colony_works() -> None:
    colony = ["Old Earth", "Xeno-Embattled Colony"]
    assert g.settle(tableau=colony, damaged=colony[1:], game=GAME).chips[0] == 0
    s = g.produce(tableau=colony, damaged=colony[1:], spare=2, game=GAME)
    g.answer(s, 0, "two cards")
    assert g.goods(s, 0) == ["Xeno-Embattled Colony"]
    assert g.settle(tableau=colony, game=GAME).chips[0] == 1


def test_r_cst_04_the_embattled_colony_must_be_damaged_first() -> None:
    cards = ["Old Earth", "Gem World", "Xeno-Embattled Colony"]
    s = g.invasion(tableau=cards, attacks=[9, 9], game=GAME)
    assert g.damaged(s, 0) == ["Xeno-Embattled Colony"]
    s = g.invasion(tableau=cards, damaged=["Xeno-Embattled Colony"], attacks=[9, 9], game=GAME)
    assert g.offered(s, 0) == ["Old Earth", "Gem World"]


def test_r_cst_04_in_a_retaliation_too() -> None:
    s = g.retaliation(tableau=["Old Earth", "Gem World", "Xeno-Embattled Colony"], attacks=[12, 10])
    assert g.damaged(s, 0) == ["Xeno-Embattled Colony"]


def test_r_cst_05_its_owners_powers_must_take_it_first_too() -> None:
    cards = ["Run-Amok Robots", "Scorched-Earth Defense", "Xeno-Embattled Colony", "Gem World"]
    s = g.settle(tableau=cards, hand=["Xeno Staging Point"], game=GAME)
    g.answer(s, 0, "Xeno Staging Point")
    assert g.offered(s, 0) == [f"{card} + Xeno-Embattled Colony" for card in cards[:2]]
    g.answer(s, 0, "Run-Amok Robots + Xeno-Embattled Colony")
    assert g.offered(s, 0) == [
        "Scorched-Earth Defense + Run-Amok Robots",
        "Scorched-Earth Defense + Gem World",
    ]
    g.answer(s, 0, "Scorched-Earth Defense + Gem World")
    assert g.damaged(s, 0) == ["Xeno-Embattled Colony", "Gem World"]
    assert g.tableau(s, 0)[-1] == "Xeno Staging Point"


def test_r_cst_05_in_defense_as_well() -> None:
    cards = ["Run-Amok Robots", "Xeno-Embattled Colony", "Gem World"]
    s = g.invasion(tableau=cards, rivals=[g.seat(tableau=ARMY)], attacks=[5, 9], game=GAME)
    assert g.offered(s, 0) == ["Run-Amok Robots + Xeno-Embattled Colony", "pass"]


def test_r_cst_05_but_not_where_worlds_are_discarded() -> None:
    cards = ["Run-Amok Robots", "Xeno-Embattled Colony", "Gem World"]
    s = g.settle(tableau=cards, hand=["Rebel Base"], game="frontier")
    g.answer(s, 0, "Rebel Base")
    assert len(g.offered(s, 0)) == 3


# --- the turn of the tide ---


def tide(**about: int) -> GalaxyState:
    """Return the Xenos are repulsed by 2 + 1 Military; the next round begins."""
    return g.invasion(
        tableau=["New Sparta"],
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        repulse=about.get("repulse", 3),
        spare=about.get("spare", 0),
        round=7,
        game=GAME,
    )


def test_r_cst_10_the_game_goes_on_and_the_tiles_are_awarded() -> None:
    s = tide()
    assert not s.over
    assert g.war(s).stage == STAGE_CONQUEST
    assert g.war(s).tiles == [5 + 5, 5], (
        "the greatest admiral; and nobody contributed anything, which ties all"
    )


def test_r_cst_10_a_tie_gives_all_of_them_the_tile() -> None:
    s = g.invasion(tableau=["New Sparta"], rivals=[g.seat(tableau=["Space Marines"])], repulse=4, game=GAME)
    assert g.war(s).tiles == [10, 10]


def test_r_cst_10_war_contribution_chips_join_the_other_chips() -> None:
    s = g.produce(
        tableau=["New Sparta", "Gem World", "Galactic Renaissance"],
        goods=["Gem World"],
        chips=5,
        rivals=[g.seat(tableau=["Epsilon Eridani"])],
        repulse=4,
        round=7,
        game=GAME,
    )
    before = g.score(s, 0)
    g.answer(s, 0, "Gem World")
    assert g.war(s).stage == STAGE_CONQUEST
    assert g.war(s).tiles == [10, 0]
    assert s.chips == [6, 0]
    assert g.war(s).contributed == [0, 0]
    both = 7 + 7  # of the counterstrike's tiles he leads in chips; systems has nobody
    assert g.score(s, 0) == before + 1 + 1 + both, (
        "a sixth chip, and a second three of them; tiles are no chips"
    )


def test_r_cst_10_not_while_the_invasion_lasts() -> None:
    s = tide(repulse=4)
    assert g.war(s).stage == STAGE_INVASION
    assert g.war(s).tiles == [0, 0]


@pytest.mark.parametrize(("players", "added"), [(2, 33), (3, 42), (4, 52), (5, 61)])
def test_r_cst_11_the_conquest_value(players: int, added: int) -> None:
    s = g.invasion(tableau=["New Sparta"], players=players, repulse=2, game=GAME)
    assert g.war(s).stage == STAGE_CONQUEST
    assert g.war(s).repulse == 2 + added
    assert REPULSE_VALUE[players] + added == PRINTED[players]


ELEVEN = [
    "Gem World",
    "Spice World",
    "New Vinland",
    "Artist Colony",
    "Comet Zone",
    "Mining World",
    "Plague World",
    "Distant World",
    "New Earth",
    "Space Port",
    "Prosperous World",
]


def test_r_cst_11_the_worked_example_of_the_rulebook() -> None:
    """Three players: the 28 of the beginning was reduced by 11 contributions to 17; the arrow goes to 59."""
    rivals = [g.seat(tableau=ARMY), g.seat(tableau=["Anti-Xeno Armada"])]
    s = g.produce(tableau=ELEVEN, goods=ELEVEN, rivals=rivals, round=7, game=GAME)
    assert g.war(s).repulse == 28
    g.answer(s, 0, *ELEVEN)
    assert g.war(s).stage == STAGE_CONQUEST, "10 and 8 are more than 17"
    assert g.war(s).repulse == 59
    assert s.chips[0] == 11


def test_r_cst_12_the_retaliation_deck() -> None:
    cards = ["M+3", "M+4", "M+5", 8, 10, 12, "M+X+2", "M+X+3", "M+X+4", "M+X+5", "M+X+6"]
    words = [g.attack_word(card) for card in g.war(tide()).deck]
    assert sorted(words, key=str) == sorted(cards, key=str)
    assert g.war(tide()).discards == []


def test_r_cst_12_exhausted_it_is_made_of_its_discards() -> None:
    s = g.new_round(tableau=["Old Earth"], damaged=["Old Earth"], conquest=True, game=GAME, players=2)
    cards = g.war(s).deck
    g.war(s).deck, g.war(s).discards = cards[:1], cards[1:]
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert g.question(s, 0) == "action"
    assert len(g.war(s).deck) == 9
    assert len(g.war(s).discards) == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_cst_13_one_satellite_and_one_hive_a_player(players: int) -> None:
    s = g.invasion(tableau=["New Sparta"], players=players, repulse=2, game=GAME)
    systems = g.frontier_deck(s, SYSTEMS)
    assert len([name for name in systems if "Satellite" in name]) == players
    assert len([name for name in systems if "Hive" in name]) == players
    assert s.frontier is not None
    assert len(s.frontier.unused) == 10 - 2 * players
    assert set(g.frontier_deck(s.view(0), SYSTEMS)) == {""}


def test_r_cst_13_there_are_none_before() -> None:
    assert g.frontier_deck(g.new_round(game=GAME), SYSTEMS) == []


def test_r_cst_14_the_next_round_has_a_develop_phase_in_any_case() -> None:
    s = tide(spare=3)
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert g.question(s, 0) == "develop.place"
    g.answer(s, 0, "pass")
    assert g.question(s, 0) == "action"
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert not g.question(s, 0).startswith("develop"), "in that round only"


def test_r_cst_14_only_who_picked_develop_has_the_bonus() -> None:
    s = breather_with("Develop", "Consume: Trade")
    g.answer(s, 0, "Drop Ships")
    assert g.must_pay(s, 0) == 3
    s = breather_with("Consume: Trade", "Develop")
    g.answer(s, 0, "Drop Ships")
    assert g.must_pay(s, 0) == 4


def test_r_cst_14_there_is_no_second_phase_if_somebody_picked_it() -> None:
    s = breather_with("Develop", "Consume: Trade")
    g.answer(s, 0, "pass")
    assert g.question(s, 0) == "action"


def test_r_cst_14_there_is_no_retaliation_in_that_round() -> None:
    s = tide()
    deck = g.war(s).deck[:]
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert g.war(s).deck == deck
    assert g.damaged(s, 0) == g.damaged(s, 1) == []
    for player in (0, 1):
        g.answer(s, player, "Consume: Trade")
    assert len(g.war(s).deck) == len(deck) - 2


def test_r_cst_14_in_the_experienced_game_there_may_be() -> None:
    s = g.invasion(tableau=["New Sparta"], repulse=2, round=7, experienced=True, game=GAME)
    deck = g.war(s).deck[:]
    for player in (0, 1):
        g.answer(s, player, "Consume: 2x VPs", "Consume: Trade")
    assert len(g.war(s).deck) == len(deck) - 2
    assert g.damaged(s, 0) == ["New Sparta"]


def test_r_cst_14_two_experienced_develops_are_two_phases_and_no_more() -> None:
    s = g.invasion(
        tableau=["New Sparta"], hand=["Drop Ships"], spare=1, repulse=2, round=7, experienced=True, game=GAME
    )
    s.apply(0, [2, 2])
    g.answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    phases = 0
    while g.question(s, 0) == "develop.place":
        g.answer(s, 0, "pass")
        phases += 1
    assert phases == 2
