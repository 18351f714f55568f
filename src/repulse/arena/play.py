"""One game between bots, as fast as possible: no match, no log, and views only for bots that need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from repulse.engine.bot import NO_ANSWER, Bot, answer_of, bot_error, bot_fault, observes
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
    share_win,
)


@dataclass(slots=True)
class GameResult:
    """The result of a game."""

    seed: int
    scores: list[int]
    winners: list[Seat]
    decisions: int
    """Answers that had an alternative."""
    forced: int
    """Answers that had none."""
    rounds: int | None = None
    """The number of rounds, if the game counts them."""
    bots: list[str] = field(default_factory=list)
    """The name of the bot in each seat."""
    facts: dict[str, object] = field(default_factory=dict)
    """Facts of the game about its final position: single values, or lists with one value per seat."""
    unfinished: bool = False
    """Whether the game was stopped after too many rounds (`Game.round_limit`); then it has no winner."""

    def win_shares(self) -> list[float]:
        """Return the share of the win of each seat."""
        return share_win(self.winners, len(self.scores))


Observer: TypeAlias = Callable[[State, Decision, Choice], None]
"""Callback invoked before each non-forced decision is applied."""


def play_game(
    game: Game,
    options: Mapping[str, object],
    seed: int,
    *,
    bots: Sequence[Bot],
    names: Sequence[str] = (),
    number: int | None = None,
) -> GameResult:
    """Play one game to its end.

    Args:
        game: The rules.
        options: The options of the game.
        seed: The seed of the game.
        bots: A bot for each seat.
        names: The names of the bots, for the result and for errors.
        number: The number of the game, for errors.

    Raises:
        BotError: A bot gave no legal answer; the message names it and the game.
    """
    full = game.check_options(options)
    return play_out(game, full, seed, bots=bots, names=names, number=number)[0]


def play_out(
    game: Game,
    options: Data,
    seed: int,
    *,
    bots: Sequence[Bot],
    names: Sequence[str] = (),
    number: int | None = None,
    log: list[Event] | None = None,
    observer: Observer | None = None,
) -> tuple[GameResult, State]:
    """Play one game like `play_game`, with full options; return the result and the final position.

    Args:
        game: The rules.
        options: The options in full.
        seed: The seed of the game.
        bots: A bot for each seat.
        names: The names of the bots.
        number: The number of the game, for errors.
        log: Receives the events of the game.
        observer: Is called before each non-forced decision is applied.

    Raises:
        BotError: A bot gave no legal answer.
    """
    limit = game.round_limit(options)
    state = game.start(options, seed, log)
    if len(bots) != state.players:
        raise RepulseError(f"This game is for {state.players} players, not for {len(bots)} bots.")
    where = f" in game {number} (seed {seed})" if number is not None else f" (seed {seed})"
    bot_names = names or [type(bot).__name__ for bot in bots]
    observing = _seat_bots(bots, bot_names, game, options=options, where=where)
    moment = state.step_id
    decisions = forced = 0
    while state.owing and state.round_number() <= limit:
        seat = (state.owing & -state.owing).bit_length() - 1
        if state.apply_forced(seat):
            forced += 1
        else:
            decisions += 1
            _play_bot(
                state,
                bots[seat],
                bot_names[seat],
                decision=state.decision(seat),
                observer=observer,
                where=where,
            )
        if observing and (state.step_id != moment or not state.owing):
            moment = state.step_id
            for watcher in observing:
                try:
                    bots[watcher].observe(state.view(watcher))
                except (Exception, SystemExit) as error:
                    raise bot_fault(
                        bot_names[watcher], watcher, "observe", error=error, where=where
                    ) from error
    return _result(game, state, seed, decisions=decisions, forced=forced, names=names), state


def _play_bot(
    state: State, bot: Bot, name: str, *, decision: Decision, observer: Observer | None, where: str
) -> None:
    """Apply the answer of a bot to a decision."""
    answer: object = NO_ANSWER
    try:
        answer = choice = answer_of(bot, state, decision)
        if len(choice) > 1:
            choice = sorted(choice)
        if observer is not None:
            observer(state, decision, choice)
        state.apply(decision.seat, choice)
    except (Exception, SystemExit) as error:
        if answer is not NO_ANSWER and not _is_fault_of_answer(error, answer):
            raise
        raise bot_error(name, decision, answer, error=error, where=where) from error


def _result(
    game: Game, state: State, seed: int, *, decisions: int, forced: int, names: Sequence[str]
) -> GameResult:
    facts = game.result_facts(state)
    if state.owing and "ending" in facts:
        facts["ending"] = None
    return GameResult(
        seed,
        state.scores(),
        state.winners(),
        decisions,
        forced,
        state.round_number() or None,
        list(names),
        facts,
        unfinished=bool(state.owing),
    )


def _seat_bots(
    bots: Sequence[Bot], names: Sequence[str], game: Game, *, options: Data, where: str
) -> list[Seat]:
    """Give the bots their seats; return the seats of those that observe the game."""
    for seat, bot in enumerate(bots):
        try:
            bot.begin(game, options, seat)
        except (Exception, SystemExit) as error:
            raise bot_fault(names[seat], seat, "begin", error=error, where=where) from error
    return [seat for seat, bot in enumerate(bots) if observes(bot)]


def _is_fault_of_answer(error: BaseException, choice: object) -> bool:
    """Return whether the answer caused an error: the rules refused it, or could not even read it."""
    if isinstance(error, IllegalChoice):
        return True
    return not isinstance(choice, list) or not all(type(value) is int for value in choice)
