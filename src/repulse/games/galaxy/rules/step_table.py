"""The rules of galaxy, put together: every step under its number."""

from __future__ import annotations

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
from repulse.games.galaxy.rules.state import STEPS

if not STEPS:
    # In the order of steps/numbers.py; a test compares the two.
    STEPS.extend(
        [
            setup.Setup(),
            rounds.Round(),
            explore.Explore(),
            develop.Develop(),
            develop.DevelopPay(),
            settle.Settle(),
            settle.SettleMeans(),
            settle.SettlePay(),
            settle.SettleGood(),
            settle.SettleAfter(),
            consume.Consume(),
            consume.Trade(),
            consume.ConsumePower(),
            consume.ConsumeGoods(),
            consume.ConsumeHand(),
            consume.ConsumeSell(),
            consume.ConsumeLucky(),
            produce.Produce(),
            produce.ProducePower(),
            produce.ProduceWindfall(),
            produce.ProduceDiscard(),
            produce.ProduceMost(),
            rounds.HandLimit(),
            rounds.RoundEnd(),
            repair.Contribute(),
            repair.RepairPay(),
            repair.RepairWorld(),
            invasion.Invasion(),
            invasion.Defend(),
            invasion.DefendCard(),
            invasion.Damage(),
            invasion.InvasionEnd(),
            develop.DevelopPlace(),
            develop.DevelopMeans(),
            develop.Replace(),
            develop.ReplaceWorld(),
            settle.SettlePlace(),
            settle.SettleEnd(),
            frontier.FrontierStep(),
            frontier.FrontierPlace(),
            frontier.FrontierReveal(),
            frontier.FrontierTurn(),
            frontier.SettleTurn(),
            conquest.Conquest(),
            conquest.AttackMeans(),
            rounds.ActionOrder(),
        ]
    )
