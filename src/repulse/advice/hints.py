"""Hints: for a decision, each option with its chance of winning, the score to expect, and the reasons in words.

Everything comes from the view of the seat that is asked and from what it remembers, as for any bot: options are played to
the end of the round in positions that could be the true one, and what differs between them is what the reasons tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from repulse.advice.adviser import MakeAdviser, shipped
from repulse.bots.neural.search import Option, Searcher
from repulse.bots.seated import show_past
from repulse.engine.bot import bot_seed
from repulse.engine.contract import ONE, Choice, Decision, Seat, State
from repulse.engine.display.display import Display
from repulse.engine.display.words import Catalogue, load_catalogue
from repulse.engine.match import Match

SECONDS: Final = 1.5
DETERMINIZATIONS: Final = 24
MOST_OPTIONS: Final = 12
"""Of a decision for one of more options than these, only the likeliest are looked at."""
MOST_REASONS: Final = 3
LEAST_GAIN: Final = 0.15
"""Points that a difference must be worth to be told."""
LIKELY: Final = 0.5
"""How often something must happen to be called likely."""
COMMON: Final = 0.5
RARE: Final = 0.05
"""Above the one and below the other, it is told how often strong players choose an option."""


@lru_cache(maxsize=8)
def advice_words(language: str = "en") -> Catalogue:
    """The words of hints and reviews."""
    return load_catalogue("repulse.advice", language)


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
    """Hints for a decision, its own answer first, by a player who has seen what its seat saw before."""
    every = decision.kind == ONE and len(decision.options) <= MOST_OPTIONS
    must = [[value] for value in decision.options] if every else []
    options = bot.consider(view, decision, must, tell=True)
    game = display.game
    return [
        Hint(
            option.choice,
            [game.token(view, decision.domain, value) for value in option.choice],
            choice_text(display, view, decision, option.choice),
            option.win_chance,
            option.score,
            option.prior,
            reasons(option, _beside(options, option), decision.seat, display),
        )
        for option in [*options[:1], *sorted(options[1:], key=lambda option: -option.win_chance)]
    ]


def choice_text(display: Display, view: State, decision: Decision, choice: Choice) -> str:
    """An answer in plain words."""
    words = advice_words(display.language)
    titles = [display.option_parts(view, decision, value)[0] for value in choice]
    return words.text("comma").join(titles) if titles else words.text("nothing")


def _beside(options: Sequence[Option], option: Option) -> Option | None:
    """What an option is compared with: the best one, or the second best for the best itself."""
    others = [each for each in options if each is not option]
    return others[0] if others else None


def reasons(option: Option, other: Option | None, seat: Seat, display: Display) -> list[str]:
    """Why an option is better or worse than another: what differs most in how they went."""
    words = advice_words(display.language)
    told: list[str] = []
    if other is not None and option.lines and other.lines:
        better = option.merit >= other.merit
        for ident, gap in _differences(option, other, seat, display):
            chance = _chance_of(option, ident, seat, display)
            # Reasons speak for what was found: for the better option, or against the worse one.
            if (gap * display.gains[ident] > 0) == better and (gap < 0 or chance >= LIKELY):
                facts: dict[str, object] = {"n": number_text(abs(gap), display.language)}
                facts["percent"] = round(100 * chance)
                told.append(display.reason_text(f"{ident}.{'more' if gap > 0 else 'less'}", facts))
            if len(told) == MOST_REASONS:
                return told
        points = option.score - other.score
        if len(told) < MOST_REASONS and abs(points) >= 0.5 and (points > 0) == better:
            told.append(
                words.text(
                    "more_points" if points > 0 else "fewer_points",
                    {"n": number_text(abs(points), display.language)},
                )
            )
    if len(told) < MOST_REASONS and (option.prior >= COMMON or option.prior <= RARE):
        ident = "common" if option.prior >= COMMON else "rare"
        told.append(words.text(ident, {"n": round(100 * option.prior)}))
    return told or [words.text("close")]


def _differences(option: Option, other: Option, seat: Seat, display: Display) -> list[tuple[str, float]]:
    """What an option brings more of than another (or less of), by how much it matters; chance is left out."""
    found: list[tuple[float, str, float]] = []
    ours, theirs = _gains(option, seat, display), _gains(other, seat, display)
    count = min(len(ours), len(theirs))
    for ident, worth in display.gains.items():
        gaps = [ours[at][ident] - theirs[at][ident] for at in range(count)]
        mean = sum(gaps) / count
        error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / max(1, count - 1) / count)
        if abs(mean * worth) >= LEAST_GAIN and abs(mean) > error:
            found.append((abs(mean * worth), ident, mean))
    return [(ident, gap) for _, ident, gap in sorted(found, reverse=True)]


def _gains(option: Option, seat: Seat, display: Display) -> list[dict[str, float]]:
    return [
        display.gains_of(line.state, line.events, seat) for line in option.lines if line.state is not None
    ]


def _chance_of(option: Option, ident: str, seat: Seat, display: Display) -> float:
    """How often there was an opportunity for a gain, where the game counts that; 1 where it does not."""
    counted = _gains(option, seat, display)
    if not any(f"{ident}.chance" in gains for gains in counted):
        return 1.0
    return sum(gains.get(f"{ident}.chance", 0.0) for gains in counted) / len(counted)


def number_text(number: float, language: str) -> str:
    """A decimal number as people write it."""
    text = f"{number:.1f}"
    return text.replace(".", ",") if language == "fr" else text
