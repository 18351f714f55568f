"""The tables of the database. A change to them is a migration too (`migrations/`)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

META: Final = MetaData()

SCHEMA_TABLE: Final = Table("repulse_schema", META, Column("version", Integer, primary_key=True))

ROOMS: Final = Table(
    "room",
    META,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("game", String(32), nullable=False),
    # A seed has 64 bits, of which SQL integers hold 63.
    Column("seed", String(20), nullable=False),
    Column("settings", Text, nullable=False),
    Index("room_by_stage", "stage", "listed", "touched"),
)

ENTRIES: Final = Table(
    "entry",
    META,
    Column("room", String(32), primary_key=True),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)


ARCHIVE: Final = Table(
    "archive",
    META,
    Column("room", String(32), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""The entries of finished games, compressed (`repulse.server.keeping`); later ones are beside them as usual."""

FAREWELLS: Final = Table(
    "farewell",
    META,
    Column("room", String(32), primary_key=True),
    Column("holder", String(64), primary_key=True),
)
"""Who of its players wants a finished game deleted."""

BANS: Final = Table(
    "ban",
    META,
    Column("network", String(64), primary_key=True),
    Column("created", Float, nullable=False),
    Column("why", Text, nullable=False),
)

WORKERS: Final = Table(
    "worker",
    META,
    Column("id", String(32), primary_key=True),
    Column("url", String(200), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("expires", Float, nullable=False),
    Column("usage", Text, nullable=False),
)
"""The processes that share this database, each alive until its row expires by the database's clock."""

LEASES: Final = Table(
    "lease",
    META,
    Column("room", String(32), primary_key=True),
    Column("worker", String(32), nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("people", Boolean, nullable=False),
    Index("lease_by_worker", "worker"),
)
"""Which process has a room, and its fencing number, without which nothing is written (`repulse.server.cluster.leases`)."""

CREATORS: Final = Table(
    "creator",
    META,
    Column("room", String(32), primary_key=True),
    Column("source", String(64), nullable=False),
    Index("creator_by_source", "source"),
)
"""From which address an unfinished room was created."""

BUCKETS: Final = Table(
    "bucket",
    META,
    Column("limit_name", String(32), primary_key=True),
    Column("source", String(64), primary_key=True),
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""How often an address may still do something (`repulse.server.limits.Rate`, shared)."""

TABLES: Final = (ROOMS, ENTRIES, ARCHIVE, FAREWELLS, BANS)
"""What a backup holds."""
