"""Addresses of clients, written in one way, however they reach the server."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

SITE_BITS: Final = 64
"""The least that a provider gives to one customer, who has all addresses of it."""


@lru_cache(maxsize=4096)
def plain_address(address: str) -> str:
    """Return an address for bans and proxies: an IPv4 address that a dual-stack socket writes as IPv6 becomes IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


@lru_cache(maxsize=4096)
def counted_address(address: str) -> str:
    """Return an address for limits: for IPv6 the network of a customer, who could use another address each time."""
    plain = plain_address(address)
    if ":" not in plain:
        return plain
    try:
        return str(ip_network((plain.partition("%")[0], SITE_BITS), strict=False))
    except ValueError:
        return plain
