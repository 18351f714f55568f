"""The results of an exam: win shares with their intervals, mistakes and cost per opponent, as rows and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import inf, isinf, log10, sqrt
from typing import Final

from repulse.env.text.exam import ExamGame
from repulse.games import entry_of

Z_95: Final = 1.96


@dataclass(frozen=True)
class ExamRow:
    """The games of a model against one opponent."""

    model: str
    opponent: str
    games: int
    share: float
    """The mean share of the win."""
    interval: float
    """The true share lies within this distance with 95% certainty; deals are independent, games of one deal are not."""
    even: float
    """The share of equals."""
    margin: float
    """The mean distance to the best opponent, in points."""
    mistakes: float
    """The part of all replies that were no legal answer."""
    fallbacks: float
    """The part of all questions that a random bot had to answer."""
    tokens: float
    """Input tokens per question."""
    cost: float
    """Cost per game."""

    def to_data(self) -> dict[str, object]:
        """Return the row as plain JSON data; the rating is None where there is no finite one."""
        rating = None if isinf(self.rating) else round(self.rating, 1)
        return {**asdict(self), "rating": rating}

    @property
    def rating(self) -> float:
        """The rating above the opponent's, on the scale of chess; infinite without a single loss."""
        return rating_gap(self.share, self.even)


def rating_gap(share: float, even: float) -> float:
    """Return the rating of a player above that of equal opponents, from the share of wins.

    Args:
        share: The share of wins.
        even: The share of equals: 1/2 with one opponent, 1/4 with three.
    """
    if share <= 0:
        return -inf
    if share >= 1:
        return inf
    return 400 * log10(share / (1 - share) * (1 - even) / even)


def rows(games: Sequence[ExamGame]) -> list[ExamRow]:
    """Return a row per model and opponent, in the order in which they were first played."""
    groups: dict[tuple[str, str], list[ExamGame]] = {}
    for game in games:
        groups.setdefault((game.model, game.opponent), []).append(game)
    return [_row(group) for group in groups.values()]


def _row(games: Sequence[ExamGame]) -> ExamRow:
    first = games[0]
    questions = sum(game.questions for game in games)
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game.share)
    return ExamRow(
        model=first.model,
        opponent=first.opponent,
        games=len(games),
        share=sum(game.share for game in games) / len(games),
        interval=_interval([sum(shares) / len(shares) for shares in by_deal.values()]),
        even=1 / entry_of(first.game).game.player_count(first.options),
        margin=sum(game.score - game.best_score for game in games) / len(games),
        mistakes=sum(game.mistakes for game in games) / max(1, sum(game.replies for game in games)),
        fallbacks=sum(game.fallbacks for game in games) / max(1, questions),
        tokens=sum(game.input_tokens for game in games) / max(1, questions),
        cost=sum(game.cost for game in games) / len(games),
    )


def _interval(means: Sequence[float]) -> float:
    """Return the half width of the 95% interval of the mean of independent deals; 1 for a single deal.

    Where nothing or everything was won, the rule of three: what did not happen in n deals happens in at most 3 of n.
    """
    n = len(means)
    if n < 2:
        return 1.0
    mean = sum(means) / n
    if mean in (0.0, 1.0):
        return min(1.0, 3 / n)
    variance = sum((value - mean) ** 2 for value in means) / (n - 1)
    return Z_95 * sqrt(variance / n)


def markdown(table: Sequence[ExamRow]) -> str:
    """Return the rows as a table in Markdown."""
    lines = [
        (
            "| model | against | games | wins (95% interval) | rating above it | margin | illegal replies "
            "| given up | input tokens per question | cost per game |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.model} | {row.opponent} | {row.games} | {row.share:.0%} ± {row.interval:.0%} (even is {row.even:.0%}) "
        f"| {_signed(row.rating)} | {row.margin:+.1f} VP | {row.mistakes:.1%} | {row.fallbacks:.1%} "
        f"| {row.tokens:.0f} | {f'{row.cost:.4f}' if row.cost else '-'} |"
        for row in table
    ]
    return "\n".join(lines)


def _signed(rating: float) -> str:
    return ("above all" if rating > 0 else "below all") if isinf(rating) else f"{rating:+.0f}"
