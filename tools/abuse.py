"""Run all known abuse scenarios against a server on loopback, and measure latency for a well-behaved room.

    python -m tools.abuse --seconds 8

For each attack it prints the latency of the well-behaved players (the 99th percentile, beside that of a quiet time), the
additional memory of the server, and how long latency and memory took to recover. During floods of advice and of rooms of
bots, a well-behaved visitor must get every hint and every review. The attacks (`tools/attacks.py`) come from another
address of this machine than the players. Everything is bounded in time, and nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.attacks import ATTACKS, game_record
from websockets.asyncio.client import connect

from repulse.server.guard.quotas import Quotas

ROOT = Path(__file__).resolve().parent.parent
MAX_LATENCY_FACTOR = 4.0
MAX_MEGABYTES = 64.0
MAX_SECONDS = 2.0
SETTLED_MEGABYTES = 20.0
"""Memory has come back when the server has at most so much more than in the quiet time: the first password keeps 16."""
MAX_MEMORY_BACK_S = 10.0
PEOPLE = 3
THINK_SECONDS = 0.02
SERVER = """
import sys
from repulse.server.config import Config
from repulse.server.guard.quotas import Quotas
from repulse.server.serve import serve
# The honest players are programs that answer at once, so nobody waits for them as for people.
quotas = Quotas(forced_seconds=0.02)
serve(Config(sys.argv[1], quotas=quotas), announce=lambda address, _outside: print(address, flush=True))
"""


@dataclass
class Honest:
    """Three programs that play game after game, and how long each answer took."""

    address: str
    room: str = ""
    delays: list[float] = field(default_factory=list)
    failures: int = 0

    def post(self, path: str, body: object, token: str = "") -> Any:
        """Return a request; the JSON of the reply."""
        asked = urllib.request.Request(self.address.rstrip("/") + path, json.dumps(body).encode())
        if token:
            asked.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(asked, timeout=30) as reply:
            return json.load(reply)

    async def begin(self) -> list[str]:
        """Return a new room; the tokens of its seats."""
        seats = [{"kind": "me"}, *[{"kind": "open"} for _ in range(PEOPLE - 1)]]
        request = {"game": "galaxy", "options": {"game": "base"}, "seats": seats}
        room = await asyncio.to_thread(self.post, "/api/rooms", request)
        tokens = [room["token"]]
        for _ in range(PEOPLE - 1):
            joined = await asyncio.to_thread(self.post, f"/api/rooms/{room['room']}/join", {})
            tokens.append(joined["token"])
        command = {"type": "start", "id": "go"}
        await asyncio.to_thread(self.post, f"/api/rooms/{room['room']}/commands", command, tokens[0])
        self.room = room["room"]
        return tokens

    async def play(self) -> None:
        """Play for ever."""
        while True:
            try:
                tokens = await self.begin()
                await asyncio.gather(*(self.seat(self.room, token) for token in tokens))
            except Exception:
                self.failures += 1
                await asyncio.sleep(0.1)

    async def seat(self, room: str, token: str) -> None:
        """Play one seat to the end of its game."""
        chance = random.Random(token)
        url = f"{self.address.replace('http', 'ws')}api/rooms/{room}/socket"
        async with connect(url, max_size=None, compression=None, open_timeout=30) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            answered, sent = -1, 0.0
            async for data in socket:
                message = json.loads(data)
                if message["type"] == "done":
                    self.delays.append(time.perf_counter() - sent)
                elif message["type"] == "event":
                    if message["result"]:
                        return
                    ask = message["ask"]
                    if ask and ask["number"] != answered:
                        answered = ask["number"]
                        await asyncio.sleep(THINK_SECONDS)
                        answer = random_answer(ask, chance)
                        sent = time.perf_counter()
                        await socket.send(json.dumps(answer))


@dataclass
class Guest:
    """An honest visitor who plays against a bot, asks for hints, and has short games reviewed."""

    address: str
    hints: list[float] = field(default_factory=list)
    reviews: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    """The time until the bot had answered and the visitor was asked again."""
    failures: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=lambda: [game_record(seed, 6) for seed in range(100, 104)])

    async def prepare(self) -> None:
        """Ask for everything once, so that its processes are started."""
        room = await asyncio.to_thread(self._new_room)
        await self._ask_hint(room)
        await self._ask_review(0)
        self.hints.clear()
        self.reviews.clear()

    def _new_room(self) -> Any:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "sensible"}]
        request = {"game": "galaxy", "options": {"game": "base"}, "seats": seats, "start": True}
        return Honest(self.address).post("/api/rooms", request)

    async def _ask_hint(self, room: Any) -> None:
        begun = time.monotonic()
        path = f"/api/rooms/{room['room']}/hint"
        await asyncio.to_thread(Honest(self.address).post, path, {}, room["token"])
        self.hints.append(time.monotonic() - begun)

    async def _ask_review(self, number: int) -> None:
        begun = time.monotonic()
        body = json.dumps({"record": self.records[number % len(self.records)]}).encode()
        lines = await asyncio.to_thread(_read_lines, f"{self.address}api/review", body)
        if lines[-1]["type"] != "review":
            raise ValueError(lines[-1])
        self.reviews.append(time.monotonic() - begun)

    async def visit(self, attacking: asyncio.subprocess.Process) -> None:
        """Ask for one thing after another while an attack lasts, and wait for what was asked last."""
        room = await asyncio.to_thread(self._new_room)

        async def repeat(ask: Callable[[int], Awaitable[None]], pause_s: float) -> None:
            number = 0
            while attacking.returncode is None:
                try:
                    await ask(number)
                except Exception as error:
                    self.failures.append(repr(error))
                number += 1
                await asyncio.sleep(pause_s)

        playing = asyncio.create_task(self._play())
        # A visitor who asks faster than the limits allow would be refused without any attack.
        hint_pause_s = 60 / Quotas().hints_per_minute
        await asyncio.gather(
            repeat(lambda _number: self._ask_hint(room), hint_pause_s), repeat(self._ask_review, 0.5)
        )
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    async def _play(self) -> None:
        """Play against a bot for ever."""
        chance = random.Random(1)
        while True:
            room = await asyncio.to_thread(self._new_room)
            url = f"{self.address.replace('http', 'ws')}api/rooms/{room['room']}/socket"
            async with connect(url, max_size=None, compression=None, open_timeout=30) as socket:
                await socket.send(json.dumps({"type": "hello", "token": room["token"]}))
                answered, sent = -1, 0.0
                async for data in socket:
                    message = json.loads(data)
                    if message["type"] == "event" and message["result"]:
                        break
                    ask = message["ask"] if message["type"] == "event" else None
                    if ask and ask["number"] != answered:
                        if sent:
                            self.bots.append(time.perf_counter() - sent)
                        answered = ask["number"]
                        await asyncio.sleep(THINK_SECONDS)
                        sent = time.perf_counter()
                        await socket.send(json.dumps(random_answer(ask, chance)))

    def summary(self) -> str:
        """Return what the visitor got."""
        return (
            f"  honest: {len(self.hints)} hints within {max(self.hints, default=0):.1f} s, {len(self.reviews)} reviews within "
            f"{max(self.reviews, default=0):.1f} s, {len(self.failures)} refused {sorted(set(self.failures)) or ''}; "
            f"bots p50 {percentile(self.bots, 0.5):.0f} ms, p99 {percentile(self.bots, 0.99):.0f} ms"
        )

    def is_served(self) -> bool:
        """Return whether everything that was asked for came."""
        return bool(self.hints and self.reviews and self.bots) and not self.failures


def _read_lines(url: str, body: bytes) -> list[Any]:
    with urllib.request.urlopen(urllib.request.Request(url, body), timeout=120) as reply:
        return [json.loads(line) for line in reply]


def random_answer(ask: Any, chance: random.Random) -> dict[str, Any]:
    """Return an answer at random."""
    words = [option["word"] for option in chance.sample(ask["options"], max(1, ask["least"]))]
    return {"type": "answer", "id": f"a{ask['number']}", "ask": ask["number"], "words": words}


GUESTS = ("bot_rooms", "master_rooms", "review_uploads", "cut_reviews", "hint_floods")
"""The attacks during which an honest visitor asks for advice, too."""


@dataclass
class Row:
    """The results of one attack."""

    name: str
    answers: int
    p50: float
    p99: float
    times: float
    """The 99th percentile beside the quiet one."""
    megabytes: float
    recovery: float
    memory_back: float
    """Seconds after the end until memory had come back."""
    alive: bool
    guest: Guest | None = None
    """The experience of an honest visitor, if there was one."""

    def is_good(self) -> bool:
        """Return whether the server stood it."""
        return (
            self.alive
            and (self.guest is None or self.guest.is_served())
            and self.answers > 0
            and self.times <= MAX_LATENCY_FACTOR
            and self.megabytes <= MAX_MEGABYTES
            and self.recovery <= MAX_SECONDS
            and self.memory_back <= MAX_MEMORY_BACK_S
        )


def percentile(delays: Sequence[float], part: float) -> float:
    """Return a percentile in milliseconds."""
    if not delays:
        return float("inf")
    return 1000 * sorted(delays)[min(len(delays) - 1, int(part * len(delays)))]


def memory(pid: int) -> float:
    """Return megabytes that a process has in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


