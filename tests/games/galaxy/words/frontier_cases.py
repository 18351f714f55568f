"""Refusals of the Frontier and the Counterstrike game: positions, and what is refused in them."""

from __future__ import annotations

from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.naming import Case, card, use

from repulse.games.galaxy.codes import action
from repulse.games.galaxy.codes.packing import pack_keep
from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.phases.conquest import ATTACK, NORMAL_SETTLE
from repulse.games.galaxy.rules.state import GalaxyState

PASS = -1
FRONTIER = "Frontier Settle"
FIVE = ["Old Earth", "Gem World", "Spice World", "Mining Robots", "Investment Credits"]


def tucked() -> GalaxyState:
    return g.new_round(game="frontier", tucked=[0])


def ordering() -> GalaxyState:
    """Settle and Frontier Settle are picked together."""
    s = g.new_round(game="frontier", experienced=True)
    g.answer(s, 0, "Settle", FRONTIER)
    g.answer(s, 1, "Consume: 2x VPs", "Consume: Trade")
    assert g.question(s, 0) == "actions.order"
    return s


def choosing_deck(conquest: bool = False) -> GalaxyState:
    s = g.settle(
        tableau=FIVE, picks=FRONTIER, game="counterstrike" if conquest else "frontier", conquest=conquest
    )
    assert g.question(s, 0) == "frontier.deck"
    return s


def choosing_deck_late() -> GalaxyState:
    return choosing_deck(conquest=True)


def choosing_attack() -> GalaxyState:
    """Return the conquest stage: a Far world is there, so an attack may be chosen."""
    s = g.settle(
        tableau=["Old Earth", "Frontier Surveyors"],
        picks=FRONTIER,
        game="counterstrike",
        conquest=True,
        spare=2,
    )
    assert g.question(s, 0) == "conquest.choice"
    return s


def choosing_without_near() -> GalaxyState:
    s = g.settle(
        tableau=[*FIVE, "Frontier Surveyors"],
        picks=FRONTIER,
        game="counterstrike",
        conquest=True,
        far=["Deep Space Terraforming"],
        frontier_unused="removed",
    )
    assert g.question(s, 0) == "conquest.choice"
    return s


def choosing_without_systems() -> GalaxyState:
    s = g.settle(
        tableau=["Old Earth", "Frontier Surveyors"],
        picks=FRONTIER,
        game="counterstrike",
        conquest=True,
        systems=[],
        spare=1,
    )
    assert g.question(s, 0) == "conquest.choice"
    return s


def drawn() -> GalaxyState:
    """Three cards of the Near deck, of which one can be settled."""
    s = g.settle(
        tableau=["Old Earth"],
        picks=FRONTIER,
        spare=1,
        game="frontier",
        near=["Xeno Sentry World", "Scavenger World", "Monastery World"],
    )
    assert g.question(s, 0) == "frontier.settle"
    return s


def settling_with_refugees() -> GalaxyState:
    """Goods can buy discounts, but not enough of them."""
    return g.settle(
        tableau=["Old Earth", "Terraforming Refugees", "Spice World"],
        goods=["Spice World"],
        hand=["Galactic Trendsetters", "Comet Zone"],
        game="frontier",
    )


def buying(*more: str, hand: str = "Comet Zone", spare: int = 3, goods: tuple[str, ...] = ()) -> GalaxyState:
    """Return a world is placed, and discounts can be bought for it."""
    s = g.settle(
        tableau=["Old Earth", "Terraforming Bio-Engineers", "Terraforming Refugees", *more],
        goods=["Terraforming Bio-Engineers", *goods],
        hand=[hand],
        spare=spare,
        game="frontier",
    )
    g.answer(s, 0, hand)
    assert g.question(s, 0) == "settle.means"
    return s


def buying_all() -> GalaxyState:
    """Discounts have been bought until the world costs nothing."""
    s = buying("New Military Tactics", "Spice World", "Gem World", goods=("Spice World", "Gem World"))
    for world in ("Spice World", "Gem World"):
        g.answer(s, 0, f"Terraforming Refugees + {world}")
    return s


def buying_short() -> GalaxyState:
    """Return the hand is not enough."""
    return buying("Spice World", spare=1, goods=("Spice World",))


