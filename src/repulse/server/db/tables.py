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
"""The entries of finished games, compressed (`repulse.server.rooms.retention`); later ones are beside them as usual."""

REPLAY_SNAPSHOTS: Final = Table(
    "shown_game",
    META,
    Column("room", String(32), primary_key=True),
    Column("language", String(8), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""Finished games as they were shown (`repulse.server.rooms.replay_snapshots`), for when the rules have changed."""

DELETE_REQUESTS: Final = Table(
    "farewell",
    META,
    Column("room", String(32), primary_key=True),
    Column("holder", String(64), primary_key=True),
)
"""Players who have asked for the deletion of a finished game."""

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
"""The process that has a room, and its fencing number, without which nothing is written
(`repulse.server.cluster.leases`)."""

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
"""Token buckets of addresses, shared by all processes (`repulse.server.guard.rates.RateLimiter`)."""

PEOPLE: Final = Table(
    "person",
    META,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("name", String(80), nullable=False),
    Column("face", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
)
"""People with an identity; `listed`: whether they appear in the ratings."""

KEYS: Final = Table(
    "person_key",
    META,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
)
"""The hashes of their keys: of each device, and of the private link."""

SEAT_CLAIMS: Final = Table(
    "held_seat",
    META,
    Column("room", String(32), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("from_start", Boolean, nullable=False),
    Column("helped", Boolean, nullable=False),
    Column("sources", String(80), nullable=False),
)
"""The owner of seats: `holder` is the hash of the token of the seat, `from_start` whether it was theirs before the game
began, `helped` whether they have had a hint, `sources` marks of the addresses from which it was used
(`fair_play.source_mark`), until the game is over."""

RESULTS: Final = Table(
    "result",
    META,
    Column("room", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False, index=True),
    Column("game", String(32), nullable=False),
    Column("mode", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", Float, nullable=False),
)
"""Results of people with an identity; the place is 0 if a game was ended early."""

RATINGS: Final = Table(
    "rating",
    META,
    Column("who", String(80), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mode", String(32), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("spread", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
"""The ratings of people (by their id) and of bots (`bot NAME`)."""

DEAL_TRIES: Final = Table(
    "deal_try",
    META,
    Column("person", String(32), primary_key=True),
    Column("deal", String(80), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("game", String(32), nullable=False),
    Column("mode", String(32), nullable=False),
    Column("room", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Index("deal_try_by_day", "game", "mode", "day"),
)
"""The rated tries of people at deals of the day, one per person and deal; the room is empty while it is being created. How
a try ended is in RESULTS."""

DEAL_PARS: Final = Table(
    "deal_par",
    META,
    Column("deal", String(80), primary_key=True),
    Column("version", String(80), nullable=False),
    Column("scores", Text, nullable=False),
    Column("wins", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""Par of deals of the day: the scores of the strong bot as JSON."""

TABLES: Final = (
    ROOMS,
    ENTRIES,
    ARCHIVE,
    REPLAY_SNAPSHOTS,
    DELETE_REQUESTS,
    BANS,
    PEOPLE,
    KEYS,
    SEAT_CLAIMS,
    RESULTS,
    RATINGS,
    DEAL_TRIES,
    DEAL_PARS,
)
"""The tables of a backup."""