class AbuseTest:
    """A server, its honest players, and one attack after another."""

    def __init__(self, process: subprocess.Popen[str], address: str, seconds: float) -> None:
        self.process = process
        self.address = address
        self.seconds = seconds
        self.honest = Honest(address)
        self.quiet_delays: list[float] = []
        self.quiet_memory = 0.0

    async def quiet(self, seconds: float) -> None:
        """Measure while nothing else happens."""
        self.honest.delays.clear()
        await asyncio.sleep(seconds)
        self.quiet_delays += self.honest.delays
        self.quiet_memory = memory(self.process.pid)

    async def attack(self, name: str) -> Row:
        """Return one attack, between two quiet times; the times to compare with are those just before."""
        guest = Guest(self.address) if name in GUESTS else None
        if guest is not None:
            await guest.prepare()
        await self.quiet(self.seconds)
        before = list(self.honest.delays)
        self.honest.delays.clear()
        attacking = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tools.attacks",
            name,
            self.address,
            self.honest.room,
            str(self.seconds),
            cwd=ROOT,
        )
        visiting = asyncio.create_task(guest.visit(attacking)) if guest is not None else None
        most = 0.0
        while attacking.returncode is None:
            most = max(most, memory(self.process.pid))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(attacking.wait(), 0.1)
        delays = list(self.honest.delays)
        ended = time.monotonic()
        recovery = await self.recovery(2 * percentile(before, 0.99) / 1000)
        memory_back = await self.memory_back(ended)
        if visiting is not None:
            await visiting
        p99 = percentile(delays, 0.99)
        return Row(
            name,
            len(delays),
            percentile(delays, 0.5),
            p99,
            p99 / percentile(before, 0.99),
            most - self.quiet_memory,
            recovery,
            memory_back,
            self.process.poll() is None,
            guest,
        )

    async def recovery(self, usual: float) -> float:
        """Return how long it takes until answers come as soon as usual again, and a new room can be made."""
        begun = time.monotonic()
        self.honest.delays.clear()
        while time.monotonic() - begun < 20:
            latest = self.honest.delays[-5:]
            if len(latest) == 5 and max(latest) <= usual:
                break
            await asyncio.sleep(0.02)
        await asyncio.to_thread(self._make_room)
        return time.monotonic() - begun

    async def memory_back(self, ended: float) -> float:
        """Return how long after the end of the attack memory was back; infinity if it does not come back."""
        while memory(self.process.pid) > self.quiet_memory + SETTLED_MEGABYTES:
            if time.monotonic() - ended > 3 * MAX_MEMORY_BACK_S:
                return float("inf")
            await asyncio.sleep(0.1)
        return time.monotonic() - ended if self.process.poll() is None else float("inf")

    def _make_room(self) -> None:
        request = urllib.request.Request(f"{self.address}api/rooms", b'{"game": "galaxy"}')
        with urllib.request.urlopen(request, timeout=20) as reply:
            assert reply.status == 201


