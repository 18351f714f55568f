"""Rulings on phase V, Produce."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

# Windfall worlds of each kind, two of each; none of them has a Produce power.
NOVELTY = ["Pirate World", "Refugee World"]
RARE = ["Asteroid Belt", "Radioactive World"]
GENES = ["Empath World", "Pre-Sentient Race"]
ALIEN = ["Deserted Alien Outpost", "Deserted Alien Colony"]


# --- production ---


def test_every_production_world_without_a_good_produces() -> None:
    s = g.produce(tableau=["Gem World", "Artist Colony", "New Earth"], goods=["Artist Colony"])
    assert g.goods(s, 0) == ["Gem World", "Artist Colony", "New Earth"]
    assert len(s.produced[0]) == 2


def test_everybody_produces() -> None:
    s = g.produce(tableau=["Artist Colony"], rivals=[g.seat(tableau=["New Earth"], picks="Produce")])
    assert g.goods(s, 0) == ["Artist Colony"]
    assert g.goods(s, 1) == ["New Earth"]


def test_a_windfall_world_does_not_produce_by_itself() -> None:
    assert g.goods(g.produce(tableau=NOVELTY), 0) == []


def test_r_pro_01_powers_bound_to_a_kind_leave_the_others_to_the_bonus() -> None:
    """Genetics Lab takes the Genes world, so that the Produce bonus is free for the Rare one."""
    s = g.produce(tableau=["Genetics Lab", GENES[0], RARE[0]], picks="Produce")
    assert g.goods(s, 0) == [GENES[0], RARE[0]]


def test_r_pro_01_a_card_drawn_for_production_may_be_discarded_for_a_good() -> None:
    s = g.produce(
        tableau=["Gem World", "Alien Archives"], deck=["New Earth", "Rebel Base"], game="xeno-invasion"
    )
    assert g.hand(s, 0) == ["Rebel Base"], "Gem World's draw comes before Alien Archives asks"
    g.answer(s, 0, "Alien Archives")
    assert g.goods(s, 0) == ["Gem World", "Alien Archives"]


def test_r_pro_02_production_powers_are_used_on_empty_worlds() -> None:
    s = g.produce(tableau=["Mining Robots", RARE[0], "Comet Zone"])
    assert g.goods(s, 0) == [RARE[0], "Comet Zone"]


def test_r_pro_02_there_is_no_declining_where_a_world_is_to_be_chosen() -> None:
    s = g.produce(tableau=["Mining Robots", *RARE])
    assert g.offered(s, 0) == RARE


@pytest.mark.parametrize(
    ("power", "kind"),
    [
        ("Genetics Lab", GENES),
        ("Mining Robots", RARE),
        ("Mining League", RARE),
        ("Free Trade Association", NOVELTY),
        ("Expanding Colony", NOVELTY),
        ("Alien Rosetta Stone World", ALIEN),
        ("Imperium Arms Factory", RARE),
        ("Uplift Bio-Engineers", GENES),
    ],
)
def test_r_pro_03_the_player_picks_an_empty_windfall_world_of_the_kind(power: str, kind: list[str]) -> None:
    others = [world for worlds in (NOVELTY, RARE, GENES, ALIEN) if worlds is not kind for world in worlds[:1]]
    s = g.produce(tableau=[power, *kind, *others], game="xeno-invasion")
    assert g.offered(s, 0) == kind
    g.answer(s, 0, kind[1])
    assert g.goods(s, 0) == [kind[1]]


@pytest.mark.parametrize("power", ["Galactic Engineers", "Starry Rift Pioneers"])
def test_r_pro_03_a_free_power_serves_any_kind(power: str) -> None:
    worlds = [NOVELTY[0], RARE[0], GENES[0], ALIEN[0]]
    s = g.produce(
        tableau=[power, *worlds],
        goods=[power] if power == "Starry Rift Pioneers" else [],
        game="xeno-invasion",
    )
    assert g.offered(s, 0) == worlds
    g.answer(s, 0, ALIEN[0])
    assert ALIEN[0] in g.goods(s, 0)


def test_r_pro_03_starry_rift_pioneers_may_fill_themselves() -> None:
    assert g.goods(g.produce(tableau=["Starry Rift Pioneers"], game="xeno-invasion"), 0) == [
        "Starry Rift Pioneers"
    ]


def test_r_pro_03_a_full_world_is_passed_over() -> None:
    s = g.produce(tableau=["Mining Robots", *RARE], goods=RARE[:1])
    assert g.goods(s, 0) == RARE


def test_r_pro_03_two_powers_fill_two_worlds() -> None:
    s = g.produce(tableau=["Mining Robots", "Mining League", *RARE])
    g.answer(s, 0, RARE[0])
    assert g.goods(s, 0) == RARE


def test_r_pro_03_the_bonus_and_a_kind_bound_power_and_a_free_one() -> None:
    s = g.produce(
        tableau=["Genetics Lab", "Galactic Engineers", GENES[0], RARE[0], NOVELTY[0]], picks="Produce"
    )
    while g.question(s, 0) == "produce.windfall":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert g.goods(s, 0) == [GENES[0], RARE[0], NOVELTY[0]]


@pytest.mark.parametrize(
    ("world", "cards"),
    [
        ("Gem World", 1),
        ("Comet Zone", 1),
        ("Mining World", 1),
        ("Lost Species Ark World", 2),
        ("Artist Colony", 0),
    ],
)
def test_r_pro_04_draw_if_this_world_produced(world: str, cards: int) -> None:
    assert len(g.hand(g.produce(tableau=[world]), 0)) == cards


def test_r_pro_04_not_for_a_good_it_had_already() -> None:
    s = g.produce(
        tableau=["Gem World", "Lost Species Ark World"], goods=["Gem World", "Lost Species Ark World"]
    )
    assert g.hand(s, 0) == []


def test_r_pro_04_a_windfall_world_draws_for_a_good_by_any_power() -> None:
    assert len(g.hand(g.produce(tableau=["Runaway Robots"], picks="Produce"), 0)) == 1
    assert len(g.hand(g.produce(tableau=["Runaway Robots", "Mining Robots"]), 0)) == 1
    assert g.hand(g.produce(tableau=["Runaway Robots"]), 0) == []


# --- draws for goods ---


def test_r_pro_05_only_what_was_produced_in_this_phase_counts() -> None:
    s = g.produce(tableau=["Consumer Markets", "Artist Colony", "Space Port"], goods=["Space Port"])
    assert len(g.hand(s, 0)) == 1


def test_r_pro_05_windfall_goods_count() -> None:
    s = g.produce(tableau=["Consumer Markets", "Artist Colony", "Refugee World"], picks="Produce")
    assert len(g.hand(s, 0)) == 2


def archives(hand_cards: int) -> list[str]:
    """Return a Diversified Economy beside one production world and Alien Archives: what is offered."""
    s = g.produce(
        tableau=["Diversified Economy", "Artist Colony", "Alien Archives"],
        spare=hand_cards,
        game="xeno-invasion",
    )
    return g.offered(s, 0)


def test_r_pro_05_the_draw_may_come_before_or_after_alien_archives() -> None:
    assert sorted(archives(1)) == ["Alien Archives", "Diversified Economy", "pass"]


def test_r_pro_05_after_alien_archives_its_good_counts() -> None:
    s = g.produce(
        tableau=["Diversified Economy", "Artist Colony", "Alien Archives"], spare=1, game="xeno-invasion"
    )
    g.answer(s, 0, "Alien Archives")
    assert g.goods(s, 0) == ["Artist Colony", "Alien Archives"]
    assert len(g.hand(s, 0)) == 2, "a Novelty and an Alien good"


def test_r_pro_05_before_alien_archives_its_good_does_not_count() -> None:
    s = g.produce(
        tableau=["Diversified Economy", "Artist Colony", "Alien Archives"],
        hand=["Gem World"],
        deck=["New Earth", "Rebel Base", "Comet Zone"],
        game="xeno-invasion",
    )
    g.answer(s, 0, "Diversified Economy")
    assert g.hand(s, 0) == ["Gem World", "Rebel Base"]
    g.answer(s, 0, "Alien Archives")
    g.answer(s, 0, "Rebel Base")
    assert g.hand(s, 0) == ["Gem World"]
    assert g.goods(s, 0) == ["Artist Colony", "Alien Archives"]


def test_r_pro_05_an_empty_hand_may_pay_with_the_card_just_drawn() -> None:
    """The rulebook's own case: the card gained from Diversified Economy pays for the good of Alien Archives."""
    s = g.produce(
        tableau=["Diversified Economy", "Artist Colony", "Alien Archives"],
        deck=["New Earth", "Rebel Base"],
        game="xeno-invasion",
    )
    assert g.hand(s, 0) == ["Rebel Base"]
    g.answer(s, 0, "Alien Archives")
    assert g.goods(s, 0) == ["Artist Colony", "Alien Archives"]
    assert g.hand(s, 0) == [], "that good earns no card any more"


