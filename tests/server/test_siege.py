"""A short siege: honest players go on, and the memory stays bounded. `make test-abuse` has all attacks and narrower bounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.abuse import MAX_MEGABYTES, MAX_MEMORY_BACK_S, run_attacks

ATTACKS = ["pings", "views", "late_answers", "half_requests", "spectators", "pipelines", "held_bodies"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
async def test_an_honest_room_outlives_a_siege(tmp_path: Path) -> None:
    rows, _quiet = await run_attacks(ATTACKS, 0.7, tmp_path / "log")
    for row in rows:
        assert row.alive, row
        assert row.answers > 0, row
        assert row.megabytes <= MAX_MEGABYTES, row
        # Far more than `make test-abuse` allows: other tests run on the same cores, and 0.7 s hold few answers.
        assert row.times <= 10 or row.p99 <= 2000, row
        assert row.recovery <= 5, row
        assert row.memory_back <= MAX_MEMORY_BACK_S, row
    log = (tmp_path / "log").read_text()
    assert "limit frames_per_second hit by 127.0.0.2" in log
    assert "limit max_pipelined_requests hit by 127.0.0.2" in log
    assert "limit max_body_bytes_per_address hit by 127.0.0.2" in log
    assert "hit by 127.0.0.1" not in log
    assert "Traceback" not in log
