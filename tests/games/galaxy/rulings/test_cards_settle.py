"""The powers of each card in Explore and Settle: draws, Military, discounts. Every card with such a power stands here."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.codes import effect, phase, trait
from repulse.games.galaxy.rules.state import GalaxyState

XI = "xeno-invasion"


def names(s: GalaxyState, phase: int, *does: int) -> set[str]:
    """Return all cards of a game with a power of such sorts."""
    powers = (power for powers_of_card in s.cards.powers for power in powers_of_card)
    return {s.cards.names[power.card] for power in powers if power.phase == phase and power.do in does}


# --- Explore ---

EXPLORERS = [  # card, more cards drawn, more cards kept
    ("Expedition Force", 1, 0),
    ("Galactic Renaissance", 2, 1),
    ("Galactic Survey: SETI", 2, 0),
    ("Research Labs", 0, 1),
    ("Star Nomad Lair", 1, 0),
    ("Malevolent Lifeforms", 1, 0),
    ("Alien First Contact Team", 1, 0),
    ("Terraforming Surveyors", 2, 0),
    ("Alien Weapon Plans", 1, 0),
    ("Uplift Terraforming", 1, 0),
    ("Alien Historians", 1, 0),
    ("Rebel Bunker", 1, 0),
    ("Rebel Resistance", 1, 0),
    ("Uplift Coalition", 1, 0),
]


@pytest.mark.parametrize(("card", "draw", "keep"), EXPLORERS)
def test_explore_powers(card: str, draw: int, keep: int) -> None:
    s = g.explore(tableau=[card], picks="Explore +5", game=XI)
    assert len(g.hand(s, 0)) == 7 + draw
    assert g.must_discard(s, 0) == 7 + draw - (1 + keep)


def test_every_explorer_stands_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    assert {card for card, _, _ in EXPLORERS} == {
        table.names[card] for card in range(table.size) if table.explore[card]
    }


# --- plain Military ---

WARRIORS = [
    ("New Sparta", 2),
    ("Epsilon Eridani", 1),
    ("Contact Specialist", -1),
    ("Expedition Force", 1),
    ("Space Marines", 2),
    ("Drop Ships", 3),
    ("New Galactic Order", 2),
    ("Pan-Galactic League", -1),
    ("Refugee World", -1),
    ("Empath World", -1),
    ("Blaster Gem Mines", 1),
    ("Imperium Armaments World", 1),
    ("Outlaw World", 1),
    ("Former Penal Colony", 1),
    ("Rebel Warrior Race", 1),
    ("Alien Robot Scout Ship", 1),
    ("Lost Alien Warship", 2),
    ("Rebel Outpost", 1),
    ("Lost Alien Battle Fleet", 3),
    ("Alien First Contact Team", 1),
    ("Rebel Cadre", 1),
    ("Anti-Xeno Defense Post", 1),
    ("Anti-Xeno Militia", 1),
    ("Anti-Xeno Assault Troops", 2),
    ("Anti-Xeno Rebel Force", 0),
    ("Novelty Peddlers", -1),
    ("Imperium Munitions, Inc.", 2),
    ("Xeno-Held Imperium Mine", 1),
    ("Uplift Coalition", 1),
    ("Xeno-Infested Alien Outpost", 2),
    ("Star Nomad Raiders", 1),
    ("Abandoned Mine Squatters", 1),
]
LADDER = {  # military worlds by defense, against which no specific Military of these cards counts
    1: ["New Survivalists"],
    2: ["Aquatic Uplift Race"],
    3: ["Pirate World"],
    4: ["Malevolent Lifeforms"],
    5: ["Rebel Outpost"],
    6: ["Rebel Base"],
}


@pytest.mark.parametrize(("card", "military"), WARRIORS)
def test_military(card: str, military: int) -> None:
    """Beside two Military of another card it conquers just so much and no more."""
    two = "Anti-Xeno Assault Troops" if card != "Anti-Xeno Assault Troops" else "Space Marines"
    worlds = [LADDER[2 + military][0], LADDER[3 + military][0]]
    s = g.settle(tableau=[card, two], hand=[worlds[0]], game=XI, new_worlds=True)
    assert g.offered(s, 0) == [worlds[0], "pass"]
    s = g.settle(tableau=[card, two], hand=[worlds[1]], game=XI, new_worlds=True)
    assert g.offered(s, 0) == ["pass"]


def test_every_warrior_stands_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    plain = {
        table.names[card]
        for card in range(table.size)
        for power in table.settle[card]
        if power.do == effect.MILITARY and power.vs == 0
    }
    assert {card for card, _ in WARRIORS} == plain


# --- Military against some worlds ---

TARGETS = {  # a world of the sort, another of the same defense that is not
    "rare": ("Rebel Resistance", "Pirate World", 3),
    "alien": ("Alien Robot Scout Ship", "Malevolent Lifeforms", 4),
    "rebel": ("Rebel Outpost", "Lost Alien Warship", 5),
    "xeno": ("Xeno Colony", "Malevolent Lifeforms", 4),
}
SPECIALISTS = [  # card, against what, how much, plain Military of its own
    ("Alpha Centauri", "rare", 1, 0),
    ("Alien Tech Institute", "alien", 2, 0),
    ("Galactic Imperium", "rebel", 4, 0),
    ("Alien Rosetta Stone World", "alien", 2, 0),
    ("Alien First Contact Team", "alien", 1, 1),
    ("Alien First Contact Team", "xeno", 1, 1),
    ("Alien Weapon Plans", "alien", 2, 0),
    ("Alien Weapon Plans", "xeno", 1, 0),
    ("Anti-Xeno Militia", "xeno", 1, 1),
    ("Anti-Xeno Assault Troops", "xeno", 1, 2),
    ("Alien Historians", "alien", 2, 0),
    ("Alien Historians", "xeno", 2, 0),
    ("Anti-Xeno League", "xeno", 0, 0),
    ("Anti-Xeno Refugees", "xeno", 1 + 0, 0),
    ("Rebel Resistance", "xeno", 2, 0),
    ("Xeno Warrior Colony", "xeno", 1, 0),
    ("Alien Defense Center", "xeno", 3, 0),
]
ARMIES = {  # developments that add up to so much plain Military
    0: [],
    1: ["Expedition Force"],
    2: ["Space Marines"],
    3: ["Drop Ships"],
    4: ["Drop Ships", "Expedition Force"],
}


def conquers(world: str, tableau: list[str]) -> bool:
    return world in g.offered(g.settle(tableau=tableau, hand=[world], game=XI), 0)


@pytest.mark.parametrize(("card", "sort", "amount", "own"), SPECIALISTS)
def test_military_against_some_worlds(card: str, sort: str, amount: int, own: int) -> None:
    target, other, defense = TARGETS[sort]
    need = defense - amount - own
    assert conquers(target, [card, *ARMIES[need]])
    if need > 0:
        assert not conquers(target, [card, *ARMIES[need - 1]])
    if amount:
        assert not conquers(other, [card, *ARMIES[need]])


def test_every_specialist_stands_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    special = {
        table.names[card]
        for card in range(table.size)
        for power in table.settle[card]
        if power.do == effect.MILITARY and power.vs
    }
    assert {card for card, _, _, _ in SPECIALISTS} == special


# --- discounts ---

COSTS = {
    "novelty": ("Gem World", 2),
    "rare": ("Comet Zone", 3),
    "genes": ("Plague World", 3),
    "alien": ("Alien Robotic Factory", 6),
}
SETTLERS = [
    ("Alpha Centauri", {"rare": 1}),
    ("Mining Robots", {"rare": 1}),
    ("Replicant Robots", {"novelty": 2, "rare": 2, "genes": 2, "alien": 2}),
    ("Alien Tech Institute", {"alien": 2}),
    ("Alien Rosetta Stone World", {"alien": 2}),
    ("Uplift Terraforming", {"novelty": 1, "rare": 1, "genes": 1, "alien": 1}),
    ("Imperium War Profiteers", {"rare": 2}),
    ("Alien Archives", {"alien": 2}),
]


@pytest.mark.parametrize("kind", COSTS)
@pytest.mark.parametrize(("card", "discounts"), SETTLERS)
def test_discounts(card: str, discounts: dict[str, int], kind: str) -> None:
    world, cost = COSTS[kind]
    s = g.settle(tableau=[card], hand=[world], spare=8, game=XI)
    g.answer(s, 0, world)
    paid = g.must_pay(s, 0) if g.question(s, 0) == "settle.pay" else 0
    assert paid == cost - discounts.get(kind, 0)


def test_every_discount_stands_in_the_table() -> None:
    s = g.settle(game=XI, new_worlds=True)
    assert {card for card, _ in SETTLERS} == names(s, phase.SETTLE, effect.DISCOUNT)


# --- the rest of Settle ---


@pytest.mark.parametrize("card", ["Terraforming Robots", "Terraforming Colonists"])
def test_draws_after_settling(card: str) -> None:
    s = g.settle(tableau=[card], hand=["Pilgrimage World"], game=XI, new_worlds=True)
    g.answer(s, 0, "Pilgrimage World")
    assert len(g.hand(s, 0)) == 1
    s = g.settle(tableau=[card], hand=["Pilgrimage World"], game=XI, new_worlds=True)
    g.answer(s, 0, "pass")
    assert len(g.hand(s, 0)) == 1


def test_pay_for_military_and_temporary_military_match_the_rulings() -> None:
    s = g.settle(game=XI, new_worlds=True)
    table = s.cards
    assert {
        table.names[card] for card in range(table.size) if table.traits[card] & trait.PAY_FOR_MILITARY
    } == {
        "Contact Specialist",
        "Anti-Xeno Embassy",
        "Uplift Terraforming",
        "Galactic Trade Emissaries",
    }
    assert names(s, phase.SETTLE, effect.TEMP_MILITARY) == {
        "New Military Tactics",
        "Rebel Black Market Gangs",
        "Imperium Arms Factory",
        "Alien Weapon Cache",
    }
