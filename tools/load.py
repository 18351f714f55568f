"""A load test: many rooms on one server, people's answers over real WebSockets on loopback.

    python -m tools.load --rooms 200 --seats 4 --seconds 60
    python -m tools.load --workers 1 2 --rooms 60 --think 0.1 --seconds 20

Every seat is a client that thinks for a while (`--think`, on average) and answers at random. It measures the
time from sending an answer until every viewer of its room has been sent an event that shows it. Along the way every client
checks that its events have no gaps or repetitions, and at the end that everybody in a room saw the same.

With `--workers`, servers with these numbers of processes are measured one after another on a private PostgreSQL, and compared: a short
`--think` keeps them busy all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
LIMIT_MS = 100.0
SERVER = """
import sys
from repulse.server.config import Config
from repulse.server.cluster.supervisor import supervise
from repulse.server.guard.quotas import Quotas
from repulse.server.serve import serve
quotas = Quotas(rooms_per_minute=100_000, rooms_per_address=100_000, connections_per_address=2_000, forced_seconds=0.2, cpu_share=100.0, joins_per_minute=100_000)
config, workers = Config(sys.argv[1], quotas=quotas), int(sys.argv[2])
def announce(address, _outside):
    print(address, flush=True)
if workers:
    supervise(config, workers, announce=announce)
else:
    serve(config, announce=announce)
"""


class Option(msgspec.Struct):
    """An option; fields that these clients do not use are not even decoded."""

    word: str


class Ask(msgspec.Struct):
    """A question."""

    number: int
    least: int
    most: int
    options: list[Option]


class Message(msgspec.Struct):
    """Any message from the server."""

    type: str
    n: int = 0
    since: int = 0
    log_from: int = 0
    lines: list[msgspec.Raw] = []
    ask: Ask | None = None
    result: msgspec.Raw = msgspec.Raw(b"null")
    id: str = ""
    code: str = ""
    words: str = ""


MESSAGE = msgspec.json.Decoder(Message).decode
DECODE = msgspec.json.Decoder().decode
ENCODE = msgspec.json.Encoder().encode


@dataclass
class Table:
    """One room, as all its clients see it."""

    room: str
    tokens: list[str]
    waiting: dict[int, tuple[float, int]] = field(default_factory=dict)
    """Answers not yet shown to everybody, by event: when sent, and how many viewers are still waiting."""
    shown: list[int] = field(default_factory=list)
    """The last event of each viewer."""
    lines: list[int] = field(default_factory=list)
    """The length of each viewer's log."""
    over: bool = False


@dataclass
class Tally:
    """The measured numbers."""

    delays: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    events: int = 0
    received: int = 0
    wrong: list[str] = field(default_factory=list)
    finished: int = 0


class Client:
    """One seat."""

    def __init__(
        self, table: Table, seat: int, address: str, *, think: float, tally: Tally, until: float
    ) -> None:
        self.table = table
        self.seat = seat
        self.address = f"{address.replace('http', 'ws')}api/rooms/{table.room}/socket"
        self.think = think
        self.tally = tally
        self.until = until
        self.sent: dict[str, float] = {}
        self.chance = random.Random(f"{table.room} {seat}")

    async def run(self) -> None:
        """Play until the time or the game is over."""
        async with connect(self.address, max_size=None, compression=None, open_timeout=60) as socket:
            await socket.send(ENCODE({"type": "hello", "token": self.table.tokens[self.seat]}).decode())
            thinking: asyncio.Task[None] | None = None
            async for data in socket:
                now = time.perf_counter()
                self.tally.received += len(data)
                message = MESSAGE(data)
                kind = message.type
                if kind == "event":
                    asked = self.take(message, now)
                    if asked is not None:
                        if thinking is not None:
                            thinking.cancel()
                        thinking = asyncio.create_task(self.answer(socket, asked))
                    if bytes(message.result) != b"null":
                        self.table.over = True
                        return
                elif kind == "done":
                    begun = self.sent.pop(message.id)
                    self.tally.replies.append(now - begun)
                    self.expect(message.n, begun, now)
                elif kind == "refused":
                    self.tally.wrong.append(f"refused: {message.code}: {message.words}")
                    return
                if now > self.until:
                    return

    asked = -1

    def take(self, event: Message, now: float) -> Ask | None:
        """Handle an event; return its question, if it is new."""
        table, seat = self.table, self.seat
        self.tally.events += 1
        if event.since != table.shown[seat]:
            self.tally.wrong.append(f"event {event.n} since {event.since} after {table.shown[seat]}")
        table.shown[seat] = event.n
        table.lines[seat] = event.log_from + len(event.lines)
        self.settle(now)
        if event.ask is None or event.ask.number == self.asked:
            return None
        self.asked = event.ask.number
        return event.ask

    def expect(self, n: int, begun: float, now: float) -> None:
        """Wait until all viewers have seen the answer that event `n` shows."""
        self.table.waiting[n] = (begun, 0)
        self.settle(now)

    def settle(self, now: float) -> None:
        """Check which answers everybody has now been shown."""
        least = min(self.table.shown)
        for n in [n for n in self.table.waiting if n <= least]:
            self.tally.delays.append(now - self.table.waiting.pop(n)[0])

    async def answer(self, socket: ClientConnection, ask: Ask) -> None:
        """Think, then answer."""
        await asyncio.sleep(self.chance.uniform(0.2, 1.8) * self.think)
        count = self.chance.randint(ask.least, ask.most)
        words = [option.word for option in self.chance.sample(ask.options, count)]
        command = str(ask.number)
        self.sent[command] = time.perf_counter()
        with contextlib.suppress(Exception):
            await socket.send(
                ENCODE({"type": "answer", "id": command, "ask": ask.number, "words": words}).decode()
            )


