"""A few attacks of a moment: honest players go on, and memory stays bounded. `make test-abuse` has all attacks and narrower bounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.abuse import MAX_MEGABYTES, MAX_MEMORY_BACK_S, run_attacks
from tools.attacks import slow_record

from repulse.engine.contract import RepulseError
from repulse.engine.record import read_record
from repulse.games import game_of
from repulse.server.guard.limits import MAX_OPTIONS_BYTES

ATTACKS = ["pings", "views", "late_answers", "half_requests", "spectators", "pipelines", "held_bodies"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
async def test_an_honest_room_goes_on_under_attack(tmp_path: Path) -> None:
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


def test_the_overlay_of_an_uploaded_record_is_read_to_its_end() -> None:
    """Refused before that, the attack would cost the server nothing."""
    record = read_record(slow_record())
    assert len(json.dumps(record.options)) < MAX_OPTIONS_BYTES
    with pytest.raises(RepulseError, match=r"^slow\.toml: a: unknown key$"):
        game_of(record).check_options(record.options)
