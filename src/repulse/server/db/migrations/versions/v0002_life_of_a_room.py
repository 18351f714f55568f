"""Summaries of finished games, requests to delete a game, and banned addresses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "archive",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "farewell",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
    )
    op.create_table(
        "ban",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
