"""Cards in plain words, made from their facts: enough to play from, in our own words.

The texts are in `words/cards/<language>.toml`; this module only chooses among them.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources

from repulse.engine.contract import RepulseError
from repulse.engine.display.cards import CardLine
from repulse.engine.display.segments import mark_card
from repulse.engine.display.words import Catalogue, flatten
from repulse.games.galaxy.cards import (
    PHASES,
    Card,
    Power,
    ScoreLine,
    parse_per,
)


@lru_cache(maxsize=8)
def card_words(language: str = "en") -> Catalogue:
    """Return the words about cards in a language, English behind every other one.

    Raises:
        RepulseError: There are none in this language.
    """
    source = resources.files("repulse.games.galaxy") / "words" / "cards" / f"{language}.toml"
    if not language.isalpha() or not source.is_file():
        raise RepulseError(f"There are no words about cards for the language {language!r}.")
    texts = flatten(tomllib.loads(source.read_text(encoding="utf-8")))
    return Catalogue(language, texts, None if language == "en" else card_words("en"))


def describe_power(card: Card, index: int, language: str = "en") -> str:
    """Describe one power of a card, as in "Settle: non-military worlds cost you 2 less."."""
    words = card_words(language)
    power = card.powers[index]
    text = _power(words, card, power)
    return words.text("line", {"phase": words.text(f"phase.{power.phase}"), "text": text})


def power_words(card: Card, index: int, language: str = "en", *, marked: bool = False) -> str:
    """Describe one power of a card without its phase, as a part of a sentence: "non-military worlds cost you 2 less".

    Args:
        card: The card.
        index: The place of the power among those of the card.
        language: The language of the text.
        marked: Whether card names are marked.
    """
    return _power(card_words(language), card, card.powers[index], marked=marked)


def describe_score(line: ScoreLine, language: str = "en", marked: bool = False) -> str:
    """Describe one score line, as in "2 VP for each Rare production world"."""
    words = card_words(language)
    return words.text("score.line", {"vp": line.vp, "per": _per(words, line.per, "score.per", marked=marked)})


def describe_phase(card: Card, phase: str, language: str = "en") -> str:
    """Describe all powers of a card in one phase, in one sentence; empty if there are none."""
    return _phase(card_words(language), card, phase)


def _phase(words: Catalogue, card: Card, phase: str, *, cut: str = "") -> str:
    texts = [_power(words, card, power) for power in card.powers if power.phase == phase]
    if not texts:
        return ""
    text = cut + words.text("also").join(texts)
    return words.text("line", {"phase": words.text(f"phase.{phase}"), "text": text})


def describe_card(card: Card, language: str = "en") -> str:
    """Describe a card on several lines: its name, then its lines."""
    return "\n".join([card.name, *(line["head"] + line["text"] for line in card_lines(card, language))])


def card_lines(card: Card, language: str = "en") -> list[CardLine]:
    """Describe a card except for its name: its kind, its powers by phase, its score, its source."""
    words = card_words(language)
    lines = [_line(_headline(words, card))]
    if card.good is not None:
        sort = "windfall" if card.windfall else "good_when_placed" if card.good_when_placed else "production"
        lines.append(_line(words.text(f"card.{sort}", {"kind": words.text(f"kind.{card.good}")})))
    if card.keywords:
        keywords = words.text("list").join(words.text(f"keyword.{keyword}") for keyword in card.keywords)
        lines.append(_line(words.text("card.keywords", {"keywords": _CUT + keywords})))
    if card.chromosome:
        lines.append(_line(words.text("card.chromosome")))
    if card.hive is not None:
        lines.append(_line(words.text("card.hive_defense", {"hive": card.hive})))
    lines += [_line(text) for text in (_phase(words, card, phase, cut=_CUT) for phase in PHASES) if text]
    if card.score:
        scores = [describe_score(line, language) for line in card.score]
        if len(scores) > 1:
            scores.append(words.text("score.one_line"))
        lines.append(_line(words.text("card.score", {"lines": _CUT + words.text("also").join(scores)})))
    return lines + [_line(text) for text in _origin(words, card)]


_CUT = "\ufdd2"
"""Marks the end of a line's head: a noncharacter, which no text contains."""


def _line(text: str) -> CardLine:
    head, cut, rest = text.partition(_CUT)
    return {"head": head, "text": rest} if cut else {"head": "", "text": head}


def _headline(words: Catalogue, card: Card) -> str:
    points = words.text("card.variable") if card.vp is None else words.text("card.points", {"vp": card.vp})
    return words.text(f"card.{card.sort}", {"cost": card.cost, "points": points})


