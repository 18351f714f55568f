"""Where random games spend their time; ``make profile`` runs it.

For interpreted code Python's own profiler reports the time in each module. It cannot see into compiled code, so there
``perf`` samples the process, if the machine has it.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from repulse.arena.bench import random_games

PLAY = "from repulse.arena.bench import random_games; random_games({game!r}, {options!r}, {seconds}, seed=1)"
_LINE = re.compile(r"^\s*([\d.]+)%\s+\S+\s+\S+\s+\[\.\]\s+(.+?)\s*$")


def interpreted(game: str, options: dict[str, object], seconds: float) -> dict[str, float]:
    """Return the share of each module in the time of random games, in percent."""
    # One-time work, such as building the card table, should not count.
    random_games(game, options, 0.001, seed=0)
    profiler = cProfile.Profile()
    profiler.runcall(random_games, game, options, seconds, seed=1)
    spent: defaultdict[str, float] = defaultdict(float)
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    for (file, _, name), (_, _, own, _, _) in stats.items():
        path = Path(file)
        spent[name if "built-in" in name or file == "~" else f"{path.parent.name}/{path.stem}"] += own
    whole = sum(spent.values())
    return {name: 100 * own / whole for name, own in spent.items()}


def compiled(game: str, options: dict[str, object], seconds: float) -> dict[str, float]:
    """Return the share of each compiled function, and of each part of Python beneath them, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        play = PLAY.format(game=game, options=options, seconds=seconds)
        record = ["perf", "record", "-q", "-o", data, "-F", "999", "--", sys.executable, "-c", play]
        subprocess.run(record, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        report = ["perf", "report", "-i", data, "--stdio", "-g", "none"]
        text = subprocess.run(report, check=True, capture_output=True, text=True).stdout
    shares: defaultdict[str, float] = defaultdict(float)
    for line in text.splitlines():
        match = _LINE.match(line)
        if match:
            shares[match[2].removeprefix("CPyDef_").replace("___", ".")] += float(match[1])
    return shares


def main() -> None:
    """Print the largest shares."""
    parser = argparse.ArgumentParser(description="Where the time of random games goes.")
    parser.add_argument("--game", default="galaxy", help="galaxy or earth")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--most", type=int, default=25, help="how many lines")
    parser.add_argument("--perf", action="store_true", help="sample compiled code")
    args = parser.parse_args()
    options: dict[str, object] = {"players": args.players}
    if args.perf and not shutil.which("perf"):
        print("compiled: not measured, for there is no perf on this machine (Debian: linux-perf)")
        return
    shares = (compiled if args.perf else interpreted)(args.game, options, args.seconds)
    print(f"{'compiled' if args.perf else 'interpreted'}: {args.game}, {args.players} players")
    for name, share in sorted(shares.items(), key=lambda item: -item[1])[: args.most]:
        print(f"{share:6.1f} %  {name}")


if __name__ == "__main__":
    main()
