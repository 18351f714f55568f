"""The rules on the screen."""

from __future__ import annotations

from repulse.arena.games import game_names
from repulse.cli.hooks import rules_text
from repulse.cli.screen import QUESTION, Screen
from repulse.engine.contract import RepulseError


def show_rules(game: str | None, search: str, screen: Screen) -> None:
    """The rules of a game, or the parts that speak of something."""
    if game is None:
        raise RepulseError(
            f"Say which rules: repulse rules {' or '.join(game_names())}, and what to look for."
        )
    if game not in game_names():
        raise RepulseError(f"There is no game {game!r}; there are {' and '.join(game_names())}.")
    text = rules_text(game)
    if not search:
        screen.say(text.rstrip())
        return
    found = find_parts(text, search)
    if not found:
        raise RepulseError(f"The rules of {game} say nothing of {search!r}.")
    last = ""
    for heading, part in found:
        if heading != last:
            screen.say()
            screen.say(heading, QUESTION)
        last = heading
        screen.say(part)


def find_parts(text: str, search: str) -> list[tuple[str, str]]:
    """The paragraphs and items that have the words in them, each with the heading it stands under.

    Words in a heading bring all that stands under it.
    """
    wanted = search.lower()
    found = []
    heading = ""
    for part in parts(text):
        if part.startswith("#"):
            heading = part.lstrip("# ")
        elif wanted in part.lower() or wanted in heading.lower():
            found.append((heading, part))
    return found


def parts(text: str) -> list[str]:
    """Headings, paragraphs, and each item of a list by itself."""
    found: list[str] = []
    current: list[str] = []
    for line in [*text.splitlines(), ""]:
        begins = not line.strip() or line.startswith(("#", "- "))
        if begins and current:
            found.append("\n".join(current))
            current = []
        if line.strip():
            current.append(line)
        if line.startswith("#"):
            found.append("\n".join(current))
            current = []
    return found
