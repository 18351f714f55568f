"""Every question of earth: its id, its kind, what its options are, what it is about, and the totals it turns on."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import ONE, SOME, Prompt

BID: Final = Prompt("bid", ONE, "energy", "", ("energy",))
TAKE_CARD: Final = Prompt("take-card", ONE, "turn-order")
PORTAL: Final = Prompt("portal", ONE, "portal")
ACTION: Final = Prompt("action", ONE, "action", "", ("stars",))

# The questions of Gadgets.
SCATTER_REGIONS: Final = Prompt("scatter.regions", SOME, "region", "gadget")
FLY_TO: Final = Prompt("fly.to", ONE, "region", "gadget")
MOVE_FROM: Final = Prompt("move.from", ONE, "region", "gadget")
MOVE_TO: Final = Prompt("move.to", ONE, "region", "gadget")
MOVE_NUMBER: Final = Prompt("move.number", ONE, "number", "gadget")
DRAG_FROM: Final = Prompt("drag.from", ONE, "region", "gadget")
DRAG_TO: Final = Prompt("drag.to", ONE, "region", "gadget")
DRAG_SHIPS: Final = Prompt("drag.ships", SOME, "seat", "gadget")
DESTROY_TARGET: Final = Prompt("destroy.target", ONE, "target", "gadget")
BOMBARD_REGION: Final = Prompt("bombard.region", ONE, "region", "gadget")
SHIELD_REGION: Final = Prompt("shield.region", ONE, "region", "gadget")
HOLOGRAM_REGION: Final = Prompt("hologram.region", ONE, "region", "gadget")
HARVEST_REGION: Final = Prompt("harvest.region", ONE, "region", "gadget")
REDIRECT_FROM: Final = Prompt("redirect.from", ONE, "region", "gadget")
REDIRECT_TO: Final = Prompt("redirect.to", ONE, "region", "gadget")

PROMPTS: Final[list[Prompt]] = [
    BID,
    TAKE_CARD,
    PORTAL,
    ACTION,
    SCATTER_REGIONS,
    FLY_TO,
    MOVE_FROM,
    MOVE_TO,
    MOVE_NUMBER,
    DRAG_FROM,
    DRAG_TO,
    DRAG_SHIPS,
    DESTROY_TARGET,
    BOMBARD_REGION,
    SHIELD_REGION,
    HOLOGRAM_REGION,
    HARVEST_REGION,
    REDIRECT_FROM,
    REDIRECT_TO,
]
"""All of them; a prompt's place here is its number for learners."""

BY_ID: Final = {prompt.ident: prompt for prompt in PROMPTS}
