"""Pairs of rooms that differ in hidden cards alone, for the tests of forced answers."""

from __future__ import annotations

import asyncio
import random

from tests.server.client import some_answer

from repulse.engine.contract import Seat
from repulse.server.rooms.forced_delay import ForcedDelay
from repulse.server.rooms.session import RoomSession
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.wire.commands import Answer

PEOPLE = ["Ann", "Bob", "Cid", "Dot"]


def answer_someone(table: RoomDriver, chance: random.Random) -> Commit | None:
    """Somebody who has a choice answers at random; None if nobody has."""
    room = table.room
    asked = [seat for seat in room.questions if not room.pending.is_automatic(seat)]
    if not asked:
        return None
    seat = chance.choice(asked)
    ask = table.event(PEOPLE[seat]).ask
    assert ask is not None
    answer = Answer(f"a{room.n}", ask["number"], some_answer(dict(ask), chance))
    return table.command(PEOPLE[seat], answer)[1]


async def settled() -> None:
    """Everything that can be done without waiting is done."""
    for _ in range(30):
        await asyncio.sleep(0)


class Held(ForcedDelay):
    """Keeps who was to be answered for, and lets the answers wait for ever or not at all."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1.0)
        self.seconds = seconds
        self.waits: list[Seat] = []
        self.came: list[Seat] = []

    def arrive(self, seat: Seat) -> None:
        self.came.append(seat)

    def wait(self, seat: Seat, is_bot: bool) -> float:
        self.waits.append(seat)
        return self.seconds

    def release(self, session: RoomSession) -> None:
        """End every wait of a room: pending forced answers of present players are given at once."""
        self.seconds = 0.0
        self.waits.clear()
        for task in list(session.tasks.running):
            task.cancel()
