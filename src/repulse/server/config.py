"""The configuration of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from repulse.daily import Series
from repulse.server.guard.quotas import Quotas


@dataclass(frozen=True)
class Config:
    """The configuration of a server."""

    database: str
    helpers: int = 2
    bot_seconds: float = 20.0
    quotas: Quotas = field(default_factory=Quotas)
    bots: dict[str, str] = field(default_factory=dict)
    """Bots besides the bundled ones: a name, and `package.module:Class`."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies: X-Forwarded-For and X-Forwarded-Proto are trusted from these only."""
    admin_token: str = ""
    """The operator's token (`repulse admin`, /metrics); without it, operator access is disabled."""
    hosts: tuple[str, ...] = ()
    """Host names that requests may use (`*.example.org` for subdomains); empty allows any."""
    address: str = ""
    """Where other devices find the server; empty if unknown."""
    private_host: str = "127.0.0.1"
    """Where each of several processes listens for the others: an address that all of them reach."""
    bot_hosts: tuple[str, ...] = ()
    """Machines with bots (`repulse bots`), as HOST:PORT."""
    bot_token: str = ""
    """The token that they ask for."""
    series: tuple[Series, ...] = ()
    """Series of deals of the day besides the standard one."""
    compiled: str = ""
    """A folder with the compiled package, which helpers use as soon as it has a file READY; none if empty."""
