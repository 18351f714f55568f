"""The steps of the game, by their numbers on the agenda; `step_table` has what they do."""

from __future__ import annotations

from typing import Final

from repulse.games.galaxy.codes import names_in

SETUP: Final = 0
ROUND: Final = 1
EXPLORE: Final = 2
DEVELOP: Final = 3
DEVELOP_PAY: Final = 4
SETTLE: Final = 5
SETTLE_MEANS: Final = 6
SETTLE_PAY: Final = 7
SETTLE_GOOD: Final = 8
SETTLE_AFTER: Final = 9
CONSUME: Final = 10
TRADE: Final = 11
CONSUME_POWER: Final = 12
CONSUME_GOODS: Final = 13
CONSUME_HAND: Final = 14
CONSUME_SELL: Final = 15
CONSUME_LUCKY: Final = 16
PRODUCE: Final = 17
PRODUCE_POWER: Final = 18
PRODUCE_WINDFALL: Final = 19
PRODUCE_DISCARD: Final = 20
PRODUCE_MOST: Final = 21
HAND_LIMIT: Final = 22
ROUND_END: Final = 23
CONTRIBUTE: Final = 24
REPAIR_PAY: Final = 25
REPAIR_WORLD: Final = 26
INVASION: Final = 27
DEFEND: Final = 28
DEFEND_CARD: Final = 29
DAMAGE: Final = 30
INVASION_END: Final = 31
DEVELOP_PLACE: Final = 32
DEVELOP_MEANS: Final = 33
REPLACE: Final = 34
REPLACE_WITH: Final = 35
SETTLE_PLACE: Final = 36
SETTLE_END: Final = 37
FRONTIER: Final = 38
FRONTIER_PLACE: Final = 39
FRONTIER_TURN: Final = 40
SETTLE_TURN: Final = 41
CONQUEST: Final = 42
ATTACK_MEANS: Final = 43
ACTION_ORDER: Final = 44

NAMES: Final = names_in(__name__)
