"""Rulings on phase III, Settle: placing a world, conquest, and what counts for it."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.settle_positions import can_settle, price

from repulse.games.galaxy.rules.state import GalaxyState

# --- reveal and order ---


def two_settlers(first: int = 0) -> GalaxyState:
    return g.settle(
        hand=["Gem World"],
        spare=4,
        rivals=[g.seat(tableau=["Old Earth"], hand=["Comet Zone"], spare=4)],
        first=first,
    )


def test_r_set_01_worlds_are_revealed_together() -> None:
    s = two_settlers()
    g.answer(s, 0, "Gem World")
    assert "Gem World" not in g.tableau(s, 0)
    g.answer(s, 1, "Comet Zone")
    assert "Gem World" in g.tableau(s, 0)
    assert "Comet Zone" in g.tableau(s, 1)


@pytest.mark.parametrize("first", [0, 1])
def test_r_set_01_then_each_pays_in_player_order(first: int) -> None:
    s = two_settlers(first)
    g.answer(s, 0, "Gem World")
    g.answer(s, 1, "Comet Zone")
    assert s.seats_owing() == [first]
    g.pay_somehow(s, first)
    assert s.seats_owing() == [1 - first]


def test_r_set_01_optional_powers_are_decided_after_the_reveal() -> None:
    s = g.settle(
        tableau=["Old Earth", "Colony Ship"],
        hand=["Gem World"],
        spare=4,
        rivals=[g.seat(tableau=["Epsilon Eridani"], hand=["Comet Zone"], spare=4)],
    )
    g.answer(s, 0, "Gem World")
    g.answer(s, 1, "Comet Zone")
    assert g.tableau(s, 1) == ["Epsilon Eridani", "Comet Zone"]
    assert sorted(g.offered(s, 0)) == ["Colony Ship", "pass"]


# --- goods at placement ---


def test_r_set_02_a_windfall_world_has_its_good_before_it_is_paid_for() -> None:
    s = g.settle(hand=["Radioactive World"], spare=4, deck=["New Earth"])
    g.answer(s, 0, "Radioactive World")
    assert g.question(s, 0) == "settle.pay"
    assert g.goods(s, 0) == ["Radioactive World"]
    assert "New Earth" not in g.deck(s)


def test_r_set_02_a_production_world_comes_without_a_good() -> None:
    s = g.settle(hand=["Gem World"], spare=4)
    g.answer(s, 0, "Gem World")
    g.pay_somehow(s, 0)
    assert g.goods(s, 0) == []


def test_r_set_02_that_good_cannot_help_to_place_its_own_world() -> None:
    gangs = ["New Sparta", "Rebel Black Market Gangs"]
    assert not can_settle("Pirate World", gangs)
    assert can_settle("Pirate World", [*gangs, "Gem World"], goods=["Gem World"])
    assert not can_settle("Rebel Fuel Cache", ["Old Earth", "Imperium Arms Factory"])


def disease_center(cards: list[str], picks: str = "") -> GalaxyState:
    return g.settle(
        tableau=["Old Earth", "Terraforming Robots"],
        hand=["Pan-Galactic Disease Center", *cards],
        deck=["Gem World", "Spice World", "New Earth"],
        picks=picks,
        game="xeno-invasion",
    )


FOUR = ["Comet Zone", "Rebel Base", "Mining World", "Plague World"]


def test_r_set_03_payment_then_the_discard_for_a_good_then_bonus_and_draws() -> None:
    s = disease_center(FOUR, picks="Settle")
    g.answer(s, 0, "Pan-Galactic Disease Center")
    g.answer(s, 0, "Comet Zone", "Rebel Base", "Mining World")
    assert g.offered(s, 0) == ["Plague World"], "neither the bonus card nor Terraforming Robots' is there yet"
    g.answer(s, 0, "Plague World")
    assert g.goods(s, 0) == ["Pan-Galactic Disease Center"]
    assert g.hand(s, 0) == ["Spice World", "New Earth"], "the good took the first card"


def test_r_set_03_bonus_cards_cannot_pay_for_the_world() -> None:
    s = disease_center(FOUR[:2], picks="Settle")
    assert g.offered(s, 0) == ["pass"]


def test_r_set_03_bonus_cards_cannot_be_that_discard() -> None:
    s = disease_center(FOUR[:3], picks="Settle")
    g.answer(s, 0, "Pan-Galactic Disease Center")
    assert g.goods(s, 0) == []
    assert g.hand(s, 0) == ["Gem World", "Spice World"]


def test_r_set_04_the_discard_is_optional() -> None:
    s = disease_center(FOUR)
    g.answer(s, 0, "Pan-Galactic Disease Center")
    g.answer(s, 0, "Comet Zone", "Rebel Base", "Mining World")
    g.answer(s, 0)
    assert g.goods(s, 0) == []
    assert g.hand(s, 0) == ["Plague World", "Gem World"]


def test_r_set_04_with_no_card_left_there_is_no_good() -> None:
    s = disease_center(FOUR[:3])
    g.answer(s, 0, "Pan-Galactic Disease Center")
    assert g.question(s, 0) == "action"
    assert g.goods(s, 0) == []


def test_r_set_04_only_at_its_own_placement() -> None:
    s = g.settle(
        tableau=["Old Earth", "Pan-Galactic Disease Center"],
        hand=["Pilgrimage World"],
        spare=2,
        game="xeno-invasion",
    )
    g.answer(s, 0, "Pilgrimage World")
    assert g.question(s, 0) == "action"
    assert g.goods(s, 0) == []


# --- the bonus ---


def test_r_set_05_the_bonus_is_one_card_for_a_settled_world() -> None:
    s = g.settle(hand=["Pilgrimage World"], deck=["Gem World", "Spice World"], picks="Settle")
    g.answer(s, 0, "Pilgrimage World")
    assert g.hand(s, 0) == ["Gem World"]


def test_r_set_05_no_bonus_without_the_pick() -> None:
    s = g.settle(hand=["Pilgrimage World"], rivals=[g.seat(picks="Settle")])
    g.answer(s, 0, "Pilgrimage World")
    assert g.hand(s, 0) == []


def test_r_set_05_no_bonus_without_a_world() -> None:
    s = g.settle(tableau=["Old Earth", "Terraforming Robots"], hand=["Gem World"], picks="Settle")
    g.answer(s, 0, "pass")
    assert g.hand(s, 0) == ["Gem World"]


@pytest.mark.parametrize(
    ("tableau", "world"),
    [
        (["New Sparta"], "Former Penal Colony"),
        (["Old Earth", "Colony Ship"], "New Earth"),
        (["Old Earth", "Contact Specialist", "Replicant Robots"], "Pirate World"),
        (["Old Earth", "New Military Tactics"], "Pirate World"),
    ],
)
def test_r_set_05_the_bonus_comes_with_every_way_to_settle(tableau: list[str], world: str) -> None:
    s = g.settle(tableau=tableau, hand=[world], picks="Settle")
    g.answer(s, 0, world)
    assert len(g.hand(s, 0)) == 1


def test_r_set_05_two_who_picked_settle_both_have_it() -> None:
    s = g.settle(
        hand=["Pilgrimage World"],
        picks="Settle",
        rivals=[g.seat(tableau=["Old Earth"], hand=["Refugee World"], picks="Settle")],
    )
    g.answer(s, 0, "Pilgrimage World")
    g.answer(s, 1, "Refugee World")
    assert [len(g.hand(s, player)) for player in (0, 1)] == [1, 1]


# --- conquest ---


def test_r_set_06_equal_military_is_enough() -> None:
    assert can_settle("Former Penal Colony", ["New Sparta"])
    assert not can_settle("Pirate World", ["New Sparta"])
    assert can_settle("Pirate World", ["New Sparta", "Expedition Force"])


def test_r_set_06_nothing_is_spent_on_a_conquest() -> None:
    s = g.settle(tableau=["New Sparta"], hand=["Former Penal Colony"], spare=3)
    g.answer(s, 0, "Former Penal Colony")
    assert len(g.hand(s, 0)) == 3
    assert g.discards(s) == []
    assert g.tableau(s, 0) == ["New Sparta", "Former Penal Colony"]


def test_r_set_06_discounts_do_not_help_a_conquest() -> None:
    assert not can_settle("Rebel Miners", ["Epsilon Eridani", "Mining Robots", "Replicant Robots"], spare=5)


def test_r_set_06_military_does_not_help_a_payment() -> None:
    assert price("Gem World", ["New Sparta", "Drop Ships"]) == 2


@pytest.mark.parametrize("world", ["Rebel Fuel Cache", "Runaway Robots"])
def test_r_set_07_military_by_kind_helps_against_windfall_worlds(world: str) -> None:
    assert can_settle(world, ["Alpha Centauri"])


def test_r_set_07_military_by_kind_helps_against_production_worlds() -> None:
    assert can_settle("Rebel Miners", ["Alpha Centauri", "Expedition Force"])


def test_r_set_07_military_by_kind_helps_against_no_other_kind() -> None:
    for world in ("Outlaw World", "New Survivalists", "The Last of the Uplift Gnarssh"):
        assert not can_settle(world, ["Alpha Centauri"])


@pytest.mark.parametrize(("world", "cost"), [("Asteroid Belt", 2), ("Comet Zone", 3), ("Gem World", 2)])
def test_r_set_07_discounts_by_kind_help_windfall_and_production_alike(world: str, cost: int) -> None:
    assert price(world, ["Alpha Centauri"]) == (cost if world == "Gem World" else cost - 1)


def test_r_set_07_alien_means_the_kind_and_not_the_keyword() -> None:
    assert price("Deserted Alien Outpost", ["Old Earth", "Alien Tech Institute"]) == 2
    assert price("Alien Rosetta Stone World", ["Old Earth", "Alien Tech Institute"]) == 3
    assert can_settle("Alien Robot Sentry", ["Old Earth", "Alien Tech Institute"])
    assert not can_settle("Alien First Contact Team", ["Old Earth", "Alien Tech Institute"])


def test_r_set_07_rebel_and_xeno_look_at_such_military_worlds() -> None:
    imperium = ["Old Earth", "Galactic Imperium"]
    assert can_settle("Rebel Warrior Race", imperium)
    assert can_settle("Rebel Cadre", imperium)
    assert not can_settle("Outlaw World", imperium)
    plans = ["Old Earth", "Rebel Resistance"]
    assert can_settle("Xeno-Infested Uplift World", plans)
    assert not can_settle("Aquatic Uplift Race", plans)


def test_r_set_08_a_xeno_rebel_world_takes_both_bonuses() -> None:
    both = ["Old Earth", "Galactic Imperium", "Alien Historians", "Rebel Resistance"]
    assert can_settle("Xeno-Occupied Rebel World", both)
    assert not can_settle("Xeno-Occupied Rebel World", both[:-1])


def test_r_set_08_a_xeno_world_of_the_alien_kind_takes_both_bonuses() -> None:
    both = ["Old Earth", "Alien Historians", "Alien Weapon Plans"]
    assert can_settle("Xeno-Infested Alien Outpost", both)
    assert not can_settle(
        "Xeno-Infested Alien Outpost", ["Old Earth", "Alien Historians", "Rebel Resistance"]
    )


def test_r_set_09_contact_specialist_costs_a_military_even_unused() -> None:
    assert can_settle("Alien Robot Sentry", ["New Sparta"])
    assert not can_settle("Alien Robot Sentry", ["New Sparta", "Contact Specialist"])


def test_negative_military_must_be_made_up_for() -> None:
    doves = ["Old Earth", "Refugee World", "Empath World", "Novelty Peddlers"]
    assert not can_settle(
        "Alien Robot Sentry", [*doves, "Space Marines", "Expedition Force", "Epsilon Eridani"]
    )
    assert can_settle("Alien Robot Sentry", [*doves, "Space Marines", "Drop Ships"])


# --- counts ---


def test_r_set_18_uplift_coalition_counts_chromosome_worlds_itself_too() -> None:
    assert can_settle("Outlaw World", ["Old Earth", "Uplift Coalition"])
    assert not can_settle("Former Penal Colony", ["Old Earth", "Uplift Coalition"])
    three = ["Old Earth", "Uplift Coalition", "Uplift Descendants", "Corrosive Uplift World"]
    assert can_settle("Pirate World", three)
    assert not can_settle("Malevolent Lifeforms", three)


def test_r_set_18_an_uplift_development_has_no_chromosome() -> None:
    assert not can_settle("Former Penal Colony", ["Old Earth", "Uplift Coalition", "Uplift Bio-Engineers"])


def test_r_set_18_imperium_mine_counts_imperium_cards_itself_too() -> None:
    assert can_settle("Outlaw World", ["Old Earth", "Xeno-Held Imperium Mine"])
    assert not can_settle("Former Penal Colony", ["Old Earth", "Xeno-Held Imperium Mine"])
    three = ["Old Earth", "Xeno-Held Imperium Mine", "Imperium War Profiteers", "Galactic Imperium"]
    assert can_settle("Pirate World", three)
    assert not can_settle("Malevolent Lifeforms", three)


def test_r_set_18_anti_xeno_rebel_force_counts_rebel_military_worlds() -> None:
    force = ["Old Earth", "Anti-Xeno Rebel Force"]
    assert not can_settle("Outlaw World", force)
    assert can_settle("Former Penal Colony", [*force, "Rebel Miners", "Rebel Base"])
    assert not can_settle("Pirate World", [*force, "Rebel Miners", "Rebel Base"])


def test_r_set_18_anti_xeno_league_counts_against_xenos_only() -> None:
    league = ["New Sparta", "Anti-Xeno League", "Gem World", "Spice World"]
    assert can_settle("Xeno Colony", league)
    assert not can_settle("Xeno Hostage Planet", league)
    assert not can_settle("Malevolent Lifeforms", league)


# --- the Invasion game's powers ---


@pytest.mark.parametrize(
    ("card", "store"),
    [
        ("Starry Rift Pioneers", ""),
        ("Rebel Bunker", ""),
        ("Xeno-Occupied Rebel World", ""),
        ("Anti-Xeno Defense Post", ""),
        ("Galactic Home Front", "Gem World"),
        ("Terraforming Defenders", "Gem World"),
        ("Anti-Xeno Refugees", "Gem World"),
        ("Pan-Galactic Disease Center", "Pan-Galactic Disease Center"),
        ("Anti-Xeno Alien Bunker", "Anti-Xeno Alien Bunker"),
        ("Anti-Xeno Militia", ""),
    ],
)
def test_r_set_19_defense_is_nothing_outside_the_invasion_game(card: str, store: str) -> None:
    """None of them helps to conquer the strongest Xeno world that plain Military falls one short of."""
    tableau_ = list(dict.fromkeys(["Old Earth", "Drop Ships", card, *([store] if store else [])]))
    own = {"Anti-Xeno Militia": 2, "Anti-Xeno Defense Post": 1, "Anti-Xeno Refugees": 1}.get(card, 0)
    beyond = {0: "Xeno Colony", 1: "Xeno Hostage Planet", 2: "Xeno Warrior Colony"}[own]
    assert not can_settle(beyond, tableau_, goods=[store] if store else [], spare=4)


def test_r_set_19_no_temporary_defense_is_offered() -> None:
    s = g.settle(
        tableau=[
            "Old Earth",
            "Anti-Xeno Militia",
            "Anti-Xeno Defense Post",
            "Terraforming Defenders",
            "Gem World",
        ],
        goods=["Gem World"],
        hand=["Pilgrimage World"],
        spare=2,
        game="xeno-invasion",
    )
    g.answer(s, 0, "Pilgrimage World")
    assert g.question(s, 0) == "action"


def test_r_set_19_nothing_is_repaired() -> None:
    s = g.produce(
        tableau=["Old Earth", "Construction Corps", "Terraforming Defenders"], spare=2, game="xeno-invasion"
    )
    assert g.question(s, 0) == "action"
