"""The facts of the cards: what the card files say, as checked, immutable values.

`load_cards` reads them; `parse_per` takes apart the words that say what is counted. `docs/extend/card-notation.md` explains the
notation of the files.
"""

from repulse.engine.overlays import Overlay
from repulse.games.galaxy.cards.loader import (
    OverlayChange,
    changes_of,
    load_cards,
    load_war,
    shipped_overlay,
    shipped_overlays,
)
from repulse.games.galaxy.cards.model import (
    DECKS,
    KEYWORDS,
    KINDS,
    PHASES,
    SETS,
    TYPES,
    BadCards,
    Card,
    Power,
    ScoreLine,
    WarFacts,
)
from repulse.games.galaxy.cards.per import WHATS, Per, parse_per

__all__ = [
    "DECKS",
    "KEYWORDS",
    "KINDS",
    "PHASES",
    "SETS",
    "TYPES",
    "WHATS",
    "BadCards",
    "Card",
    "Overlay",
    "OverlayChange",
    "Per",
    "Power",
    "ScoreLine",
    "WarFacts",
    "changes_of",
    "load_cards",
    "load_war",
    "parse_per",
    "shipped_overlay",
    "shipped_overlays",
]
