"""The conditions that a card must meet beyond the form of its keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.games.galaxy.cards.model import (
    DECKS,
    BadCards,
    Card,
    Power,
)
from repulse.games.galaxy.cards.notation import (
    FORMS,
    Fields,
)
from repulse.games.galaxy.cards.per import parse_per

TOTALS: Final[dict[str, dict[str, int]]] = {
    "base": {"start": 5, "main": 109},
    "new-worlds": {"start": 6},
    "xeno-invasion": {"start": 5, "main": 46},
    "xeno-counterstrike": {"start": 6, "main": 26, "near": 18, "far": 28, "xeno-system": 10},
}
"""The number of cards of each deck in the box of a set."""


def check_names(fields: Fields, card: Card, names: dict[str, Card]) -> None:
    """Check that each card that another one names exists."""
    pers = [(f"power[{index}].per", power.per) for index, power in enumerate(card.powers)]
    pers += [(f"score[{index}].per", line.per) for index, line in enumerate(card.score)]
    for key, word in pers:
        if word is not None:
            named = parse_per(word).card
            if named is not None and named not in names:
                raise fields.bad(key, f"there is no card {named!r}")


def check_world(fields: Fields, card: Card) -> None:
    """Check the keys of a world."""
    if card.good is None:
        for key in ("windfall", "good_when_placed"):
            if fields.flag(key):
                raise fields.bad(key, "the world has no good")
    if card.windfall and card.good_when_placed:
        raise fields.bad("good_when_placed", "a windfall world gets its good anyway")
    produces = sum(power.do == "produce" for power in card.powers)
    if card.production and produces != 1:
        raise fields.bad("power", f"a production world has one produce power, not {produces}")
    if "xeno" in card.keywords and not card.military:
        raise fields.bad("keywords", "a Xeno world is a military world")


def check_development(fields: Fields, card: Card) -> None:
    """Check that a development has no keys of worlds."""
    for key in ("military", "good", "windfall", "good_when_placed", "chromosome", "start_number", "hive"):
        if fields.has(key):
            raise fields.bad(key, "a development has none")
    if card.deck != "main":
        raise fields.bad("deck", f"there are no developments in the {card.deck} deck")
    if "xeno" in card.keywords:
        raise fields.bad("keywords", "only worlds are Xeno")


def check_deck(fields: Fields, card: Card) -> None:
    """Check that a card fits its deck."""
    if (card.deck == "start") != (card.start_number is not None):
        words = "missing" if card.deck == "start" else "only a card of the start deck has one"
        raise fields.bad("start_number", words)
    if card.deck == "start" and card.copies != 1:
        raise fields.bad("copies", "there is one of each start world")
    if card.deck == "xeno-system" and card.copies > 1:
        raise fields.bad("copies", "there is one of each Xeno system, or none")
    if card.preset_hand is not None and not card.copies:
        raise fields.bad(
            "copies", f"the card belongs to preset hand {card.preset_hand}: it cannot be left out"
        )
    if card.preset_hand is not None and card.deck != "main":
        raise fields.bad("preset_hand", "only cards of the main deck belong to preset hands")
    if card.hive is not None and card.deck != "xeno-system":
        raise fields.bad("hive", "only Xeno systems are hives")
    if card.deck == "xeno-system" and "xeno" not in card.keywords:
        raise fields.bad("keywords", "a Xeno system is a Xeno world")


def check_points(fields: Fields, card: Card) -> None:
    """Check that the points of a card are printed or counted, not both."""
    if card.vp is not None and card.score:
        raise fields.bad("score", "a card with printed points (vp) has no score lines")
    if card.vp is None and not card.score:
        raise fields.bad("vp", "missing, and there is no score line either")
    lines = [line.per for line in card.score]
    for index, word in enumerate(lines):
        if word in lines[:index]:
            raise fields.bad(f"score[{index}].per", f"{word!r} is scored twice")


def check_power(fields: Fields, card: Card, power: Power) -> None:
    """Check a power against the card it is on."""
    needs = FORMS[(power.phase, power.do)].card
    if needs == "world" and not card.world:
        raise fields.bad("do", f"{power.do!r} is for worlds only")
    if needs == "good" and card.good is None:
        raise fields.bad("do", f"{power.do!r} is for worlds with a good only")
    if needs == "production" and not card.production:
        raise fields.bad("do", f"{power.do!r} is for production worlds only")
    if power.do == "good_for_card" and card.good_when_placed:
        raise fields.bad("do", "the world gets a good when placed anyway")
    if power.do == "cannot_produce" and card.production:
        raise fields.bad("do", "a production world produces")
    if power.this_world and card.good is None:
        raise fields.bad("this_world", "the card has no good")
    if power.this_world and power.good not in (None, card.good):
        raise fields.bad("good", f"the good of this world is {card.good}")
    if power.not_this_world and not card.windfall:
        raise fields.bad("not_this_world", "this card is not a windfall world")


def check_totals(set_name: str, cards: Sequence[Card]) -> None:
    """Count the cards of a shipped set against its box."""
    for deck in DECKS:
        expected = TOTALS[set_name].get(deck, 0)
        count = sum(card.copies for card in cards if card.deck == deck)
        if count != expected:
            raise BadCards(
                f"{set_name}.toml", "", "copies", words=f"the {deck} deck has {count} cards, not {expected}"
            )
