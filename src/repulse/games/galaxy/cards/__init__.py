"""The facts of the cards: what the card files say, as checked, immutable values.

`load_cards` reads them; `parse_per` takes apart the words that say what is counted. `docs/cards.md` explains the
notation of the files.
"""

from repulse.games.galaxy.cards.loader import (
    load_cards,
    overlay_from_file,
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
    Overlay,
    Power,
    ScoreLine,
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
    "Per",
    "Power",
    "ScoreLine",
    "load_cards",
    "overlay_from_file",
    "parse_per",
    "shipped_overlay",
    "shipped_overlays",
]
