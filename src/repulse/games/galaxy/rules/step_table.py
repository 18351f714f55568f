"""The rules of galaxy, put together: every step under its number."""

from __future__ import annotations

from typing import Final

from repulse.engine.steps import MAX_STEPS, Step
from repulse.games.galaxy.codes import step
from repulse.games.galaxy.rules.phases import (
    conquest,
    consume,
    develop,
    explore,
    frontier,
    invasion,
    produce,
    repair,
    rounds,
    settle,
    setup,
)
from repulse.games.galaxy.rules.position import Position

_BY_NUMBER: Final[dict[int, Step[Position]]] = {
    step.SETUP: setup.Setup(),
    step.ROUND: rounds.Round(),
    step.EXPLORE: explore.Explore(),
    step.DEVELOP: develop.Develop(),
    step.DEVELOP_PAY: develop.DevelopPay(),
    step.SETTLE: settle.Settle(),
    step.SETTLE_MEANS: settle.SettleMeans(),
    step.SETTLE_PAY: settle.SettlePay(),
    step.SETTLE_GOOD: settle.SettleGood(),
    step.SETTLE_AFTER: settle.SettleAfter(),
    step.CONSUME: consume.Consume(),
    step.TRADE: consume.Trade(),
    step.CONSUME_POWER: consume.ConsumePower(),
    step.CONSUME_GOODS: consume.ConsumeGoods(),
    step.CONSUME_HAND: consume.ConsumeHand(),
    step.CONSUME_SELL: consume.ConsumeSell(),
    step.CONSUME_LUCKY: consume.ConsumeLucky(),
    step.PRODUCE: produce.Produce(),
    step.PRODUCE_POWER: produce.ProducePower(),
    step.PRODUCE_WINDFALL: produce.ProduceWindfall(),
    step.PRODUCE_DISCARD: produce.ProduceDiscard(),
    step.PRODUCE_MOST: produce.ProduceMost(),
    step.HAND_LIMIT: rounds.HandLimit(),
    step.ROUND_END: rounds.RoundEnd(),
    step.CONTRIBUTE: repair.Contribute(),
    step.REPAIR_PAY: repair.RepairPay(),
    step.REPAIR_WORLD: repair.RepairWorld(),
    step.INVASION: invasion.Invasion(),
    step.DEFEND: invasion.Defend(),
    step.DEFEND_CARD: invasion.DefendCard(),
    step.DAMAGE: invasion.Damage(),
    step.INVASION_END: invasion.InvasionEnd(),
    step.DEVELOP_PLACE: develop.DevelopPlace(),
    step.DEVELOP_MEANS: develop.DevelopMeans(),
    step.REPLACE: develop.Replace(),
    step.REPLACE_WITH: develop.ReplaceWith(),
    step.SETTLE_PLACE: settle.SettlePlace(),
    step.SETTLE_END: settle.SettleEnd(),
    step.FRONTIER: frontier.FrontierStep(),
    step.FRONTIER_PLACE: frontier.FrontierPlace(),
    step.FRONTIER_TURN: frontier.FrontierTurn(),
    step.SETTLE_TURN: frontier.SettleTurn(),
    step.CONQUEST: conquest.Conquest(),
    step.ATTACK_MEANS: conquest.AttackMeans(),
    step.ACTION_ORDER: rounds.ActionOrder(),
}

assert len(_BY_NUMBER) <= MAX_STEPS

STEPS: Final[list[Step[Position]]] = [_BY_NUMBER[number] for number in range(len(_BY_NUMBER))]
"""Every step of the game, by its number."""
