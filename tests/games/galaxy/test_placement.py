"""A military world is offered if and only if some order of using temporary powers conquers it: tried out by force."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.random import Stream, seeded
from repulse.games.galaxy.codes import effect, events
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.military import aids_for, can_be_used
from repulse.games.galaxy.rules.placement import is_affordable, power_uses, use_power
from repulse.games.galaxy.rules.state import GalaxyState

CARDS = [
    "Star Nomad Trading Post",
    "Rebel Smuggling Post",
    "Xeno-Infested Imperium Cache",
    "Xeno-Held Mining Colony",
    "Xeno-Occupied Genetics Labs",
    "Anti-Xeno Alien Trap",
    "Pirate Lair",
    "Outlaw Rebel Mines",
    "Xeno-Held Alien Sentry Post",
    "Alien Anti-Xeno Guardians",
    "Deserted Alien Weapons Factory",
    "Run-Amok Robots",
    "Scorched-Earth Defense",
    "New Military Tactics",
    "Rebel Black Market Gangs",
    "Imperium Arms Factory",
    "Alien Weapon Cache",
    "Xeno-Embattled Colony",
    "Gem World",
    "Comet Zone",
    "Alien Robotic Factory",
    "Expedition Force",
]
TARGETS = [
    "Xeno Sentry World",
    "Xeno Colony",
    "Xeno Warrior Colony",
    "Xeno-Held Populous World",
    "Xeno Forward Command",
    "Pirate World",
    "Malevolent Lifeforms",
    "Rebel Base",
    "Rebel Homeworld",
]


def some(names: list[str], count: int, stream: Stream) -> list[str]:
    """Return some of the names, drawn at random."""
    order = list(range(len(names)))
    stream.shuffle(order)
    return [names[place] for place in order[:count]]


def can_be_conquered(s: GalaxyState, world: CardId) -> bool:
    """Return whether some sequence of temporary powers of seat 0 is enough."""
    aids = aids_for(s, 0)
    if is_affordable(s, 0, aids, world):
        return True
    for power in aids.optional:
        if power.do == effect.TEMP_MILITARY and can_be_used(s, 0, power, world):
            for use in power_uses(s, 0, power, world):
                after = s.clone()
                use_power(after, 0, use, world)
                if can_be_conquered(after, world):
                    return True
    return False


@pytest.mark.parametrize("game", ["frontier", "counterstrike"])
@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_conquerable_worlds_are_offered(seed: int, game: str) -> None:
    stream = seeded(seed)
    cards = some(CARDS, 2 + stream.below(4), stream)
    table = g.settle(game=game).cards
    stores = [name for name in cards if table.kind[table.ids[name]]]
    held = some(stores, stream.below(len(stores) + 1), stream)
    for name in TARGETS:
        s = g.settle(
            tableau=cards, goods=held, hand=[name], rivals=[g.seat(tableau=["Old Earth"])], game=game
        )
        world = table.ids[name]
        placed = s.clone()
        placed.place(0, world)
        assert (world in s.decision(0).options) == can_be_conquered(placed, world), (name, cards, held)


@pytest.mark.parametrize("seed", range(40))
def test_every_offered_payment_leads_to_the_world(seed: int) -> None:
    """No use is offered after which the world could not be conquered any more."""
    stream = seeded(seed)
    cards = some(CARDS, 5, stream)
    table = g.settle(game="frontier").cards
    held = [name for name in cards if table.kind[table.ids[name]]]
    for name in TARGETS:
        s = g.settle(
            tableau=cards, goods=held, hand=[name], rivals=[g.seat(tableau=["Old Earth"])], game="frontier"
        )
        world = table.ids[name]
        if world not in s.decision(0).options:
            continue
        s.log = []
        s.apply(0, [world])
        while s.owing and s.decision(0).prompt == "settle.means":
            options = s.decision(0).options
            s.apply(0, [options[stream.below(len(options))]])
        totals = [event[3] for event in s.log if event[0] == events.CONQUER]
        assert totals[0] >= table.cost[world]
