"""A long run of the conformance suite: many random games of every configuration of every game.

    python tools/soak.py --games 1000

The cheap checks run at every choice of every game, each expensive one at a small share of the choices.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import sys
import tempfile
import time
from pathlib import Path

from repulse.bots import make_bot
from repulse.engine.answers import random_answer
from repulse.engine.bot import answer_of
from repulse.engine.conformance import (
    Chooser,
    ConformanceError,
    Rates,
    at_random,
    check_game,
    check_pickling,
)
from repulse.engine.contract import (
    Choice,
    Data,
    Decision,
    State,
)
from repulse.engine.random import Stream
from repulse.games import display_of, game_named, learning_of

GAMES = ("galaxy", "earth")


def played_by(bot: str, game: str) -> Chooser:
    """Return a chooser that asks a bot, which gets further than random play; now and then it plays at random anyway."""
    player = make_bot(bot, game, 1)

    def choose(state: State, decision: Decision, stream: Stream) -> Choice:
        if decision.forced() or stream.below(10) == 0:
            return random_answer(decision, stream)
        return sorted(answer_of(player, state, decision))

    return choose


def soak(game_name: str, options: Data, seeds: range, *, thinned: int, bot: str) -> tuple[bool, str]:
    """Check a number of games of one configuration; return whether all went well, and a line about it."""
    begun = time.perf_counter()
    words = ", ".join(f"{key} {value}" for key, value in options.items() if value and key != "overlays")
    try:
        rates, choose = Rates().thinned(thinned), played_by(bot, game_name) if bot else at_random
        display = display_of(game_name)
        report = check_game(
            display.game,
            options,
            seeds,
            rates=rates,
            choose=choose,
            display=display,
            learning=learning_of(display.game),
        )
    except ConformanceError as fault:
        place = ""
        if fault.record is not None:
            file = Path(tempfile.gettempdir()) / f"fault-{game_name}-{fault.record.seed}.json"
            file.write_text(fault.record.to_json(), encoding="utf-8")
            place = f" (the game up to there: {file})"
        return False, f"{game_name}: {words}: FAULT: {fault}{place}"
    seconds = time.perf_counter() - begun
    return True, f"{game_name}: {words}: {report.finished} games finished, {seconds:.0f} s"


def main() -> int:
    """Soak all configurations on all cores; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="of each configuration")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--bot", default="", help="who plays them; chance, if nobody is named")
    parser.add_argument("--thinned", type=int, default=400, help="how rare the expensive checks are")
    args = parser.parse_args()
    seeds = range(args.first, args.first + args.games)
    for name in GAMES:
        check_pickling(game_named(name))
    with concurrent.futures.ProcessPoolExecutor() as pool:
        jobs = [
            pool.submit(soak, name, options, seeds, thinned=args.thinned, bot=args.bot)
            for name in GAMES
            for options in game_named(name).configurations()
        ]
        well = True
        for job in concurrent.futures.as_completed(jobs):
            fine, line = job.result()
            well = well and fine
            print(line, flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
