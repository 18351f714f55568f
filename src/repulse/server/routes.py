"""All routes of the server."""

from __future__ import annotations

from typing import Final

from repulse.server import api, identity_routes

ROUTES: Final = (*api.ROUTES, *identity_routes.ROUTES)
