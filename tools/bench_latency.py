"""Measure response time: from a player's answer to the next question, over a real WebSocket on loopback.

    python tools/bench_latency.py                       starts `repulse serve` as `make play` does, and plays there
    python tools/bench_latency.py --address http://...  plays at a server that is running already

One person (answering at random, at once) and bots play games of one sort; all times are of the person's own answers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect


@contextlib.contextmanager
def serving(options: list[str]) -> Iterator[str]:
    """Run a server, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "repulse", "serve", "--db", str(Path(folder) / "table.db"), *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            while not (line := process.stdout.readline()).startswith("Repulse is at "):
                if not line:
                    raise SystemExit("The server did not start.")
            yield line.split()[-1]
            own, helpers = processor_seconds(process.pid)
            print(f"processor time: server {own:.2f} s, its helpers {helpers:.2f} s", flush=True)
        finally:
            process.terminate()
            process.wait(20)


def processor_seconds(pid: int) -> tuple[float, float]:
    """Return seconds that a process and its children have worked, apart from all other processes (Linux only)."""

    def worked(process_id: int) -> float:
        fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return worked(pid), sum(worked(int(child)) for child in children)
    except OSError:
        return 0.0, 0.0


def create(address: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Return a new room that has begun."""
    body = json.dumps(settings).encode()
    request = urllib.request.Request(f"{address}api/rooms", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        room: dict[str, Any] = json.load(reply)
        return room


async def play(address: str, settings: dict[str, Any], most: int, *, chance: random.Random) -> list[float]:
    """Return seconds from each answer to the next question, of one game or of its first answers."""
    room = create(address, settings)
    url = f"{address.replace('http', 'ws', 1)}api/rooms/{room['room']}/socket"
    times: list[float] = []
    async with connect(url, max_size=None, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": room["token"]}))
        asked, sent = -1, 0.0
        async for data in socket:
            now = time.perf_counter()
            message = json.loads(data)
            if message["type"] != "event":
                continue
            ask = message["ask"]
            if message["result"] is not None or len(times) >= most:
                break
            if ask is None or ask["number"] == asked:
                continue
            if asked >= 0:
                times.append(now - sent)
            asked = ask["number"]
            count = chance.randint(ask["least"], ask["most"])
            words = [option["word"] for option in chance.sample(ask["options"], count)]
            sent = time.perf_counter()
            await socket.send(json.dumps({"type": "answer", "id": f"a{asked}", "ask": asked, "words": words}))
    return times


def main() -> None:
    """Play, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--address", default="", help="a server that is running already")
    parser.add_argument("--mode", default="counterstrike")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--bot", default="sensible")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--answers", type=int, default=1000, help="maximum number per game")
    parser.add_argument("serve", nargs="*", help="options for the server")
    chosen = parser.parse_args()
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": chosen.bot}] * (chosen.players - 1)]
    options = {"game": chosen.mode, "players": chosen.players}
    settings = {"game": "galaxy", "options": options, "seats": seats, "start": True}
    place = contextlib.nullcontext(chosen.address) if chosen.address else serving(chosen.serve)
    times: list[float] = []
    with place as address:
        for game in range(chosen.games):
            game_times = asyncio.run(
                play(address, {**settings, "seed": game}, chosen.answers, chance=random.Random(game))
            )
            times += game_times
            show(f"game {game}", game_times)
    show("all", times)


def show(what: str, times: list[float]) -> None:
    """Print one line of figures."""
    if len(times) < 2:
        return
    tenths = statistics.quantiles(times, n=10)
    load = f"{os.getloadavg()[0]:.1f}"
    print(
        f"{what}: {len(times)} answers, median {1000 * statistics.median(times):.0f} ms, "
        f"p90 {1000 * tenths[8]:.0f} ms, max {1000 * max(times):.0f} ms (load {load})",
        flush=True,
    )


if __name__ == "__main__":
    main()
