"""Large files about a game for the page: its almanac, and its cards, built once for each language and theme."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import msgspec

from repulse.almanac.shipped import shipped_text
from repulse.engine.display.display import Display
from repulse.games import GameEntry, entry_of
from repulse.table.overlays import cards_of, display_for
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_state import RoomState


@dataclass(frozen=True)
class ServedFile:
    """A file, ready to be sent."""

    data: bytes
    gzipped: bytes
    tag: str


def card_file(game: str, language: str, theme: str) -> ServedFile:
    """Return all cards of a game in a language, with pictures if a theme is given."""
    entry = entry_of(game)
    themes = entry.display_class.themes
    if theme and themes and theme not in themes:
        raise RefusalError(
            RefusalCode.BAD_MESSAGE, f"There is no theme {theme[:20]!r}; there are {', '.join(themes)}."
        )
    return _card_file(entry, entry.display_in(language).language, theme)


# Clients choose among a fixed number of them, so all are cached.
@lru_cache(maxsize=128)
def _card_file(entry: GameEntry, language: str, theme: str) -> ServedFile:
    display = entry.display_in(language)
    return _encoded(display, theme)


def room_card_file(room: RoomState, language: str) -> ServedFile:
    """Return all cards as the overlays of a room change them, without pictures."""
    display = display_for(room, language)
    return _room_card_file(room.stored.game, display.language, json.dumps(room.options, sort_keys=True))


# A file is large, and hosts can make any number of them.
@lru_cache(maxsize=8)
def _room_card_file(game: str, language: str, options: str) -> ServedFile:
    return _encoded(entry_of(game).display_in(language).with_options(json.loads(options)), "")


def _encoded(display: Display, theme: str) -> ServedFile:
    body = cards_of(display, theme)
    tag = sha256(msgspec.json.encode(body)).hexdigest()[:20]
    return _served(msgspec.json.encode({"hash": tag, **body}), tag)


@lru_cache(maxsize=16)
def almanac_file(game: str) -> ServedFile:
    """Return the almanac of a game: null if it has none."""
    data = (shipped_text(entry_of(game).name) or "null").encode()
    return _served(data, sha256(data).hexdigest()[:20])


def _served(data: bytes, tag: str) -> ServedFile:
    return ServedFile(data, gzip.compress(data, 9), f'"{tag}"')
