"""Rulings on phase III, Settle: placing a world, and what is paid for it."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import (
    QUIET_TABLEAU,
    answer,
    deck,
    discards,
    goods,
    hand,
    must_pay,
    new_round,
    offered,
    pay_somehow,
    produce,
    question,
    score,
    seat,
    settle,
    tableau,
)

from repulse.games.galaxy.rules.state import GalaxyState


def can_settle(world: str, tableau: list[str], goods: list[str] | None = None, spare: int = 0) -> bool:
    """Return whether a seat with that tableau and so many cards to pay may place a world."""
    s = settle(tableau=tableau, hand=[world], goods=goods or [], spare=spare, game="xeno-invasion")
    return world in offered(s, 0)


def price(world: str, tableau: list[str], *powers: str) -> int:
    """Return what a seat with eight cards to spare pays for a world, using the optional powers named."""
    s = settle(tableau=tableau, hand=[world], spare=8, game="xeno-invasion")
    answer(s, 0, world)
    for power in powers:
        if question(s, 0) == "settle.means":
            answer(s, 0, power)
    if question(s, 0) == "settle.means":
        answer(s, 0, "pass")
    return must_pay(s, 0) if question(s, 0) == "settle.pay" else 8 - len(hand(s, 0))


# --- reveal and order ---


def two_settlers(first: int = 0) -> GalaxyState:
    return settle(
        hand=["Gem World"],
        spare=4,
        rivals=[seat(tableau=["Old Earth"], hand=["Comet Zone"], spare=4)],
        first=first,
    )


def test_r_set_01_worlds_are_revealed_together() -> None:
    s = two_settlers()
    answer(s, 0, "Gem World")
    assert "Gem World" not in tableau(s, 0)
    answer(s, 1, "Comet Zone")
    assert "Gem World" in tableau(s, 0)
    assert "Comet Zone" in tableau(s, 1)


@pytest.mark.parametrize("first", [0, 1])
def test_r_set_01_then_each_pays_in_player_order(first: int) -> None:
    s = two_settlers(first)
    answer(s, 0, "Gem World")
    answer(s, 1, "Comet Zone")
    assert s.seats_owing() == [first]
    pay_somehow(s, first)
    assert s.seats_owing() == [1 - first]


def test_r_set_01_optional_powers_are_decided_after_the_reveal() -> None:
    s = settle(
        tableau=["Old Earth", "Colony Ship"],
        hand=["Gem World"],
        spare=4,
        rivals=[seat(tableau=["Epsilon Eridani"], hand=["Comet Zone"], spare=4)],
    )
    answer(s, 0, "Gem World")
    answer(s, 1, "Comet Zone")
    assert tableau(s, 1) == ["Epsilon Eridani", "Comet Zone"]
    assert sorted(offered(s, 0)) == ["Colony Ship", "pass"]


# --- goods at placement ---


def test_r_set_02_a_windfall_world_has_its_good_before_it_is_paid_for() -> None:
    s = settle(hand=["Radioactive World"], spare=4, deck=["New Earth"])
    answer(s, 0, "Radioactive World")
    assert question(s, 0) == "settle.pay"
    assert goods(s, 0) == ["Radioactive World"]
    assert "New Earth" not in deck(s)


def test_r_set_02_a_production_world_comes_without_a_good() -> None:
    s = settle(hand=["Gem World"], spare=4)
    answer(s, 0, "Gem World")
    pay_somehow(s, 0)
    assert goods(s, 0) == []


def test_r_set_02_that_good_cannot_help_to_place_its_own_world() -> None:
    gangs = ["New Sparta", "Rebel Black Market Gangs"]
    assert not can_settle("Pirate World", gangs)
    assert can_settle("Pirate World", [*gangs, "Gem World"], goods=["Gem World"])
    assert not can_settle("Rebel Fuel Cache", ["Old Earth", "Imperium Arms Factory"])


def disease_center(cards: list[str], picks: str = "") -> GalaxyState:
    return settle(
        tableau=["Old Earth", "Terraforming Robots"],
        hand=["Pan-Galactic Disease Center", *cards],
        deck=["Gem World", "Spice World", "New Earth"],
        picks=picks,
        game="xeno-invasion",
    )


FOUR = ["Comet Zone", "Rebel Base", "Mining World", "Plague World"]


def test_r_set_03_payment_then_the_discard_for_a_good_then_bonus_and_draws() -> None:
    s = disease_center(FOUR, picks="Settle")
    answer(s, 0, "Pan-Galactic Disease Center")
    answer(s, 0, "Comet Zone", "Rebel Base", "Mining World")
    assert offered(s, 0) == ["Plague World"], "neither the bonus card nor Terraforming Robots' is there yet"
    answer(s, 0, "Plague World")
    assert goods(s, 0) == ["Pan-Galactic Disease Center"]
    assert hand(s, 0) == ["Spice World", "New Earth"], "the good took the first card"


def test_r_set_03_bonus_cards_cannot_pay_for_the_world() -> None:
    s = disease_center(FOUR[:2], picks="Settle")
    assert offered(s, 0) == ["pass"]


def test_r_set_03_bonus_cards_cannot_be_that_discard() -> None:
    s = disease_center(FOUR[:3], picks="Settle")
    answer(s, 0, "Pan-Galactic Disease Center")
    assert goods(s, 0) == []
    assert hand(s, 0) == ["Gem World", "Spice World"]


def test_r_set_04_the_discard_is_optional() -> None:
    s = disease_center(FOUR)
    answer(s, 0, "Pan-Galactic Disease Center")
    answer(s, 0, "Comet Zone", "Rebel Base", "Mining World")
    answer(s, 0)
    assert goods(s, 0) == []
    assert hand(s, 0) == ["Plague World", "Gem World"]


def test_r_set_04_with_no_card_left_there_is_no_good() -> None:
    s = disease_center(FOUR[:3])
    answer(s, 0, "Pan-Galactic Disease Center")
    assert question(s, 0) == "action"
    assert goods(s, 0) == []


def test_r_set_04_only_at_its_own_placement() -> None:
    s = settle(
        tableau=["Old Earth", "Pan-Galactic Disease Center"],
        hand=["Pilgrimage World"],
        spare=2,
        game="xeno-invasion",
    )
    answer(s, 0, "Pilgrimage World")
    assert question(s, 0) == "action"
    assert goods(s, 0) == []


# --- the bonus ---


def test_r_set_05_the_bonus_is_one_card_for_a_settled_world() -> None:
    s = settle(hand=["Pilgrimage World"], deck=["Gem World", "Spice World"], picks="Settle")
    answer(s, 0, "Pilgrimage World")
    assert hand(s, 0) == ["Gem World"]


def test_r_set_05_no_bonus_without_the_pick() -> None:
    s = settle(hand=["Pilgrimage World"], rivals=[seat(picks="Settle")])
    answer(s, 0, "Pilgrimage World")
    assert hand(s, 0) == []


def test_r_set_05_no_bonus_without_a_world() -> None:
    s = settle(tableau=["Old Earth", "Terraforming Robots"], hand=["Gem World"], picks="Settle")
    answer(s, 0, "pass")
    assert hand(s, 0) == ["Gem World"]


@pytest.mark.parametrize(
    ("tableau", "world"),
    [
        (["New Sparta"], "Former Penal Colony"),
        (["Old Earth", "Colony Ship"], "New Earth"),
        (["Old Earth", "Contact Specialist", "Replicant Robots"], "Pirate World"),
        (["Old Earth", "New Military Tactics"], "Pirate World"),
    ],
)
def test_r_set_05_the_bonus_comes_by_whatever_means(tableau: list[str], world: str) -> None:
    s = settle(tableau=tableau, hand=[world], picks="Settle")
    answer(s, 0, world)
    assert len(hand(s, 0)) == 1


def test_r_set_05_two_who_picked_settle_both_have_it() -> None:
    s = settle(
        hand=["Pilgrimage World"],
        picks="Settle",
        rivals=[seat(tableau=["Old Earth"], hand=["Refugee World"], picks="Settle")],
    )
    answer(s, 0, "Pilgrimage World")
    answer(s, 1, "Refugee World")
    assert [len(hand(s, player)) for player in (0, 1)] == [1, 1]


# --- conquest ---


def test_r_set_06_equal_military_is_enough() -> None:
    assert can_settle("Former Penal Colony", ["New Sparta"])
    assert not can_settle("Pirate World", ["New Sparta"])
    assert can_settle("Pirate World", ["New Sparta", "Expedition Force"])


def test_r_set_06_nothing_is_spent_on_a_conquest() -> None:
    s = settle(tableau=["New Sparta"], hand=["Former Penal Colony"], spare=3)
    answer(s, 0, "Former Penal Colony")
    assert len(hand(s, 0)) == 3
    assert discards(s) == []
    assert tableau(s, 0) == ["New Sparta", "Former Penal Colony"]


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


# --- pay-for-military ---


@pytest.mark.parametrize("payer", ["Contact Specialist", "Anti-Xeno Embassy", "Galactic Trade Emissaries"])
def test_r_set_10_the_cost_is_the_defense_less_the_powers_own_reduction(payer: str) -> None:
    s = settle(tableau=[payer], hand=["Malevolent Lifeforms"], spare=8, game="xeno-invasion", new_worlds=True)
    answer(s, 0, "Malevolent Lifeforms")
    assert must_pay(s, 0) == 4 - 1


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
    s = settle(tableau=two, hand=["Malevolent Lifeforms"], spare=8, game="xeno-invasion")
    answer(s, 0, "Malevolent Lifeforms")
    assert sorted(offered(s, 0)) == ["Anti-Xeno Embassy", "Contact Specialist"]
    answer(s, 0, "Contact Specialist")
    assert question(s, 0) == "settle.pay"


def test_r_set_10_a_player_who_could_conquer_may_choose_to_pay() -> None:
    s = settle(
        tableau=["New Sparta", "Expedition Force", "Contact Specialist"], hand=["Rebel Miners"], spare=3
    )
    answer(s, 0, "Rebel Miners")
    assert sorted(offered(s, 0)) == ["Contact Specialist", "pass"]
    answer(s, 0, "Contact Specialist")
    assert must_pay(s, 0) == 1


def test_r_set_10_and_may_choose_not_to() -> None:
    s = settle(
        tableau=["New Sparta", "Expedition Force", "Contact Specialist"], hand=["Rebel Miners"], spare=3
    )
    answer(s, 0, "Rebel Miners")
    answer(s, 0, "pass")
    assert len(hand(s, 0)) == 3
    assert tableau(s, 0)[-1] == "Rebel Miners"


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


def test_r_set_12_galactic_trade_emissaries_do_not_pay_for_xeno_worlds_either() -> None:
    s = settle(
        tableau=["Galactic Trade Emissaries"],
        hand=["Xeno Colony"],
        spare=9,
        game="xeno-invasion",
        new_worlds=True,
    )
    assert offered(s, 0) == ["pass"]


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
    s = settle(tableau=["Old Earth", "Colony Ship"], hand=[world], spare=8, game="xeno-invasion")
    answer(s, 0, world)
    assert question(s, 0) == "settle.pay"


# --- Colony Ship ---


def test_colony_ship_places_a_non_military_world_for_nothing() -> None:
    s = settle(tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], spare=6)
    answer(s, 0, "New Earth")
    answer(s, 0, "Colony Ship")
    assert tableau(s, 0) == ["Old Earth", "New Earth"]
    assert discards(s) == ["Colony Ship"]
    assert len(hand(s, 0)) == 6


def test_colony_ship_may_be_kept() -> None:
    s = settle(tableau=["Old Earth", "Colony Ship"], hand=["New Earth"], spare=6)
    answer(s, 0, "New Earth")
    answer(s, 0, "pass")
    assert must_pay(s, 0) == 5
    assert "Colony Ship" in tableau(s, 0)


def test_r_set_13_colony_ship_with_pay_for_military_places_a_military_world_for_nothing() -> None:
    s = settle(tableau=["Old Earth", "Contact Specialist", "Colony Ship"], hand=["Rebel Homeworld"])
    answer(s, 0, "Rebel Homeworld")
    assert tableau(s, 0) == ["Old Earth", "Contact Specialist", "Rebel Homeworld"]
    assert discards(s) == ["Colony Ship"]


def test_r_set_13_the_ship_may_be_kept_by_paying() -> None:
    s = settle(tableau=["Old Earth", "Contact Specialist", "Colony Ship"], hand=["Rebel Miners"], spare=2)
    answer(s, 0, "Rebel Miners")
    while question(s, 0) == "settle.means":
        answer(s, 0, "Contact Specialist" if "Contact Specialist" in offered(s, 0) else "pass")
    assert must_pay(s, 0) == 1
    assert "Colony Ship" in tableau(s, 0)


def test_r_set_13_colony_ship_alone_places_no_military_world() -> None:
    assert not can_settle("Outlaw World", ["Old Earth", "Colony Ship"])


def test_r_set_13_colony_ship_is_no_part_of_a_conquest() -> None:
    s = settle(tableau=["New Sparta", "Colony Ship"], hand=["Former Penal Colony"])
    answer(s, 0, "Former Penal Colony")
    assert question(s, 0) == "action", "nothing to choose: it was conquered"
    assert "Colony Ship" in tableau(s, 0)


def test_r_set_13_it_is_open_only_once_paying_is_chosen() -> None:
    s = settle(
        tableau=["New Sparta", "Drop Ships", "Contact Specialist", "Colony Ship"],
        hand=["Pirate World"],
        spare=5,
    )
    answer(s, 0, "Pirate World")
    assert sorted(offered(s, 0)) == ["Contact Specialist", "pass"]
    answer(s, 0, "Contact Specialist")
    assert sorted(offered(s, 0)) == ["Colony Ship", "pass"]


# --- what a paid-for military world is afterwards ---


def test_r_set_14_it_is_a_military_world_for_scores() -> None:
    s = settle(tableau=["Old Earth", "Contact Specialist", "Galactic Imperium"], hand=["Rebel Base"], spare=5)
    before = score(s, 0)
    answer(s, 0, "Rebel Base")
    assert tableau(s, 0)[-1] == "Rebel Base"
    assert score(s, 0) == before + 6 + 2


def test_r_set_14_it_is_a_military_world_for_counts_and_draws() -> None:
    s = produce(tableau=["New Sparta", "Rebel Base", "Anti-Xeno League"], game="xeno-invasion")
    assert len(hand(s, 0)) == 1


# --- temporary Military ---


def test_r_set_15_new_military_tactics_gives_three_and_is_gone() -> None:
    s = settle(tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "Malevolent Lifeforms"])
    assert offered(s, 0) == ["Pirate World", "pass"]
    answer(s, 0, "Pirate World")
    assert tableau(s, 0) == ["Old Earth", "Pirate World"]
    assert discards(s) == ["New Military Tactics"]


def test_r_set_15_it_need_not_be_used_when_there_is_no_need() -> None:
    s = settle(tableau=["New Sparta", "New Military Tactics"], hand=["Former Penal Colony"])
    answer(s, 0, "Former Penal Colony")
    assert sorted(offered(s, 0)) == ["New Military Tactics", "pass"]
    answer(s, 0, "pass")
    assert "New Military Tactics" in tableau(s, 0)


def test_r_set_15_it_no_longer_counts_towards_twelve_cards() -> None:
    s = settle(tableau=[*QUIET_TABLEAU[:10], "New Military Tactics"], hand=["Pirate World"])
    answer(s, 0, "Pirate World")
    assert len(tableau(s, 0)) == 11
    assert not s.over


GOOD_FOR_MILITARY = [
    ("Rebel Black Market Gangs", "Gem World", "Outlaw World"),
    ("Imperium Arms Factory", "Comet Zone", "Former Penal Colony"),
    ("Alien Weapon Cache", "Alien Robotic Factory", "Xeno-Infested Uplift World"),
]


@pytest.mark.parametrize(("power", "store", "world"), GOOD_FOR_MILITARY)
def test_r_set_16_a_good_for_military(power: str, store: str, world: str) -> None:
    s = settle(tableau=["Old Earth", power, store], goods=[store], hand=[world], game="xeno-invasion")
    answer(s, 0, world)
    assert tableau(s, 0)[-1] == world
    assert store not in goods(s, 0)


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
    s = settle(
        tableau=["Old Earth", "Rebel Black Market Gangs", "Gem World", "Spice World"],
        goods=["Rebel Black Market Gangs", "Gem World"],
        hand=["Outlaw World"],
        game="xeno-invasion",
    )
    answer(s, 0, "Outlaw World")
    assert sorted(offered(s, 0)) == [
        "Rebel Black Market Gangs + Gem World",
        "Rebel Black Market Gangs + Rebel Black Market Gangs",
    ]
    answer(s, 0, "Rebel Black Market Gangs + Gem World")
    assert goods(s, 0) == ["Rebel Black Market Gangs"]


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
    s = settle(tableau=["Old Earth", "New Military Tactics"], hand=["Gem World"], spare=3)
    answer(s, 0, "Gem World")
    assert sorted(offered(s, 0)) == ["New Military Tactics", "pass"]
    answer(s, 0, "New Military Tactics")
    assert must_pay(s, 0) == 2
    assert "New Military Tactics" not in tableau(s, 0)


def test_r_set_17_not_without_placing_a_world() -> None:
    s = settle(tableau=["Old Earth", "New Military Tactics"], hand=["Gem World"], spare=3)
    answer(s, 0, "pass")
    assert question(s, 0) == "action"
    assert "New Military Tactics" in tableau(s, 0)


def test_r_set_17_temporary_military_ends_with_the_phase() -> None:
    s = new_round(tableau=["Old Earth", "New Military Tactics"], hand=["Pirate World", "Outlaw World"])
    for player in (0, 1):
        answer(s, player, "Settle")
    answer(s, 0, "Pirate World")
    for player in (0, 1):
        answer(s, player, "Settle")
    assert "Outlaw World" not in offered(s, 0)


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


def test_r_set_18_anti_xeno_league_counts_non_military_worlds_against_xenos_only() -> None:
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
    s = settle(
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
    answer(s, 0, "Pilgrimage World")
    assert question(s, 0) == "action"


def test_r_set_19_nothing_is_repaired() -> None:
    s = produce(
        tableau=["Old Earth", "Construction Corps", "Terraforming Defenders"], spare=2, game="xeno-invasion"
    )
    assert question(s, 0) == "action"
