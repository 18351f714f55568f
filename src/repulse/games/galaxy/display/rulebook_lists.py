"""The lists that the rules take from the card files: start worlds, preset hands, payments for military worlds."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.engine.display.words import Catalogue
from repulse.engine.overlays import Overlay
from repulse.games.galaxy.cards import SETS, Card, load_cards, load_war
from repulse.games.galaxy.display.card_text import card_words, power_words

_SETS = {
    "base": SETS[:2],
    "xeno-invasion": ("base", "xeno-invasion"),
    "invasion": ("base", "xeno-invasion"),
    "frontier": ("base", "xeno-invasion", "xeno-counterstrike"),
    "counterstrike": ("base", "xeno-invasion", "xeno-counterstrike"),
}
"""The card files of a mode."""


def rule_lists(mode: str, language: str = "en", overlays: tuple[Overlay, ...] = ()) -> dict[str, list[str]]:
    """Return lines to put under sections of the rules, by the ids of the sections."""
    cards = load_cards(_SETS[mode], overlays)
    starts = sorted(
        (card for card in cards if card.start_number is not None), key=lambda card: card.start_number or 0
    )
    return {
        "start_worlds": [f"- {card.start_number}: {card.name}" for card in starts],
        "setup_preset": [line for card in starts if (line := _preset(card, cards, language))],
        "pay_for_military": [
            f"- {card.name}: {power_words(card, index, language)}"
            for card in cards
            for index, power in enumerate(card.powers)
            if power.do == "pay_for_military"
        ],
    }


def rule_facts(words: Catalogue, overlays: tuple[Overlay, ...]) -> dict[str, object]:
    """Return what the texts of the rules take from the data of the war."""
    war = load_war(overlays)
    awards = [words.text("list.comma").join(map(str, row)) for row in war.retaliation_awards[2:]]
    mark = words.text("table.awards_mark") if war.reconstructed else ""
    return {"retaliation_awards": " / ".join(awards), "awards_mark": mark}


def _preset(start: Card, cards: Sequence[Card], language: str) -> str:
    names = [card.name for card in cards if card.preset_hand == start.start_number]
    if not names:
        return ""
    return f"- {start.start_number} {start.name}: {card_words(language).text('list').join(names)}"
