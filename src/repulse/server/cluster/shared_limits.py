"""Limits that all processes of a cluster share, in the database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from repulse.server.cluster.leases import NOW
from repulse.server.db.storage import Storage

_FILLED: Final = f"least(:most, bucket.level + greatest(0, {NOW} - bucket.at) * :a_second)"
"""The level of a bucket now; a clock that was set back takes nothing away."""
_TAKE: Final = text(
    f"insert into bucket (limit_name, source, level, at) values (:name, :source, :most - 1, {NOW}) "
    f"on conflict (limit_name, source) do update set level = {_FILLED} - 1, at = {NOW} "
    f"where {_FILLED} >= 1 returning level"
)
_CREATED: Final = text(
    "select count(*) from creator join room on room.id = creator.room "
    "where creator.source = :source and room.stage <> 'over'"
)
_NOTE: Final = text("insert into creator (room, source) values (:room, :source) on conflict do nothing")
_TIDY: Final = (
    # A bucket is full again after two minutes, and no longer needed.
    text(f"delete from bucket where at < {NOW} - 120"),
    text(
        "delete from creator where not exists "
        "(select 1 from room where room.id = creator.room and room.stage <> 'over')"
    ),
)


class SharedLimits:
    """Counts of the actions of addresses, over all processes."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def take(self, limit: str, a_minute: int, source: str) -> bool:
        """Count one more action of an address: `per_minute` on average, twice as many in a burst.

        Returns:
            Whether it is within the limit.
        """
        values = {"name": limit, "source": source, "most": 2.0 * a_minute, "a_second": a_minute / 60}
        async with self.storage.writing() as connection:
            return (await connection.execute(_TAKE, values)).scalar() is not None

    async def created_from(self, source: str) -> int:
        """Return the number of unfinished rooms created from an address."""
        async with self.storage.reading() as connection:
            return int((await connection.execute(_CREATED, {"source": source})).scalar() or 0)

    async def note_creator(self, room: str, source: str) -> None:
        """Store from which address a room was created, until its game is over."""
        async with self.storage.writing() as connection:
            await connection.execute(_NOTE, {"room": room, "source": source})

    async def tidy(self) -> None:
        """Delete expired counts."""
        async with self.storage.writing() as connection:
            for query in _TIDY:
                await connection.execute(query)
