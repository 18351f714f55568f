"""Events: what is written in the log, as numbers.

An event is [id, seat, numbers...]. From position PRIVATE_FROM[id] on the numbers are card identities that the
seat alone may see.
"""

from __future__ import annotations

from typing import Final

EVENTS: Final = (
    "round",
    "reshuffle",
    "start_world",
    "setup_discard",
    "actions",
    "phase",
    "draw",
    "explore_discard",
    "place",
    "pass",
    "pay",
    "conquer",
    "discard_own",
    "good_placed",
    "good_discarded",
    "consume",
    "sell",
    "discard_for_vp",
    "gain",
    "lucky",
    "produce",
    "hand_limit",
    "game_end",
    "final_score",
    "pay_with",
    "good_for_card",
    "contribute",
    "repair",
    "disks",
    "repulse_check",
    "invasion_card",
    "bunker",
    "defend",
    "damage",
    "empire_defeat",
    "repair_cards",
    "replace",
    "look",
    "keep",
    "attack",
    "conquer_system",
    "attack_failed",
    "tide",
    "surge",
)
ROUND: Final = 0
RESHUFFLE: Final = 1
START_WORLD: Final = 2
SETUP_DISCARD: Final = 3
ACTIONS: Final = 4
PHASE: Final = 5
DRAW: Final = 6
EXPLORE_DISCARD: Final = 7
PLACE: Final = 8
PASS: Final = 9
PAY: Final = 10
CONQUER: Final = 11
DISCARD_OWN: Final = 12
GOOD_PLACED: Final = 13
GOOD_DISCARDED: Final = 14
CONSUME: Final = 15
SELL: Final = 16
DISCARD_FOR_VP: Final = 17
GAIN: Final = 18
LUCKY: Final = 19
PRODUCE: Final = 20
HAND_LIMIT: Final = 21
GAME_END: Final = 22
FINAL_SCORE: Final = 23
PAY_WITH: Final = 24
GOOD_FOR_CARD: Final = 25
CONTRIBUTE: Final = 26
REPAIR: Final = 27
DISKS: Final = 28
REPULSE_CHECK: Final = 29
INVASION_CARD: Final = 30
BUNKER: Final = 31
DEFEND: Final = 32
DAMAGE: Final = 33
EMPIRE_DEFEAT: Final = 34
REPAIR_CARDS: Final = 35
REPLACE: Final = 36
LOOK: Final = 37
KEEP: Final = 38
ATTACK: Final = 39
CONQUER_SYSTEM: Final = 40
ATTACK_FAILED: Final = 41
TIDE: Final = 42
SURGE: Final = 43

# Why cards are drawn, where it is not the power of a card.
FOR_EXPLORE: Final = -1
FOR_SETTLE_BONUS: Final = -2
FOR_SALE: Final = -3
FOR_DEAL: Final = -4

_ALL_PUBLIC: Final = 99

PRIVATE_FROM: Final[list[int]] = [_ALL_PUBLIC] * len(EVENTS)
"""For each event: where its private numbers begin."""

PRIVATE_FROM[SETUP_DISCARD] = 2  # cards
PRIVATE_FROM[DRAW] = 3  # why, then cards
PRIVATE_FROM[EXPLORE_DISCARD] = 2  # cards
PRIVATE_FROM[PAY] = 3  # for which card, then cards
PRIVATE_FROM[DISCARD_FOR_VP] = 3  # power, then cards
PRIVATE_FROM[HAND_LIMIT] = 2  # cards
PRIVATE_FROM[GOOD_FOR_CARD] = 3  # world, then card
PRIVATE_FROM[BUNKER] = 3  # power, then card
PRIVATE_FROM[REPAIR_CARDS] = 2  # cards
PRIVATE_FROM[LOOK] = 3  # deck, then cards
PRIVATE_FROM[KEEP] = 3  # deck, then card
