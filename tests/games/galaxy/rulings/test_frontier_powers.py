"""Rulings on the Frontier game: powers that take worlds, and the other new powers."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.frontier_positions import FRONTIER, GAME, THREE

from repulse.games.galaxy.rules.frontier import NEAR
from repulse.games.galaxy.rules.state import GalaxyState

# --- powers that take worlds ---


def terraforming(world: str, *more: str, spare: int = 0) -> GalaxyState:
    return g.settle(
        tableau=["Deep Space Terraforming", "Scavenger World", *more],
        goods=["Scavenger World"],
        hand=[world],
        spare=spare,
        game=GAME,
    )


def test_r_fro_14_a_near_world_is_discarded_for_a_world_and_five_chips() -> None:
    s = terraforming("Terraformed World")
    g.answer(s, 0, "Terraformed World")
    assert g.tableau(s, 0) == ["Deep Space Terraforming", "Terraformed World"]
    assert s.chips[0] == 5
    assert g.frontier_discards(s, NEAR) == ["Scavenger World"]
    assert len(g.discards(s)) == 1, "the good that lay on it"


def test_r_fro_14_the_player_may_pay_instead() -> None:
    s = terraforming("Terraformed World", spare=5)
    g.answer(s, 0, "Terraformed World")
    assert g.offered(s, 0) == ["Deep Space Terraforming + Scavenger World", "pass"]
    g.answer(s, 0, "pass")
    assert g.hand(s, 0) == []
    assert s.chips[0] == 0


def test_r_fro_14_not_a_world_of_the_alien_kind_nor_one_to_be_conquered() -> None:
    for world in ("Deserted Alien Outpost", "Xeno-Infested Uplift World", "Aquatic Uplift Race"):
        assert g.offered(terraforming(world), 0) == ["pass"], world
    assert "Alien Rosetta Stone World" in g.offered(terraforming("Alien Rosetta Stone World"), 0), (
        "no such good"
    )


def test_r_fro_14_with_pay_for_military_it_places_a_military_world() -> None:
    s = terraforming("Aquatic Uplift Race", "Contact Specialist")
    g.answer(s, 0, "Aquatic Uplift Race")
    while g.question(s, 0) == "settle.means":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert g.tableau(s, 0)[-1] == "Aquatic Uplift Race"
    assert s.chips[0] == 5


def test_r_fro_14_a_far_world_or_a_damaged_one_does_not_serve() -> None:
    s = g.settle(
        tableau=["Deep Space Terraforming", "Frontier Surveyors"], hand=["Terraformed World"], game=GAME
    )
    assert g.offered(s, 0) == ["pass"]
    s = g.settle(
        tableau=["Deep Space Terraforming", "Scavenger World"],
        damaged=["Scavenger World"],
        hand=["Terraformed World"],
        game="counterstrike",
    )
    assert g.offered(s, 0) == ["pass"]


def test_r_fro_14_the_world_just_drawn_cannot_pay_for_itself() -> None:
    s = g.settle(tableau=["Deep Space Terraforming"], picks=FRONTIER, near=THREE, game=GAME)
    assert "Monastery World" not in g.offered(s, 0)


def test_r_fro_15_run_amok_robots_discard_a_world_in_the_frontier_game() -> None:
    s = g.settle(tableau=["Run-Amok Robots", "Gem World", "Public Works"], hand=["Rebel Base"], game=GAME)
    g.answer(s, 0, "Rebel Base")
    assert g.offered(s, 0) == ["Run-Amok Robots + Run-Amok Robots", "Run-Amok Robots + Gem World"]
    g.answer(s, 0, "Run-Amok Robots + Gem World")
    assert g.tableau(s, 0) == ["Run-Amok Robots", "Public Works", "Rebel Base"]
    assert g.discards(s) == ["Gem World"]


def test_r_fro_15_in_the_counterstrike_game_they_damage_it() -> None:
    s = g.settle(
        tableau=["Run-Amok Robots", "Gem World", "Spice World"],
        goods=["Gem World"],
        damaged=["Spice World"],
        hand=["Rebel Base"],
        game="counterstrike",
    )
    g.answer(s, 0, "Rebel Base")
    assert g.offered(s, 0) == ["Run-Amok Robots + Run-Amok Robots", "Run-Amok Robots + Gem World"], (
        "it must be undamaged"
    )
    g.answer(s, 0, "Run-Amok Robots + Gem World")
    assert g.tableau(s, 0) == ["Run-Amok Robots", "Gem World", "Spice World", "Rebel Base"]
    assert g.goods(s, 0) == []
    assert s.count_damaged(0) == 2


def test_r_fro_15_scorched_earth_defense_gives_two_against_xenos_only() -> None:
    cards = ["Scorched-Earth Defense", "Gem World"]
    s = g.settle(tableau=cards, hand=["Xeno-Infested Uplift World", "Aquatic Uplift Race"], game=GAME)
    assert g.offered(s, 0) == ["Xeno-Infested Uplift World", "pass"]
    g.answer(s, 0, "Xeno-Infested Uplift World")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Xeno-Infested Uplift World"]
    assert "Gem World" in g.discards(s)
    s = g.settle(tableau=cards, hand=["Xeno-Infested Uplift World"], game="counterstrike")
    g.answer(s, 0, "Xeno-Infested Uplift World")
    assert g.tableau(s, 0) == [*cards, "Xeno-Infested Uplift World"]
    assert s.count_damaged(0) == 1


def test_r_fro_15_a_world_given_up_counts_to_the_end_of_the_phase() -> None:
    """Outlaw World gives its Military though it is discarded: 6 + 1 conquer a defense of 7."""
    s = g.settle(tableau=["Run-Amok Robots", "Outlaw World"], hand=["Rebel Homeworld"], game=GAME)
    g.answer(s, 0, "Rebel Homeworld")
    g.answer(s, 0, "Run-Amok Robots + Outlaw World")
    assert g.tableau(s, 0) == ["Run-Amok Robots", "Rebel Homeworld"]


def test_r_fro_16_a_development_replaces_a_world_free() -> None:
    s = g.develop(tableau=["Scorched-Earth Defense", "Gem World"], hand=["Consumer Markets"], game=GAME)
    assert g.question(s, 0) == "develop.replace"
    g.answer(s, 0, "Consumer Markets")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Consumer Markets"]
    assert g.discards(s) == ["Gem World"]


def test_r_fro_16_its_printed_cost_must_be_under_6() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Galactic Federation", "Gem World"],
        hand=["New Economy", "Consumer Markets", "Anti-Xeno Alien Warships"],
        picks="Develop",
        game=GAME,
    )
    assert g.offered(s, 0) == ["Consumer Markets", "pass"], "no discount makes a 6 a 5"


def test_r_fro_16_also_a_damaged_world() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"],
        damaged=["Gem World"],
        hand=["Drop Ships"],
        game="counterstrike",
    )
    assert g.offered(s, 0) == ["Gem World", "Spice World", "pass"]
    g.answer(s, 0, "Gem World")
    g.answer(s, 0, "Drop Ships")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Spice World", "Drop Ships"]
    assert s.count_damaged(0) == 0


def replacing_with_a_rival() -> GalaxyState:
    return g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"],
        hand=["Drop Ships", "New Economy"],
        game=GAME,
    )


def test_r_fro_16_the_development_is_a_secret_until_it_is_laid_down() -> None:
    """Return regardless of seat 0's hand and plan, its rival sees the same, and any other hand can go on."""
    s = replacing_with_a_rival()
    seen: list[object] = []
    for world in ("", "Gem World"):
        if world:
            g.answer(s, 0, world)
        for seed in range(20):
            other = g.GAME.determinize(s.view(1), seed)
            assert other.view(1).data() == s.view(1).data()
            other.apply(0, [other.decision(0).options[0]])
            g.GAME.check_state(other)
        seen.append(s.view(1).data())
    g.answer(s, 0, "Drop Ships")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Spice World", "Drop Ships"]
    assert s.view(1).data() not in seen


