"""The form of a reason, and the names of things in its facts."""

from __future__ import annotations

from typing import TypeAlias

from repulse.engine.contract import Data
from repulse.games.galaxy.rules.card_table import CardId, PowerId
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.tokens import word_of

Reason: TypeAlias = tuple[str, Data]
"""The id of a reason, and its facts.

Cards, powers, actions and decks are named by their tokens, kinds of goods as in card files; everything else is numbers.
"""


def card_fact(state: Position, card: CardId) -> Data:
    """Return the facts of a reason that is about a card."""
    return {"card": state.cards.names[card]}


def power_fact(state: Position, power: PowerId) -> Data:
    """Return the facts of a reason that is about a power."""
    return {"power": word_of(state.cards, "power", power)}
