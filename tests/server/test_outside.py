"""A game of another package on the server, found by its entry point."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on, post, start_server

from repulse.engine.display.screens import PlainScreen
from repulse.engine.display.segments import text_of


@pytest.fixture
def toy_server(tmp_path: Path, toy_installed: None) -> Iterator[Server]:
    started = start_server(str(tmp_path / "table.db"))
    yield started
    started.stop()


async def test_a_game_of_another_package_is_offered_played_and_replayed(toy_server: Server) -> None:
    offered = {game["game"]: game for game in get(toy_server, "/api/games").data["games"]}
    assert offered["toy"]["modes"][0] == {
        "mode": "toy",
        "options": {},
        "players": [2, 3, 4],
        "deals": [],
        "flags": [],
    }
    assert offered["toy"]["bots"] == ["random"]
    assert get(toy_server, "/api/cards.json?game=toy").data["cards"] == {}

    reply = make_room(toy_server, "toy", options={"players": 3}, seats=me_and_bots(3), seed=4, start=True)
    async with joined(toy_server, reply["room"], reply["token"]) as ann:
        assert text_of(ann.event["ask"]["text"]) == "Bid a card."
        assert all(text_of(option["title"]).startswith("card ") for option in ann.event["ask"]["options"])
        screen = msgspec.convert(ann.event["screen"], PlainScreen)
        assert (screen["game"], screen["mode"], len(screen["players"])) == ("toy", "toy", 3)
        assert "hands: [[" in screen["table"]
        await play_on(ann, random.Random(1))
        result = ann.event["result"]
        assert result["scores"] == [player["score"] for player in ann.event["screen"]["players"]]
        assert [sum(part["amount"] for part in parts) for parts in result["breakdown"]] == result["scores"]
        assert any("wins the round" in text_of(line["text"]) for line in ann.log)
    record = get(toy_server, f"/api/rooms/{reply['room']}/record", reply["token"]).body.decode()
    last = post(toy_server, "/api/replay", {"record": record}).data
    assert (last["game"], last["scores"]) == ("toy", result["scores"])
