"""Commands: done once, late ones answered with the room as it is, lost connections that lose nothing, undo."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.server.client import (
    Player,
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    post,
    some_answer,
)


async def asked(player: Player) -> Any:
    """The question of a player, once there is one."""
    return (await player.until_event(lambda event: event["ask"] is not None))["ask"]


async def test_the_same_command_twice_is_done_once(server: Server) -> None:
    room = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, room["room"], room["token"]) as ann:
        ask = await asked(ann)
        words = some_answer(ask, random.Random(1))
        message = {"type": "answer", "id": "once", "ask": ask["number"], "words": words}
        await ann.send(message)
        await ann.send(message)
        first = await ann.until(lambda message: message.get("id") == "once")
        second = await ann.until(lambda message: message.get("id") == "once")
        assert first == second
        assert first["type"] == "done"
    # By another way, and after the connection is gone.
    reply = post(server, f"/api/rooms/{room['room']}/commands", message, room["token"])
    assert reply.data == first
    other = post(server, f"/api/rooms/{room['room']}/commands", {**message, "words": []}, room["token"])
    assert other.data["code"] == "id-used"


async def test_a_stale_answer_gets_the_whole_room(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        ask = await asked(ann)
        await ann.answer(some_answer(ask, random.Random(1)))
        late = await ann.answer(some_answer(ask, random.Random(2)), ask=ask["number"], id="late")
        assert late["code"] == "stale"
        assert late["event"]["since"] == -1
        assert late["event"]["screen"]["game"] == "galaxy"
        assert late["event"]["n"] >= ann.seen
        assert [line["text"] for line in late["event"]["lines"]][: len(ann.log)] == [
            line["text"] for line in ann.log
        ]


async def test_an_illegal_answer_names_the_reason_and_changes_nothing(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with joined(server, reply["room"], reply["token"]) as ann:
        ask = await asked(ann)
        refused = await ann.answer([])
        assert (refused["code"], refused["reason"]) == ("illegal", "too-few")
        refused = await ann.answer(["No Such Card"])
        assert refused["type"] == "refused"
        assert "No Such Card" in refused["words"]
        assert get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).data["ask"] == ask
        assert (await ann.answer(some_answer(ask, random.Random(1))))["type"] == "done"


@pytest.mark.parametrize(
    ("game", "words", "message"),
    [
        ("galaxy", [], "Choisissez-en au moins 2, pas 0."),
        ("earth", ["99"], "Vous avez 10 d'Énergie et ne pouvez pas miser 99 d'Énergie."),
    ],
)
async def test_the_rules_refuse_in_the_language_of_the_player(
    server: Server, game: str, words: list[str], message: str
) -> None:
    seated = make_room(server, game, seats=me_and_bots(4), options={"players": 4}, start=True)
    room, token = seated["room"], seated["token"]
    async with joined(server, room, token, language="fr") as ann:
        ask = await asked(ann)
        refused = await ann.answer(words)
        assert (refused["code"], refused["words"]) == ("illegal", message)
        command = {"type": "answer", "id": "x", "ask": ask["number"], "words": words}
        reply = post(server, f"/api/rooms/{room}/commands?lang=fr", command, token)
        assert reply.data["words"] == message


async def test_nobody_answers_for_another(server: Server) -> None:
    room = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    async with (
        joined(server, room["room"], room["token"]) as ann,
        joined(server, room["room"]) as watcher,
    ):
        ask = await asked(ann)
        words = some_answer(ask, random.Random(1))
        assert (await watcher.command("answer", ask=ask["number"], words=words))["code"] == "not-yours"
        for kind in ("undo", "start", "leave", "rematch"):
            assert (await watcher.command(kind))["code"] == "not-yours"
        reply = post(
            server,
            f"/api/rooms/{room['room']}/commands",
            {"type": "answer", "id": "x", "ask": ask["number"], "words": words},
            "a-token-that-somebody-made-up",
        )
        assert (reply.status, reply.data["code"]) == (403, "bad-token")


async def test_a_connection_that_is_lost_again_and_again_loses_nothing(server: Server) -> None:
    """A client that sends a command and is cut off sends the same command again; nothing is lost or done twice."""

    room = make_room(server, options={"game": "invasion"}, seats=me_and_bots(3), seed=6, start=True)
    chance = random.Random(5)
    log: list[Any] = []
    seen = -1
    pending: dict[str, Any] | None = None
    sent, over = 0, False
    async with joined(server, room["room"], room["token"]) as watcher:
        while not over:
            async with joined(server, room["room"], room["token"], after=seen) as ann:
                ann.log = log
                if pending is not None:
                    await ann.send(pending)
                    sent += 1
                    if chance.random() < 0.5:
                        continue
                    reply = await ann.until(lambda message: "id" in message)
                    assert reply["type"] == "done", reply
                    pending = None
                    if reply["n"] > ann.seen:
                        await ann.until_n(reply["n"])
                view = get(server, f"/api/rooms/{room['room']}/view?after={ann.seen}", room["token"]).data
                if view["n"] > ann.seen:
                    await ann.until_n(view["n"])
                seen, log = ann.seen, ann.log
                if ann.event and ann.event["ask"] is not None:
                    ask = ann.event["ask"]
                    pending = {"type": "answer", "id": str(ask["number"]), "ask": ask["number"]}
                    pending["words"] = some_answer(ask, chance)
                over = bool(ann.event) and ann.event["result"] is not None
        await watcher.until_event(lambda event: event["result"] is not None)
        assert seen == watcher.seen
        assert log == watcher.log
        assert sent > 20


async def test_a_new_connection_gets_the_question_even_if_nothing_is_new(server: Server) -> None:
    """A client that lost its memory of the question, but not of the number, must not wait forever."""

    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    view = get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).data
    while view["thinking"] != [0]:
        await asyncio.sleep(0.05)
        view = get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).data
    async with joined(server, reply["room"], reply["token"], after=view["n"]) as ann:
        ann.log = list(view["lines"])
        event = await ann.until_event(lambda _event: True)
        assert event["n"] == event["since"] == view["n"]
        assert event["ask"] == view["ask"]
        assert event["lines"] == []
        assert ann.log == view["lines"]


async def test_a_number_that_never_was_gives_everything(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    view = get(server, f"/api/rooms/{reply['room']}/view?after=99999", reply["token"]).data
    assert view["since"] == -1
    async with joined(server, reply["room"], reply["token"], after=99999) as ann:
        ann.seen = -1
        event = await ann.until_event(lambda _event: True)
        assert event["since"] == -1
        assert event["log_from"] == 0


async def test_undo(server: Server) -> None:
    room = make_room(server, options={"game": "base", "players": 2})
    second = post(server, f"/api/rooms/{room['room']}/join", {}).data
    async with (
        joined(server, room["room"], room["token"]) as ann,
        joined(server, room["room"], second["token"]) as bob,
    ):
        assert (await ann.command("undo"))["code"] == "not-started"
        await ann.command("start")
        ask = await asked(ann)
        await asked(bob)
        assert not ann.event["can_undo"]
        assert (await ann.command("undo"))["code"] == "no-undo"
        reply = await ann.answer(some_answer(ask, random.Random(1)))
        await ann.until_n(reply["n"])
        assert ann.event["can_undo"]
        assert not ann.event["ask"]
        assert ann.event["screen"]["players"][0]["chosen"]
        assert not ann.event["screen"]["players"][1]["chosen"]
        reply = await ann.command("undo")
        assert reply["type"] == "done"
        await ann.until_n(reply["n"])
        assert not ann.event["can_undo"]
        assert ann.event["ask"]["options"] == ask["options"]
        assert ann.event["ask"]["number"] != ask["number"]
        stale = await ann.answer(some_answer(ask, random.Random(1)), ask=ask["number"])
        assert stale["code"] == "stale"
        await asyncio.gather(play_on(ann, random.Random(3)), play_on(bob, random.Random(4)))
        assert ann.log != bob.log, "each reads its own cards"
        assert [line["event"] for line in ann.log] == [line["event"] for line in bob.log]


async def test_people_who_undo_whenever_they_can_come_to_the_end(server: Server) -> None:
    async def careless(player: Player, chance: random.Random) -> None:
        answered = -1
        while player.event["result"] is None:
            ask = player.event["ask"]
            if player.event["can_undo"] and chance.random() < 0.3:
                reply = await player.command("undo")
                # Another may have moved on in the meantime: then it is refused, and that is all.
                assert reply["type"] == "done" or reply["code"] == "no-undo"
                if reply["type"] == "done":
                    await player.until_n(reply["n"])
            elif ask is not None and ask["number"] != answered:
                answered = ask["number"]
                reply = await player.answer(some_answer(ask, chance))
                # An earlier payer may just have taken it back: then the question is no longer asked.
                assert reply["type"] == "done" or reply["code"] == "stale"
                if reply["type"] == "done":
                    await player.until_n(reply["n"])
            else:
                await player.receive()

    room = make_room(server, options={"game": "base", "players": 2})
    second = post(server, f"/api/rooms/{room['room']}/join", {}).data
    async with (
        joined(server, room["room"], room["token"]) as ann,
        joined(server, room["room"], second["token"]) as bob,
    ):
        await ann.command("start")
        for player in (ann, bob):
            await player.until_event(lambda event: event["screen"] is not None)
        await asyncio.gather(careless(ann, random.Random(1)), careless(bob, random.Random(2)))
        whole = get(server, f"/api/rooms/{room['room']}/view", room["token"]).data
        assert whole["lines"] == ann.log


def test_commands_by_http_have_fitting_replies(server: Server) -> None:
    reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    path = f"/api/rooms/{reply['room']}/commands"
    token = reply["token"]
    assert post(server, path, {"type": "start", "id": "a"}, token).status == 409
    assert post(server, path, {"type": "answer", "id": "b", "ask": -5, "words": []}, token).status == 409
    assert post(server, path, {"type": "dance", "id": "c"}, token).status == 400
    assert post(server, path, {"type": "undo", "id": ""}, token).status == 400
    assert post(server, path, {"type": "undo", "id": "x" * 65}, token).status == 400
    assert post(server, path, {"type": "undo", "id": "d", "extra": 1}, token).status == 400
    assert post(server, "/api/rooms/none/commands", {"type": "undo", "id": "e"}, token).status == 404
