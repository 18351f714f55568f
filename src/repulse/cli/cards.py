"""Looking cards up."""

from __future__ import annotations

from pathlib import Path

from repulse.cli.messages import Messages, UserError
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import RepulseError
from repulse.engine.display.display import CardInfo, Display
from repulse.files import write_whole

FULL = 6
"""Up to this many cards are shown in full; more are listed."""


class Filters:
    """Which cards are wanted: words to search for, and facet values."""

    def __init__(self, display: Display, query: str = "", **facets: str | None) -> None:
        self.display = display
        self.query = query.lower()
        known = display.facets()
        self.facets = {
            facet: _one_of(facet, value, known.get(facet, []))
            for facet, value in facets.items()
            if value is not None
        }

    def fit(self, card: CardInfo) -> bool:
        """Whether a card is wanted, whatever its name."""
        return all(value in card["facets"].get(facet, []) for facet, value in self.facets.items())


def _one_of(facet: str, value: str, values: list[str]) -> str:
    wanted = value.lower()
    for known in values:
        if known.lower() == wanted:
            return known
    there = f"; there are {', '.join(values)}" if values else ""
    raise RepulseError(f"There is no {facet} {value!r}{there}.")


def find_cards(filters: Filters) -> list[CardInfo]:
    """The matching cards: by name if any name contains the query, otherwise by description."""
    cards = [card for card in filters.display.cards() if filters.fit(card)]
    query = filters.query
    if not query:
        return cards
    for found in (
        [card for card in cards if card["name"].lower() == query],
        [card for card in cards if query in card["name"].lower()],
        [card for card in cards if query in card["text"].lower()],
    ):
        if found:
            return found
    return []


def cards_data(filters: Filters) -> list[CardInfo]:
    """The matching cards as data."""
    found = find_cards(filters)
    if not found:
        raise UserError("cards.none")
    return found


def show_cards(filters: Filters, screen: Screen) -> None:
    """Show the matching cards: a few in full, many as a list."""
    found = cards_data(filters)
    messages = Messages(filters.display.language)
    if len(found) > FULL:
        width = max(len(card["name"]) for card in found)
        for card in found:
            screen.say(f"{card['name']:<{width}}  {_below_the_name(card)}")
        screen.say(messages.say("cards.listed", n=len(found)), QUIET)
        return
    for number, card in enumerate(found):
        if number:
            screen.say()
        name, _, rest = card["text"].partition("\n")
        screen.say(name, QUESTION)
        if rest:
            screen.say(rest)
        for name in card["facets"].get("set", []):
            screen.say(messages.say("cards.set", set=name), QUIET)


def _below_the_name(card: CardInfo) -> str:
    """What a list says of a card: the line below its name, or what follows it in a card of one line."""
    first, _, rest = card["text"].partition("\n")
    return rest.partition("\n")[0] if rest else first.removeprefix(card["name"]).lstrip(",:、： ")


def write_picture(display: Display, name: str, path: Path) -> None:
    """Write a picture of a card as an SVG file."""
    found = find_cards(Filters(display, name))
    if len(found) != 1:
        known = ", ".join(card["name"] for card in found[:6])
        raise RepulseError(f"{name!r} is not the name of one card{f': {known}' if known else ''}.")
    write_whole(path, display.card_svg(found[0]["name"]))


def write_gallery(filters: Filters, path: Path) -> None:
    """Write the matching cards, with pictures, as one page."""
    found = cards_data(filters)
    write_whole(path, filters.display.gallery_html([card["name"] for card in found]))