def test_r_pro_05_with_an_empty_hand_the_order_of_several_draws_is_asked() -> None:
    """Consumer Markets first, for a card to discard; then Diversified Economy counts the Alien good too."""
    tableau = ["Diversified Economy", "Consumer Markets", "Artist Colony", "Alien Archives"]
    s = g.produce(tableau=tableau, game="xeno-invasion")
    assert sorted(g.offered(s, 0)) == ["Consumer Markets", "Diversified Economy", "pass"]
    g.answer(s, 0, "Consumer Markets")
    g.answer(s, 0, "Alien Archives")
    assert g.goods(s, 0) == ["Artist Colony", "Alien Archives"]
    assert len(g.hand(s, 0)) == 2


def test_r_pro_05_giving_up_the_discards_still_takes_the_draws() -> None:
    tableau = ["Diversified Economy", "Consumer Markets", "Artist Colony", "Alien Archives"]
    s = g.produce(tableau=tableau, game="xeno-invasion")
    g.answer(s, 0, "pass")
    assert len(g.hand(s, 0)) == 2
    assert g.goods(s, 0) == ["Artist Colony"]


@pytest.mark.parametrize(
    ("worlds", "cards"),
    [
        ([], 0),
        (["Artist Colony"], 1),
        (["Artist Colony", "Space Port"], 1),
        (["Artist Colony", "New Earth"], 2),
        (["Artist Colony", "New Earth", "Distant World"], 3),
        (["Artist Colony", "New Earth", "Distant World", "Alien Robotic Factory"], 4),
    ],
)
def test_r_pro_06_diversified_economy_draws_one_card_a_kind(worlds: list[str], cards: int) -> None:
    assert len(g.hand(g.produce(tableau=["Diversified Economy", *worlds]), 0)) == cards


