"""A siege: a server on loopback is attacked in every way we know, while an honest room plays next door.

    python -m tools.siege --seconds 8

For each attack it tells how soon the honest players' answers were taken (the 99th percentile, beside that of a quiet
time), how much memory the server had more than in the quiet time, and how soon after the end everything was as before. The
attacks (`tools/attacks.py`) come from another address of this machine than the honest players. Everything is bounded in
time, and nothing leaves the machine.
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
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.attacks import ATTACKS
from websockets.asyncio.client import connect

ROOT = Path(__file__).resolve().parent.parent
MOST_TIMES = 4.0
MOST_MEGABYTES = 64.0
MOST_SECONDS = 2.0
PEOPLE = 3
THINK_SECONDS = 0.02
SERVER = """
import sys
from repulse.server.app import Config
from repulse.server.limits import Quotas
from repulse.server.serve import serve
# The honest players are programs that answer at once, so nobody waits for them as for people.
quotas = Quotas(forced_seconds=0.02)
serve(Config(sys.argv[1], quotas=quotas), tell=lambda address, _outside: print(address, flush=True))
"""


@dataclass
class Honest:
    """Three programs that play game after game, and how long each answer took."""

    address: str
    room: str = ""
    delays: list[float] = field(default_factory=list)
    failures: int = 0

    def post(self, path: str, body: object, token: str = "") -> Any:
        """A request; the JSON of the reply."""
        asked = urllib.request.Request(self.address.rstrip("/") + path, json.dumps(body).encode())
        if token:
            asked.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(asked, timeout=30) as reply:
            return json.load(reply)

    async def begin(self) -> list[str]:
        """A new room; the tokens of its seats."""
        seats = [{"kind": "me"}, *[{"kind": "open"} for _ in range(PEOPLE - 1)]]
        wanted = {"game": "galaxy", "options": {"game": "base"}, "seats": seats}
        made = await asyncio.to_thread(self.post, "/api/rooms", wanted)
        tokens = [made["token"]]
        for _ in range(PEOPLE - 1):
            joined = await asyncio.to_thread(self.post, f"/api/rooms/{made['room']}/join", {})
            tokens.append(joined["token"])
        command = {"type": "start", "id": "go"}
        await asyncio.to_thread(self.post, f"/api/rooms/{made['room']}/commands", command, tokens[0])
        self.room = made["room"]
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
                        words = [
                            option["word"] for option in chance.sample(ask["options"], max(1, ask["least"]))
                        ]
                        answer = {"type": "answer", "id": f"a{answered}", "ask": answered, "words": words}
                        sent = time.perf_counter()
                        await socket.send(json.dumps(answer))


@dataclass
class Row:
    """What one attack did."""

    name: str
    answers: int
    p50: float
    p99: float
    times: float
    """The 99th percentile beside the quiet one."""
    megabytes: float
    recovery: float
    alive: bool

    def is_good(self) -> bool:
        """Whether the server stood it."""
        return (
            self.alive
            and self.answers > 0
            and self.times <= MOST_TIMES
            and self.megabytes <= MOST_MEGABYTES
            and self.recovery <= MOST_SECONDS
        )


def percentile(delays: Sequence[float], part: float) -> float:
    """In milliseconds."""
    if not delays:
        return float("inf")
    return 1000 * sorted(delays)[min(len(delays) - 1, int(part * len(delays)))]


def memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


class Siege:
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
        """One attack, between two quiet times; the times to compare with are those just before."""
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
        most = 0.0
        while attacking.returncode is None:
            most = max(most, memory(self.process.pid))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(attacking.wait(), 0.1)
        delays = list(self.honest.delays)
        recovery = await self.recovery(2 * percentile(before, 0.99) / 1000)
        p99 = percentile(delays, 0.99)
        return Row(
            name,
            len(delays),
            percentile(delays, 0.5),
            p99,
            p99 / percentile(before, 0.99),
            most - self.quiet_memory,
            recovery,
            self.process.poll() is None,
        )

    async def recovery(self, usual: float) -> float:
        """How long it takes until answers come as soon as usual again, and a new room can be made."""
        begun = time.monotonic()
        self.honest.delays.clear()
        while time.monotonic() - begun < 20:
            latest = self.honest.delays[-5:]
            if len(latest) == 5 and max(latest) <= usual:
                break
            await asyncio.sleep(0.02)
        await asyncio.to_thread(self._make_room)
        return time.monotonic() - begun

    def _make_room(self) -> None:
        wanted = urllib.request.Request(f"{self.address}api/rooms", b'{"game": "galaxy"}')
        with urllib.request.urlopen(wanted, timeout=20) as reply:
            assert reply.status == 201


async def besiege(names: Sequence[str], seconds: float, log: Path) -> tuple[list[Row], float]:
    """Attack a new server in all these ways; the rows, and the quiet 99th percentile in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="repulse-siege-") as folder, log.open("w") as errors:
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
            siege = Siege(process, address, seconds)
            playing = asyncio.create_task(siege.honest.play())
            # The first games are slower: everything is loaded by then.
            await asyncio.sleep(min(seconds, 3.0))
            rows = []
            for name in names:
                rows.append(await siege.attack(name))
                print(line(rows[-1]), flush=True)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return rows, percentile(siege.quiet_delays, 0.99)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()


HEAD = f"{'attack':<15}{'answers':>8}{'p50 ms':>9}{'p99 ms':>9}{'times':>7}{'MB':>8}{'back s':>8}"


def line(row: Row) -> str:
    """A row of the table."""
    mark = "" if row.is_good() else "  !"
    return (
        f"{row.name:<15}{row.answers:>8}{row.p50:>9.1f}{row.p99:>9.1f}{row.times:>7.1f}"
        f"{row.megabytes:>8.1f}{row.recovery:>8.1f}{mark}"
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
    typed = parser.parse_args()
    print(HEAD, flush=True)
    rows, quiet = asyncio.run(besiege(typed.only or list(ATTACKS), typed.seconds, typed.log))
    bad = [row.name for row in rows if not row.is_good()]
    print(f"quiet p99: {quiet:.1f} ms")
    print(
        f"allowed: {MOST_TIMES:g} times the quiet p99, {MOST_MEGABYTES:g} MB more, {MOST_SECONDS:g} s to come back: "
        + (f"missed by {', '.join(bad)}" if bad else "kept by all")
    )
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
