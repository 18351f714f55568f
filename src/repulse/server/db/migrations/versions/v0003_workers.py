"""Several processes on one database: who they are, which rooms they have, and what they count together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables, and in PostgreSQL the sequence of fencing numbers."""
    op.create_table(
        "worker",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("url", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("usage", sa.Text, nullable=False),
    )
    op.create_table(
        "lease",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False),
        sa.Column("people", sa.Boolean, nullable=False),
    )
    op.create_index("lease_by_worker", "lease", ["worker"])
    op.create_table(
        "creator",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("source", sa.String(64), nullable=False),
    )
    op.create_index("creator_by_source", "creator", ["source"])
    op.create_table(
        "bucket",
        sa.Column("limit_name", sa.String(32), primary_key=True),
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # Numbers of its own rather than a count in each lease: a lease that is deleted must never have the same again.
        op.execute("create sequence fence")
