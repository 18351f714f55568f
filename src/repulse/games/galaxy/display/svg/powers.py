"""Powers and score lines as rows of marks: what is given, an arrow, what comes of it."""

from __future__ import annotations

from typing import Final

from repulse.engine.display.words import Catalogue
from repulse.games.galaxy.cards import (
    Card,
    Power,
    ScoreLine,
    parse_per,
)
from repulse.games.galaxy.display.svg.pen import Mark, Pen

TABS: Final = {
    "placement": "",
    "explore": "I",
    "develop": "II",
    "settle": "III",
    "trade": "$",
    "consume": "IV",
    "produce": "V",
}
"""The label of each phase; placement has a drawing instead."""

MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Return a number with its sign, as typographers write it."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


class Symbols:
    """Translates powers into marks, with the few words that need a language."""

    __slots__ = ("pen", "texts")

    def __init__(self, pen: Pen, texts: Catalogue) -> None:
        self.pen = pen
        self.texts = texts

    def text(self, ident: str, **facts: object) -> Mark:
        """Draw short words from the catalogue."""
        return self.pen.words(self.texts.text(f"short.{ident}", facts))

    def power(self, card: Card, power: Power) -> list[Mark]:
        """Return a power of a card."""
        match power.phase:
            case "placement" | "explore" | "develop":
                marks = self._early(card, power)
            case "settle":
                marks = self._settle(power)
            case "trade" | "consume":
                marks = self._consume(card, power)
            case _:
                marks = self._produce(card, power)
        return marks + (self.per(power.per) if power.per is not None else [])

    def score(self, line: ScoreLine) -> list[Mark]:
        """Return a score line."""
        return [self.pen.hexagon(str(line.vp)), *self.per(line.per)]

    def per(self, word: str) -> list[Mark]:
        """Return what is counted."""
        pen = self.pen
        per = parse_per(word)
        marks = [self.text("per")]
        if per.divisor > 1:
            marks.append(pen.strong(str(per.divisor)))
        if per.keyword is not None:
            marks.append(self.keyword(per.keyword))
        match per.what:
            case "military_world":
                marks.append(pen.circle(military=True))
            case "nonmilitary_world":
                marks.append(pen.circle())
            case "production_world" | "windfall_world" | "good_world":
                if per.what != "windfall_world":
                    marks.append(pen.coin(per.kind or "any"))
                if per.what != "production_world":
                    marks.append(pen.coin(per.kind or "any", windfall=True))
                marks.append(self.world(per.divisor))
            case "chromosome_world":
                marks += [pen.chromosome(), self.world(per.divisor)]
            case "development":
                marks.append(pen.diamond())
            case "six_cost_development":
                marks.append(pen.diamond("6"))
            case "with_power":
                marks.append(pen.diamond() if per.world_type == "development" else pen.circle())
                marks.append(pen.tab(TABS[per.phase or ""]))
            case "named_card":
                return [pen.words(per.card or "")]
            case "vp_chips":
                marks.append(pen.hexagon(""))
            case "good":
                marks += [pen.coin("any"), self.text("good_at_end")]
            case "total_military":
                marks.append(self.text("military"))
            case "with_pay_for_military":
                marks.append(self.text("pay_for_military"))
            case _:
                marks.append(self.text(per.what, n=per.divisor))
        return marks

    def keyword(self, keyword: str) -> Mark:
        """Return a keyword."""
        return self.pen.keyword(self.texts.text(f"keyword.{keyword}"))

    def world(self, number: int) -> Mark:
        """Draw worlds, after the mark of what they are known by."""
        return self.text("world", n=number)

    def _gain_cards(self, number: int) -> list[Mark]:
        return [self.pen.cards(str(number))]

    def _worlds(self, sort: str) -> Mark:
        """Draw worlds of a kind or with a keyword, beside Military or an exclusion."""
        if sort == "xeno":
            return self.pen.xeno()
        if sort == "rebel":
            return self.keyword("rebel")
        return self.pen.coin(sort)

    def _give(self, power: Power) -> list[Mark]:
        """Draw what is given up for a power, and the arrow; nothing for a power without a price."""
        if power.discard is None:
            return []
        if power.discard == "self":
            marks = [self.text("this_card")]
        elif power.discard == "hand":
            marks = [self.pen.cards()]
        elif power.discard == "world":
            marks = [self.pen.circle(), self.text("world", n=1)]
        elif power.discard == "near_frontier_world":
            marks = [self.text("near_world")]
        else:
            marks = [self.pen.coin(power.discard.removeprefix("good:"))]
        if power.times > 1:
            marks.append(self.pen.strong(f"\u00d7{power.times}"))
        return [*marks, self.pen.arrow()]

    def _early(self, card: Card, power: Power) -> list[Mark]:
        pen = self.pen
        match power.do:
            case "good_for_card":
                return [pen.cards(), pen.arrow(), pen.coin(card.good or "any")]
            case "enters_damaged":
                return [self.text("in_play_damaged")]
            case "damaged_first":
                return [self.text("damaged_first")]
            case "keep":
                return [pen.strong(signed(power.amount)), pen.cards(), self.text("keep")]
            case "discount":
                return [*self._give(power), pen.diamond(signed(-power.amount), radius=10.5)]
            case "draw_after":
                military = power.when is not None
                return [pen.diamond(military=military), pen.arrow(), *self._gain_cards(power.amount)]
            case "replace_world":
                return [
                    pen.circle(),
                    pen.arrow(),
                    pen.diamond(f"<{power.below}", radius=10.5),
                    self.text("free"),
                ]
            case _:
                if power.phase == "explore":
                    return [pen.strong(signed(power.amount)), pen.cards(), self.text("look")]
                return [*self._gain_cards(power.amount), self.text("at_start")]

    def _settle(self, power: Power) -> list[Mark]:
        pen = self.pen
        amount = signed(power.amount)
        match power.do:
            case "discount":
                marks = [*self._give(power), pen.circle(signed(-power.amount), radius=9.5)]
                if power.good is not None:
                    marks.append(pen.coin(power.good))
                return [*marks, self.text("for_frontier")] if power.for_ is not None else marks
            case "cost_zero":
                marks = [*self._give(power), pen.circle("0")]
                if power.vp:
                    marks.append(pen.hexagon(str(power.vp)))
                return marks + [pen.cross(self._worlds(sort)) for sort in power.excluded]
            case "military" | "temp_military":
                dashed = power.do == "temp_military"
                marks = [*self._give(power), pen.circle(amount, military=True, dashed=dashed, radius=9.5)]
                if power.vs is not None:
                    marks += [self.text("vs"), self._worlds(power.vs)]
                if power.also_vs_xeno:
                    more = pen.circle(signed(power.also_vs_xeno), military=True, dashed=dashed, radius=9.5)
                    marks += [more, self.text("vs"), pen.xeno()]
                return marks
            case "defense" | "temp_defense":
                return [*self._give(power), pen.shield(amount, dashed=power.do == "temp_defense")]
            case "pay_for_military":
                less = signed(-power.amount) if power.amount else ""
                marks = [self.text("pay"), pen.circle(less, military=True, radius=9.5)]
                if power.only is not None:
                    marks.append(pen.chromosome())
                return marks + [pen.cross(self._worlds(sort)) for sort in power.excluded if sort != "xeno"]
            case "draw_after":
                return [pen.circle(), pen.arrow(), *self._gain_cards(power.amount)]
            case "frontier_draw":
                return [self.text("for_frontier"), pen.strong(amount), pen.cards(), self.text("look")]
            case _:
                marks = [pen.hexagon(str(power.amount))]
                return (
                    [*marks, self.text("if"), self.text("frontier_placed")]
                    if power.when is not None
                    else marks
                )

    def _consume(self, card: Card, power: Power) -> list[Mark]:
        pen = self.pen
        gain = [pen.hexagon(str(power.vp))] if power.vp else []
        gain += self._gain_cards(power.cards) if power.cards else []
        match power.do:
            case "bonus":
                sold = [pen.coin(card.good or "any"), self.text("here")]
                if not power.this_world:
                    sold = [pen.coin(power.good or "any")]
                return [*sold, pen.arrow(), pen.strong(signed(power.amount)), pen.cards()]
            case "cannot_sell":
                return [pen.cross(pen.coin(card.good or "any")), self.text("no_sale")]
            case "consume":
                marks = [pen.coin(kind) for kind in power.goods]
                times = [pen.strong(f"\u00d7{power.times}")] if power.times > 1 else []
                return [*marks, pen.arrow(), *gain, *times]
            case "consume_all":
                offset = [pen.strong(signed(power.offset)), pen.hexagon("")] if power.offset else []
                return [self.text("all"), pen.coin("any"), pen.arrow(), *gain, self.text("each"), *offset]
            case "consume_different":
                if power.count:
                    return [pen.coin("any"), self.text("kinds", n=power.count), pen.arrow(), *gain]
                return [
                    pen.coin("any"),
                    self.text("up_to_kinds", n=power.up_to),
                    pen.arrow(),
                    *gain,
                    self.text("each"),
                ]
            case "discard_cards":
                times = [pen.strong(f"\u00d7{power.times}")] if power.times > 1 else []
                return [pen.cards(), pen.arrow(), *gain, *times]
            case "draw":
                return self._gain_cards(power.amount)
            case "vp":
                return [pen.hexagon(str(power.amount))]
            case "draw_if_lucky":
                return [
                    self.text("guess", lowest=power.lowest, highest=power.highest),
                    pen.arrow(),
                    pen.cards("1"),
                ]
            case _:
                marks = [self.text("sell"), pen.coin("any")]
                return marks if power.bonus else [*marks, self.text("plain_price")]

    def _produce(self, card: Card, power: Power) -> list[Mark]:
        pen = self.pen
        cards = self._gain_cards(power.amount)
        match power.do:
            case "produce":
                return [*(self._give(power) or [pen.arrow()]), pen.coin(card.good or "any")]
            case "windfall":
                marks = [*(self._give(power) or [pen.arrow()]), pen.coin(power.good or "any", windfall=True)]
                return [*marks, self.text("other")] if power.not_this_world else marks
            case "draw_if_produced":
                good = pen.coin(card.good or "any", windfall=card.windfall)
                return [*cards, self.text("if"), good, self.text("here")]
            case "draw_per_produced":
                number = [pen.strong("2")] if power.per_two else []
                return [*cards, self.text("per"), *number, pen.coin(power.good or "any"), self.text("made")]
            case "draw_per_kind_produced":
                return [*cards, self.text("per_kind")]
            case "draw_if_most":
                return [
                    *cards,
                    self.text("if"),
                    self.text("most"),
                    pen.coin(power.good or "any"),
                    self.text("made"),
                ]
            case "repair":
                return [self.text("repair", n=power.amount), pen.circle()]
            case "cannot_produce":
                return [pen.cross(pen.coin(card.good or "any", windfall=True)), self.text("never")]
            case _:
                return cards
