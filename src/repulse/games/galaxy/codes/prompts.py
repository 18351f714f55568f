"""Every question of galaxy: its id, its kind, what its options are, what it is about, and the totals it turns on.

The domains: `card` a card of the hand, `world` a card of the tableau, `frontier` a card drawn from a frontier deck (to
settle or to keep), `action` an action card, `deck` a frontier deck or an attack, `power` a power, `means` a power with the world it takes,
`number` a number. PASS means none.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import ONE, SOME, Prompt

SETUP_START_WORLD: Final = Prompt("setup.start_world", ONE, "card")
SETUP_DISCARD: Final = Prompt("setup.discard", SOME, "card")
ACTION: Final = Prompt("action", ONE, "action")
ACTIONS: Final = Prompt("actions", SOME, "action")
ACTIONS_ORDER: Final = Prompt("actions.order", ONE, "action")
EXPLORE_DISCARD: Final = Prompt("explore.discard", SOME, "card")
DEVELOP_PLACE: Final = Prompt("develop.place", ONE, "card")
DEVELOP_MEANS: Final = Prompt("develop.means", ONE, "means", "card", ("cost",))
DEVELOP_PAY: Final = Prompt("develop.pay", SOME, "card", "card", ("cost",))
DEVELOP_REPLACE: Final = Prompt("develop.replace", ONE, "card", "card")
DEVELOP_REPLACE_WORLD: Final = Prompt("develop.replace_world", ONE, "world")
SETTLE_PLACE: Final = Prompt("settle.place", ONE, "card", "", ("military",))
SETTLE_MEANS: Final = Prompt("settle.means", ONE, "means", "card", ("cost", "military"))
SETTLE_PAY: Final = Prompt("settle.pay", SOME, "card", "card", ("cost",))
SETTLE_GOOD: Final = Prompt("settle.good", SOME, "card", "card")
FRONTIER_DECK: Final = Prompt("frontier.deck", ONE, "deck")
FRONTIER_SETTLE: Final = Prompt("frontier.settle", ONE, "frontier", "", ("military",))
CONQUEST_CHOICE: Final = Prompt("conquest.choice", ONE, "deck")
CONQUEST_MEANS: Final = Prompt("conquest.means", ONE, "means", "card", ("military", "vs_xenos", "temporary"))
CONSUME_TRADE: Final = Prompt("consume.trade", ONE, "world")
CONSUME_POWER: Final = Prompt("consume.power", ONE, "power")
CONSUME_GOODS: Final = Prompt("consume.goods", SOME, "world", "power")
CONSUME_GOOD: Final = Prompt("consume.good", ONE, "world", "power")
CONSUME_HAND: Final = Prompt("consume.hand", SOME, "card", "power")
CONSUME_SELL: Final = Prompt("consume.sell", ONE, "world", "power")
CONSUME_LUCKY: Final = Prompt("consume.lucky", ONE, "number", "power")
PRODUCE_POWER: Final = Prompt("produce.power", ONE, "power")
PRODUCE_WINDFALL: Final = Prompt("produce.windfall", ONE, "world", "power")
PRODUCE_DISCARD: Final = Prompt("produce.discard", SOME, "card", "power")
PRODUCE_CONTRIBUTE: Final = Prompt("produce.contribute", SOME, "world")
REPAIR_CARDS: Final = Prompt("repair.cards", SOME, "card")
REPAIR_GOOD: Final = Prompt("repair.good", ONE, "world")
REPAIR_WORLD: Final = Prompt("repair.world", ONE, "world", "power")
INVASION_DEFEND: Final = Prompt("invasion.defend", ONE, "means", "", ("defense",))
INVASION_CARD: Final = Prompt("invasion.card", SOME, "card", "power")
INVASION_DAMAGE: Final = Prompt("invasion.damage", ONE, "world")
HAND_LIMIT: Final = Prompt("hand_limit", SOME, "card")

PROMPTS: Final[list[Prompt]] = [
    SETUP_START_WORLD,
    SETUP_DISCARD,
    ACTION,
    ACTIONS,
    ACTIONS_ORDER,
    EXPLORE_DISCARD,
    DEVELOP_PLACE,
    DEVELOP_MEANS,
    DEVELOP_PAY,
    DEVELOP_REPLACE,
    DEVELOP_REPLACE_WORLD,
    SETTLE_PLACE,
    SETTLE_MEANS,
    SETTLE_PAY,
    SETTLE_GOOD,
    FRONTIER_DECK,
    FRONTIER_SETTLE,
    CONQUEST_CHOICE,
    CONQUEST_MEANS,
    CONSUME_TRADE,
    CONSUME_POWER,
    CONSUME_GOODS,
    CONSUME_GOOD,
    CONSUME_HAND,
    CONSUME_SELL,
    CONSUME_LUCKY,
    PRODUCE_POWER,
    PRODUCE_WINDFALL,
    PRODUCE_DISCARD,
    PRODUCE_CONTRIBUTE,
    REPAIR_CARDS,
    REPAIR_GOOD,
    REPAIR_WORLD,
    INVASION_DEFEND,
    INVASION_CARD,
    INVASION_DAMAGE,
    HAND_LIMIT,
]
"""All of them; a prompt's place here is its number for learners."""

BY_ID: Final = {prompt.ident: prompt for prompt in PROMPTS}
