"""The tables that there were before changes were counted: rooms and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    op.create_table("repulse_schema", sa.Column("version", sa.Integer, primary_key=True))
    op.create_table(
        "room",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
    )
    op.create_index("room_by_stage", "room", ["stage", "listed", "touched"])
    op.create_table(
        "entry",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.execute("insert into repulse_schema (version) values (1)")
