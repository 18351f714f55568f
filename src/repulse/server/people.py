"""People who keep an identity: a name, a face, and the seats, results and ratings that are theirs on all their devices.

Nobody needs one to play. An identity is proved by a key, of which only the hash is kept: each device has one of its own,
got with the key of the private link. Wherever the token of a seat is asked for, the key of a device does as well.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from repulse.arena.standings import SURE
from repulse.server.identity import KeyInfo, PersonWish, Profile, RatingInfo, SignedIn
from repulse.server.limits import Counted, limit_hit
from repulse.server.storage import Storage
from repulse.server.tables import HELD, KEYS, PEOPLE, RATINGS, RESULTS
from repulse.server.tokens import checked_face, new_token, token_hash
from repulse.table.names import person_name
from repulse.table.room import Refusal, Room

_LOG: Final = logging.getLogger("repulse.server")

AT_ONCE: Final = 50
"""Identities that are removed at a time, lest others wait."""

PREFIX: Final = "me-"
"""What keys begin with, so that nothing else is looked up among them."""

USED_SECONDS: Final = 86400.0
"""The time when a key was last used is kept to this precision."""


@dataclass(frozen=True)
class Person:
    """Somebody with an identity, and the hash of the key that proved it."""

    id: str
    key: str
    kind: str


class People:
    """The identities that are kept."""

    def __init__(self, storage: Storage, may: Callable[[Counted, str], Awaitable[bool]]) -> None:
        """`may` says whether an address may do once more what a limit counts."""
        self.storage = storage
        self.may = may

    # --- who it is ---

    async def create(self, wish: PersonWish, source: str) -> SignedIn:
        """A new identity, signed in on the device that asks for it."""
        name, face = person_name(wish.name), checked_face(wish.face)
        if not await self.may("people_a_minute", source):
            limit_hit("people_a_minute", source)
            raise Refusal(
                "too-many-requests", "Many identities come from your address. Please wait a little."
            )
        person = secrets.token_hex(10)
        key, link = PREFIX + new_token(), PREFIX + new_token()
        now = time.time()
        async with self.storage.writing() as connection:
            row = {"id": person, "created": now, "name": name, "face": face, "listed": wish.listed}
            await connection.execute(insert(PEOPLE), row)
            await connection.execute(
                insert(KEYS), [_key_row(key, person, "device"), _key_row(link, person, "link")]
            )
        return SignedIn(key, link, await self.profile(person))

    async def find(self, token: str, source: str = "") -> Person | None:
        """Whose key this is; None if it is no key of anybody."""
        if not token.startswith(PREFIX):
            return None
        hashed = token_hash(token)
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(KEYS).where(KEYS.c.hash == hashed))).mappings().first()
        if row is None:
            if source and not await self.may("wrong_keys_a_minute", source):
                limit_hit("wrong_keys_a_minute", source)
                raise Refusal("too-many-requests", "Too many wrong keys. Please wait a little.")
            return None
        if time.time() - row["used"] > USED_SECONDS:
            async with self.storage.writing() as connection:
                change = update(KEYS).where(KEYS.c.hash == hashed).values(used=time.time())
                await connection.execute(change)
        return Person(row["person"], hashed, row["kind"])

    async def need(self, token: str, source: str, kind: Literal["device", "link"] = "device") -> Person:
        """Whose key this is; Refusal if it is nobody's, or not of the kind that is needed."""
        person = await self.find(token, source)
        if person is None or person.kind != kind:
            raise Refusal("bad-token", "This key opens nothing (any more).")
        return person

    async def sign_in(self, link: Person) -> SignedIn:
        """A key for one more device, for one who has the link."""
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
        """Another private link in place of the last."""
        link = PREFIX + new_token()
        async with self.storage.writing() as connection:
            await connection.execute(delete(KEYS).where(KEYS.c.person == person.id, KEYS.c.kind == "link"))
            await connection.execute(insert(KEYS), _key_row(link, person.id, "link"))
        return link

    async def change(self, person: Person, wish: PersonWish) -> None:
        """Another name or face; it does not change those at tables that were joined before."""
        values = {"name": person_name(wish.name), "face": checked_face(wish.face), "listed": wish.listed}
        async with self.storage.writing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values))

    async def remove(self, person: Person) -> None:
        """Forget everything about somebody."""
        async with self.storage.writing() as connection:
            await _forget(connection, [person.id])

    async def remove_unused(self, days: float) -> int:
        """Forget everything about those who did nothing for so long: no key used, no seat taken, no game ended. How many.

        Their seats can still be played with the tokens that devices may have; rooms are kept as long as others.
        """
        before = time.time() - 86400 * days
        since = (
            exists().where(KEYS.c.person == PEOPLE.c.id, KEYS.c.used >= before),
            exists().where(HELD.c.person == PEOPLE.c.id, HELD.c.at >= before),
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
        """What a person may know of their identity."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(select(PEOPLE).where(PEOPLE.c.id == person))).mappings().one()
            devices = select(func.count()).where(KEYS.c.person == person, KEYS.c.kind == "device")
            tables = select(func.count()).where(HELD.c.person == person)
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
                        each["game"],
                        each["mode"],
                        round(each["mean"]),
                        round(SURE * each["spread"]),
                        each["games"],
                    )
                    for each in (await connection.execute(rated)).mappings()
                ],
            )

    async def keys(self, person: Person) -> list[KeyInfo]:
        """The keys of a person, without the keys themselves."""
        async with self.storage.reading() as connection:
            query = select(KEYS).where(KEYS.c.person == person.id).order_by(KEYS.c.created)
            rows = (await connection.execute(query)).mappings()
            return [KeyInfo(row["kind"], row["created"], row["used"]) for row in rows]

    # --- seats ---

    async def hold(self, person: Person, room: str, holder: str, from_start: bool) -> bool:
        """A seat belongs to a person from now on; False if it is somebody's already."""
        async with self.storage.writing() as connection:
            taken = select(HELD.c.person).where(HELD.c.room == room, HELD.c.holder == holder)
            if (await connection.execute(taken)).first() is not None:
                return False
            row = {
                "room": room,
                "holder": holder,
                "person": person.id,
                "at": time.time(),
                "from_start": from_start,
                "helped": False,
            }
            await connection.execute(insert(HELD), row)
        return True

    async def note_help(self, room: str, holder: str) -> None:
        """Whoever has this seat was given a hint: that must not raise a rating (`results.py`)."""
        mine = (HELD.c.room == room) & (HELD.c.holder == holder) & ~HELD.c.helped
        async with self.storage.writing() as connection:
            await connection.execute(update(HELD).where(mine).values(helped=True))

    async def let_go(self, person: Person, room: str) -> None:
        """The seats in a room are nobody's any more; results stay."""
        async with self.storage.writing() as connection:
            await connection.execute(delete(HELD).where(HELD.c.room == room, HELD.c.person == person.id))

    async def follow(self, room: str, after: str) -> None:
        """The same people hold the same seats in the room of a rematch."""
        async with self.storage.writing() as connection:
            rows = (await connection.execute(select(HELD).where(HELD.c.room == room))).mappings().all()
            new = {"room": after, "at": time.time(), "from_start": True, "helped": False}
            if rows:
                await connection.execute(insert(HELD), [dict(row) | new for row in rows])

    async def holder_in(self, room: Room, token: str, source: str = "") -> str:
        """The hash of the token of the seat that somebody shows a token or a key for."""
        holder = token_hash(token)
        if room.is_known(holder):
            return holder
        person = await self.find(token, source)
        if person is not None and person.kind == "device":
            for _, mine in await self.seats(person.id, [room.room]):
                if room.is_known(mine):
                    return mine
        return holder

    async def seats(self, person: str, rooms: Sequence[str] | None = None) -> list[tuple[str, str]]:
        """The rooms of a person, the latest first, each with the hash of the token of the seat."""
        query = select(HELD.c.room, HELD.c.holder).where(HELD.c.person == person).order_by(HELD.c.at.desc())
        if rooms is not None:
            query = query.where(HELD.c.room.in_(rooms))
        async with self.storage.reading() as connection:
            return [(str(row.room), str(row.holder)) for row in await connection.execute(query)]


async def _forget(connection: AsyncConnection, people: Sequence[str]) -> None:
    for column in (KEYS.c.person, HELD.c.person, RESULTS.c.person, RATINGS.c.who, PEOPLE.c.id):
        await connection.execute(delete(column.table).where(column.in_(people)))


def _key_row(key: str, person: str, kind: Literal["device", "link"]) -> dict[str, object]:
    now = time.time()
    return {"hash": token_hash(key), "person": person, "kind": kind, "created": now, "used": now}
