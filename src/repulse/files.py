"""Records in files, and files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from repulse.engine.contract import RepulseError
from repulse.engine.record import Record, read_record


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all: beside its place, to the disk, then into its place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            # Opened like any other file, so that the umask says who may read it.
            with beside.open("x", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RepulseError(f"{path} cannot be written: {error.strerror}.") from error


def read_record_file(path: Path) -> Record:
    """The record in a file; RepulseError, naming the file, if there is none."""
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
