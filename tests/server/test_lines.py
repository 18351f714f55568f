"""The stream of lines for programs, and the example that uses it with nothing but the standard library."""

from __future__ import annotations

import ast
import http.client
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.server.client import (
    Data,
    Server,
    get,
    make_room,
    me_and_bots,
    post,
    some_answer,
)


@pytest.mark.parametrize(
    ("game", "options"), [("galaxy", {"game": "base", "players": 2}), ("earth", {"players": 3})]
)
def test_the_example_plays_a_whole_game(
    server: Server, root: Path, game: str, options: dict[str, object]
) -> None:
    players = options["players"]
    assert isinstance(players, int)
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
    reply = make_room(server, game, options=options, seats=seats)
    room = f"/api/rooms/{reply['room']}"
    command = [sys.executable, str(root / "examples" / "bot.py"), server.address, reply["room"]]
    others = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(players - 1)]
    try:
        chance = random.Random(1)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"{room}/stream", headers={"Authorization": f"Bearer {reply['token']}"})
        started, scores = False, None
        end = time.monotonic() + 240
        answered: object = -1
        with connection.getresponse() as lines:
            assert lines.headers["content-type"] == "application/x-ndjson"
            for line in lines:
                assert all(other.poll() in (None, 0) for other in others), "an example failed"
                assert time.monotonic() < end, "the game does not go on"
                message: Data = json.loads(line) if line.strip() else {"type": "quiet"}
                if message["type"] != "event":
                    continue
                full = all(seat["kind"] == "person" for seat in message["room"]["seats"])
                if full and not started:
                    started = True
                    assert (
                        post(server, f"{room}/commands", {"type": "start", "id": "go"}, reply["token"]).status
                        == 200
                    )
                if message["result"]:
                    scores = message["result"]["scores"]
                    break
                ask = message["ask"]
                if ask and ask["number"] != answered:
                    answered = ask["number"]
                    body = {
                        "type": "answer",
                        "id": str(answered),
                        "ask": answered,
                        "words": some_answer(ask, chance),
                    }
                    assert post(server, f"{room}/commands", body, reply["token"]).status == 200
        connection.close()
        for other in others:
            output, _ = other.communicate(timeout=30)
            assert other.returncode == 0
            assert output.startswith(f"scores {scores}")
    finally:
        for other in others:
            other.kill()
            other.wait()
            if other.stdout is not None:
                other.stdout.close()


def test_the_example_is_short_and_needs_no_package(root: Path) -> None:
    text = (root / "examples" / "bot.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    tops = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {str(node.module).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert tops <= set(sys.stdlib_module_names)
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(code) <= 40


def test_a_stream_goes_on_where_it_was_left(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    room = f"/api/rooms/{reply['room']}"
    now = get(server, f"{room}/view", reply["token"]).data
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request(
        "GET", f"{room}/stream?after={now['n']}", headers={"Authorization": f"Bearer {reply['token']}"}
    )
    with connection.getresponse() as lines:
        assert json.loads(lines.readline())["type"] == "welcome"
        words = some_answer(now["ask"], random.Random(1))
        body = {"type": "answer", "id": "a", "ask": now["ask"]["number"], "words": words}
        assert post(server, f"{room}/commands", body, reply["token"]).status == 200
        while True:
            message = json.loads(lines.readline() or b"{}")
            if message.get("type") == "event":
                break
        assert message["since"] >= now["n"]
        assert message["log_from"] >= len(now["lines"])
    connection.close()


def test_a_stranger_gets_no_stream(server: Server) -> None:
    assert get(server, "/api/rooms/none/stream").status == 404
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    assert get(server, f"/api/rooms/{reply['room']}/stream", "made-up").status == 403
    assert get(server, f"/api/rooms/{reply['room']}/stream?after=x", reply["token"]).status == 400
