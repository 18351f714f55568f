"""The sensible player of galaxy: it weighs what each choice brings by the end of the game, and takes the best.

It knows only its view. `evaluation` reads a position, `actions` picks the action card, `placing` and
`choices` do the rest; a prompt it does not know gets a plain legal answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from repulse.engine import mypyc_attr
from repulse.engine.bot import Bot
from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
)
from repulse.engine.random import seeded
from repulse.games.galaxy.bots.sensible import choices, frontier, war
from repulse.games.galaxy.bots.sensible.actions import choose_action, choose_actions
from repulse.games.galaxy.bots.sensible.card_estimates import CardEstimates, estimates_for
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.weights import SHIPPED
from repulse.games.galaxy.learning.temperaments import TEMPERAMENTS, Temperament
from repulse.games.galaxy.rules.state import GalaxyState


@mypyc_attr(allow_interpreted_subclasses=True)
class GalaxySensible(Bot[GalaxyState]):
    """A player with a plan; its seed only breaks ties."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stream = seeded(seed)
        self.weights = SHIPPED
        self.temperament: Temperament | None = None
        self._estimates: CardEstimates | None = None

    def adopt(self, temperament: str) -> None:
        """Prefer some cards and actions beyond their points."""
        self.temperament = TEMPERAMENTS[temperament]

    def choose(self, view: GalaxyState, decision: Decision) -> Choice:
        """Answer a decision from the view of its seat."""
        estimates = self._estimates
        if estimates is None or estimates.table is not view.cards:
            estimates = estimates_for(view.cards, self.weights)
            self._estimates = estimates
        evaluation = Evaluation(view, decision.seat, estimates, self.weights)
        if self.temperament is not None:
            evaluation.preferences = self.temperament.cards(view.cards)
            evaluation.liked_actions = self.temperament.actions
        return self.answer(evaluation, decision)

    def answer(self, ev: Evaluation, decision: Decision) -> Choice:
        """Answer by prompt; a prompt without a handler gets a plain legal answer."""
        handler = _HANDLERS.get(decision.prompt)
        if handler is not None:
            return handler(ev, decision)
        if decision.prompt == "action":
            return choose_action(ev, decision, self.stream)
        if decision.prompt == "actions":
            return choose_actions(ev, decision, self.stream)
        return plain_answer(decision)


_HANDLERS: Final[dict[str, Callable[[Evaluation, Decision], Choice]]] = {
    "setup.start_world": choices.world_worth_most,
    "setup.discard": choices.discard_least,
    "explore.discard": choices.discard_least,
    "hand_limit": choices.discard_least,
    "develop.place": choices.place_development,
    "develop.pay": choices.pay_least,
    "develop.means": choices.buy_discount,
    "develop.replace": choices.replace_world,
    "develop.replace_world": choices.world_to_replace,
    "settle.place": choices.place_world,
    "settle.means": choices.use_means,
    "settle.pay": choices.pay_least,
    "settle.good": choices.good_on_placement,
    "frontier.deck": frontier.choose_deck,
    "frontier.settle": frontier.settle_frontier,
    "conquest.choice": frontier.choose_deck,
    "conquest.means": frontier.use_force,
    "consume.trade": choices.sell_good,
    "consume.sell": choices.sell_good,
    "consume.power": choices.use_consume_power,
    "consume.goods": choices.spend_goods,
    "consume.good": choices.spend_goods,
    "consume.hand": choices.discard_for_points,
    "consume.lucky": choices.lucky_number,
    "produce.power": choices.use_produce_power,
    "produce.windfall": choices.fill_windfall,
    "produce.contribute": war.contribute,
    "produce.discard": choices.discard_least,
    "invasion.defend": war.use_defense,
    "invasion.damage": war.choose_damage,
    "invasion.card": choices.discard_least,
    "repair.cards": choices.discard_least,
    "repair.world": choices.world_worth_most,
    "repair.good": choices.spend_goods,
}


def plain_answer(decision: Decision) -> Choice:
    """Return a legal answer to any decision: the first option, or the first few that must be given."""
    if decision.kind == ONE:
        return [decision.options[0]]
    chosen = decision.options[: decision.least]
    chosen.sort()
    return chosen
