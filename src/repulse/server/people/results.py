"""Results of people with an identity, and their effect on ratings.

A game counts for ratings if it ended regularly with a winner, its seed was random, it was no lesson and no deal of the day, it was played without
overlays (which may make another game of it), no move was taken back after something new had been seen (which is possible against bots
alone), and every seat was a bot's or belonged to a different person with an identity before it began. A player who has left, so that a
bot sits in at the end, comes last. `fair_play.py` says which results between its seats count: those between plausibly different people
who played themselves. The ratings of people and bots are kept by game and mode.

Help never raises a rating: a player who had a hint, or a bot that chose an answer in their seat, can lose by the game but not
gain. Were such a game not rated at all, a hint would save those who are about to lose. The same goes for a host who gave the seat of
somebody who was there to a bot; whose seat it was neither gains nor loses. To take an answer back before anything new was
shown is no help.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import RowMapping, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.arena.rating import ANCHOR_BOT, ANCHOR_RATING, Strength, update_ratings
from repulse.arena.scoreboard import Z_95
from repulse.engine.contract import Seat
from repulse.engine.overlays import has_overlays
from repulse.server import steady_time
from repulse.server.db.storage import Storage
from repulse.server.db.tables import PEOPLE, RATINGS, RESULTS, ROOMS, SEAT_CLAIMS
from repulse.server.people.fair_play import SeatFacts, counts, players_of
from repulse.server.people.identity import Ranked, RatingTable, ResultInfo
from repulse.table.room_state import RoomState

AT_ONCE: Final = 50
MAX_RESULTS: Final = 200
MAX_RANKED: Final = 100

BOT: Final = "bot "
"""The prefix of the names of bots among ratings."""

FIRST_GUESS: Final = {"beginner": 1150.0, "casual": 1350.0}
"""Where the league (docs/reference/league.md) found levels to be, to begin with; games here move them."""
GUESSED: Final = 80.0
"""Their standard deviation."""


def places_of(scores: Sequence[int], winners: Sequence[int], away: Sequence[bool]) -> list[int]:
    """Return the place of each seat, 1 for winners; absent players share the last."""
    keys = [
        (not gone, seat in winners, score)
        for seat, (score, gone) in enumerate(zip(scores, away, strict=True))
    ]
    keys = [key if key[0] else (False, False, 0) for key in keys]
    return [1 + sum(other > key for other in keys) for key in keys]


async def settle(storage: Storage, room: RoomState) -> bool:
    """Keep how a game that is over ended for its people, once; return whether it changed the rating of any of them."""
    if room.stage != "over":
        return False
    async with storage.writing() as connection:
        held = (
            (await connection.execute(select(SEAT_CLAIMS).where(SEAT_CLAIMS.c.room == room.id)))
            .mappings()
            .all()
        )
        settled = select(RESULTS.c.seat).where(RESULTS.c.room == room.id)
        before = {int(seat) for seat in (await connection.execute(settled)).scalars()}
        people = {seat: row for row in held if (seat := room.seat_of(row["holder"])) >= 0}
        if not people:
            return False
        end = _end_of(room)
        moved: set[Seat] = set()
        if not before and end.is_real and _may_count(room, people):
            names = [
                str(people[number]["person"]) if number in people else BOT + seat.bot
                for number, seat in enumerate(room.seats)
            ]
            helped = room.seating.helped | {seat for seat, row in people.items() if row["helped"]}
            players = await players_of(connection, room, people, now=steady_time.now())
            moved = await _rate(
                connection,
                room.stored.game,
                room.mode,
                names=names,
                places=end.places,
                helped=helped,
                players=players,
            )
        # They are of no more use.
        await connection.execute(update(SEAT_CLAIMS).where(SEAT_CLAIMS.c.room == room.id).values(sources=""))
        new = [
            {
                "room": room.id,
                "seat": seat,
                "person": row["person"],
                "game": room.stored.game,
                "mode": room.mode,
                "players": len(room.seats),
                "place": end.places[seat],
                "score": end.scores[seat],
                "best": max(end.scores),
                "rated": seat in moved,
                "at": steady_time.now(),
            }
            for seat, row in people.items()
            if seat not in before
        ]
        if new:
            await connection.execute(insert(RESULTS), new)
    return bool(moved)


@dataclass(frozen=True)
class _End:
    """The end of a game."""

    scores: list[int]
    places: list[int]
    is_real: bool
    """Whether it ended regularly, with a winner."""


def _end_of(room: RoomState) -> _End:
    if room.match is None or room.ended:
        scores = [0] * len(room.seats) if room.match is None else room.match.state.scores()
        return _End(scores, [0] * len(room.seats), False)
    away = [
        seat.kind == "person" and bool(seat.bot) and number not in room.seating.replaced
        for number, seat in enumerate(room.seats)
    ]
    scores, winners = room.match.state.scores(), room.match.state.winners()
    return _End(scores, places_of(scores, winners, away), bool(winners))


def _may_count(room: RoomState, people: Mapping[Seat, RowMapping]) -> bool:
    """Return whether a game may count for ratings, as far as that was known when it began."""
    settings = room.stored.settings
    return (
        not settings.chosen_seed
        and not settings.deal
        and not settings.lesson
        and not has_overlays(settings.options)
        and not room.taken_back
        and len({row["person"] for row in people.values()}) == len(people)
        and all(
            seat.kind == "bot" or (number in people and bool(people[number]["from_start"]))
            for number, seat in enumerate(room.seats)
        )
    )


def first_guess(who: str) -> Strength:
    """Return the rating before the first game."""
    bot = who.removeprefix(BOT) if who.startswith(BOT) else ""
    if bot == ANCHOR_BOT:
        return Strength(ANCHOR_RATING, 0.0, fixed=True)
    return Strength(FIRST_GUESS[bot], GUESSED) if bot in FIRST_GUESS else Strength()


async def _rate(
    connection: AsyncConnection,
    game: str,
    mode: str,
    *,
    names: Sequence[str],
    places: Sequence[int],
    helped: Collection[Seat],
    players: Sequence[SeatFacts],
) -> set[Seat]:
    """Update the ratings.

    Returns:
        The people whose result counted for theirs.
    """
    here = (RATINGS.c.game == game) & (RATINGS.c.mode == mode)
    # In one order, so that two games that end at the same time never wait for each other.
    query = select(RATINGS).where(here, RATINGS.c.who.in_(names)).order_by(RATINGS.c.who).with_for_update()
    rows = {str(row["who"]): row for row in (await connection.execute(query)).mappings()}
    before = [_strength(name, rows) for name in names]
    seats = range(len(names))
    moved = {first for first in seats if any(counts(players, places, first, other=other) for other in seats)}
    after = update_ratings(before, places, lambda first, other: counts(players, places, first, other=other))
    for seat, (old, new) in enumerate(zip(before, list(after), strict=True)):
        if seat in helped and new.mean > old.mean:
            after[seat] = old
    for who in sorted({name for seat, name in enumerate(names) if seat in moved or name.startswith(BOT)}):
        # A bot may sit there more than once: its rating then moves by the mean of all.
        mine = [strength for name, strength in zip(names, after, strict=True) if name == who]
        values = {
            "mean": sum(rating.mean for rating in mine) / len(mine),
            "spread": sum(rating.spread for rating in mine) / len(mine),
            "games": (rows[who]["games"] if who in rows else 0) + 1,
            "at": steady_time.now(),
        }
        if who in rows:
            await connection.execute(update(RATINGS).where(here, RATINGS.c.who == who).values(**values))
        else:
            await connection.execute(insert(RATINGS).values(who=who, game=game, mode=mode, **values))
    return {seat for seat in moved if players[seat].person}


def _strength(who: str, rows: dict[str, Any]) -> Strength:
    guess = first_guess(who)
    if guess.fixed or who not in rows:
        return guess
    return Strength(rows[who]["mean"], rows[who]["spread"])


async def unsettled(storage: Storage) -> list[str]:
    """Return finished games whose results are not stored yet."""
    async with storage.reading() as connection:
        query = (
            select(SEAT_CLAIMS.c.room)
            .distinct()
            .join(ROOMS, ROOMS.c.id == SEAT_CLAIMS.c.room)
            .where(
                ROOMS.c.stage == "over",
                ~exists().where(
                    RESULTS.c.room == SEAT_CLAIMS.c.room, RESULTS.c.person == SEAT_CLAIMS.c.person
                ),
            )
            .limit(AT_ONCE)
        )
        return [str(room) for room in (await connection.execute(query)).scalars()]


async def results_of(storage: Storage, person: str) -> list[ResultInfo]:
    """Return the results of a person, the latest first."""
    async with storage.reading() as connection:
        query = (
            select(RESULTS, ROOMS.c.settings)
            .join(ROOMS, ROOMS.c.id == RESULTS.c.room, isouter=True)
            .where(RESULTS.c.person == person)
            .order_by(RESULTS.c.at.desc())
            .limit(MAX_RESULTS)
        )
        rows = (await connection.execute(query)).mappings().all()
    return [
        ResultInfo(
            row["room"],
            json.loads(row["settings"])["name"] if row["settings"] else "",
            row["game"],
            row["mode"],
            row["seat"],
            row["players"],
            row["place"],
            row["score"],
            row["best"],
            row["rated"],
            row["at"],
        )
        for row in rows
    ]


async def rating_table(storage: Storage, game: str, mode: str, *, person: str) -> RatingTable:
    """Return the ratings of a game: bots, listed people and the requester, by the lower bound of the rating."""
    async with storage.reading() as connection:
        query = (
            select(RATINGS, PEOPLE.c.name, PEOPLE.c.face, PEOPLE.c.listed)
            .join(PEOPLE, PEOPLE.c.id == RATINGS.c.who, isouter=True)
            .where(RATINGS.c.game == game, RATINGS.c.mode == mode)
            .order_by((RATINGS.c.mean - Z_95 * RATINGS.c.spread).desc())
        )
        rows = (await connection.execute(query)).mappings().all()
    ranked = [
        Ranked(
            row["name"] or "",
            row["face"] or "",
            row["who"].removeprefix(BOT) if row["who"].startswith(BOT) else "",
            round(row["mean"]),
            round(Z_95 * row["spread"]),
            row["games"],
            row["who"] == person,
        )
        for row in rows
        if row["who"].startswith(BOT) or row["who"] == person or (row["listed"] and row["name"])
    ]
    return RatingTable(game, mode, ranked[:MAX_RANKED])
