"""The notation of the card files: typed reading of one table, and which keys and values each power may have.

`docs/extend/card-notation.md` says the same in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from repulse.games.galaxy.cards.model import (
    KINDS,
    PHASES,
    BadCards,
    Power,
    ScoreLine,
)
from repulse.games.galaxy.cards.per import SCORE_ONLY, Per, parse_per

MAX_AMOUNT: Final = 99
"""The largest number, in absolute value, that a card may have."""


class Fields:
    """One table of a card file. Every way to read it checks the type and can name the place of a mistake."""

    __slots__ = ("card", "file", "prefix", "table")

    def __init__(self, file: str, card: str, table: dict[str, object], *, prefix: str = "") -> None:
        self.file = file
        self.card = card
        self.table = table
        self.prefix = prefix

    def bad(self, key: str, words: str) -> BadCards:
        """Return the error to raise about a key of this table (no key: about the table itself)."""
        return BadCards(
            self.file, self.card, self.prefix + key if key else self.prefix.rstrip("."), words=words
        )

    def has(self, key: str) -> bool:
        """Return whether the key is given."""
        return key in self.table

    def known(self, keys: tuple[str, ...]) -> None:
        """Refuse any other key."""
        for key in self.table:
            if key not in keys:
                raise self.bad(key, "unknown key")

    def need(self, keys: tuple[str, ...]) -> None:
        """Refuse a table that lacks one of these."""
        for key in keys:
            if key not in self.table:
                raise self.bad(key, "missing")

    def number(self, key: str, default: int = 0, least: int = -MAX_AMOUNT, *, most: int = MAX_AMOUNT) -> int:
        """Read a whole number."""
        if key not in self.table:
            return default
        value = self.table[key]
        # In Python a bool is an int too; on a card it is not.
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.bad(key, f"must be a whole number, not {value!r}")
        if not least <= value <= most:
            raise self.bad(key, f"must be from {least} to {most}, not {value}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """Read true or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.bad(key, f"must be true or false, not {value!r}")
        return value

    def text(self, key: str) -> str | None:
        """Return any text on one line; None if the key is not given."""
        if key not in self.table:
            return None
        value = self.table[key]
        if not isinstance(value, str):
            raise self.bad(key, f"must be a text, not {value!r}")
        if not value or value != value.strip() or not value.isprintable():
            raise self.bad(key, f"must be a printable text without space around it, not {value!r}")
        return value

    def word(self, key: str, words: tuple[str, ...]) -> str | None:
        """Return one of the words; None if the key is not given."""
        value = self.text(key)
        if value is not None and value not in words:
            raise self.bad(key, f"must be one of {', '.join(words)}, not {value!r}")
        return value

    def words(self, key: str, words: tuple[str, ...], *, repeats: bool = False) -> tuple[str, ...]:
        """Read a list of such words, empty without the key; `repeats` allows the same one twice."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.bad(key, f"must be a list of words, not {value!r}")
        items: list[str] = []
        for item in value:
            if not isinstance(item, str) or item not in words:
                raise self.bad(key, f"must hold only {', '.join(words)}, not {item!r}")
            if item in items and not repeats:
                raise self.bad(key, f"holds {item!r} twice")
            items.append(item)
        if key in self.table and not items and key != "keywords":
            raise self.bad(key, "must not be empty")
        return tuple(items)

    def tables(self, key: str) -> list[Fields]:
        """Read a list of tables, empty without the key."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            raise self.bad(key, f"must be a list of tables, not {value!r}")
        items: list[Fields] = []
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                raise self.bad(key, f"must be a list of tables, not of {item!r}")
            items.append(Fields(self.file, self.card, item, prefix=f"{self.prefix}{key}[{index}]."))
        return items


