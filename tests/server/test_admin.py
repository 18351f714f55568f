"""An operator's eyes and hands: metrics, logs, rooms, bans."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on, post, request
from tests.server.test_serve import command
from websockets.exceptions import ConnectionClosed

from repulse.cli.app import run
from repulse.server.db.storage import Storage, StorageError
from repulse.server.guard.bans import Bans
from repulse.server.logs import TextFormatter

TOKEN = "a-token-of-the-operator"


@dataclass
class Run:
    """A server started from the command line, and its operator's token file."""

    server: Server
    process: subprocess.Popen[str]
    token_file: Path

    def admin(self, *words: str) -> int:
        arguments = ["--url", self.server.address, "--token-file", str(self.token_file)]
        return run(["admin", *words, *arguments])


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Run]:
    token_file = tmp_path / "token"
    token_file.write_text(TOKEN + "\n")
    logging = ["--log", "json", "--log-level", "debug"]
    process = command("--admin-token", str(token_file), *logging, home=tmp_path)
    assert process.stdout is not None
    yield Run(Server(process, process.stdout.readline().split()[-1]), process, token_file)
    if process.poll() is None:
        process.terminate()
        process.communicate(timeout=20)


def test_an_operator_looks_after_a_server(running: Run, capsys: pytest.CaptureFixture[str]) -> None:
    server = running.server
    reply = make_room(
        server, options={"game": "base"}, seats=me_and_bots(2), my_name="Ann", password="secret"
    )
    room = reply["room"]
    start = {"type": "start", "id": "go"}
    assert post(server, f"/api/rooms/{room}/commands", start, reply["token"]).status == 200
    assert running.admin("rooms") == 0
    assert room in capsys.readouterr().out
    assert running.admin("look", room) == 0
    assert "Ann" in capsys.readouterr().out
    assert running.admin("statistics") == 0
    assert "playing 1" in capsys.readouterr().out
    assert running.admin("close", room) == 0
    view = get(server, f"/api/rooms/{room}/view", reply["token"]).data
    assert (view["room"]["stage"], view["ask"], view["result"]) == ("over", None, None)
    assert view["lines"][-1]["event"] == "note.ended"
    assert get(server, f"/api/rooms/{room}/record", reply["token"]).status == 200
    capsys.readouterr()
    assert running.admin("close", room) == 2
    assert running.admin("look", "none") == 2
    assert running.admin("ban", "nonsense") == 2
    assert running.admin("ban", "192.0.2.0/24", "--why", "rude") == 0
    assert "192.0.2.0/24" in capsys.readouterr().out
    assert running.admin("unban", "192.0.2.0/24") == 0
    assert "Nobody is banned." in capsys.readouterr().out


def test_a_banned_address_is_kept_out(running: Run) -> None:
    assert running.admin("ban", "127.0.0.1") == 0
    assert get(running.server, "/api/games").data["code"] == "banned"
    assert post(running.server, "/api/rooms", {"game": "galaxy"}).status == 403


async def test_a_ban_ends_what_is_open_and_is_logged(running: Run) -> None:
    reply = make_room(running.server, options={"game": "base"}, seats=me_and_bots(2))
    room, token = reply["room"], reply["token"]

    assert get(running.server, "/api/admin/rooms", "wrong").status == 403
    async with joined(running.server, room, token) as ann:
        reading = asyncio.create_task(ann.until_closed())
        assert await asyncio.to_thread(running.admin, "ban", "127.0.0.1") == 0
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(reading, 5)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4003, "banned")
    running.process.terminate()
    _out, errors = running.process.communicate(timeout=20)
    lines = [json.loads(line) for line in errors.splitlines()]
    said = {line["message"]: line.get("address") for line in lines}
    assert said["the operator banned 127.0.0.1/32"] == "127.0.0.1"
    assert said["wrong operator token"] == "127.0.0.1"


async def test_bans_are_networks() -> None:
    bans = Bans()
    assert not bans.is_banned("192.0.2.7")
    from repulse.server.guard.bans import network_of

    bans.networks = [network_of("192.0.2.0/24"), network_of("2001:db8::/32")]
    assert bans.is_banned("192.0.2.7")
    assert bans.is_banned("2001:db8::1")
    assert bans.is_banned("::ffff:192.0.2.7")
    assert not bans.is_banned("198.51.100.1")
    assert not bans.is_banned("")


def test_nobody_else_sees_what_an_operator_sees(running: Run, server: Server) -> None:
    paths = ("/metrics", "/api/admin/rooms", "/api/admin/statistics", "/api/admin/bans")
    for path in paths:
        assert get(running.server, path).status == 404
        assert get(running.server, path, "wrong").status == 403
        assert get(running.server, path, TOKEN).status == 200
        # A server without a token for its operator has nothing there at all.
        assert get(server, path, "").status == 404
        assert get(server, path, TOKEN).status in (403, 404)
    assert request(server, "POST", "/api/admin/bans", {"network": "127.0.0.1"}).status == 404


async def test_metrics_count_what_happens(running: Run) -> None:
    server = running.server
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert await play_on(ann, random.Random(1), 3) == 3
        text = get(server, "/metrics", TOKEN).body.decode()
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["repulse_answer_seconds_count"]) == 3
    assert float(values["repulse_rooms"]) == 1
    assert float(values['repulse_viewers{kind="seat"}']) == 1
    assert float(values["repulse_entries_total"]) >= 5
    assert float(values["repulse_ready"]) == 1


async def test_logs_name_room_seat_and_question_and_no_secret(running: Run) -> None:
    """A whole game at the most talkative level: no token, no password, no answer, no card."""
    server = running.server
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True, password="tau ceti")
    async with joined(server, reply["room"], reply["token"]) as ann:
        await play_on(ann, random.Random(1), 12)
        events = [json.loads(frame) for frame in ann.frames if b'"type":"event"' in frame]
    hands = [event["screen"]["players"][0]["cards"] for event in events if event["screen"]]
    hand = {card["name"] if isinstance(card, dict) else card for cards in hands for card in cards}
    assert hand
    running.process.terminate()
    _, errors = running.process.communicate(timeout=20)
    lines = [json.loads(line) for line in errors.splitlines()]
    answers = [line for line in lines if line["message"] == "answer"]
    assert len(answers) == 12
    assert {line["room"] for line in answers} == {reply["room"]}
    assert {line["seat"] for line in answers} == {0}
    assert all(line["decision"] > 0 for line in answers)
    assert any(line.get("path") == "/api/rooms" and line.get("status") == 201 for line in lines)
    assert [line["status"] for line in lines if line.get("method") == "SOCKET"] == ["open", "closed"]
    for secret in (reply["token"], TOKEN, "tau ceti", "Old Earth", *hand):
        assert secret not in errors


def test_lines_of_text_end_with_the_facts() -> None:
    record = logging.LogRecord("repulse.server", logging.WARNING, "", 0, "a bot failed", (), None)
    record.__dict__ |= {"room": "abc", "seat": 2, "secret": "x"}
    assert TextFormatter("%(levelname)s %(message)s").format(record) == "WARNING a bot failed room=abc seat=2"


async def test_while_the_database_is_away_the_log_gets_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    async with storage.engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE room")
    for _ in range(5):
        with pytest.raises(StorageError):
            await storage.load("a")
    await storage.close()
    (line,) = caplog.records
    assert line.getMessage().startswith("the database fails (reading): OperationalError")
    assert line.exc_info is None
