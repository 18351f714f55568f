"""Overlays: named TOML texts that replace parts of a game's data (cards, components).

The option `overlays` of a game is a list. An entry is the name of an overlay that comes with the game, an `Overlay`, or
`{"name": ..., "text": ...}`, which is how records hold it (the text says the name too, so requests may leave it out). Nothing here reads files: `repulse.overlay_files` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from repulse.engine.contract import BadOptions
from repulse.engine.parsing import ParseError, parse_toml

MAX_OVERLAYS: Final = 8
"""Overlays of one game."""
MAX_OVERLAY_CHARS: Final = 512 * 1024
"""Characters of one overlay."""
MAX_NAME_CHARS: Final = 60
"""Characters of the name of an overlay, a card, a region or the like."""

_MAX_DEPTH: Final = 8
"""Parts of a dotted key. Reading TOML takes time that grows with the product of its length and this."""
_PART: Final = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*"""
_DEEP: Final = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}){{{_MAX_DEPTH}}}")


class BadOverlay(BadOptions):
    """An overlay that cannot be used; the text names it and says what is wrong."""


class Overlay:
    """A named TOML text that changes the data of a game. Immutable."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Overlay) and self.name == other.name and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        return Overlay, (self.name, self.text)

    def __repr__(self) -> str:
        return f"<overlay {self.name}, {len(self.text)} characters>"

    def to_data(self) -> dict[str, object]:
        """Return the overlay as records and requests hold it."""
        return {"name": self.name, "text": self.text}


def parse_overlay(source: str, text: str) -> dict[str, object]:
    """Parse the text of an overlay, in a time that does not grow with the square of its length.

    Raises:
        BadOverlay: It is too long, nested too deeply, or not TOML.
    """
    if len(text) > MAX_OVERLAY_CHARS:
        raise BadOverlay(f"{source}: has {len(text)} characters; an overlay has at most {MAX_OVERLAY_CHARS}")
    if _DEEP.search(text):
        raise BadOverlay(f"{source}: has a key of more than {_MAX_DEPTH} parts joined by dots")
    try:
        return parse_toml(text)
    except ParseError as error:
        raise BadOverlay(f"{source}: is not TOML: {error}") from None


def overlay_from_text(source: str, text: str) -> Overlay:
    """Return the overlay that a text describes; `source` is where it comes from, for messages.

    Raises:
        BadOverlay: It cannot be read, or does not say its name. Its changes are checked when they are used.
    """
    name = parse_overlay(source, text).get("name")
    if not isinstance(name, str):
        raise BadOverlay(f'{source}: name: is missing; an overlay begins with its name: name = "my-cards"')
    if wrong := wrong_name(name):
        raise BadOverlay(f"{source}: name: {wrong}")
    return Overlay(name, text)


def wrong_name(name: str) -> str:
    """Return why a text cannot be a name on a card or of an overlay; empty if it can."""
    if not name.strip() or name != name.strip():
        return f"a text without spaces around it, not {name[:MAX_NAME_CHARS]!r}"
    if len(name) > MAX_NAME_CHARS:
        return f"at most {MAX_NAME_CHARS} characters, not {len(name)}"
    if not name.isprintable():
        return f"printable characters only, not {name!r}"
    return ""


def read_overlays(value: object, shipped: Mapping[str, Overlay], game: str) -> tuple[Overlay, ...]:
    """Read the option `overlays`; `shipped` are those that come with the game.

    Raises:
        BadOptions: It is not a list of overlays, or names one that does not exist.
    """
    if isinstance(value, str | Overlay):
        value = [value]
    if not isinstance(value, list | tuple):
        raise BadOptions("The option overlays is a list of overlay names, or of overlays.")
    if len(value) > MAX_OVERLAYS:
        raise BadOptions(f"A game has at most {MAX_OVERLAYS} overlays, not {len(value)}.")
    overlays = [_read(entry, shipped, game) for entry in value]
    names = [overlay.name for overlay in overlays]
    for name in names:
        if wrong := wrong_name(name):
            raise BadOptions(f"The name of an overlay: {wrong}.")
        if names.count(name) > 1:
            raise BadOptions(f"The overlay {name!r} is given twice.")
    return tuple(overlays)


def _read(entry: object, shipped: Mapping[str, Overlay], game: str) -> Overlay:
    if isinstance(entry, Overlay):
        return entry
    if isinstance(entry, str):
        overlay = shipped.get(entry)
        if overlay is None:
            listed = f"there is {', '.join(shipped)}" if shipped else "none come with the game"
            raise BadOptions(f"{game} has no overlay {entry[:MAX_NAME_CHARS]!r}: {listed}.")
        return overlay
    if isinstance(entry, Mapping):
        name = entry.get("name")
        text = entry.get("text")
        if name is None and isinstance(text, str):
            return overlay_from_text("The overlay", text)
        if isinstance(name, str) and isinstance(text, str):
            return Overlay(name, text)
    raise BadOptions("An overlay is a name, or a name with its text.")


def overlays_data(overlays: Sequence[Overlay], shipped: Mapping[str, Overlay]) -> list[object]:
    """Return overlays as plain data: those of the game by name, others in full, so that a record stands alone."""
    data: list[object] = []
    for overlay in overlays:
        data.append(overlay.name if shipped.get(overlay.name) == overlay else overlay.to_data())
    return data


def overlay_entries(options: Mapping[str, object]) -> list[object]:
    """Return the entries of the option `overlays`; none if the game is played as it is."""
    entries = options.get("overlays") or []
    return list(entries) if isinstance(entries, list | tuple) else [entries]


def overlay_name(entry: object) -> str:
    """Return the name of an overlay from an entry of the option `overlays`, in any of its forms."""
    if isinstance(entry, Overlay):
        return entry.name
    return str(entry.get("name", "")) if isinstance(entry, Mapping) else str(entry)


def without_overlays(options: Mapping[str, object]) -> dict[str, object]:
    """Return options without their overlays."""
    return {key: value for key, value in options.items() if key != "overlays"}


def overlay_bytes(options: Mapping[str, object]) -> int:
    """Return the size of the overlays of options, as JSON in UTF-8."""
    return len(json.dumps(options.get("overlays", []), ensure_ascii=False, default=_to_data).encode())


def has_overlays(options: Mapping[str, object]) -> bool:
    """Return whether a game with these options has overlays."""
    return bool(options.get("overlays"))


def overlay_names(options: Mapping[str, object]) -> list[str]:
    """Return the names of the overlays of options."""
    return [overlay_name(entry) for entry in overlay_entries(options)]


def name_overlays(options: Mapping[str, object]) -> dict[str, object]:
    """Return options with the name of each overlay in place of its text."""
    return {**options, "overlays": overlay_names(options)} if has_overlays(options) else dict(options)


def _to_data(value: object) -> object:
    if isinstance(value, Overlay):
        return value.to_data()
    raise TypeError(f"{value!r} is not part of options.")
