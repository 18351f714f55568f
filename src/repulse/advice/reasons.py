"""The reasons why one option is better or worse than another, in words: the largest differences of their playouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from repulse.advice.phrases import advice_words, amount
from repulse.advice.ranking import SIGNIFICANT_Z, RankedOption
from repulse.bots.neural.candidates import mean_and_error
from repulse.engine.contract import Seat
from repulse.engine.display.display import Display

MAX_REASONS: Final = 3
MIN_COUNT_GAP: Final = 0.3
"""The smallest difference in number that is mentioned."""
MIN_VALUE_GAP: Final = 0.6
"""The difference in points that is mentioned even if the number differs by less."""
MIN_VALUE: Final = 0.15
"""Differences of less value, in points, are never mentioned."""
MIN_SCORE_GAP: Final = 0.5
"""The smallest difference of final scores that is mentioned."""
SIMILAR_PERCENT: Final = 2
"""Up to this difference in percent of winning, two options are about as strong."""
MIN_OPPORTUNITY: Final = 0.5
"""Minimum chance of an opportunity for a gain to be mentioned."""
COMMON_PRIOR: Final = 0.5
RARE_PRIOR: Final = 0.05
"""Above the one and below the other, the probability that strong players choose an option is mentioned."""


@dataclass(frozen=True)
class OptionGains:
    """An option with its figures, and the gains of each of its playouts."""

    ranked: RankedOption
    gains: list[dict[str, float]]

    def frequency(self, key: str) -> float:
        """Return how often there was an opportunity for a gain, if the game counts that; else how often it happened."""
        counted = f"{key}.chance" if self.gains and f"{key}.chance" in self.gains[0] else key
        return sum(gains[counted] for gains in self.gains) / max(1, len(self.gains))

    def is_likely(self, key: str) -> bool:
        """Return whether this gain is likely enough to mention."""
        return f"{key}.chance" not in self.gains[0] or self.frequency(key) >= MIN_OPPORTUNITY


def collect_gains(ranked: RankedOption, seat: Seat, display: Display) -> OptionGains:
    """Return the gains that an option brings a seat."""
    playouts = [playout for playout in ranked.option.playouts if playout.state is not None]
    return OptionGains(
        ranked, [display.gains_of(playout.state, playout.events, seat) for playout in playouts]
    )


def reasons(ours: OptionGains, other: OptionGains | None, display: Display) -> list[str]:
    """Return why an option is better or worse than another, consistent with the figures shown for both.

    Args:
        ours: The option.
        other: The option to compare with, if any.
        display: The display of the game, in the language of the reader.
    """
    words = advice_words(display.language)
    ranked = ours.ranked
    prior = ranked.option.prior
    is_better = other is None or ranked.sort_key >= other.ranked.sort_key
    texts: list[str] = []
    if other is not None:
        texts = _comparison(ours, other, is_better, display=display)
        if not texts and is_better and COMMON_PRIOR > prior > other.ranked.option.prior:
            texts.append(words.text("likelier", {"n": round(100 * prior)}))
    # The choices of others explain little: they come last, and rare ones only where there is no reason, or several.
    if len(texts) < MAX_REASONS:
        if is_better and prior >= COMMON_PRIOR:
            texts.append(words.text("common", {"n": round(100 * prior)}))
        elif not is_better and prior <= RARE_PRIOR and len(texts) != 1:
            texts.append(words.text("rare", {"n": round(100 * prior)}))
    return texts or [words.text("close")]


def _comparison(ours: OptionGains, other: OptionGains, is_better: bool, *, display: Display) -> list[str]:
    """Return the differences in gains and points, or that the difference comes later."""
    words = advice_words(display.language)
    ranked = ours.ranked
    texts = list(_differences(ours, other, is_better, display=display))[:MAX_REASONS]
    points = ranked.score - other.ranked.score
    if abs(points) >= MIN_SCORE_GAP and (points > 0) == is_better:
        key = "more_points" if points > 0 else "fewer_points"
        text = words.text(key, amount(abs(points), False, display.language))
        # Where only points count, they are the first reason.
        texts = [text, *texts][:MAX_REASONS] if ranked.by_points else [*texts, text][:MAX_REASONS]
    if not texts and abs(ranked.figures[0] - other.ranked.figures[0]) > SIMILAR_PERCENT:
        texts.append(words.text("later.better" if is_better else "later.worse"))
    return texts


def _differences(
    ours: OptionGains, other: OptionGains, is_better: bool, *, display: Display
) -> Iterator[str]:
    """Yield the significant differences that agree with the order of the options, most valuable first."""
    differences: list[tuple[float, str, float, bool]] = []
    pairs = list(zip(ours.gains, other.gains, strict=False))
    for key, points in display.gains.items():
        gap, error = mean_and_error([mine[key] - theirs[key] for mine, theirs in pairs])
        value = abs(gap * points)
        is_large = value >= MIN_VALUE and (abs(gap) >= MIN_COUNT_GAP or value >= MIN_VALUE_GAP)
        if is_large and abs(gap) > SIGNIFICANT_Z * error and (gap * points > 0) == is_better:
            differences.append((value, key, gap, not error and gap == int(gap)))
    for _, key, gap, is_exact in sorted(differences, reverse=True):
        if ours.is_likely(key):
            facts = amount(abs(gap), is_exact, display.language)
            facts["percent"] = round(100 * ours.frequency(key))
            yield display.reason_text(f"{key}.{'more' if gap > 0 else 'less'}", facts)
