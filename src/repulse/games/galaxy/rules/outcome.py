"""How a game ended, as plain facts for statistics."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Data
from repulse.games.galaxy.rules.codes import trait
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
    """The reasons in a set of bits, by their ids."""
    return [ident for bit, ident in ENDINGS.items() if endings & bit]


def result_facts(s: GalaxyState) -> Data:
    """How a game ended and what each seat had at the end: single values, or lists with one for each seat."""
    seats = range(s.players)
    facts: Data = {
        "ending": AND.join(endings_by_id(endings_of(s))) if s.over else "",
        "tableau": [len(s.tableau[seat]) for seat in seats],
        "chips": [s.chips_held(seat) for seat in seats],
        "military": [military(s, seat) for seat in seats],
    }
    if s.frontier is not None:
        traits = s.cards.traits
        facts["frontier_worlds"] = [
            len([card for card in s.tableau[seat] if traits[card] & trait.FRONTIER]) for seat in seats
        ]
    if s.war is not None:
        facts.update(_war_facts(s, s.war))
    return facts


def _war_facts(s: GalaxyState, war: War) -> Data:
    seats = range(s.players)
    began = REPULSE_VALUE[s.players]
    if war.stage == STAGE_CONQUEST:
        began += CONQUEST_ADDS[s.players]
    facts: Data = {
        "stage": war.stage,
        "value_left": war.repulse,
        "goods_given": began - war.repulse,
        "defeats": war.defeats,
        "awards": war.awards[:],
        "damaged": s.damaged[:],
        "contributed": war.contributed[:],
    }
    if war.counterstrike:
        facts["tiles"] = war.tiles[:]
        facts["systems"] = [systems_conquered(s, seat) for seat in seats]
    return facts
