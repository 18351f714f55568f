"""Kill processes of a server one after another under load, and check that every acknowledged write survived.

    python -m tools.failover --kills 20

Several processes serve one PostgreSQL (a private one, from the tests); people and bots play in many rooms, through any
process. Every few seconds one process is killed without warning. It prints how soon all rooms were available again, and
finally checks every answer that was acknowledged and every event that was shown, and that all games end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.client import Server, get
from tests.server.postgres import Postgres
from tests.server.promises import Memory, check_promises, check_record, client, two_people
from tests.server.workers import kill, start_workers, until_workers, worker_pids

from repulse.server.cluster.leases import LEASE_SECONDS

MAX_SECONDS = 5.0


@dataclass
class Outcome:
    """The outcome."""

    seconds: list[float] = field(default_factory=list)
    """After each kill, how long until every room could be seen again."""
    answers: int = 0
    ended: int = 0


def given(memories: list[Memory]) -> int:
    """Return how many answers were acknowledged."""
    return sum(len(memory.acknowledged) for memory in memories)


async def play(server: Server, memory: Memory, chance: random.Random) -> None:
    """Play to the end, and connect again as often as need be."""
    while not memory.over:
        await client(server, memory, chance)
        await asyncio.sleep(0.05)


async def seen_again(server: Server, memory: Memory) -> None:
    """Wait until a room can be seen."""
    while True:
        with contextlib.suppress(OSError):
            reply = await asyncio.to_thread(get, server, f"/api/rooms/{memory.room}/view", memory.token)
            if reply.status == 200 and reply.data["n"] >= memory.seen:
                return
        await asyncio.sleep(0.05)


async def kill_workers(
    server: Server,
    kills: int,
    workers: int,
    *,
    rooms: int,
    seconds: float,
    pauses: frozenset[int] = frozenset(),
) -> Outcome:
    """Play, kill, and check that every acknowledged write survived.

    Some of the kills are pauses instead: the process stands still until all take it for dead, and then wants to go on.
    """
    chance, outcome = random.Random(1), Outcome()
    everybody: list[Memory] = []
    playing: list[tuple[Memory, asyncio.Task[None]]] = []
    for number in range(kills):
        while len({memory.room for memory, task in playing if not task.done()}) < rooms:
            room = await asyncio.to_thread(two_people, server, len(everybody) // 2)
            everybody += room
            playing += [(memory, asyncio.create_task(play(server, memory, chance))) for memory in room]
        before = given(everybody)
        while given(everybody) < before + rooms:
            await asyncio.sleep(0.05)
        await asyncio.sleep(chance.uniform(0, seconds))
        victim = chance.choice(worker_pids(server))
        if number in pauses:
            # The supervisor too, which would kill a process that does not respond.
            kill(server.process.pid, signal.SIGSTOP)
            kill(victim, signal.SIGSTOP)
            await asyncio.sleep(1.5 * LEASE_SECONDS)
            kill(victim, signal.SIGCONT)
            kill(server.process.pid, signal.SIGCONT)
        else:
            kill(victim)
        begun = time.monotonic()
        alive = [memory for memory, task in playing if not task.done()]
        await asyncio.gather(*(seen_again(server, memory) for memory in alive))
        outcome.seconds.append(time.monotonic() - begun)
        print(
            f"kill {number + 1:2}: {len(alive)} seats see their rooms again after {outcome.seconds[-1]:.2f} s, "
            f"{given(everybody)} answers so far",
            flush=True,
        )
        await asyncio.to_thread(until_workers, server, workers)
    await asyncio.gather(*(task for _memory, task in playing))
    await asyncio.to_thread(check_promises, server, everybody)
    for memory in everybody:
        reply = await asyncio.to_thread(get, server, f"/api/rooms/{memory.room}/record")
        check_record(reply.body.decode())
    outcome.answers, outcome.ended = given(everybody), len({memory.room for memory in everybody})
    return outcome


def main() -> None:
    """Run the test and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rooms", type=int, default=8)
    parser.add_argument("--log", type=Path, default=None, help="keep the log of the server here")
    parser.add_argument("--seconds", type=float, default=1.0, help="the longest pause before a kill")
    args = parser.parse_args()
    postgres = Postgres()
    postgres.start()
    server: Server | None = None
    try:
        with tempfile.TemporaryDirectory(prefix="repulse-failover-") as folder:
            log = args.log or Path(folder) / "log"
            server = start_workers(postgres.new_database(), args.workers, log=log)
            until_workers(server, args.workers)
            outcome = asyncio.run(
                kill_workers(server, args.kills, args.workers, rooms=args.rooms, seconds=args.seconds)
            )
            server.stop()
            faults = log.read_text().count("Traceback")
    finally:
        if server is not None and server.process.poll() is None:
            server.stop()
        postgres.stop()
    slowest = max(outcome.seconds)
    print(
        f"{args.kills} kills of one of {args.workers} processes, {outcome.ended} games played to their ends, "
        f"{outcome.answers} acknowledged answers all there; all rooms back after at most {slowest:.2f} s "
        f"(mean {sum(outcome.seconds) / len(outcome.seconds):.2f} s); {faults} faults in the log"
    )
    sys.exit(0 if slowest <= MAX_SECONDS else 1)


if __name__ == "__main__":
    main()
