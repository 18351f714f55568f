"""The changes of the database from version to version: Alembic runs them when a server starts (`repulse.server.db.storage`)."""
