"""Questions and options in plain words; `telling` does the same for events.

The texts are in `words/<language>.toml`: a question with the prompt `develop.place` is `ask.develop.place`; where one
can be put in several ways, its id goes on (`ask.settle.means.short`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from repulse.engine.contract import Decision, Seat
from repulse.engine.words import Catalogue
from repulse.galaxy.cards import (
    COST_ZERO,
    DO_PAY_FOR_MILITARY,
    GOOD,
    HAND,
    TEMP_MILITARY,
    CardId,
)
from repulse.galaxy.explain import (
    Line,
    explain_cost,
    explain_defense,
    explain_explore,
    explain_military,
    explain_sale,
    total,
)
from repulse.galaxy.phrases import ACTION_IDS, Phrases, minus, signed
from repulse.galaxy.state import HAND_LIMIT, PASS, GalaxyState
from repulse.galaxy.steps.consume import goods_needed
from repulse.galaxy.steps.invasion import attack_strength, war_of
from repulse.galaxy.steps.means import is_settled, price_now
from repulse.galaxy.steps.numbers import BUNKER
from repulse.galaxy.strength import (
    frees,
    is_there,
    means_of,
    military_against,
    most_temporary,
    pays_for,
    price_of,
    temporary_against,
)

USE_UNIT: Final = 256
"""A use of a power is `power * USE_UNIT + the world whose good it takes`, as in `steps.settle`."""


# --- questions ---


def ask_words(
    s: GalaxyState, decision: Decision, catalogue: Catalogue | None = None, names: Sequence[str] = ()
) -> str:
    """The question in plain words, with the numbers that matter."""
    p = Phrases(s.table, catalogue, names, brief=True)
    ask = _ASKS.get(decision.prompt)
    if ask is not None:
        return ask(p, s, decision)
    ident = f"ask.{decision.prompt}"
    # A question without words of its own is better than a game that stops.
    return p.say(ident, **_ask_facts(p, s, decision)) if ident in p.catalogue else decision.prompt


def _ask_facts(p: Phrases, s: GalaxyState, decision: Decision) -> dict[str, object]:
    """The facts that any question may name."""
    facts: dict[str, object] = {
        "n": decision.least,
        "most": decision.most,
        "hand": p.say("cards", n=len(s.hand[decision.seat])),
        "round": s.round,
    }
    if decision.prompt in _ABOUT_CARD:
        facts["card"] = p.name(decision.about)
    elif decision.prompt in _ABOUT_POWER:
        facts["source"] = p.power_source(decision.about)
        facts["text"] = p.power_text(decision.about)
    return facts


_ABOUT_CARD: Final = ("develop.pay", "settle.means", "settle.pay", "settle.good")
"""Prompts whose `about` is a card."""

_ABOUT_POWER: Final = (
    "consume.goods",
    "consume.good",
    "consume.hand",
    "consume.sell",
    "consume.lucky",
    "produce.windfall",
    "produce.discard",
    "repair.world",
    "invasion.card",
)
"""Prompts whose `about` is a power."""


def _ask_explore(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    _, keep = explain_explore(s, seat, p)
    ident = "ask.explore.discard.hand" if s.mix_with_hand else "ask.explore.discard.drawn"
    return p.say(ident, n=decision.least, drawn=s.drew[seat], keep=total(keep), hand=len(s.hand[seat]))


def _ask_develop(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.say("ask.develop.place", n=len(s.hand[decision.seat]) - 1)


def _ask_settle(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    lines = explain_military(s, seat, words=p)
    strength = p.say("military", n=total(lines))
    if lines:
        strength = p.say("with_parts", text=strength, parts=p.signed_parts(lines))
    return p.say("ask.settle.place", n=len(s.hand[seat]) - 1, military=strength)


def _ask_pay(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    lines = explain_cost(s, decision.seat, decision.about, words=p)
    return p.say("ask.pay", n=decision.least, card=p.name(decision.about), parts=p.parts(lines))


def _ask_means(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Where the placing of a world stands: what it needs, what there is."""
    seat = decision.seat
    world = decision.about
    means = means_of(s, seat)
    enough = "enough" if is_settled(s, seat, means, world) else "short"
    if s.table.military[world] and s.paying == 0:
        lines = explain_military(s, seat, world, p)
        need: str = p.say("ask.settle.conquer", card=p.name(world), n=s.table.cost[world])
        have = p.say("military", n=total(lines))
        if lines:
            have = p.say("with_parts", text=have, parts=p.signed_parts(lines))
    else:
        lines = explain_cost(s, seat, world, words=p)
        price = price_now(s, seat, means, world)
        need = p.say("ask.settle.price", card=p.name(world), n=price, parts=p.parts(lines))
        have = p.say("cards", n=len(s.hand[seat]))
    return p.say(f"ask.settle.means.{enough}", need=need, have=have)


