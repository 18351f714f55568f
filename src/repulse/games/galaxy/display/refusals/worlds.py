"""Why a world of the tableau cannot be chosen."""

from __future__ import annotations

from repulse.engine.contract import Decision
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.refusals.reason import Facts, Reason
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do
from repulse.games.galaxy.rules.packing import POWERS_A_CARD
from repulse.games.galaxy.rules.phases.consume import tradable
from repulse.games.galaxy.rules.phases.invasion import damageable
from repulse.games.galaxy.rules.state import GalaxyState


def world_reason(p: Phrases, s: GalaxyState, decision: Decision, world: CardId) -> Reason:
    """Why a world is not among those that may be chosen."""
    seat = decision.seat
    facts: Facts = {"card": p.name(world)}
    if world not in s.tableau[seat]:
        return "not-in-tableau", facts
    if decision.prompt == "develop.replace_world":
        return ("not-replaced" if s.cards.development[world] else "nothing-to-replace-with"), facts
    if decision.prompt == "invasion.damage":
        if s.cards.development[world]:
            return "is-development", facts
        if world in s.damaged_worlds(seat):
            return "damaged", facts
        return "damaged-first", {**facts, "first": p.name(damageable(s, seat)[0])}
    if decision.prompt == "repair.world":
        return "not-damaged", facts
    if decision.prompt == "produce.windfall":
        return _windfall_reason(p, s, decision, world)
    if not s.has_good(seat, world):
        return "no-good", facts
    if decision.prompt == "consume.trade" and world not in tradable(s, seat):
        return "cannot-sell", facts
    if decision.prompt in ("consume.goods", "consume.good"):
        return _good_reason(p, s, s.cards.power(decision.about), world)
    return "not-offered", {}


def _good_reason(p: Phrases, s: GalaxyState, power: Power, world: CardId) -> Reason:
    """Why the good of a world cannot be given to a power that asks for goods."""
    facts: Facts = {"card": p.name(world), "kind": p.kind(world), "source": p.name(power.card)}
    if world in s.taken:
        return "good-taken", facts
    if power.do == do.CONSUME_DIFFERENT:
        return "kind-taken", facts
    wanted = power.goods[min(len(s.taken), len(power.goods) - 1)]
    if wanted and s.cards.kind[world] != wanted:
        return "wrong-kind", {**facts, "wanted": p.kind_name(wanted)}
    return "good-needed", facts


def _windfall_reason(p: Phrases, s: GalaxyState, decision: Decision, world: CardId) -> Reason:
    """Why a world cannot produce by a windfall power."""
    seat = decision.seat
    facts: Facts = {"card": p.name(world)}
    if not s.cards.windfall[world]:
        return "not-windfall", facts
    if world in s.damaged_worlds(seat):
        return "damaged", facts
    if s.has_good(seat, world):
        return "has-good", facts
    if world in s.produced[seat]:
        return "has-produced", facts
    if any(power.do == do.CANNOT_PRODUCE for power in s.cards.produce[world]):
        return "cannot-produce", facts
    facts["source"] = p.power_source(decision.about)
    if decision.about >= POWERS_A_CARD:
        power = s.cards.power(decision.about)
        if power.kind and power.kind != s.cards.kind[world]:
            return "wrong-kind", {**facts, "kind": p.kind(world), "wanted": p.kind_name(power.kind)}
        if power.not_this_world and power.card == world:
            return "not-itself", facts
    return "not-offered", {}
