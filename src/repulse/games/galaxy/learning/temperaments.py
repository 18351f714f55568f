"""Temperaments of galaxy: the cards and actions that a character prefers, beyond what it takes to win.

Preferences are in victory points. Rule-based bots add them to the value of a card or an action; bots with a net add them
to the logits of its policy, times `LOGIT_PER_POINT`.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.caches import remember
from repulse.engine.contract import Decision
from repulse.engine.picks.space import ActionSpace
from repulse.games.galaxy.codes import action, effect, prompts
from repulse.games.galaxy.rules.card_table import CardId, CardIndex
from repulse.games.galaxy.rules.tokens import word_of

LOGIT_PER_POINT: Final = 6.0
"""The amount that a point of preference adds to a logit."""
KEEPING: Final = 0.5
"""The weight of a preference for cards given away, relative to cards placed."""
CHEAP: Final = 2
"""The largest cost of a cheap card."""
EXPENSIVE: Final = 5
"""The smallest cost of an expensive card."""


class Temperament:
    """The preferences of a character, in victory points."""

    def __init__(
        self,
        *,
        military_world: float = 0.0,
        military: float = 0.0,
        development: float = 0.0,
        good: float = 0.0,
        cheap: float = 0.0,
        expensive: float = 0.0,
        actions: dict[int, float] | None = None,
    ) -> None:
        """Describe a temperament; every preference that is not named is 0.

        Args:
            military_world: For a military world.
            military: For each point of Military or defense that a card brings.
            development: For a development.
            good: For a world with a good.
            cheap: For a cheap card.
            expensive: For an expensive card.
            actions: For calling an action, by its number.
        """
        self.military_world = military_world
        self.military = military
        self.development = development
        self.good = good
        self.cheap = cheap
        self.expensive = expensive
        self.actions: dict[int, float] = actions or {}
        self._cards: dict[CardIndex, list[float]] = {}

    def cards(self, table: CardIndex) -> list[float]:
        """Return the preference for each card."""
        preference = self._cards.get(table)
        if preference is None:
            preference = remember(self._cards, table, [self._card(table, card) for card in range(table.size)])
        return preference

    def _card(self, table: CardIndex, card: CardId) -> float:
        if not card:
            return 0.0
        preference = 0.0
        if table.development[card]:
            preference += self.development
        elif table.military[card]:
            preference += self.military_world
        if table.kind[card]:
            preference += self.good
        if table.cost[card] <= CHEAP:
            preference += self.cheap
        elif table.cost[card] >= EXPENSIVE:
            preference += self.expensive
        for power in table.powers[card]:
            if power.do in (effect.MILITARY, effect.DEFENSE) and power.amount > 0:
                preference += self.military * power.amount
        return preference


TEMPERAMENTS: Final[dict[str, Temperament]] = {
    "conqueror": Temperament(military_world=2.0, military=0.6, actions={action.SETTLE: 0.5}),
    "trader": Temperament(good=0.3, actions={action.TRADE: 0.8}),
    "developer": Temperament(development=0.8, actions={action.DEVELOP: 0.4}),
    "rusher": Temperament(cheap=0.9, expensive=-0.2, actions={action.SETTLE: 0.3, action.DEVELOP: 0.3}),
    "hoarder": Temperament(
        cheap=-0.3, expensive=1.0, actions={action.EXPLORE_5: 0.4, action.EXPLORE_1_1: 0.6}
    ),
    "defender": Temperament(military=0.9, actions={action.DEVELOP: 0.3, action.REPAIR: 0.5}),
}
"""The temperaments by name, as `GameEntry.temperaments` lists them."""

_TAKES: Final = (
    prompts.SETUP_START_WORLD.ident,
    prompts.DEVELOP_PLACE.ident,
    prompts.DEVELOP_REPLACE.ident,
    prompts.SETTLE_PLACE.ident,
    prompts.FRONTIER_SETTLE.ident,
)
_GIVES_AWAY: Final = (
    prompts.SETUP_DISCARD.ident,
    prompts.EXPLORE_DISCARD.ident,
    prompts.DEVELOP_PAY.ident,
    prompts.SETTLE_PAY.ident,
    prompts.HAND_LIMIT.ident,
)
_CALLS: Final = (prompts.ACTION.ident, prompts.ACTIONS.ident)

_biases: dict[tuple[CardIndex, str, str], list[float]] = {}


def policy_bias(table: CardIndex, space: ActionSpace, temperament: str, *, decision: Decision) -> list[float]:
    """Return the bias of the logit of each action; an empty list where it has no preference.

    Args:
        table: The cards of the configuration.
        space: Its actions.
        temperament: The name of a temperament.
        decision: The pending decision.
    """
    prompt = decision.prompt
    if prompt not in _TAKES and prompt not in _GIVES_AWAY and prompt not in _CALLS:
        return []
    key = (table, temperament, prompt)
    bias = _biases.get(key)
    if bias is None or len(bias) != space.size:
        bias = remember(_biases, key, _make_bias(table, space, TEMPERAMENTS[temperament], prompt=prompt))
    return bias


def _make_bias(table: CardIndex, space: ActionSpace, temperament: Temperament, *, prompt: str) -> list[float]:
    bias = [0.0] * space.size
    if prompt in _CALLS:
        for number, points in temperament.actions.items():
            name = f"action/{word_of(table, 'action', number)}"
            if name in space.names:
                bias[space.names.index(name)] = points * LOGIT_PER_POINT
        return bias
    sign = 1.0 if prompt in _TAKES else -KEEPING
    preference = temperament.cards(table)
    for card in range(1, table.size):
        name = f"card/{table.names[card]}"
        if preference[card] and name in space.names:
            bias[space.names.index(name)] = sign * preference[card] * LOGIT_PER_POINT
    return bias
