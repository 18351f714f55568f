"""The bots of one game: each is created when first asked, and stays until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from repulse.bots import make_bot
from repulse.engine.bot import NO_ANSWER, Bot, answer_of, bot_error, bot_seed, observes
from repulse.engine.contract import Choice, Decision, IllegalChoice, Seat
from repulse.engine.match import Match

AT_ONCE: Final = 1e-6


class SeatedBots:
    """One bot for each seat that has been asked, with everything it remembers."""

    def __init__(self) -> None:
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        self._shown: Match | None = None
        """The game as far as the bots that observe it have been shown it."""

    def answer(self, match: Match, seat: Seat, name: str, seconds: float = 0.0) -> Choice:
        """What the bot `name` in a seat answers now, within so many seconds (0: as many as it likes).

        A new name means a new bot, which is shown what its seat has seen so far.
        """
        decision: Decision = match.state.decision(seat)
        if decision.forced():
            return decision.forced_choice()
        self._show(match)
        known = self._bots.get(seat)
        if known is None or known[0] != name:
            bot = make_bot(name, match.game.name, bot_seed(match.seed, seat, len(match.choices)))
            bot.begin(match.game, match.options, seat)
            if seconds:
                bot.allow(seconds)
            if observes(bot):
                self._shown = show_past(match, seat, bot)
            known = self._bots[seat] = (name, bot)
        return sorted(answer_of(known[1], match.state, decision))

    def play(self, match: Match, seat: Seat, name: str) -> None:
        """Have the bot `name` in a seat answer; BotError, naming bot and question, if it gives no legal answer."""
        answer: object = NO_ANSWER
        try:
            answer = choice = self.answer(match, seat, name)
            match.answer(seat, choice)
        except IllegalChoice as error:
            raise bot_error(
                name, match.state.decision(seat), answer, error, f" (seed {match.seed})"
            ) from error
        except (Exception, SystemExit) as fault:
            if answer is not NO_ANSWER:
                raise
            raise bot_error(
                name, match.state.decision(seat), answer, fault, f" (seed {match.seed})"
            ) from fault

    def sit(self, match: Match, seat: Seat, name: str, bot: Bot) -> None:
        """Give a seat to a bot that there is already, to be asked by this name."""
        known = self._bots.get(seat)
        if known is None or known[1] is not bot:
            bot.begin(match.game, match.options, seat)
            self._bots[seat] = (name, bot)

    def _show(self, match: Match) -> None:
        """Show the bots that observe the game what has happened since they were last shown anything."""
        watching = [(seat, bot) for seat, (_, bot) in self._bots.items() if observes(bot)]
        if not watching:
            return
        shown = self._shown
        if shown is None or match.choices[: len(shown.choices)] != shown.choices:
            # The first time, or an answer that was shown has been taken back since.
            self._shown = Match(match.game, match.options, match.seed)
            self._shown.answer_all(match.choices)
            return
        for seat, tokens in match.choices[len(shown.choices) :]:
            moment = shown.state.moment
            shown.answer_tokens(seat, tokens)
            if shown.state.moment != moment:
                for looking, bot in watching:
                    bot.observe(shown.state.view(looking))

    def recall(self, match: Match, names: Sequence[str]) -> None:
        """Ask the bots (by seat; an empty name is no bot) everything they were asked in a match, so that they remember it.

        They answer at once: what they answered before is known.
        """
        again = Match(match.game, match.options, match.seed)
        for seat, tokens in match.choices:
            if names[seat]:
                self.answer(again, seat, names[seat], AT_ONCE)
            again.answer_tokens(seat, tokens)
        for _, bot in self._bots.values():
            bot.allow(inf)


def show_past(match: Match, seat: Seat, bot: Bot) -> Match:
    """Show a bot that joins a game what its seat has seen so far; the game up to here, to go on from."""
    again = Match(match.game, match.options, match.seed)
    for who, tokens in match.choices:
        moment = again.state.moment
        again.answer_tokens(who, tokens)
        if again.state.moment != moment:
            bot.observe(again.state.view(seat))
    return again
