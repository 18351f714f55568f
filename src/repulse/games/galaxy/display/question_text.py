"""Questions in plain words; `option_text` does the same for their options, `log_text` for events.

The texts are in `words/<language>.toml`: a question with the prompt `develop.place` is `ask.develop.place`; where one
can be put in several ways, its id goes on (`ask.settle.means.short`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from repulse.engine.contract import Decision
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.codes import action, deck, effect, prompts
from repulse.games.galaxy.display.breakdown import (
    Line,
    explain_cost,
    explain_defense,
    explain_explore,
    explain_look,
    explain_military,
    explain_temporary,
    explain_vs_xenos,
    total,
)
from repulse.games.galaxy.display.phrases import Phrases, minus
from repulse.games.galaxy.display.war_text import makes_stronger
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.holdings import HAND_LIMIT, PASS
from repulse.games.galaxy.rules.military import aids_for, max_temporary
from repulse.games.galaxy.rules.phases.conquest import is_conquest
from repulse.games.galaxy.rules.phases.consume import goods_needed
from repulse.games.galaxy.rules.phases.frontier import frontier_of
from repulse.games.galaxy.rules.phases.invasion import attack_strength, can_hold, war_of
from repulse.games.galaxy.rules.placement import (
    HIVE_NEEDS,
    development_cost,
    is_affordable,
    price_now,
)
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import STAGE_CONQUEST, SURGE_ATTACK, SURGE_SETTLE

# --- questions ---


def question_text(
    s: GalaxyState,
    decision: Decision,
    catalogue: Catalogue | None = None,
    *,
    names: Sequence[str] = (),
    marked: bool = False,
) -> str:
    """Return the question in plain words, with the numbers that matter."""
    p = Phrases(s.cards, catalogue, names, brief=True, marked=marked)
    ask = _ASKS.get(decision.prompt)
    if ask is not None:
        return ask(p, s, decision)
    return p.text(f"ask.{decision.prompt}", **_ask_facts(p, s, decision))


def _ask_facts(p: Phrases, s: GalaxyState, decision: Decision) -> dict[str, object]:
    """Return the facts that any question may name."""
    facts: dict[str, object] = {
        "n": decision.least,
        "most": decision.most,
        "hand": p.text("cards", n=len(s.hand[decision.seat])),
        "round": s.round,
    }
    about = prompts.BY_ID[decision.prompt].about
    if about == "card":
        facts["card"] = p.name(decision.about)
    elif about == "power":
        facts["source"] = p.power_source(decision.about)
        facts["text"] = p.power_text(decision.about)
    return facts


def _ask_action(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    tucked = s.frontier is not None and s.frontier.tucked >> decision.seat & 1
    ident = "ask.action_tucked" if tucked else "ask.action"
    return p.text(ident, round=s.round, action=p.action(action.FRONTIER))


def _ask_actions(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.text("ask.actions.pair", n=decision.least, round=s.round)


def _ask_explore(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    _, keep = explain_explore(s, seat, p)
    count = total(keep)
    if len(decision.options) > s.drawn_count[seat]:
        ident = "ask.explore.discard.hand_one" if count == 1 else "ask.explore.discard.hand_some"
    else:
        ident = "ask.explore.discard.one" if count == 1 else "ask.explore.discard.some"
    return p.text(ident, drawn=s.drawn_count[seat], keep=count)


def _ask_develop(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.text("ask.develop.place", n=len(s.hand[decision.seat]) - 1)


def _ask_replace(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    powers = [
        power
        for card in s.working(decision.seat)
        for power in s.cards.develop[card]
        if power.do == effect.REPLACE_WORLD
    ]
    below = max(power.below for power in powers)
    facts = _ask_facts(p, s, decision)
    return p.text(f"ask.{decision.prompt}", below=below, source=p.name(powers[0].card), **facts)


def _strength(p: Phrases, lines: list[Line]) -> str:
    """Return a Military with what it is made of."""
    text = p.text("military", n=total(lines))
    return p.text("with_parts", text=text, parts=p.signed_parts(lines)) if lines else text


def _ask_settle(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    strength = _strength(p, explain_military(s, seat, words=p))
    return p.text("ask.settle.place", n=len(s.hand[seat]) - 1, military=strength)


def _ask_deck(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    lines = explain_look(s, decision.seat, p)
    in_turn = frontier_of(s).in_turn and not is_conquest(s)
    ident = "ask.frontier.deck_turn" if in_turn else "ask.frontier.deck"
    return p.text(ident, n=total(lines), parts=p.parts(lines))


def _ask_frontier(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Return what was drawn from the frontier, and what there is to settle it with."""
    seat = decision.seat
    looked = frontier_of(s).looked[seat]
    return p.text(
        "ask.frontier.settle_conquest" if makes_stronger(s, SURGE_SETTLE) else "ask.frontier.settle",
        drawn=len(looked),
        pile=p.pile(s.cards.deck[looked[0]] - deck.NEAR),
        n=len(s.hand[seat]),
        military=_strength(p, explain_military(s, seat, words=p)),
        surge=SURGE_SETTLE,
    )


