"""The Xeno invasion: when to defend, what to lose, what to give, what to repair."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Choice, Decision, Seat
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.placing import (
    NEVER,
    cheapest_world,
    good_loss,
    use_cost,
)
from repulse.games.galaxy.codes import no_card, price
from repulse.games.galaxy.codes.packing import power_of
from repulse.games.galaxy.rules.phases.invasion import attack_strength, defense_total, is_decided
from repulse.games.galaxy.rules.phases.rounds import END_TABLEAU, endings_of
from repulse.games.galaxy.rules.score import score_before_bonus, total_score
from repulse.games.galaxy.rules.war import AWARDS, STAGE_INVASION

_NO_MORE: Final = -1
_BUNKER_DEFENSE: Final = 2


def use_defense(ev: Evaluation, decision: Decision) -> Choice:
    """Defend as cheaply as possible if it is worth it; otherwise use no more powers."""
    war = ev.view.war
    if war is None:
        return [decision.options[0]]
    seat = ev.seat
    if is_decided(ev.view, seat):
        return [_idle_use(ev, decision)]
    need = attack_strength(ev.view, seat) - defense_total(ev.view, seat) + 1
    best = _NO_MORE
    cheapest = NEVER
    for use in decision.options:
        if use != _NO_MORE:
            gives = _defense_of(ev, use)
            # Several small powers can do what one large one does, so each is judged by its share.
            cost = _defense_cost(ev, use) * max(1.0, need / max(1, gives)) + 0.01 * gives
            if cost < cheapest:
                cheapest = cost
                best = use
    return [best if cheapest <= _worth_of_holding(ev) else _NO_MORE]


def _idle_use(ev: Evaluation, decision: Decision) -> int:
    """Use a power that decides nothing only while behind: its card leaves a tableau that would end the game."""
    view = ev.view
    seat = ev.seat
    if endings_of(view) != END_TABLEAU or len(view.tableau[seat]) > view.tableau_limit:
        return _NO_MORE
    own = total_score(view, seat)
    behind = False
    for other in range(view.players):
        if other != seat:
            if len(view.tableau[other]) >= view.tableau_limit:
                return _NO_MORE
            behind = behind or total_score(view, other) > own
    if behind:
        for use in decision.options:
            if (
                use > 0
                and power_of(use) != no_card.BUNKER
                and ev.table.power(power_of(use)).discard == price.SELF
            ):
                return use
    return _NO_MORE


def _defense_of(ev: Evaluation, use: int) -> int:
    ident = power_of(use)
    return _BUNKER_DEFENSE if ident == no_card.BUNKER else ev.table.power(ident).amount


def _defense_cost(ev: Evaluation, use: int) -> float:
    if power_of(use) == no_card.BUNKER:
        values = ev.hand_values()
        return min(values) if values else NEVER
    return use_cost(ev, use)


def _worth_of_holding(ev: Evaluation) -> float:
    """Return the value of holding: the award, the world that is not damaged, and the empire that is not defeated."""
    war = ev.view.war
    if war is None:
        return 0.0
    lost = cheapest_world(ev)
    if ev.later > 1.0:
        lost = min(lost, lost * 0.4 + 2.0 * ev.card)  # it can be repaired
    awards = AWARDS if war.stage == STAGE_INVASION else ev.view.cards.war.retaliation_awards
    worth = awards[ev.view.players][war.ranks[ev.seat]] + (lost if lost < NEVER else 0.0)
    if war.stage == STAGE_INVASION and nobody_else_holds(ev):
        if war.defeats == 0:
            worth += ev.weights.first_defeat
        elif not wins_by_defeat(ev):
            worth += ev.weights.last_defeat
    return worth


def nobody_else_holds(ev: Evaluation) -> bool:
    """Return whether all others fail: earlier seats have failed, later ones will by what everybody can see."""
    view = ev.view
    war = view.war
    if war is None:
        return False
    turn_over = True
    for other in view.player_order():
        if other == ev.seat:
            turn_over = False
        elif turn_over:
            if not war.failed >> other & 1:
                return False
        elif defense_total(view, other) - view.payment.temp_military > attack_strength(view, other):
            return False
    return True


def wins_by_defeat(ev: Evaluation) -> bool:
    """Return whether this seat would win if the empire were defeated now: no bonuses, and one more world damaged."""
    view = ev.view
    own = defeat_score(ev, ev.seat)
    least = NEVER
    for world in ev.tableau:
        if not ev.table.development[world]:
            least = min(least, ev.points(world))
    if least < NEVER:
        own -= least
    others = [defeat_score(ev, other) for other in range(view.players) if other != ev.seat]
    return own > max(others)


def defeat_score(ev: Evaluation, seat: Seat) -> float:
    """Return the points of a seat without the bonuses, which a defeated empire does not give."""
    return float(score_before_bonus(ev.view, seat))


def choose_damage(ev: Evaluation, decision: Decision) -> Choice:
    """Choose the world that is worth least to be damaged."""
    best = decision.options[0]
    least = NEVER
    goods = ev.view.worlds_with_goods(ev.seat, 0)
    for world in decision.options:
        value = ev.worth(world)
        if world in goods:
            value += good_loss(ev, ev.table.kind[world])
        if value < least:
            least = value
            best = world
    return [best]


def contribute(ev: Evaluation, decision: Decision) -> Choice:
    """Contribute goods that are produced again straight away, and those worth less than what they earn."""
    contribution: Choice = []
    chip = 1.0 if ev.doomed else 1.0 + ev.weights.most_given
    for world in decision.options:
        kind = ev.table.kind[world]
        if ev.estimates.produces[world] or good_loss(ev, kind) < chip:
            contribution.append(world)
    contribution.sort()
    return contribution


def repair_pays(ev: Evaluation, ident: int) -> bool:
    """Return whether a repair is worth what it costs."""
    best = best_repair(ev)
    if ident == no_card.REPAIR_BONUS:
        return True
    if ident == no_card.REPAIR_WITH_CARDS:
        values = sorted(ev.hand_values())
        return len(values) >= 2 and values[0] + values[1] < best
    if ident == no_card.REPAIR_WITH_GOOD:
        return good_loss(ev, 0) < best
    return False


def best_repair(ev: Evaluation) -> float:
    """Return the value of repairing the best damaged world, allowing for it being damaged again."""
    best = 0.0
    for world in ev.view.damaged_worlds(ev.seat):
        best = max(best, ev.worth(world))
    return best * ev.stands(ev.worlds() + 1)
