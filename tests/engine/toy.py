"""A tiny game on the step engine, for tests of everything around a game.

Each seat holds three cards, numbered 1 to 6, eight of each in the deck. A round: all bid a card face down; the
bids are turned up and the highest (of equal ones the lowest seat) wins a coin and then either a card from the
deck or a second coin; then all throw away up to two cards and draw as many. Bids go to the open pile. It ends
after three rounds, or when the deck cannot serve everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from repulse.engine.answers import random_answer
from repulse.engine.contract import (
    EVERYTHING,
    ONE,
    SOME,
    BadOptions,
    Choice,
    Data,
    Decision,
    Event,
    EventKind,
    Game,
    Memory,
    Prompt,
    RepulseError,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.display.display import Display
from repulse.engine.features import FeatureLayout, seat_name
from repulse.engine.fields import CACHE, HIDDEN, OWN, PUBLIC
from repulse.engine.learning import Learning
from repulse.engine.picks.space import ActionSpace, Listed
from repulse.engine.random import FOR_DETERMINIZE, SEED_LIMIT, seeded
from repulse.engine.steps import AGENDA_FIELDS, AgendaState, SecretStep, Step
from repulse.games import GameEntry

FACES = 6
COPIES = 8
HAND = 3
ROUNDS = 3

BID, PRIZE, THROW = range(3)
EVENT_BID, EVENT_REVEAL, EVENT_WIN, EVENT_DRAW, EVENT_COIN, EVENT_THROW = range(6)
CARD, COIN = range(2)
PRIZES = ("card", "coin")

BID_PROMPT = Prompt("bid", ONE, "card")
PRIZE_PROMPT = Prompt("prize", ONE, "prize")
THROW_PROMPT = Prompt("throw", SOME, "card")
EVENTS = [
    EventKind("bid"),
    EventKind("reveal", ("card",)),
    EventKind("win"),
    EventKind("draw", ("card",), private="card"),
    EventKind("coin"),
    EventKind("throw", ("n",)),
]


FIELDS = {
    **AGENDA_FIELDS,
    "deck": HIDDEN,
    "pile": PUBLIC,
    "hands": OWN,
    "coins": PUBLIC,
    "round": PUBLIC,
    "hidden_deck": CACHE,
}


class ToyState(AgendaState):
    """A position of the toy game."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.coins = [0] * players
        self.round = 1
        self.hidden_deck = 0

    def steps(self) -> list[Step]:
        return STEPS

    def fields(self) -> Mapping[str, int]:
        return FIELDS

    def draw(self, seat: Seat) -> None:
        card = self.deck.pop()
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.reveal_count += 1
        self.tell([EVENT_DRAW, seat, card])

    def discard(self, seat: Seat, cards: list[int]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.pile = sorted(self.pile + cards)

    def tell(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def copy_to(self, other: ToyState) -> None:
        other.copy_agenda(self)
        other.deck = self.deck[:]
        other.pile = self.pile[:]
        other.hands = [hand[:] for hand in self.hands]
        other.coins = self.coins[:]
        other.round = self.round
        other.hidden_deck = self.hidden_deck

    def clone(self) -> Self:
        other = type(self)(self.players)
        self.copy_to(other)
        return other

    def hide_from(self, viewer: Seat) -> None:
        super().hide_from(viewer)
        self.hidden_deck = len(self.deck)
        self.deck = []
        for seat in range(self.players):
            if seat != viewer:
                self.hands[seat] = [0] * len(self.hands[seat])

    def visible_event(self, event: Event, viewer: Seat) -> Event:
        if event[0] == EVENT_DRAW and event[1] != viewer:
            return [EVENT_DRAW, event[1], 0]
        return event

    def round_number(self) -> int:
        return self.round

    def scores(self) -> list[int]:
        return self.coins[:]

    def winners(self) -> list[Seat]:
        if self.owing:
            return []
        best = max(self.coins)
        return [seat for seat in range(self.players) if self.coins[seat] == best]

    def data(self) -> Data:
        return super().data() | {
            "round": self.round,
            "deck": self.deck[:],
            "deck_size": self.hidden_deck + len(self.deck),
            "pile": self.pile[:],
            "hands": [hand[:] for hand in self.hands],
            "coins": self.coins[:],
            "secret": [answer[:] for answer in self.secret],
        }


class Everybody(SecretStep[ToyState]):
    """A secret choice by all seats."""

    def asked(self, state: ToyState, arg: int) -> int:
        return (1 << state.players) - 1


class Bid(Everybody):
    """All bid a card; the highest one wins a coin and the prize."""

    def decide(self, state: ToyState, seat: Seat, arg: int) -> Decision:
        return ask_one(BID_PROMPT, seat, sorted(set(state.hands[seat])))

    def reveal(self, state: ToyState) -> None:
        bids = [answer[0] for answer in state.secret]
        for seat, bid in enumerate(bids):
            state.discard(seat, [bid])
            state.tell([EVENT_REVEAL, seat, bid])
        winner = bids.index(max(bids))
        state.coins[winner] += 1
        state.tell([EVENT_WIN, winner])
        state.then(THROW)
        state.then(PRIZE, winner)


class Prize(Step[ToyState]):
    """The winner takes a card or a second coin."""

    def run(self, state: ToyState, seat: Seat, arg: int) -> None:
        state.ask_seat(seat)

    def decide(self, state: ToyState, seat: Seat, arg: int) -> Decision:
        return ask_one(PRIZE_PROMPT, seat, [CARD, COIN])

    def answer(self, state: ToyState, seat: Seat, arg: int, choice: Choice) -> None:
        if choice[0] == CARD:
            state.draw(seat)
        else:
            state.coins[seat] += 1
            state.tell([EVENT_COIN, seat])


class Throw(Everybody):
    """All throw away up to two cards and draw as many; then the next round begins, or the game is over."""

    def decide(self, state: ToyState, seat: Seat, arg: int) -> Decision:
        hand = state.hands[seat]
        return ask_some(THROW_PROMPT, seat, list(hand), 0, min(2, len(hand)))

    def reveal(self, state: ToyState) -> None:
        for seat, cards in enumerate(state.secret):
            state.discard(seat, cards)
            state.tell([EVENT_THROW, seat, len(cards)])
            for _ in cards:
                state.draw(seat)
        state.round += 1
        if state.round <= ROUNDS and len(state.deck) > 3 * state.players:
            for seat in range(state.players):
                state.draw(seat)
            state.then(BID)


STEPS: list[Step[ToyState]] = [Bid(), Prize(), Throw()]


class ToyGame(Game[ToyState]):
    """The toy game: options `players` (2 to 4)."""

    state_class = ToyState

    def __init__(self) -> None:
        super().__init__("toy", "1")

    def check_options(self, options: Mapping[str, object]) -> Data:
        for key in options:
            if key != "players":
                raise BadOptions(f"The toy game has no option {key!r}.")
        players = options.get("players", 2)
        if not isinstance(players, int) or not 2 <= players <= 4:
            raise BadOptions(f"The toy game is for 2 to 4 players, not {players}.")
        return {"players": players}

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> ToyState:
        players = self.check_options(options)["players"]
        assert isinstance(players, int)
        if not 0 <= seed < SEED_LIMIT:
            raise BadOptions(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
        state = self.state_class(players)
        state.log = log
        state.deck = [1 + i // COPIES for i in range(FACES * COPIES)]
        seeded(seed).shuffle(state.deck)
        for seat in range(players):
            for _ in range(HAND):
                state.draw(seat)
        state.then(BID)
        state.advance()
        return state

    def configurations(self) -> list[Data]:
        return [{"players": players} for players in (2, 3, 4)]

    def prompts(self) -> list[Prompt]:
        return [BID_PROMPT, PRIZE_PROMPT, THROW_PROMPT]

    def event_kinds(self) -> list[EventKind]:
        return EVENTS

    def token(self, state: ToyState, domain: str, value: int) -> str:
        return PRIZES[value] if domain == "prize" else f"card-{value}"

    def from_token(self, state: ToyState, domain: str, token: str) -> int:
        if domain == "prize" and token in PRIZES:
            return PRIZES.index(token)
        if domain == "card" and token.startswith("card-") and token[5:].isdecimal():
            return int(token[5:])
        raise RepulseError(f"There is no {domain} {token!r}.")

    def determinize(self, view: ToyState, seed: int, memory: Memory[ToyState] | None = None) -> ToyState:
        if not view.is_view():
            raise RepulseError("Only a view can be determinized.")
        state = view.clone()
        state.viewer = EVERYTHING
        state.hidden_deck = 0
        stream = seeded(seed, FOR_DETERMINIZE)
        others = [seat for seat in range(view.players) if seat != view.viewer]
        pool = [1 + i // COPIES for i in range(FACES * COPIES)]
        for card in view.pile + (view.hands[view.viewer] if view.viewer >= 0 else []):
            pool.remove(card)
        stream.shuffle(pool)
        for seat in others:
            state.hands[seat] = sorted(pool.pop() for _ in view.hands[seat])
        state.deck = pool
        if state.asking().simultaneous:
            for seat in others:
                if not view.owing >> seat & 1:
                    state.secret[seat] = random_answer(state.asking().decide(state, seat, 0), stream)
        return state

    def check_state(self, state: ToyState) -> None:
        cards = state.deck + state.pile
        for hand in state.hands:
            cards = cards + hand
        assert sorted(cards) == [1 + i // COPIES for i in range(FACES * COPIES)], "cards were lost or made"
        assert all(coin >= 0 for coin in state.coins), "negative coins"


class ToyLearning(Learning[ToyState]):
    """The learners' side of the toy game."""

    def action_space(self, state: ToyState) -> ActionSpace:
        space = ActionSpace()
        space.set_encoding(
            "card", Listed({card: space.action(f"card/{card}") for card in range(1, FACES + 1)})
        )
        space.set_encoding(
            "prize", Listed({value: space.action(f"prize/{PRIZES[value]}") for value in (CARD, COIN)})
        )
        return space

    def feature_layout(self, state: ToyState) -> FeatureLayout:
        layout = FeatureLayout()
        layout.block("prompt", [prompt.ident for prompt in self.game.prompts()], "the question")
        layout.number("round", "the round", ROUNDS)
        layout.block(
            "me/hand", [str(face) for face in range(1, FACES + 1)], "cards in hand by face", scale=HAND
        )
        for away in range(state.players):
            layout.number(f"{seat_name(away)}/coins", "coins", ROUNDS)
        layout.block("picked", self.action_space(state).names, "how often an action was picked", scale=2)
        return layout

    def features(self, view: ToyState, decision: Decision, picked: list[int], out: bytearray) -> None:
        prompts = [prompt.ident for prompt in self.game.prompts()]
        numbers: list[int] = [decision.prompt == prompt for prompt in prompts]
        numbers.append(view.round)
        numbers += [view.hands[decision.seat].count(face) for face in range(1, FACES + 1)]
        numbers += [view.coins[(decision.seat + away) % view.players] for away in range(view.players)]
        numbers += [picked.count(pick) for pick in range(len(out) - len(numbers))]
        out[:] = bytes(numbers)


class ToyDisplay(Display[ToyState]):
    """The words of the toy game; all the rest is as the engine has it."""

    def question_text(self, state: ToyState, decision: Decision) -> str:
        return {"bid": "Bid a card.", "prize": "Take your prize.", "throw": "Throw away up to two cards."}[
            decision.prompt
        ]

    def option_text(self, state: ToyState, decision: Decision, value: int) -> str:
        return f"the {PRIZES[value]}" if decision.domain == "prize" else f"card {value}"

    def log_text(self, state: ToyState, event: Event) -> str:
        seat = event[1] + 1
        kind = event[0]
        if kind == EVENT_REVEAL:
            return f"Player {seat} has bid {event[2]}."
        if kind == EVENT_WIN:
            return f"Player {seat} wins the round."
        if kind == EVENT_COIN:
            return f"Player {seat} takes a coin."
        if kind == EVENT_THROW:
            return f"Player {seat} throws away {event[2]}." if event[2] else ""
        return f"Player {seat} draws {event[2] or 'a card'}."


ENTRY = GameEntry(
    "toy", "tests.engine.toy:ToyGame", "tests.engine.toy:ToyDisplay", learning="tests.engine.toy:ToyLearning"
)
