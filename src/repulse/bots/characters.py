"""The characters that play the levels: a family of names and faces for each.

`characters.json` is the one list, which the page reads too: it draws the face of a family (`web/src/art/characters.ts`) and
describes it in every language. A family has as many names as a table has seats, so that no two bots share one.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final


@dataclass(frozen=True)
class Character:
    """A family of characters.

    Attributes:
        id: The id of its face and its description.
        bots: The bots that it plays for.
        names: The name of its first member at a table, of the second, and so on.
    """

    id: str
    bots: tuple[str, ...]
    names: tuple[str, ...]


CHARACTERS: Final = tuple(
    Character(row["id"], tuple(row["bots"]), tuple(row["names"]))
    for row in json.loads((resources.files("repulse.bots") / "characters.json").read_text(encoding="utf-8"))
)
"""All characters, weakest first."""

_BY_BOT: Final = {bot: character for character in CHARACTERS for bot in character.bots}


def character_name(bot: str, taken: Collection[str] = ()) -> str:
    """Return what a bot is called at a table where some names are taken; a bot of no character keeps its own name."""
    character = _BY_BOT.get(bot)
    if character is None:
        return bot
    return next((name for name in character.names if name not in taken), character.names[-1])


def seat_names(bots: Sequence[str], names: Sequence[str] = ()) -> list[str]:
    """Return what the seats of a table are called.

    Args:
        bots: The bot of each seat; empty for a person.
        names: The names that are known; empty for the others.
    """
    all_names = [*names, *[""] * (len(bots) - len(names))]
    for seat, bot in enumerate(bots):
        if bot and not all_names[seat]:
            all_names[seat] = character_name(bot, all_names)
    return all_names