async def run_attacks(names: Sequence[str], seconds: float, log: Path) -> tuple[list[Row], float]:
    """Attack a new server in all these ways; the rows, and the quiet 99th percentile in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="repulse-abuse-") as folder, log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(Path(folder) / "table.db")],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ,
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            test = AbuseTest(process, address, seconds)
            playing = asyncio.create_task(test.honest.play())
            # The first games are slower: everything is loaded by then.
            await asyncio.sleep(min(seconds, 3.0))
            rows = []
            for name in names:
                rows.append(await test.attack(name))
                print(line(rows[-1]), flush=True)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return rows, percentile(test.quiet_delays, 0.99)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()


HEAD = (
    f"{'attack':<15}{'answers':>8}{'p50 ms':>9}{'p99 ms':>9}{'times':>7}{'MB':>8}{'back s':>8}{'freed s':>9}"
)


def line(row: Row) -> str:
    """Return a row of the table."""
    mark = "" if row.is_good() else "  !"
    if row.guest is not None:
        mark += f"\n{row.guest.summary()}"
    return (
        f"{row.name:<15}{row.answers:>8}{row.p50:>9.1f}{row.p99:>9.1f}{row.times:>7.1f}"
        f"{row.megabytes:>8.1f}{row.recovery:>8.1f}{row.memory_back:>9.1f}{mark}"
    )


def main() -> None:
    """Besiege a server and print a table; fails if an attack did more than it may."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=8.0, help="for each attack, and each quiet time before"
    )
    parser.add_argument("--only", nargs="*", choices=sorted(ATTACKS), help="only these attacks")
    parser.add_argument("--log", type=Path, default=Path(os.devnull), help="where the server's log goes")
    args = parser.parse_args()
    print(HEAD, flush=True)
    rows, quiet = asyncio.run(run_attacks(args.only or list(ATTACKS), args.seconds, args.log))
    bad = [row.name for row in rows if not row.is_good()]
    print(f"quiet p99: {quiet:.1f} ms")
    print(
        f"allowed: {MAX_LATENCY_FACTOR:g} times the quiet p99, {MAX_MEGABYTES:g} MB more, {MAX_SECONDS:g} s to come back, "
        f"{MAX_MEMORY_BACK_S:g} s until memory is freed: "
        + (f"missed by {', '.join(bad)}" if bad else "kept by all")
    )
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
