"""Training from the command line: `python -m repulse.learn --help`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from repulse.engine.contract import RepulseError


def main(arguments: list[str] | None = None) -> int:
    """Start a run, or resume one."""
    parser = argparse.ArgumentParser(prog="python -m repulse.learn", description="Train a net by self-play.")
    parser.add_argument("run", type=Path, help="the folder of the run; an existing run is resumed")
    parser.add_argument(
        "--plan", type=Path, help="the plan of a new run, as JSON (repulse.learn.plan.TrainingPlan)"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="training time (default: 60)")
    parser.add_argument("--workers", type=int, default=0, help="processes that play (default: one per core)")
    parser.add_argument(
        "--cluster",
        default="",
        metavar="WHERE",
        help="play on a Ray cluster: local, or an address such as ray://head:10001",
    )
    parser.add_argument("--export", type=Path, help="write the net of the run to a file and exit")
    parser.add_argument("--picture", type=Path, help="write the learning curves of the run as SVG and exit")
    args = parser.parse_args(arguments)
    try:
        return _train(args)
    except RepulseError as error:
        print(f"repulse.learn: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _train(args: argparse.Namespace) -> int:
    try:
        from repulse.learn.curves import curve_name, curves_chart
        from repulse.learn.plan import read_plan
        from repulse.learn.run import TrainingRun
    except ModuleNotFoundError as error:
        raise RepulseError(
            f"Training needs more packages ({error.name}): install 'repulse[learn]'."
        ) from error
    path = args.plan or args.run / "plan.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        plan = read_plan(data, log=_print_line)
    except (OSError, ValueError, TypeError) as error:
        raise RepulseError(f"The plan {path} cannot be used: {error}.") from error
    if args.picture:
        names = [curve_name(options) for options in plan.configurations]
        args.picture.write_text(curves_chart(args.run, names), encoding="utf-8")
        return 0
    run = TrainingRun(args.run, plan, workers=args.workers, cluster=args.cluster, log=_print_line)
    try:
        if args.export:
            run.export(args.export)
            return 0
        run.train(args.minutes)
    finally:
        run.close()
    return 0


def _print_line(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
