"""Phrases: the parts of sentences that questions, log lines, breakdowns and refusals share.

The texts are in `words/<language>.toml`, by id; this module only supplies the facts. Names of cards are the same in
every language; Japanese sets them in 《》, as its rulebook does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from repulse.engine.contract import Seat
from repulse.engine.display.segments import mark_card
from repulse.engine.display.words import Catalogue, load_catalogue
from repulse.games.galaxy.cards import Card
from repulse.games.galaxy.codes import deck, good_kind
from repulse.games.galaxy.codes.packing import POWERS_PER_CARD, card_of, index_of
from repulse.games.galaxy.display.card_text import card_words, describe_score, power_words
from repulse.games.galaxy.rules.card_table import FACE_DOWN, CardId, CardIndex, PowerId
from repulse.games.galaxy.rules.frontier import FAR, NEAR
from repulse.games.galaxy.rules.war import (
    RETALIATION,
    InvasionCard,
    is_military_plus,
    is_military_xeno_plus,
    strength_of,
    wave_of,
)

ACTION_IDS: Final = (
    "explore_5",
    "explore_1_1",
    "develop",
    "settle",
    "trade",
    "consume_2x",
    "produce",
    "repair",
    "frontier",
)
"""The ids of the action cards, in the order of `steps.numbers`."""

NO_CARD_POWERS: Final = (
    "",
    "produce_bonus",
    "bunker",
    "repair_bonus",
    "repair_with_cards",
    "repair_with_good",
)
"""Powers that belong to no card, by their numbers: the ids of their words."""


PILES: Final = {NEAR: "near", FAR: "far"}
"""The frontier decks a settler draws from: the ids of their names."""


@lru_cache(maxsize=8)
def galaxy_words(language: str = "en") -> Catalogue:
    """Return the catalogue of galaxy in a language."""
    return load_catalogue("repulse.games.galaxy", language)


def minus(number: int) -> str:
    """Return a number in digits, with a true minus sign if it is below 0."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    """Return a number with its sign, as in "+2" or "−1"."""
    return minus(number) if number < 0 else f"+{number}"


class Phrases:
    """The words of one language about one set of cards, and what the players are called."""

    def __init__(
        self,
        table: CardIndex,
        catalogue: Catalogue | None = None,
        names: Sequence[str] = (),
        *,
        brief: bool = False,
        marked: bool = False,
    ) -> None:
        self.table = table
        self.catalogue = catalogue or galaxy_words()
        self.names = names
        self.brief = brief
        """Whether breakdowns name the cards alone, not what these count."""
        self.marked = marked
        """Whether the names of cards are marked, for a text that is cut into segments."""
        self.language = self.catalogue.language

    def text(self, ident: str, **facts: object) -> str:
        """Return a text of the catalogue with its facts."""
        for name, value in facts.items():
            if isinstance(value, int) and value < 0:
                facts[name] = minus(value)
        return self.catalogue.text(ident, facts)

    def player(self, seat: Seat) -> str:
        """Return the name of a seat, or "Player 1"."""
        if 0 <= seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.text("player", n=seat + 1)

    def listing(self, items: Sequence[str]) -> str:
        """Join some things in one phrase: a, b and c."""
        if len(items) < 2:
            return items[0] if items else self.text("list.none")
        return self.text("list.last", first=self.text("list.comma").join(items[:-1]), last=items[-1])

    def either(self, items: Sequence[str]) -> str:
        """Join some ways in one phrase: a or b."""
        text = items[0]
        for item in items[1:]:
            text = self.text("list.or", first=text, last=item)
        return text

    def action(self, action: int) -> str:
        """Return the name of an action card."""
        return self.text(f"action.{ACTION_IDS[action]}.name")

    # --- cards ---

    def fact(self, card: CardId) -> Card:
        """Return the facts of a card that lies face up."""
        fact = self.table.cards[card]
        assert fact is not None, "a face-down card has no facts"
        return fact

    def name(self, card: CardId) -> str:
        """Return the name of a card as it appears in a sentence, or what a face-down one is called."""
        if card == FACE_DOWN:
            return self.text("face_down")
        name = self.table.names[card]
        return self.text("card_name", card=mark_card(name) if self.marked else name)

    def cards(self, cards: Sequence[CardId]) -> str:
        """Return cards by name; as a count where they lie face down."""
        if not cards or FACE_DOWN in cards:
            return self.text("cards", n=len(cards))
        items = []
        for card in dict.fromkeys(cards):
            n = cards.count(card)
            items.append(self.name(card) if n == 1 else self.text("list.times", n=n, card=self.name(card)))
        return self.listing(items)

    def kind(self, world: CardId) -> str:
        """Return the kind of good that a world has, as in "Rare"."""
        return self.kind_name(self.table.kind[world])

    def kind_name(self, number: int) -> str:
        """Return the name of a kind of good."""
        return self.kind_by_id(good_kind.NAMES[number])

    def kind_by_id(self, kind_id: str) -> str:
        """Return the name of a kind of good, by its id in card files."""
        return card_words(self.language).text(f"kind.{kind_id}")

    def phase(self, phase: str) -> str:
        """Return the name of a phase."""
        return card_words(self.language).text(f"phase.{phase}")

    def good(self, world: CardId) -> str:
        """Return the good on a world, as in "the Rare good of Comet Zone"."""
        return self.text("good", kind=self.kind(world), world=self.name(world))

    def goods(self, worlds: Sequence[CardId]) -> str:
        """Return the goods on some worlds."""
        return self.listing([self.good(world) for world in worlds])

    def points(self, card: CardId) -> str:
        """Return the points of a card, as printed."""
        vp = self.fact(card).vp
        return self.text("card.variable") if vp is None else self.text("card.points", vp=vp)

    def short(self, card: CardId) -> str:
        """Describe a card in a few words: type, cost or defense, points, kind, keywords."""
        fact = self.fact(card)
        items = [self.text(f"card.{fact.sort}", cost=fact.cost, hive=fact.hive), self.points(card)]
        if fact.good is not None:
            items.append(
                self.text("card.windfall" if fact.windfall else "card.production", kind=self.kind(card))
            )
        if fact.keywords:
            words = card_words(self.language)
            items.append(" ".join(words.text(f"keyword.{keyword}") for keyword in fact.keywords))
        if fact.deck in PILES.values():
            items.append(self.text(f"pile.{fact.deck}"))
        if fact.reconstructed:
            words = card_words(self.language)
            keys = [words.text(f"key.{key}") for key in fact.reconstructed]
            items.append(self.text("card.reconstructed", keys=self.listing(keys)))
        return self.text("list.comma").join(items)

    def card_line(self, card: CardId) -> str:
        """Return the name of a card with a short description."""
        return self.text("card.line", card=self.name(card), facts=self.short(card))

    # --- powers ---

    def power_text(self, ident: PowerId) -> str:
        """Describe what a power does, as a part of a sentence."""
        if ident < POWERS_PER_CARD:
            return self.text(f"no_card.{NO_CARD_POWERS[ident]}.does")
        return power_words(self.fact(card_of(ident)), index_of(ident), self.language, marked=self.marked)

    def score_text(self, card: CardId, line: int) -> str:
        """Describe what a line of a "?" card scores, as in "2 VP for each Rare production world"."""
        return describe_score(self.fact(card).score[line], self.language, self.marked)

    def power_source(self, ident: PowerId) -> str:
        """Return where a power comes from: a card, or the bonus of an action card."""
        if ident < POWERS_PER_CARD:
            return self.text(f"no_card.{NO_CARD_POWERS[ident]}.name")
        return self.name(card_of(ident))

    def power(self, ident: PowerId) -> str:
        """Return a power with its card."""
        return self.text("power", source=self.power_source(ident), text=self.power_text(ident))

    def invasion_card(self, card: InvasionCard) -> str:
        """Return an invasion or retaliation card: its wave and strength."""
        wave = wave_of(card)
        if wave == RETALIATION:
            ident = "invasion.retaliation"
            if is_military_xeno_plus(card):
                ident = "invasion.retaliation_xeno_plus"
            elif is_military_plus(card):
                ident = "invasion.retaliation_military_plus"
        else:
            ident = "invasion.military_plus" if is_military_plus(card) else "invasion.strength"
        return self.text(ident, wave=wave, n=strength_of(card, 0, 0))

    def attack(self, card: InvasionCard, surge: int) -> str:
        """Return the card that a seat is attacked by, and what makes it stronger this round."""
        text = self.invasion_card(card)
        return self.text("invasion.surge", card=text, surge=surge) if surge else text

    def pile_worlds(self, pile: int) -> str:
        """Describe what the tile of a frontier deck shows: the range of cost and of defense of its worlds."""
        table = self.table
        cards = [card for card in range(1, table.size) if table.deck[card] == pile + deck.NEAR]
        costs = [table.cost[card] for card in cards if not table.military[card]]
        defenses = [table.cost[card] for card in cards if table.military[card]]
        return self.text(
            "pile.worlds",
            least=min(costs),
            most=max(costs),
            least_defense=min(defenses),
            most_defense=max(defenses),
        )

    def pile(self, pile: int) -> str:
        """Return the name of a frontier deck."""
        return self.text(f"pile.{PILES[pile]}")

    # --- breakdowns ---

    def parts(self, lines: Sequence[tuple[str, int]]) -> str:
        """Return a breakdown in one phrase: "cost 4, Develop bonus −1"."""
        first = [self.text("explain.part", source=source, amount=amount) for source, amount in lines[:1]]
        rest = [
            self.text("explain.part", source=source, amount=signed(amount)) for source, amount in lines[1:]
        ]
        return self.text("list.comma").join(first + rest)

    def signed_parts(self, lines: Sequence[tuple[str, int]]) -> str:
        """Return a breakdown in which every amount has its sign: "New Sparta +2, Contact Specialist −1"."""
        return self.text("list.comma").join(
            self.text("explain.part", source=source, amount=signed(amount)) for source, amount in lines
        )
