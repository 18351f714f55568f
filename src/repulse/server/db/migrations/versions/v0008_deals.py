"""Deals of the day: the rated tries of people, and par."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "deal_try",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("deal", sa.String(80), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("mode", sa.String(32), nullable=False),
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("deal_try_by_day", "deal_try", ["game", "mode", "day"])
    op.create_table(
        "deal_par",
        sa.Column("deal", sa.String(80), primary_key=True),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("scores", sa.Text, nullable=False),
        sa.Column("wins", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
