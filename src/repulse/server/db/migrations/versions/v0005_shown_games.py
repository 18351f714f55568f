"""Finished games as they were shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "shown_game",
        sa.Column("room", sa.String(32), primary_key=True),
        sa.Column("language", sa.String(8), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
