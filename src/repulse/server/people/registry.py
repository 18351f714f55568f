"""People with an identity: a name, an avatar, and seats, results and ratings on all their devices.

An identity is optional. It is proved by a key, of which only the hash is stored: each device has its own, obtained with the
key of the private link. The key of a device is accepted in place of the token of a seat.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.arena.scoreboard import Z_95
from repulse.server import steady_time
from repulse.server.db.storage import Storage, StorageError
from repulse.server.db.tables import DEAL_TRIES, KEYS, PEOPLE, RATINGS, RESULTS, SEAT_CLAIMS
from repulse.server.guard.limits import log_limit
from repulse.server.guard.quotas import Counted
from repulse.server.people.credentials import new_token, token_hash
from repulse.server.people.fair_play import add_source, source_mark
from repulse.server.people.identity import KeyInfo, PersonWish, Profile, RatingInfo, SignedIn
from repulse.table.names import check_avatar, person_name
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 50
"""Batch size of the removal of identities, so that it does not block players."""

PREFIX: Final = "me-"
"""The prefix of keys, so that other tokens are not looked up."""

MAX_NOTED: Final = 20_000

USED_SECONDS: Final = 86400.0
"""The time of the last use of a key is stored with this precision."""


@dataclass(frozen=True)
class Person:
    """Somebody with an identity, and the hash of the key that proved it."""

    id: str
    key: str
    kind: str


class People:
    """The stored identities."""

    def __init__(self, storage: Storage, may: Callable[[Counted, str], Awaitable[bool]]) -> None:
        """Prepare the registry; `may` counts an action of an address against a limit."""
        self.storage = storage
        self.may = may
        self._noted: set[tuple[str, str, str]] = set()
        """Rooms, seats and marks of addresses that need not be noted again."""

    # --- who it is ---

    async def create(self, wish: PersonWish, source: str) -> SignedIn:
        """Create an identity, signed in on the requesting device."""
        name, face = person_name(wish.name), check_avatar(wish.face)
        if not await self.may("people_per_minute", source):
            log_limit("people_per_minute", source)
            raise RefusalError(
                RefusalCode.TOO_MANY_REQUESTS,
                "Too many new identities from your address. Please try again shortly.",
            )
        person = secrets.token_hex(10)
        key, link = PREFIX + new_token(), PREFIX + new_token()
        now = steady_time.now()
        async with self.storage.writing() as connection:
            row = {"id": person, "created": now, "name": name, "face": face, "listed": wish.listed}
            await connection.execute(insert(PEOPLE), row)
            await connection.execute(
                insert(KEYS), [_key_row(key, person, "device"), _key_row(link, person, "link")]
            )
        return SignedIn(key, link, await self.profile(person))

    async def find(self, token: str, source: str = "") -> Person | None:
        """Return the person whose key this is; None if it is nobody's."""
        if not token.startswith(PREFIX):
            return None
        hashed = token_hash(token)
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(KEYS).where(KEYS.c.hash == hashed))).mappings().first()
        if row is None:
            if source and not await self.may("wrong_keys_per_minute", source):
                log_limit("wrong_keys_per_minute", source)
                raise RefusalError(
                    RefusalCode.TOO_MANY_REQUESTS, "Too many wrong keys. Please try again shortly."
                )
            return None
        if steady_time.now() - row["used"] > USED_SECONDS:
            async with self.storage.writing() as connection:
                change = update(KEYS).where(KEYS.c.hash == hashed).values(used=steady_time.now())
                await connection.execute(change)
        return Person(row["person"], hashed, row["kind"])

    async def need(self, token: str, source: str, kind: Literal["device", "link"] = "device") -> Person:
        """Return the person whose key this is.

        Raises:
            RefusalError: It is nobody's, or not of the required kind.
        """
        person = await self.find(token, source)
        if person is None or person.kind != kind:
            raise RefusalError(RefusalCode.BAD_TOKEN, "This key is invalid or has been revoked.")
        return person

    async def sign_in(self, link: Person) -> SignedIn:
        """Create a key for another device, for the holder of the link."""
        key = PREFIX + new_token()
        async with self.storage.writing() as connection:
            await connection.execute(insert(KEYS), _key_row(key, link.id, "device"))
        return SignedIn(key, "", await self.profile(link.id))

    async def sign_out(self, person: Person, everywhere: bool) -> None:
        """Forget the key of a device, or of all other devices."""
        mine = KEYS.c.hash == person.key
        gone = (KEYS.c.person == person.id) & (KEYS.c.kind == "device") & ~mine if everywhere else mine
        async with self.storage.writing() as connection:
            await connection.execute(delete(KEYS).where(gone))

    async def new_link(self, person: Person) -> str:
        """Replace the private link."""
        link = PREFIX + new_token()
        async with self.storage.writing() as connection:
            await connection.execute(delete(KEYS).where(KEYS.c.person == person.id, KEYS.c.kind == "link"))
            await connection.execute(insert(KEYS), _key_row(link, person.id, "link"))
        return link

    async def change(self, person: Person, wish: PersonWish) -> None:
        """Change name or avatar; rooms that were joined before keep the old ones."""
        values = {"name": person_name(wish.name), "face": check_avatar(wish.face), "listed": wish.listed}
        async with self.storage.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))

    async def remove(self, person: Person) -> None:
        """Forget everything about somebody."""
        async with self.storage.writing() as connection:
            await _forget(connection, [person.id])

    async def remove_unused(self, days: float) -> int:
        """Forget everyone who did nothing for `days`: no key used, no seat taken, no game ended; return their number.

        Their seats can still be played with the tokens that devices may have; rooms are kept as long as others.
        """
        before = steady_time.now() - 86400 * days
        since = (
            exists().where(KEYS.c.person == PEOPLE.c.id, KEYS.c.used >= before),
            exists().where(SEAT_CLAIMS.c.person == PEOPLE.c.id, SEAT_CLAIMS.c.at >= before),
            exists().where(RESULTS.c.person == PEOPLE.c.id, RESULTS.c.at >= before),
        )
        async with self.storage.writing() as connection:
            query = select(PEOPLE.c.id).where(PEOPLE.c.created < before, ~or_(*since)).limit(AT_ONCE)
            unused = [str(person) for person in (await connection.execute(query)).scalars()]
            if unused:
                await _forget(connection, unused)
        if unused:
            _LOG.info("%d unused identities removed", len(unused))
        return len(unused)

    async def profile(self, person: str) -> Profile:
        """Return the profile of a person."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(PEOPLE).where(PEOPLE.c.id == person))).mappings().one()
            devices = select(func.count()).where(KEYS.c.person == person, KEYS.c.kind == "device")
            tables = select(func.count()).where(SEAT_CLAIMS.c.person == person)
            rated = select(RATINGS).where(RATINGS.c.who == person).order_by(RATINGS.c.games.desc())
            return Profile(
                row["name"],
                row["face"],
                row["listed"],
                row["created"],
                int((await connection.execute(devices)).scalar() or 0),
                int((await connection.execute(tables)).scalar() or 0),
                [
                    RatingInfo(
                        rating["game"],
                        rating["mode"],
                        round(rating["mean"]),
                        round(Z_95 * rating["spread"]),
                        rating["games"],
                    )
                    for rating in (await connection.execute(rated)).mappings()
                ],
            )

    async def keys(self, person: Person) -> list[KeyInfo]:
        """Return facts about the keys of a person, without the keys themselves."""
        async with self.storage.reading() as connection:
            query = select(KEYS).where(KEYS.c.person == person.id).order_by(KEYS.c.created)
            rows = (await connection.execute(query)).mappings()
            return [KeyInfo(row["kind"], row["created"], row["used"]) for row in rows]

    # --- seats ---

    async def hold(
        self, person: Person, room: str, owner: str, *, from_start: bool, source: str = ""
    ) -> bool:
        """Note that a seat belongs to a person from now on, taken from the address `source`; False if it is somebody's already."""
        self._noted.clear()
        async with self.storage.writing() as connection:
            taken = select(SEAT_CLAIMS.c.person).where(
                SEAT_CLAIMS.c.room == room, SEAT_CLAIMS.c.holder == owner
            )
            if (await connection.execute(taken)).first() is not None:
                return False
            row = {
                "room": room,
                "holder": owner,
                "person": person.id,
                "at": steady_time.now(),
                "from_start": from_start,
                "helped": False,
                "sources": source_mark(room, source) if source else "",
            }
            await connection.execute(insert(SEAT_CLAIMS), row)
        return True

    async def note_source(self, room: str, owner: str, source: str) -> None:
        """Note that a seat of a game that is not over was used from an address, if it is the seat of an identity.

        A database that is away is no reason not to show a game: then it is noted the next time.
        """
        mark = source_mark(room, source)
        if (room, owner, mark) in self._noted:
            return
        mine = (SEAT_CLAIMS.c.room == room) & (SEAT_CLAIMS.c.holder == owner)
        with contextlib.suppress(StorageError):
            async with self.storage.reading() as connection:
                stored = (await connection.execute(select(SEAT_CLAIMS.c.sources).where(mine))).scalar()
            if stored is not None and (marks := add_source(str(stored), mark)) != stored:
                async with self.storage.writing() as connection:
                    await connection.execute(update(SEAT_CLAIMS).where(mine).values(sources=marks))
            if len(self._noted) >= MAX_NOTED:
                self._noted.clear()
            self._noted.add((room, owner, mark))

    async def note_help(self, room: str, owner: str) -> None:
        """Store that a seat was given a hint, which must not raise a rating (`results.py`)."""
        mine = (SEAT_CLAIMS.c.room == room) & (SEAT_CLAIMS.c.holder == owner) & ~SEAT_CLAIMS.c.helped
        async with self.storage.writing() as connection:
            await connection.execute(update(SEAT_CLAIMS).where(mine).values(helped=True))

    async def let_go(self, person: Person, room: str) -> None:
        """Release the seats of a person in a room; results stay."""
        async with self.storage.writing() as connection:
            await connection.execute(
                delete(SEAT_CLAIMS).where(SEAT_CLAIMS.c.room == room, SEAT_CLAIMS.c.person == person.id)
            )

    async def follow(self, room: str, after: str) -> None:
        """Give the same people the same seats in the room of a rematch."""
        async with self.storage.writing() as connection:
            rows = (
                (await connection.execute(select(SEAT_CLAIMS).where(SEAT_CLAIMS.c.room == room)))
                .mappings()
                .all()
            )
            new = {"room": after, "at": steady_time.now(), "from_start": True, "helped": False, "sources": ""}
            if rows:
                await connection.execute(insert(SEAT_CLAIMS), [dict(row) | new for row in rows])

    async def holder_in(self, room: RoomState, token: str, source: str = "") -> str:
        """Return the token hash of the seat that a token or key gives access to."""
        owner = token_hash(token)
        if room.is_known(owner):
            return owner
        person = await self.find(token, source)
        if person is not None and person.kind == "device":
            for _, mine in await self.seats(person.id, [room.id]):
                if room.is_known(mine):
                    return mine
        return owner

    async def seats(self, person: str, rooms: Sequence[str] | None = None) -> list[tuple[str, str]]:
        """Return the rooms of a person, the latest first, each with the token hash of the seat."""
        query = (
            select(SEAT_CLAIMS.c.room, SEAT_CLAIMS.c.holder)
            .where(SEAT_CLAIMS.c.person == person)
            .order_by(SEAT_CLAIMS.c.at.desc())
        )
        if rooms is not None:
            query = query.where(SEAT_CLAIMS.c.room.in_(rooms))
        async with self.storage.reading() as connection:
            return [(str(row.room), str(row.holder)) for row in await connection.execute(query)]


async def _forget(connection: AsyncConnection, people: Sequence[str]) -> None:
    columns = (
        KEYS.c.person,
        SEAT_CLAIMS.c.person,
        RESULTS.c.person,
        DEAL_TRIES.c.person,
        RATINGS.c.who,
        PEOPLE.c.id,
    )
    for column in columns:
        await connection.execute(delete(column.table).where(column.in_(people)))


def _key_row(key: str, person: str, kind: Literal["device", "link"]) -> dict[str, object]:
    now = steady_time.now()
    return {"hash": token_hash(key), "person": person, "kind": kind, "created": now, "used": now}
