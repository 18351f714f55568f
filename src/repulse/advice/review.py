"""Reviews of finished games: the chance of winning after every choice, and the decisions that cost most.

A decision is judged by what its seat could know then: the choice that was made and those that a strong player thinks of
are looked ahead at from that seat's view, with what it remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from repulse.advice.adviser import MakeAdviser, shipped
from repulse.advice.hints import choice_text
from repulse.advice.ranking import ranked
from repulse.bots.neural.search import Searcher
from repulse.bots.neural.worth import win_shares
from repulse.engine.bot import bot_seed
from repulse.engine.contract import RepulseError, Seat, State, read_choice
from repulse.engine.display.display import Display
from repulse.engine.match import Match, check_record
from repulse.engine.record import BadRecord, Record

SECONDS: Final = 0.2
"""For each decision, half of them to find what would have been better, half to judge it."""
CANDIDATES: Final = 3
"""Answers looked at besides the one that was given."""
CHUNK: Final = 2
DETERMINIZATIONS: Final = 8
MANY: Final = 64
"""So many where a decision seems to have cost much."""
DEAR: Final = 0.03
"""What a decision must cost, in chance of winning, to be looked at closely and to be told."""
MOST_TOLD: Final = 5
"""Decisions told by seat."""


@dataclass(frozen=True)
class Judged:
    """A decision that had an alternative."""

    number: int
    """How many choices came before."""
    seat: Seat
    round: int
    question: str
    chosen: str
    win: float
    """The chance of winning with what was chosen."""
    best: str
    best_win: float
    cost: float
    """The chance of winning that was given away; 0 if nothing better was found."""


@dataclass(frozen=True)
class Review:
    """What was found about a game."""

    game: str
    players: list[str]
    winners: list[Seat]
    scores: list[int]
    chances: list[list[float]]
    """The chance of winning of each seat: before the first choice, then after each."""
    rounds: list[int]
    """The round of each of these positions."""
    decisions: list[Judged] = field(default_factory=list)
    name: str = ""
    """What was played, as people call it; empty if there is no other name than that of the game."""

    def costliest(self, seat: Seat, most: int = MOST_TOLD) -> list[Judged]:
        """The decisions of a seat that cost most, the costliest first."""
        dear = [each for each in self.decisions if each.seat == seat and each.cost >= DEAR]
        return sorted(dear, key=lambda each: -each.cost)[:most]

    def of(self, seat: Seat) -> list[Judged]:
        """The decisions of a seat."""
        return [each for each in self.decisions if each.seat == seat]

    def lost(self, seat: Seat) -> float:
        """The mean chance of winning that a seat gave away by decision."""
        mine = self.of(seat)
        return sum(each.cost for each in mine) / len(mine) if mine else 0.0

    def agreed(self, seat: Seat) -> float:
        """How often a seat chose what a strong player would, or something as good."""
        mine = self.of(seat)
        return sum(each.cost == 0 for each in mine) / len(mine) if mine else 1.0

    def to_data(self) -> dict[str, Any]:
        """Plain data."""
        data = asdict(self)
        # Who reads data has the id of the game.
        del data["name"]
        data["costliest"] = [
            [each.number for each in self.costliest(seat)] for seat in range(len(self.players))
        ]
        data["chances"] = [[round(chance, 4) for chance in row] for row in self.chances]
        for each in data["decisions"]:
            for key in ("win", "best_win", "cost"):
                each[key] = round(each[key], 4)
        return data


class Reviewer:
    """A review being made, choice by choice."""

    def __init__(
        self, record: Record, display: Display, seconds: float = SECONDS, make: MakeAdviser = shipped
    ) -> None:
        check_record(display.game, record)
        self.record = record
        self.display = display
        self.match = Match(display.game, record.options, record.seed)
        players = self.match.state.players
        self._bots = [self._adviser(seat, seconds, make) for seat in range(players)]
        self._chances = [[1 / players] * players]
        self._rounds = [self.match.state.round_number()]
        self._judged: list[Judged] = []
        self._update()

    def _adviser(self, seat: Seat, seconds: float, make: MakeAdviser) -> Searcher:
        bot = make(self.display.game.name, bot_seed(self.record.seed, seat), seconds / 2)
        bot.most = DETERMINIZATIONS
        return bot

    @property
    def done(self) -> int:
        """How many choices were looked at."""
        return len(self.match.choices)

    @property
    def total(self) -> int:
        """How many choices there are."""
        return len(self.record.choices)

    def step(self) -> None:
        """Look at the next choice; BadRecord if it cannot be played."""
        number = self.done
        seat, tokens = self.record.choices[number]
        state: State = self.match.state
        try:
            decision = state.decision(seat)
            choice = read_choice(self.match.game, state, decision, tokens)
            if not decision.forced():
                after = state.clone()
                after.apply(seat, choice)
                self._judge(number, seat, choice)
            moment = state.moment
            self.match.answer_tokens(seat, tokens)
        except RepulseError as error:
            raise BadRecord(f"Choice {number} of this record cannot be played: {error}") from error
        state = self.match.state
        if state.moment != moment:
            for looking, bot in enumerate(self._bots):
                bot.observe(state.view(looking))
        self._chances.append(list(self._chances[-1]))
        self._rounds.append(state.round_number())
        self._update()

    def run(self) -> Iterator[int]:
        """Look at all choices; after each, how many are done."""
        while self.done < self.total:
            self.step()
            yield self.done

    def _judge(self, number: int, seat: Seat, choice: list[int]) -> None:
        view = self.match.state.view(seat)
        decision = view.decision(seat)
        bot = self._bots[seat]
        options = ranked(bot.consider(view, decision, [choice], CANDIDATES, CHUNK))
        chosen, best = next(option for option in options if option.choice == choice), options[0]
        if best is not chosen:
            # What seems best may just have been lucky: what it is worth is told by other determinizations.
            bot.most = MANY if best.win_chance - chosen.win_chance >= DEAR else DETERMINIZATIONS
            chosen, best = bot.consider(view, decision, [choice, best.choice], 0, CHUNK)
            bot.most = DETERMINIZATIONS
            best = ranked([chosen, best])[0]
        cost = max(0.0, best.win_chance - chosen.win_chance)
        display = self.display
        self._judged.append(
            Judged(
                number,
                seat,
                view.round_number(),
                display.question_text(view, decision),
                choice_text(display, view, decision, choice),
                chosen.win_chance,
                choice_text(display, view, decision, best.choice),
                best.win_chance,
                cost,
            )
        )

    def _update(self) -> None:
        """Bring the chances of winning up to date, for all seats that are asked something."""
        state, chances = self.match.state, self._chances[-1]
        if not state.owing:
            chances[:] = win_shares(state)
            return
        for seat in state.seats_owing():
            view = state.view(seat)
            configuration, mind = self._bots[seat].bound(view)
            features = bytearray(len(configuration.inputs))
            configuration.game.features(view, view.decision(seat), [], features)
            _, chances[seat], _ = mind.values([features])[0]
        total = sum(chances)
        if total > 0:
            chances[:] = [chance / total for chance in chances]

    def review(self) -> Review:
        """What was found so far."""
        state = self.match.state
        return Review(
            self.display.game.name,
            [self.display.player_name(seat) for seat in range(state.players)],
            state.winners(),
            state.scores(),
            self._chances,
            self._rounds,
            self._judged,
            self.display.played(self.match.options),
        )