def _ask_consume(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.say("ask.consume.power.may" if PASS in decision.options else "ask.consume.power.must")


def _ask_good(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    needed = goods_needed(s, decision.seat, s.table.power(decision.about))
    facts = _ask_facts(p, s, decision)
    return p.say("ask.consume.good", number=len(s.taken) + 1, needed=needed, **facts)


def _ask_hand(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    ident = "ask.consume.hand.some" if decision.most > 1 else "ask.consume.hand.one"
    return p.say(ident, **_ask_facts(p, s, decision))


def _ask_contribute(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.say("ask.produce.contribute", repulse=war_of(s).repulse)


def _ask_defend(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    lines = explain_defense(s, seat, p)
    have = minus(total(lines))
    if lines:
        have = p.say("with_parts", text=have, parts=p.signed_parts(lines))
    attack = p.say(
        "with_parts", text=attack_strength(s, seat), parts=p.invasion_card(war_of(s).assigned[seat])
    )
    return p.say("ask.invasion.defend", have=have, attack=attack)


def _ask_hand_limit(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.say("ask.hand_limit", n=decision.least, hand=len(s.hand[decision.seat]), limit=HAND_LIMIT)


_ASKS: Final[dict[str, Callable[[Phrases, GalaxyState, Decision], str]]] = {
    "explore.discard": _ask_explore,
    "develop.place": _ask_develop,
    "develop.pay": _ask_pay,
    "settle.place": _ask_settle,
    "settle.pay": _ask_pay,
    "settle.means": _ask_means,
    "consume.power": _ask_consume,
    "consume.good": _ask_good,
    "consume.hand": _ask_hand,
    "hand_limit": _ask_hand_limit,
    "produce.contribute": _ask_contribute,
    "invasion.defend": _ask_defend,
}
"""Questions that need more than the common facts."""


# --- options ---


def option_words(
    s: GalaxyState,
    decision: Decision,
    value: int,
    catalogue: Catalogue | None = None,
    names: Sequence[str] = (),
) -> str:
    """An option in plain words."""
    p = Phrases(s.table, catalogue, names, brief=True)
    domain = decision.domain
    if domain == "action":
        return p.say("option.action", name=p.action(value), does=p.say(f"action.{ACTION_IDS[value]}.does"))
    if domain == "number":
        return str(value)
    if value == PASS:
        ident = f"option.none.{decision.prompt}"
        return p.say(ident if ident in p.catalogue else "option.none.other")
    if domain == "power":
        return p.power(value)
    if domain == "means":
        if decision.prompt == "invasion.defend":
            return _defend_option(p, s, value)
        return _use_option(p, s, decision.about, value)
    if domain == "world":
        return _world_option(p, s, decision, value)
    return _card_option(p, s, decision, value)


def _card_option(p: Phrases, s: GalaxyState, decision: Decision, card: CardId) -> str:
    line = p.card_line(card)
    if decision.prompt == "develop.place":
        return p.say(
            "option.place", card=line, ways=_pay_way(p, explain_cost(s, decision.seat, card, words=p))
        )
    if decision.prompt == "settle.place":
        return p.say("option.place", card=line, ways=p.either(ways_to_place(p, s, decision.seat, card)))
    return line


def _pay_way(p: Phrases, lines: list[Line]) -> str:
    price = total(lines)
    text = p.say("way.pay", n=price) if price else p.say("way.nothing")
    return text if len(lines) == 1 else p.say("with_parts", text=text, parts=p.parts(lines))


def ways_to_place(p: Phrases, s: GalaxyState, seat: Seat, world: CardId) -> list[str]:
    """The ways in which a seat can place a world from its hand, in words."""
    means = means_of(s, seat)
    spend = len(s.hand[seat]) - 1
    free = [
        power
        for power in means.optional
        if power.do == COST_ZERO and frees(s, power, world) and is_there(s, seat, power, world)
    ]
    ways = []
    if not s.table.military[world]:
        if price_of(s, means, world, None) <= spend:
            ways.append(_pay_way(p, explain_cost(s, seat, world, words=p)))
        return ways + [p.say("way.free", card=p.name(power.card)) for power in free]
    strength = military_against(s, seat, means, world)
    short = s.table.cost[world] - strength
    if short <= 0:
        ways.append(p.say("way.conquer", n=strength))
    elif most_temporary(s, seat, means, world) >= short:
        ways.append(p.say("way.conquer_temporary", n=strength, short=short))
    for power in means.optional:
        if power.do == DO_PAY_FOR_MILITARY and pays_for(s, power, world):
            lines = explain_cost(s, seat, world, power.ident, words=p)
            if total(lines) <= spend:
                ways.append(p.say("way.with", way=_pay_way(p, lines), card=p.name(power.card)))
            ways += [
                p.say("way.free_with", card=p.name(each.card), other=p.name(power.card)) for each in free
            ]
    return ways


def _use_option(p: Phrases, s: GalaxyState, placing: CardId, use: int) -> str:
    """A use of a power for the world being placed, with what it gives up and what it brings."""
    power = s.table.power(use // USE_UNIT)
    if power.do == TEMP_MILITARY:
        amount = signed(temporary_against(s, power, placing))
        if power.discard == GOOD:
            return p.say("use.good", source=p.name(power.card), good=p.good(use % USE_UNIT), amount=amount)
        return p.say("use.self", source=p.name(power.card), amount=amount)
    return p.power(power.ident)


def _defend_option(p: Phrases, s: GalaxyState, use: int) -> str:
    """A use of a power, or of the bunker, against an invasion."""
    ident, world = divmod(use, USE_UNIT)
    if ident == BUNKER:
        return p.power(ident)
    power = s.table.power(ident)
    source = p.name(power.card)
    amount = signed(power.amount)
    if power.discard == GOOD:
        return p.say("use.defend_good", source=source, good=p.good(world), amount=amount)
    return p.say(
        "use.defend_card" if power.discard == HAND else "use.defend_self", source=source, amount=amount
    )


def _world_option(p: Phrases, s: GalaxyState, decision: Decision, world: CardId) -> str:
    if decision.prompt in ("consume.trade", "consume.sell"):
        with_bonus = decision.about < 0 or s.table.power(decision.about).with_bonus
        lines = explain_sale(s, decision.seat, world, with_bonus, p)
        text = p.say("option.sell", good=p.good(world), n=total(lines))
        return text if len(lines) == 1 else p.say("with_parts", text=text, parts=p.parts(lines))
    if decision.prompt in ("consume.goods", "consume.good", "produce.contribute", "repair.good"):
        return p.good(world)
    return p.card_line(world)
