"""Positions in which options are refused, shared by the cases of test_refusals.py."""

from __future__ import annotations

from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.naming import (
    card,
)

from repulse.games.galaxy.codes import no_card, step
from repulse.games.galaxy.rules.holdings import NO_GOOD
from repulse.games.galaxy.rules.state import GalaxyState


def developing() -> GalaxyState:
    return g.develop(
        tableau=["Old Earth", "Contact Specialist"],
        hand=["Contact Specialist", "Gem World", "Galactic Federation"],
        picks="Develop",
    )


def settling() -> GalaxyState:
    return g.settle(
        tableau=["New Sparta", "New Military Tactics"],
        hand=["Tourist World", "Lost Alien Battle Fleet", "Mining Robots"],
    )


def placing(world: str, *tableau: str, goods: tuple[str, ...] = (), spare: int = 3) -> GalaxyState:
    """Return a world is placed and powers may be used for it."""
    s = g.settle(
        tableau=["New Sparta", "New Military Tactics", *tableau],
        hand=[world],
        goods=goods,
        spare=spare,
        game="xeno-invasion",
    )
    g.answer(s, 0, world)
    assert g.question(s, 0) == "settle.means"
    return s


def placing_gems() -> GalaxyState:
    return placing("Gem World")


def armed(*goods: str) -> GalaxyState:
    """Return a windfall world with a Rare good is placed; the Arms Factory takes Rare goods."""
    return placing(
        "Radioactive World", "Imperium Arms Factory", "Asteroid Belt", "Spice World", "Gem World", goods=goods
    )


def consuming(*tableau: str, goods: tuple[str, ...] = (), spare: int = 1) -> GalaxyState:
    return g.consume(tableau=["Old Earth", *tableau], goods=goods, spare=spare, game="xeno-invasion")


def giving_three_kinds() -> GalaxyState:
    worlds = ("Spice World", "Gem World", "Comet Zone", "Plague World")
    s = consuming("Diversified Economy", *worlds, goods=worlds)
    g.answer(s, 0, "Diversified Economy")
    g.answer(s, 0, "Spice World")
    assert g.question(s, 0) == "consume.good"
    return s


def giving_genes_first() -> GalaxyState:
    """Adaptable Uplift Race takes a Genes good, then any other."""
    worlds = ("Plague World", "Spice World", "Adaptable Uplift Race", "Gem World")
    s = consuming(*worlds, goods=worlds)
    g.answer(s, 0, "Adaptable Uplift Race")
    assert g.question(s, 0) == "consume.good"
    return s


def filling() -> GalaxyState:
    """Return the Mining Robots produce on a Rare windfall world."""
    return g.produce(
        tableau=[
            "Old Earth",
            "Mining Robots",
            "Asteroid Belt",
            "Radioactive World",
            "Destroyed World",
            "Blaster Gem Mines",
            "Spice World",
            "Star Nomad Lair",
        ],
        goods=["Blaster Gem Mines"],
        picks="Produce",
    )


def archiving() -> GalaxyState:
    """Return a card may be discarded for a good on the Alien Archives."""
    s = g.produce(
        tableau=[
            "Old Earth",
            "Alien Archives",
            "Diversified Economy",
            "Uplift Terraforming",
            "Construction Corps",
        ],
        spare=2,
        game="xeno-invasion",
    )
    assert g.question(s, 0) == "produce.power"
    return s


def at_war(step: int, damaged: tuple[str, ...] = (), spare: int = 2) -> GalaxyState:
    s = g.galaxy(
        step,
        tableau=["Old Earth", "Mining Robots", "Spice World", "Gem World"],
        goods=["Spice World"],
        spare=spare,
        game="invasion",
    )
    for world in damaged:
        s.damage(0, card(s, world))
    return s


def suffering() -> GalaxyState:
    """Return a world of seat 0 is to be damaged; another one is already."""
    s = at_war(step.ROUND, ("Gem World",))
    s.owing = 0
    s.agenda = []
    s.then(step.DAMAGE, 0)
    s.forget_decisions()
    s.advance()
    assert g.question(s, 0) == "invasion.damage"
    return s


def repairing() -> GalaxyState:
    """Return a damaged world is to be repaired."""
    s = at_war(step.ROUND, ("Gem World", "Old Earth"))
    s.owing = 0
    s.agenda = []
    s.then(step.REPAIR_WORLD, 0, no_card.REPAIR_BONUS)
    s.forget_decisions()
    s.advance()
    assert g.question(s, 0) == "repair.world"
    return s


def already_free() -> GalaxyState:
    s = placing("Gem World", "Colony Ship")
    s.payment.is_free = True
    s.forget_decisions()
    return s


def already_paid() -> GalaxyState:
    s = placing("Rebel Miners", "Contact Specialist", "Anti-Xeno Embassy")
    g.answer(s, 0, "Contact Specialist")
    return s


def to_be_paid() -> GalaxyState:
    """Return the Contact Specialist is used, and only the Colony Ship can pay for the rest."""
    s = placing("Rebel Homeworld", "Contact Specialist", "Colony Ship", spare=1)
    g.answer(s, 0, "Contact Specialist")
    return s


def gambling() -> GalaxyState:
    s = consuming("Gambling World")
    assert g.question(s, 0) == "consume.lucky"
    return s


def twice_filled() -> GalaxyState:
    """Return the bonus is used for one windfall world; that one cannot be the next."""
    s = filling()
    g.answer(s, 0, "Asteroid Belt")
    assert g.question(s, 0) == "produce.windfall"
    s.goods[0][s.tableau[0].index(card(s, "Asteroid Belt"))] = NO_GOOD
    s.forget_decisions()
    return s


def filling_damaged() -> GalaxyState:
    s = filling()
    s.damage(0, card(s, "Asteroid Belt"))
    s.forget_decisions()
    return s


def archiving_beside_gems() -> GalaxyState:
    return g.produce(tableau=["Old Earth", "Alien Archives", "Gem World"], spare=2, game="xeno-invasion")
