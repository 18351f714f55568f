"""Rulings on phase III, Settle: paying for military worlds, Colony Ship, and temporary Military."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.settle_positions import can_settle, price

# --- pay-for-military ---


@pytest.mark.parametrize("payer", ["Contact Specialist", "Anti-Xeno Embassy", "Galactic Trade Emissaries"])
def test_r_set_10_the_cost_is_the_defense_less_the_powers_own_reduction(payer: str) -> None:
    s = g.settle(
        tableau=[payer], hand=["Malevolent Lifeforms"], spare=8, game="xeno-invasion", new_worlds=True
    )
    g.answer(s, 0, "Malevolent Lifeforms")
    assert g.must_pay(s, 0) == 4 - 1


def test_r_set_10_every_fitting_discount_counts() -> None:
    assert price("Rebel Resistance", ["Old Earth", "Contact Specialist"]) == 2
    assert price("Rebel Resistance", ["Alpha Centauri", "Contact Specialist"]) == 1
    assert price("Malevolent Lifeforms", ["Alpha Centauri", "Contact Specialist"]) == 3
    assert price("Malevolent Lifeforms", ["Old Earth", "Contact Specialist", "Replicant Robots"]) == 1


def test_r_set_10_the_cost_is_at_least_nothing() -> None:
    assert price("Rebel Miners", ["Alpha Centauri", "Contact Specialist", "Replicant Robots"]) == 0


def test_r_set_10_several_such_powers_do_not_add_up() -> None:
    two = ["Old Earth", "Contact Specialist", "Anti-Xeno Embassy"]
    assert price("Malevolent Lifeforms", two, "Contact Specialist") == 3
    assert price("Malevolent Lifeforms", two, "Anti-Xeno Embassy") == 3
    s = g.settle(tableau=two, hand=["Malevolent Lifeforms"], spare=8, game="xeno-invasion")
    g.answer(s, 0, "Malevolent Lifeforms")
    assert sorted(g.offered(s, 0)) == ["Anti-Xeno Embassy", "Contact Specialist"]
    g.answer(s, 0, "Contact Specialist")
    assert g.question(s, 0) == "settle.pay"


def test_r_set_10_a_player_who_could_conquer_may_choose_to_pay() -> None:
    s = g.settle(
        tableau=["New Sparta", "Expedition Force", "Contact Specialist"], hand=["Rebel Miners"], spare=3
    )
    g.answer(s, 0, "Rebel Miners")
    assert sorted(g.offered(s, 0)) == ["Contact Specialist", "pass"]
    g.answer(s, 0, "Contact Specialist")
    assert g.must_pay(s, 0) == 1


def test_r_set_10_and_may_choose_not_to() -> None:
    s = g.settle(
        tableau=["New Sparta", "Expedition Force", "Contact Specialist"], hand=["Rebel Miners"], spare=3
    )
    g.answer(s, 0, "Rebel Miners")
    g.answer(s, 0, "pass")
    assert len(g.hand(s, 0)) == 3
    assert g.tableau(s, 0)[-1] == "Rebel Miners"


def test_r_set_10_a_player_who_cannot_pay_cannot_choose_it() -> None:
    assert not can_settle("Malevolent Lifeforms", ["Old Earth", "Contact Specialist"], spare=2)
    assert can_settle("Malevolent Lifeforms", ["Old Earth", "Contact Specialist"], spare=3)


def test_r_set_10_uplift_terraforming_pays_for_chromosome_worlds_only() -> None:
    assert price("Uplift Coalition", ["Old Earth", "Uplift Terraforming"]) == 4 - 1
    assert price("Reptilian Uplift Race", ["Old Earth", "Uplift Terraforming"]) == 2 - 1
    assert not can_settle("Rebel Miners", ["Old Earth", "Uplift Terraforming"], spare=5)


def test_r_set_11_contact_specialist_with_uplift_terraforming() -> None:
    both = ["Old Earth", "Contact Specialist", "Uplift Terraforming"]
    assert price("Uplift Coalition", both, "Contact Specialist") == 4 - 1 - 1
    assert price("Uplift Coalition", both, "Uplift Terraforming") == 4 - 1
    assert price("Malevolent Lifeforms", both) == 4 - 1 - 1


@pytest.mark.parametrize(
    "world",
    [
        "Xeno-Held Imperium Mine",
        "Xeno-Infested Uplift World",
        "Xeno Colony",
        "Xeno Hostage Planet",
        "Xeno Warrior Colony",
        "Xeno-Infested Alien Outpost",
        "Xeno-Occupied Rebel World",
        "Xeno Forward Command",
    ],
)
def test_r_set_12_xeno_worlds_can_only_be_conquered(world: str) -> None:
    payers = ["Contact Specialist", "Anti-Xeno Embassy", "Uplift Terraforming", "Colony Ship"]
    assert not can_settle(world, ["Old Earth", *payers], spare=9)
    army = [
        "Drop Ships",
        "Space Marines",
        "New Galactic Order",
        "Anti-Xeno Assault Troops",
        "Imperium Munitions, Inc.",
    ]
    assert can_settle(world, ["New Sparta", *army])


def test_r_set_12_galactic_trade_emissaries_do_not_pay_for_xeno_worlds() -> None:
    s = g.settle(
        tableau=["Galactic Trade Emissaries"],
        hand=["Xeno Colony"],
        spare=9,
        game="xeno-invasion",
        new_worlds=True,
    )
    assert g.offered(s, 0) == ["pass"]


@pytest.mark.parametrize("payer", ["Contact Specialist", "Anti-Xeno Embassy"])
@pytest.mark.parametrize("world", ["Alien Robot Sentry", "Alien Weapon Cache", "Lost Alien Battle Fleet"])
def test_r_set_12_worlds_of_the_alien_kind_cannot_be_paid_for(payer: str, world: str) -> None:
    assert not can_settle(world, ["Old Earth", payer, "Colony Ship"], spare=9)


def test_r_set_12_an_alien_keyword_without_the_kind_is_open() -> None:
    """Alien First Contact Team is ALIEN by keyword but gray; so is Alien Rosetta Stone World."""
    assert can_settle("Alien First Contact Team", ["Old Earth", "Contact Specialist"], spare=1)
    assert can_settle("Alien Rosetta Stone World", ["Old Earth", "Colony Ship"])


@pytest.mark.parametrize("world", ["Deserted Alien Outpost", "Alien Robotic Factory", "Alien Archives"])
def test_r_set_12_colony_ship_is_not_for_the_alien_kind(world: str) -> None:
    assert not can_settle(world, ["Old Earth", "Colony Ship"])
    s = g.settle(tableau=["Old Earth", "Colony Ship"], hand=[world], spare=8, game="xeno-invasion")
    g.answer(s, 0, world)
    assert g.question(s, 0) == "settle.pay"


# --- Colony Ship ---


def test_colony_ship_places_a_non_military_world_for_nothing() -> None:
    s = g.settle(tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], spare=6)
    g.answer(s, 0, "New Earth")
    g.answer(s, 0, "Colony Ship")
    assert g.tableau(s, 0) == ["Old Earth", "New Earth"]
    assert g.discards(s) == ["Colony Ship"]
    assert len(g.hand(s, 0)) == 6


def test_colony_ship_may_be_kept() -> None:
    s = g.settle(tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], spare=6)
    g.answer(s, 0, "New Earth")
    g.answer(s, 0, "pass")
    assert g.must_pay(s, 0) == 5
    assert "Colony Ship" in g.tableau(s, 0)


def test_r_set_13_colony_ship_with_pay_for_military_is_free() -> None:
    s = g.settle(tableau=["Old Earth", "Contact Specialist", "Colony Ship"], hand=["Rebel Homeworld"])
    g.answer(s, 0, "Rebel Homeworld")
    assert g.tableau(s, 0) == ["Old Earth", "Contact Specialist", "Rebel Homeworld"]
    assert g.discards(s) == ["Colony Ship"]


def test_r_set_13_the_ship_may_be_kept_by_paying() -> None:
    s = g.settle(tableau=["Old Earth", "Contact Specialist", "Colony Ship"], hand=["Rebel Miners"], spare=2)
    g.answer(s, 0, "Rebel Miners")
    while g.question(s, 0) == "settle.means":
        g.answer(s, 0, "Contact Specialist" if "Contact Specialist" in g.offered(s, 0) else "pass")
    assert g.must_pay(s, 0) == 1
    assert "Colony Ship" in g.tableau(s, 0)


def test_r_set_13_colony_ship_alone_places_no_military_world() -> None:
    assert not can_settle("Outlaw World", ["Old Earth", "Colony Ship"])


def test_r_set_13_colony_ship_is_no_part_of_a_conquest() -> None:
    s = g.settle(tableau=["New Sparta", "Colony Ship"], hand=["Former Penal Colony"])
    g.answer(s, 0, "Former Penal Colony")
    assert g.question(s, 0) == "action", "nothing to choose: it was conquered"
    assert "Colony Ship" in g.tableau(s, 0)


def test_r_set_13_it_is_open_only_once_paying_is_chosen() -> None:
    s = g.settle(
        tableau=["New Sparta", "Drop Ships", "Contact Specialist", "Colony Ship"],
        hand=["Pirate World"],
        spare=5,
    )
    g.answer(s, 0, "Pirate World")
    assert sorted(g.offered(s, 0)) == ["Contact Specialist", "pass"]
    g.answer(s, 0, "Contact Specialist")
    assert sorted(g.offered(s, 0)) == ["Colony Ship", "pass"]


# --- what a paid-for military world is afterwards ---


def test_r_set_14_it_is_a_military_world_for_scores() -> None:
    s = g.settle(
        tableau=["Old Earth", "Contact Specialist", "Galactic Imperium"], hand=["Rebel Base"], spare=5
    )
    before = g.score(s, 0)
    g.answer(s, 0, "Rebel Base")
    assert g.tableau(s, 0)[-1] == "Rebel Base"
    assert g.score(s, 0) == before + 6 + 2


def test_r_set_14_it_is_a_military_world_for_counts_and_draws() -> None:
    s = g.produce(tableau=["New Sparta", "Rebel Base", "Anti-Xeno League"], game="xeno-invasion")
    assert len(g.hand(s, 0)) == 1


# --- temporary Military ---


def test_r_set_15_new_military_tactics_gives_three_and_is_discarded() -> None:
    s = g.settle(tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "Malevolent Lifeforms"])
    assert g.offered(s, 0) == ["Pirate World", "pass"]
    g.answer(s, 0, "Pirate World")
    assert g.tableau(s, 0) == ["Old Earth", "Pirate World"]
    assert g.discards(s) == ["New Military Tactics"]


def test_r_set_15_it_need_not_be_used_when_there_is_no_need() -> None:
    s = g.settle(tableau=["New Sparta", "New Military Tactics"], hand=["Former Penal Colony"])
    g.answer(s, 0, "Former Penal Colony")
    assert sorted(g.offered(s, 0)) == ["New Military Tactics", "pass"]
    g.answer(s, 0, "pass")
    assert "New Military Tactics" in g.tableau(s, 0)


def test_r_set_15_it_no_longer_counts_towards_twelve_cards() -> None:
    s = g.settle(tableau=[*g.QUIET_TABLEAU[:10], "New Military Tactics"], hand=["Pirate World"])
    g.answer(s, 0, "Pirate World")
    assert len(g.tableau(s, 0)) == 11
    assert not s.over


GOOD_FOR_MILITARY = [
    ("Rebel Black Market Gangs", "Gem World", "Outlaw World"),
    ("Imperium Arms Factory", "Comet Zone", "Former Penal Colony"),
    ("Alien Weapon Cache", "Alien Robotic Factory", "Xeno-Infested Uplift World"),
]


@pytest.mark.parametrize(("power", "store", "world"), GOOD_FOR_MILITARY)
def test_r_set_16_a_good_for_military(power: str, store: str, world: str) -> None:
    s = g.settle(tableau=["Old Earth", power, store], goods=[store], hand=[world], game="xeno-invasion")
    g.answer(s, 0, world)
    assert g.tableau(s, 0)[-1] == world
    assert store not in g.goods(s, 0)


@pytest.mark.parametrize(("power", "store", "world"), GOOD_FOR_MILITARY)
def test_r_set_16_not_without_a_good_of_that_kind(power: str, store: str, world: str) -> None:
    assert not can_settle(world, ["Old Earth", power, store])
    wrong = "Plague World"
    assert not can_settle(world, ["Old Earth", power, wrong], goods=[wrong])


@pytest.mark.parametrize(
    ("power", "stores", "reach", "beyond"),
    [
        ("Rebel Black Market Gangs", ["Gem World", "Spice World"], "Outlaw World", "Former Penal Colony"),
        ("Imperium Arms Factory", ["Comet Zone", "Mining World"], "Former Penal Colony", "Pirate World"),
        (
            "Alien Weapon Cache",
            ["Alien Robotic Factory", "Alien Weapon Cache"],
            "Xeno-Held Imperium Mine",
            "Xeno Colony",
        ),
    ],
)
def test_r_set_16_each_works_once_a_phase(power: str, stores: list[str], reach: str, beyond: str) -> None:
    tableau_ = ["Old Earth", *dict.fromkeys([power, *stores])]
    assert can_settle(reach, tableau_, goods=stores)
    assert not can_settle(beyond, tableau_, goods=stores)


def test_r_set_16_alien_weapon_cache_helps_against_xenos_only() -> None:
    assert not can_settle("Outlaw World", ["Old Earth", "Alien Weapon Cache"], goods=["Alien Weapon Cache"])


def test_r_set_16_the_player_chooses_the_good() -> None:
    s = g.settle(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World", "Spice World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        hand=["Outlaw World"],
        game="xeno-invasion",
    )
    g.answer(s, 0, "Outlaw World")
    assert sorted(g.offered(s, 0)) == [
        "Rebel Black Market Gangs + Gem World",
        "Rebel Black Market Gangs + Rebel Black Market Gangs",
    ]
    g.answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert g.goods(s, 0) == ["Rebel Black Market Gangs"]


def test_r_set_16_several_such_powers_add_up() -> None:
    tableau_ = [
        "Old Earth",
        "Rebel Black Market Gangs",
        "Imperium Arms Factory",
        "Comet Zone",
        "New Military Tactics",
    ]
    stores = ["Rebel Black Market Gangs", "Comet Zone"]
    assert can_settle("Rebel Base", tableau_, goods=stores)
    assert not can_settle("Rebel Homeworld", tableau_, goods=stores)


def test_r_set_17_temporary_powers_may_be_used_where_they_do_not_help() -> None:
    s = g.settle(tableau=["Old Earth", "New Military Tactics"], hand=["Gem World"], spare=3)
    g.answer(s, 0, "Gem World")
    assert sorted(g.offered(s, 0)) == ["New Military Tactics", "pass"]
    g.answer(s, 0, "New Military Tactics")
    assert g.must_pay(s, 0) == 2
    assert "New Military Tactics" not in g.tableau(s, 0)


def test_r_set_17_not_without_placing_a_world() -> None:
    s = g.settle(tableau=["Old Earth", "New Military Tactics"], hand=["Gem World"], spare=3)
    g.answer(s, 0, "pass")
    assert g.question(s, 0) == "action"
    assert "New Military Tactics" in g.tableau(s, 0)


def test_r_set_17_temporary_military_ends_with_the_phase() -> None:
    s = g.new_round(tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "Outlaw World"])
    for player in (0, 1):
        g.answer(s, player, "Settle")
    g.answer(s, 0, "Pirate World")
    for player in (0, 1):
        g.answer(s, player, "Settle")
    assert "Outlaw World" not in g.offered(s, 0)