def conquering() -> GalaxyState:
    """Return a military world is to be conquered."""
    s = g.settle(
        tableau=["New Sparta", "Terraforming Bio-Engineers", "New Military Tactics", "Spice World"],
        goods=["Spice World"],
        hand=["Rebel Miners"],
        game="frontier",
    )
    g.answer(s, 0, "Rebel Miners")
    assert g.question(s, 0) == "settle.means"
    return s


def robots_after_a_good() -> GalaxyState:
    """Military 8 is needed: the Robots' 6, and 2 for the good of the Colony, which the Robots must not take."""
    s = g.settle(
        tableau=["Old Earth", "Run-Amok Robots", "Xeno-Held Mining Colony"],
        goods=["Xeno-Held Mining Colony"],
        hand=["Xeno Staging Point"],
        game="frontier",
    )
    g.answer(s, 0, "Xeno Staging Point")
    assert g.question(s, 0) == "settle.means"
    return s


def developing() -> GalaxyState:
    """Return a development is placed, and discounts can be bought for it."""
    s = g.develop(
        tableau=["Old Earth", "Imperium Expansionists", "Asteroid Belt", "Spice World"],
        goods=["Asteroid Belt", "Spice World"],
        hand=["Galactic Federation"],
        spare=6,
        game="frontier",
    )
    g.answer(s, 0, "Galactic Federation")
    assert g.question(s, 0) == "develop.means"
    return s


def replacing() -> GalaxyState:
    s = replacing_world()
    g.answer(s, 0, "Gem World")
    assert g.question(s, 0) == "develop.replace"
    return s


def replacing_world() -> GalaxyState:
    s = g.develop(
        tableau=["Old Earth", "Gem World", "Scorched-Earth Defense"],
        hand=["Mining Robots", "Galactic Federation", "Spice World", "Scorched-Earth Defense"],
        game="frontier",
    )
    assert g.question(s, 0) == "develop.replace_world"
    return s


def replacing_with_nothing() -> GalaxyState:
    s = g.develop(
        tableau=["Old Earth", "Gem World", "Scorched-Earth Defense"],
        hand=["Galactic Federation"],
        game="frontier",
    )
    assert g.question(s, 0) == "develop.replace_world"
    return s


def scorching(*more: str, damaged: tuple[str, ...] = (), game: str = "counterstrike") -> GalaxyState:
    """Return a Xeno world is placed: the Robots and the Defense take worlds for temporary Military."""
    s = g.settle(
        tableau=["Old Earth", "Run-Amok Robots", "Scorched-Earth Defense", *more],
        damaged=damaged,
        hand=["Xeno Sentry World"],
        game=game,
    )
    g.answer(s, 0, "Xeno Sentry World")
    assert g.question(s, 0) == "settle.means"
    return s


def scorching_beside_a_damaged_world() -> GalaxyState:
    return scorching("Gem World", damaged=("Gem World",))


def terraforming(*more: str, hand: str = "Comet Zone") -> GalaxyState:
    """Deep Space Terraforming takes Near Frontier worlds."""
    s = g.settle(
        tableau=["New Sparta", "Contact Specialist", "Deep Space Terraforming", "Colony Ship", *more],
        hand=[hand],
        spare=4,
        game="frontier",
    )
    g.answer(s, 0, hand)
    assert g.question(s, 0) == "settle.means"
    return s


def terraforming_near() -> GalaxyState:
    return terraforming("Scavenger World", "Monastery World")


def attacking() -> GalaxyState:
    """Return a satellite is attacked, and temporary Military can bring it down."""
    s = g.settle(
        tableau=[
            "New Sparta",
            "Contact Specialist",
            "Run-Amok Robots",
            "Imperium Warlord Keep",
            "Drop Ships",
            "Space Marines",
        ],
        picks=FRONTIER,
        game="counterstrike",
        conquest=True,
        systems=["Xeno Satellite I"],
        near=[],
    )
    g.answer(s, 0, "attack")
    assert g.question(s, 0) == "conquest.means"
    return s


def trading_engineers() -> GalaxyState:
    return g.consume(
        tableau=["Old Earth", "Terraforming Bio-Engineers", "Spice World", "Gem World"],
        goods=["Terraforming Bio-Engineers", "Spice World", "Gem World"],
        picks="Consume: Trade",
        game="frontier",
    )


def filling() -> GalaxyState:
    return g.produce(
        tableau=["Old Earth", "Anti-Xeno Alien Trap", "Radioactive World", "Destroyed World"],
        picks="Produce",
        game="frontier",
    )


