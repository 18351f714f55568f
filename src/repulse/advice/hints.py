"""Hints: for a decision, each option with its chance of winning, the score to expect, and the reasons in words.

Everything comes from the view of the seat that is asked and from what it remembers, as for any bot: options are played to
the end of the round in positions that could be the true one, and what differs between them is what the reasons tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from repulse.advice.adviser import MakeAdviser, shipped
from repulse.advice.phrases import advice_words
from repulse.advice.ranking import ranked, standing
from repulse.advice.reasons import Seen, reasons, seen
from repulse.bots.neural.search import Searcher
from repulse.bots.seated import show_past
from repulse.engine.bot import bot_seed
from repulse.engine.contract import ONE, Choice, Decision, Seat, State
from repulse.engine.display.display import Display
from repulse.engine.match import Match

SECONDS: Final = 1.5
DETERMINIZATIONS: Final = 200
"""At most so many are looked at; where the rules run slowly, the time is over before."""
MOST_OPTIONS: Final = 12
"""Of a decision for one of more options than these, only the likeliest are looked at."""


@dataclass(frozen=True)
class Hint:
    """An option as a strong player sees it."""

    choice: Choice
    words: list[str]
    """Its stable words, as an answer takes them."""
    text: str
    """What it is, in plain words."""
    win: float
    """The chance of winning with it."""
    score: float
    """The final score to expect."""
    prior: float
    """How likely a strong player is to choose it without looking ahead."""
    reasons: list[str]


def hints_for(
    match: Match,
    seat: Seat,
    display: Display,
    seconds: float = SECONDS,
    make: MakeAdviser = shipped,
) -> list[Hint]:
    """Hints for what a seat is asked now; IllegalChoice if it owes nothing.

    Only the views of this seat are used, now and before.
    """
    decision: Decision = match.state.decision(seat)
    bot = make(match.game.name, bot_seed(match.seed, seat, len(match.choices)), seconds)
    bot.most = DETERMINIZATIONS
    show_past(match, seat, bot)
    return advise(bot, match.state.view(seat), decision, display)


def advise(bot: Searcher, view: State, decision: Decision, display: Display) -> list[Hint]:
    """Hints for a decision, the best answer first, by a player who has seen what its seat saw before."""
    every = decision.kind == ONE and len(decision.options) <= MOST_OPTIONS
    must = [[value] for value in decision.options] if every else []
    options = ranked(bot.consider(view, decision, must, tell=True))
    looked = [seen(option, decision.seat, display) for option in options]
    game = display.game
    return [
        Hint(
            option.choice,
            [game.token(view, decision.domain, value) for value in option.choice],
            choice_text(display, view, decision, option.choice),
            option.win_chance,
            option.score,
            option.prior,
            reasons(looked[place], _beside(looked, place), display),
        )
        for place, option in enumerate(options)
    ]


def choice_text(display: Display, view: State, decision: Decision, choice: Choice) -> str:
    """An answer in plain words."""
    words = advice_words(display.language)
    titles = [display.option_parts(view, decision, value)[0] for value in choice]
    return words.text("comma").join(titles) if titles else words.text("nothing")


def _beside(looked: Sequence[Seen], place: int) -> Seen | None:
    """What an option is compared with: the best one; that one itself, with the next that its figures are no worse than."""
    if place:
        return looked[0]
    best = standing(looked[0].option)
    return next((each for each in looked[1:] if standing(each.option) <= best), None)
