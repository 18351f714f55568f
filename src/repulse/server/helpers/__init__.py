"""Helper processes that compute bot answers, hints, reviews and replay snapshots."""