@pytest.mark.parametrize("count", range(5))
def test_r_pro_06_galactic_home_front_draws_for_every_two_goods(count: int) -> None:
    worlds = ["Artist Colony", "Space Port", "Spice World", "New Earth"][:count]
    s = g.produce(tableau=["Galactic Home Front", *worlds], game="xeno-invasion")
    assert len(g.hand(s, 0)) == count // 2


@pytest.mark.parametrize("count", range(5))
def test_r_pro_06_anti_xeno_league_draws_for_every_two_military_worlds(count: int) -> None:
    worlds = ["New Sparta", "Rebel Base", "Xeno Forward Command", "Pirate World"][:count]
    s = g.produce(tableau=["Anti-Xeno League", *worlds], game="xeno-invasion")
    assert len(g.hand(s, 0)) == count // 2


# --- the most Rare goods ---

MINERS = ["Mining Conglomerate", "New Earth", "Rebel Miners"]


def rare_rival(*worlds: str) -> list[str]:
    return ["Epsilon Eridani", *worlds]


def test_r_pro_07_strictly_more_rare_goods_than_each_other_player() -> None:
    s = g.produce(tableau=MINERS, rivals=[g.seat(tableau=rare_rival("Imperium Armaments World"))])
    assert len(g.hand(s, 0)) == 2


def test_r_pro_07_a_tie_gives_nothing() -> None:
    rival = g.seat(tableau=rare_rival("Imperium Armaments World", "Bio-Hazard Mining World"))
    assert g.hand(g.produce(tableau=MINERS, rivals=[rival]), 0) == []


def test_r_pro_07_the_most_of_nothing_is_nothing() -> None:
    s = g.produce(tableau=["Mining Conglomerate", "Artist Colony"])
    assert g.hand(s, 0) == []


def test_r_pro_07_goods_that_were_there_do_not_count() -> None:
    s = g.produce(tableau=MINERS, goods=MINERS[1:])
    assert g.hand(s, 0) == []


def test_r_pro_07_it_is_settled_after_all_have_finished() -> None:
    """The rival is asked for his windfall world after seat 0 is done; what he does decides."""
    rival = g.seat(
        tableau=rare_rival("Imperium Armaments World", "Asteroid Belt", "Pirate World"), picks="Produce"
    )
    for choice, cards in (("Asteroid Belt", 0), ("Pirate World", 2)):
        s = g.produce(tableau=MINERS, rivals=[rival])
        assert g.hand(s, 0) == []
        g.answer(s, 1, choice)
        assert len(g.hand(s, 0)) == cards


def test_r_pro_07_two_conglomerates_one_winner() -> None:
    rival = g.seat(tableau=rare_rival("Mining Conglomerate", "Imperium Armaments World"))
    s = g.produce(tableau=MINERS, rivals=[rival])
    assert [len(g.hand(s, player)) for player in (0, 1)] == [2, 0]


