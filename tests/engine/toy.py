"""A tiny game that keeps the contract, for tests of everything around a game.

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
    IllegalChoice,
    Memory,
    Prompt,
    RepulseError,
    Seat,
    State,
    ask_one,
    ask_some,
    check_choice,
)
from repulse.engine.display.display import Display
from repulse.engine.features import FeatureLayout, seat_name
from repulse.engine.picks import ActionSpace, Listed
from repulse.engine.random import FOR_DETERMINIZE, SEED_LIMIT, Stream, seeded
from repulse.games import GameEntry

FACES = 6
COPIES = 8
HAND = 3
ROUNDS = 3

BID, PRIZE, THROW, OVER = range(4)
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


class ToyState(State):
    """A position of the toy game."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.coins = [0] * players
        self.phase = BID
        self.round = 1
        self.winner = -1
        self.answers: list[list[int] | None] = [None] * players
        self.hidden_deck = 0

    def decision(self, seat: Seat) -> Decision:
        if not 0 <= seat < self.players or not self.owing >> seat & 1:
            raise IllegalChoice("not-asked", "This seat is not asked anything.")
        if self.is_view() and self.viewer != seat:
            raise IllegalChoice("not-yours", "This is a question to another seat.")
        hand = self.hands[seat]
        if self.phase == BID:
            return ask_one(BID_PROMPT, seat, sorted(set(hand)))
        if self.phase == PRIZE:
            return ask_one(PRIZE_PROMPT, seat, [CARD, COIN])
        return ask_some(THROW_PROMPT, seat, list(hand), 0, min(2, len(hand)))

    def apply(self, seat: Seat, choice: Choice) -> None:
        if self.is_view():
            raise IllegalChoice("a-view", "A view cannot be played.")
        check_choice(self, self.decision(seat), choice)
        self.take(seat, choice)

    def take(self, seat: Seat, choice: Choice) -> None:
        if self.phase == PRIZE:
            self.owing = 0
            if choice[0] == CARD:
                self.draw(seat)
            else:
                self.coins[seat] += 1
                self.tell([EVENT_COIN, seat])
            self.begin(THROW)
            return
        self.answers[seat] = list(choice)
        self.owing &= ~(1 << seat)
        if not self.owing:
            self.news += 1
            if self.phase == BID:
                self.reveal()
            else:
                self.replace()

    def reveal(self) -> None:
        bids: list[int] = []
        for seat in range(self.players):
            answer = self.answers[seat]
            assert answer is not None
            bids.append(answer[0])
            self.hands[seat].remove(answer[0])
            self.tell([EVENT_REVEAL, seat, answer[0]])
        self.pile = sorted(self.pile + bids)
        self.winner = bids.index(max(bids))
        self.coins[self.winner] += 1
        self.tell([EVENT_WIN, self.winner])
        self.begin(PRIZE)

    def replace(self) -> None:
        for seat in range(self.players):
            answer = self.answers[seat]
            assert answer is not None
            for card in answer:
                self.hands[seat].remove(card)
            self.pile = sorted(self.pile + answer)
            self.tell([EVENT_THROW, seat, len(answer)])
            for _ in answer:
                self.draw(seat)
        self.round += 1
        if self.round > ROUNDS or len(self.deck) <= 3 * self.players:
            self.begin(OVER)
        else:
            for seat in range(self.players):
                self.draw(seat)
            self.begin(BID)

    def draw(self, seat: Seat) -> None:
        card = self.deck.pop()
        self.hands[seat] = sorted([*self.hands[seat], card])
        self.news += 1
        self.tell([EVENT_DRAW, seat, card])

    def begin(self, phase: int) -> None:
        self.phase = phase
        self.moment += 1
        self.answers = [None] * self.players
        if phase == OVER:
            self.owing = 0
        elif phase == PRIZE:
            self.owing = 1 << self.winner
        else:
            self.owing = (1 << self.players) - 1

    def tell(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def copy_to(self, other: ToyState) -> None:
        other.owing = self.owing
        other.news = self.news
        other.moment = self.moment
        other.deck = self.deck[:]
        other.pile = self.pile[:]
        other.hands = [hand[:] for hand in self.hands]
        other.coins = self.coins[:]
        other.phase = self.phase
        other.round = self.round
        other.winner = self.winner
        other.answers = self.answers[:]
        other.viewer = self.viewer
        other.hidden_deck = self.hidden_deck

    def clone(self) -> Self:
        other = type(self)(self.players)
        self.copy_to(other)
        return other

    def view(self, viewer: Seat) -> Self:
        other = self.clone()
        if not self.is_view():
            other.viewer = viewer
            other.hidden_deck = len(self.deck)
            other.deck = []
            for seat in range(self.players):
                if seat != viewer:
                    other.hands[seat] = [0] * len(self.hands[seat])
                    other.answers[seat] = None
        return other

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
        return {
            "players": self.players,
            "owing": self.seats_owing(),
            "news": self.news,
            "step": self.moment,
            "phase": self.phase,
            "round": self.round,
            "winner": self.winner,
            "deck": self.deck[:],
            "deck_size": self.hidden_deck + len(self.deck),
            "pile": self.pile[:],
            "hands": [hand[:] for hand in self.hands],
            "coins": self.coins[:],
            "answers": [None if answer is None else answer[:] for answer in self.answers],
        }


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
        state.begin(BID)
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

    def action_space(self, state: ToyState) -> ActionSpace:
        space = ActionSpace()
        space.spell("card", Listed({card: space.action(f"card/{card}") for card in range(1, FACES + 1)}))
        space.spell(
            "prize", Listed({value: space.action(f"prize/{PRIZES[value]}") for value in (CARD, COIN)})
        )
        return space

    def feature_layout(self, state: ToyState) -> FeatureLayout:
        layout = FeatureLayout()
        layout.block("prompt", [prompt.ident for prompt in self.prompts()], "the question")
        layout.number("round", "the round", ROUNDS)
        layout.block("me/hand", [str(face) for face in range(1, FACES + 1)], "cards in hand by face", HAND)
        for away in range(state.players):
            layout.number(f"{seat_name(away)}/coins", "coins", ROUNDS)
        layout.block("picked", self.action_space(state).names, "how often an action was picked", 2)
        return layout

    def features(self, view: ToyState, decision: Decision, picked: list[int], out: bytearray) -> None:
        prompts = [prompt.ident for prompt in self.prompts()]
        numbers: list[int] = [decision.prompt == prompt for prompt in prompts]
        numbers.append(view.round)
        numbers += [view.hands[decision.seat].count(face) for face in range(1, FACES + 1)]
        numbers += [view.coins[(decision.seat + away) % view.players] for away in range(view.players)]
        numbers += [picked.count(pick) for pick in range(len(out) - len(numbers))]
        out[:] = bytes(numbers)

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
        if state.phase in (BID, THROW):
            for seat in others:
                if not view.owing >> seat & 1:
                    state.answers[seat] = self.any_answer(state, seat, stream)
        return state

    def any_answer(self, state: ToyState, seat: Seat, stream: Stream) -> Choice:
        state.owing |= 1 << seat
        answer = random_answer(state.decision(seat), stream)
        state.owing &= ~(1 << seat)
        return answer

    def check_state(self, state: ToyState) -> None:
        cards = state.deck + state.pile
        for hand in state.hands:
            cards = cards + hand
        assert sorted(cards) == [1 + i // COPIES for i in range(FACES * COPIES)], "cards were lost or made"
        assert all(coin >= 0 for coin in state.coins), "negative coins"


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


ENTRY = GameEntry("toy", "tests.engine.toy:ToyGame", "tests.engine.toy:ToyDisplay")