@dataclass(frozen=True, slots=True)
class Form:
    """The keys of one kind of power besides `phase` and `do`, and what its card must be."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    """The values of `discard`, where it has one."""
    least: int = 1
    """The least `amount`."""
    card: str = "any"
    """`any`, `world`, `good` (a world with a kind), `production` (a production world)."""


_GOODS: Final = ("good:any", "good:novelty", "good:rare", "good:genes", "good:alien")
_TEMPORARY: Final = ("self", "hand", "world", *_GOODS)

FORMS: Final[dict[tuple[str, str], Form]] = {
    ("placement", "good_for_card"): Form(card="production"),
    ("placement", "enters_damaged"): Form(card="world"),
    ("placement", "damaged_first"): Form(card="world"),
    ("explore", "draw"): Form(("amount",), ("per",)),
    ("explore", "keep"): Form(("amount",), ("per",)),
    ("develop", "draw"): Form(("amount",), ("per",)),
    ("develop", "discount"): Form(("amount",), ("per", "discard", "times"), _GOODS),
    ("develop", "draw_after"): Form(("amount",), ("when",)),
    ("develop", "replace_world"): Form(("below",)),
    ("settle", "discount"): Form(("amount",), ("per", "good", "for", "discard", "times"), _GOODS),
    ("settle", "cost_zero"): Form(("discard",), ("not", "vp"), ("self", "near_frontier_world")),
    ("settle", "military"): Form(("amount",), ("per", "vs"), least=-MAX_AMOUNT),
    ("settle", "temp_military"): Form(("amount", "discard"), ("vs", "also_vs_xeno", "times"), _TEMPORARY),
    ("settle", "defense"): Form(("amount",), ("per",)),
    ("settle", "temp_defense"): Form(("amount", "discard"), ("times",), _TEMPORARY),
    ("settle", "pay_for_military"): Form(("amount",), ("only", "not"), least=0),
    ("settle", "draw_after"): Form(("amount",)),
    ("settle", "frontier_draw"): Form(("amount",)),
    ("settle", "vp"): Form(("amount",), ("when",)),
    ("trade", "bonus"): Form(("amount",), ("per", "good", "this_world")),
    ("trade", "cannot_sell"): Form(("this_world",), card="good"),
    ("consume", "consume"): Form(("goods",), ("vp", "cards", "times")),
    ("consume", "consume_all"): Form((), ("vp", "cards", "offset")),
    ("consume", "consume_different"): Form(("vp",), ("count", "up_to")),
    ("consume", "discard_cards"): Form(("vp",), ("times", "doubled")),
    ("consume", "draw"): Form(("amount",), ("per",)),
    ("consume", "vp"): Form(("amount",), ("per",)),
    ("consume", "draw_if_lucky"): Form(("lowest", "highest")),
    ("consume", "sell"): Form((), ("bonus",)),
    ("produce", "produce"): Form((), ("discard",), ("hand",), card="production"),
    ("produce", "draw_if_produced"): Form(("amount",), card="good"),
    ("produce", "windfall"): Form((), ("good", "discard", "not_this_world"), ("hand",)),
    ("produce", "draw"): Form(("amount",), ("per",)),
    ("produce", "draw_per_produced"): Form(("amount",), ("good", "per_two")),
    ("produce", "draw_per_kind_produced"): Form(("amount",)),
    ("produce", "draw_if_most"): Form(("amount", "good")),
    ("produce", "repair"): Form(("amount",)),
    ("produce", "cannot_produce"): Form(("this_world",), card="good"),
}
"""Every kind of power."""

WHENS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("develop", "draw_after"): ("military",),
    ("settle", "vp"): ("frontier_world_placed_this_round_by_anyone",),
}
"""The values of `when`, where a power has one."""

_VS: Final = (*KINDS, "rebel", "xeno")


def read_power(fields: Fields) -> Power:
    """Read one power of a card, checked by itself."""
    fields.need(("phase", "do"))
    phase = fields.word("phase", PHASES) or ""
    do = fields.word("do", tuple(what for where, what in FORMS if where == phase)) or ""
    form = FORMS[(phase, do)]
    fields.known(("phase", "do", *form.required, *form.optional))
    fields.need(form.required)
    power = Power(
        phase=phase,
        do=do,
        amount=fields.number("amount", least=form.least),
        per=_read_per(fields),
        vs=fields.word("vs", _VS),
        good=fields.word("good", KINDS),
        discard=fields.word("discard", form.discards),
        times=fields.number("times", 1, least=1),
        this_world=fields.flag("this_world"),
        not_this_world=fields.flag("not_this_world"),
        goods=fields.words("goods", ("any", *KINDS), repeats=True),
        vp=fields.number("vp", least=1),
        cards=fields.number("cards", least=1),
        offset=fields.number("offset"),
        count=fields.number("count", least=2, most=len(KINDS)),
        up_to=fields.number("up_to", least=1, most=len(KINDS)),
        doubled=fields.flag("doubled", True),
        lowest=fields.number("lowest", least=0),
        highest=fields.number("highest", least=0),
        bonus=fields.flag("bonus", True),
        below=fields.number("below", least=1),
        when=fields.word("when", WHENS.get((phase, do), ())),
        excluded=fields.words("not", (*KINDS, "xeno")),
        only=fields.word("only", ("chromosome",)),
        for_=fields.word("for", ("frontier",)),
        per_two=fields.flag("per_two"),
        also_vs_xeno=fields.number("also_vs_xeno", least=1),
    )
    _check_together(fields, power)
    return power


def _read_per(fields: Fields) -> str | None:
    word = fields.text("per")
    if word is not None and parsed(fields, word).what in SCORE_ONLY:
        raise fields.bad("per", f"only a score line can count {word!r}")
    return word


def _check_together(fields: Fields, power: Power) -> None:
    """Refuse keys that mean nothing beside each other."""
    do = power.do
    if do == "military" and power.amount == 0:
        raise fields.bad("amount", "must not be 0")
    if do in ("consume", "consume_all") and not power.vp and not power.cards:
        raise fields.bad("", "gives neither vp nor cards")
    if do == "consume_all" and power.offset and not power.vp:
        raise fields.bad("offset", "changes the vp, and there is none")
    if do == "consume_different" and fields.has("count") == fields.has("up_to"):
        raise fields.bad("", "needs either count or up_to")
    if do == "draw_if_lucky" and power.lowest > power.highest:
        raise fields.bad("lowest", "must not be above highest")
    if do == "discount" and power.times > 1 and power.discard is None:
        raise fields.bad("times", "means nothing without discard")
    if power.also_vs_xeno and power.vs is not None:
        raise fields.bad("also_vs_xeno", "means nothing beside vs")
    if do in ("cannot_sell", "cannot_produce") and not power.this_world:
        raise fields.bad("this_world", "must be true")


def read_score_line(fields: Fields) -> ScoreLine:
    """Read one score line of a card."""
    fields.known(("vp", "per"))
    fields.need(("vp", "per"))
    word = fields.text("per") or ""
    parsed(fields, word)
    return ScoreLine(fields.number("vp", least=1), word)


def parsed(fields: Fields, word: str) -> Per:
    """Return the parsed form of the `per` word of a table."""
    try:
        return parse_per(word)
    except ValueError as error:
        raise fields.bad("per", str(error)) from None
