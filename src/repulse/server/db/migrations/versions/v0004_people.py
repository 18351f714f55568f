"""People who keep an identity: their keys, seats, results and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("face", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "person_key",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_index("ix_person_key_person", "person_key", ["person"])
    op.create_table(
        "held_seat",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("from_start", sa.Boolean, nullable=False),
    )
    op.create_index("ix_held_seat_person", "held_seat", ["person"])
    op.create_table(
        "result",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("mode", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_result_person", "result", ["person"])
    op.create_table(
        "rating",
        sa.Column("who", sa.String(80), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mode", sa.String(32), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
