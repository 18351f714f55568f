"""All routes of the server, by subject. The OpenAPI document is generated from the same table (`openapi.py`)."""

from __future__ import annotations

from typing import Final

from repulse.server.http.routes import advice, daily, games, operator, people, puzzles, replays, rooms

ROUTES: Final = (
    *games.ROUTES,
    *rooms.ROUTES,
    *replays.ROUTES,
    *advice.ROUTES,
    *daily.ROUTES,
    *puzzles.ROUTES,
    *people.ROUTES,
    *operator.ROUTES,
)
