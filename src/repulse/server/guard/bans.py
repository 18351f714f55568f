"""Addresses that an operator has banned."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from sqlalchemy import delete, insert, select

from repulse.server import steady_time
from repulse.server.db.storage import Storage
from repulse.server.db.tables import BANS
from repulse.server.guard.addresses import plain_address
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.base import Message


@dataclass(slots=True)
class Ban(Message):
    """An address, or a network such as 192.0.2.0/24, that is banned."""

    network: str
    created: float = 0.0
    why: str = ""


def network_of(text: str) -> IPv4Network | IPv6Network:
    """Return the network that a text names.

    Raises:
        RefusalError: The text is not an address or a network.
    """
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise RefusalError(
            RefusalCode.BAD_MESSAGE,
            f"{text[:60]!r} is neither an address nor a network such as 192.0.2.0/24.",
        ) from None


@dataclass
class Bans:
    """The banned networks."""

    networks: list[IPv4Network | IPv6Network] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._check = lru_cache(maxsize=4096)(self._is_banned)

    def is_banned(self, address: str) -> bool:
        """Return whether an address is banned."""
        return bool(self.networks) and self._check(address)

    def _is_banned(self, address: str) -> bool:
        try:
            parsed = ip_address(plain_address(address))
        except ValueError:
            return False
        return any(parsed in network for network in self.networks)

    async def load(self, storage: Storage) -> None:
        """Read them from the database."""
        self.networks = [network_of(ban.network) for ban in await listed(storage)]
        self._check.cache_clear()

    async def add(self, storage: Storage, text: str, why: str) -> None:
        """Ban an address or a network."""
        network = str(network_of(text))
        async with storage.writing() as connection:
            await connection.execute(delete(BANS).where(BANS.c.network == network))
            await connection.execute(
                insert(BANS).values(network=network, created=steady_time.now(), why=why[:200])
            )
        await self.load(storage)

    async def remove(self, storage: Storage, text: str) -> bool:
        """Remove a ban. Returns False if the address was not banned."""
        async with storage.writing() as connection:
            done = await connection.execute(delete(BANS).where(BANS.c.network == str(network_of(text))))
        await self.load(storage)
        return bool(done.rowcount)


async def listed(storage: Storage) -> list[Ban]:
    """Return all bans, the latest first."""
    async with storage.reading() as connection:
        rows = await connection.execute(select(BANS).order_by(BANS.c.created.desc()))
        return [Ban(row.network, row.created, row.why) for row in rows]
