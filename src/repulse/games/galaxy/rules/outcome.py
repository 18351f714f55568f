"""The end of a game, as plain facts for statistics."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Data
from repulse.games.galaxy.codes import trait
from repulse.games.galaxy.rules.military import military
from repulse.games.galaxy.rules.phases.rounds import (
    END_CONQUEST_VALUE,
    END_DEFEAT,
    END_POOL,
    END_REPULSE,
    END_SYSTEMS,
    END_TABLEAU,
    endings_of,
)
from repulse.games.galaxy.rules.score import systems_conquered
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    CONQUEST_ADDS,
    REPULSE_VALUE,
    STAGE_CONQUEST,
    War,
)

ENDINGS: Final = {
    END_POOL: "pool",
    END_TABLEAU: "tableau",
    END_REPULSE: "repulse",
    END_DEFEAT: "defeat",
    END_CONQUEST_VALUE: "conquest_value",
    END_SYSTEMS: "systems",
}
"""The reasons for the end of a game, by their bits: the ids of their words (`event.game_end`)."""

AND: Final = "+"
"""Separates the reasons when a game ended for several."""


def endings_by_id(endings: int) -> list[str]:
    """Return the reasons in a set of bits, by their ids."""
    return [ident for bit, ident in ENDINGS.items() if endings & bit]


def result_facts(state: GalaxyState) -> Data:
    """Return how a game ended and what each seat had at the end: single values, or lists with one for each seat."""
    seats = range(state.players)
    facts: Data = {
        "ending": AND.join(endings_by_id(endings_of(state))) if state.over else "",
        "tableau": [len(state.tableau[seat]) for seat in seats],
        "chips": [state.chips_held(seat) for seat in seats],
        "military": [military(state, seat) for seat in seats],
    }
    if state.frontier is not None:
        traits = state.cards.traits
        facts["frontier_worlds"] = [
            len([card for card in state.tableau[seat] if traits[card] & trait.FRONTIER]) for seat in seats
        ]
    if state.war is not None:
        facts.update(_war_facts(state, state.war))
    return facts


def _war_facts(state: GalaxyState, war: War) -> Data:
    seats = range(state.players)
    began = REPULSE_VALUE[state.players]
    if war.stage == STAGE_CONQUEST:
        began += CONQUEST_ADDS[state.players]
    facts: Data = {
        "stage": war.stage,
        "value_left": war.repulse,
        "goods_given": began - war.repulse,
        "defeats": war.defeats,
        "awards": war.awards[:],
        "damaged": [state.count_damaged(seat) for seat in range(state.players)],
        "contributed": war.contributed[:],
    }
    if war.counterstrike:
        facts["tiles"] = war.tiles[:]
        facts["systems"] = [systems_conquered(state, seat) for seat in seats]
    return facts