def test_r_fro_16_it_may_be_dropped_after_the_choice_of_a_world() -> None:
    s = replacing_with_a_rival()
    g.answer(s, 0, "Gem World")
    assert g.offered(s, 0) == ["Drop Ships", "pass"]
    g.answer(s, 0, "pass")
    assert g.question(s, 0) == "develop.place"
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Gem World", "Spice World"]


def test_r_fro_16_without_a_fitting_development_no_world_is_offered() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Spice World"], hand=["New Economy"], game=GAME
    )
    assert g.question(s, 0) == "develop.replace_world", "who is asked is no secret"
    assert g.offered(s, 0) == ["pass"]


def test_r_fro_16_not_a_development_that_stands_there_already() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Drop Ships"], hand=["Drop Ships"], game=GAME
    )
    assert g.offered(s, 0) == ["pass"]


def test_r_fro_16_it_earns_no_draw_after() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Public Works"], hand=["Drop Ships"], game=GAME
    )
    g.answer(s, 0, "Drop Ships")
    assert g.hand(s, 0) == []


def test_r_fro_16_the_normal_placement_is_open_after_it() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World", "Public Works"],
        hand=["Drop Ships", "Investment Credits"],
        spare=1,
        game=GAME,
    )
    g.answer(s, 0, "Drop Ships")
    g.answer(s, 0, "Investment Credits")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Public Works", "Drop Ships", "Investment Credits"]
    assert len(g.hand(s, 0)) == 1, "Public Works draws for the placement"
    assert g.question(s, 0) == "action", "and the power is used up"


