"""The searching bot: a net that looks ahead to the end of a round in determinizations of its view.

Candidates are the answers to which the net gives the highest probability. All are tried in the same determinizations:
the net plays all seats to the end of the round and predicts the value of the position then. Candidates that fall clearly
behind are pruned, so that time goes to close decisions, and the others are searched again, one round deeper and in more
determinizations. The prior counts too: without it, search follows noise.

Nothing here needs numpy: the net is evaluated through `Evaluator`, in numpy (`master.py`) or by the worker of a page
(`repulse.browser.nets`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

from repulse.bots.neural.candidates import (
    MIN_PRIOR,
    Evaluator,
    Option,
    Playout,
    find_candidates,
    mean_and_error,
    prior_of,
)
from repulse.bots.neural.returns import terminal_returns
from repulse.bots.neural.rollouts import Configuration, Rollout
from repulse.bots.neural.stand_in import stand_in
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, Seat, State
from repulse.games import game_named, learning_of

SECONDS: Final = 1.0
"""The default time limit of an answer."""
TIME_FRACTION: Final = 0.4
"""Fraction of the time limit to use."""
MAX_CANDIDATES: Final = 6
BATCH_DETERMINIZATIONS: Final = 4
"""Determinizations that are played together."""
MAX_DETERMINIZATIONS: Final = 16
DEEPENING_SCHEDULE: Final = ((0, 1), (1, 4))
"""The depths of a search: rounds beyond the current one, and the factor of the number of determinizations."""
PRUNE_Z: Final = 2.5
"""Standard errors by which an option must be behind the best to be pruned."""


class Searcher(Bot[State]):
    """Searches within a time limit; it has an answer at any time."""

    batch = BATCH_DETERMINIZATIONS

    def __init__(
        self,
        seed: int,
        game: str,
        *,
        seconds: float = SECONDS,
        max_determinizations: int = MAX_DETERMINIZATIONS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Create a searching bot.

        Args:
            seed: The seed of its random numbers.
            game: The name of the game.
            seconds: The time limit of an answer.
            max_determinizations: Number of determinizations searched at the first depth.
            clock: The current time in seconds.
        """
        super().__init__(seed)
        self.game = game_named(game)
        self.learning = learning_of(self.game)
        self.default_seconds = seconds
        """The time of an answer where no limit is set."""
        self.seconds = seconds
        self.max_determinizations = max_determinizations
        self.clock = clock
        self.memory = self.game.memory()
        self.rng = Random(seed)
        """The bot's own random numbers."""
        self._seed = seed
        self.stand_in: Bot | None = None
        """Plays instead where overlays have replaced most of what the net has learned."""
        self.win_curve: Callable[[float], float] | None = None
        """Corrects the chances of winning that the net predicts, for people to read; no choice depends on them."""
        self.temperament = ""
        """Shifts the prior towards a way of playing; empty for none."""

    def adopt(self, temperament: str) -> None:
        """Take a temperament of the game."""
        self.temperament = temperament

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Check whether the net knows the cards of this game."""
        self.stand_in = stand_in(game, options, self._seed)

    @abstractmethod
    def bound(self, view: State) -> tuple[Configuration, Evaluator]:
        """Return the configuration of a view, and the net for it."""

    def observe(self, view: State) -> None:
        """Remember what a view shows."""
        self.memory.see(view)

    def allow(self, seconds: float) -> None:
        """Stay below a time limit."""
        self.seconds = min(self.default_seconds, TIME_FRACTION * seconds)

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the best candidate."""
        if self.stand_in is not None:
            return self.stand_in.choose(view, decision)
        deadline = self.clock() + self.seconds
        self.memory.see(view)
        configuration, evaluator = self.bound(view)
        bias = self.learning.policy_bias(self.temperament, view, decision) if self.temperament else []
        options = find_candidates(
            configuration,
            evaluator,
            view,
            decision=decision,
            limit=MAX_CANDIDATES,
            min_prior=MIN_PRIOR,
            bias=bias,
        )
        search = Search(self, view, decision.seat, options=options, deadline=deadline)
        best = options[0]
        for rounds, factor in DEEPENING_SCHEDULE:
            search.restart(rounds)
            limit = self.max_determinizations * factor
            while len(search.options) > 1 and search.tried < limit and search.extend(self.batch):
                search.prune()
            # A deeper search that was cut short knows less than the one before it.
            if not rounds or search.tried >= self.max_determinizations:
                best = max(search.options, key=lambda option: option.ranking_score)
        return best.choice

    def evaluate_options(
        self,
        view: State,
        decision: Decision,
        *,
        include: Sequence[Choice] = (),
        limit: int = MAX_CANDIDATES,
        batch: int = 0,
        record: bool = False,
    ) -> list[Option]:
        """Return candidates, all searched in the same determinizations until the time is up.

        Args:
            view: The position.
            decision: The pending decision.
            include: Answers that must be among the candidates.
            limit: The number of candidates besides those.
            batch: Determinizations per batch; the first batch is completed even past the time limit. 0 for the default.
            record: Whether playouts keep their events and final positions.
        """
        deadline = self.clock() + self.seconds
        self.memory.see(view)
        configuration, evaluator = self.bound(view)
        options = find_candidates(
            configuration, evaluator, view, decision=decision, limit=limit, min_prior=0.0
        )
        for choice in include:
            if not any(option.choice == choice for option in options):
                prior = prior_of(configuration, evaluator, view, decision=decision, choice=choice)
                options.append(Option(choice, prior))
        search = Search(
            self, view, decision.seat, options=options, deadline=deadline, finish_first=True, record=record
        )
        while search.tried < self.max_determinizations and search.extend(batch or self.batch):
            pass
        return options

    def sample_position(self, view: State) -> State:
        """Return a determinization of a view, in which the others have yet to give their secret answers."""
        state: State = self.game.determinize(view, self.rng.getrandbits(63), self.memory)
        self.game.reopen(state, view.viewer)
        return state


