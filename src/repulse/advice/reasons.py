"""Why an option is better or worse than another, in words: what differs most in how they went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from repulse.advice.phrases import advice_words, amount
from repulse.advice.ranking import CLEAR, shown, standing
from repulse.bots.neural.search import Option, mean_and_error
from repulse.engine.contract import Seat
from repulse.engine.display.display import Display

MOST_REASONS: Final = 3
LEAST_COUNT: Final = 0.3
"""By how much something must differ to be told,"""
LEAST_WORTH: Final = 0.6
"""or by how many points' worth: of what decides a game, less is enough,"""
LEAST_GAIN: Final = 0.15
"""and of what is next to worthless, even more is not."""
LEAST_POINTS: Final = 0.5
"""By how much the final scores must differ to be told."""
CLOSE: Final = 2
"""Percent of winning up to which two options are about as strong."""
LIKELY: Final = 0.5
"""How often there must be an opportunity for something to be told."""
COMMON: Final = 0.5
RARE: Final = 0.05
"""Above the one and below the other, it is told how often strong players choose an option."""


@dataclass(frozen=True)
class Seen:
    """An option, and what each of its lines brought."""

    option: Option
    gains: list[dict[str, float]]

    def chance(self, ident: str) -> float:
        """How often there was an opportunity for a gain, if the game counts that; else how often it came about."""
        counted = f"{ident}.chance" if self.gains and f"{ident}.chance" in self.gains[0] else ident
        return sum(gains[counted] for gains in self.gains) / max(1, len(self.gains))

    def is_open(self, ident: str) -> bool:
        """Whether a gain is worth telling: there mostly is an opportunity, or it needs none."""
        return f"{ident}.chance" not in self.gains[0] or self.chance(ident) >= LIKELY


def seen(option: Option, seat: Seat, display: Display) -> Seen:
    """What an option brings a seat."""
    lines = [line for line in option.lines if line.state is not None]
    return Seen(option, [display.gains_of(line.state, line.events, seat) for line in lines])


def reasons(ours: Seen, other: Seen | None, display: Display) -> list[str]:
    """Why an option is better or worse than another, by the figures that are shown of both."""
    words = advice_words(display.language)
    option = ours.option
    better = other is None or standing(option) >= standing(other.option)
    told = [] if other is None else list(_differences(ours, other, better, display))[:MOST_REASONS]
    if other is not None and len(told) < MOST_REASONS:
        points = option.score - other.option.score
        if abs(points) >= LEAST_POINTS and (points > 0) == better:
            ident = "more_points" if points > 0 else "fewer_points"
            told.append(words.text(ident, amount(abs(points), False, display.language)))
    if other is not None and not told and abs(shown(option)[0] - shown(other.option)[0]) > CLOSE:
        told.append(words.text("later.better" if better else "later.worse"))
    # What others choose says little about why: it comes last, and what they seldom choose only where there is no
    # reason, or more than one.
    if len(told) < MOST_REASONS:
        if better and option.prior >= COMMON:
            told.append(words.text("common", {"n": round(100 * option.prior)}))
        elif not better and option.prior <= RARE and len(told) != 1:
            told.append(words.text("rare", {"n": round(100 * option.prior)}))
    return told or [words.text("close")]


def _differences(ours: Seen, other: Seen, better: bool, display: Display) -> Iterator[str]:
    """What an option brings more of than another (or less of), by how much it matters; chance is left out.

    Reasons speak for what was found: for the better option, or against the worse one.
    """
    found: list[tuple[float, str, float, bool]] = []
    pairs = list(zip(ours.gains, other.gains, strict=False))
    for ident, worth in display.gains.items():
        gap, error = mean_and_error([mine[ident] - theirs[ident] for mine, theirs in pairs])
        matters = abs(gap * worth)
        enough = abs(gap) >= LEAST_COUNT or matters >= LEAST_WORTH
        if enough and matters >= LEAST_GAIN and abs(gap) > CLEAR * error and (gap * worth > 0) == better:
            found.append((matters, ident, gap, not error and gap == int(gap)))
    for _, ident, gap, exact in sorted(found, reverse=True):
        if ours.is_open(ident):
            facts = amount(abs(gap), exact, display.language)
            facts["percent"] = round(100 * ours.chance(ident))
            yield display.reason_text(f"{ident}.{'more' if gap > 0 else 'less'}", facts)
