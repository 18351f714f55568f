"""Time a study of a million games and its report, and measure their memory; a second run resumes.

python tools/study_large.py build/million --games 20000
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    """Play, report, and print the cost."""
    parser = argparse.ArgumentParser(description="A million games, and the report on them.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/million"))
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="sensible")
    args = parser.parse_args()
    study = [str(args.folder), "-n", str(args.games), "-p", str(args.players), "-b", args.bots]
    played, seconds, memory = timed([*study, "--json"])
    facts = json.loads(played)
    now = facts["played_now"]
    rate = now / facts["seconds"] if now else 0
    print(
        f"played   {now:,} games in {seconds:,.1f} s: {rate:,.0f} games a second; {memory:.0f} MB at most in a process"
    )
    print(f"written  {facts['games']:,} games, {facts['bytes'] / 1e6:,.1f} MB")
    if facts["games"] < facts["planned"]:
        return 1
    page = args.folder.with_suffix(".html")
    _, seconds, memory = timed(["report", str(args.folder), "--html", str(page)])
    print(
        f"report   {page} in {seconds:,.1f} s; {memory:.0f} MB at most in a process; {page.stat().st_size / 1e6:.1f} MB"
    )
    return 0


def timed(words: list[str]) -> tuple[str, float, float]:
    """Return what `repulse study` printed, its seconds, and the largest memory in MB of it or of any of its processes."""
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([sys.executable, "-m", "repulse", "study", *words], stdout=output)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(process.returncode)
        output.seek(0)
        return output.read(), time.perf_counter() - started, used.ru_maxrss / 1000


if __name__ == "__main__":
    sys.exit(main())
