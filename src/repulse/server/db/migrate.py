"""Migration of a database from any earlier version."""

from __future__ import annotations

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from repulse.engine.contract import RepulseError

FIRST: Final = "0001"
"""The version of databases that were created before Alembic was used."""


class UnknownVersionError(RepulseError):
    """The database was written by a later version of the server, or by another program."""


def config() -> Config:
    """Return the configuration of Alembic."""
    alembic = Config()
    alembic.set_main_option("script_location", "repulse.server.db:migrations")
    alembic.set_main_option("path_separator", "os")
    return alembic


def newest() -> str:
    """Return the newest version of the schema."""
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def bring_up_to_date(connection: Connection) -> None:
    """Apply all pending migrations in one transaction.

    Raises:
        UnknownVersionError: The database has a version that this server does not know.
    """
    settings = config()
    settings.attributes["connection"] = connection
    tables = inspect(connection).get_table_names()
    if "room" in tables:
        version = connection.execute(text("select version from repulse_schema")).scalar()
        if version != 1:
            raise UnknownVersionError(
                f"This database has version {version}, which this program does not support."
            )
    if "room" in tables and "alembic_version" not in tables:
        command.stamp(settings, FIRST)
    try:
        command.upgrade(settings, "head")
    except CommandError as error:
        raise UnknownVersionError(
            f"This database was written by a later version of this program: {error}"
        ) from error
