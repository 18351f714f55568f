"""People at a table of the server: clocks, presence, coming back, talk, rematches, one's own tables."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from tests.server.client import (
    Data,
    Player,
    Server,
    joined,
    make_room,
    play_on,
    post,
    some_answer,
    start_server,
)

CLOCK = {"kind": "live", "seconds": 2}
TWO: Data = {"options": {"game": "base", "players": 2}, "my_name": "Ann"}


def two_people(server: Server, **more: Any) -> tuple[Data, Data]:
    """A room of Ann, the host, and Bob."""
    ann = make_room(server, **(TWO | more))
    return ann, post(server, f"/api/rooms/{ann['room']}/join", {"name": "Bob"}).data


def seat_of_bob(event: Data) -> Data:
    seat_data: Data = event["room"]["seats"][1]
    return seat_data


async def answer_one(player: Player) -> None:
    await player.until_event(lambda event: event["ask"] is not None)
    reply = await player.answer(some_answer(player.event["ask"], random.Random(1)))
    assert reply["type"] == "done", reply


async def test_a_bot_sits_in_for_one_who_is_away_until_he_takes_the_seat_back(server: Server) -> None:
    reply, second = two_people(server, clock=CLOCK)
    async with joined(server, reply["room"], reply["token"]) as ann:
        await ann.command("start")
        await answer_one(ann)
        assert ann.event["deadlines"][1] > ann.welcome["now"]
        # Bob never came: his time runs out, and the game goes on.
        await ann.until_event(lambda event: seat_of_bob(event)["bot"] == "sensible")
        await ann.until_event(lambda event: event["ask"] is not None)
        async with joined(server, reply["room"], second["token"]) as bob:
            assert bob.event["ask"] is None
            assert (await bob.command("return"))["type"] == "done"
            await bob.until_event(lambda event: seat_of_bob(event)["bot"] == "")
            await answer_one(ann)
            await bob.until_event(lambda event: event["ask"] is not None)


async def test_clocks_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    first = start_server(str(tmp_path / "table.db"))
    reply, second = two_people(first, clock=CLOCK)
    async with joined(first, reply["room"], reply["token"]) as ann:
        await ann.command("start")
        await ann.until_event(lambda event: event["ask"] is not None)
        first.kill()
    again = start_server(str(tmp_path / "table.db"))
    try:
        async with joined(again, reply["room"], reply["token"]) as ann:
            assert ann.event["deadlines"][1] > ann.welcome["now"]
            await answer_one(ann)
            await ann.until_event(lambda event: seat_of_bob(event)["bot"] == "sensible")
        async with joined(again, reply["room"], second["token"]) as bob:
            assert (await bob.command("return"))["type"] == "done"
    finally:
        again.stop()


async def test_the_host_can_have_a_bot_sit_in_at_once(server: Server) -> None:
    reply, _ = two_people(server)
    async with joined(server, reply["room"], reply["token"]) as ann:
        await ann.command("start")
        assert (await ann.command("seat", seat=1, kind="bot", bot="random"))["type"] == "done"
        assert await play_on(ann, random.Random(2), most=6) == 6


def test_a_wrong_clock_is_refused(server: Server) -> None:
    reply = post(server, "/api/rooms", {"game": "galaxy", "clock": {"kind": "live", "seconds": 1}})
    assert (reply.status, reply.data["code"]) == (400, "bad-options")


async def test_talk_is_kept_for_those_who_come_later_and_limited(server: Server) -> None:
    reply, second = two_people(server)
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert (await ann.command("say", text="hello  there"))["type"] == "done"
        async with joined(server, reply["room"], second["token"]) as bob:
            assert [line["text"] for line in bob.event["chat"]] == ["hello there"]
            replies = [await bob.command("say", reaction="nice") for _ in range(60)]
            assert replies[0]["type"] == "done"
            assert replies[-1]["code"] == "too-much-talk"
        assert (await ann.command("say", text="still here"))["type"] == "done"
        # A spectator has no token, and is heard only by others like it while the game goes on.
        await ann.command("start")
        async with joined(server, reply["room"]) as eve, joined(server, reply["room"]) as mia:
            before = ann.seen
            assert (await eve.command("say", text="psst", name="Eve"))["type"] == "done"
            await mia.until_event(lambda event: any(line["text"] == "psst" for line in event["chat"]))
            await ann.until_n(before + 1)
            assert all(b"psst" not in frame for frame in ann.frames)


async def test_there_is_no_talk_among_strangers_unless_the_host_allows_it(server: Server) -> None:
    reply, _ = two_people(server, listed=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        assert not ann.event["room"]["chat"]
        assert (await ann.command("say", text="hello"))["code"] == "no-chat"
        await ann.command("chat", on=True)
        assert (await ann.command("say", text="hello"))["type"] == "done"


async def test_a_rematch_begins_when_everybody_has_come(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    reply = make_room(server, options={"game": "base", "players": 2}, seats=seats)
    second = post(server, f"/api/rooms/{reply['room']}/join", {"name": "Bob", "face": "k7"}).data
    async with (
        joined(server, reply["room"], reply["token"]) as ann,
        joined(server, reply["room"], second["token"]) as bob,
    ):
        await ann.command("start")
        for player in (ann, bob):
            await player.command("leave", bot="random")
        await ann.until_event(lambda event: event["result"] is not None)
        assert (await ann.command("rematch"))["type"] == "done"
        await bob.until_event(lambda event: event["room"]["next"] != "")
    room = bob.event["room"]["next"]
    async with joined(server, room, reply["token"]) as ann:
        # Bots sat in for both when it ended, but both were here to see it.
        assert ann.event["room"]["stage"] == "lobby"
        assert ann.event["room"]["seats"][0]["face"] == "k7"
        async with joined(server, room, second["token"]) as bob:
            await bob.until_event(lambda event: event["ask"] is not None)


async def test_a_rematch_does_not_wait_for_players_who_left(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    reply = make_room(server, options={"game": "base", "players": 2}, seats=seats)
    second = post(server, f"/api/rooms/{reply['room']}/join", {"name": "Bob"}).data
    async with joined(server, reply["room"], reply["token"]) as ann:
        async with joined(server, reply["room"], second["token"]) as bob:
            await ann.command("start")
            for player in (ann, bob):
                await player.command("leave", bot="random")
        await ann.until_event(lambda event: event["result"] is not None)
        await ann.command("rematch")
        await ann.until_event(lambda event: event["room"]["next"] != "")
        room = ann.event["room"]["next"]
    async with joined(server, room, reply["token"]) as ann:
        await ann.until_event(lambda event: event["room"]["stage"] == "playing")


async def test_ones_own_tables(server: Server) -> None:
    reply, second = two_people(server, clock={"kind": "days", "seconds": 86400})
    strange = {"room": reply["room"], "token": "nonsense"}
    nowhere = {"room": "0" * 20, "token": reply["token"]}
    async with joined(server, reply["room"], reply["token"]) as ann:
        await ann.command("start")
        asked = [reply, second, strange, nowhere]
        tables = [{"room": table["room"], "token": table["token"]} for table in asked]
        tables_found = post(server, "/api/tables", {"tables": tables}).data["tables"]
        assert [table["gone"] for table in tables_found] == [False, False, True, True]
        assert tables_found[2]["seats"] == []
        assert [table["your_turn"] for table in tables_found[:2]] == [True, True]
        assert tables_found[0]["deadline"] > 0
        await answer_one(ann)
        tables_found = post(server, "/api/tables", {"tables": tables[:2]}).data["tables"]
        assert [table["your_turn"] for table in tables_found] == [False, True]
        assert tables_found[0]["thinking"] == [1]
        await ann.command("seat", seat=1, kind="bot", bot="random")
        await ann.command("leave", bot="random")
        await ann.until_event(lambda event: event["result"] is not None)
    tables_found = post(server, "/api/tables", {"tables": tables[:1]}).data["tables"]
    assert tables_found[0]["stage"] == "over"
    assert len(tables_found[0]["scores"]) == 2
    assert tables_found[0]["winners"]
    assert post(server, "/api/tables", {"tables": tables * 8}).data["code"] == "too-large"
