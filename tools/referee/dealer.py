"""Playing a game of ours with the cards of a recorded one.

The two engines draw in different orders within a phase, so a card is identified by where it went, not by when it was
drawn. Before an answer is played it is tried on a copy, whose log shows where our next draws will go; the recorded
cards for those places are then laid on top of the deck. The order in which they were laid is the arrangement from
which the game can be replayed.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from tools.referee.fixtures import Drawn, Place

from repulse.engine.contract import Data, Event, Seat
from repulse.engine.record import Answer, Record
from repulse.games.galaxy.codes import events, phase
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.phases.setup import OPENING_HAND
from repulse.games.galaxy.rules.state import GalaxyState

SEED: Final = 0
"""Any seed will do: every card drawn is laid out."""


class CannotDeal(Exception):
    """The recorded cards cannot be dealt where our rules need them."""


class Dealer:
    """A state of ours, played with recorded cards."""

    def __init__(self, game: GalaxyGame, options: Data, drawn: Drawn) -> None:
        self.drawn = {place: cards[:] for place, cards in drawn.items()}
        """The cards still to be drawn."""
        self.exchanges: list[int] = []
        """Before which choices cards of the deck and of the discards changed places."""
        self._game = game
        self._options = options
        self._choices: list[Answer] = []
        self._phase = -1
        self._piles = [
            [
                self.drawn[seat, "hand", ""].pop(0)
                for seat in range(_players(options))
                for _ in range(OPENING_HAND)
            ]
        ]
        self.state: GalaxyState = game.start(self._arranged(), SEED)

    def record(self) -> Record:
        """Return the game so far as a record, arranged so that it can be replayed (except for the exchanges)."""
        return Record(
            self._game.name, self._game.rules, SEED, options=self._arranged(), choices=list(self._choices)
        )

    def _arranged(self) -> Data:
        arrangement = self._options["arrangement"]
        assert isinstance(arrangement, dict)
        return {**self._options, "arrangement": {**arrangement, "piles": self._piles}}

    def play(self, seat: Seat, words: list[str]) -> None:
        """Play an answer, with the recorded cards for every draw."""
        domain = self.state.decision(seat).domain
        choice = sorted(self._game.from_token(self.state, domain, word) for word in words)
        words = [self._game.token(self.state, domain, value) for value in choice]
        order: list[str] = []
        exchanged = False
        while True:
            trial = self.state.clone()
            trial.log = []
            trial.apply(seat, choice)
            places = self._places(trial.log)
            cards = self._cards(places)
            if cards == order:
                break
            # The following draws may depend on the cards themselves (a lucky guess), so they are tried again with them.
            order = cards
            exchanged |= self._lay(order)
        held = len(self.state.deck)
        log: list[Event] = []
        self.state.log = log
        self.state.apply(seat, choice)
        self.state.log = None
        self._check_drawn(log, places, order)
        for place, card in zip(places, order, strict=True):
            self.drawn[place].remove(card)
        if exchanged:
            # These cards were not all in the pile: no arrangement can lay them out.
            self.exchanges.append(len(self._choices))
        else:
            self._piles[-1].extend(order[:held])
        if any(event[0] == events.RESHUFFLE for event in log):
            self._piles.append(order[held:])
        self._choices.append((seat, words))
        for event in log:
            if event[0] == events.PHASE:
                self._phase = event[2]

    def _places(self, log: list[Event]) -> list[Place]:
        """Return where the cards drawn in a stretch of the log went, in the order of drawing."""
        names = self.state.cards.names
        named = self._phase
        places: list[Place] = []
        for event in log:
            what, seat = event[0], event[1]
            if what == events.PHASE:
                named = event[2]
            elif what == events.DRAW:
                places.extend([(seat, "hand", "")] * len(event[3:]))
            elif what in (events.GOOD_PLACED, events.PRODUCE):
                places.append((seat, "good", names[event[2]]))
            elif what == events.GOOD_FOR_CARD and named == phase.SETTLE:
                # In Produce the good itself follows as a separate event.
                places.append((seat, "good", names[event[2]]))
            elif what == events.LUCKY:
                places.append((seat, "lucky", ""))
        return places

    def _cards(self, places: list[Place]) -> list[str]:
        """Return the recorded cards for some places; those of one place that are still in the deck come first."""
        counts = Counter(places)
        left = [self.state.cards.names[card] for card in self.state.deck]
        cards: dict[Place, list[str]] = {}
        for place, count in counts.items():
            queue = self.drawn.get(place, [])[:count]
            if len(queue) < count:
                raise CannotDeal(f"we draw a card that was not drawn: {place}")
            here: list[str] = []
            for card in queue:
                if card in left:
                    left.remove(card)
                    here.append(card)
            cards[place] = here + list((Counter(queue) - Counter(here)).elements())
        return [cards[place].pop(0) for place in places]

    def _lay(self, order: list[str]) -> bool:
        """Lay cards on top of the deck, those beyond its end on top of the next pile; return whether it took an exchange.

        The referee fills windfall worlds in between production worlds, and we do so after them. When the deck runs
        out in between, one engine needs a card from the old pile that the other takes from the reshuffled discards. Then a
        card of the deck and one of the discards change places; after the reshuffle, every card is where it was
        in the recorded game.
        """
        s = self.state
        ids = [s.cards.ids[name] for name in order]
        held = len(s.deck)
        top, beyond = ids[:held], ids[held:]
        s.arranged = [beyond] if beyond else []
        missing = list((Counter(top) - Counter(s.deck)).elements())
        if missing and not beyond:
            raise CannotDeal(
                f"{[s.cards.names[card] for card in missing]} are not in the deck when we draw them"
            )
        spare = list((Counter(s.deck) - Counter(top)).elements())
        for incoming, outgoing in zip(missing, sorted(spare), strict=False):
            if incoming not in s.discards:
                raise CannotDeal(f"{s.cards.names[incoming]} is neither in the deck nor among the discards")
            s.discards.remove(incoming)
            s.discards.append(outgoing)
            s.deck.remove(outgoing)
            s.deck.append(incoming)
        for card in top:
            s.deck.remove(card)
        s.deck.extend(reversed(top))
        return bool(missing)

    def _check_drawn(self, log: list[Event], places: list[Place], order: list[str]) -> None:
        names = self.state.cards.names
        to_hand = [card for place, card in zip(places, order, strict=True) if place[1] == "hand"]
        drawn = [names[card] for event in log if event[0] == events.DRAW for card in event[3:]]
        if drawn != to_hand:
            raise CannotDeal(f"we drew {drawn}, not {to_hand}")


def _players(options: Data) -> int:
    players = options["players"]
    assert isinstance(players, int)
    return players
