"""The war and the frontier on the screen."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import SPECTATOR, Seat
from repulse.games.galaxy.display.odds_text import next_attack_text, odds_for, odds_screens
from repulse.games.galaxy.display.phrases import Phrases
from repulse.games.galaxy.display.screen_types import PileScreen, WarScreen
from repulse.games.galaxy.display.war_text import awards_are_ours, awards_now
from repulse.games.galaxy.rules.frontier import FAR, NEAR, SYSTEMS
from repulse.games.galaxy.rules.military import military_vs_xenos
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import RETALIATION, STAGE_CONQUEST, wave_of

PILE_IDS: Final = {NEAR: "near", FAR: "far", SYSTEMS: "systems"}
"""The names of the frontier piles on the wire."""


def war_screen(p: Phrases, s: GalaxyState) -> WarScreen | None:
    """Return the state of the war as everybody sees it; None in a game without one."""
    war = s.war
    if war is None:
        return None
    waves = [wave_of(card) for card in war.deck]
    attacked = s.frontier.under_attack if s.frontier is not None else 0
    return {
        "repulse": war.repulse,
        "military": sum(military_vs_xenos(s, seat) for seat in range(s.players)),
        "waves": [
            {"wave": wave, "cards": waves.count(wave)}
            for wave in ((RETALIATION,) if war.stage == STAGE_CONQUEST else (1, 2, 3))
        ],
        "discards": len(war.discards),
        "order": war.order[:],
        "defeats": war.defeats,
        "repulsed": war.repulsed,
        "counterstrike": war.counterstrike,
        "stage": war.stage,
        "awards": list(awards_now(s, war)),
        "awards_reconstructed": awards_are_ours(s, war),
        "surge": war.surge,
        "breather": war.breather and not s.experienced,
        "conquered": war.conquered,
        "under_attack": s.cards.names[attacked] if attacked else "",
        "odds": odds_screens(p, s, SPECTATOR),
        "next_attack": next_attack_text(p, s),
    }


def own_war_screen(p: Phrases, war: WarScreen | None, viewer: Seat) -> WarScreen | None:
    """Return where the war stands as everybody sees it, with the odds of the viewer in the second person."""
    if war is None:
        return None
    own = war.copy()
    own["odds"] = odds_for(p, war["odds"], viewer)
    return own


def frontier_screen(s: GalaxyState) -> list[PileScreen]:
    """Return the frontier decks and, in Counterstrike, the Xeno systems."""
    frontier = s.frontier
    if frontier is None:
        return []
    return [
        {"pile": name, "deck": len(frontier.decks[pile]), "discards": len(frontier.discards[pile])}
        for pile, name in PILE_IDS.items()
        if pile != SYSTEMS or (s.war is not None and s.war.counterstrike)
    ]
