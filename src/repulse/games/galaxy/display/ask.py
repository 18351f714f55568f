"""The details of a question on a screen: what it is about, where its options are, why others are not, and totals."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.engine.contract import SOME, Decision, Seat
from repulse.engine.display.keeping import Keeping
from repulse.engine.display.screen import Target, Total, WhyNot
from repulse.engine.display.segments import segments
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.codes import action, prompts
from repulse.games.galaxy.codes.packing import card_of, is_kept, power_of, world_of
from repulse.games.galaxy.display.breakdown import (
    Line,
    explain_cost,
    explain_defense,
    explain_military,
    explain_temporary,
    explain_vs_xenos,
    parts_of,
    total,
)
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.refusals import reason_text
from repulse.games.galaxy.display.war_screen import PILE_IDS
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.holdings import PASS
from repulse.games.galaxy.rules.phases.conquest import ATTACK
from repulse.games.galaxy.rules.phases.invasion import attack_strength
from repulse.games.galaxy.rules.placement import HIVE_NEEDS
from repulse.games.galaxy.rules.refusals.reasons import refused_cards, refused_decks
from repulse.games.galaxy.rules.state import GalaxyState


def about(s: GalaxyState, decision: Decision) -> str:
    """Return the card that a question is about, or whose power it is about; empty for none."""
    sort = prompts.BY_ID[decision.prompt].about
    if sort == "power":
        return s.cards.names[card_of(decision.about)]
    return s.cards.names[decision.about] if sort == "card" else ""


def target(s: GalaxyState, decision: Decision, value: int) -> Target | None:
    """Return the card, pile or action that an option points to."""
    domain = decision.domain
    seat = decision.seat
    if domain == "action":
        return {"kind": "action", "name": action.TOKENS[value], "other": "", "seat": seat}
    if domain == "deck":
        pile = SYSTEMS if value == ATTACK else value
        return {"kind": "pile", "name": PILE_IDS[pile], "other": "", "seat": -1} if pile in PILE_IDS else None
    if value <= 0 or domain == "number":
        return None
    names = s.cards.names
    if domain == "power":
        card = card_of(value)
        return {"kind": "tableau", "name": names[card], "other": "", "seat": seat} if card else None
    if domain == "means":
        card = card_of(power_of(value))
        world = world_of(value)
        if not card and not world:
            return None
        other = names[world] if world and world < s.cards.size else ""
        return {"kind": "tableau", "name": names[card], "other": other, "seat": seat}
    if is_kept(value):
        return None  # to keep a card: what points to it is to settle it
    return {"kind": _place(s, decision, value), "name": names[value], "other": "", "seat": seat}


def reasons(s: GalaxyState, decision: Decision, catalogue: Catalogue) -> list[WhyNot]:
    """Return cards and piles in sight that are not offered, with the reasons."""
    phrases = Phrases(s.cards, catalogue, brief=True, marked=True)
    lines: list[WhyNot] = []
    for card, (reason, facts) in refused_cards(s, decision).items():
        lines.append(
            _why_not(
                s, decision, card, text=reason_text(phrases, s, decision.seat, reason=reason, facts=facts)
            )
        )
    for deck, (reason, facts) in refused_decks(s, decision).items():
        text = reason_text(phrases, s, decision.seat, reason=reason, facts=facts)
        lines.append({"kind": "pile", "name": PILE_IDS[deck], "other": "", "text": segments(text)})
    return lines


def _place(s: GalaxyState, decision: Decision, card: CardId) -> str:
    """Return where a card lies that an option or a reason is about."""
    seat = decision.seat
    if decision.domain == "world":
        return "tableau"
    if decision.domain == "frontier":
        return "looked"
    if card in s.hand[seat]:
        return "hand"
    if card in s.offered[seat]:
        return "start"
    if s.frontier is not None and card in s.frontier.looked[seat]:
        return "looked"
    return "tableau" if card in s.tableau[seat] else "card"


def _why_not(s: GalaxyState, decision: Decision, card: CardId, *, text: str) -> WhyNot:
    kind = "tableau" if decision.domain in ("power", "means") else _place(s, decision, card)
    return {"kind": kind, "name": s.cards.names[card], "other": "", "text": segments(text)}


def keeping(s: GalaxyState, decision: Decision) -> Keeping | None:
    """Return how many cards an explorer keeps, and which of them were in hand before; None for other questions.

    Where the cards drawn join the hand first, the cards held before count as kept: the player then chooses among the
    cards drawn, as in the other games, and gives up a card of the hand only on purpose.
    """
    if decision.prompt != prompts.EXPLORE_DISCARD.ident:
        return None
    options = decision.options
    return Keeping(len(options) - decision.most, options[: len(options) - s.drawn_count[decision.seat]])


def totals(
    s: GalaxyState, decision: Decision, catalogue: Catalogue, *, names: Sequence[str] = ()
) -> list[Total]:
    """Return the numbers that a question turns on, with what they are made of."""
    prompt = prompts.BY_ID[decision.prompt]
    if not prompt.totals:
        return []
    p = Phrases(s.cards, catalogue, names, brief=True, marked=True)
    seat, card = decision.seat, decision.about
    if "defense" in prompt.totals:
        lines = explain_defense(s, seat, p)
        return [_total(p, "defense", lines, have=total(lines), need=attack_strength(s, seat))]
    if "vs_xenos" in prompt.totals:
        return _attack_totals(p, s, seat, system=card)
    if prompt.about != "card":
        lines = explain_military(s, seat, words=p)
        return [_total(p, "military", lines, have=total(lines), need=PASS)]
    if "military" in prompt.totals and s.cards.military[card] and not s.payment.paying_power:
        lines = explain_military(s, seat, card, words=p)
        return [_total(p, "military", lines, have=total(lines), need=s.cards.cost[card])]
    lines = explain_cost(s, seat, card, words=p)
    need = decision.least if prompt.kind == SOME else total(lines)
    return [_total(p, "cost", lines, have=len(s.hand[seat]), need=need)]


def _attack_totals(p: Phrases, s: GalaxyState, seat: Seat, *, system: CardId) -> list[Total]:
    """Return what an attack on a Xeno system turns on: of a hive, Military against the Xenos and temporary Military apart."""
    if not s.cards.hive[system]:
        lines = explain_military(s, seat, system, words=p)
        return [_total(p, "military", lines, have=total(lines), need=s.cards.cost[system])]
    lines = explain_vs_xenos(s, seat, p)
    temporary = explain_temporary(s, seat, system, words=p)
    return [
        _total(p, "vs_xenos", lines, have=total(lines), need=HIVE_NEEDS),
        _total(p, "temporary", temporary, have=total(temporary), need=s.cards.hive[system]),
    ]


def _total(p: Phrases, ident: str, lines: list[Line], *, have: int, need: int) -> Total:
    words = p.signed_parts(lines) if lines else ""
    return {"id": ident, "words": segments(words), "have": have, "need": need, "parts": parts_of(lines)}
