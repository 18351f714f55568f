"""The log of a server: one line per record, for any input of clients."""

from __future__ import annotations

import json
import logging
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.client import Server, get
from tests.server.test_serve import command

from repulse.server.logs import JsonFormatter, Outages, TextFormatter

STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ ")
FORGED = "2026-01-01 00:00:00,000 WARNING the operator banned everybody"
NASTY = f"a\n{FORGED}\r\x1b[2J\x9b31m\x85\u2028\u202eb\x7f"


def record(message: str, **facts: object) -> logging.LogRecord:
    log_record = logging.LogRecord("repulse.server", logging.WARNING, "", 0, "%s", (message,), None)
    log_record.__dict__ |= facts
    return log_record


def is_one_plain_line(text: str) -> bool:
    return text.isprintable()


def test_control_characters_of_a_message_are_escaped() -> None:
    line = TextFormatter("%(levelname)s %(message)s").format(record(NASTY, path=NASTY))
    assert is_one_plain_line(line)
    assert line.startswith("WARNING a\\n2026")
    assert "\\x1b[2J" in line
    assert "\\u202eb" in line


def test_a_fact_cannot_pass_for_two() -> None:
    line = TextFormatter("%(message)s").format(record("x", path="/a status=200", status=404))
    assert line == 'x status=404 path="/a status=200"'


def test_lines_of_json_are_ascii_and_hold_what_was_sent() -> None:
    line = JsonFormatter().format(record(NASTY))
    assert is_one_plain_line(line)
    assert line.isascii()
    assert json.loads(line)["message"] == NASTY


def test_lines_of_a_traceback_are_indented() -> None:
    try:
        raise ValueError(NASTY)
    except ValueError:
        record = logging.LogRecord("repulse.server", logging.ERROR, "", 0, "it failed", (), sys.exc_info())
    first, *rest = TextFormatter("%(message)s").format(record).split("\n")
    assert first == "it failed"
    assert all(line.startswith("    ") and is_one_plain_line(line) for line in rest)
    assert any("ValueError: a" in line for line in rest)


SPEAK = """
import logging, sys
from repulse.server import logs
logs.set_up("text", "info")
for name in sys.argv[2:]:
    logging.getLogger(name).warning("%s", sys.argv[1])
"""


def test_other_libraries_log_through_the_same_formatter() -> None:
    names = [
        "repulse.server",
        "repulse.access",
        "uvicorn.error",
        "uvicorn.access",
        "asyncio",
        "sqlalchemy.engine",
    ]
    done = subprocess.run(
        [sys.executable, "-c", SPEAK, NASTY, *names], capture_output=True, text=True, check=True
    )
    lines = done.stderr.split("\n")[:-1]
    assert len(lines) == len(names)
    assert all(STAMP.match(line) and is_one_plain_line(line) for line in lines)


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_path_cannot_forge_a_line_of_the_access_log(tmp_path: Path, style: str) -> None:
    process = command("--log", style, "--log-level", "info", home=tmp_path)
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[-1])
    try:
        forged = FORGED.replace(" ", "%20")
        for path in (
            f"/api/x%0d%0a{forged}",
            "/api/%1b%5b2J%c2%9b",
            "/api/%e2%80%aex%e2%80%a8",
            "/a%20status=200",
        ):
            assert get(server, path).status in (200, 404)
        # Bytes that are no request at all are logged by Uvicorn.
        with socket.create_connection(("127.0.0.1", server.port), 10) as raw:
            raw.sendall(f"GET /\x1b[2J\n{FORGED}\r\n\r\n".encode())
            raw.recv(1000)
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=20)
    lines = errors.split("\n")[:-1]
    assert len(lines) >= 4
    for line in lines:
        assert is_one_plain_line(line), ascii(line)
        assert not line.startswith(FORGED)
        assert STAMP.match(line) if style == "text" else json.loads(line)
    assert any("/api/x%0D%0A2026-01-01" in line for line in lines)
    assert any("/a%20status=200" in line for line in lines)


def test_an_outage_is_logged_when_it_begins_and_once_per_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = logging.getLogger("outage")
    outages = Outages("the disk", log, clock=lambda: now[0])
    with caplog.at_level(logging.INFO, "outage"):
        for _ in range(130):
            outages.failed("writing", OSError("full\nvery full"))
            now[0] += 1.0
        outages.worked()
        outages.worked()
    assert [line.getMessage() for line in caplog.records] == [
        "the disk fails (writing): OSError: full (failure 1 since it began)",
        "the disk fails (writing): OSError: full (failure 61 since it began)",
        "the disk fails (writing): OSError: full (failure 121 since it began)",
        "the disk works again after 130.0 s and 130 failures",
    ]


def test_a_flapping_fault_is_logged_every_five_seconds(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    outages = Outages("the disk", logging.getLogger("outage"), clock=lambda: now[0])
    for _ in range(100):
        outages.failed("writing", OSError("full"))
        outages.worked()
        now[0] += 0.1
    assert len(caplog.records) == 2