async def post(address: str, body: object) -> dict[str, Any]:
    """Return a POST request by hand: one connection, one reply."""
    host, _, port = address.removeprefix("http://").split("/")[0].rpartition(":")
    path = "/" + address.removeprefix("http://").partition("/")[2]
    reader, writer = await asyncio.open_connection(host, int(port))
    data = ENCODE(body)
    head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + data)
    reply = await reader.read()
    writer.close()
    status, _, body_text = reply.partition(b"\r\n\r\n")
    if b" 201 " not in status.split(b"\r\n")[0]:
        raise RuntimeError(body_text.decode())
    response: dict[str, Any] = DECODE(body_text)
    return response


def serving(pid: int, workers: int) -> list[int]:
    """Return the processes that serve: the server itself, or those that it has started."""
    if not workers:
        return [pid]
    differences = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text(encoding="utf-8").rpartition(")")[2].split()[1]) == pid:
                differences.append(int(path.parent.name))
    return differences


def memory(pids: list[int]) -> float:
    """Return the memory of processes in MiB."""
    return sum(map(_memory, pids))


def processor(pids: list[int]) -> float:
    """Return seconds of processor time that processes have used."""
    return sum(map(_processor, pids))


def _memory(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def make_table(address: str, game: str, mode: str, *, seats: int) -> Table:
    """Return a room with a token for each seat."""
    options: dict[str, object] = {"players": seats}
    if game == "galaxy":
        options["game"] = mode
    room = await post(f"{address}api/rooms", {"game": game, "options": options})
    tokens = [room["token"]]
    for _ in range(seats - 1):
        tokens.append((await post(f"{address}api/rooms/{room['room']}/join", {}))["token"])
    return Table(room["room"], tokens, shown=[-1] * seats, lines=[0] * seats)


async def start(address: str, table: Table) -> None:
    """Start the game of a room."""
    url = f"{address.replace('http', 'ws')}api/rooms/{table.room}/socket"
    async with connect(url, max_size=None, compression=None, open_timeout=60) as socket:
        await socket.send(ENCODE({"type": "hello", "token": table.tokens[0]}).decode())
        await socket.send(ENCODE({"type": "start", "id": "start"}).decode())
        async for data in socket:
            message = DECODE(data)
            if message["type"] == "refused":
                raise RuntimeError(message["words"])
            if message["type"] == "done":
                return


@dataclass
class Figures:
    """The outcome."""

    kept: bool
    answers: float
    """A second."""
    cost: float
    """Milliseconds of the server's processor time for an answer."""


async def measure(address: str, pid: list[int], arguments: argparse.Namespace) -> Figures:
    """Play, then report."""
    tally = Tally()
    empty = memory(pid)
    modes = ["base", "xeno-invasion", "invasion", "frontier", "counterstrike"]
    tables = []
    for number in range(arguments.rooms):
        tables.append(
            await make_table(address, arguments.game, modes[number % len(modes)], seats=arguments.seats)
        )
    for table in tables:
        await start(address, table)
    begun, used, own = time.perf_counter(), processor(pid), time.process_time()
    until = begun + arguments.seconds
    clients = [
        Client(table, seat, address, think=arguments.think, tally=tally, until=until)
        for table in tables
        for seat in range(arguments.seats)
    ]
    tasks = []
    for client in clients:
        tasks.append(asyncio.create_task(client.run()))
        # People do not all arrive in the same millisecond.
        await asyncio.sleep(arguments.arrive / len(clients))
    joined = time.perf_counter() - begun
    full = memory(pid)
    done, late = await asyncio.wait(tasks, timeout=max(1.0, until - time.perf_counter()) + 15)
    for task in late:
        task.cancel()
    seconds = time.perf_counter() - begun
    busy = ((processor(pid) - used) / seconds, (time.process_time() - own) / seconds)
    for task in done:
        if task.exception() is not None:
            tally.wrong.append(f"a client failed: {task.exception()!r}")
    for table in tables:
        if table.over and len({*table.shown}) == 1:
            tally.finished += 1
            if len({*table.lines}) != 1:
                tally.wrong.append(f"logs of different length in {table.room}: {table.lines}")
    return figures_of(tally, arguments, seconds, joined=joined, busy=busy, sizes=(empty, full, memory(pid)))


def figures_of(
    tally: Tally,
    arguments: argparse.Namespace,
    seconds: float,
    *,
    joined: float,
    busy: tuple[float, float],
    sizes: tuple[float, float, float],
) -> Figures:
    """Print the figures."""
    delays = sorted(delay * 1000 for delay in tally.delays)
    if not delays:
        print("no answers were measured" + "".join(f"\n  {line}" for line in tally.wrong[:10]))
        return Figures(False, 0.0, 0.0)
    within = sum(delay <= LIMIT_MS for delay in delays) / len(delays)
    empty, full, last = sizes
    print(
        f"{arguments.rooms} rooms of {arguments.seats} seats ({arguments.game}), {seconds:.0f} s, all in after {joined:.1f} s"
    )
    print(f"answers   {len(delays)} ({len(delays) / seconds:.0f}/s), games that ended {tally.finished}")
    print(
        f"events    {tally.events} ({tally.events / seconds:.0f}/s), {tally.received / max(1, tally.events):.0f} bytes each"
    )
    for share in (0.5, 0.9, 0.99, 0.999):
        print(
            f"shown     {share:6.1%} within {delays[min(len(delays) - 1, int(share * len(delays)))]:.1f} ms"
        )
    print(f"shown     {within:.2%} within {LIMIT_MS:.0f} ms; the slowest took {delays[-1]:.0f} ms")
    print(
        f"server    {busy[0]:.0%} of a core (the clients {busy[1]:.0%}); {empty:.0f} MiB empty, {full:.0f} MiB when all had come, {last:.0f} MiB at the end"
    )
    print(
        f"memory    {(last - empty) * 1024 / arguments.rooms:.0f} KiB a room with its {arguments.seats} connections"
    )
    print(f"wrong     {len(tally.wrong)}" + "".join(f"\n  {line}" for line in tally.wrong[:10]))
    kept = within >= 0.99 and not tally.wrong
    print("kept" if kept else "NOT KEPT: 99 % within 100 ms, no event lost or doubled")
    return Figures(kept, len(delays) / seconds, 1000 * busy[0] * seconds / len(delays))


def one_run(database: str, workers: int, arguments: argparse.Namespace) -> Figures:
    """Measure one server; 0 workers is the server of one process without leases."""
    command = [sys.executable, "-c", SERVER, database, str(workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(measure(address, serving(server.pid, workers), arguments))
    finally:
        server.terminate()
        server.wait(30)


def compare(counts: list[int], arguments: argparse.Namespace) -> None:
    """Measure servers of several sizes on one PostgreSQL, one after another, and compare them with the first."""
    from tests.server.postgres import Postgres

    postgres = Postgres()
    postgres.start()
    try:
        results = []
        for count in counts:
            print(f"--- {count} {'process' if count == 1 else 'processes'} on PostgreSQL", flush=True)
            results.append(one_run(postgres.new_database(), 0 if count == 1 else count, arguments))
    finally:
        postgres.stop()
    first = results[0]
    for count, result in zip(counts[1:], results[1:], strict=True):
        print(
            f"{count} to {counts[0]}: {result.answers / first.answers:.2f} times the answers a second, "
            f"{result.cost / first.cost:.2f} times the processor time for each ({first.cost:.2f} and {result.cost:.2f} ms)"
        )


def main() -> None:
    """Start a server, fill it, measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=2.0, help="seconds that a client thinks, on average")
    parser.add_argument("--arrive", type=float, default=10.0, help="seconds in which all clients connect")
    parser.add_argument("--game", default="galaxy")
    parser.add_argument("--db", default="", help="the address of a database; a new file by default")
    parser.add_argument(
        "--workers", type=int, nargs="+", default=[], help="compare these numbers of processes"
    )
    arguments = parser.parse_args()
    if arguments.workers:
        compare(arguments.workers, arguments)
        return
    with tempfile.TemporaryDirectory(prefix="repulse-load-") as folder:
        figures = one_run(arguments.db or str(Path(folder) / "table.db"), 0, arguments)
    sys.exit(0 if figures.kept else 1)


if __name__ == "__main__":
    main()
