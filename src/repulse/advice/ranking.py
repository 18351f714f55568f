"""The order of options by the figures that are shown beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from repulse.bots.neural.candidates import Option, mean_and_error

SIGNIFICANT_Z: Final = 2.0
"""Standard errors by which one option must be ahead of another for it not to be chance."""
LARGE_WIN_GAP: Final = 0.05
LARGE_SCORE_GAP: Final = 2.0
"""Gaps so large that nobody would accept them in the wrong order, chance or not."""

HOPELESS_WIN_CHANCE: Final = 0.02
"""Below this chance of winning with every option, options are compared by their expected points."""


@dataclass(frozen=True)
class RankedOption:
    """An option with the figures that are shown beside it."""

    option: Option
    win: float
    score: float
    by_points: bool = False
    """Whether options are compared by points alone, because every chance of winning is negligible."""

    @property
    def figures(self) -> tuple[int, int]:
        """The figures as shown: the chance of winning in percent (0 if it does not count), and the score."""
        return 0 if self.by_points else round(100 * self.win), round(self.score)

    @property
    def sort_key(self) -> tuple[int, int, float]:
        """The key of the order: the figures, then the ranking score."""
        return (*self.figures, self.option.ranking_score)


def figures_of(option: Option) -> tuple[int, int]:
    """Return the figures of an option as shown: the chance of winning in percent, and the expected score."""
    return round(100 * option.win_chance), round(option.score)


def is_clearly_ahead(option: Option, other: Option) -> bool:
    """Return whether the figures of an option are better than those of another, significantly or by a large gap.

    Both were searched in the same determinizations. The chance of winning comes first; the score counts where that is
    no worse.
    """
    (win, score), (other_win, other_score) = figures_of(option), figures_of(other)
    pairs = list(zip(option.playouts, other.playouts, strict=True))
    if win > other_win and _is_clear([ours.win - theirs.win for ours, theirs in pairs], LARGE_WIN_GAP):
        return True
    return win >= other_win and score > other_score and has_clearly_more_points(option, other)


def has_clearly_more_points(option: Option, other: Option) -> bool:
    """Return whether an option brings more points than another, significantly or by a large gap."""
    pairs = zip(option.playouts, other.playouts, strict=True)
    return _is_clear([ours.score - theirs.score for ours, theirs in pairs], LARGE_SCORE_GAP)


def _is_clear(gaps: Sequence[float], large_gap: float) -> bool:
    mean, error = mean_and_error(gaps)
    return mean >= large_gap or (len(gaps) > 1 and mean > SIGNIFICANT_Z * error)


def sort_options(options: Sequence[Option]) -> list[Option]:
    """Return options with the best first, the others by their figures.

    No other option is clearly ahead of the best. Among those for which this holds the prior counts too, because small
    differences may be chance.
    """
    contenders = [
        option for option in options if not any(is_clearly_ahead(other, option) for other in options)
    ]
    best = max(contenders, key=lambda option: option.ranking_score)
    others = [option for option in options if option is not best]
    others.sort(key=lambda option: (*figures_of(option), option.ranking_score), reverse=True)
    return [best, *others]


def rank_options(options: Sequence[Option]) -> list[RankedOption]:
    """Return options as they are shown: the best first, with figures that agree with the order.

    A lead over the best that is not clear may be chance: such an option is shown as at most as strong.
    """
    by_points = all(option.win_chance < HOPELESS_WIN_CHANCE for option in options)
    first = _best_by_points(options) if by_points else sort_options(options)[0]
    best = RankedOption(first, first.win_chance, first.score, by_points)
    others = [_cap_at(best, option) for option in options if option is not first]
    return [best, *sorted(others, key=lambda other: other.sort_key, reverse=True)]


def _best_by_points(options: Sequence[Option]) -> Option:
    """Return the best option by points: no other brings clearly more."""
    contenders = [
        option for option in options if not any(has_clearly_more_points(other, option) for other in options)
    ]
    return max(contenders or options, key=lambda option: option.ranking_score)


def _cap_at(best: RankedOption, option: Option) -> RankedOption:
    """Return an option with figures that are no better than those of the best."""
    win = min(option.win_chance, best.win)
    capped = RankedOption(option, win, option.score, best.by_points)
    if capped.figures[0] < best.figures[0]:
        return capped
    return RankedOption(option, win, min(option.score, best.score), best.by_points)
