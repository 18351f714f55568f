"""The database: storage, tables, migrations, lock and backup."""
