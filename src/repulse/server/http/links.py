"""Host names of this server, and links that use no other.

The Host header of a request can contain any name. A link in a reply names the host of the request only if the operator allows that name,
or if it is a name or an address of this machine; otherwise it is a path, which clients resolve against the address that they used.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.requests import HTTPConnection

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?", re.ASCII)


def link_to(request: HTTPConnection, path: str, allowed: Sequence[str]) -> str:
    """Return the absolute address of `path`, or `path` itself if the request calls us by a name that is not ours.

    Args:
        request: The request that the link is an answer to.
        path: A path that begins with a slash.
        allowed: The names that the operator allows (`--allowed-host`), some with `*.` in front; empty if none were given.
    """
    host = request.headers.get("host", "").lower()
    match = _HOST.fullmatch(host)
    if match is None:
        return path
    name = match[1].strip("[]")
    own = any(_fits(name, pattern.lower()) for pattern in allowed) if allowed else is_own_name(name)
    return f"{request.url.scheme}://{host}{path}" if own else path


def _fits(name: str, pattern: str) -> bool:
    return name.endswith(pattern[1:]) if pattern.startswith("*.") else name == pattern


@lru_cache(maxsize=256)
def is_own_name(name: str) -> bool:
    """Return whether this machine is called `name`, or has it as an address."""
    try:
        address = ip_address(name)
    except ValueError:
        own = socket.gethostname().lower()
        return name in ("localhost", own, f"{own}.local", own.partition(".")[0])
    if address.is_loopback:
        return True
    if address.is_unspecified or address.is_multicast or address.is_reserved:
        return False
    family = socket.AF_INET6 if isinstance(address, IPv6Address) else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: only an address of this machine can be bound to.
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True
