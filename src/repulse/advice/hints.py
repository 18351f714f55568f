"""Hints: for a decision, each option with its chance of winning, the expected score, and reasons in words.

Everything follows from the views of the seat that has to decide, now and before, as for any bot: options are played to
the end of the round in determinizations, and the reasons are the differences between these playouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from repulse.advice.adviser import AdviserFactory, default_adviser
from repulse.advice.calibration import curve_for
from repulse.advice.ranking import rank_options
from repulse.advice.reasons import OptionGains, collect_gains, reasons
from repulse.bots.match_bots import show_history
from repulse.bots.neural.search import Searcher
from repulse.engine.bot import bot_seed
from repulse.engine.contract import ONE, Choice, Decision, Seat, State
from repulse.engine.display.display import Display
from repulse.engine.match import Match

SECONDS: Final = 1.5
"""The default time limit of a hint."""
MAX_DETERMINIZATIONS: Final = 200
"""Where the rules run slowly, the time is up before this many."""
MAX_OPTIONS: Final = 12
"""Decisions with more options have only their likeliest ones searched."""


@dataclass(frozen=True)
class RatedOption:
    """An option as a strong player sees it."""

    choice: Choice
    tokens: list[str]
    """Its tokens, as an answer takes them."""
    text: str
    """The option in plain words."""
    win: float
    """The chance of winning with it."""
    score: float
    """The expected final score."""
    prior: float
    """The probability that a strong player chooses it without looking ahead."""
    reasons: list[str]
    by_points: bool = False
    """Whether the options are compared by points, because every chance of winning is negligible."""


def hints_for(
    match: Match,
    seat: Seat,
    display: Display,
    *,
    seconds: float = SECONDS,
    max_determinizations: int = MAX_DETERMINIZATIONS,
    make_adviser: AdviserFactory = default_adviser,
) -> list[RatedOption]:
    """Return hints for the pending decision of a seat, the best answer first. Only views of this seat are used.

    Args:
        match: The match.
        seat: The seat.
        display: The display of the game, in the language of the reader.
        seconds: The time limit.
        max_determinizations: The number of positions to search; the hints are the same everywhere if time does not run out first.
        make_adviser: Makes the searching bot.

    Raises:
        IllegalChoice: The seat has no pending decision.
        RepulseError: There is no adviser for the game.
    """
    decision: Decision = match.state.decision(seat)
    bot = make_adviser(match.game.name, bot_seed(match.seed, seat, len(match.choices)), seconds)
    bot.max_determinizations = max_determinizations
    bot.win_curve = curve_for(match.game, match.options, match.state.players)
    show_history(match, seat, bot)
    return advise(bot, match.state.view(seat), decision, display=display)


def advise(bot: Searcher, view: State, decision: Decision, *, display: Display) -> list[RatedOption]:
    """Return hints for a decision, the best answer first.

    Args:
        bot: The searching bot; it has observed the history of the seat.
        view: The view of the seat.
        decision: The pending decision.
        display: The display of the game, in the language of the reader.
    """
    all_options = decision.kind == ONE and len(decision.options) <= MAX_OPTIONS
    include = [[value] for value in decision.options] if all_options else []
    options = rank_options(bot.evaluate_options(view, decision, include=include, record=True))
    gains = [collect_gains(ranked, decision.seat, display) for ranked in options]
    game = display.game
    return [
        RatedOption(
            choice=ranked.option.choice,
            tokens=[game.token(view, decision.domain, value) for value in ranked.option.choice],
            text=display.choice_text(view, decision, ranked.option.choice),
            win=ranked.win,
            score=ranked.score,
            prior=ranked.option.prior,
            reasons=reasons(gains[rank], _compared_with(gains, rank), display),
            by_points=ranked.by_points,
        )
        for rank, ranked in enumerate(options)
    ]


def _compared_with(gains: Sequence[OptionGains], rank: int) -> OptionGains | None:
    """Return the option to compare with: the best one; for the best one, the next whose figures are no better."""
    if rank:
        return gains[0]
    best = gains[0].ranked.sort_key
    return next((other for other in gains[1:] if other.ranked.sort_key <= best), None)
