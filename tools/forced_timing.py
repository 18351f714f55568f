"""Measure whether the timing of an answer reveals that it was forced: scripted players in many rooms, watched by a spectator.

    make forced-timing ARGS="--forced 300"

Printed is how often a forced answer took less time than a chosen one of any seat (the area under the ROC curve): 0.5
reveals nothing, 0 and 1 everything.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from bisect import bisect_left, bisect_right
from pathlib import Path
from statistics import median

from tests.server.client import some_answer
from tests.server.lobbies import lobby_on

from repulse.engine.contract import SPECTATOR, Seat
from repulse.server.guard.quotas import Quotas
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.refusals import RefusalError
from repulse.table.wire.commands import Answer, Start
from repulse.table.wire.rooms import CreateRoom, Join

MAX_CHOICES = 1.5
"""`forced_seconds` of the rooms: nobody here takes longer."""


class Samples:
    """The times of answers, as a spectator saw them."""

    def __init__(self, forced: int) -> None:
        self.wanted = forced
        self.forced: list[float] = []
        self.chosen: list[float] = []

    def enough(self) -> bool:
        """Return whether there are enough of them."""
        return len(self.forced) >= self.wanted

    def area(self) -> float:
        """Return the probability that a forced answer took less time than a chosen one."""
        chosen = sorted(self.chosen)
        total = 0.0
        for seconds in self.forced:
            total += len(chosen) - (bisect_left(chosen, seconds) + bisect_right(chosen, seconds)) / 2
        return total / (len(chosen) * len(self.forced))


async def person(
    session: RoomSession, seat: Seat, owner: str, *, chance: random.Random, samples: Samples
) -> None:
    """Answer after a while, some people sooner than others."""
    room, pace, number = session.room, chance.uniform(0.15, 0.5), 0
    session.connect(Viewer(owner, seat))
    while room.stage == "playing" and not samples.enough():
        question = room.questions.get(seat)
        if question is None or room.pending.is_automatic(seat) or not room.pending.is_asked(seat):
            await asyncio.sleep(0.01)
            continue
        await asyncio.sleep(min(MAX_CHOICES, pace * chance.lognormvariate(0, 0.6)))
        ask = session.events.event(seat).ask
        if ask is None or ask["number"] != question.number:
            continue
        number += 1
        try:
            await session.command(owner, Answer(f"a{number}", ask["number"], some_answer(dict(ask), chance)))
        except RefusalError:
            continue


async def watch(session: RoomSession, samples: Samples) -> None:
    """Measure, from the event that shows a question to the one that shows its answer."""
    room = session.room
    viewer = Viewer("", SPECTATOR)
    session.connect(viewer)
    asked: dict[Seat, tuple[int, float]] = {}
    count = len(room.history.answers)
    while room.stage == "playing" and not samples.enough():
        await viewer.wake.wait()
        viewer.wake.clear()
        data = await session.next_event(viewer)
        if data is None:
            continue
        now = time.monotonic()
        for answer in room.history.answers[count:]:
            if answer.seat in asked:
                kept = samples.forced if answer.by == "forced" else samples.chosen
                kept.append(now - asked.pop(answer.seat)[1])
        count = len(room.history.answers)
        for seat in json.loads(data)["thinking"]:
            question = room.questions.get(seat)
            if question is not None and asked.get(seat, (-1, 0.0))[0] != question.number:
                asked[seat] = (question.number, now)


async def play(lobby: Lobby, number: int, samples: Samples) -> None:
    """Play games in a room until there are enough samples."""
    chance = random.Random(number)
    while not samples.enough():
        options = {"game": chance.choice(["base", "xeno-invasion"]), "players": 3}
        session, _, token = await lobby.create(CreateRoom("galaxy", options))
        tokens = [token, *[(await lobby.join(session, Join()))[1] for _ in range(2)]]
        owners = [token_hash(token) for token in tokens]
        await session.command(owners[0], Start("go"))
        people = [
            person(session, seat, owner, chance=chance, samples=samples) for seat, owner in enumerate(owners)
        ]
        await asyncio.gather(watch(session, samples), *people)


async def measure(rooms: int, forced: int) -> Samples:
    """Measure in some rooms at the same time."""
    samples = Samples(forced)
    with tempfile.TemporaryDirectory(prefix="repulse-forced-") as folder:
        quotas = Quotas(forced_seconds=MAX_CHOICES, rooms_per_address=100_000)
        async with lobby_on(str(Path(folder) / "table.db"), quotas) as lobby:
            await asyncio.gather(*(play(lobby, number, samples) for number in range(rooms)))
    return samples


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--rooms", type=int, default=16)
    parser.add_argument("--forced", type=int, default=300, help="forced answers to wait for")
    args = parser.parse_args()
    samples = asyncio.run(measure(args.rooms, args.forced))
    print(
        f"{len(samples.forced)} forced answers (median {median(samples.forced):.2f} s), "
        f"{len(samples.chosen)} chosen ones (median {median(samples.chosen):.2f} s): area {samples.area():.3f}"
    )


if __name__ == "__main__":
    main()
