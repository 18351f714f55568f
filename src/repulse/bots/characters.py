"""The characters that bots are at a table: a family of names and faces for each level, and for each temperament.

`characters.json` is the one list, which the page reads too: it draws the face of a family (`web/src/art/characters.ts`) and
describes it in every language. A family has as many names as a table has seats, so that no two bots share one.

A character is also a name of a bot: `vega` is `sensible`, `antares` is `sensible@conqueror`, `antares@expert` is
`expert@conqueror`.
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
        bots: The bots that it plays for; none for a character with a temperament, which plays at every level.
        temperament: Its temperament; empty for a character of a level.
        names: The name of its first member at a table, of the second, and so on.
    """

    id: str
    bots: tuple[str, ...]
    temperament: str
    names: tuple[str, ...]


CHARACTERS: Final = tuple(
    Character(row["id"], tuple(row.get("bots", ())), row.get("temperament", ""), tuple(row["names"]))
    for row in json.loads((resources.files("repulse.bots") / "characters.json").read_text(encoding="utf-8"))
)
"""All characters: those of the levels, weakest first, then those with a temperament."""
DEFAULT_LEVEL: Final = "sensible"
"""The level of a character with a temperament, where none is named."""

_BY_ID: Final = {character.id: character for character in CHARACTERS}
_BY_TEMPERAMENT: Final = {
    character.temperament: character for character in CHARACTERS if character.temperament
}
_BY_BOT: Final = {bot: character for character in CHARACTERS for bot in character.bots}


def bot_of_character(name: str) -> str:
    """Return the bot that a character is; any other name as it is."""
    ident, _, level = name.partition("@")
    character = _BY_ID.get(ident.lower())
    if character is None:
        return name
    if character.temperament:
        return f"{level or DEFAULT_LEVEL}@{character.temperament}"
    return f"{character.bots[0]}@{level}" if level else character.bots[0]


def character_of(bot: str) -> Character | None:
    """Return the character that a bot is at a table; None for a bot of no level."""
    plain, _, last = bot_of_character(bot).rpartition("@")
    return _BY_TEMPERAMENT.get(last) or _BY_BOT.get(plain or last)


def character_name(bot: str, taken: Collection[str] = ()) -> str:
    """Return what a bot is called at a table where some names are taken; a bot of no character keeps its own name."""
    character = character_of(bot)
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
