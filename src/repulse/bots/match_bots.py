"""The bots of one match: each is created when it first has to answer, and stays until the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from repulse.bots.registry import make_bot
from repulse.engine.bot import NO_ANSWER, Bot, answer_of, bot_error, bot_seed, observes
from repulse.engine.contract import Choice, Data, Decision, Game, IllegalChoice, Seat, State
from repulse.engine.match import Match
from repulse.engine.record import Answer

MIN_SECONDS: Final = 1e-6
"""A time limit at which bots answer immediately."""


class MatchBots:
    """The bots of a match, per seat, with everything they remember."""

    def __init__(self, fresh: bool = False) -> None:
        """Start without bots.

        Args:
            fresh: Whether every answer comes from a new bot, whose seed depends only on the game, its seat and how often
                that seat has answered. Such bots remember nothing, so that it makes no difference if a table is reloaded.
        """
        self._fresh = fresh
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        self._shown: Match | None = None
        """The match as far as the observing bots have seen it."""

    def answer(self, match: Match, seat: Seat, name: str, *, seconds: float = 0.0) -> Choice:
        """Return the answer of a bot to the pending decision of a seat.

        Args:
            match: The match.
            seat: The seat.
            name: The bot in this seat. A new name means a new bot, which is shown the history of its seat.
            seconds: The time limit; 0 for none.
        """
        decision: Decision = match.state.decision(seat)
        if decision.forced():
            return decision.forced_choice()
        if self._fresh:
            return sorted(
                fresh_answer(
                    match.game,
                    match.options,
                    match.state,
                    decision=decision,
                    name=name,
                    seed=fresh_seed(match.seed, seat, sum(other == seat for other, _ in match.choices)),
                )
            )
        self._show_progress(match)
        entry = self._bots.get(seat)
        if entry is None or entry[0] != name:
            bot = make_bot(name, match.game.name, bot_seed(match.seed, seat, len(match.choices)))
            bot.begin(match.game, match.options, seat)
            if seconds:
                bot.allow(seconds)
            if observes(bot):
                self._shown = show_history(match, seat, bot)
            entry = self._bots[seat] = (name, bot)
        return sorted(answer_of(entry[1], match.state, decision))

    def play(self, match: Match, seat: Seat, name: str) -> None:
        """Have a bot answer the pending decision of a seat.

        Args:
            match: The match.
            seat: The seat that is to answer.
            name: The name of the bot; the same bot is kept from answer to answer.

        Raises:
            BotError: It gives no legal answer; the message names bot and decision.
        """
        answer: object = NO_ANSWER
        try:
            answer = choice = self.answer(match, seat, name)
            match.answer(seat, choice)
        except (Exception, SystemExit) as error:
            if answer is not NO_ANSWER and not isinstance(error, IllegalChoice):
                raise
            where = f" (seed {match.seed})"
            raise bot_error(name, match.state.decision(seat), answer, error=error, where=where) from error

    def add(self, match: Match, seat: Seat, name: str, *, bot: Bot) -> None:
        """Give a seat to an existing bot, which has this name from now on.

        Args:
            match: The match.
            seat: The seat.
            name: The name under which the bot answers.
            bot: The bot.
        """
        entry = self._bots.get(seat)
        if entry is None or entry[1] is not bot:
            bot.begin(match.game, match.options, seat)
            self._bots[seat] = (name, bot)

    def _show_progress(self, match: Match) -> None:
        """Show the observing bots everything since they last saw the match."""
        observers = {seat: bot for seat, (_, bot) in self._bots.items() if observes(bot)}
        if not observers:
            return
        shown = self._shown
        if shown is None or match.choices[: len(shown.choices)] != shown.choices:
            # The first time, or after an answer that was shown has been undone.
            self._shown = Match(match.game, match.options, match.seed)
            self._shown.answer_all(match.choices)
            return
        _answer_and_show(shown, match.choices[len(shown.choices) :], observers)

    def recall(self, match: Match, names: Sequence[str]) -> None:
        """Ask bots all decisions of a match again, so that they remember it; they answer immediately.

        Args:
            match: The match.
            names: The bot of each seat; empty for none.
        """
        replayed = Match(match.game, match.options, match.seed)
        for seat, tokens in match.choices:
            if names[seat]:
                self.answer(replayed, seat, names[seat], seconds=MIN_SECONDS)
            replayed.answer_tokens(seat, tokens)
        for _, bot in self._bots.values():
            bot.allow(inf)


def fresh_seed(seed: int, seat: Seat, answers: int) -> int:
    """Return the seed of a bot for a single answer, after `answers` answers of its seat in the game with `seed`.

    The order in which several seats answer at the same time makes no difference.
    """
    return bot_seed(seed, seat, answers)


def fresh_answer(
    game: Game, options: Data, state: State, *, decision: Decision, name: str, seed: int
) -> Choice:
    """Return the answer of a new bot to a decision.

    Args:
        game: The rules.
        options: The options of the game, in full.
        state: The position.
        decision: The question.
        name: The name of the bot.
        seed: Its seed (`fresh_seed`).
    """
    bot = make_bot(name, game.name, seed)
    bot.begin(game, options, decision.seat)
    return answer_of(bot, state, decision)


def show_history(match: Match, seat: Seat, bot: Bot) -> Match:
    """Show a bot that joins a match the history of its seat; return a copy of the match."""
    replayed = Match(match.game, match.options, match.seed)
    _answer_and_show(replayed, match.choices, {seat: bot})
    return replayed


def _answer_and_show(match: Match, choices: Sequence[Answer], observers: Mapping[Seat, Bot]) -> None:
    """Apply choices to a match; show observers their view whenever play has moved on."""
    for seat, tokens in choices:
        moment = match.state.step_id
        match.answer_tokens(seat, tokens)
        if match.state.step_id != moment:
            for observer, bot in observers.items():
                bot.observe(match.state.view(observer))
