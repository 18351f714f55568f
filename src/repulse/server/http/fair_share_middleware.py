"""Fair shares for HTTP requests: a request waits while its address is above its CPU budget."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from repulse.server.guard.addresses import counted_address
from repulse.server.guard.cpu_budget import MAX_TURN_S, SOURCE, CpuBudget, DisconnectNotice
from repulse.server.guard.limits import log_limit
from repulse.server.guard.rates import RateLimiter
from repulse.server.http.api import json_reply
from repulse.table.wire.replies import Problem

HEALTH_PATHS: Final = frozenset({"/healthz", "/readyz", "/api/health"})
HEALTH_CHECKS_PER_MINUTE: Final = 60
"""Health checks per minute and address that are exempt from the CPU budget; twice as many in a burst."""


class FairShareMiddleware:
    """Makes HTTP requests wait while their address is above its share of the server's thread."""

    def __init__(self, app: ASGIApp, work: CpuBudget) -> None:
        self.app = app
        self.work = work
        self._health_checks = RateLimiter(HEALTH_CHECKS_PER_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        source = counted_address((scope.get("client") or ("", 0))[0])
        SOURCE.set(source)
        if scope["path"] not in HEALTH_PATHS or not self._health_checks.take(source):
            work = self.work
            if scope["method"] in ("GET", "HEAD") and work.wait(source) > MAX_TURN_S:
                log_limit("cpu_share", source)
                message = "Too many requests. Please try again shortly."
                await json_reply(Problem("too-many-requests", message), 429)(scope, receive, send)
                return
            if not await DisconnectNotice.of(scope).unless_disconnected(lambda: work.turn(source)):
                return
        await self.app(scope, receive, send)
