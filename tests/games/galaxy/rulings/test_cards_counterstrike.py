"""The powers of each card of Xeno Counterstrike in Explore, Develop and Settle, and for defense."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.cards_counterstrike import (
    DEFENDERS,
    EXPLORERS,
    GAME,
    SETTLERS,
    STORES,
    TEMPORARY,
    WAR,
    WARRIORS,
    stores_of,
)
from tests.games.galaxy.rulings.invasion_positions import ARMY
from tests.games.galaxy.rulings.test_invasion_defense import check_a_good_for_defense

FRONTIER = "Frontier Settle"


RIVAL_ARMY = ["Epsilon Eridani", *ARMY]


@pytest.mark.parametrize(("card", "draw", "keep"), EXPLORERS)
def test_explore_powers(card: str, draw: int, keep: int) -> None:
    s = g.explore(tableau=[card], picks="Explore +5", game=GAME)
    assert len(g.hand(s, 0)) == 7 + draw
    assert g.must_discard(s, 0) == 7 + draw - (1 + keep)


# --- Develop ---


def cost_of_consumer_markets(tableau_: list[str]) -> int:
    s = g.develop(tableau=tableau_, hand=["Consumer Markets"], spare=8, game=GAME)
    g.answer(s, 0, "Consumer Markets")
    return g.must_pay(s, 0)


@pytest.mark.parametrize(
    ("tableau_", "cost"),
    [
        (["Old Earth"], 5),
        (["Successful Pioneer World"], 3),
        (["Terraforming Refugees", "Gem World"], 5),
        (["Terraforming Refugees", "Gem World", "Spice World"], 4),
        (["Terraforming Refugees", "Gem World", "Spice World", "Rebel Base"], 4),
        (["Terraforming Refugees", "Gem World", "Spice World", "Old Earth", "Comet Zone"], 3),
    ],
)
def test_develop_discounts(tableau_: list[str], cost: int) -> None:
    assert cost_of_consumer_markets(tableau_) == cost


@pytest.mark.parametrize(
    ("card", "store", "wrong", "less"),
    [
        ("Imperium Expansionists", "Comet Zone", "Gem World", 2),
        ("Clandestine Alien Researchers", "Alien Robotic Factory", "Comet Zone", 3),
    ],
)
def test_a_good_buys_a_develop_discount(card: str, store: str, wrong: str, less: int) -> None:
    cards = [card, store, wrong]
    s = g.develop(tableau=cards, goods=[store, wrong], hand=["Consumer Markets"], spare=8, game=GAME)
    g.answer(s, 0, "Consumer Markets")
    assert g.offered(s, 0) == [f"{card} + {store}", "pass"]
    g.answer(s, 0, f"{card} + {store}")
    assert g.must_pay(s, 0) == 5 - less
    assert g.goods(s, 0) == [wrong]
    s = g.develop(tableau=cards, goods=[store], hand=["Consumer Markets"], spare=5 - less, game=GAME)
    g.answer(s, 0, "Consumer Markets")
    assert g.hand(s, 0) == [], "bought without asking where it is needed"


def test_a_develop_discount_need_not_be_bought() -> None:
    s = g.develop(
        tableau=["Imperium Expansionists", "Comet Zone"],
        goods=["Comet Zone"],
        hand=["Consumer Markets"],
        spare=5,
        game=GAME,
    )
    g.answer(s, 0, "Consumer Markets")
    g.answer(s, 0, "pass")
    assert g.goods(s, 0) == ["Comet Zone"]
    assert g.hand(s, 0) == []


def test_monastery_world_draws_after_a_development() -> None:
    s = g.develop(tableau=["Monastery World"], hand=["Public Works"], spare=1, game=GAME)
    g.answer(s, 0, "Public Works")
    assert len(g.hand(s, 0)) == 1


def test_federation_frontier_hq_draws_two_at_the_start_of_develop() -> None:
    assert len(g.hand(g.develop(tableau=["Federation Frontier HQ"], game=GAME), 0)) == 2


# --- Military ---

LADDER = {  # military worlds by defense
    1: "New Survivalists",
    2: "Aquatic Uplift Race",
    3: "Pirate World",
    4: "Malevolent Lifeforms",
    5: "Rebel Outpost",
    6: "Rebel Base",
    7: "Rebel Homeworld",
    8: "Alien Defense Center",
}


XENO_LADDER = {
    2: "Xeno-Infested Uplift World",
    3: "Xeno Sentry World",
    4: "Xeno Colony",
    5: "Xeno Hostage Planet",
    6: "Xeno Warrior Colony",
    7: "Xeno-Held Populous World",
    8: "Xeno Staging Point",
    9: "Xeno Forward Command",
}


def conquers(world: str, tableau_: list[str]) -> bool:
    return world in g.offered(g.settle(tableau=tableau_, hand=[world], game=GAME), 0)


@pytest.mark.parametrize(("cards", "plain", "xeno"), WARRIORS)
def test_military(cards: list[str], plain: int, xeno: int) -> None:
    """Beside two Military of another card it conquers just so much and no more, Xenos a little more."""
    army = [*cards, "Space Marines"]
    assert conquers(LADDER[plain + 2], army)
    assert not conquers(LADDER[plain + 3], army)
    total = plain + 2 + xeno
    if total >= 2:
        assert total > 9 or conquers(XENO_LADDER[total], army)
    assert total > 8 or not conquers(XENO_LADDER[max(2, total + 1)], army)


@pytest.mark.parametrize(("cards", "plain", "xeno"), WARRIORS)
def test_military_vs_xenos_on_the_track(cards: list[str], plain: int, xeno: int) -> None:
    rival = g.seat(tableau=["Earth's Lost Colony"])
    assert (
        g.war(g.invasion(tableau=cards, rivals=[rival], attacks=[9, 9], game=WAR)).spaces[0] == plain + xeno
    )


@pytest.mark.parametrize(
    ("card", "army", "world", "other"),
    [
        ("Outlaw Claim Jumpers", "Expedition Force", "Rebel Resistance", "Pirate World"),
        ("Imperium Warlord Keep", "Drop Ships", "Rebel Outpost", "Lost Alien Warship"),
    ],
)
def test_military_against_rare_worlds_and_rebels(card: str, army: str, world: str, other: str) -> None:
    """Two more against the one, nothing against the other, which has the same defense."""
    assert conquers(world, [card, army])
    assert not conquers(other, [card, army])


@pytest.mark.parametrize("card", ["Anti-Xeno Uplift Warriors", "Anti-Xeno Uplift Base"])
def test_pay_for_military_for_chromosome_worlds_only(card: str) -> None:
    hand_ = ["Aquatic Uplift Race", "Pirate World", "Xeno-Infested Uplift World"]
    s = g.settle(tableau=[card], hand=hand_, spare=2, game=GAME)
    assert g.offered(s, 0) == ["Aquatic Uplift Race", "pass"], "and never for Xenos"
    g.answer(s, 0, "Aquatic Uplift Race")
    assert g.must_pay(s, 0) == 2


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(("cards", "total"), DEFENDERS)
def test_defense(cards: list[str], total: int, more: int) -> None:
    """It holds against anything less than its total, and not against as much."""
    s = g.invasion(
        tableau=cards, rivals=[g.seat(tableau=RIVAL_ARMY)], attacks=[total - 1 + more, 9], game=WAR
    )
    assert (g.war(s).awards[0] > 0) == (more == 0)


def test_defense_is_not_military() -> None:
    assert not conquers("Aquatic Uplift Race", ["Alien Anti-Xeno Guardians"])


@pytest.mark.parametrize(("card", "kind", "plain", "xeno"), TEMPORARY)
def test_a_good_for_temporary_military(card: str, kind: str, plain: int, xeno: int) -> None:
    """Beside one Military, a good conquers just so much, and only a good of the kind does."""
    store = STORES[kind][0]

    def can(world: str, *stores: str) -> bool:
        cards = [card, "Expedition Force", *stores]
        return world in g.offered(g.settle(tableau=cards, goods=list(stores), hand=[world], game=GAME), 0)

    assert can(LADDER[plain + 1], store)
    assert not can(LADDER[plain + 2], store)
    assert can(XENO_LADDER[xeno + 1], store)
    assert not can(XENO_LADDER[xeno + 2], store)
    others = [STORES[other][0] for other in STORES if other != kind]
    assert not can(XENO_LADDER[xeno + 1], *others)
    s = g.settle(
        tableau=[card, "Expedition Force", store], goods=[store], hand=[XENO_LADDER[xeno + 1]], game=GAME
    )
    g.answer(s, 0, XENO_LADDER[xeno + 1])
    assert g.tableau(s, 0)[-1] == XENO_LADDER[xeno + 1]
    assert store not in g.goods(s, 0)


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(("card", "kind", "plain", "xeno"), TEMPORARY)
def test_a_good_for_defense(card: str, kind: str, plain: int, xeno: int, more: int) -> None:
    own = 3 if card == "Alien Anti-Xeno Guardians" else 0
    store = STORES[kind][0]
    check_a_good_for_defense(card, store, own + xeno - 1 + more, holds=more == 0, game=WAR)


def test_the_alien_weapons_factory_takes_two_goods() -> None:
    """1 Military and 2 more against Xenos for each."""
    cards = ["Deserted Alien Weapons Factory", "Expedition Force"]
    held = ["Alien Robotic Factory", "Anti-Xeno Alien Bunker", "Alien Archives"]

    def can(world: str) -> bool:
        s = g.settle(tableau=[*cards, *held], goods=held, hand=[world], game=GAME)
        return world in g.offered(s, 0)

    assert can("Pirate World")
    assert not can("Malevolent Lifeforms"), "no third good"
    assert can("Xeno-Held Populous World")
    assert not can("Xeno Staging Point")
    s = g.settle(tableau=[*cards, *held], goods=held, hand=["Xeno-Held Populous World"], game=GAME)
    g.answer(s, 0, "Xeno-Held Populous World")
    for store in held[:2]:
        g.answer(s, 0, f"{cards[0]} + {store}")
    assert g.tableau(s, 0)[-1] == "Xeno-Held Populous World"
    assert g.goods(s, 0) == held[2:]


@pytest.mark.parametrize(
    ("card", "plain", "xeno"), [("Run-Amok Robots", 6, 6), ("Scorched-Earth Defense", 0, 2)]
)
def test_a_world_for_defense(card: str, plain: int, xeno: int) -> None:
    for more in (0, 1):
        s = g.invasion(
            tableau=[card, "Old Earth"],
            rivals=[g.seat(tableau=RIVAL_ARMY)],
            attacks=[xeno - 1 + more, 9],
            game=WAR,
        )
        g.answer(s, 0, f"{card} + Old Earth")
        assert (g.war(s).awards[0] > 0) == (more == 0)
        assert "Old Earth" in g.damaged(s, 0)


# --- settle discounts ---

COSTS = {"novelty": ("Prosperous World", 3), "rare": ("Mining World", 3), "genes": ("Plague World", 3)}


def paid_for(world: str, tableau_: list[str]) -> int:
    s = g.settle(tableau=tableau_, hand=[world], spare=9, game=GAME)
    g.answer(s, 0, world)
    return g.must_pay(s, 0) if g.question(s, 0) == "settle.pay" else 0


@pytest.mark.parametrize("kind", COSTS)
@pytest.mark.parametrize(("card", "discounts"), SETTLERS)
def test_settle_discounts(card: str, discounts: dict[str, int], kind: str) -> None:
    world, cost = COSTS[kind]
    assert paid_for(world, [card]) == cost - discounts.get(kind, 0)


def test_frontier_isolationists_cut_three_off_frontier_worlds() -> None:
    assert paid_for("Clandestine Alien Researchers", ["Frontier Isolationists"]) == 5 - 3
    assert paid_for("Mega-Exclusive Resort", ["Frontier Isolationists"]) == 8 - 3
    assert paid_for("Frontier Settlement", ["Frontier Isolationists"]) == 0
    assert paid_for("Mining World", ["Frontier Isolationists"]) == 3


def test_bio_engineers_cut_two_for_a_genes_good() -> None:
    cards = ["Terraforming Bio-Engineers", "Gem World"]
    s = g.settle(tableau=cards, goods=cards, hand=["Terraformed World"], spare=5, game=GAME)
    g.answer(s, 0, "Terraformed World")
    assert g.offered(s, 0) == ["Terraforming Bio-Engineers + Terraforming Bio-Engineers", "pass"]
    g.answer(s, 0, "Terraforming Bio-Engineers + Terraforming Bio-Engineers")
    assert g.must_pay(s, 0) == 3


def test_refugees_cut_two_for_any_good_up_to_three_times() -> None:
    held = stores_of("novelty", "rare", "genes", "alien")
    s = g.settle(
        tableau=["Terraforming Refugees", *held],
        goods=held,
        hand=["Mega-Exclusive Resort"],
        spare=8,
        game=GAME,
    )
    g.answer(s, 0, "Mega-Exclusive Resort")
    for store in held[:3]:
        g.answer(s, 0, f"Terraforming Refugees + {store}")
    assert g.must_pay(s, 0) == 8 - 6
    assert g.goods(s, 0) == held[3:]


def test_refugees_can_make_the_difference() -> None:
    held = stores_of("novelty", "rare", "genes")
    for spare, open_ in ((2, True), (1, False)):
        s = g.settle(
            tableau=["Terraforming Refugees", *held],
            goods=held,
            hand=["Mega-Exclusive Resort"],
            spare=spare,
            game=GAME,
        )
        assert ("Mega-Exclusive Resort" in g.offered(s, 0)) == open_
