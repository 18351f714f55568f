"""Looking cards up."""

from __future__ import annotations

from pathlib import Path

from repulse.cli import saves
from repulse.cli.messages import Said, Speech
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import RepulseError
from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    PHASES,
    SETS,
    TYPES,
    Card,
    load_cards,
)
from repulse.games.galaxy.display.card_text import describe_card

FULL = 6
"""So many cards or fewer are shown in full, more are listed."""


class Filters:
    """Which cards are wanted; None asks for nothing."""

    def __init__(
        self,
        query: str = "",
        set_name: str | None = None,
        type_name: str | None = None,
        kind: str | None = None,
        keyword: str | None = None,
        phase: str | None = None,
        cost: int | None = None,
        language: str = "en",
    ) -> None:
        self.query = query.lower()
        self.set_name = _one_of("set", set_name, SETS)
        self.type_name = _one_of("type", type_name, TYPES)
        self.kind = _one_of("kind", kind, KINDS)
        self.keyword = _one_of("keyword", keyword, KEYWORDS)
        self.phase = _one_of("phase", phase, PHASES)
        self.cost = cost
        self.language = language
        """In which language the cards are told, and looked through for words."""

    def fit(self, card: Card) -> bool:
        """Whether a card is wanted, whatever its name."""
        return (
            self.set_name in (None, card.set)
            and self.type_name in (None, card.type)
            and self.kind in (None, card.good)
            and (self.keyword is None or self.keyword in card.keywords)
            and (self.phase is None or any(power.phase == self.phase for power in card.powers))
            and self.cost in (None, card.cost)
        )


def _one_of(what: str, value: str | None, values: tuple[str, ...]) -> str | None:
    if value is None:
        return None
    wanted = value.lower()
    for known in values:
        if known.lower() == wanted:
            return known
    raise RepulseError(f"There is no {what} {value!r}; there are {', '.join(values)}.")


def find_cards(filters: Filters) -> list[Card]:
    """The cards that fit; by name if any name has the query in it, else by what their description says."""
    cards = [card for card in load_cards(SETS) if filters.fit(card)]
    query = filters.query
    if not query:
        return cards
    for found in (
        [card for card in cards if card.name.lower() == query],
        [card for card in cards if query in card.name.lower()],
        [card for card in cards if query in describe_card(card, filters.language).lower()],
    ):
        if found:
            return found
    return []


def show_cards(filters: Filters, screen: Screen) -> None:
    """Show the cards that fit: a few in full, many in a list."""
    found = find_cards(filters)
    speech = Speech(filters.language)
    if not found:
        raise Said("cards.none")
    if len(found) > FULL:
        width = max(len(card.name) for card in found)
        for card in found:
            screen.say(f"{card.name:<{width}}  {describe_card(card, filters.language).splitlines()[1]}")
        screen.say(speech.say("cards.listed", n=len(found)), QUIET)
        return
    for number, card in enumerate(found):
        if number:
            screen.say()
        name, _, rest = describe_card(card, filters.language).partition("\n")
        screen.say(name, QUESTION)
        screen.say(rest)
        screen.say(speech.say("cards.set", set=card.set), QUIET)


def write_picture(name: str, path: Path, language: str = "en") -> None:
    """Write a picture of a card as an SVG file."""
    found = find_cards(Filters(name))
    if len(found) != 1:
        known = ", ".join(card.name for card in found[:6])
        raise RepulseError(f"{name!r} is not the name of one card{f': {known}' if known else ''}.")
    try:
        from repulse.games.galaxy.display.picture import card_svg
    except ImportError:
        raise RepulseError("This installation cannot draw cards.") from None
    saves.write_whole(path, card_svg(found[0], language=language))


def write_gallery(filters: Filters, path: Path) -> None:
    """Write the cards that fit, with pictures, as one page."""
    from repulse.games.galaxy.display.gallery import gallery_html

    found = find_cards(filters)
    if not found:
        raise Said("cards.none")
    saves.write_whole(path, gallery_html(found, filters.language))
