"""The sensible player of galaxy: it weighs what each choice brings by the end of the game, and takes the best.

It knows its view and nothing else. `evaluation` reads a position, `actions` picks the action card, `placing` and
`choices` do the rest; a prompt it does not know gets a plain legal answer.
"""

from __future__ import annotations

from repulse.engine.bot import Bot
from repulse.engine.contract import (
    ONE,
    Choice,
    Decision,
)
from repulse.engine.random import seeded
from repulse.games.galaxy.bots.sensible import choices, frontier, war
from repulse.games.galaxy.bots.sensible.actions import choose_action, choose_actions
from repulse.games.galaxy.bots.sensible.card_estimates import Study, study_for
from repulse.games.galaxy.bots.sensible.evaluation import Outlook
from repulse.games.galaxy.bots.sensible.weights import SHIPPED
from repulse.games.galaxy.rules.state import GalaxyState


class GalaxySensible(Bot[GalaxyState]):
    """A player with a plan; its seed only breaks ties."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stream = seeded(seed)
        self.weights = SHIPPED
        self._study: Study | None = None

    def choose(self, view: GalaxyState, decision: Decision) -> Choice:
        """The answer to a decision, by what its seat can see."""
        study = self._study
        if study is None or study.table is not view.cards:
            study = study_for(view.cards, self.weights)
            self._study = study
        outlook = Outlook(view, decision.seat, study, self.weights)
        return self.answer(outlook, decision)

    def answer(self, o: Outlook, decision: Decision) -> Choice:
        """The answer by prompt."""
        prompt = decision.prompt
        phase, _, _ = prompt.partition(".")
        if prompt == "action":
            return choose_action(o, decision, self.stream)
        if prompt == "actions":
            return choose_actions(o, decision, self.stream)
        if phase == "settle":
            return _settle(o, decision)
        if phase == "consume":
            return _consume(o, decision)
        if phase == "produce":
            return _produce(o, decision)
        if phase == "develop":
            return _develop(o, decision)
        if prompt == "explore.discard" or prompt == "hand_limit" or prompt == "setup.discard":
            return choices.discard_least(o, decision)
        if phase == "frontier" or phase == "conquest":
            return _frontier(o, decision)
        if phase == "invasion" or phase == "repair":
            return _war(o, decision)
        if prompt == "setup.start_world":
            return choices.world_worth_most(o, decision)
        return plain_answer(decision)


def _develop(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "develop.place":
        return choices.place_development(o, decision)
    if prompt == "develop.pay":
        return choices.pay_least(o, decision)
    if prompt == "develop.means":
        return choices.buy_discount(o, decision)
    if prompt == "develop.replace":
        return choices.replace_world(o, decision)
    if prompt == "develop.replace_world":
        return choices.world_to_replace(o, decision)
    return plain_answer(decision)


def _settle(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "settle.place":
        return choices.place_world(o, decision)
    if prompt == "settle.means":
        return choices.use_means(o, decision)
    if prompt == "settle.pay":
        return choices.pay_least(o, decision)
    if prompt == "settle.good":
        return choices.good_on_placement(o, decision)
    return plain_answer(decision)


def _consume(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "consume.trade" or prompt == "consume.sell":
        return choices.sell_good(o, decision)
    if prompt == "consume.power":
        return choices.use_consume_power(o, decision)
    if prompt == "consume.goods" or prompt == "consume.good":
        return choices.spend_goods(o, decision)
    if prompt == "consume.hand":
        return choices.discard_for_points(o, decision)
    if prompt == "consume.lucky":
        return choices.lucky_number(o, decision)
    return plain_answer(decision)


def _produce(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "produce.power":
        return choices.use_produce_power(o, decision)
    if prompt == "produce.windfall":
        return choices.fill_windfall(o, decision)
    if prompt == "produce.contribute":
        return war.contribute(o, decision)
    if prompt == "produce.discard":
        return choices.discard_least(o, decision)
    return plain_answer(decision)


def _war(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "invasion.defend":
        return war.use_defense(o, decision)
    if prompt == "invasion.damage":
        return war.choose_damage(o, decision)
    if prompt == "repair.world":
        return choices.world_worth_most(o, decision)
    if prompt == "repair.good":
        return choices.spend_goods(o, decision)
    if prompt == "invasion.card" or prompt == "repair.cards":
        return choices.discard_least(o, decision)
    return plain_answer(decision)


def _frontier(o: Outlook, decision: Decision) -> Choice:
    prompt = decision.prompt
    if prompt == "frontier.deck" or prompt == "conquest.choice":
        return frontier.choose_deck(o, decision)
    if prompt == "frontier.settle":
        return frontier.settle_frontier(o, decision)
    if prompt == "conquest.means":
        return frontier.use_force(o, decision)
    return plain_answer(decision)


def plain_answer(decision: Decision) -> Choice:
    """A legal answer to any decision: the first option, or the first few that must be given."""
    if decision.kind == ONE:
        return [decision.options[0]]
    chosen = decision.options[: decision.least]
    chosen.sort()
    return chosen
