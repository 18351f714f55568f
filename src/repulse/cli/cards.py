"""The command `cards`: search cards, and draw them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from repulse.cli.messages import Messages, UserError
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import RepulseError
from repulse.engine.display.cards import CardInfo
from repulse.engine.display.display import Display
from repulse.files import write_atomically

MAX_IN_FULL = 6
"""Up to this many cards are shown in full; more are listed."""


class Filters:
    """A search: words and facet values."""

    def __init__(self, display: Display, query: str = "", **facets: str | None) -> None:
        self.display = display
        self.query = query.lower()
        values = display.facets()
        self.facets = {
            facet: _one_of(facet, value, values.get(facet, []))
            for facet, value in facets.items()
            if value is not None
        }

    def fit(self, card: CardInfo) -> bool:
        """Return whether a card has the facet values."""
        return all(value in card["facets"].get(facet, []) for facet, value in self.facets.items())


def _one_of(facet: str, value: str, values: list[str]) -> str:
    for candidate in values:
        if candidate.lower() == value.lower():
            return candidate
    available = f"; there are {', '.join(values)}" if values else ""
    raise RepulseError(f"There is no {facet} {value!r}{available}.")


def find_cards(filters: Filters) -> list[CardInfo]:
    """Return the matching cards: by name if any name contains the query, otherwise by description."""
    cards = [card for card in filters.display.cards() if filters.fit(card)]
    query = filters.query
    if not query:
        return cards
    for matches in (
        [card for card in cards if card["name"].lower() == query],
        [card for card in cards if query in card["name"].lower()],
        [card for card in cards if query in card["text"].lower()],
    ):
        if matches:
            return matches
    return []


def matching_cards(filters: Filters) -> list[CardInfo]:
    """Return the matching cards.

    Raises:
        UserError: No card matches.
    """
    matches = find_cards(filters)
    if not matches:
        raise UserError("cards.none")
    return matches


def cards_data(filters: Filters) -> list[dict[str, Any]]:
    """Return the matching cards as data, with their facts as the card files have them."""
    return [{**card, "facts": filters.display.card_facts(card["name"])} for card in matching_cards(filters)]


def show_cards(filters: Filters, screen: Screen) -> None:
    """Show the matching cards: a few in full, many as a list."""
    matches = matching_cards(filters)
    messages = Messages(filters.display.language)
    if len(matches) > MAX_IN_FULL:
        width = max(len(card["name"]) for card in matches)
        for card in matches:
            screen.say(f"{card['name']:<{width}}  {_below_the_name(card)}")
        screen.say(messages.say("cards.listed", n=len(matches)), QUIET)
        return
    for number, card in enumerate(matches):
        if number:
            screen.say()
        name, _, rest = card["text"].partition("\n")
        screen.say(name, QUESTION)
        if rest:
            screen.say(rest)
        for name in card["facets"].get("set", []):
            screen.say(messages.say("cards.set", set=name), QUIET)


def _below_the_name(card: CardInfo) -> str:
    """Return the line below the name of a card, or the rest of its only line."""
    first, _, rest = card["text"].partition("\n")
    return rest.partition("\n")[0] if rest else first.removeprefix(card["name"]).lstrip(",:、： ")


def write_picture(display: Display, name: str, path: Path) -> None:
    """Write a picture of a card as an SVG file."""
    matches = find_cards(Filters(display, name))
    if len(matches) != 1:
        names = ", ".join(card["name"] for card in matches[:MAX_IN_FULL])
        raise RepulseError(f"{name!r} is not the name of one card{f': {names}' if names else ''}.")
    write_atomically(path, display.card_svg(matches[0]["name"]))


def write_gallery(filters: Filters, path: Path) -> None:
    """Write the matching cards, with pictures, as one page."""
    names = [card["name"] for card in matching_cards(filters)]
    write_atomically(path, filters.display.gallery_html(names))
