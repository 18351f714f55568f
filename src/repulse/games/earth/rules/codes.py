"""The small numbers of the game: what options, steps and events are made of."""

from __future__ import annotations

from typing import Final

REGIONS: Final = 8
NOWHERE: Final = -1

WHOLE: Final = -2
"""The viewer of a position that is no view."""

HIDDEN: Final = -1
"""What a view has in place of a card or a bid that its viewer may not see."""

# --- Actions of a player's turn, packed into one number (domain `action`) ---
END_TURN: Final = 0
DEPLOY: Final = 1
MOVE: Final = 16
"""MOVE + 8 * from + to."""
FLY: Final = 80
"""FLY + to: the mothership moves."""
USE_GADGET: Final = 96
"""USE_GADGET + design."""

# --- Steps on the agenda ---
STEP_REVEAL: Final = 0
STEP_BID: Final = 1
STEP_TAKE_CARD: Final = 2
STEP_TURN: Final = 3
STEP_PORTAL: Final = 4
STEP_ACT: Final = 5
STEP_SCORE: Final = 6
STEP_CHECK_END: Final = 7
STEP_EFFECT: Final = 16
"""STEP_EFFECT + number of the effect step in the components."""

# --- What effect steps of Gadgets do ---
DO_DEPLOY: Final = 0
DO_SCATTER: Final = 1
DO_FLY: Final = 2
DO_MOVE: Final = 3
DO_DRAG: Final = 4
DO_DESTROY: Final = 5
DO_BOMBARD: Final = 6
DO_SHIELD: Final = 7
DO_HOLOGRAM: Final = 8
DO_HARVEST: Final = 9
DO_REDIRECT: Final = 10
DO_STARS: Final = 11
DO_ENERGY: Final = 12
DO_CLAMPS: Final = 13
DO_NAMES: Final = (
    "deploy",
    "scatter",
    "fly",
    "move",
    "drag",
    "destroy",
    "bombard",
    "shield",
    "hologram",
    "harvest",
    "redirect",
    "stars",
    "energy",
    "clamps",
)

ANYWHERE: Final = 0
AT_MOTHERSHIP: Final = 1
PRESENCE: Final = 2
WHERE_NAMES: Final = ("anywhere", "mothership", "presence")

REACH_ANYWHERE: Final = 0
REACH_ADJACENT: Final = 1
REACH_NAMES: Final = ("anywhere", "adjacent")

# --- Events: the number, and what follows the seat ---
EVENT_TURN: Final = 0  # turn
EVENT_PORTALS: Final = 1  # portals ...
EVENT_GADGETS: Final = 2  # designs ...
EVENT_CARDS: Final = 3  # Turn Order cards ...
EVENT_SCORING: Final = 4  # regions ...
EVENT_RESHUFFLE_GADGETS: Final = 5
EVENT_RESHUFFLE_CARDS: Final = 6
EVENT_BID: Final = 7  # Energy
EVENT_TAKE_CARD: Final = 8  # card
EVENT_TURN_OF: Final = 9  # stars
EVENT_PORTAL: Final = 10  # portal
EVENT_DEPLOY: Final = 11  # region, ships
EVENT_MOVE: Final = 12  # owner, from, to, ships
EVENT_FLY: Final = 13  # from, to
EVENT_GADGET: Final = 14  # design, Energy paid
EVENT_DESTROY: Final = 15  # owner, region, ships
EVENT_SHIELD: Final = 16  # region
EVENT_HOLOGRAM: Final = 17  # region, ships
EVENT_HARVEST: Final = 18  # region, tokens
EVENT_REDIRECT: Final = 19  # from, to
EVENT_STARS: Final = 20  # stars
EVENT_ENERGY: Final = 21  # Energy
EVENT_CLAMPS: Final = 22  # region
EVENT_END_TURN: Final = 23  # stars unused
EVENT_REWARD: Final = 24  # region, place, sharing, VP, Energy, halved
EVENT_CASUALTIES: Final = 25  # region, ships, winner, shielded
EVENT_HOURGLASS: Final = 26  # design
EVENT_NO_HOURGLASS: Final = 27  # design
EVENT_WIN: Final = 28  # VP, Energy, ships on the board
EVENT_NAMES: Final = (
    "turn",
    "portals",
    "gadgets",
    "cards",
    "scoring",
    "reshuffle-gadgets",
    "reshuffle-cards",
    "bid",
    "take-card",
    "turn-of",
    "portal",
    "deploy",
    "move",
    "fly",
    "gadget",
    "destroy",
    "shield",
    "hologram",
    "harvest",
    "redirect",
    "stars",
    "energy",
    "clamps",
    "end-turn",
    "reward",
    "casualties",
    "hourglass",
    "no-hourglass",
    "win",
)
