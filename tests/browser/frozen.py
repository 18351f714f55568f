"""Frozen positions for the development page: `make positions` writes them into `web/dev/positions` (docs/develop/web.md)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from tests.browser.side_by_side import ACTIONS, Picture, Setup, asked, pictures, with_levels

from repulse.games import entries
from repulse.server.http.card_files import card_file
from repulse.table.catalogue import games
from repulse.table.wire.base import to_json

MORE: Final = (
    Picture("xeno-invasion3_action", Setup("galaxy", "xeno-invasion", 3, 7), asked(*ACTIONS)),
    Picture("frontier3_action", Setup("galaxy", "frontier", 3, 7), asked(*ACTIONS)),
)
"""Modes of which no picture is taken."""


def write_positions(folder: Path) -> None:
    """Write the position of every picture, once, and what the page asks a server for."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for picture in (*pictures(), *MORE):
        if picture.setup is None or picture.find is None or picture.after_ms >= 0:
            continue
        path = folder / f"{picture.name.rpartition('/')[2]}.json"
        if not path.exists():
            event = with_levels(picture.find(picture.setup.play("en")))
            path.write_text(json.dumps(event), encoding="utf-8")
            sys.stdout.write(f"{path}\n")
    (folder / "api-games.json").write_text(to_json(games()), encoding="utf-8")
    for entry in entries():
        for language in entry.display_class.languages():
            data = card_file(entry.name, language, "").data
            (folder / f"api-cards-{entry.name}-{language}.json").write_bytes(data)


if __name__ == "__main__":
    write_positions(Path(sys.argv[1]))
