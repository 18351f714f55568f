"""Add a table of the players who had a hint in a game that may count for ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; of games until now it is not known."""
    op.add_column("held_seat", sa.Column("helped", sa.Boolean, nullable=False, server_default=sa.false()))
