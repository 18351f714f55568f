"""Events in plain words: the log, as its reader may see it.

The text of an event `conquer` is `event.conquer` in `words/<language>.toml`; where an event can be put in several
ways, the id goes on (`event.pay.nothing`). Hidden cards appear as counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from repulse.engine.contract import Event, Seat
from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.codes import events, phase
from repulse.games.galaxy.display.event_facts import DRAWN_FOR
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.rules.card_table import CardIndex
from repulse.games.galaxy.rules.outcome import AND, endings_by_id
from repulse.games.galaxy.rules.state import GalaxyState


def log_text(
    s: GalaxyState,
    event: Event,
    catalogue: Catalogue | None = None,
    *,
    names: Sequence[str] = (),
    marked: bool = False,
) -> str:
    """Return an event, as its reader may see it, in a line of plain words."""
    p = Phrases(s.cards, catalogue, names, marked=marked)
    text_of = _EVENTS.get(event[0])
    if text_of is not None:
        return text_of(p, event)
    row = events.TABLE[event[0]]
    return p.text(f"event.{row.name}", **_event_facts(p, event[1], row.fields, numbers=event[2:]))


def _event_facts(p: Phrases, seat: Seat, fields: Sequence[str], *, numbers: list[int]) -> dict[str, object]:
    facts: dict[str, object] = {"player": p.player(seat)}
    for index, field in enumerate(fields):
        if field == "cards":
            facts[field] = p.cards(numbers[index:])
        elif field == "goods":
            facts[field] = p.goods(numbers[index:])
        elif field in ("card", "placed"):
            facts[field] = p.name(numbers[index])
        elif field == "world":
            facts[field] = p.name(numbers[index])
            facts["kind"] = p.kind(numbers[index])
        elif field == "system":
            facts[field] = p.card_line(numbers[index])
        elif field == "pile":
            facts[field] = p.pile(numbers[index])
        elif field == "phase":
            facts[field] = p.phase(phase.NAMES[numbers[index]])
        elif field == "power":
            facts["source"] = p.power_source(numbers[index])
        else:
            facts[field] = numbers[index]
    return facts


def _say_draw(p: Phrases, event: Event) -> str:
    why = event[2]
    ident = DRAWN_FOR.get(why, "card")
    card = p.name(why) if why > 0 else ""
    return p.text(f"event.draw.{ident}", player=p.player(event[1]), cards=p.cards(event[3:]), card=card)


def _say_actions(p: Phrases, event: Event) -> str:
    actions = p.listing([p.action(action) for action in event[2:]])
    return p.text("event.actions", player=p.player(event[1]), actions=actions)


def _say_pay(p: Phrases, event: Event) -> str:
    ident = "event.pay.some" if len(event) > 3 else "event.pay.nothing"
    return p.text(ident, player=p.player(event[1]), card=p.name(event[2]), cards=p.cards(event[3:]))


def _say_lucky(p: Phrases, event: Event) -> str:
    _, seat, number, card, hit = event
    ident = "event.lucky.hit" if hit else "event.lucky.miss"
    return p.text(ident, player=p.player(seat), n=number, card=p.card_line(card))


def _say_disks(p: Phrases, event: Event) -> str:
    return p.text("event.disks", players=p.text("list.comma").join(p.player(seat) for seat in event[2:]))


def _say_invasion(p: Phrases, event: Event) -> str:
    _, seat, card, rank = event
    return p.text("event.invasion_card", player=p.player(seat), card=p.invasion_card(card), rank=rank + 1)


def _say_defend(p: Phrases, event: Event) -> str:
    _, seat, strength, attack, award = event
    ident = "event.defend.holds" if strength > attack else "event.defend.fails"
    return p.text(ident, player=p.player(seat), n=strength, attack=attack, award=award)


def _say_all_fail(p: Phrases, event: Event) -> str:
    return p.text("event.empire_defeat.last" if event[2] > 1 else "event.empire_defeat.first")


def _say_end(p: Phrases, event: Event) -> str:
    return p.text("event.game_end.line", reasons=_reasons(p, endings_by_id(event[2])))


def _reasons(p: Phrases, endings: list[str]) -> str:
    return p.listing([p.text(f"event.game_end.{ident}") for ident in endings])


def ending_text(ending: str, catalogue: Catalogue | None = None) -> str:
    """Return the fact `ending` of a finished game in words: why it ended."""
    return _reasons(Phrases(CardIndex([]), catalogue), ending.split(AND))


_EVENTS: Final[dict[int, Callable[[Phrases, Event], str]]] = {
    events.DRAW: _say_draw,
    events.ACTIONS: _say_actions,
    events.PAY: _say_pay,
    events.LUCKY: _say_lucky,
    events.GAME_END: _say_end,
    events.DISKS: _say_disks,
    events.INVASION_CARD: _say_invasion,
    events.DEFEND: _say_defend,
    events.EMPIRE_DEFEAT: _say_all_fail,
}
"""Events that can be said in several ways."""
