"""Reading and checking the card files and overlays: `load_cards`.

All four shipped files are read and checked together, overlays are applied, and the whole is checked again, whatever
sets are asked for; so a card may name one of another set, and an overlay may change cards of a set that is not in play.
Any mistake raises `BadCards`: no game starts with bad data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from repulse.games.galaxy.cards.model import (
    DECKS,
    KEYWORDS,
    KINDS,
    SETS,
    TYPES,
    BadCards,
    Card,
    Overlay,
    Power,
)
from repulse.games.galaxy.cards.notation import (
    FORMS,
    Fields,
    read_power,
    read_score_line,
)
from repulse.games.galaxy.cards.per import parse_per
from repulse.games.galaxy.rules.packing import MOST_CARDS, POWERS_A_CARD

TOTALS: Final[dict[str, dict[str, int]]] = {
    "base": {"start": 5, "main": 109},
    "new-worlds": {"start": 6},
    "xeno-invasion": {"start": 5, "main": 46},
    "xeno-counterstrike": {"start": 6, "main": 26, "near": 18, "far": 28, "xeno-system": 10},
}
"""How many cards of each deck come in the box of a set."""

PRESET_HAND: Final = 4
"""Cards in a preset hand."""

_CARD_KEYS: Final = (
    "name",
    "type",
    "deck",
    "copies",
    "cost",
    "vp",
    "military",
    "good",
    "windfall",
    "good_when_placed",
    "keywords",
    "chromosome",
    "start_number",
    "preset_hand",
    "hive",
    "reconstructed",
    "power",
    "score",
)


def load_cards(sets: Sequence[str], overlays: Sequence[Overlay] = ()) -> tuple[Card, ...]:
    """The cards of some sets with overlays applied: sets in the given order, cards in file order, additions last."""
    return _load(tuple(sets), tuple(overlays))


def shipped_overlays() -> tuple[str, ...]:
    """The names of the overlays that come with the game."""
    folder = resources.files("repulse.games.galaxy.cards") / "data" / "overlays"
    return tuple(
        sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))
    )


def shipped_overlay(name: str) -> Overlay:
    """An overlay that comes with the game, such as `first-edition`."""
    names = shipped_overlays()
    if name not in names:
        raise BadCards(f"{name}.toml", "", "", f"there is no such overlay; there is {', '.join(names)}")
    return Overlay(name, _read_data(f"overlays/{name}.toml"))


def overlay_from_file(path: Path) -> Overlay:
    """An overlay from a file of your own, which says its name. Its cards are checked when it is used."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCards(path.name, "", "", f"cannot be read ({error})") from None
    return Overlay(_overlay_name(path.name, _read_toml(path.name, text)), text)


@lru_cache(maxsize=32)
def _load(sets: tuple[str, ...], overlays: tuple[Overlay, ...]) -> tuple[Card, ...]:
    for index, name in enumerate(sets):
        if name not in SETS:
            raise BadCards(
                f"{name}.toml", "", "", f"there is no such set of cards; there is {', '.join(SETS)}"
            )
        if name in sets[:index]:
            raise BadCards(f"{name}.toml", "", "", "this set of cards is asked for twice")
    shipped = _shipped()
    if not overlays:
        cards = shipped
    else:
        # Overlays give a card a fresh table and leave the shipped one alone.
        tables = [CardTable(each.set, each.table) for each in _shipped_tables()]
        names = list(SETS)
        for overlay in overlays:
            if overlay.name in names:
                raise BadCards(
                    f"{overlay.name}.toml", "", "name", "this name is taken by another set or overlay"
                )
            names.append(overlay.name)
            _apply_overlay(tables, overlay)
        cards = read_all(tables)
    wanted = [*sets, *(overlay.name for overlay in overlays)]
    return tuple(card for name in wanted for card in cards if card.set == name)


@lru_cache(maxsize=1)
def _shipped() -> tuple[Card, ...]:
    cards = read_all(_shipped_tables())
    for name in SETS:
        check_totals(name, [card for card in cards if card.set == name])
    return cards


class CardTable:
    """A card as read from TOML, before it is checked."""

    __slots__ = ("file", "set", "table")

    def __init__(self, set_name: str, table: dict[str, object]) -> None:
        self.file = f"{set_name}.toml"
        self.set = set_name
        self.table = table


def _read_data(name: str) -> str:
    return (resources.files("repulse.games.galaxy.cards") / "data" / name).read_text(encoding="utf-8")


