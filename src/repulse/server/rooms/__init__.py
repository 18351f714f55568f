"""Rooms in memory: sessions, their loading, listing, retention and replay snapshots."""
