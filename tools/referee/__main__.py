"""Remake the fixtures of the outside referee: `python -m tools.referee FOLDER`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from tools.referee.check import Played
from tools.referee.convert import convert
from tools.referee.fixtures import Fixture, write_fixtures
from tools.referee.powers import PowerWords
from tools.referee.recorded import read_games

FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "games" / "galaxy" / "referee"
OVERLAY = FIXTURES / "unkeyed-archives.toml"


def main() -> int:
    """Convert every group of recorded games, check it against our rules, and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of recorded games: *.jsonl.gz and powers.json")
    parser.add_argument("--games", help="only those whose id begins so; nothing is written")
    args = parser.parse_args()
    powers = PowerWords(args.folder / "powers.json")
    habits: Counter[str] = Counter()
    wrong = 0
    for path in sorted(args.folder.glob("*.jsonl.gz")):
        fixtures: list[Fixture] = []
        for game in read_games(path):
            if args.games and not game["id"].startswith(args.games):
                continue
            fixture = convert(game, powers, OVERLAY, habits=habits)
            for line in Played(fixture).differences:
                wrong += 1
                print(f"{game['id']}: {line}")
            fixtures.append(fixture)
        if not args.games:
            write_fixtures(FIXTURES / path.name, fixtures)
        print(f"{path.name}: {len(fixtures)} games, {sum(len(f['choices']) for f in fixtures)} choices")
    for habit, count in sorted(habits.items()):
        print(f"{count:6} {habit}")
    print(f"{wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
