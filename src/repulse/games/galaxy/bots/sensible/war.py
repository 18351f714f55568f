"""The Xeno invasion: when to defend, what to lose, what to give, what to repair."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision, Seat
from repulse.games.galaxy.bots.sensible.evaluation import Outlook
from repulse.games.galaxy.bots.sensible.placing import (
    NEVER,
    cheapest_world,
    good_loss,
    use_cost,
)
from repulse.games.galaxy.rules.codes import no_card
from repulse.games.galaxy.rules.packing import power_of
from repulse.games.galaxy.rules.phases.invasion import attack_strength, defense_total
from repulse.games.galaxy.rules.score import total_score, war_bonus
from repulse.games.galaxy.rules.war import AWARDS, RETALIATION_AWARDS, STAGE_INVASION

_GIVE_IN = -1
_BUNKER_DEFENSE = 2


def use_defense(o: Outlook, decision: Decision) -> Choice:
    """Hold as cheaply as can be, if holding is worth it; else give in."""
    war = o.view.war
    if war is None:
        return [decision.options[0]]
    seat = o.seat
    need = attack_strength(o.view, seat) - defense_total(o.view, seat) + 1
    best = _GIVE_IN
    cheapest = NEVER
    for use in decision.options:
        if use != _GIVE_IN:
            gives = _defense_of(o, use)
            # Several small means can do what one does: each by its share.
            cost = _defense_cost(o, use) * max(1.0, need / max(1, gives)) + 0.01 * gives
            if cost < cheapest:
                cheapest = cost
                best = use
    return [best if cheapest <= _worth_of_holding(o) else _GIVE_IN]


def _defense_of(o: Outlook, use: int) -> int:
    ident = power_of(use)
    return _BUNKER_DEFENSE if ident == no_card.BUNKER else o.table.power(ident).amount


def _defense_cost(o: Outlook, use: int) -> float:
    if power_of(use) == no_card.BUNKER:
        values = o.hand_values()
        return min(values) if values else NEVER
    return use_cost(o, use)


def _worth_of_holding(o: Outlook) -> float:
    """The award, the world that is not damaged, and the empire that is not defeated."""
    war = o.view.war
    if war is None:
        return 0.0
    lost = cheapest_world(o)
    if o.later > 1.0:
        lost = min(lost, lost * 0.4 + 2.0 * o.card)  # it can be repaired
    awards = AWARDS if war.stage == STAGE_INVASION else RETALIATION_AWARDS
    worth = awards[o.view.players][war.ranks[o.seat]] + (lost if lost < NEVER else 0.0)
    if war.stage == STAGE_INVASION and nobody_else_holds(o):
        if war.defeats == 0:
            worth += o.weights.first_defeat
        elif not wins_by_defeat(o):
            worth += o.weights.last_defeat
    return worth


def nobody_else_holds(o: Outlook) -> bool:
    """Whether all others fail: those before have failed, those after are about to by what everybody can see."""
    view = o.view
    war = view.war
    if war is None:
        return False
    turn_over = True
    for other in view.player_order():
        if other == o.seat:
            turn_over = False
        elif turn_over:
            if not war.failed >> other & 1:
                return False
        elif defense_total(view, other) - view.temp > attack_strength(view, other):
            return False
    return True


def wins_by_defeat(o: Outlook) -> bool:
    """Whether this seat would win if the empire were defeated now: no bonuses, and one more world damaged."""
    view = o.view
    own = defeat_score(o, o.seat)
    least = NEVER
    for world in o.tableau:
        if not o.table.development[world]:
            least = min(least, o.points(world))
    if least < NEVER:
        own -= least
    others = [defeat_score(o, other) for other in range(view.players) if other != o.seat]
    return own > max(others)


def defeat_score(o: Outlook, seat: Seat) -> float:
    """The points of a seat without the bonuses, which a defeated empire does not give."""
    return float(total_score(o.view, seat) - war_bonus(o.view, seat))


def choose_damage(o: Outlook, decision: Decision) -> Choice:
    """Let the world be damaged that is worth least."""
    best = decision.options[0]
    least = NEVER
    goods = o.view.worlds_with_goods(o.seat, 0)
    for world in decision.options:
        value = o.worth(world)
        if world in goods:
            value += good_loss(o, o.table.kind[world])
        if value < least:
            least = value
            best = world
    return [best]


def contribute(o: Outlook, decision: Decision) -> Choice:
    """Give goods that are made anew at once, and those that are worth less than what they earn."""
    given: Choice = []
    chip = 1.0 if o.doomed else 1.0 + o.weights.most_given
    for world in decision.options:
        kind = o.table.kind[world]
        if o.study.produces[world] or good_loss(o, kind) < chip:
            given.append(world)
    given.sort()
    return given


def repair_pays(o: Outlook, ident: int) -> bool:
    """Whether a repair is worth what it costs."""
    best = best_repair(o)
    if ident == no_card.REPAIR_BONUS:
        return True
    if ident == no_card.REPAIR_WITH_CARDS:
        values = sorted(o.hand_values())
        return len(values) >= 2 and values[0] + values[1] < best
    if ident == no_card.REPAIR_WITH_GOOD:
        return good_loss(o, 0) < best
    return False


def best_repair(o: Outlook) -> float:
    """What the best of the damaged worlds would be worth again, as far as it will not be damaged anew."""
    best = 0.0
    for world in o.view.damaged_worlds(o.seat):
        best = max(best, o.worth(world))
    return best * o.stands(o.worlds() + 1)
