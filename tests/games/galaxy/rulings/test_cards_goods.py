"""The powers of each card with goods: prices, consume powers, production. Every card with such a power is listed here."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.codes import effect

XI = "xeno-invasion"
KINDS = ["novelty", "rare", "genes", "alien"]

PRODUCTION = {
    "novelty": [
        "Earth's Lost Colony",
        "Artist Colony",
        "Secluded World",
        "Gem World",
        "New Vinland",
        "Space Port",
        "Spice World",
        "Prosperous World",
        "New Survivalists",
        "Uplift Descendants",
        "Anti-Xeno Embassy",
    ],
    "rare": [
        "Bio-Hazard Mining World",
        "Comet Zone",
        "Imperium Armaments World",
        "Mining World",
        "New Earth",
        "Rebel Miners",
        "Corrosive Uplift World",
        "Imperium Munitions, Inc.",
        "Xeno-Held Imperium Mine",
        "Rebel Resistance",
        "Abandoned Mine Squatters",
    ],
    "genes": [
        "Plague World",
        "Distant World",
        "Lost Species Ark World",
        "Malevolent Lifeforms",
        "Pan-Galactic Disease Center",
        "Xeno Colony",
    ],
    "alien": ["Alien Robotic Factory", "Lost Alien Battle Fleet", "Anti-Xeno Alien Bunker", "Alien Archives"],
}
WINDFALL = {
    "novelty": [
        "Refugee World",
        "Galactic Resort",
        "Star Nomad Lair",
        "Former Penal Colony",
        "Pirate World",
        "Starry Rift Pioneers",
        "Novelty Peddlers",
        "Galactic Clearing House",
        "Rebel Black Market Gangs",
        "Xeno Hostage Planet",
        "Gateway Station",
    ],
    "rare": [
        "Alpha Centauri",
        "Destroyed World",
        "Asteroid Belt",
        "Radioactive World",
        "Blaster Gem Mines",
        "Rebel Fuel Cache",
        "Runaway Robots",
        "Terraforming Uplift Project",
        "Rebel Bunker",
    ],
    "genes": [
        "Empath World",
        "Pre-Sentient Race",
        "The Last of the Uplift Gnarssh",
        "Aquatic Uplift Race",
        "Avian Uplift Race",
        "Reptilian Uplift Race",
        "Rebel Warrior Race",
        "Anti-Xeno Refugees",
        "Adaptable Uplift Race",
        "Xeno-Infested Uplift World",
        "Uplift Coalition",
    ],
    "alien": [
        "Deserted Alien Outpost",
        "Deserted Alien Colony",
        "Deserted Alien Library",
        "Alien Robot Sentry",
        "Alien Robot Scout Ship",
        "Lost Alien Warship",
        "Alien Weapon Cache",
        "Xeno-Infested Alien Outpost",
        "Alien Defense Center",
    ],
}
PRODUCERS = [world for kind in KINDS for world in PRODUCTION[kind] if world != "Alien Archives"]
WINDFALLS = [world for kind in KINDS for world in WINDFALL[kind]]


def test_every_world_with_a_kind_is_in_the_tables() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    for number, kind in enumerate(KINDS, start=1):
        worlds = [card for card in range(table.size) if table.kind[card] == number]
        assert {table.names[card] for card in worlds if table.windfall[card]} == set(WINDFALL[kind])
        assert {table.names[card] for card in worlds if not table.windfall[card]} == set(PRODUCTION[kind])


# --- production ---


@pytest.mark.parametrize("world", PRODUCERS)
def test_production_worlds_produce(world: str) -> None:
    assert g.goods(g.produce(tableau=[world], game=XI, new_worlds=True), 0) == [world]


@pytest.mark.parametrize("world", WINDFALLS)
def test_windfall_worlds_produce_only_by_the_bonus(world: str) -> None:
    by_itself = ["Starry Rift Pioneers"] if world == "Starry Rift Pioneers" else []
    assert g.goods(g.produce(tableau=[world], game=XI, new_worlds=True), 0) == by_itself
    assert g.goods(g.produce(tableau=[world], picks="Produce", game=XI, new_worlds=True), 0) == [world]


@pytest.mark.parametrize("world", WINDFALLS)
def test_windfall_worlds_get_a_good_when_placed(world: str) -> None:
    army = [
        "Drop Ships",
        "Space Marines",
        "New Galactic Order",
        "Imperium Munitions, Inc.",
        "Epsilon Eridani",
    ]
    s = g.settle(tableau=army, hand=[world], spare=8, game=XI, new_worlds=True)
    g.answer(s, 0, world)
    assert g.goods(s, 0) == [world]


DRAWERS = [  # card, worlds beside it, cards drawn in Produce by anyone
    ("Merchant Guild", [], 2),
    ("Rebel Underground", [], 1),
    ("Galactic Clearing House", [], 1),
    ("Anti-Xeno Defense Post", [], 1),
    ("Industrial Robots", [], 1),
    ("Pan-Galactic League", ["Empath World", "Plague World", "Artist Colony"], 2),
    ("Imperium War Profiteers", ["Asteroid Belt", "New Earth", "Artist Colony"], 2),
    ("Alien Historians", ["Xeno Forward Command", "Xeno-Infested Uplift World", "Rebel Base"], 2),
    ("Anti-Xeno League", ["Rebel Base", "Rebel Underground", "Xeno Forward Command", "Artist Colony"], 1 + 1),
    ("Consumer Markets", ["Artist Colony", "Space Port", "New Earth"], 2),
    ("Research Labs", ["Alien Robotic Factory", "Lost Alien Battle Fleet", "New Earth"], 2),
    ("Diversified Economy", ["Artist Colony", "Space Port", "New Earth"], 2),
    ("Galactic Home Front", ["Artist Colony", "Space Port", "New Earth"], 1),
    ("Mining Conglomerate", ["New Earth"], 2),
    ("Gem World", [], 1),
    ("Comet Zone", [], 1),
    ("Mining World", [], 1),
    ("Lost Species Ark World", [], 2),
    ("Imperium Munitions, Inc.", [], 1),
    ("Runaway Robots", ["Mining Robots"], 1),
]


@pytest.mark.parametrize(("card", "others", "cards"), DRAWERS)
def test_draws_in_produce(card: str, others: list[str], cards: int) -> None:
    s = g.produce(tableau=[card, *others], game=XI, new_worlds=True)
    assert len(g.hand(s, 0)) == cards


def test_every_draw_in_produce_is_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    draws = (
        effect.DRAW,
        effect.DRAW_IF_MOST,
        effect.DRAW_IF_PRODUCED,
        effect.DRAW_PER_KIND_PRODUCED,
        effect.DRAW_PER_PRODUCED,
    )
    drawing = {table.names[power.card] for powers in table.produce for power in powers if power.do in draws}
    assert {card for card, _, _ in DRAWERS} == drawing


# --- prices ---

PLAIN = {
    "novelty": "Artist Colony",
    "rare": "Rebel Miners",
    "genes": "Malevolent Lifeforms",
    "alien": "Alien Robotic Factory",
}
TRADERS = [  # card, cards more for Novelty, Rare, Genes, Alien
    ("Old Earth", 1, 1, 1, 1),
    ("Export Duties", 1, 1, 1, 1),
    ("Genetics Lab", 0, 0, 1, 0),
    ("Mining Conglomerate", 0, 1, 0, 0),
    ("Trade League", 1, 1, 1, 1),
    ("Bio-Hazard Mining World", 0, 0, 2, 0),
    ("Galactic Engineers", 1, 1, 1, 1),
    ("Space Port", 0, 2, 0, 0),
    ("Spice World", 2, 0, 0, 0),
    ("Distant World", 3, 0, 0, 0),
    ("Merchant World", 2, 2, 2, 2),
    ("Star Nomad Lair", 0, 0, 0, 0),
    ("Pirate World", 0, 0, 0, 0),
    ("Terraforming Surveyors", 2, 2, 2, 2),
    ("Novelty Peddlers", 2, 0, 0, 0),
    ("Galactic Clearing House", 1, 1, 1, 1),
    ("Rebel Black Market Gangs", 1, 0, 0, 0),
    ("Star Nomad Raiders", 2, 2, 2, 2),
]


@pytest.mark.parametrize(("card", "bonuses"), [(card, bonuses) for card, *bonuses in TRADERS])
def test_trade_powers(card: str, bonuses: list[int]) -> None:
    for price, kind, bonus in zip((2, 3, 4, 5), KINDS, bonuses, strict=True):
        world = PLAIN[kind]
        s = g.consume(tableau=[card, world], goods=[world], picks="Consume: Trade", game=XI, new_worlds=True)
        assert len(g.hand(s, 0)) == price + bonus, kind


@pytest.mark.parametrize(("world", "cards"), [("Star Nomad Lair", 2 + 1), ("Pirate World", 2 + 3)])
def test_trade_powers_of_this_world(world: str, cards: int) -> None:
    assert len(g.hand(g.consume(tableau=[world], goods=[world], picks="Consume: Trade"), 0)) == cards


def test_every_trader_is_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    assert {row[0] for row in TRADERS} == {
        table.names[card] for card in range(table.size) if table.trade[card]
    }


# --- consume powers ---

N1, N2, N3, N4 = "Artist Colony", "Space Port", "Spice World", "Refugee World"
R1, R2, R3 = "Rebel Miners", "Bio-Hazard Mining World", "Asteroid Belt"
G1, G2 = "Malevolent Lifeforms", "Distant World"
A1 = "Alien Robotic Factory"

CONSUMERS = [  # card, goods there are, goods it takes, VPs, cards
    ("Old Earth", [N1, R1, G1], 2, 2, 0),
    ("Epsilon Eridani", [N1, R1], 1, 1, 1),
    ("Earth's Lost Colony", [N1, R1], 1, 1, 0),
    ("Public Works", [N1, R1], 1, 1, 0),
    ("Mining Conglomerate", [N1, R1, R2, R3], 2, 2, 0),
    ("Terraforming Robots", [N1, R1, R2], 1, 1, 1),
    ("Diversified Economy", [N1, R1, G1, A1], 3, 3, 0),
    ("Research Labs", [N1, G1, G2], 1, 1, 0),
    ("Consumer Markets", [N1, N2, N3, N4, R1], 3, 3, 0),
    ("Free Trade Association", [N1, N2, N3, N4, R1], 3, 3, 3),
    ("Mining League", [N1, R1, R2, R3], 2, 3, 0),
    ("New Economy", [N1], 0, 0, 1),
    ("Trade League", [A1], 1, 0, 5 + 1),
    ("Pilgrimage World", [N1, R1, G1], 3, 2, 0),
    ("Expanding Colony", [N1, R1], 1, 1, 0),
    ("Gambling World", [N1, R1], 1, 1, 0),
    ("Secluded World", [N1, R1], 1, 0, 1),
    ("Black Market Trading World", [A1], 1, 0, 5),
    ("New Vinland", [N1, R1], 1, 0, 2),
    ("Galactic Resort", [N1, R1], 1, 1, 1),
    ("Plague World", [N1, G1, G2], 1, 1, 1),
    ("Prosperous World", [N1, R1], 1, 1, 0),
    ("Tourist World", [N1, R1, G1], 2, 3, 0),
    ("Galactic Trendsetters", [N1, R1], 1, 2, 0),
    ("New Earth", [N1, R1], 1, 1, 1),
    ("Terraformed World", [N1, R1], 1, 1, 0),
    ("New Survivalists", [N1, N2, R1], 1, 0, 1),
    ("Outlaw World", [N1, R1], 1, 1, 1),
    ("Rebel Cadre", [N1, R1], 1, 0, 2),
    ("Imperium Arms Factory", [N1, R1, R2, R3], 2, 2, 2),
    ("Galactic Home Front", [N1], 0, 1, 0),
    ("Terraforming Defenders", [N1, R1], 1, 2, 0),
    ("Uplift Bio-Engineers", [N1, G1, G2], 1, 2, 1),
    ("Uplift Descendants", [N1, N2, G1, G2], 2, 3, 0),
    ("Terraforming Uplift Project", [R1, R2, G1, N1], 2, 3, 0),
    ("Corrosive Uplift World", [R1, R2, G1, N1], 2, 3, 0),
    ("Adaptable Uplift Race", [G1, N1, R1], 2, 2, 2),
    ("Galactic Clearing House", [N1, N2, R1, G1, A1], 4, 4, 0),
    ("Gateway Station", [N1, R1, G1], 2, 1, 3),
    ("Galactic Trade Emissaries", [N1], 0, 0, 1),
]


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize(("card", "held", "taken", "vp", "cards"), CONSUMERS)
def test_consume_powers(card: str, held: list[str], taken: int, vp: int, cards: int, twice: bool) -> None:
    """With the 2x bonus the VPs are doubled and nothing else is."""
    picks = "Consume: 2x VPs" if twice else ""
    s = g.consume(tableau=[card, *held], goods=held, picks=picks, game=XI, new_worlds=True)
    while g.question(s, 0).startswith("consume"):
        decision = s.decision(0)
        if "pass" in g.offered(s, 0):
            g.answer(s, 0, "pass")
        elif decision.prompt == "consume.lucky":
            break
        else:
            s.apply(0, sorted(decision.options[: decision.least]))
    assert len(held) - len(g.goods(s, 0)) == taken
    assert s.chips[0] == vp * (2 if twice else 1)
    assert len(g.hand(s, 0)) == cards


def test_every_consumer_is_in_the_table() -> None:
    table = g.settle(game=XI, new_worlds=True).cards
    consumers = {
        table.names[card]
        for card in range(table.size)
        for power in table.consume[card]
        if power.do != effect.DISCARD_CARDS
    }
    assert {row[0] for row in CONSUMERS} == consumers