def _ask_conquest(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Ask whether to attack: the needs of the systems, the strength available, the cost of a failure."""
    seat = decision.seat
    if not frontier_of(s).left(SYSTEMS):
        return p.text("ask.conquest.choice_none")
    table = s.cards
    systems = [card for card in range(1, table.size) if table.deck[card] == deck.SYSTEM]
    defenses = [table.cost[card] for card in systems if not table.hive[card]]
    hives = [table.hive[card] for card in systems if table.hive[card]]
    text = p.text(
        "ask.conquest.choice",
        military=_strength(p, explain_vs_xenos(s, seat, p)),
        temporary=max_temporary(s, seat, aids_for(s, seat), systems[0]),
        least=min(defenses),
        most=max(defenses),
        hive=HIVE_NEEDS,
        least_hive=min(hives),
        most_hive=max(hives),
    )
    risky = makes_stronger(s, SURGE_ATTACK)
    return p.text("ask.conquest.risk", text=text, surge=SURGE_ATTACK) if risky else text


def _ask_attack(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Describe the state of an attack: the need of the system, the strength available, the rest."""
    seat = decision.seat
    system = decision.about
    name = p.card_line(system)
    if s.cards.hive[system]:
        return p.text(
            "ask.conquest.means.hive",
            card=name,
            hive=HIVE_NEEDS,
            military=total(explain_vs_xenos(s, seat, p)),
            n=s.cards.hive[system],
            have=total(explain_temporary(s, seat, system, words=p)),
        )
    strength = _strength(p, explain_military(s, seat, system, words=p))
    return p.text("ask.conquest.means.satellite", card=name, n=s.cards.cost[system], have=strength)


def _ask_pay(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    lines = explain_cost(s, decision.seat, decision.about, words=p)
    return p.text("ask.pay", n=decision.least, card=p.name(decision.about), parts=p.parts(lines))


def _ask_means(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Describe the state of placing a world: its need, the strength available."""
    seat = decision.seat
    world = decision.about
    aids = aids_for(s, seat)
    enough = "enough" if is_affordable(s, seat, aids, world) else "short"
    if s.cards.military[world] and s.payment.paying_power == 0:
        need: str = p.text("ask.settle.conquer", card=p.name(world), n=s.cards.cost[world])
        have = _strength(p, explain_military(s, seat, world, words=p))
    else:
        lines = explain_cost(s, seat, world, words=p)
        price = price_now(s, seat, aids, world)
        need = p.text("ask.settle.price", card=p.name(world), n=price, parts=p.parts(lines))
        have = p.text("cards", n=len(s.hand[seat]))
    return p.text(f"ask.settle.means.{enough}", need=need, have=have)


def _ask_develop_means(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    """Describe the state of placing a development."""
    seat = decision.seat
    card = decision.about
    lines = explain_cost(s, seat, card, words=p)
    price = development_cost(s, seat, card)
    hand = len(s.hand[seat])
    return p.text(
        "ask.develop.means.enough" if price <= hand else "ask.develop.means.short",
        need=p.text("ask.settle.price", card=p.name(card), n=price, parts=p.parts(lines)),
        have=p.text("cards", n=hand),
    )


def _ask_consume(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.text("ask.consume.power.may" if PASS in decision.options else "ask.consume.power.must")


def _ask_good(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    needed = goods_needed(s, decision.seat, s.cards.power(decision.about))
    facts = _ask_facts(p, s, decision)
    return p.text("ask.consume.good", number=len(s.payment.taken_goods) + 1, needed=needed, **facts)


def _ask_hand(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    ident = "ask.consume.hand.some" if decision.most > 1 else "ask.consume.hand.one"
    return p.text(ident, **_ask_facts(p, s, decision))


def _ask_contribute(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    war = war_of(s)
    stage = "conquest" if war.stage == STAGE_CONQUEST else "repulse"
    return p.text(f"ask.produce.contribute.{stage}", repulse=war.repulse)


def _ask_defend(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    seat = decision.seat
    lines = explain_defense(s, seat, p)
    have = minus(total(lines))
    if lines:
        have = p.text("with_parts", text=have, parts=p.signed_parts(lines))
    war = war_of(s)
    strength = attack_strength(s, seat)
    attack = p.text("with_parts", text=minus(strength), parts=p.attack(war.assigned[seat], war.surge))
    missing = strength + 1 - total(lines)
    if missing <= 0:
        return p.text("ask.invasion.defend_holds", have=have, attack=attack)
    if not can_hold(s, seat):
        return p.text("ask.invasion.defend_lost", have=have, attack=attack)
    numbers = {"own": minus(total(lines)), "strength": minus(strength)}
    return p.text("ask.invasion.defend", have=have, attack=attack, n=missing, **numbers)


def _ask_hand_limit(p: Phrases, s: GalaxyState, decision: Decision) -> str:
    return p.text("ask.hand_limit", n=decision.least, hand=len(s.hand[decision.seat]), limit=HAND_LIMIT)


_ASKS: Final[dict[str, Callable[[Phrases, GalaxyState, Decision], str]]] = {
    "action": _ask_action,
    "actions": _ask_actions,
    "explore.discard": _ask_explore,
    "develop.place": _ask_develop,
    "develop.pay": _ask_pay,
    "develop.means": _ask_develop_means,
    "develop.replace": _ask_replace,
    "develop.replace_world": _ask_replace,
    "settle.place": _ask_settle,
    "settle.pay": _ask_pay,
    "settle.means": _ask_means,
    "frontier.deck": _ask_deck,
    "frontier.settle": _ask_frontier,
    "conquest.choice": _ask_conquest,
    "conquest.means": _ask_attack,
    "consume.power": _ask_consume,
    "consume.good": _ask_good,
    "consume.hand": _ask_hand,
    "hand_limit": _ask_hand_limit,
    "produce.contribute": _ask_contribute,
    "invasion.defend": _ask_defend,
}
"""Questions that need more than the common facts."""
