"""Records in files, and atomic writes."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from repulse.engine.contract import RepulseError
from repulse.engine.record import Record, read_record


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically: to a temporary file beside it, which then replaces it.

    Raises:
        RepulseError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            # Opened like any other file, so that the umask applies.
            with temporary.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RepulseError(f"{path} cannot be written: {error.strerror}.") from error


def read_record_file(path: Path) -> Record:
    """Return the record in a file.

    Raises:
        RepulseError: The file cannot be read or holds no record; the message names it.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RepulseError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise RepulseError(f"{path} is not a record: it is not text.") from None
    try:
        return read_record(text)
    except RepulseError as error:
        raise type(error)(f"{path}: {error}") from error
