"""The standings of a league as a picture: each rating a dot, with its interval as a line."""

from __future__ import annotations

from collections.abc import Sequence

from repulse.arena.league.standings import Rating, Standing
from repulse.charts import Chart, Dot, Panel, dot_chart


def league_chart(standings: Sequence[Standing]) -> Chart:
    """Draw one panel for each table, all on the same scale."""
    panels = [
        Panel(standing.table.title, [_dot(rating) for rating in standing.ratings]) for standing in standings
    ]
    return dot_chart(panels, "Ratings of the league", format_value=lambda value: f"{value:.0f}")


def _dot(rating: Rating) -> Dot:
    mean, reach = rating.rating, rating.reach
    return Dot(rating.bot, mean, mean - reach, mean + reach, f"{mean:.0f} ± {reach:.0f}")
