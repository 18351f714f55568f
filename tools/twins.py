"""Look for hidden cards in everything that a viewer can be sent, over whole games: two worlds that differ in nothing else must give the same bytes.

    make twins ARGS="--games 2"

In each position of a game that is played in a room, everything that a viewer cannot see is dealt again; events in all languages with their screens, lines
and recap facts, the table in words, scores, refusals, replays, exports, the state of the table, the view that bots are given, and some hints are made in both worlds
and compared. It prints how much was compared, and fails at the first difference.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.test_secrets import GAMES, Tally, whole_game


def main() -> None:
    """Compare, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1, help="games of each configuration")
    parser.add_argument("--every", type=int, default=8, help="compare at one in N answers")
    parser.add_argument(
        "--hints", type=int, default=20, help="compare hints at one in N questions; 0 for none"
    )
    parser.add_argument("--only", default="", help="a word of the configurations to play, such as earth")
    args = parser.parse_args()
    total, begun = Tally(), time.monotonic()
    for game, options in GAMES:
        if args.only not in f"{game} {options}":
            continue
        tally = Tally()
        for seed in range(args.games):
            with tempfile.TemporaryDirectory(prefix="repulse-twins-") as folder:
                work = whole_game(
                    Path(folder), game, options, args.every, seed=seed, hints=args.hints, all_languages=True
                )
                add(tally, asyncio.run(work))
        add(total, tally)
        show(f"{game} {options.get('game', '')} {options['players']}", tally)
    show(f"sum ({time.monotonic() - begun:.0f} s)", total)


def add(tally: Tally, more: Tally) -> None:
    """Add what one game compared."""
    for name in ("positions", "comparisons", "bytes", "redealt", "hints"):
        setattr(tally, name, getattr(tally, name) + getattr(more, name))


def show(name: str, tally: Tally) -> None:
    """Print a line."""
    print(
        f"{name:<28} {tally.positions:>6} views of positions ({tally.redealt} redealt), {tally.comparisons:>7} comparisons "
        f"({tally.hints} with hints), {tally.bytes / 1e6:>7.1f} MB, 0 differences",
        flush=True,
    )


if __name__ == "__main__":
    main()
