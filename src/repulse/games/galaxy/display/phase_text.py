"""The current phase in words: the phase of the round, or what there is before, between and after phases."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Seat
from repulse.games.galaxy.codes import step
from repulse.games.galaxy.display.phrases import ACTION_IDS, Phrases
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import STAGE_CONQUEST

PHASES: Final = ("explore", "develop", "settle", "consume", "produce")

_PHASE_OF_ACTION: Final = {
    "explore_5": "explore",
    "explore_1_1": "explore",
    "develop": "develop",
    "settle": "settle",
    "trade": "consume",
    "consume_2x": "consume",
    "produce": "produce",
    "repair": "produce",
    "frontier": "settle",
}

_PHASE_OF_STEP: Final = {
    step.SETUP: "setup",
    step.ROUND: "actions",
    step.ACTION_ORDER: "actions",
    step.EXPLORE: "explore",
    step.DEVELOP: "develop",
    step.DEVELOP_PLACE: "develop",
    step.DEVELOP_MEANS: "develop",
    step.DEVELOP_PAY: "develop",
    step.REPLACE: "develop",
    step.REPLACE_WITH: "develop",
    step.SETTLE: "settle",
    step.SETTLE_MEANS: "settle",
    step.SETTLE_PAY: "settle",
    step.SETTLE_GOOD: "settle",
    step.SETTLE_PLACE: "settle",
    step.FRONTIER: "settle",
    step.FRONTIER_PLACE: "settle",
    step.FRONTIER_TURN: "settle",
    step.SETTLE_TURN: "settle",
    step.CONQUEST: "settle",
    step.ATTACK_MEANS: "settle",
    step.TRADE: "consume",
    step.CONSUME_POWER: "consume",
    step.CONSUME_GOODS: "consume",
    step.CONSUME_HAND: "consume",
    step.CONSUME_SELL: "consume",
    step.CONSUME_LUCKY: "consume",
    step.PRODUCE_POWER: "produce",
    step.PRODUCE_WINDFALL: "produce",
    step.PRODUCE_DISCARD: "produce",
    step.CONTRIBUTE: "produce",
    step.REPAIR_PAY: "produce",
    step.REPAIR_WORLD: "produce",
    step.HAND_LIMIT: "hand_limit",
    step.DEFEND: "invasion",
    step.DEFEND_CARD: "invasion",
    step.DAMAGE: "invasion",
}
"""The texts for the current stage while a step asks."""


def phase_of(s: GalaxyState) -> str:
    """Return the id of the text for the current stage."""
    return "over" if s.over else _PHASE_OF_STEP.get(s.current_step(), "other")


def phase_words(p: Phrases, s: GalaxyState) -> str:
    """Describe the current stage: in the second stage of a war the attackers are called retaliation."""
    phase = phase_of(s)
    if phase == "invasion" and s.war is not None and s.war.stage == STAGE_CONQUEST:
        return p.text("table.phase.retaliation")
    return p.text(f"table.phase.{phase}")


def phase_of_action(action: int) -> str:
    """Return the id of the phase that an action card calls."""
    return _PHASE_OF_ACTION[ACTION_IDS[action]]


def callers(s: GalaxyState, phase: str) -> list[Seat]:
    """Return the seats whose action cards call a phase."""
    return [
        seat
        for seat in range(s.players)
        if any(phase_of_action(action) == phase for action in s.actions[seat])
    ]
