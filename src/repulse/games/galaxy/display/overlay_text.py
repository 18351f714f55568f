"""The changes of a game by its overlays, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from repulse.engine.display.guide import OverlayChanges
from repulse.engine.display.words import Catalogue
from repulse.engine.overlays import Overlay
from repulse.games.galaxy.cards import Card, OverlayChange, changes_of, load_war
from repulse.games.galaxy.display.card_text import describe_card


def overlay_changes(
    overlays: Sequence[Overlay], cards: Mapping[str, Card], words: Catalogue
) -> list[OverlayChanges]:
    """Return each overlay with a line for each card or number that it changes, as the game now has it."""
    changes = [changes_of(overlay) for overlay in overlays]
    awards = load_war(tuple(overlays)).retaliation_awards
    return [
        {
            "name": overlay.name,
            "lines": [
                _line(change, changes[number + 1 :], cards, words=words, awards=awards)
                for change in changes[number]
            ],
        }
        for number, overlay in enumerate(overlays)
    ]


def _line(
    change: OverlayChange,
    later: Sequence[Sequence[OverlayChange]],
    cards: Mapping[str, Card],
    *,
    words: Catalogue,
    awards: Sequence[Sequence[int]],
) -> str:
    if change.sort == "awards":
        row = words.text("list.comma").join(map(str, awards[int(change.name)]))
        return words.text("overlay.awards", {"players": change.name, "awards": row})
    name = change.rename or change.name
    for changes in later:
        name = next((other.rename for other in changes if other.name == name and other.rename), name)
    if name not in cards:
        return words.text("overlay.dropped", {"name": name})
    title, *facts = describe_card(cards[name], words.language).splitlines()
    line = words.text("overlay.card", {"card": title, "facts": "; ".join(facts)})
    return words.text("overlay.was", {"line": line, "old": change.name}) if change.rename else line
