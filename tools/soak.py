"""The conformance suite for a long time: so many random games of every configuration of every game.

    python tools/soak.py --games 1000

Every choice of every game is checked for what is cheap to check; of the expensive checks one in many choices gets one.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import time

from repulse.arena.games import game_named
from repulse.engine.conformance import Rates, check_game
from repulse.engine.contract import Data


def soak(game_name: str, options: Data, games: int, thinned: int) -> str:
    """Check so many games of one configuration; a line about it."""
    begun = time.perf_counter()
    report = check_game(game_named(game_name), options, range(games), rates=Rates().thinned(thinned))
    seconds = time.perf_counter() - begun
    words = ", ".join(f"{key} {value}" for key, value in options.items() if value and key != "overlays")
    return f"{game_name}: {words}: {report.finished} games finished, {seconds:.0f} s"


def main() -> None:
    """Soak all configurations on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="of each configuration")
    parser.add_argument("--thinned", type=int, default=400, help="how rare the expensive checks are")
    given = parser.parse_args()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        jobs = [
            pool.submit(soak, name, options, given.games, given.thinned)
            for name in ("galaxy", "earth")
            for options in game_named(name).configurations()
        ]
        for job in concurrent.futures.as_completed(jobs):
            print(job.result(), flush=True)


if __name__ == "__main__":
    main()
