"""One game between bots, as fast as possible: no match, no log, and views only for bots that want them."""

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
)


@dataclass(slots=True)
class Result:
    """How one game ended."""

    seed: int
    scores: list[int]
    winners: list[Seat]
    decisions: int
    """Answers that had an alternative."""
    forced: int
    """Answers that had none."""
    rounds: int | None = None
    """How many rounds were played, if the game counts them."""
    bots: list[str] = field(default_factory=list)
    """The names of the bots, by seat."""
    facts: dict[str, object] = field(default_factory=dict)
    """What the game reports about the final position: single values, or lists with one value for each seat."""
    unfinished: bool = False
    """Whether the game was abandoned after too many rounds (`Game.round_limit`); then nobody wins."""


def play_game(
    game: Game,
    options: Mapping[str, object],
    seed: int,
    bots: Sequence[Bot],
    names: Sequence[str] = (),
    number: int | None = None,
) -> Result:
    """Play one game to its end, with a bot for each seat.

    BotError if a bot gives no legal answer; it names the bot and the number of the game, if they are given.
    """
    return play_out(game, game.check_options(options), seed, bots, names, number)[0]


Witness: TypeAlias = Callable[[State, Decision, Choice], None]
"""Is told of every decision that had an alternative, before it is carried out."""


def play_out(
    game: Game,
    options: Data,
    seed: int,
    bots: Sequence[Bot],
    names: Sequence[str] = (),
    number: int | None = None,
    log: list[Event] | None = None,
    witness: Witness | None = None,
) -> tuple[Result, State]:
    """As `play_game`, with options in full: the result and the last position; the log is kept if there is one."""
    limit = game.round_limit(options)
    state = game.start(options, seed, log)
    if len(bots) != state.players:
        raise RepulseError(f"This game is for {state.players} players, not for {len(bots)} bots.")
    where = f" in game {number} (seed {seed})" if number is not None else f" (seed {seed})"
    called = names or [type(bot).__name__ for bot in bots]
    watching = _seated(bots, called, game, options, where)
    moment = state.moment
    decisions = forced = 0
    while state.owing and state.round_number() <= limit:
        seat = (state.owing & -state.owing).bit_length() - 1
        decision = state.decision(seat)
        if decision.forced():
            forced += 1
            state.apply(seat, decision.forced_choice())
        else:
            decisions += 1
            answer: object = NO_ANSWER
            try:
                answer = choice = answer_of(bots[seat], state, decision)
                if len(choice) > 1:
                    choice = sorted(choice)
                if witness is not None:
                    witness(state, decision, choice)
                state.apply(seat, choice)
            except (Exception, SystemExit) as error:
                if answer is not NO_ANSWER and not _is_refused(error, answer):
                    raise
                raise bot_error(called[seat], decision, answer, error, where) from error
        if watching and (state.moment != moment or not state.owing):
            moment = state.moment
            for looking in watching:
                try:
                    bots[looking].observe(state.view(looking))
                except (Exception, SystemExit) as error:
                    raise bot_fault(called[looking], looking, "observe", error, where) from error
    return _result(game, state, seed, decisions, forced, names), state


def _result(game: Game, state: State, seed: int, decisions: int, forced: int, names: Sequence[str]) -> Result:
    facts = game.result_facts(state)
    if state.owing and "ending" in facts:
        facts["ending"] = None
    return Result(
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


def _seated(bots: Sequence[Bot], names: Sequence[str], game: Game, options: Data, where: str) -> list[Seat]:
    """Tell the bots where they sit; the seats of those that observe the game."""
    for seat, bot in enumerate(bots):
        try:
            bot.begin(game, options, seat)
        except (Exception, SystemExit) as error:
            raise bot_fault(names[seat], seat, "begin", error, where) from error
    return [seat for seat, bot in enumerate(bots) if observes(bot)]


def _is_refused(error: BaseException, choice: object) -> bool:
    """Whether the answer is to blame: the rules refused it, or could not even read it."""
    if isinstance(error, IllegalChoice):
        return True
    return not isinstance(choice, list) or not all(type(value) is int for value in choice)
