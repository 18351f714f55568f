"""Addresses for limits, bans and proxies, whichever way they are written."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from repulse.server.guard.addresses import counted_address, plain_address
from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.guard.quotas import Quotas
from repulse.server.http.uvicorn_limits import LimitedConfig


@pytest.mark.parametrize(
    ("address", "plain", "counted"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("2001:DB8:0:1::7", "2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::", "2001:db8:0:1:ffff::", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient", "testclient"),
        ("", "", ""),
    ],
)
def test_one_address_is_written_in_one_way(address: str, plain: str, counted: str) -> None:
    assert plain_address(address) == plain
    assert counted_address(address) == counted


def test_a_connection_counts_for_its_network_with_and_without_a_proxy() -> None:
    config = LimitedConfig(None, Quotas(), CpuBudget(1, 1), proxies=frozenset({"127.0.0.1", "2001:DB8::1"}))
    transport = cast("Any", SimpleNamespace(get_extra_info=lambda _name: None))
    assert config.address(transport, ("::ffff:127.0.0.1", 1)) == "127.0.0.1"
    assert config.address(transport, ("2001:db8::1", 1)) == "2001:db8::1"
    assert config.address(transport, ("2001:db8::2", 1)) == "2001:db8::/64"
    assert {"127.0.0.1", "2001:db8::1"} <= config.proxies
    assert "::ffff:127.0.0.1" in (config.forwarded_allow_ips or ())
