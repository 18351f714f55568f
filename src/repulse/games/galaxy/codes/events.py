"""Events: the entries of the log, as numbers.

An event is [id, seat, numbers...]; its row in TABLE says what the numbers are, and which of them only the seat may
see. `cards`, `goods`, `actions` and `seats` take all remaining numbers; `world` is a card with a kind of good,
`placed` any other card of a tableau, `system` a Xeno system, `pile` a frontier deck.
"""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import EventKind

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

TABLE: Final[list[EventKind]] = [
    EventKind("round", ("n",)),
    EventKind("reshuffle", ("n",)),
    EventKind("start_world", ("card",)),
    EventKind("setup_discard", ("cards",), private="cards"),
    EventKind("actions", ("actions",)),
    EventKind("phase", ("phase",)),
    EventKind("draw", ("why", "cards"), private="cards"),
    EventKind("explore_discard", ("cards",), private="cards"),
    EventKind("place", ("card",)),
    EventKind("pass"),
    EventKind("pay", ("card", "cards"), private="cards"),
    EventKind("conquer", ("card", "n")),
    EventKind("discard_own", ("card",)),
    EventKind("good_placed", ("world",)),
    EventKind("good_discarded", ("world", "power")),
    EventKind("consume", ("card", "goods")),
    EventKind("sell", ("world", "n")),
    EventKind("discard_for_vp", ("card", "cards"), private="cards"),
    EventKind("gain", ("card", "n")),
    EventKind("lucky", ("n", "card", "hit")),
    EventKind("produce", ("world",)),
    EventKind("hand_limit", ("cards",), private="cards"),
    EventKind("game_end", ("endings",)),
    EventKind("final_score", ("n",)),
    EventKind("pay_with", ("placed", "card")),
    EventKind("good_for_card", ("card", "cards"), private="cards"),
    EventKind("contribute", ("n", "goods")),
    EventKind("repair", ("placed", "power")),
    EventKind("disks", ("seats",)),
    EventKind("repulse_check", ("n", "needed")),
    EventKind("invasion_card", ("invasion_card", "rank")),
    EventKind("bunker", ("power", "cards"), private="cards"),
    EventKind("defend", ("n", "attack", "award")),
    EventKind("damage", ("placed",)),
    EventKind("empire_defeat", ("n",)),
    EventKind("repair_cards", ("cards",), private="cards"),
    EventKind("replace", ("placed", "card")),
    EventKind("look", ("pile", "cards"), private="cards"),
    EventKind("keep", ("pile", "cards"), private="cards"),
    EventKind("attack", ("system",)),
    EventKind("conquer_system", ("system",)),
    EventKind("attack_failed", ("card",)),
    EventKind("tide", ("n",)),
    EventKind("surge", ("n",)),
]
"""Every event by its number."""

PRIVATE_FROM: Final[list[int]] = [row.private_from for row in TABLE]
"""For each event: where its private numbers begin."""

# Why cards are drawn, when no card's power is the reason.
FOR_EXPLORE: Final = -1
FOR_SETTLE_BONUS: Final = -2
FOR_SALE: Final = -3
FOR_DEAL: Final = -4
