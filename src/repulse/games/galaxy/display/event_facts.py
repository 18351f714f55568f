"""Events as data for a screen: every number of an event by the name of its field, as a stable name where it is one.

Cards are given by their names (the same in every language), and those that the reader may not see by the empty name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.engine.contract import Event
from repulse.engine.display.screen import Fact
from repulse.games.galaxy.codes import events, good_kind, phase
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD, card_of
from repulse.games.galaxy.display.phrases import ACTION_IDS, NO_CARD_POWERS, PILES
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId, CardIndex
from repulse.games.galaxy.rules.outcome import endings_by_id
from repulse.games.galaxy.rules.war import strength_of, wave_of

DRAWN_FOR: Final = {
    events.FOR_EXPLORE: "explore",
    events.FOR_SETTLE_BONUS: "settle_bonus",
    events.FOR_SALE: "sale",
    events.FOR_DEAL: "deal",
}
"""Why cards are drawn, where no card is the reason."""


def event_facts(table: CardIndex, event: Event) -> dict[str, Fact]:
    """Return what an event, as its reader may see it, says besides its kind and its seat."""
    facts: dict[str, Fact] = {}
    numbers = event[2:]
    for index, field in enumerate(events.TABLE[event[0]].fields):
        number = numbers[index] if index < len(numbers) else 0
        if field in ("cards", "goods"):
            facts[field] = _names(table, numbers[index:])
        elif field in ("card", "placed", "system"):
            facts[field] = _name(table, number)
        elif field == "world":
            facts[field] = _name(table, number)
            facts["kind"] = good_kind.NAMES[table.kind[number]]
        elif field == "actions":
            facts[field] = [ACTION_IDS[action] for action in numbers]
        elif field == "phase":
            facts[field] = phase.NAMES[number]
        elif field == "why":
            facts[field] = DRAWN_FOR.get(number) or _name(table, number)
        elif field == "power":
            facts[field] = _power(table, number)
        elif field == "pile":
            facts[field] = PILES[number]
        elif field == "endings":
            facts[field] = [*endings_by_id(number)]
        elif field == "seats":
            facts[field] = [*numbers]
        elif field == "invasion_card":
            facts["wave"] = wave_of(number)
            facts["strength"] = strength_of(number, 0, 0)
        else:
            facts[field] = number
    return facts


def _name(table: CardIndex, card: CardId) -> str:
    return "" if card == FACE_DOWN else table.names[card]


def _names(table: CardIndex, cards: Sequence[CardId]) -> list[int | str]:
    return [_name(table, card) for card in cards]


def _power(table: CardIndex, ident: int) -> str:
    return NO_CARD_POWERS[ident] if ident < POWERS_PER_CARD else _name(table, card_of(ident))
