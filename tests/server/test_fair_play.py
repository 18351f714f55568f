"""Ratings count results between plausibly different people who played themselves (docs/play/ratings.md)."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.server.lobbies import open_lobby
from tests.server.test_identity import QUICK, count, finish, rating_of, somebody, table_of

from repulse.server.db.tables import PEOPLE, RATINGS, SEAT_CLAIMS
from repulse.server.http.connections import admit
from repulse.server.people.credentials import token_hash
from repulse.server.people.fair_play import (
    ANY_SOURCE,
    MAX_PAIR_GAMES,
    MAX_SOURCES,
    MIN_AGE_S,
    MIN_GAMES,
    SeatFacts,
    add_source,
    counts,
    source_mark,
)
from repulse.server.people.registry import Person
from repulse.server.people.results import results_of, settle
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.session import RoomSession
from repulse.table.wire.commands import Answer, Leave, Undo
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat

WIN = [40, 20]
HOME, ELSEWHERE, THIRD = "192.0.2.1", "198.51.100.7", "203.0.113.3"


async def play(
    lobby: Lobby, people: list[Person], addresses: list[str], scores: list[int] = WIN
) -> RoomSession:
    """A finished game of people at these addresses, not settled yet."""
    session = await table_of(lobby, people, 0)
    for seat, address in zip(session.room.seats, addresses, strict=True):
        await lobby.people.note_source(session.room.id, seat.owner, address)
    lobby.game_over.subscribers.clear()
    finish(session, scores)
    return session


async def establish(lobby: Lobby, person: Person, rating: float = 1500.0) -> None:
    """Let somebody be no newcomer."""
    async with lobby.storage.writing() as connection:
        created = time.time() - MIN_AGE_S - 1
        await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(created=created))
        row = {"mean": rating, "spread": 60.0, "games": MIN_GAMES, "at": 0.0}
        key = {"who": person.id, "game": "galaxy", "mode": "base"}
        await connection.execute(RATINGS.insert().values(**key, **row))


async def test_people_at_different_addresses_are_rated(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        session = await play(lobby, [ann, bob], [HOME, ELSEWHERE])
        assert await settle(lobby.storage, session.room)
        assert await rating_of(lobby, ann) > 1500 > await rating_of(lobby, bob)


async def test_seats_used_from_one_address_are_not_rated(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        session = await play(lobby, [ann, bob], [HOME, HOME])
        assert not await settle(lobby.storage, session.room)
        assert await count(lobby, RATINGS) == [0]
        assert [result.rated for result in await results_of(lobby.storage, ann.id)] == [False]


async def test_an_address_used_later_in_the_game_counts_too(tmp_path: Path) -> None:
    """To take the seat from elsewhere and then play it at home is of no use."""
    async with open_lobby(tmp_path, QUICK) as lobby:
        ann, ann_key = await somebody(lobby.people, "Ann")
        bob, bob_key = await somebody(lobby.people, "Bob")
        session = await table_of(lobby, [ann, bob], 0)
        for key, address in ((ann_key.key, HOME), (bob_key.key, ELSEWHERE), (bob_key.key, HOME)):
            await admit(lobby, session, key, source=address)
        finish(session, WIN)
        assert not await settle(lobby.storage, session.room)


def test_a_household_neither_gains_nor_loses_and_the_others_are_rated() -> None:
    family = [
        SeatFacts("a", frozenset({"1"})),
        SeatFacts("b", frozenset({"1", "2"})),
        SeatFacts("c", frozenset({"3"})),
    ]
    places = [1, 2, 3]
    rated = {
        (first, other)
        for first in range(3)
        for other in range(3)
        if counts(family, places, first, other=other)
    }
    assert rated == {(2, 0), (2, 1)}


async def test_seats_taken_over_http_are_known_by_their_address(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        seats = [WantedSeat("me"), WantedSeat("open")]
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 2}, seats))
        room = session.room.id
        await lobby.people.hold(ann, room, token_hash(token), from_start=True, source=HOME)
        assert await sources(lobby, room) == [source_mark(room, HOME)]


async def sources(lobby: Lobby, room: str) -> list[str]:
    async with lobby.storage.reading() as connection:
        query = select(SEAT_CLAIMS.c.sources).where(SEAT_CLAIMS.c.room == room)
        return [str(mark) for mark in (await connection.execute(query)).scalars()]


async def test_marks_of_addresses_name_none_and_go_when_the_game_is_over(tmp_path: Path) -> None:
    marks = {source_mark("room", f"10.0.{third}.{two}") for third in range(64) for two in range(256)}
    assert len(marks) < 16384
    assert source_mark("room", HOME) != source_mark("moor", HOME)

    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        session = await play(lobby, [ann, bob], [HOME, ELSEWHERE])
        kept = await sources(lobby, session.room.id)
        assert all(len(mark) == 4 for mark in kept)
        await settle(lobby.storage, session.room)
        assert await sources(lobby, session.room.id) == ["", ""]


def test_a_seat_used_from_very_many_addresses_may_share_any() -> None:
    kept = ""
    for number in range(MAX_SOURCES + 1):
        kept = add_source(kept, f"{number:04x}")
        assert len(kept) <= 80
    assert kept == ANY_SOURCE == add_source(kept, "ffff")
    assert SeatFacts("a", frozenset({ANY_SOURCE})).shares_source(SeatFacts("b", frozenset({"1"})))


# --- who played ---


async def answer(session: RoomSession, seat: int, chance: random.Random) -> None:
    """Let a person answer."""
    room = session.room
    decision = room.playing.state.decision(seat)
    options = sorted(decision.options)
    words = room.tokens(decision, chance.sample(options, max(decision.least, min(1, decision.most))))
    command = Answer(f"{seat} {room.n}", room.questions[seat].number, words)
    await session.command(room.seats[seat].owner, command)


@pytest.mark.parametrize("leaves", ["at once", "after some undone answers"])
async def test_nobody_gains_by_one_who_left_and_who_left_loses(tmp_path: Path, leaves: str) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        await establish(lobby, ann)
        await establish(lobby, bob)
        session = await table_of(lobby, [ann, bob], 0)
        room, chance = session.room, random.Random(1)
        bobs = room.seats[1].owner
        if leaves == "after some undone answers":
            for number in range(5):
                await answer(session, 1, chance)
                await session.command(bobs, Undo(f"undo {number}"))
        await session.command(bobs, Leave("away", "random"))
        while not room.seating.helped:
            if room.pending.is_asked(0):
                await answer(session, 0, chance)
            await asyncio.sleep(0.01)
        assert room.history.bot_share(1) == 1.0
        finish(session, WIN)
        assert await settle(lobby.storage, room)
        assert (await rating_of(lobby, ann), await rating_of(lobby, bob) < 1500) == (1500, True)
        assert [result.rated for result in await results_of(lobby.storage, ann.id)] == [False]


def test_one_for_whom_a_bot_played_little_counts() -> None:
    places = [1, 2]
    absent, present = SeatFacts("b", is_absent=True), SeatFacts("b")
    assert not counts([SeatFacts("a"), absent], places, 0, other=1)
    assert counts([SeatFacts("a"), present], places, 0, other=1)
    # To lose against a bot in somebody's seat counts, or a host could put one there.
    assert counts([SeatFacts("a"), absent], [2, 1], 0, other=1)


# --- who is known ---


async def test_newcomers_do_not_move_those_who_are_known(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        await establish(lobby, ann)
        session = await play(lobby, [ann, bob], [HOME, ELSEWHERE])
        assert await settle(lobby.storage, session.room)
        assert (await rating_of(lobby, ann), await rating_of(lobby, bob) < 1500) == (1500, True)


async def test_two_people_are_rated_against_each_other_three_times_a_day(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        for number in range(MAX_PAIR_GAMES + 2):
            session = await play(lobby, [ann, bob], [HOME, ELSEWHERE])
            assert await settle(lobby.storage, session.room) == (number < MAX_PAIR_GAMES)
        (rating,) = (await lobby.people.profile(ann.id)).ratings
        assert rating.games == MAX_PAIR_GAMES


@pytest.mark.parametrize("where", ["one address", "many addresses"])
async def test_new_identities_that_leave_at_once_raise_nobody(tmp_path: Path, where: str) -> None:
    """Return the actions of an attacker: win against identities made for that, whose seats a bot called random plays."""
    async with open_lobby(tmp_path, QUICK) as lobby:
        main, _ = await somebody(lobby.people, "Main")
        await establish(lobby, main)
        for number in range(3):
            other, _ = await somebody(lobby.people, f"Other {number}")
            seats = [WantedSeat("me"), WantedSeat("open")]
            room_request = CreateRoom("galaxy", {"game": "base", "players": 2}, seats)
            session, _, host = await lobby.create(room_request, HOME)
            _, token = await lobby.join(session, Join(), HOME)
            for person, owner_token, far in ((main, host, HOME), (other, token, f"198.51.100.{number}")):
                address = HOME if where == "one address" else far
                held = token_hash(owner_token)
                await lobby.people.hold(person, session.room.id, held, from_start=True, source=address)
            await session.start()
            await session.command(token_hash(token), Leave("away", "random"))
            chance = random.Random(number)
            while not session.room.seating.helped:
                if session.room.pending.is_asked(0):
                    await answer(session, 0, chance)
                await asyncio.sleep(0.01)
            finish(session, WIN)
            await settle(lobby.storage, session.room)
        assert await rating_of(lobby, main) <= 1500
