"""The promises to clients: every answer that was acknowledged and every event that was shown must outlive any kill."""

from __future__ import annotations

import random
from typing import Any

from tests.server.client import Server, get, joined, make_room, post, some_answer
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from repulse.engine.match import replay


class Memory:
    """The promises to one client: the last event it saw and every answer that was acknowledged."""

    def __init__(self, room: str, token: str, seat: int) -> None:
        self.room = room
        self.token = token
        self.seat = seat
        self.seen = -1
        self.log: list[Any] = []
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, tuple[int, list[str]]] = {}
        self.over = False


async def client(server: Server, memory: Memory, chance: random.Random) -> None:
    """Play until the connection breaks or the game ends; every promise goes into the memory."""
    try:
        async with joined(server, memory.room, memory.token, after=memory.seen) as player:
            player.log = memory.log
            asked = -1
            if memory.pending is not None:
                await player.send(memory.pending)
            while not memory.over:
                message = await player.receive()
                memory.seen = player.seen
                if message["type"] == "done":
                    assert memory.pending is not None
                    assert message["id"] == memory.pending["id"]
                    memory.acknowledged[message["id"]] = (message["n"], memory.pending["words"])
                    memory.pending = None
                elif message["type"] == "refused" and message["code"] == "storage":
                    # Nothing was changed: it is sent again on the next connection.
                    return
                elif message["type"] == "refused":
                    # An answer that was taken but not acknowledged is done when it comes again, never refused.
                    raise AssertionError(message)
                if player.event:
                    memory.over = player.event["result"] is not None
                    ask = player.event["ask"]
                    if memory.pending is None and ask is not None and ask["number"] != asked:
                        ident = f"a{ask['number']}"
                        if ident in memory.acknowledged:
                            continue
                        asked = ask["number"]
                        memory.pending = {"type": "answer", "id": ident, "ask": asked}
                        memory.pending["words"] = some_answer(ask, chance)
                        await player.send(memory.pending)
    except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
        return


def check_promises(server: Server, memories: list[Memory]) -> None:
    """Everything that anybody was told is still there."""
    for memory in memories:
        view = get(server, f"/api/rooms/{memory.room}/view", memory.token).data
        assert view["n"] >= memory.seen, "an event that was shown is gone"
        assert view["lines"][: len(memory.log)] == memory.log, "what was shown has changed"
        for ident, (n, words) in memory.acknowledged.items():
            assert view["n"] >= n, "an answer that was acknowledged is gone"
            # The same command again gets the same reply: it was written down as done.
            ask = int(ident[1:])
            again = {"type": "answer", "id": ident, "ask": ask, "words": words}
            reply = post(server, f"/api/rooms/{memory.room}/commands", again, memory.token)
            assert reply.data == {"type": "done", "id": ident, "n": n}


def two_people(server: Server, number: int) -> list[Memory]:
    """A game that has begun, of two people and now and then a bot."""
    seats: list[dict[str, str]] = [{"kind": "me"}, {"kind": "open"}]
    if number % 2:
        seats.append({"kind": "bot", "bot": "random"})
    reply = make_room(server, options={"game": ("base", "invasion")[number // 2 % 2]}, seats=seats)
    room = reply["room"]
    second = post(server, f"/api/rooms/{room}/join", {}).data
    start = {"type": "start", "id": "go"}
    assert post(server, f"/api/rooms/{room}/commands", start, reply["token"]).status == 200
    return [Memory(room, reply["token"], 0), Memory(room, second["token"], 1)]


def check_record(text: str) -> None:
    from repulse.engine.record import read_record
    from repulse.games import game_of

    record = read_record(text)
    assert replay(game_of(record), record).state.winners()
