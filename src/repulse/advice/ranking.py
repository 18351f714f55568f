"""Which answer is the best, by the figures that people see beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.bots.neural.search import Option, mean_and_error

CLEAR: Final = 2.0
"""Standard errors by which one option must be ahead of another for it not to be chance."""
WIDE_WIN: Final = 0.05
WIDE_SCORE: Final = 2.0
"""Gaps that nobody would understand above each other the wrong way round, be they chance or not."""


def shown(option: Option) -> tuple[int, int]:
    """The figures of an option as people see them: the chance of winning in percent, and the score to expect."""
    return round(100 * option.win_chance), round(option.score)


def standing(option: Option) -> tuple[int, int, float]:
    """What options are put in order by: their figures, and where these are the same, their merit."""
    return (*shown(option), option.merit)


def clearly_ahead(option: Option, other: Option) -> bool:
    """Whether the figures of an option are better than those of another: by more than chance, or by much.

    Both were looked at in the same determinizations. The chance of winning comes first: a better score counts where that is
    no worse.
    """
    (win, score), (other_win, other_score) = shown(option), shown(other)
    pairs = list(zip(option.lines, other.lines, strict=True))
    if win > other_win and _clear([ours.win - theirs.win for ours, theirs in pairs], WIDE_WIN):
        return True
    ahead = win >= other_win and score > other_score
    return ahead and _clear([ours.score - theirs.score for ours, theirs in pairs], WIDE_SCORE)


def _clear(gaps: Sequence[float], wide: float) -> bool:
    mean, error = mean_and_error(gaps)
    return mean >= wide or (len(gaps) > 1 and mean > CLEAR * error)


def ranked(options: Sequence[Option]) -> list[Option]:
    """Options, the best first, the others by their figures.

    The best is never one that another is clearly ahead of; among those that remain the prior counts too, because what little
    they differ in may be chance.
    """
    remain = [option for option in options if not any(clearly_ahead(other, option) for other in options)]
    best = max(remain, key=lambda option: option.merit)
    others = [option for option in options if option is not best]
    return [best, *sorted(others, key=standing, reverse=True)]
