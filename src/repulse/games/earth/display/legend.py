"""The symbols of the map with their meaning, drawn as they are on it."""

from __future__ import annotations

from typing import Final

from repulse.engine.display.cards import LegendLine
from repulse.games.earth.display.phrases import earth_words

_STAR: Final = (
    "M0-7 1.8-2.4 6.700-2.200 2.900.8 4.200 5.700 0 2.900-4.200 5.700-2.900.8-6.700-2.200-1.800-2.400Z"
)
_DRAWN: Final = {
    "scoring": (16.0, f'<path d="{_STAR}" fill="var(--alien)"/>'),
    "harvest": (
        22.0,
        (
            '<rect x="-10" y="-7" width="20" height="14" rx="7" fill="none" stroke="var(--genes)" stroke-width="1.6"/>'
            '<path d="M-5 4Q-7-4 0-5 1 2-5 4Z" fill="var(--genes)"/>'
        ),
    ),
    "ships": (16.0, '<circle r="7" fill="var(--seat-0)"/>'),
    "mothership": (
        20.0,
        '<path d="M-9 1Q0-9 9 1Q7 7 0 7-7 7-9 1Z" fill="none" stroke="var(--seat-0)" stroke-width="1.8"/>',
    ),
    "deploy": (
        22.0,
        (
            '<rect x="-10" y="-6" width="20" height="12" rx="6" fill="none" stroke="var(--act-line)" stroke-width="1.6"/>'
            '<path d="M-6 0h5M-3.500-2.500v5M4-3 7 3H1Z" fill="none" stroke="var(--act-line)" stroke-width="1.4"/>'
        ),
    ),
    "portal": (
        16.0,
        '<circle r="6.500" fill="none" stroke="var(--ink)" stroke-width="1.6"/><circle r="2.500" fill="var(--ink)"/>',
    ),
    "hourglass": (
        14.0,
        (
            '<path d="M-5-7h10M-5 7h10M-4-7c0 5 4 5 4 7s-4 2-4 7M4-7c0 5-4 5-4 7s4 2 4 7" fill="none" '
            'stroke="var(--ink)" stroke-width="1.5"/>'
        ),
    ),
}


def legend(language: str) -> list[LegendLine]:
    """Return the symbols on the map and on the cards beside it."""
    words = earth_words(language)
    return [
        {"width": width, "svg": svg, "text": words.text(f"legend.{ident}")}
        for ident, (width, svg) in _DRAWN.items()
    ]
