"""Write the games of the outside referee as records, for a net to learn from: `python -m tools.referee.records FOLDER`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.referee.__main__ import FIXTURES
from tools.referee.check import Played
from tools.referee.fixtures import read_fixtures


def main() -> None:
    """Write one file per game; the few that no arrangement can deal (tests/games/galaxy/referee/README.md) are left out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the records are written")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(FIXTURES.glob("*.jsonl.gz")):
        for fixture in read_fixtures(path):
            played = Played(fixture)
            if not played.exchanges:
                (folder / f"{fixture['id']}.json").write_text(played.record.to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
