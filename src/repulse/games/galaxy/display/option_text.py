"""Options in plain words: what is offered, what it costs, what it brings.

The texts are in `words/<language>.toml`, under `option`, `way` (how a world can be placed) and `use` (an optional
power with what it gives up).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from repulse.engine.contract import Decision, Seat
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.codes import action, effect, no_card, price
from repulse.games.galaxy.codes.packing import card_chosen, is_kept, power_of, world_of
from repulse.games.galaxy.display.breakdown import (
    Line,
    explain_cost,
    explain_sale,
    total,
)
from repulse.games.galaxy.display.phrases import ACTION_IDS, Phrases, signed
from repulse.games.galaxy.display.war_text import makes_stronger
from repulse.games.galaxy.rules.card_table import CardId, CompiledPower
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.military import (
    PlacementAids,
    aids_for,
    can_be_used,
    frees,
    military_against,
    pays_for,
    temporary_against,
    temporary_vs_xenos,
)
from repulse.games.galaxy.rules.phases.conquest import ATTACK, NORMAL_SETTLE
from repulse.games.galaxy.rules.phases.frontier import frontier_of
from repulse.games.galaxy.rules.phases.invasion import BUNKER_DEFENSE, attack_strength, defense_total, holds
from repulse.games.galaxy.rules.placement import can_conquer, max_bought
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import STAGE_CONQUEST, SURGE_ATTACK


class OptionText(NamedTuple):
    """An option in plain words: in one line, and as a title with a detail, for a screen that has room for both."""

    line: str
    title: str
    detail: str = ""


def option_text(
    s: GalaxyState,
    decision: Decision,
    value: int,
    *,
    catalogue: Catalogue | None = None,
    names: Sequence[str] = (),
    marked: bool = False,
) -> OptionText:
    """Return an option in plain words."""
    p = Phrases(s.cards, catalogue, names, brief=True, marked=marked)
    domain = decision.domain
    if domain == "action":
        return _action_option(p, s, value)
    if domain == "number":
        return _short(str(value))
    if value == PASS:
        ident = f"option.none.{decision.prompt}"
        if decision.prompt == "conquest.means" and not makes_stronger(s, SURGE_ATTACK):
            ident = "option.none.conquest.means_safe"
        if decision.prompt == "invasion.defend" and holds(s, decision.seat):
            ident = "option.none.invasion.defend_holds"
        return _short(p.text(ident if ident in p.catalogue else "option.none.other"))
    if domain == "power":
        return OptionText(p.power(value), p.power_source(value), p.power_text(value))
    if domain == "deck":
        return _deck_option(p, s, value)
    if domain == "means":
        if decision.prompt == "invasion.defend":
            return _defend_option(p, s, decision.seat, use=value)
        return _short(_use(p, s, decision.about, use=value))
    if domain == "world":
        return _world_option(p, s, decision, world=value)
    if domain == "frontier":
        return _frontier_option(p, s, decision.seat, value=value)
    return _card_option(p, s, decision, card=value)


def answer_text(p: Phrases, s: GalaxyState, domain: str, *, value: int) -> str:
    """Return an answer that was given to a question of a domain, in a few words."""
    if value == PASS:
        return p.text("option.none.other")
    if domain == "action":
        return p.action(value)
    if domain == "deck":
        return _deck_option(p, s, value).title
    if domain == "frontier" and is_kept(value):
        return p.text("option.keep", card=p.name(card_chosen(value)))
    return p.name(value)


def _short(text: str) -> OptionText:
    """Return an option that needs no detail."""
    return OptionText(text, text)


def _long(p: Phrases, title: str, detail: str) -> OptionText:
    """Return an option with a detail, which goes in parentheses where there is only one line."""
    return OptionText(p.text("with_parts", text=title, parts=detail), title, detail)


def _action_option(p: Phrases, s: GalaxyState, card: int) -> OptionText:
    does = f"action.{ACTION_IDS[card]}.does"
    if card == action.FRONTIER:
        if s.war is not None and s.war.stage == STAGE_CONQUEST:
            does = "action.frontier.does_conquest"
            if s.experienced:
                does = "action.frontier.does_conquest_experienced"
        elif s.experienced:
            does = "action.frontier.does_experienced"
    return _long(p, p.action(card), p.text(does))


def _deck_option(p: Phrases, s: GalaxyState, deck: int) -> OptionText:
    """Return a frontier deck to draw from, or what may be done instead."""
    frontier = frontier_of(s)
    if deck == ATTACK:
        return _long(p, p.text("option.attack"), p.text("option.attack_left", n=frontier.left(SYSTEMS)))
    if deck == NORMAL_SETTLE:
        return _short(p.text("option.settle_from_hand"))
    left = p.text(
        "option.deck_left",
        n=len(frontier.decks[deck]),
        discards=len(frontier.discards[deck]),
        worlds=p.pile_worlds(deck),
    )
    return _long(p, p.text("option.deck", pile=p.pile(deck)), left)


# --- cards to place ---


def _card_option(p: Phrases, s: GalaxyState, decision: Decision, *, card: CardId) -> OptionText:
    line = p.card_line(card)
    if decision.prompt == "develop.place":
        ways = _develop_way(p, s, decision.seat, card=card)
    elif decision.prompt == "settle.place":
        ways = p.either(ways_to_place(p, s, decision.seat, world=card, spend=len(s.hand[decision.seat]) - 1))
    else:
        return OptionText(line, p.name(card), p.short(card))
    return OptionText(p.text("option.place", card=line, ways=ways), p.name(card), ways)


def _frontier_option(p: Phrases, s: GalaxyState, seat: Seat, *, value: int) -> OptionText:
    """Settle a card drawn from the frontier, or keep it."""
    card = card_chosen(value)
    line = p.card_line(card)
    if is_kept(value):
        return OptionText(
            p.text("option.keep", card=line), p.text("option.keep", card=p.name(card)), p.short(card)
        )
    ways = p.either(ways_to_place(p, s, seat, world=value, spend=len(s.hand[seat])))
    return OptionText(p.text("option.settle", card=line, ways=ways), p.name(card), ways)


def _pay_way(p: Phrases, lines: list[Line], spend: int) -> str:
    """Describe paying what a breakdown adds up to; with `spend` cards, so the rest must be bought off with goods."""
    price = total(lines)
    if price > spend:
        text = p.text("way.buy", n=spend, short=price - spend)
    else:
        text = p.text("way.pay", n=price) if price else p.text("way.nothing")
    return text if len(lines) == 1 else p.text("with_parts", text=text, parts=p.parts(lines))


def _develop_way(p: Phrases, s: GalaxyState, seat: Seat, *, card: CardId) -> str:
    return _pay_way(p, explain_cost(s, seat, card, words=p), len(s.hand[seat]) - 1)


def ways_to_place(p: Phrases, s: GalaxyState, seat: Seat, *, world: CardId, spend: int) -> list[str]:
    """Return the ways in which a seat with `spend` cards to pay with can place a world, in words."""
    aids = aids_for(s, seat)
    free = [
        power
        for power in aids.optional
        if power.do == effect.COST_ZERO and frees(s, power, world) and can_be_used(s, seat, power, world)
    ]
    ways = []
    reach = spend + max_bought(s, seat, aids, world)
    if not s.cards.military[world]:
        lines = explain_cost(s, seat, world, words=p)
        if total(lines) <= reach:
            ways.append(_pay_way(p, lines, spend))
        return ways + [_free_way(p, power) for power in free]
    if can_conquer(s, seat, aids, world):
        ways.append(_conquer_way(p, s, seat, aids=aids, world=world))
    for power in aids.optional:
        if power.do == effect.PAY_FOR_MILITARY and pays_for(s, power, world):
            lines = explain_cost(s, seat, world, paying=power.ident, words=p)
            if total(lines) <= reach:
                ways.append(p.text("way.with", way=_pay_way(p, lines, spend), card=p.name(power.card)))
            ways += [p.text("way.with", way=_free_way(p, kind), card=p.name(power.card)) for kind in free]
    return ways


def _free_way(p: Phrases, power: CompiledPower) -> str:
    if power.discard == price.SELF:
        return p.text("way.free", card=p.name(power.card))
    return p.text("way.free_world", card=p.name(power.card), vp=power.vp)


def _conquer_way(p: Phrases, s: GalaxyState, seat: Seat, *, aids: PlacementAids, world: CardId) -> str:
    strength = military_against(s, seat, aids, world)
    short = s.cards.cost[world] - strength
    if short <= 0:
        return p.text("way.conquer", n=strength)
    return p.text("way.conquer_temporary", n=strength, short=short)


def option_price(
    s: GalaxyState, decision: Decision, value: int, *, catalogue: Catalogue | None = None
) -> str:
    """Return what it takes to place a card, in a word or two; empty for other options."""
    p = Phrases(s.cards, catalogue, brief=True)
    seat = decision.seat
    if value == PASS or (decision.domain == "frontier" and is_kept(value)):
        return ""
    if decision.prompt == "develop.place":
        return _price(p, total(explain_cost(s, seat, value, words=p)))
    if decision.prompt == "settle.place":
        return _world_price(p, s, seat, world=value, spend=len(s.hand[seat]) - 1)
    if decision.domain == "frontier":
        return _world_price(p, s, seat, world=card_chosen(value), spend=len(s.hand[seat]))
    return ""


def _price(p: Phrases, cost: int) -> str:
    return p.text("price.pay", n=cost) if cost else p.text("price.free")


def _world_price(p: Phrases, s: GalaxyState, seat: Seat, *, world: CardId, spend: int) -> str:
    """Return the simplest way to place a world: as it stands with Military, for the fewest cards, with more Military."""
    aids = aids_for(s, seat)
    conquers = bool(s.cards.military[world]) and can_conquer(s, seat, aids, world)
    short = s.cards.cost[world] - military_against(s, seat, aids, world) if conquers else 0
    if conquers and short <= 0:
        return p.text("price.conquer")
    reach = spend + max_bought(s, seat, aids, world)
    costs = [] if s.cards.military[world] else [total(explain_cost(s, seat, world, words=p))]
    costs += [
        total(explain_cost(s, seat, world, paying=power.ident, words=p))
        for power in aids.optional
        if power.do == effect.PAY_FOR_MILITARY and pays_for(s, power, world)
    ]
    costs = [cost for cost in costs if cost <= reach]
    if costs:
        return _price(p, min(costs))
    return p.text("price.conquer_more", n=short) if conquers else p.text("price.free")


# --- uses of optional powers ---


def _use(p: Phrases, s: GalaxyState, placing: CardId, *, use: int) -> str:
    """Return a use of a power for the card being placed, with what it gives up and what it brings."""
    power = s.cards.power(power_of(use))
    world = world_of(use)
    source = p.name(power.card)
    if power.do == effect.TEMP_MILITARY:
        amount = signed(temporary_against(s, power, placing))
        if power.discard == price.GOOD:
            return p.text("use.good", source=source, good=p.good(world), amount=amount)
        if power.discard == price.SELF:
            return p.text("use.self", source=source, amount=amount)
        ident = "use.damage" if _damages(s, power) else "use.world"
        return p.text(ident, source=source, world=p.name(world), amount=amount)
    if power.do == effect.DISCOUNT:
        return p.text("use.discount", source=source, good=p.good(world), n=power.amount)
    if power.do == effect.COST_ZERO and power.discard == price.OWN_NEAR_WORLD:
        facts = {"world": p.name(world), "card": p.name(placing), "vp": power.vp}
        return p.text("use.free_world", source=source, **facts)
    return p.power(power.ident)


def _damages(s: GalaxyState, power: CompiledPower) -> bool:
    """Return whether a power that takes a world damages it instead (R-FRO-15)."""
    return power.discard == price.OWN_WORLD and s.war is not None


def _defend_option(p: Phrases, s: GalaxyState, seat: Seat, *, use: int) -> OptionText:
    """Return a use of a power, or of the bunker, against an invasion; with a word if it alone is enough to hold."""
    ident, world = power_of(use), world_of(use)
    if ident == no_card.BUNKER:
        text = p.power(ident)
        amount = BUNKER_DEFENSE
    else:
        power = s.cards.power(ident)
        amount = temporary_vs_xenos(power)
        text = _defend_use(p, s, power, world=world, amount=signed(amount))
    enough = not holds(s, seat) and defense_total(s, seat) + amount > attack_strength(s, seat)
    return _long(p, text, p.text("use.enough")) if enough else _short(text)


def _defend_use(p: Phrases, s: GalaxyState, power: CompiledPower, *, world: CardId, amount: str) -> str:
    source = p.name(power.card)
    if power.discard == price.GOOD:
        return p.text("use.defend_good", source=source, good=p.good(world), amount=amount)
    if power.discard == price.OWN_WORLD:
        ident = "use.defend_damage" if _damages(s, power) else "use.defend_world"
        return p.text(ident, source=source, world=p.name(world), amount=amount)
    ident = "use.defend_card" if power.discard == price.HAND else "use.defend_self"
    return p.text(ident, source=source, amount=amount)


# --- worlds ---


def _world_option(p: Phrases, s: GalaxyState, decision: Decision, *, world: CardId) -> OptionText:
    if decision.prompt in ("consume.trade", "consume.sell"):
        with_bonus = decision.about < 0 or s.cards.power(decision.about).with_bonus
        lines = explain_sale(s, decision.seat, world, with_bonus=with_bonus, words=p)
        text = p.text("option.sell", good=p.good(world), n=total(lines))
        return _short(text) if len(lines) == 1 else _long(p, text, p.parts(lines))
    if decision.prompt in ("consume.goods", "consume.good", "produce.contribute", "repair.good"):
        return _short(p.good(world))
    line = p.card_line(world)
    good = s.goods[decision.seat][s.tableau[decision.seat].index(world)]
    if s.is_damaged(decision.seat, world) and decision.prompt == "develop.replace_world":
        ident = "option.damaged"
    elif good >= 0:
        ident = "option.with_good"
    else:
        return OptionText(line, p.name(world), p.short(world))
    return OptionText(p.text(ident, card=line), p.text(ident, card=p.name(world)), p.short(world))