class Search:
    """A search in progress: options, each with playouts in the same determinizations."""

    def __init__(
        self,
        bot: Searcher,
        view: State,
        seat: Seat,
        *,
        options: list[Option],
        deadline: float,
        finish_first: bool = False,
        record: bool = False,
    ) -> None:
        """Start a search.

        Args:
            bot: The bot that searches.
            view: The position.
            seat: The seat that has to answer.
            options: The candidates.
            deadline: The time of the bot's clock at which the search stops.
            finish_first: Whether the first batch is completed even past the time limit.
            record: Whether playouts keep their events and final positions.
        """
        self.bot = bot
        self.view = view
        self.seat = seat
        self.options = options
        """The options that have not been pruned."""
        self.tried = 0
        """The number of determinizations tried."""
        self._rounds = 0
        self._deadline = deadline
        self._finish_first = finish_first
        self._record = record
        self._configuration, self._evaluator = bot.bound(view)

    def restart(self, rounds: int) -> None:
        """Discard all playouts; play to the end of `rounds` rounds beyond the current one from now on."""
        self._rounds = rounds
        self.tried = 0
        for option in self.options:
            option.playouts = []

    def extend(self, count: int) -> bool:
        """Play every option in `count` further determinizations; return False if the time was up before."""
        if (self.tried or self._rounds) and self.bot.clock() >= self._deadline:
            return False
        rollouts: list[tuple[Option, Rollout]] = []
        last_round = self.view.round_number() + self._rounds
        for _ in range(count):
            position = self.bot.sample_position(self.view)
            for option in self.options:
                state = position.clone()
                if self._record:
                    state.log = []
                state.apply(self.seat, option.choice)
                rollout = Rollout(self._configuration, state, [0] * state.players, last_round=last_round)
                rollout.advance()
                rollouts.append((option, rollout))
        if not self._play([rollout for _, rollout in rollouts]):
            return False
        self._evaluate(rollouts)
        self.tried += count
        return True

    def _play(self, rollouts: Sequence[Rollout]) -> bool:
        """Play rollouts to their ends; return False if the time was up before."""
        waiting = [rollout for rollout in rollouts if rollout.decision is not None]
        can_stop = self.tried > 0 or not self._finish_first
        while waiting:
            uniforms = [self.bot.rng.random() for _ in waiting]
            picks = self._evaluator.picks(
                [rollout.features for rollout in waiting], [rollout.mask for rollout in waiting], uniforms
            )
            for rollout, action in zip(waiting, picks, strict=True):
                rollout.pick(action)
            waiting = [rollout for rollout in waiting if rollout.decision is not None]
            if waiting and can_stop and self.bot.clock() >= self._deadline:
                return False
        return True

    def prune(self) -> None:
        """Drop the options that are clearly worse than the best."""
        best = max(self.options, key=lambda option: option.ranking_score)
        self.options = [
            option for option in self.options if option is best or not _is_clearly_worse(option, best)
        ]

    def _evaluate(self, rollouts: Sequence[tuple[Option, Rollout]]) -> None:
        """Add a playout for each rollout, with the value of its last position for the seat."""
        configuration, seat = self._configuration, self.seat
        batch: list[bytearray] = []
        for _, rollout in rollouts:
            state = rollout.state
            if state.owing >> seat & 1:
                features = bytearray(len(configuration.inputs))
                configuration.learning.features(state.view(seat), state.decision(seat), [], features)
                batch.append(features)
        values = iter(self._evaluator.values(batch) if batch else ())
        # In the order of the rollouts, so that playouts of two options are compared in the same determinization.
        for option, rollout in rollouts:
            state = rollout.state
            if state.owing >> seat & 1:
                value, win, score = next(values)
                if self.bot.win_curve is not None:
                    win = self.bot.win_curve(win)
            else:
                value, win = terminal_returns(state)[seat], state.win_shares()[seat]
                score = float(state.scores()[seat])
            recorded = (state.log or [], state) if self._record else ([], None)
            option.playouts.append(Playout(value, win, score, *recorded))


def _is_clearly_worse(option: Option, best: Option) -> bool:
    """Return whether an option is worse than the best by more than chance, compared per determinization."""
    gaps = [ours.value - theirs.value for ours, theirs in zip(best.playouts, option.playouts, strict=True)]
    lead = best.ranking_score - option.ranking_score
    return len(gaps) > 1 and lead > PRUNE_Z * mean_and_error(gaps)[1]
