"""The command `league`: bots against each other on mirrored deals, with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from repulse.arena.league.chart import league_chart
from repulse.arena.league.page import league_page
from repulse.arena.league.plan import Pairing, division_for, pairings, read_plan
from repulse.arena.league.results import Results, missing, play_missing
from repulse.arena.league.standings import Standing, standings
from repulse.bots import bot_names
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.files import write_atomically


def plan_of(
    file: Path | None, *, game: str, options: Data, bots: list[str], deals: int, seed: int | None
) -> tuple[list[Pairing], int]:
    """Return the matches and the first seed: of a plan, or of one game with its options."""
    if file is not None:
        plan, planned_seed = read_plan(file)
        return plan, planned_seed if seed is None else seed
    return pairings(division_for(game, options), bots or bot_names(game), deals), seed or 0


def run_league(
    plan: Sequence[Pairing],
    seed: int,
    *,
    results: Path | None,
    workers: int,
    timeout: float | None,
    cluster: str = "",
) -> list[Standing]:
    """Play the missing games and return the standings; finished games are kept if it is interrupted.

    Raises:
        RepulseError: No game is finished yet.
    """
    played = Results(results)
    with progress_bar("Playing", len(missing(played, plan, seed))) as more:
        for _ in play_missing(played, plan, seed, workers=workers, seconds=timeout, cluster=cluster):
            more(1)
    table = standings(played, plan, seed)
    if not table:
        raise RepulseError("No game of the league is finished yet.")
    return table


def show_league(table: Sequence[Standing], screen: Screen) -> None:
    """Show the standings as tables."""
    for standing in table:
        screen.say(standing.table.title, QUESTION)
        screen.table(
            ("bot", "rating", "95% interval", "games"),
            [
                (rating.bot, f"{rating.rating:.0f}", f"± {rating.reach:.0f}", str(rating.games))
                for rating in standing.ratings
            ],
        )
        screen.say()
        others = standing.table.players - 1
        screen.table(
            ("bot", "against", "wins", "95% interval", "even", "games"),
            [
                (
                    share.pairing.first,
                    share.pairing.other if others == 1 else f"{others} x {share.pairing.other}",
                    f"{share.share:.1%}",
                    f"± {share.reach:.1%}",
                    f"{share.even:.0%}",
                    str(share.games),
                )
                for share in standing.shares
            ],
            left=2,
        )
        screen.say()
    screen.say("Ratings: with 400 points more, a bot wins ten of eleven games for two players.", QUIET)


def write_league(table: Sequence[Standing], *, chart: Path | None, page: Path | None, command: str) -> None:
    """Write the requested files."""
    if chart is not None:
        write_atomically(chart, league_chart(table))
    if page is not None:
        is_beside = chart is not None and chart.parent == page.parent
        write_atomically(page, league_page(table, command, chart.name if is_beside and chart else ""))