def _read_toml(file: str, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCards(file, "", "", f"is not TOML: {error}") from None


@lru_cache(maxsize=1)
def _shipped_tables() -> tuple[CardTable, ...]:
    return tuple(table for name in SETS for table in read_tables(name, _read_data(f"{name}.toml")))


def read_tables(set_name: str, text: str) -> list[CardTable]:
    """The cards of the text of a card file, unchecked."""
    file = f"{set_name}.toml"
    top = Fields(file, "", _read_toml(file, text))
    top.known(("card",))
    return [CardTable(set_name, fields.table) for fields in top.tables("card")]


def read_all(tables: Sequence[CardTable]) -> tuple[Card, ...]:
    """Check every card by itself and all of them together."""
    cards: list[Card] = []
    names: dict[str, Card] = {}
    numbers: dict[int, Card] = {}
    for table in tables:
        fields = _card_fields(table)
        card = _read_card(fields, table.set)
        if card.name in names:
            raise fields.bad("name", f"a card of this name is in {names[card.name].set}.toml already")
        if len(cards) + 1 >= MOST_CARDS:
            raise fields.bad("name", f"this is one card too many: {MOST_CARDS - 1} fit")
        if len(card.powers) > POWERS_A_CARD:
            raise fields.bad("power", f"has {len(card.powers)} powers; {POWERS_A_CARD} fit on a card")
        names[card.name] = card
        if card.start_number is not None:
            if card.start_number in numbers:
                raise fields.bad("start_number", f"is that of {numbers[card.start_number].name} too")
            numbers[card.start_number] = card
        cards.append(card)
    hands: dict[int, int] = {}
    for table, card in zip(tables, cards, strict=True):
        _check_names(_card_fields(table), card, names)
        if card.preset_hand is not None:
            if card.preset_hand not in numbers:
                raise _card_fields(table).bad("preset_hand", f"there is no start world {card.preset_hand}")
            hands[card.preset_hand] = hands.get(card.preset_hand, 0) + 1
    for table, card in zip(tables, cards, strict=True):
        if card.preset_hand is not None and hands[card.preset_hand] != PRESET_HAND:
            count = hands[card.preset_hand]
            words = f"preset hand {card.preset_hand} has {count} cards, not {PRESET_HAND}"
            raise _card_fields(table).bad("preset_hand", words)
    return tuple(cards)


def check_totals(set_name: str, cards: Sequence[Card]) -> None:
    """Count the cards of a shipped set against its box."""
    for deck in DECKS:
        expected = TOTALS[set_name].get(deck, 0)
        found = sum(card.copies for card in cards if card.deck == deck)
        if found != expected:
            raise BadCards(
                f"{set_name}.toml", "", "copies", f"the {deck} deck has {found} cards, not {expected}"
            )


def _card_fields(table: CardTable) -> Fields:
    name = table.table.get("name")
    return Fields(table.file, name if isinstance(name, str) else "", table.table)


def _check_names(fields: Fields, card: Card, names: dict[str, Card]) -> None:
    """Check that each card another one names is there."""
    pers = [(f"power[{index}].per", power.per) for index, power in enumerate(card.powers)]
    pers += [(f"score[{index}].per", line.per) for index, line in enumerate(card.score)]
    for key, word in pers:
        if word is not None:
            named = parse_per(word).card
            if named is not None and named not in names:
                raise fields.bad(key, f"there is no card {named!r}")


def _read_card(fields: Fields, set_name: str) -> Card:
    fields.need(("name",))
    name = fields.text("name") or ""
    fields.known(_CARD_KEYS)
    fields.need(("type", "deck", "copies", "power"))
    if fields.has("hive") == fields.has("cost"):
        raise fields.bad("cost", "missing" if not fields.has("cost") else "a hive has none")
    card = Card(
        name=name,
        set=set_name,
        type=fields.word("type", TYPES) or "",
        deck=fields.word("deck", DECKS) or "",
        copies=fields.number("copies", least=1),
        cost=fields.number("cost", least=0),
        vp=fields.number("vp") if fields.has("vp") else None,
        military=fields.flag("military"),
        good=fields.word("good", KINDS),
        windfall=fields.flag("windfall"),
        good_when_placed=fields.flag("good_when_placed"),
        keywords=fields.words("keywords", KEYWORDS),
        chromosome=fields.flag("chromosome"),
        start_number=fields.number("start_number") if fields.has("start_number") else None,
        preset_hand=fields.number("preset_hand") if fields.has("preset_hand") else None,
        hive=fields.number("hive", least=1) if fields.has("hive") else None,
        reconstructed=fields.words("reconstructed", _CARD_KEYS),
        powers=tuple(read_power(part) for part in fields.tables("power")),
        score=tuple(read_score_line(part) for part in fields.tables("score")),
    )
    if card.world:
        _check_world(fields, card)
    else:
        _check_development(fields, card)
    _check_deck(fields, card)
    _check_points(fields, card)
    for index, power in enumerate(card.powers):
        _check_power(Fields(fields.file, fields.card, fields.table, f"power[{index}]."), card, power)
    for key in card.reconstructed:
        if not fields.has(key):
            raise fields.bad("reconstructed", f"the card has no {key!r}")
    return card


def _check_world(fields: Fields, card: Card) -> None:
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


def _check_development(fields: Fields, card: Card) -> None:
    for key in ("military", "good", "windfall", "good_when_placed", "chromosome", "start_number", "hive"):
        if fields.has(key):
            raise fields.bad(key, "a development has none")
    if card.deck != "main":
        raise fields.bad("deck", f"there are no developments in the {card.deck} deck")
    if "xeno" in card.keywords:
        raise fields.bad("keywords", "only worlds are Xeno")


def _check_deck(fields: Fields, card: Card) -> None:
    if (card.deck == "start") != (card.start_number is not None):
        words = "missing" if card.deck == "start" else "only a card of the start deck has one"
        raise fields.bad("start_number", words)
    if card.deck == "start" and card.copies != 1:
        raise fields.bad("copies", "there is one of each start world")
    if card.preset_hand is not None and card.deck != "main":
        raise fields.bad("preset_hand", "only cards of the main deck belong to preset hands")
    if card.hive is not None and card.deck != "xeno-system":
        raise fields.bad("hive", "only Xeno systems are hives")
    if card.deck == "xeno-system" and "xeno" not in card.keywords:
        raise fields.bad("keywords", "a Xeno system is a Xeno world")


def _check_points(fields: Fields, card: Card) -> None:
    if card.vp is not None and card.score:
        raise fields.bad("score", "a card with printed points (vp) has no score lines")
    if card.vp is None and not card.score:
        raise fields.bad("vp", "missing, and there is no score line either")
    lines = [line.per for line in card.score]
    for index, word in enumerate(lines):
        if word in lines[:index]:
            raise fields.bad(f"score[{index}].per", f"{word!r} is scored twice")


def _check_power(fields: Fields, card: Card, power: Power) -> None:
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


def _overlay_name(file: str, top: dict[str, object]) -> str:
    fields = Fields(file, "", top)
    fields.need(("name",))
    return fields.text("name") or ""


def _apply_overlay(tables: list[CardTable], overlay: Overlay) -> None:
    """Change the tables in place and append those the overlay adds."""
    file = f"{overlay.name}.toml"
    top = Fields(file, "", _read_toml(file, overlay.text))
    top.known(("name", "change", "card"))
    if _overlay_name(file, top.table) != overlay.name:
        raise top.bad("name", f"the overlay is called {overlay.name!r}")
    changed: list[str] = []
    for fields in top.tables("change"):
        fields.need(("name",))
        name = fields.text("name") or ""
        if name in changed:
            raise fields.bad("name", f"{name} is changed twice")
        changed.append(name)
        _apply_change(tables, Fields(file, name, fields.table))
    tables.extend(CardTable(overlay.name, fields.table) for fields in top.tables("card"))


def _apply_change(tables: list[CardTable], change: Fields) -> None:
    target: CardTable | None = None
    for table in tables:
        if table.table.get("name") == change.card:
            target = table
    if target is None:
        raise change.bad("name", "there is no such card to change")
    change.known((*_CARD_KEYS, "remove"))
    removed = change.words("remove", _CARD_KEYS)
    if len(change.table) == 1:
        raise change.bad("", "nothing is changed")
    for key in removed:
        if key == "name" or key in change.table:
            raise change.bad("remove", f"{key!r} cannot be removed and kept")
        if key not in target.table:
            raise change.bad("remove", f"the card has no {key!r}")
    target.table = {key: value for key, value in target.table.items() if key not in removed}
    target.table.update({key: value for key, value in change.table.items() if key != "remove"})
    # From here on, mistakes in the card are blamed on this file.
    target.file = change.file
