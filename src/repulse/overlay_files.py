"""Overlays from files, as in `overlays=["my.toml"]` in Python and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath, sep
from pathlib import Path

from repulse.engine.contract import Data
from repulse.engine.overlays import MAX_OVERLAY_CHARS, BadOverlay, Overlay, overlay_from_text

_MAX_BYTES = 4 * MAX_OVERLAY_CHARS


def overlay_from_file(path: str | PathLike[str]) -> Overlay:
    """Read an overlay from a file. Its changes are checked when it is used.

    Raises:
        BadOverlay: The file cannot be read, is not TOML, or has no name.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
        text = data.decode("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise BadOverlay(f"The overlay {fspath(path)} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadOverlay(f"The overlay {fspath(path)} cannot be read: it is not a text in UTF-8.") from None
    return overlay_from_text(file.name, text)


def with_overlay_files(options: Mapping[str, object]) -> Data:
    """Return options in which files named under `overlays` have been read.

    A path, or a text that ends in `.toml` or contains a path separator, is a file; any other text is the name of an overlay
    that comes with the game.

    Raises:
        BadOverlay: A file cannot be read as an overlay.
    """
    result = dict(options)
    value = result.get("overlays")
    if isinstance(value, str | PathLike):
        value = [value]
    if isinstance(value, list | tuple):
        result["overlays"] = [_read(entry) for entry in value]
    return result


def _read(entry: object) -> object:
    if isinstance(entry, PathLike):
        return overlay_from_file(entry).to_data()
    if isinstance(entry, str) and (entry.endswith(".toml") or sep in entry or "/" in entry):
        return overlay_from_file(entry).to_data()
    return entry.to_data() if isinstance(entry, Overlay) else entry
