"""Reading and checking the card files and overlays: `load_cards`.

All four shipped files are read and checked together, overlays are applied, and the whole is checked again, for any
requested sets; so a card may name one of another set, and an overlay may change cards of a set that is not in play.
Any mistake raises `BadCards`: no game starts with bad data.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from repulse.engine.overlays import BadOverlay, Overlay, parse_overlay, wrong_name
from repulse.engine.parsing import ParseError, parse_toml
from repulse.games.galaxy.cards.checks import (
    check_deck,
    check_development,
    check_names,
    check_points,
    check_power,
    check_totals,
    check_world,
)
from repulse.games.galaxy.cards.model import (
    DECKS,
    KEYWORDS,
    KINDS,
    SETS,
    TYPES,
    BadCards,
    Card,
    WarFacts,
)
from repulse.games.galaxy.cards.notation import (
    Fields,
    read_power,
    read_score_line,
)
from repulse.games.galaxy.codes.packing import MAX_CARDS, POWERS_PER_CARD

MAX_PLAYERS: Final = 5
MAX_AWARD: Final = 20

PRESET_HAND: Final = 4
"""Cards in a preset hand."""

_CARD_KEYS: Final = (
    "name",
    "art",
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
    """Return the cards of some sets with overlays applied: sets in the given order, cards in file order, additions last."""
    return _load(tuple(sets), tuple(overlays))


@lru_cache(maxsize=1)
def shipped_overlays() -> dict[str, Overlay]:
    """Return the overlays that come with the game by name, such as `first-edition`."""
    folder = resources.files("repulse.games.galaxy.cards") / "data" / "overlays"
    files = sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml"))
    names = [file.removesuffix(".toml") for file in files]
    return {name: Overlay(name, _read_data(f"overlays/{name}.toml")) for name in names}


def shipped_overlay(name: str) -> Overlay:
    """Return an overlay that comes with the game.

    Raises:
        BadCards: No overlay has that name.
    """
    overlays = shipped_overlays()
    if name not in overlays:
        raise BadCards(
            f"{name}.toml", "", "", words=f"there is no such overlay; there is {', '.join(overlays)}"
        )
    return overlays[name]


@lru_cache(maxsize=32)
def _load(sets: tuple[str, ...], overlays: tuple[Overlay, ...]) -> tuple[Card, ...]:
    for index, name in enumerate(sets):
        if name not in SETS:
            raise BadCards(
                f"{name}.toml", "", "", words=f"there is no such set of cards; there is {', '.join(SETS)}"
            )
        if name in sets[:index]:
            raise BadCards(f"{name}.toml", "", "", words="this set of cards is asked for twice")
    shipped = _shipped()
    if not overlays:
        cards = shipped
    else:
        # Overlays give a card a fresh table and leave the shipped one alone.
        tables = [CardTable(shipped.set, shipped.table) for shipped in _shipped_tables()]
        names = list(SETS)
        for overlay in overlays:
            if overlay.name in names:
                raise BadCards(
                    f"{overlay.name}.toml", "", "name", words="this name is taken by another set or overlay"
                )
            names.append(overlay.name)
            _apply_overlay(tables, overlay)
        cards = read_all(tables)
    requested_sets = [*sets, *(overlay.name for overlay in overlays)]
    return tuple(card for name in requested_sets for card in cards if card.set == name and card.copies)


@lru_cache(maxsize=32)
def load_war(overlays: tuple[Overlay, ...] = ()) -> WarFacts:
    """Return the numbers of the war with overlays applied.

    Raises:
        BadCards: A number is missing or wrong.
    """
    name = SETS[-1]
    facts = _read_war(name, _read_toml(f"{name}.toml", _read_data(f"{name}.toml")), None)
    for overlay in overlays:
        file = f"{overlay.name}.toml"
        facts = _read_war(overlay.name, _read_overlay(file, overlay.text), facts)
    return facts


def _read_war(source: str, table: dict[str, object], before: WarFacts | None) -> WarFacts:
    """Return the numbers of the war that a file gives, over those before it, which are all there is if it is an overlay."""
    top = Fields(f"{source}.toml", "", table)
    awards = list(before.retaliation_awards) if before else [()] * (MAX_PLAYERS + 1)
    ours = set(before.reconstructed) if before else set(range(2, MAX_PLAYERS + 1))
    if before and table.get("reconstruction") is False:
        ours = set()
    by_players = table.get("retaliation_awards", {})
    if not isinstance(by_players, dict):
        raise top.bad(
            "retaliation_awards", "a table: for each number of players, the awards from the highest disk on"
        )
    for key, value in by_players.items():
        if key not in ("2", "3", "4", "5"):
            raise top.bad(f"retaliation_awards.{key}", "a number of players from 2 to 5")
        players = int(key)
        if (
            not isinstance(value, list)
            or len(value) != players
            or not all(_is_award(award) for award in value)
        ):
            words = f"a list of {players} numbers from 0 to {MAX_AWARD}, highest disk first"
            raise top.bad(f"retaliation_awards.{key}", words)
        awards[players] = tuple(value)
        if before:
            ours.discard(players)
    if not before and not all(awards[2:]):
        raise top.bad("retaliation_awards", "missing for some number of players")
    return WarFacts(tuple(awards), tuple(sorted(ours)))


def _is_award(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_AWARD


@lru_cache(maxsize=1)
def _shipped() -> tuple[Card, ...]:
    cards = read_all(_shipped_tables())
    for name in SETS:
        check_totals(name, [card for card in cards if card.set == name])
    return cards


class CardTable:
    """A card as read from TOML, before it is checked."""

    __slots__ = ("file", "origin", "set", "table")

    def __init__(self, set_name: str, table: dict[str, object]) -> None:
        self.file = f"{set_name}.toml"
        self.set = set_name
        self.table = table
        self.origin = ""
        """The name before it was renamed."""


@lru_cache(maxsize=1)
def _motifs() -> dict[str, tuple[str, ...]]:
    """Return the motifs that the page can draw, per type of card."""
    motifs: dict[str, list[str]] = json.loads(_read_data("motifs.json"))
    return {type_: tuple(names) for type_, names in motifs.items()}


def _read_data(name: str) -> str:
    return (resources.files("repulse.games.galaxy.cards") / "data" / name).read_text(encoding="utf-8")


def _read_toml(file: str, text: str) -> dict[str, object]:
    try:
        return parse_toml(text)
    except ParseError as error:
        raise BadCards(file, "", "", words=f"is not TOML: {error}") from None


def _read_overlay(file: str, text: str) -> dict[str, object]:
    try:
        return parse_overlay(file, text)
    except BadOverlay as error:
        raise BadCards(file, "", "", words=str(error).removeprefix(f"{file}: ")) from None


@lru_cache(maxsize=1)
def _shipped_tables() -> tuple[CardTable, ...]:
    return tuple(table for name in SETS for table in read_tables(name, _read_data(f"{name}.toml")))


def read_tables(set_name: str, text: str) -> list[CardTable]:
    """Return the cards of the text of a card file, unchecked."""
    file = f"{set_name}.toml"
    top = Fields(file, "", _read_toml(file, text))
    top.known(("card", "retaliation_awards"))
    return [CardTable(set_name, fields.table) for fields in top.tables("card")]


def read_all(tables: Sequence[CardTable]) -> tuple[Card, ...]:
    """Check every card by itself and all of them together."""
    cards: list[Card] = []
    names: dict[str, Card] = {}
    numbers: dict[int, Card] = {}
    for table in tables:
        fields = _card_fields(table)
        card = _read_card(fields, table)
        if card.name in names:
            raise fields.bad("name", f"a card of this name is in {names[card.name].set}.toml already")
        if len(cards) + 1 >= MAX_CARDS:
            raise fields.bad("name", f"this is one card too many: {MAX_CARDS - 1} fit")
        if len(card.powers) > POWERS_PER_CARD:
            raise fields.bad("power", f"has {len(card.powers)} powers; {POWERS_PER_CARD} fit on a card")
        names[card.name] = card
        if card.start_number is not None:
            if card.start_number in numbers:
                raise fields.bad("start_number", f"is that of {numbers[card.start_number].name} too")
            numbers[card.start_number] = card
        cards.append(card)
    hands: dict[int, int] = {}
    for table, card in zip(tables, cards, strict=True):
        check_names(_card_fields(table), card, names)
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


def _card_fields(table: CardTable) -> Fields:
    name = table.table.get("name")
    return Fields(table.file, name if isinstance(name, str) else "", table.table)


def _read_card(fields: Fields, table: CardTable) -> Card:
    fields.need(("name",))
    name = fields.text("name") or ""
    if wrong := wrong_name(name):
        raise fields.bad("name", wrong)
    fields.known(_CARD_KEYS)
    fields.need(("type", "deck", "copies", "power"))
    if fields.has("hive") == fields.has("cost"):
        raise fields.bad("cost", "missing" if not fields.has("cost") else "a hive has none")
    card = Card(
        name=name,
        set=table.set,
        type=fields.word("type", TYPES) or "",
        deck=fields.word("deck", DECKS) or "",
        # Only a change can leave a card out.
        copies=fields.number("copies", least=0 if table.file != f"{table.set}.toml" else 1),
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
        origin=table.origin,
        art=fields.word("art", _motifs().get(fields.text("type") or "", ())) or "",
    )
    if card.world:
        check_world(fields, card)
    else:
        check_development(fields, card)
    check_deck(fields, card)
    check_points(fields, card)
    for index, power in enumerate(card.powers):
        check_power(Fields(fields.file, fields.card, fields.table, prefix=f"power[{index}]."), card, power)
    for key in card.reconstructed:
        if not fields.has(key):
            raise fields.bad("reconstructed", f"the card has no {key!r}")
    return card


@dataclass(frozen=True, slots=True)
class OverlayChange:
    """The change of one card or number by an overlay."""

    sort: str
    """card or awards."""
    name: str
    """The card, or the number of players."""
    rename: str = ""


@lru_cache(maxsize=32)
def changes_of(overlay: Overlay) -> tuple[OverlayChange, ...]:
    """Return what an overlay changes and adds, in the order of its file; the overlay has been checked."""
    top = Fields(f"{overlay.name}.toml", "", _read_overlay(f"{overlay.name}.toml", overlay.text))
    changes = [
        OverlayChange("card", fields.text("name") or "", fields.text("rename") or "")
        for fields in top.tables("change")
    ]
    changes += [OverlayChange("card", fields.text("name") or "") for fields in top.tables("card")]
    awards = top.table.get("retaliation_awards")
    changes += [OverlayChange("awards", players) for players in (awards if isinstance(awards, dict) else {})]
    return tuple(changes)


def _overlay_name(file: str, top: dict[str, object]) -> str:
    fields = Fields(file, "", top)
    fields.need(("name",))
    return fields.text("name") or ""


def _apply_overlay(tables: list[CardTable], overlay: Overlay) -> None:
    """Change the tables in place and append those the overlay adds."""
    file = f"{overlay.name}.toml"
    top = Fields(file, "", _read_overlay(file, overlay.text))
    top.known(("name", "reconstruction", "retaliation_awards", "change", "card"))
    if _overlay_name(file, top.table) != overlay.name:
        raise top.bad("name", f"the overlay is called {overlay.name!r}")
    if len(top.table) == 1:
        raise top.bad("", "nothing is changed")
    if not isinstance(top.table.get("reconstruction", True), bool):
        raise top.bad("reconstruction", "true or false")
    targets = {str(table.table.get("name")): table for table in tables}
    renamed: dict[str, str] = {}
    changed: list[str] = []
    for fields in top.tables("change"):
        fields.need(("name",))
        name = fields.text("name") or ""
        if name in changed:
            raise fields.bad("name", f"{name} is changed twice")
        changed.append(name)
        target = targets.get(name)
        change = Fields(file, name, fields.table)
        if target is None:
            raise change.bad("name", "there is no such card to change")
        _apply_change(target, change)
        if change.has("rename"):
            renamed[name] = _rename(target, change)
    tables.extend(CardTable(overlay.name, fields.table) for fields in top.tables("card"))
    _follow_renames(tables, renamed)
    if top.table.get("reconstruction") is False:
        for table in tables:
            table.table = {key: value for key, value in table.table.items() if key != "reconstructed"}


def _rename(target: CardTable, change: Fields) -> str:
    name = change.text("rename") or ""
    if wrong := wrong_name(name):
        raise change.bad("rename", wrong)
    target.table["name"] = name
    target.origin = target.origin or change.card
    return name


def _follow_renames(tables: Sequence[CardTable], renamed: dict[str, str]) -> None:
    """Let powers and score lines that count a card by its name follow its new one."""
    words = {f"card:{name}": f"card:{new}" for name, new in renamed.items()}
    if not words:
        return
    for table in tables:
        for key in ("power", "score"):
            parts = table.table.get(key)
            if isinstance(parts, list) and any(
                isinstance(part, dict) and part.get("per") in words for part in parts
            ):
                table.table = table.table | {key: [_follow(part, words) for part in parts]}


def _follow(part: object, words: dict[str, str]) -> object:
    if not isinstance(part, dict) or part.get("per") not in words:
        return part
    return part | {"per": words[part["per"]]}


def _unmark(target: CardTable, change: Fields) -> None:
    """Take the mark from what a change gives: it is no longer ours."""
    marks = target.table.pop("reconstructed")
    keys = {"name" if key == "rename" else key for key in change.table if key != "name"}
    left = (
        [key for key in marks if key not in keys and key in target.table] if isinstance(marks, list) else []
    )
    if left:
        target.table["reconstructed"] = left


def _apply_change(target: CardTable, change: Fields) -> None:
    change.known((*_CARD_KEYS, "remove", "rename"))
    removed = change.words("remove", _CARD_KEYS)
    if len(change.table) == 1:
        raise change.bad("", "nothing is changed")
    for key in removed:
        if key == "name" or key in change.table:
            raise change.bad("remove", f"{key!r} cannot be removed and kept")
        if key not in target.table:
            raise change.bad("remove", f"the card has no {key!r}")
    target.table = {key: value for key, value in target.table.items() if key not in removed}
    target.table.update(
        {key: value for key, value in change.table.items() if key not in ("remove", "rename")}
    )
    if not change.has("reconstructed") and "reconstructed" in target.table:
        _unmark(target, change)
    # From here on, mistakes in the card are blamed on this file.
    target.file = change.file
