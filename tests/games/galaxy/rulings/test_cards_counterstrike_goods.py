"""The powers and scores of each card of Xeno Counterstrike in Consume and Produce. Every power of every such card has a
test."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.cards_counterstrike import (
    DEFENDERS,
    EXPLORERS,
    GAME,
    SETTLERS,
    TEMPORARY,
    WAR,
    WARRIORS,
    stores_of,
)

from repulse.games.galaxy.cards import load_cards

# --- Trade ---

TRADERS = [  # card, world whose good is sold, how many cards
    ("Star Nomad Trading Post", "Star Nomad Trading Post", 2 + 1),
    ("Star Nomad Trading Post", "Gem World", 2 + 1),
    ("Star Nomad Trading Post", "Comet Zone", 3),
    ("Rebel Smuggling Post", "Comet Zone", 3 + 1),
    ("Rebel Smuggling Post", "Alien Robotic Factory", 5 + 1),
    ("Pirate Lair", "Pirate Lair", 2 + 3),
    ("Pirate Lair", "Gem World", 2),
    ("Scavenger World", "Scavenger World", 2 + 1),
    ("Scavenger World", "Gem World", 2),
    ("Outlaw Claim Jumpers", "Gem World", 2 + 2),
    ("Outlaw Claim Jumpers", "Outlaw Claim Jumpers", 3 + 2),
    ("Uplift Cloning Extremists", "Distant World", 4 + 3),
    ("Uplift Cloning Extremists", "Comet Zone", 3),
    ("Alien Ruins Settlement", "Alien Ruins Settlement", 2 + 4),
    ("Alien Ruins Settlement", "Gem World", 2),
]


@pytest.mark.parametrize(("card", "world", "price"), TRADERS)
def test_trade_prices(card: str, world: str, price: int) -> None:
    cards = [card] if card == world else [card, world]
    s = g.consume(tableau=cards, goods=[world], picks="Consume: Trade", game=GAME)
    assert len(g.hand(s, 0)) == price


# --- Consume ---

CONSUMERS = [  # card, goods, VPs, cards
    ("Adaptable Uplift Settlers", ["novelty", "genes"], 3, 0),
    ("Rare Elements Outcropping", ["rare"], 1, 1),
    ("Exotic Species Uplift Refuge", ["genes", "novelty"], 3, 0),
    ("Alien Shimmer Disk Cache", ["alien", "novelty"], 3, 0),
    ("Scorched-Earth Defense", ["genes"], 0, 2),
    ("Terraforming Resettlement", ["rare", "novelty"], 3, 0),
    ("Imperium Expansionists", ["rare", "rare"], 3, 0),
    ("Rebel Smugglers", ["rare"], 0, 2),
    ("Rebel Smugglers", ["rare", "alien", "genes", "rare"], 0, 8),
    ("Frontier Settlement", ["rare", "genes"], 2, 2),
    ("Monastery World", ["alien"], 1, 1),
    ("Rebel Mining Outpost", ["rare"], 1, 1),
    ("Outlaw Uplift Geneticists", ["genes", "novelty"], 3, 0),
    ("Clandestine Alien Researchers", ["alien"], 2, 0),
    ("Xeno-Occupied Mining Colony", ["genes"], 1, 1),
    ("Frontier Surveyors", ["rare"], 2, 1),
    ("Frontier Surveyors", ["rare", "novelty"], 4, 2),
    ("Federation Frontier HQ", ["rare"], 2, 0),
    ("Mega-Exclusive Resort", ["rare"], 1, 1),
    ("Mega-Exclusive Resort", ["rare", "alien", "genes", "rare"], 4, 4),
    ("Illicit Uplift Collector", ["novelty", "genes"], 4, 0),
    ("Alien Ruins Settlement", ["novelty", "alien"], 3, 1),
    ("Terraforming Claim Jumpers", ["rare", "genes"], 3, 2),
    ("Deserted Alien Mine", ["rare", "alien"], 4, 0),
    ("Outlaw Arms Producer", ["rare"], 1, 2),
    ("Outlaw Arms Producer", ["rare", "rare", "rare"], 3, 6),
    ("Clandestine Uplift Facility", ["genes", "genes"], 3, 2),
    ("Alien Lift-Ring Cache", ["alien"], 3, 2),
    ("Alien Lift-Ring Cache", ["alien", "alien"], 6, 4),
]


MAX_GOODS = {"Frontier Surveyors": 2, "Outlaw Arms Producer": 3, "Alien Lift-Ring Cache": 2}
"""Powers that take up to a number of goods of one sort."""


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize(("card", "kinds", "vp", "cards"), CONSUMERS)
def test_consume_powers(card: str, kinds: list[str], vp: int, cards: int, twice: bool) -> None:
    held = stores_of(*kinds)
    s = g.consume(tableau=[card, *held], goods=held, picks="Consume: 2x VPs" if twice else "", game=GAME)
    assert g.goods(s, 0) == []
    assert s.chips[0] == vp * (2 if twice else 1)
    assert len(g.hand(s, 0)) == cards


@pytest.mark.parametrize(("card", "kinds", "vp", "cards"), CONSUMERS)
def test_consume_powers_need_all_their_goods(card: str, kinds: list[str], vp: int, cards: int) -> None:
    if card in MAX_GOODS or "Resort" in card or "Smugglers" in card:
        return
    held = stores_of(*kinds[:-1])
    s = g.consume(tableau=[card, *held], goods=held, game=GAME)
    assert g.goods(s, 0) == held
    assert s.chips[0] == 0


WRONG = [  # card, goods that do not serve
    ("Adaptable Uplift Settlers", ["novelty", "novelty"]),
    ("Rare Elements Outcropping", ["genes"]),
    ("Exotic Species Uplift Refuge", ["genes", "genes"]),
    ("Alien Shimmer Disk Cache", ["alien", "rare"]),
    ("Terraforming Resettlement", ["rare", "rare"]),
    ("Imperium Expansionists", ["rare", "novelty"]),
    ("Rebel Mining Outpost", ["alien"]),
    ("Outlaw Uplift Geneticists", ["novelty", "rare"]),
    ("Clandestine Alien Researchers", ["rare"]),
    ("Illicit Uplift Collector", ["novelty", "rare"]),
    ("Alien Ruins Settlement", ["alien", "rare"]),
    ("Terraforming Claim Jumpers", ["rare", "alien"]),
    ("Deserted Alien Mine", ["rare", "genes"]),
    ("Outlaw Arms Producer", ["novelty"]),
    ("Clandestine Uplift Facility", ["genes", "alien"]),
    ("Alien Lift-Ring Cache", ["rare"]),
]


@pytest.mark.parametrize(("card", "kinds"), WRONG)
def test_consume_powers_take_no_other_kinds(card: str, kinds: list[str]) -> None:
    held = stores_of(*kinds)
    assert g.goods(g.consume(tableau=[card, *held], goods=held, game=GAME), 0) == held


@pytest.mark.parametrize("card", MAX_GOODS)
def test_consume_powers_take_no_more_than_their_number(card: str) -> None:
    kind = {"Frontier Surveyors": "genes", "Outlaw Arms Producer": "rare", "Alien Lift-Ring Cache": "alien"}[
        card
    ]
    held = stores_of(*[kind] * 3) + (["Imperium Armaments World"] if kind == "rare" else [])
    s = g.consume(tableau=[card, *held], goods=held, game=GAME)
    assert g.question(s, 0) == "consume.goods"
    g.answer(s, 0, *held[: MAX_GOODS[card]])
    assert g.goods(s, 0) == held[MAX_GOODS[card] :]


@pytest.mark.parametrize("card", ["Outlaw Claim Jumpers", "Xeno-Held Populous World"])
def test_cards_for_points_are_never_doubled(card: str) -> None:
    s = g.consume(tableau=[card], spare=3, picks="Consume: 2x VPs", game=GAME)
    assert g.offered(s, 0) == [card, "pass"]
    g.answer(s, 0, card)
    decision = s.decision(0)
    assert (decision.least, decision.most) == (1, 2)
    g.answer(s, 0, *g.offered(s, 0)[:2])
    assert s.chips[0] == 2
    assert len(g.hand(s, 0)) == 1


# --- Produce ---

PRODUCERS = [  # world, cards drawn for its own good
    ("Frontier Miners", 0),
    ("Terraforming Bio-Engineers", 1),
    ("Xeno-Held Mining Colony", 1),
    ("Xeno-Occupied Genetics Labs", 0),
    ("Anti-Xeno Pioneers", 0),
    ("Adaptable Uplift Settlers", 0),
    ("Rare Elements Outcropping", 0),
    ("Alien Shimmer Disk Cache", 0),
    ("Xeno-Occupied Rebel Supply", 0),
    ("Outlaw Rebel Mines", 0),
    ("Scavenger World", 0),
    ("Frontier Settlement", 2),
    ("Monastery World", 1),
    ("Rebel Mining Outpost", 1),
    ("Outlaw Uplift Geneticists", 0),
    ("Uplift Cloning Extremists", 0),
    ("Clandestine Alien Researchers", 0),
    ("Xeno-Embattled Colony", 0),
    ("Xeno-Occupied Mining Colony", 2),
    ("Hidden Imperium Slave Mines", 0),
    ("Rebel Uplift Warrior Colony", 0),
    ("Alien Anti-Xeno Stockpile", 0),
    ("Alien Ruins Settlement", 0),
    ("Successful Pioneer World", 0),
    ("Deserted Alien Mine", 0),
    ("Outlaw Arms Producer", 0),
    ("Clandestine Uplift Facility", 0),
    ("Deserted Alien Weapons Factory", 0),
]


@pytest.mark.parametrize(("world", "cards"), PRODUCERS)
def test_production_worlds(world: str, cards: int) -> None:
    s = g.produce(tableau=[world], game=GAME)
    assert g.goods(s, 0) == [world]
    assert len(g.hand(s, 0)) == cards
    s = g.produce(tableau=[world], goods=[world], game=GAME)
    assert g.hand(s, 0) == [], "no card for a good that lay there"


def test_pirate_lair_produces_for_a_card() -> None:
    assert g.goods(g.produce(tableau=["Pirate Lair"], game=GAME), 0) == []
    s = g.produce(tableau=["Pirate Lair"], spare=2, game=GAME)
    g.answer(s, 0, "Pirate Lair")
    g.discard_first(s, 0)
    assert g.goods(s, 0) == ["Pirate Lair"]
    assert len(g.hand(s, 0)) == 1
    s = g.produce(tableau=["Pirate Lair"], spare=2, game=GAME)
    g.answer(s, 0, "pass")
    assert g.goods(s, 0) == []


def test_a_card_of_diversified_economy_may_pay_and_its_good_earns_none() -> None:
    s = g.produce(tableau=["Pirate Lair", "Diversified Economy", "Imperium Armaments World"], game=GAME)
    assert len(g.hand(s, 0)) == 1, "for the Rare good"
    g.answer(s, 0, "Pirate Lair")
    assert g.goods(s, 0) == ["Pirate Lair", "Imperium Armaments World"]
    assert g.hand(s, 0) == []


WINDFALLS = {
    "novelty": ["Star Nomad Trading Post", "Rebel Smuggling Post", "Illicit Uplift Collector"],
    "rare": [
        "Imperium Blaster Gem Prospectors",
        "Xeno-Infested Imperium Cache",
        "Outlaw Claim Jumpers",
        "Rebel Final Refuge",
        "Terraforming Claim Jumpers",
    ],
    "genes": [
        "Arctic Uplift Race",
        "Exotic Species Uplift Refuge",
        "Anti-Xeno Uplift Warriors",
        "Xeno Scouting Force",
        "Xeno Breeding World Husk",
        "Anti-Xeno Uplift Base",
    ],
    "alien": [
        "Anti-Xeno Alien Trap",
        "Xeno-Held Alien Sentry Post",
        "Xeno-Held Alien Ruins",
        "Alien Anti-Xeno Guardians",
        "Alien Lift-Ring Cache",
    ],
}


ALL_WINDFALLS = [world for worlds in WINDFALLS.values() for world in worlds]


@pytest.mark.parametrize("world", ALL_WINDFALLS)
def test_windfall_worlds(world: str) -> None:
    """They come with a good, and produce by the bonus alone; but see R-FRO-20."""
    s = g.produce(tableau=[world], picks="Produce", game=GAME)
    assert g.goods(s, 0) == ([] if world == "Anti-Xeno Alien Trap" else [world])
    assert g.goods(g.produce(tableau=[world], game=GAME), 0) == []
    army = ["Anti-Xeno Armada", "Anti-Xeno Alien Warships"]
    s = g.settle(tableau=army, hand=[world], spare=9, game=GAME)
    g.answer(s, 0, world)
    assert g.goods(s, 0) == [world]


FILLERS = [  # card, what it fills
    ("Anti-Xeno Imperium Ring", "rare"),
    ("Terraforming Refugees", "any"),
    ("Uplift Cloning Extremists", "any"),
    ("Deep Space Terraforming", "any"),
    ("Illicit Uplift Collector", "genes"),
    ("Deserted Alien Mine", "alien"),
    ("Clandestine Uplift Facility", "genes"),
]


@pytest.mark.parametrize(("card", "kind"), FILLERS)
def test_windfall_powers(card: str, kind: str) -> None:
    worlds = {
        "novelty": "Refugee World",
        "rare": "Asteroid Belt",
        "genes": "Empath World",
        "alien": "Alien Robot Sentry",
    }
    for player, world in worlds.items():
        s = g.produce(tableau=[card, world], game=GAME)
        assert (world in g.goods(s, 0)) == (kind in ("any", player))


DRAWERS = [  # tableau, cards drawn in Produce
    (["Alien Warning Beacon"], 1),
    (["Xeno-Held Alien Ruins"], 1),
    (
        ["Xeno-Held Alien Ruins", "Alien Lift-Ring Cache", "Deserted Alien Outpost", "Alien Warning Beacon"],
        3 + 1,
    ),
    (["Uplift Pioneers", "Xeno Warrior Clutch"], 0),
    (["Uplift Pioneers", "Xeno Warrior Clutch", "Mega-Exclusive Resort"], 1),
    (["Uplift Pioneers", "Xeno Warrior Clutch", "Mega-Exclusive Resort", "Run-Amok Robots"], 1),
    (
        [
            "Uplift Pioneers",
            "Xeno Warrior Clutch",
            "Xeno Sentry World",
            "Run-Amok Robots",
            "Mega-Exclusive Resort",
        ],
        2,
    ),
    (["Imperium Warlord Keep"], 1),
    (["Imperium Warlord Keep", "Galactic Imperium", "Imperium Expansionists", "Rebel Base"], 3),
    (["Xeno-Rebel Battleground"], 1),
    (["Xeno-Rebel Battleground", "Rebel Base", "Rebel Smugglers", "Old Earth"], 2),
    (["Anti-Xeno Uplift Base"], 1),
    (["Anti-Xeno Uplift Base", "Avian Uplift Race", "Uplift Pioneers"], 2 + 0),
]


@pytest.mark.parametrize(("tableau_", "cards"), DRAWERS)
def test_draws_in_produce(tableau_: list[str], cards: int) -> None:
    assert len(g.hand(g.produce(tableau=tableau_, game=GAME), 0)) == cards


def test_anti_xeno_arsenal_repairs_a_world() -> None:
    cards = ["Anti-Xeno Arsenal", "Old Earth", "Rebel Base"]
    s = g.produce(tableau=cards, damaged=cards[1:], game=WAR)
    g.answer(s, 0, "Anti-Xeno Arsenal")
    g.answer(s, 0, "Rebel Base")
    assert g.damaged(s, 0) == ["Old Earth"]
    assert g.question(s, 0) == "action", "once a phase"


# --- scores ---

SCORES = [  # tableau, the points of its first card alone
    (["Frontier Isolationists"], 0),
    (["Frontier Isolationists", "Frontier Settlement"], 3),
    (["Frontier Isolationists", "Mega-Exclusive Resort"], 1),
    (["Frontier Isolationists", "Contact Specialist"], 3),
    (["Frontier Isolationists", "Anti-Xeno Uplift Warriors"], 3),
    (["Frontier Isolationists", "Anti-Xeno Uplift Base"], 3),
    (["Imperium Expansionists"], 1),
    (["Imperium Expansionists", "Frontier Settlement", "Mega-Exclusive Resort"], 1 + 2 + 2),
    (["Imperium Expansionists", "Xeno Sentry World"], 1 + 2),
    (["Imperium Expansionists", "Xeno Colony"], 1 + 2),
    (["Imperium Expansionists", "Xeno-Infested Imperium Cache"], 1 + 2),
    (["Imperium Expansionists", "Galactic Imperium"], 1 + 1),
    (["Rebel Smugglers"], 2),
    (["Rebel Smugglers", "Rebel Base", "Galactic Imperium"], 2 + 2 + 2),
    (["Rebel Smugglers", "Frontier Settlement", "Rebel Mining Outpost"], 2 + 1 + 2),
    (["Terraforming Refugees"], 2),
    (["Terraforming Refugees", "Terraforming Robots", "Terraforming Bio-Engineers"], 2 + 2 + 2),
    (["Terraforming Refugees", "Anti-Xeno Armada", "Anti-Xeno Pioneers"], 2 + 1 + 1),
    (["Terraforming Refugees", "Gem World", "Rebel Base"], 2 + 1),
    (["Uplift Pioneers"], 1),
    (["Uplift Pioneers", "Frontier Settlement", "Mega-Exclusive Resort"], 1 + 2 + 2),
    (["Uplift Pioneers", "Arctic Uplift Race", "Anti-Xeno Armada"], 1 + 1 + 1),
    (["Uplift Pioneers", "Anti-Xeno Uplift Base"], 1 + 2),
]


@pytest.mark.parametrize(("tableau_", "points"), SCORES)
def test_scores_of_the_6_cost_developments(tableau_: list[str], points: int) -> None:
    with_it = g.score(g.end_of_round(tableau=tableau_, game=GAME), 0)
    without = g.score(g.end_of_round(tableau=[*tableau_[1:], "Public Works"], game=GAME), 0) - 1
    assert with_it - without == points


def test_scorched_earth_defense_costs_a_point() -> None:
    assert g.score(g.end_of_round(tableau=["Old Earth", "Scorched-Earth Defense"], game=GAME), 0) == 2 - 1


# --- all of them ---


def first_of(rows: list[tuple[list[str], int]]) -> set[str]:
    return {row[0][0] for row in rows}


TESTED: dict[tuple[str, str], set[str]] = {
    ("explore", "draw"): {card for card, draw, _ in EXPLORERS if draw},
    ("explore", "keep"): {card for card, _, keep in EXPLORERS if keep},
    ("develop", "discount"): {
        "Successful Pioneer World",
        "Terraforming Refugees",
        "Imperium Expansionists",
        "Clandestine Alien Researchers",
    },
    ("develop", "draw"): {"Federation Frontier HQ"},
    ("develop", "draw_after"): {"Monastery World", "Defense Systems, Inc."},  # the latter: R-FRO-17
    ("develop", "replace_world"): {"Scorched-Earth Defense"},  # R-FRO-16
    ("settle", "military"): {cards[0] for cards, _, _ in WARRIORS},
    ("settle", "defense"): first_of(DEFENDERS),
    ("settle", "temp_military"): {card for card, _, _, _ in TEMPORARY}
    | {"Run-Amok Robots", "Scorched-Earth Defense"},
    ("settle", "discount"): {card for card, _ in SETTLERS}
    | {"Terraforming Bio-Engineers", "Terraforming Refugees"},
    ("settle", "pay_for_military"): {"Anti-Xeno Uplift Warriors", "Anti-Xeno Uplift Base"},
    ("settle", "frontier_draw"): {"Frontier Miners", "Frontier Surveyors"},  # R-FRO-02
    ("settle", "cost_zero"): {"Deep Space Terraforming"},  # R-FRO-14
    ("settle", "vp"): {"Federation Frontier HQ", "Xeno-Embattled Colony"},  # R-FRO-12, R-FRO-13
    ("trade", "bonus"): {card for card, _, _ in TRADERS},
    ("trade", "cannot_sell"): {"Terraforming Bio-Engineers"},  # R-FRO-19
    ("consume", "consume"): {row[0] for row in CONSUMERS} - {"Rebel Smugglers", "Mega-Exclusive Resort"},
    ("consume", "consume_all"): {"Rebel Smugglers", "Mega-Exclusive Resort"},
    ("consume", "discard_cards"): {"Outlaw Claim Jumpers", "Xeno-Held Populous World"},
    ("produce", "produce"): {world for world, _ in PRODUCERS} | {"Pirate Lair"},
    ("produce", "draw_if_produced"): {world for world, cards in PRODUCERS if cards},
    ("produce", "windfall"): {card for card, _ in FILLERS},
    ("produce", "draw"): first_of(DRAWERS),
    ("produce", "repair"): {"Anti-Xeno Arsenal"},
    ("produce", "cannot_produce"): {"Anti-Xeno Alien Trap"},  # R-FRO-20
    ("placement", "enters_damaged"): {"Xeno-Embattled Colony", "Xeno-Rebel Battleground"},  # R-CST-03
    ("placement", "damaged_first"): {"Xeno-Embattled Colony"},  # R-CST-04
}


def test_every_power_of_every_card_is_in_a_table() -> None:
    pairs: dict[tuple[str, str], set[str]] = {}
    cards = load_cards(("xeno-counterstrike",))
    for card in cards:
        for power in card.powers:
            pairs.setdefault((power.phase, power.do), set()).add(card.name)
    assert pairs == TESTED
    assert {card.name for card in cards if card.windfall} == set(ALL_WINDFALLS)
    assert {card.name for card in cards if card.score} == first_of(SCORES)


def test_there_are_74_of_them_and_10_systems() -> None:
    cards = load_cards(("xeno-counterstrike",))
    decks = [card.deck for card in cards]
    assert (decks.count("start"), decks.count("near"), decks.count("far"), decks.count("xeno-system")) == (
        6,
        18,
        28,
        10,
    )
    assert sum(card.copies for card in cards if card.deck == "main") == 26