def test_r_fro_16_or_before_it() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World"],
        hand=["Drop Ships", "Investment Credits"],
        spare=1,
        game=GAME,
    )
    g.answer(s, 0, "pass")
    g.answer(s, 0, "Investment Credits")
    pay_with_world(s)
    assert g.question(s, 0) == "develop.replace"
    g.answer(s, 0, "Drop Ships")
    assert g.tableau(s, 0) == ["Scorched-Earth Defense", "Investment Credits", "Drop Ships"]


def pay_with_world(s: GalaxyState) -> None:
    """Pay with what is no development."""
    if g.question(s, 0) == "develop.pay":
        worlds = [word for word in g.offered(s, 0) if not s.cards.development[s.cards.ids[word]]]
        g.answer(s, 0, *worlds[: g.must_pay(s, 0)])


def test_r_fro_16_the_new_development_does_nothing_in_this_phase() -> None:
    s = g.develop(
        tableau=["Scorched-Earth Defense", "Gem World"],
        hand=["Construction Corps", "Space Marines"],
        spare=3,
        game=GAME,
    )
    g.answer(s, 0, "Construction Corps")
    g.answer(s, 0, "Space Marines")
    assert g.must_pay(s, 0) == 2


# --- the other new powers ---


@pytest.mark.parametrize(
    ("card", "draws"),
    [
        ("Expedition Force", True),
        ("Space Marines", True),
        ("New Galactic Order", True),
        ("Anti-Xeno Militia", True),
        ("Anti-Xeno Armada", True),
        ("Anti-Xeno Arsenal", True),
        ("Imperium Expansionists", True),
        ("Uplift Pioneers", True),
        ("Anti-Xeno Rebel Force", True),
        ("Contact Specialist", False),
        ("Pan-Galactic League", False),
        ("New Military Tactics", False),
        ("Imperium Arms Factory", False),
        ("Alien Weapon Plans", False),
        ("Galactic Imperium", False),
        ("Anti-Xeno League", False),
        ("Scorched-Earth Defense", False),
        ("Frontier Isolationists", False),
        ("Public Works", False),
    ],
)
def test_r_fro_17_defense_systems_draw_for_developments_that_give_military(card: str, draws: bool) -> None:
    """Permanent and unqualified, counted or not; never specific or temporary."""
    table = g.new_round(game=GAME).cards
    cost = table.cost[table.ids[card]]
    s = g.develop(tableau=["Defense Systems, Inc."], hand=[card], spare=cost, game=GAME)
    g.answer(s, 0, card)
    assert g.tableau(s, 0)[-1] == card
    assert len(g.hand(s, 0)) == (2 if draws else 0)


def test_r_fro_17_worlds_earn_nothing() -> None:
    s = g.settle(tableau=["Defense Systems, Inc."], hand=["Outlaw World"], game=GAME)
    g.answer(s, 0, "Outlaw World")
    assert g.hand(s, 0) == []


def test_r_fro_18_galactic_federation_scores_1_for_costs_above_6() -> None:
    federation = ["Galactic Federation"]
    alone = g.score(g.end_of_round(tableau=federation, game=GAME), 0)
    assert alone == 2
    for card, vp in (("Anti-Xeno Armada", 7), ("Anti-Xeno Alien Warships", 5)):
        assert g.score(g.end_of_round(tableau=[*federation, card], game=GAME), 0) == alone + vp + 1
    assert g.score(g.end_of_round(tableau=[*federation, "Consumer Markets"], game=GAME), 0) == alone + 3 + 1