def test_r_pro_07_mining_league_has_no_such_power() -> None:
    assert g.hand(g.produce(tableau=["Mining League", "New Earth", "Rebel Miners"]), 0) == []


# --- discards for goods ---


def test_r_pro_08_alien_archives_produces_for_a_discarded_card() -> None:
    s = g.produce(
        tableau=["Old Earth", "Alien Archives"], hand=["Gem World", "Rebel Base"], game="xeno-invasion"
    )
    g.answer(s, 0, "Alien Archives")
    g.answer(s, 0, "Gem World")
    assert g.goods(s, 0) == ["Alien Archives"]
    assert g.discards(s) == ["Gem World"]
    assert g.hand(s, 0) == ["Rebel Base"]


def test_r_pro_08_it_may_be_declined() -> None:
    s = g.produce(tableau=["Old Earth", "Alien Archives"], spare=2, game="xeno-invasion")
    assert g.offered(s, 0) == ["Alien Archives", "pass"]
    g.answer(s, 0, "pass")
    assert g.goods(s, 0) == []
    assert len(g.hand(s, 0)) == 2


def test_r_pro_08_without_a_card_alien_archives_produces_nothing() -> None:
    s = g.produce(tableau=["Old Earth", "Alien Archives"], game="xeno-invasion")
    assert g.question(s, 0) == "action"
    assert g.goods(s, 0) == []


def test_r_pro_08_a_full_world_asks_nothing() -> None:
    s = g.produce(
        tableau=["Old Earth", "Alien Archives"], goods=["Alien Archives"], spare=2, game="xeno-invasion"
    )
    assert g.question(s, 0) == "action"


def test_r_pro_08_uplift_terraforming_fills_a_genes_windfall_world() -> None:
    s = g.produce(tableau=["Uplift Terraforming", *GENES, RARE[0]], spare=2, game="xeno-invasion")
    g.answer(s, 0, "Uplift Terraforming")
    g.answer(s, 0, g.offered(s, 0)[0])
    assert g.offered(s, 0) == GENES
    g.answer(s, 0, GENES[1])
    assert g.goods(s, 0) == [GENES[1]]
    assert len(g.hand(s, 0)) == 1


def test_r_pro_08_uplift_terraforming_needs_an_empty_genes_windfall_world() -> None:
    s = g.produce(
        tableau=["Uplift Terraforming", GENES[0], RARE[0]], goods=GENES[:1], spare=2, game="xeno-invasion"
    )
    assert g.question(s, 0) == "action"


def test_r_pro_08_terraforming_colonists_fill_any_windfall_world() -> None:
    s = g.produce(tableau=["Terraforming Colonists", RARE[0], NOVELTY[0]], spare=1, new_worlds=True)
    g.answer(s, 0, "Terraforming Colonists")
    assert g.offered(s, 0) == [RARE[0], NOVELTY[0]]


def test_r_pro_08_one_card_serves_one_power() -> None:
    s = g.produce(tableau=["Alien Archives", "Uplift Terraforming", GENES[0]], spare=1, game="xeno-invasion")
    g.answer(s, 0, "Uplift Terraforming")
    assert g.question(s, 0) == "action"
    assert g.goods(s, 0) == [GENES[0]]


# --- the bonus ---


def test_r_pro_09_the_bonus_is_one_windfall_good() -> None:
    s = g.produce(tableau=[NOVELTY[0], RARE[0]], picks="Produce")
    assert g.offered(s, 0) == [NOVELTY[0], RARE[0]]
    g.answer(s, 0, RARE[0])
    assert g.goods(s, 0) == [RARE[0]]


def test_r_pro_09_with_no_empty_windfall_world_it_is_lost() -> None:
    s = g.produce(tableau=[NOVELTY[0], "Artist Colony"], goods=NOVELTY[:1], picks="Produce")
    assert g.goods(s, 0) == [NOVELTY[0], "Artist Colony"]
    assert g.question(s, 0) == "action"


def test_r_pro_09_only_who_picked_produce_has_it() -> None:
    s = g.produce(tableau=[NOVELTY[0]], rivals=[g.seat(tableau=["Old Earth", RARE[0]], picks="Produce")])
    assert g.goods(s, 0) == []
    assert g.goods(s, 1) == [RARE[0]]


def test_r_pro_09_two_who_picked_it_both_have_it() -> None:
    rival = g.seat(tableau=["Old Earth", RARE[0]], picks="Produce")
    s = g.produce(tableau=[NOVELTY[0]], picks="Produce", rivals=[rival])
    assert g.goods(s, 0) == [NOVELTY[0]]
    assert g.goods(s, 1) == [RARE[0]]