def _origin(words: Catalogue, card: Card) -> list[str]:
    lines = []
    if card.start_number is not None:
        group = "blue" if card.start_number % 2 == 0 else "red"
        lines.append(words.text(f"card.start_{group}", {"number": card.start_number}))
    else:
        deck = words.text(f"deck.{card.deck}")
        lines.append(words.text("card.copies", {"copies": card.copies, "deck": deck}))
    if card.preset_hand is not None:
        lines.append(words.text("card.preset_hand", {"number": card.preset_hand}))
    if card.reconstructed:
        keys = words.text("list").join(words.text(f"key.{key}") for key in card.reconstructed)
        lines.append(words.text("card.reconstructed", {"keys": keys}))
    return lines


def _per(words: Catalogue, word: str | None, table: str = "per", *, marked: bool = False) -> str:
    """Return what is counted, in the texts of one table; nothing for None."""
    if word is None:
        return ""
    per = parse_per(word)
    if per.what == "named_card":
        card = mark_card(per.card) if marked and per.card is not None else per.card
        return words.text(f"{table}.named", {"card": card})
    if per.what in ("this_card", "total_military"):
        return words.text(f"{table}.{per.what}")
    facts: dict[str, object] = {"n": per.divisor}
    ident = f"thing.{per.what}"
    if per.keyword is not None:
        facts["keyword"] = words.text(f"keyword.{per.keyword}")
        ident = f"thing.keyword.{per.what}"
    elif per.kind is not None:
        facts["kind"] = words.text(f"kind.{per.kind}")
        ident = f"thing.kind.{per.what}"
    elif per.what == "with_power":
        facts["phase"] = words.text(f"phase.{per.phase}")
        ident = f"thing.power.{per.world_type}"
    number = ("each", "two", "three")[per.divisor - 1]
    return words.text(f"{table}.{number}", {"thing": words.text(ident, facts)})


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}")


def _worlds(words: Catalogue, sorts: tuple[str, ...]) -> str:
    """Return sorts of worlds, joined by "or"."""
    text = words.text(f"worlds.{sorts[0]}")
    for sort in sorts[1:]:
        text = words.text("and.or", {"first": text, "last": words.text(f"worlds.{sort}")})
    return text


def _give(words: Catalogue, power: Power) -> str:
    """Return what is given up to use a power; with a limit if it can be used more than once."""
    discard = power.discard or ""
    if discard.startswith("good:"):
        kind = discard.removeprefix("good:")
        if power.times > 1:
            goods = words.text(f"goods.{kind}")
            return words.text("give.goods", {"times": power.times, "goods": goods})
        return words.text("give.good", {"good": words.text(f"good.{kind}")})
    text = words.text(f"give.{discard}")
    return words.text("give.often", {"times": power.times, "give": text}) if power.times > 1 else text


def _gain(words: Catalogue, power: Power) -> str:
    """Return what one use brings: VPs, cards or both."""
    vp = words.text("gain.vp", {"vp": power.vp})
    cards = words.text("gain.cards", {"cards": power.cards})
    if power.vp and power.cards:
        return words.text("and.two", {"first": vp, "last": cards})
    return vp if power.vp else cards


def _power(words: Catalogue, card: Card, power: Power, *, marked: bool = False) -> str:
    """Describe a power without the name of its phase and without a full stop."""
    facts: dict[str, object] = {
        "amount": power.amount,
        "below": power.below,
        "lowest": power.lowest,
        "highest": power.highest,
        "per": _per(words, power.per, marked=marked),
    }
    ident = f"power.{power.phase}.{power.do}"
    match power.do:
        case "discount":
            return _discount(words, power, ident, facts=facts)
        case "cost_zero":
            return _cost_zero(words, power, ident)
        case "military" | "temp_military" | "defense" | "temp_defense":
            return _strength(words, power, ident, facts=facts)
        case "pay_for_military":
            return _pay_for_military(words, power, ident, facts=facts)
        case "consume" | "consume_all" | "consume_different" | "discard_cards" | "sell":
            return _consume(words, power, ident, facts=facts)
        case "produce" | "windfall" | "draw_per_produced" | "draw_if_most":
            return _produce(words, card, power, ident=ident, facts=facts)
        case "bonus":
            facts["good"] = words.text(f"good.{power.good or 'any'}")
            return words.text(f"{ident}.{'this_world' if power.this_world else 'plain'}", facts)
        case "good_for_card":
            facts["good"] = words.text(f"good.{card.good}")
        case "draw_after" if power.when is not None:
            ident += "_military"
        case "vp" if power.when is not None:
            ident += "_frontier"
    return words.text(ident, facts)