def test_r_fro_18_the_anti_xeno_fleets_are_the_alien_warships() -> None:
    cards = g.new_round(game=GAME, xeno_invasion=True).cards
    warships = cards.ids["Anti-Xeno Alien Warships"]
    assert (cards.cost[warships], cards.vp[warships]) == (7, 5)
    assert "Anti-Xeno Fleets" not in cards.ids


def test_r_fro_19_the_good_of_the_bio_engineers_cannot_be_sold_by_trade() -> None:
    s = g.consume(
        tableau=["Terraforming Bio-Engineers"],
        goods=["Terraforming Bio-Engineers"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert g.goods(s, 0) == ["Terraforming Bio-Engineers"]
    assert g.hand(s, 0) == []


def test_r_fro_19_other_goods_are_sold_meanwhile() -> None:
    s = g.consume(
        tableau=["Terraforming Bio-Engineers", "Gem World"],
        goods=["Terraforming Bio-Engineers", "Gem World"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert g.goods(s, 0) == ["Terraforming Bio-Engineers"]
    assert len(g.hand(s, 0)) == 2


def test_r_fro_19_consume_powers_that_sell_may_take_it() -> None:
    """Genes for 4, and 1 more for Trade League's own $ power."""
    s = g.consume(
        tableau=["Terraforming Bio-Engineers", "Trade League"],
        goods=["Terraforming Bio-Engineers"],
        picks="Consume: Trade",
        game=GAME,
    )
    assert g.goods(s, 0) == []
    assert len(g.hand(s, 0)) == 4 + 1


def test_r_fro_19_it_is_a_trade_power_for_the_score_of_trade_league() -> None:
    """Trade League counts itself for 2 and the world, which is worth 1, for 1."""
    s = g.end_of_round(tableau=["Trade League", "Terraforming Bio-Engineers"], game=GAME)
    assert g.score(s, 0) == 2 + 1 + 1


def trapped(*cards: str, picks: str = "") -> GalaxyState:
    return g.produce(tableau=["Anti-Xeno Alien Trap", *cards], picks=picks, game=GAME)


def test_r_fro_20_no_good_is_produced_on_the_alien_trap() -> None:
    assert g.goods(trapped(picks="Produce"), 0) == []
    assert g.goods(trapped("Alien Rosetta Stone World"), 0) == []
    assert g.goods(trapped("Galactic Engineers"), 0) == []


def test_r_fro_20_so_the_bonus_goes_elsewhere() -> None:
    assert g.goods(trapped("Asteroid Belt", picks="Produce"), 0) == ["Asteroid Belt"]


def test_r_fro_20_but_it_comes_with_a_good() -> None:
    s = g.settle(tableau=["New Sparta"], hand=["Anti-Xeno Alien Trap"], game=GAME)
    g.answer(s, 0, "Anti-Xeno Alien Trap")
    assert g.goods(s, 0) == ["Anti-Xeno Alien Trap"]


WITH_A_GOOD = [
    "Anti-Xeno Pioneers",
    "Rare Elements Outcropping",
    "Alien Shimmer Disk Cache",
    "Pirate Lair",
    "Xeno-Occupied Rebel Supply",
    "Scavenger World",
    "Outlaw Uplift Geneticists",
    "Hidden Imperium Slave Mines",
    "Alien Anti-Xeno Stockpile",
    "Alien Ruins Settlement",
]


@pytest.mark.parametrize("world", WITH_A_GOOD)
def test_r_fro_21_some_production_worlds_come_with_a_good(world: str) -> None:
    army = ["Lost Alien Battle Fleet", "Drop Ships", "New Galactic Order", "Space Marines"]
    s = g.settle(tableau=army, hand=[world], spare=7, game=GAME)
    g.answer(s, 0, world)
    if g.question(s, 0) == "settle.pay":
        g.pay_somehow(s, 0)
    assert g.goods(s, 0) == [world]


def test_r_fro_21_no_others_do() -> None:
    cards = [card for card in g.new_round(game=GAME).cards.cards if card is not None]
    assert {card.name for card in cards if card.good_when_placed} == set(WITH_A_GOOD)
    s = g.settle(tableau=["Old Earth"], hand=["Frontier Settlement"], spare=2, game=GAME)
    g.answer(s, 0, "Frontier Settlement")
    assert g.goods(s, 0) == []
