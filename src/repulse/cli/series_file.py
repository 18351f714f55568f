"""Files with series of deals of the day."""

from __future__ import annotations

from pathlib import Path

from repulse.daily import Series, read_series
from repulse.engine.contract import RepulseError


def read_series_file(path: str) -> Series:
    """Return the series in a file.

    Raises:
        RepulseError: The file cannot be read, or holds no series; the message names it.
    """
    try:
        return read_series(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RepulseError(f"{path} cannot be read: {error}.") from error
    except RepulseError as error:
        raise RepulseError(f"{path}: {error}") from error
