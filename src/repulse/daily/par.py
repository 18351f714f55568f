"""Par: what a strong bot makes of your seat in a deal, against the same rivals.

The bot `learned` plays the deal `PLAYS` times. It samples from its policy, each time with another seed, so that it takes other
turns; the deal, the rivals and their seeds stay as they are. Par is the mean of its scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, TypeAlias

from repulse.bots import make_bot, net_fingerprint
from repulse.bots.match_bots import fresh_answer, fresh_seed
from repulse.bots.names import exact_name
from repulse.daily.deals import Deal
from repulse.engine.bot import Bot, answer_of, bot_seed
from repulse.engine.contract import RepulseError
from repulse.games import game_named

PLAYS: Final = 60
"""The number of times that the strong bot plays a deal."""

PAR_BOT: Final = "learned"

PAR_TEMPERATURE: Final = 1.0
"""The temperature at which the strong bot samples: that of its policy as it was trained."""

_PERCENT: Final = 100
_FIRST_PLAYER_SEED: Final = 1 << 20
"""The seeds of the strong bot begin here, counted like answers; no rival gives as many."""

PlayerMaker: TypeAlias = Callable[[str, int], Bot]
"""Makes the strong bot for a game, given its seed."""


@dataclass(frozen=True)
class Par:
    """The results of the strong bot at a deal."""

    scores: tuple[int, ...]
    """Its score in each play."""
    wins: float
    """The number of plays that it won; a shared win counts in part."""

    @property
    def plays(self) -> int:
        """The number of plays."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(self.scores) / len(self.scores)

    @property
    def points(self) -> int:
        """Par: the mean score as a whole number, halves rounded up."""
        total = sum(self.scores)
        return (2 * total + len(self.scores)) // (2 * len(self.scores))

    def above(self, score: int) -> int:
        """Return by how many points a score is above par; negative below."""
        return score - self.points

    def better_than(self, score: int) -> int:
        """Return the percentage of plays that a score beats; equal scores count half, and the result is rounded down."""
        beaten = sum(2 * (score > play) + (score == play) for play in self.scores)
        return _PERCENT * beaten // (2 * len(self.scores))

    def to_data(self) -> dict[str, Any]:
        """Return par as plain data."""
        return {"points": self.points, "scores": list(self.scores), "wins": self.wins}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Par:
        """Return what `to_data` gave."""
        return cls(tuple(data["scores"]), data["wins"])


def par_version(deal: Deal) -> str:
    """Return a text that changes with everything besides the deal that par depends on: rules, bots with nets, plays."""
    fingerprint = net_fingerprint(PAR_BOT, deal.game)
    return f"{game_named(deal.game).rules}-{fingerprint}-{PLAYS}-{PAR_TEMPERATURE:g}"


def make_player(game: str, seed: int) -> Bot:
    """Return the strong bot, with its net in numpy.

    Raises:
        NoNetError: Its net, or numpy, is missing.
    """
    player: Any = make_bot(exact_name(PAR_BOT), game, seed)
    player.temperature = PAR_TEMPERATURE
    result: Bot = player
    return result


class _Play:
    """One play of a deal by the strong bot, answer by answer."""

    def __init__(self, deal: Deal, number: int, *, make_player: PlayerMaker, bots: Mapping[str, str]) -> None:
        self.deal = deal
        self.game = game_named(deal.game)
        self.state = self.game.start(deal.options, deal.seed)
        self.names = [exact_name(bots.get(name, name)) if name else "" for name in deal.bots]
        self.player = make_player(deal.game, bot_seed(deal.seed, deal.seat, _FIRST_PLAYER_SEED + number))
        self.player.begin(self.game, deal.options, deal.seat)
        self.answers = [0] * deal.players
        self.round_limit = self.game.round_limit(deal.options)

    def is_over(self) -> bool:
        """Return whether the game is over, or goes on too long."""
        return not self.state.owing or self.state.round_number() > self.round_limit

    def step(self) -> None:
        """Give one answer."""
        deal, state = self.deal, self.state
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        if decision.forced():
            choice = decision.forced_choice()
        elif seat == deal.seat:
            choice = answer_of(self.player, state, decision)
        else:
            seed = fresh_seed(deal.seed, seat, self.answers[seat])
            name = self.names[seat]
            choice = fresh_answer(self.game, deal.options, state, decision=decision, name=name, seed=seed)
        state.apply(seat, sorted(choice))
        self.answers[seat] += 1

    def result(self) -> tuple[int, float]:
        """Return the score of your seat and its share of the win."""
        seat, state = self.deal.seat, self.state
        return state.scores()[seat], 0.0 if state.owing else state.win_shares()[seat]


@dataclass
class ParRun:
    """The plays of the strong bot, one after the other, so that other work can run in between."""

    deal: Deal
    plays: int = PLAYS
    make_player: PlayerMaker = make_player
    bots: Mapping[str, str] = field(default_factory=dict)
    """The names that rivals are created by, where they are not their own."""
    scores: list[int] = field(default_factory=list)
    wins: float = 0.0
    _play: _Play | None = None
    """The play that is under way."""

    @property
    def done(self) -> int:
        """The number of finished plays."""
        return len(self.scores)

    def step(self) -> None:
        """Finish the play that is under way, or play the deal once more."""
        play = self._current()
        while not play.is_over():
            play.step()
        self._finish(play)

    def advance(self, seconds: float) -> bool:
        """Play for about `seconds`, at least one answer; return whether all plays are done."""
        deadline = monotonic() + seconds
        while self.done < self.plays:
            play = self._current()
            if play.is_over():
                self._finish(play)
            else:
                play.step()
            if monotonic() >= deadline:
                break
        return self.done >= self.plays

    def _current(self) -> _Play:
        if self._play is None:
            self._play = _Play(self.deal, self.done, make_player=self.make_player, bots=self.bots)
        return self._play

    def _finish(self, play: _Play) -> None:
        score, share = play.result()
        self.scores.append(score)
        self.wins += share
        self._play = None

    def par(self) -> Par:
        """Return par.

        Raises:
            RepulseError: Nothing was played yet.
        """
        if not self.scores:
            raise RepulseError("Par is known after the first play.")
        return Par(tuple(self.scores), self.wins)


def play_par(deal: Deal, plays: int = PLAYS) -> Par:
    """Return par of a deal, played here and now."""
    run = ParRun(deal, plays)
    while run.done < run.plays:
        run.step()
    return run.par()
