"""Addresses of clients, written in one way, however they reach the server."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

SITE_BITS: Final = 64
"""The least that a provider gives to one customer, who has all addresses of it."""


@lru_cache(maxsize=4096)
def plain_address(address: str) -> str:
    """An address for bans and proxies: one of IPv4 that is written as IPv6, as by a socket for both, is one of IPv4."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)


@lru_cache(maxsize=4096)
def counted_address(address: str) -> str:
    """An address for limits: of IPv6, the whole network of a customer, who could use another address each time."""
    plain = plain_address(address)
    if ":" not in plain:
        return plain
    try:
        return str(ip_network((plain.partition("%")[0], SITE_BITS), strict=False))
    except ValueError:
        return plain
