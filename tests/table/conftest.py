"""No test of a table sees a default move that it does not expect."""

from __future__ import annotations

from tests.default_moves import no_default_moves, watched_default_moves

__all__ = ["no_default_moves", "watched_default_moves"]