def _discount(words: Catalogue, power: Power, ident: str, *, facts: dict[str, object]) -> str:
    if power.discard is not None:
        facts["give"] = _give(words, power)
        return words.text(f"{ident}.{'gives' if power.times > 1 else 'give'}", facts)
    sort = "plain"
    if power.good is not None:
        facts["worlds"] = words.text(f"worlds.{power.good}")
        sort = "kind" if power.for_ is None else "frontier_kind"
    elif power.for_ is not None:
        sort = "frontier"
    return words.text(f"{ident}.{sort}", facts)


def _cost_zero(words: Catalogue, power: Power, ident: str) -> str:
    facts: dict[str, object] = {"give": _give(words, power), "vp": power.vp}
    text = words.text(f"{ident}.{'vp' if power.vp else 'plain'}", facts)
    if power.excluded:
        text = words.text(f"{ident}.not", {"text": text, "worlds": _worlds(words, power.excluded)})
    return text


def _strength(words: Catalogue, power: Power, ident: str, *, facts: dict[str, object]) -> str:
    facts["amount"] = _signed(power.amount)
    sort = "plain"
    if power.vs is not None:
        facts["worlds"] = words.text(f"worlds.{power.vs}")
        sort = "vs"
    elif power.also_vs_xeno:
        facts["also"] = _signed(power.also_vs_xeno)
        sort = "also"
    if power.discard is not None:
        facts["give"] = _give(words, power)
        if power.times > 1:
            sort = "gives" if power.do == "temp_defense" else f"{sort}_gives"
    return words.text(f"{ident}.{sort}", facts)


def _pay_for_military(words: Catalogue, power: Power, ident: str, *, facts: dict[str, object]) -> str:
    # No such power ever applies to Xeno worlds, whether the card says so or not.
    excluded = tuple(sort for sort in power.excluded if sort != "xeno")
    facts["worlds"] = _worlds(words, (*excluded, "xeno"))
    if power.only is not None:
        sort = f"{power.only}_less" if power.amount else power.only
    else:
        sort = "less" if power.amount else "plain"
    return words.text(f"{ident}.{sort}", facts)


def _goods(words: Catalogue, goods: tuple[str, ...]) -> str:
    """Describe the goods of one use: "2 Rare goods", "a Genes good and any other good"."""
    first = goods[0]
    if len(goods) > 1 and all(kind == first for kind in goods):
        return words.text("give.count", {"n": len(goods), "goods": words.text(f"goods.{first}")})
    text = words.text(f"good.{first}")
    for kind in goods[1:]:
        last = words.text("good.other" if kind == "any" else f"good.{kind}")
        text = words.text("and.two", {"first": text, "last": last})
    return text


def _consume(words: Catalogue, power: Power, ident: str, *, facts: dict[str, object]) -> str:
    facts |= {
        "vp": power.vp,
        "times": power.times,
        "count": power.count,
        "up_to": power.up_to,
        "offset": abs(power.offset),
        "gain": _gain(words, power),
    }
    if power.do == "sell":
        return words.text(f"{ident}.{'plain' if power.bonus else 'no_bonus'}")
    if power.do == "consume_different":
        return words.text(f"{ident}.{'count' if power.count else 'up_to'}", facts)
    if power.do == "discard_cards":
        text = words.text(f"{ident}.{'some' if power.times > 1 else 'one'}", facts)
        return text if power.doubled else words.text(f"{ident}.not_doubled", {"text": text})
    if power.do == "consume_all":
        sort = "less" if power.offset < 0 else "plus" if power.offset > 0 else "plain"
        return words.text(f"{ident}.{sort}", facts)
    if power.times > 1 and len(power.goods) == 1:
        facts["goods"] = words.text(f"goods.{power.goods[0]}")
        return words.text(f"{ident}.up_to", facts)
    facts["goods"] = _goods(words, power.goods)
    return words.text(f"{ident}.{'often' if power.times > 1 else 'plain'}", facts)


def _produce(words: Catalogue, card: Card, power: Power, *, ident: str, facts: dict[str, object]) -> str:
    if power.good is not None:
        facts |= {"kind": words.text(f"kind.{power.good}"), "goods": words.text(f"goods.{power.good}")}
    if power.discard is not None:
        facts["give"] = _give(words, power)
    if power.do == "draw_if_most":
        return words.text(ident, facts)
    if power.do == "produce":
        facts["good"] = words.text(f"good.{card.good}")
        return words.text(f"{ident}.{'plain' if power.discard is None else 'give'}", facts)
    parts = []
    if power.good is not None:
        parts.append("kind")
    if power.discard is not None:
        parts.append("give")
    if power.per_two:
        parts.append("two")
    text = words.text(f"{ident}.{'_'.join(parts) or 'plain'}", facts)
    if power.not_this_world:
        text = words.text(f"{ident}.not_this_world", {"text": text})
    return text