FRONTIER_CASES: list[Case] = [
    ("action-tucked", tucked, lambda s: action.FRONTIER, "you played it last round"),
    ("action-not-chosen", ordering, lambda s: action.PRODUCE, "Settle and Frontier/Conquest Settle"),
    ("no-such-deck", choosing_deck, lambda s: 9, ""),
    ("no-conquest", choosing_deck, lambda s: ATTACK, ""),
    ("no-supply", choosing_deck_late, lambda s: ATTACK, "or 16 cards there; you have 5"),
    ("no-settle", choosing_attack, lambda s: NORMAL_SETTLE, ""),
    ("deck-closed", choosing_attack, lambda s: FAR, "needs 5 cards in your tableau; you have 2"),
    ("deck-empty", choosing_without_near, lambda s: NEAR, "Near Frontier"),
    ("no-systems", choosing_without_systems, lambda s: ATTACK, ""),
    ("must-keep", drawn, lambda s: PASS, ""),
    ("no-such-card", drawn, lambda s: 255, ""),
    ("not-looked", drawn, lambda s: card(s, "Pirate Lair"), "Pirate Lair"),
    ("not-looked", drawn, lambda s: pack_keep(card(s, "Pirate Lair")), "Pirate Lair"),
    ("too-expensive", drawn, lambda s: card(s, "Monastery World"), "you can spend 1"),
    ("military-too-low", drawn, lambda s: card(s, "Xeno Sentry World"), "needs Military 3; you have 0"),
    (
        "too-expensive-bought",
        settling_with_refugees,
        lambda s: card(s, "Galactic Trendsetters"),
        "you can spend 1, and buy off 2",
    ),
    ("free-already", buying_all, lambda s: use(s, "Terraforming Bio-Engineers", "Spice World"), "Comet Zone"),
    ("which-good", buying, lambda s: use(s, "Terraforming Bio-Engineers"), "Bio-Engineers"),
    ("must-pay", buying_short, lambda s: PASS, "you can spend 1"),
    ("free-needs-payment", conquering, lambda s: use(s, "Terraforming Bio-Engineers", "Spice World"), ""),
    ("which-good", developing, lambda s: use(s, "Imperium Expansionists"), ""),
    ("wrong-kind", developing, lambda s: use(s, "Imperium Expansionists", "Spice World"), "Rare kind"),
    ("wrong-phase", developing, lambda s: use(s, "Imperium Expansionists", number=2), ""),
    ("not-a-development", replacing, lambda s: card(s, "Spice World"), "Spice World"),
    ("in-tableau", replacing, lambda s: card(s, "Scorched-Earth Defense"), ""),
    ("too-dear-to-replace", replacing, lambda s: card(s, "Galactic Federation"), "costs 6"),
    ("nothing-to-replace-with", replacing_with_nothing, lambda s: card(s, "Gem World"), "Gem World"),
    ("not-replaced", replacing_world, lambda s: card(s, "Scorched-Earth Defense"), ""),
    ("which-world", scorching, lambda s: use(s, "Run-Amok Robots"), ""),
    ("world-just-placed", scorching, lambda s: use(s, "Run-Amok Robots", "Xeno Sentry World"), ""),
    ("not-in-tableau", scorching, lambda s: use(s, "Run-Amok Robots", "Gem World"), ""),
    ("takes-no-development", scorching, lambda s: use(s, "Run-Amok Robots", "Scorched-Earth Defense"), ""),
    (
        "damaged",
        scorching_beside_a_damaged_world,
        lambda s: use(s, "Scorched-Earth Defense", "Gem World", 2),
        "Gem World",
    ),
    (
        "leaves-no-way",
        robots_after_a_good,
        lambda s: use(s, "Run-Amok Robots", "Xeno-Held Mining Colony"),
        "",
    ),
    ("no-worlds-to-give", terraforming, lambda s: use(s, "Deep Space Terraforming", number=2), ""),
    (
        "not-near",
        terraforming_near,
        lambda s: use(s, "Deep Space Terraforming", "New Sparta", 2),
        "New Sparta",
    ),
    ("not-in-attack", attacking, lambda s: use(s, "Contact Specialist", number=2), "Contact Specialist"),
    ("which-world", attacking, lambda s: use(s, "Run-Amok Robots"), ""),
    ("cannot-sell", trading_engineers, lambda s: card(s, "Terraforming Bio-Engineers"), ""),
    ("cannot-produce", filling, lambda s: card(s, "Anti-Xeno Alien Trap"), ""),
]
