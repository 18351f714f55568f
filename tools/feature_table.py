"""Write docs/reference/features.md: what the numbers and actions for learners mean, in each game.

``python -m tools.feature_table`` writes the file; a test compares it with what the games say.
"""

from __future__ import annotations

import re
from pathlib import Path

from repulse.engine.contract import Data, Game
from repulse.engine.features import table_of
from repulse.games import game_named, learning_of

FILE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "features.md"
GAMES = ("galaxy", "earth")

_SEAT_BEYOND = re.compile(r"`seat\+[2-9]/")

HEAD = """# Features and actions

What learners read, and what they answer with. `python -m tools.feature_table` generates this page.

`learning.features(view, decision, picked, out)` writes a position into a `bytearray`, as the seat that is asked sees it.
Each number is from 0 to 255; divided by its scale it is about 1 at most. `learning.feature_layout(state)` has the names and
the scales. The same thing has the same name in all configurations of a game, though not the same place. `me` is the
seat that is asked, `seat+1` the next one clockwise.

`learning.action_space(state)` is the list of actions: `mask(decision, picked, out)` marks those that are open, `choice` makes
an answer of picks, `picks` does the reverse. A SOME decision is picked in ascending order and ended with `DONE`.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for name in GAMES:
        parts.extend(_section(game_named(name)))
    return "\n".join(parts)


def _section(game: Game) -> list[str]:
    lines = [f"## {game.name}", "", "| configuration | numbers | actions |", "|---|---:|---:|"]
    seen: set[str] = set()
    largest: Data = {}
    most = 0
    for options in game.configurations():
        state = game.start(options, 0)
        size = learning_of(game).feature_layout(state).size
        row = f"| {_short(options)} | {size} | {learning_of(game).action_space(state).size} |"
        if row not in seen:
            seen.add(row)
            lines.append(row)
        if size > most:
            largest, most = options, size
    state = game.start(largest, 0)
    rows = [row for row in table_of(learning_of(game).feature_layout(state)) if not _SEAT_BEYOND.search(row)]
    lines += ["", f"The numbers of the largest, {_short(largest)}, `seat+2` and on as `seat+1`:", "", *rows]
    lines += ["", "Its actions:", "", "| actions | names |", "|---:|---|"]
    groups: dict[str, list[str]] = {}
    for action in learning_of(game).action_space(state).names:
        groups.setdefault(action.partition("/")[0].partition("+")[0], []).append(action)
    for names in groups.values():
        summary = (
            f"`{names[0]}` ... `{names[-1]}`" if len(names) > 3 else ", ".join(f"`{name}`" for name in names)
        )
        lines.append(f"| {len(names)} | {summary} |")
    return [*lines, ""]


def _short(options: Data) -> str:
    """Return a configuration in a few words."""
    words = [str(options["game"])] if "game" in options else []
    words += [f"{options['players']} players"]
    words += [key.replace("_", " ") for key in ("new_worlds", "experienced") if options.get(key)]
    if options.get("game") == "frontier" and not options.get("xeno_invasion"):
        words.append("without Xeno Invasion")
    return ", ".join(words)


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
