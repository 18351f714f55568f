"""A seat that an assistant has at a table of the server, over HTTP."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.server.client import Server, make_room, post

from repulse.engine.contract import RepulseError
from repulse.mcp.remote import RemoteTable, ServerError, join, words_of


def question(text: str) -> str:
    """Return an answer that fits the last question of a text: the first options, as many as it asks for."""
    form = text.splitlines()[-1]
    numbers = [int(number) for number in re.findall(r"\d+", form)]
    count = 1 if "one option" in form else max(numbers[0], 0)
    return ", ".join(str(number) for number in range(1, count + 1)) or "none"


def test_an_assistant_plays_at_a_table_of_the_server(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    reply = make_room(server, options={"players": 3}, seats=seats)
    room = f"/api/rooms/{reply['room']}/commands"
    table = join(server.address, reply["room"], name="Ada")
    with pytest.raises(ServerError):
        join(server.address, reply["room"], name="Eve")
    table.wait_s = 10.0
    assert post(server, room, {"type": "start", "id": "start"}, reply["token"]).status == 200
    # The host leaves its seat to a bot; one person remains.
    assert post(server, room, {"type": "leave", "id": "leave", "bot": "random"}, reply["token"]).status == 200
    text = table.look()
    for _ in range(300):
        if "The game is over" in text:
            break
        assert "Round" in text
        text = table.answer(f"Answer: {question(text)}")
    assert "The game is over" in text


def test_a_server_that_refuses_or_is_gone_is_one_line(server: Server) -> None:
    with pytest.raises(ServerError, match="room"):
        RemoteTable(server.address, "nowhere", "x").look()
    with pytest.raises(ServerError, match="no answer"):
        RemoteTable("http://127.0.0.1:9", "room", "x").look()
    with pytest.raises(ServerError, match="http"):
        RemoteTable("file:///etc", "passwd", "x").look()


def ask(least: int, most: int, *, keeps: bool = False, held: list[str] | None = None) -> dict[str, Any]:
    options = [
        {"word": word, "title": [{"text": word}], "detail": []}
        for word in ("Gem World", "Old Earth", "Gem World")
    ]
    return {
        "prompt": "explore.discard",
        "kind": "some",
        "least": least,
        "most": most,
        "options": options,
        "keeps": keeps,
        "held": held or [],
    }


def test_an_answer_names_the_words_of_its_options() -> None:
    assert words_of(ask(1, 2), "1, 2") == ["Gem World", "Old Earth"]
    with pytest.raises(RepulseError, match="no option 4"):
        words_of(ask(1, 2), "4")


def test_what_is_kept_is_answered_with_what_goes() -> None:
    assert words_of(ask(2, 2, keeps=True), "2") == ["Gem World", "Gem World"]
    assert words_of(ask(1, 1, keeps=True, held=["Old Earth"]), "1") == ["Gem World"]
    with pytest.raises(RepulseError, match="exactly 1"):
        words_of(ask(2, 2, keeps=True), "1, 2")
