"""Why a world of the tableau cannot be chosen."""

from __future__ import annotations

from repulse.engine.contract import Data, Decision
from repulse.games.galaxy.codes import effect, good_kind
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.phases.consume import tradable
from repulse.games.galaxy.rules.phases.invasion import damageable
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.refusals.reason import Reason, card_fact, power_fact
from repulse.games.galaxy.rules.tokens import word_of


def world_reason(state: Position, decision: Decision, world: CardId) -> Reason:
    """Return why a world is not among those that may be chosen."""
    seat = decision.seat
    facts: Data = card_fact(state, world)
    if world not in state.tableau[seat]:
        return "not-in-tableau", facts
    if decision.prompt == "develop.replace_world":
        return ("not-replaced" if state.cards.development[world] else "nothing-to-replace-with"), facts
    if decision.prompt == "invasion.damage":
        if state.cards.development[world]:
            return "is-development", facts
        if world in state.damaged_worlds(seat):
            return "damaged", facts
        return "damaged-first", {**facts, "first": state.cards.names[damageable(state, seat)[0]]}
    if decision.prompt == "repair.world":
        return "not-damaged", facts
    if decision.prompt == "produce.windfall":
        return _windfall_reason(state, decision, world)
    if not state.has_good(seat, world):
        return "no-good", facts
    if decision.prompt == "consume.trade" and world not in tradable(state, seat):
        return "cannot-sell", facts
    if decision.prompt in ("consume.goods", "consume.good"):
        return _good_reason(state, state.cards.power(decision.about), world)
    return "not-offered", {}


def _good_reason(state: Position, power: CompiledPower, world: CardId) -> Reason:
    """Return why the good of a world cannot be given to a power that asks for goods."""
    facts: Data = {
        **card_fact(state, world),
        **power_fact(state, power.ident),
        "kind": good_kind.NAMES[state.cards.kind[world]],
    }
    if world in state.payment.taken_goods:
        return "good-taken", facts
    if power.do == effect.CONSUME_DIFFERENT:
        return "kind-taken", facts
    kind_needed = power.goods[min(len(state.payment.taken_goods), len(power.goods) - 1)]
    if kind_needed and state.cards.kind[world] != kind_needed:
        return "wrong-kind", {**facts, "wanted": good_kind.NAMES[kind_needed]}
    return "good-needed", facts


def _windfall_reason(state: Position, decision: Decision, world: CardId) -> Reason:
    """Return why a world cannot produce by a windfall power."""
    seat = decision.seat
    facts: Data = card_fact(state, world)
    if not state.cards.windfall[world]:
        return "not-windfall", facts
    if world in state.damaged_worlds(seat):
        return "damaged", facts
    if state.has_good(seat, world):
        return "has-good", facts
    if world in state.produced[seat]:
        return "has-produced", facts
    if any(power.do == effect.CANNOT_PRODUCE for power in state.cards.produce[world]):
        return "cannot-produce", facts
    facts["power"] = word_of(state.cards, "power", decision.about)
    if decision.about >= POWERS_PER_CARD:
        power = state.cards.power(decision.about)
        if power.kind and power.kind != state.cards.kind[world]:
            return "wrong-kind", {
                **facts,
                "kind": good_kind.NAMES[state.cards.kind[world]],
                "wanted": good_kind.NAMES[power.kind],
            }
        if power.not_this_world and power.card == world:
            return "not-itself", facts
    return "not-offered", {}
