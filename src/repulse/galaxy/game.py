"""Galaxy as a game of the engine: how to start it, and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from repulse.engine.contract import Data, Decision, Event, Game, RepulseError, Seat, State
from repulse.engine.rng import seeded
from repulse.galaxy.cards import POWERS_A_CARD, CardId, CardTable
from repulse.galaxy.deal import deal
from repulse.galaxy.options import GAMES, read_options
from repulse.galaxy.phrases import galaxy_words
from repulse.galaxy.state import DAMAGED, GalaxyState
from repulse.galaxy.steps.numbers import ACTIONS, NO_CARD_POWERS
from repulse.galaxy.table import help_text, score_lines
from repulse.galaxy.telling import event_words
from repulse.galaxy.war import check_war, shuffle_war
from repulse.galaxy.wording import ask_words, option_words

_USE_UNIT = 256


class GalaxyGame(Game):
    """Race for the Galaxy."""

    name = "galaxy"
    rules = "1"

    def __init__(self, language: str = "en", names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = list(names)
        """What the players are called; "Player 1" where there is no name."""

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The options in full."""
        return read_options(options).to_data()

    def start(self, options: Mapping[str, object], seed: int) -> GalaxyState:
        """The first position."""
        return deal(read_options(options), seed)

    def configurations(self) -> list[Data]:
        """Every sort of game there is."""
        given: list[dict[str, object]] = []
        for players in (2, 3, 4):
            given.append({"game": "base", "players": players})
            given.append({"game": "base", "players": players, "deal": "two-start", "new_worlds": True})
            given.append({"game": "base", "players": players, "deal": "preset"})
        for game in ("xeno-invasion", "invasion"):
            given.extend({"game": game, "players": players} for players in (2, 3, 4, 5))
            given.append({"game": game, "players": 5, "deal": "preset"})
        given.extend({"game": game, "players": 2, "experienced": True} for game in GAMES)
        return [self.check_options(options) for options in given]

    def word(self, state: State, domain: str, value: int) -> str:
        """The stable word for an option."""
        table = cast(GalaxyState, state).table
        if domain == "action":
            return ACTIONS[value]
        if domain == "number":
            return str(value)
        if value == -1:
            return "pass"
        if domain == "power":
            return _power_word(table, value)
        if domain == "means":
            power, world = value // _USE_UNIT, value % _USE_UNIT
            word = _power_word(table, power)
            return f"{word} + {table.names[world]}" if world else word
        return table.names[value]

    def value(self, state: State, domain: str, word: str) -> int:
        """The option that a word stands for."""
        table = cast(GalaxyState, state).table
        if domain == "action" and word in ACTIONS:
            return ACTIONS.index(word)
        if domain == "number" and word.isdecimal():
            return int(word)
        if domain in ("card", "world", "power", "means") and word == "pass":
            return -1
        if domain == "power":
            return _power_value(table, word)
        if domain == "means":
            power, _, world = word.partition(" + ")
            return _power_value(table, power) * _USE_UNIT + (_card(table, world) if world else 0)
        if domain in ("card", "world"):
            return _card(table, word)
        raise RepulseError(f"{word!r} is no {domain}.")

    def shuffle_hidden(self, state: State, viewer: Seat, seed: int) -> GalaxyState:
        """A copy in which every card that `viewer` cannot see is dealt anew among those he cannot see."""
        copy = cast(GalaxyState, state).clone()
        piles: list[list[CardId]] = [copy.deck, copy.discards]
        for seat in range(copy.players):
            if seat != viewer:
                piles.append(copy.hand[seat])
        hidden = [card for pile in piles for card in pile]
        hidden.extend(good for goods in copy.goods for good in goods if good >= 0)
        stream = seeded(seed)
        stream.shuffle(hidden)
        for pile in piles:
            for i in range(len(pile)):
                pile[i] = hidden.pop()
        for goods in copy.goods:
            for i in range(len(goods)):
                if goods[i] >= 0:
                    goods[i] = hidden.pop()
        if copy.war is not None:
            shuffle_war(copy.war, stream)
        starts = [card for seat in range(copy.players) if seat != viewer for card in copy.offered[seat]]
        stream.shuffle(starts)
        for seat in range(copy.players):
            if seat != viewer and copy.offered[seat]:
                copy.offered[seat] = [starts.pop() for _ in copy.offered[seat]]
                copy.secret[seat] = []
        copy.stream = seeded(seed + 1)
        copy.forget_asked()
        return copy

    def check_state(self, state: State) -> None:
        """Cards are conserved, nothing is negative that cannot be, no tableau has a card twice."""
        s = cast(GalaxyState, state)
        seen = sorted(s.all_cards())
        total = [card for card in range(1, s.table.size) for _ in range(s.table.copies[card])]
        assert seen == total, "cards are not conserved"
        for seat in range(s.players):
            assert len(s.goods[seat]) == len(s.tableau[seat]), "goods stand beside a tableau of another size"
            assert len(set(s.tableau[seat])) == len(s.tableau[seat]), "a card stands twice in a tableau"
            assert s.chips[seat] >= 0, "negative chips"
            assert s.damaged[seat] == s.goods[seat].count(DAMAGED), "damage is miscounted"
            for world, good in zip(s.tableau[seat], s.goods[seat], strict=True):
                assert good < 0 or s.table.kind[world], "a good on a card that holds none"
        if s.war is not None:
            check_war(s.war)
        assert s.over == (s.owing == 0), "the game stands still"

    def ask_words(self, state: State, decision: Decision) -> str:
        """The question in plain words."""
        return ask_words(cast(GalaxyState, state), decision, galaxy_words(self.language), self.names)

    def option_words(self, state: State, decision: Decision, value: int) -> str:
        """An option in plain words."""
        return option_words(
            cast(GalaxyState, state), decision, value, galaxy_words(self.language), self.names
        )

    def event_words(self, state: State, event: Event) -> str:
        """An event as a line of plain words."""
        return event_words(cast(GalaxyState, state), event, galaxy_words(self.language), self.names)

    def score_words(self, state: State, seat: Seat) -> str:
        """The score of a seat and what it is made of, on several lines."""
        return "\n".join(self.score_lines(state, seat))

    def score_lines(self, state: State, seat: Seat) -> list[str]:
        """The same, line by line."""
        return score_lines(cast(GalaxyState, state), seat, galaxy_words(self.language), self.names)

    def help_words(self, topic: str, state: State | None = None) -> str:
        """All about a card or an action card, by its name or the beginning of it; RepulseError if there is none."""
        return help_text(topic, state, galaxy_words(self.language))


def _card(table: CardTable, word: str) -> CardId:
    if word not in table.ids:
        raise RepulseError(f"There is no card {word!r} in this game.")
    return table.ids[word]


def _power_word(table: CardTable, ident: int) -> str:
    if ident < POWERS_A_CARD:
        return NO_CARD_POWERS[ident]
    return f"{table.names[ident // POWERS_A_CARD]} #{ident % POWERS_A_CARD + 1}"


def _power_value(table: CardTable, word: str) -> int:
    if word in NO_CARD_POWERS:
        return NO_CARD_POWERS.index(word)
    name, _, number = word.rpartition(" #")
    card = _card(table, name)
    if not number.isdecimal() or not 1 <= int(number) <= len(table.powers[card]):
        raise RepulseError(f"There is no power {word!r}.")
    return card * POWERS_A_CARD + int(number) - 1
