"""The standings of a league as a page of text (Markdown)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from repulse.arena.league.standings import PairTally, Standing

_INTRODUCTION: Final = (
    "Made by `{command}`, which goes on with an interrupted league and plays only what is missing. Each deal is played "
    "once from every seat. Intervals are those of 95 %. Even is what a bot as strong as the others would win. *Ahead of* "
    "says of how many of the others it was ahead, where 50 % is even at every table; *points*, how far it was ahead of the best "
    "of them. Ratings are on the scale of chess, with *sensible* at 1500; at tables of more than two, chance takes a larger part in who wins, so "
    "that they lie closer together."
)


def league_page(standings: Sequence[Standing], command: str, picture: str = "") -> str:
    """Return a page with a table of ratings and one of matches per division of the league."""
    lines = ["# League", "", _INTRODUCTION.format(command=command), ""]
    if picture:
        lines += [f"![Ratings]({picture})", ""]
    for standing in standings:
        lines += [f"## {standing.table.title}", "", "| bot | rating | games |", "|---|---|---|"]
        lines += [
            f"| {rating.bot} | {rating.rating:.0f} ± {rating.reach:.0f} | {rating.games} |"
            for rating in standing.ratings
        ]
        lines += [
            "",
            "| one | against | wins | even | ahead of | games | points |",
            "|---|---|---|---|---|---|---|",
        ]
        lines += [_match(share) for share in standing.shares]
        lines.append("")
    return "\n".join(lines)


def _match(share: PairTally) -> str:
    others = share.pairing.table.players - 1
    against = share.pairing.other if others == 1 else f"{others} x {share.pairing.other}"
    return (
        f"| {share.pairing.first} | {against} | {share.share:.1%} ± {share.reach:.1%} | {share.even:.0%} "
        f"| {share.ahead:.0%} | {share.games} | {share.margin:+.1f} |"
    )
