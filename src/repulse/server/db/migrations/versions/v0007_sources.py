"""From which addresses a seat of an identity was used, as marks that name none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; it is empty for older games."""
    op.add_column("held_seat", sa.Column("sources", sa.String(80), nullable=False, server_default=""))
