"""Training from the command line: `python -m repulse.learn --help`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from repulse.engine.contract import RepulseError


def main(arguments: list[str] | None = None) -> int:
    """Begin a run, or go on with one."""
    parser = argparse.ArgumentParser(prog="python -m repulse.learn", description="Train a net by self-play.")
    parser.add_argument("run", type=Path, help="the folder of the run; one that is there goes on")
    parser.add_argument("--plan", type=Path, help="the plan of a new run, as JSON (repulse.learn.run.Plan)")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to train")
    parser.add_argument("--workers", type=int, default=0, help="processes that play; 0 is one for each core")
    parser.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="play on a Ray cluster: local, or an address such as ray://head:10001",
    )
    parser.add_argument("--export", type=Path, help="write the net of the run to a file, and do nothing else")
    parser.add_argument(
        "--picture", type=Path, help="draw the learning curves of the run, and do nothing else"
    )
    given = parser.parse_args(arguments)
    try:
        return _train(given)
    except RepulseError as error:
        print(f"repulse.learn: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _train(given: argparse.Namespace) -> int:
    try:
        from repulse.learn.curves import curve_name, picture
        from repulse.learn.run import Run, read_plan
    except ModuleNotFoundError as error:
        raise RepulseError(
            f"Training needs more packages ({error.name}): install 'repulse[learn]'."
        ) from error
    place = given.plan or given.run / "plan.json"
    try:
        data = json.loads(place.read_text(encoding="utf-8"))
        plan = read_plan(data)
    except (OSError, ValueError, TypeError) as error:
        raise RepulseError(f"There is no plan to train by: {place}: {error}.") from error
    if given.picture:
        names = [curve_name(options) for options in plan.configurations]
        given.picture.write_text(picture(given.run, names), encoding="utf-8")
        return 0
    run = Run(given.run, plan, given.workers, lambda line: print(line, flush=True), given.cluster)
    try:
        if given.export:
            run.export(given.export)
            return 0
        run.train(given.minutes)
    finally:
        run.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
