"""Rates that limit each address, counted by this process alone or by all processes of a cluster."""

from __future__ import annotations

from repulse.server.cluster.shared_limits import SharedLimits
from repulse.server.guard.quotas import Counted, Quotas
from repulse.server.guard.rates import RateLimiter


class AddressLimits:
    """The rate at which each address may do what a quota limits."""

    def __init__(self, quotas: Quotas, shared: SharedLimits | None = None) -> None:
        """Prepare the limits; `shared` are the counts of a cluster, None if this is the only process."""
        self._quotas = quotas
        self._shared = shared
        self._rates: dict[str, RateLimiter] = {}

    async def take(self, limit: Counted, source: str) -> bool:
        """Count one more action of an address.

        Returns:
            Whether it is within the limit.
        """
        per_minute: int = getattr(self._quotas, limit)
        if self._shared is not None:
            return await self._shared.take(limit, per_minute, source)
        return self._rates.setdefault(limit, RateLimiter(per_minute)).take(source)
