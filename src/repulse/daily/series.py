"""Series: the standard one, and those that somebody writes into a file.

    name = "tuesday-club"
    title = "Tuesday Club"

    [[deal]]
    day = "2026-12-01"
    game = "galaxy"
    mode = "invasion"
    players = 3
    rivals = ["expert", "sensible"]
    seed = "4711"
    seat = 1

Only `day`, `game` and `rivals` are required in a deal. A game with one mode needs none; fewer rivals than seats are repeated; seed
and seat follow from the id of the deal where they are missing. `options` adds further options of the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from repulse.daily.deals import (
    STANDARD,
    Deal,
    DealError,
    deal_id,
    deal_of,
    deals_of,
    fill_rivals,
    make_deal,
    mode_options,
    parse_day,
    seed_of,
)
from repulse.engine.contract import RepulseError
from repulse.engine.random import parse_seed
from repulse.games import game_named

MAX_DEALS: Final = 5000
MAX_CHARS: Final = 1_000_000

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,19}")
_KEYS: Final = {"day", "game", "mode", "players", "rivals", "seed", "seat", "options"}


@dataclass(frozen=True)
class Series:
    """Deals by day: those of the standard series, or those of a file."""

    name: str = STANDARD
    title: str = ""
    deals: dict[str, Deal] = field(default_factory=dict)
    """The deals of a file, by id."""

    def on(self, day: date) -> list[Deal]:
        """Return the deals of a day."""
        if self.name == STANDARD:
            return deals_of(day)
        return [deal for deal in self.deals.values() if deal.day == day]

    def find(self, ident: str) -> Deal:
        """Return the deal with an id.

        Raises:
            DealError: There is no such deal.
        """
        if self.name != STANDARD:
            if ident not in self.deals:
                raise DealError(f"There is no deal {ident[:80]!r} in the series {self.name!r}.")
            return self.deals[ident]
        parts = ident.split("/")
        if len(parts) != 3:
            raise DealError(f"The id of a deal is as in 2026-11-19/galaxy/invasion, not {ident[:80]!r}.")
        return deal_of(parse_day(parts[0]), parts[1], parts[2])

    def days(self) -> list[date]:
        """Return the days that have deals, in order; empty for the standard series, which has one for every day."""
        return sorted({deal.day for deal in self.deals.values()})


def read_series(text: str) -> Series:
    """Return the series that a text describes (TOML; see the top of this module).

    Raises:
        DealError: The text is no series; the message names the deal and what is wrong with it.
    """
    if len(text) > MAX_CHARS:
        raise DealError(f"A series has at most {MAX_CHARS} characters.")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DealError(f"The series is not TOML: {error}.") from None
    name, rows = data.get("name"), data.get("deal")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise DealError("A series needs a name of small letters, digits and hyphens, such as tuesday-club.")
    if not isinstance(rows, list) or not 0 < len(rows) <= MAX_DEALS:
        raise DealError(f"A series has 1 to {MAX_DEALS} deals, each under [[deal]].")
    return Series(name, str(data.get("title", name))[:80], _by_id(name, rows))


def _by_id(series: str, rows: Iterable[Any]) -> dict[str, Deal]:
    deals: dict[str, Deal] = {}
    for number, row in enumerate(rows, 1):
        try:
            deal = _read_deal(series, row)
        except (RepulseError, TypeError, ValueError, KeyError) as error:
            raise DealError(f"Deal {number} of the series: {_reason(error)}") from None
        if deal.id in deals:
            raise DealError(f"Deal {number} of the series: there are two deals {deal.id}.")
        deals[deal.id] = deal
    return deals


def _reason(error: Exception) -> str:
    return f"{error.args[0]!r} is missing." if isinstance(error, KeyError) else str(error)


def _read_deal(series: str, row: Any) -> Deal:
    if not isinstance(row, dict) or (unknown := sorted(set(row) - _KEYS)):
        raise DealError(f"the keys of a deal are {', '.join(sorted(_KEYS))}, not {', '.join(unknown)}.")
    day, game = parse_day(str(row["day"])), str(row["game"])
    modes = game_named(game).modes()
    mode = str(row.get("mode", modes[0].name))
    rivals = row["rivals"]
    if not isinstance(rivals, list) or not rivals or not all(isinstance(rival, str) for rival in rivals):
        raise DealError("rivals are a list of at least one bot.")
    players = row.get("players", len(rivals) + 1)
    if not isinstance(players, int) or players <= len(rivals):
        raise DealError(f"{len(rivals)} rivals and you are more than {players!r} players.")
    seed = parse_seed(str(row["seed"])) if "seed" in row else seed_of(deal_id(day, game, mode, series=series))
    seat = row.get("seat", seed % players)
    if not isinstance(seat, int):
        raise DealError(f"a seat is a number from 0, not {seat!r}.")
    return make_deal(
        day,
        game,
        {**mode_options(game, mode), **row.get("options", {})},
        seed=seed,
        seat=seat,
        rivals=fill_rivals(rivals, players),
        series=series,
    )


@dataclass(frozen=True)
class Calendar:
    """The deals of several series together."""

    series: tuple[Series, ...] = (Series(),)

    def on(self, day: date) -> list[Deal]:
        """Return the deals of a day, series by series."""
        return [deal for series in self.series for deal in series.on(day)]

    def find(self, ident: str) -> Deal:
        """Return the deal with an id.

        Raises:
            DealError: There is no such deal.
        """
        prefix = ident.partition("/")[0]
        for series in self.series:
            if series.name and series.name == prefix:
                return series.find(ident)
        return next((series for series in self.series if series.name == STANDARD), Series()).find(ident)

    def title_of(self, deal: Deal) -> str:
        """Return the title of the series of a deal; empty for the standard one."""
        return next((series.title for series in self.series if series.name == deal.series), "")
