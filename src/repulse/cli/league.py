"""The command `league`: bots against each other on mirrored deals, with ratings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from repulse.arena.league.page import league_page
from repulse.arena.league.picture import league_svg
from repulse.arena.league.plan import Pairing, pairings, read_plan, table_of
from repulse.arena.league.results import Results, missing, play_missing
from repulse.arena.league.standings import Standing, standings
from repulse.bots import bot_names
from repulse.cli.progress import progress_bar
from repulse.cli.screen import QUESTION, QUIET, Screen
from repulse.engine.contract import Data, RepulseError
from repulse.files import write_whole


def plan_of(
    plan: Path | None, game: str, options: Data, bots: list[str], deals: int, seed: int | None
) -> tuple[list[Pairing], int]:
    """The matches that were asked for, and the first seed: of a plan, or of one table."""
    if plan is not None:
        wanted, planned = read_plan(plan)
        return wanted, planned if seed is None else seed
    table = table_of(game, options)
    return pairings(table, bots or bot_names(game), deals), seed or 0


def run_league(
    wanted: Sequence[Pairing],
    seed: int,
    results: Path | None,
    workers: int,
    timeout: float | None,
    cluster: str = "",
) -> list[Standing]:
    """Play what is missing; all that was played is kept, whatever stops it."""
    found = Results(results)
    todo = missing(found, wanted, seed)
    with progress_bar("Playing", len(todo)) as more:
        for _ in play_missing(found, wanted, seed, workers, timeout, cluster):
            more(1)
    made = standings(found, wanted, seed)
    if not made:
        raise RepulseError("No game of the league has come to its end yet.")
    return made


def show_league(made: Sequence[Standing], screen: Screen) -> None:
    """The standings as tables."""
    for standing in made:
        screen.say(standing.table.title, QUESTION)
        screen.table(
            ("bot", "rating", "95 % sure", "games"),
            [
                (each.bot, f"{each.rating:.0f}", f"± {each.reach:.0f}", str(each.games))
                for each in standing.ratings
            ],
        )
        screen.say()
        others = standing.table.players - 1
        screen.table(
            ("one", "against", "wins", "95 % sure", "even", "games"),
            [
                (
                    each.pairing.one,
                    each.pairing.other if others == 1 else f"{others} x {each.pairing.other}",
                    f"{each.share:.1%}",
                    f"± {each.reach:.1%}",
                    f"{each.even:.0%}",
                    str(each.games),
                )
                for each in standing.shares
            ],
            left=2,
        )
        screen.say()
    screen.say("Ratings: 400 points more win ten games for one lost at a table for two.", QUIET)


def write_league(made: Sequence[Standing], picture: Path | None, page: Path | None, command: str) -> None:
    """The files that were asked for."""
    if picture is not None:
        write_whole(picture, league_svg(made))
    if page is not None:
        beside = picture is not None and picture.parent == page.parent
        write_whole(page, league_page(made, command, picture.name if beside and picture else ""))
