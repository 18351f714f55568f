"""Which kind of answer is refused, and everything visible that is not offered."""

from __future__ import annotations

from repulse.engine.contract import Decision, IllegalChoice, Seat
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.display.phrases import PILES, Phrases
from repulse.games.galaxy.display.refusals.cards import card_reason
from repulse.games.galaxy.display.refusals.frontier import action_reason, deck_reason, looked_reason
from repulse.games.galaxy.display.refusals.means import means_reason
from repulse.games.galaxy.display.refusals.powers import power_reason
from repulse.games.galaxy.display.refusals.reason import Reason
from repulse.games.galaxy.display.refusals.worlds import world_reason
from repulse.games.galaxy.rules.card_table import CardId, Power
from repulse.games.galaxy.rules.codes import do
from repulse.games.galaxy.rules.military import means_of
from repulse.games.galaxy.rules.packing import card_of, pack_use, power_of
from repulse.games.galaxy.rules.placement import develop_cuts
from repulse.games.galaxy.rules.state import PASS, GalaxyState


def refuse(
    s: GalaxyState,
    decision: Decision,
    value: int,
    catalogue: Catalogue | None = None,
    marked: bool = False,
) -> IllegalChoice:
    """Why `value` is not among the options of `decision`."""
    p = Phrases(s.cards, catalogue, brief=True, marked=marked)
    reason, facts = _reason(p, s, decision, value)
    return IllegalChoice(reason, p.say(f"refusal.{reason}", **facts))


def _reason(p: Phrases, s: GalaxyState, decision: Decision, value: int) -> Reason:
    domain = decision.domain
    if domain == "action":
        return action_reason(p, s, decision, value)
    if domain == "number":
        return "number-out-of-range", {"lowest": min(decision.options), "highest": max(decision.options)}
    if domain == "power":
        return power_reason(p, s, decision, value)
    if domain == "means":
        return means_reason(p, s, decision, value)
    if domain == "deck":
        return deck_reason(p, s, decision, value)
    if domain == "frontier":
        return looked_reason(p, s, decision.seat, value)
    if domain not in ("card", "world"):
        return "not-offered", {}
    if value == PASS:
        return "cannot-pass", {}
    if not 0 < value < s.cards.size:
        return "no-such-card", {}
    if domain == "card":
        return card_reason(p, s, decision, value)
    return world_reason(p, s, decision, value)


def why_not(
    s: GalaxyState,
    seat: Seat,
    decision: Decision,
    catalogue: Catalogue | None = None,
    marked: bool = False,
) -> dict[CardId, str]:
    """Every card before a seat that a decision might be about but does not offer, with its reason."""
    words: dict[CardId, str] = {}
    options = decision.options
    if decision.domain == "card" and decision.prompt != "setup.start_world":
        for card in s.hand[seat]:
            if card not in options:
                words[card] = str(refuse(s, decision, card, catalogue, marked))
    elif decision.domain == "frontier" and s.frontier is not None:
        for card in s.frontier.looked[seat]:
            if card not in options:
                words[card] = str(refuse(s, decision, card, catalogue, marked))
    elif decision.domain == "world":
        for card in s.tableau[seat]:
            if card not in options and not s.cards.development[card]:
                words[card] = str(refuse(s, decision, card, catalogue, marked))
    elif decision.domain in ("power", "means"):
        uses = decision.domain == "means"
        offered = {card_of(power_of(option) if uses else option) for option in options if option >= 0}
        for power in _asked_powers(s, seat, decision):
            if power.card not in offered and power.card not in words:
                value = pack_use(power.ident) if uses else power.ident
                words[power.card] = str(refuse(s, decision, value, catalogue, marked))
    return words


def why_no_deck(
    s: GalaxyState, decision: Decision, catalogue: Catalogue | None = None, marked: bool = False
) -> dict[int, str]:
    """Every frontier deck that a decision about decks does not offer, with its reason."""
    if decision.domain != "deck":
        return {}
    closed = [deck for deck in PILES if deck not in decision.options]
    return {deck: str(refuse(s, decision, deck, catalogue, marked)) for deck in closed}


def _asked_powers(s: GalaxyState, seat: Seat, decision: Decision) -> list[Power]:
    """The powers that a decision about powers or means might be about."""
    if decision.prompt == "invasion.defend":
        return [
            power
            for card in s.working(seat)
            for power in s.cards.settle[card]
            if power.do in (do.TEMP_MILITARY, do.TEMP_DEFENSE)
        ]
    if decision.prompt == "develop.means":
        return develop_cuts(s, seat)
    if decision.domain == "means":
        powers = means_of(s, seat).optional
        attacking = decision.prompt == "conquest.means"
        return [power for power in powers if power.do == do.TEMP_MILITARY] if attacking else powers
    phase = s.cards.consume if decision.prompt == "consume.power" else s.cards.produce
    return [power for card in s.working(seat) for power in phase[card]]
