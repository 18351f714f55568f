"""Sums over the games of a configuration: whole numbers, so that those of several runs add up exactly."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from repulse.engine.contract import RepulseError

FORMAT: Final = 1
WIN: Final = 60
"""A win in sums. A win that up to five seats share is a whole number, too."""


@dataclass
class Sums:
    """The sums over some games of a configuration."""

    head: dict[str, Any]
    """The configuration, the rules and the words of the columns: sums with the same head can be added."""
    seeds: list[tuple[int, int]] = field(default_factory=list)
    """The seeds of the games, as ranges."""
    arrays: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(stop - start for start, stop in self.seeds)

    def add(self, other: Sums) -> None:
        """Add the sums over other games.

        Raises:
            RepulseError: They are of another configuration, or over some of the same games.
        """
        if self.head != other.head:
            keys = [key for key in self.head if self.head[key] != other.head.get(key)]
            raise RepulseError(
                f"Sums of different studies cannot be added: they differ in {', '.join(keys)}."
            )
        for start, stop in other.seeds:
            for first, end in self.seeds:
                if start < end and first < stop:
                    raise RepulseError(f"The games with the seeds {start} to {stop - 1} are counted already.")
        self.seeds = _joined([*self.seeds, *other.seeds])
        for name, values in other.arrays.items():
            self.arrays[name] = self.arrays[name] + values if name in self.arrays else values

    def write(self, path: Path) -> None:
        """Write the sums to a file, atomically.

        Raises:
            RepulseError: The file cannot be written.
        """
        meta = json.dumps({"format": FORMAT, "head": self.head, "seeds": self.seeds}, ensure_ascii=False)
        arrays = {name: _narrow(values) for name, values in self.arrays.items()}
        unfinished = path.with_suffix(".writing")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished.open("wb") as file:
                np.savez_compressed(file, meta=np.array(meta), **arrays)
            unfinished.replace(path)
        except OSError as error:
            raise RepulseError(f"{path} cannot be written: {error.strerror or error}.") from error

    @classmethod
    def read(cls, path: Path) -> Sums:
        """Return the sums in a file.

        Raises:
            RepulseError: The file cannot be read, or another version wrote it.
        """
        try:
            with np.load(path) as file:
                meta = json.loads(str(file["meta"]))
                arrays = {name: file[name].astype(np.int64) for name in file.files if name != "meta"}
        except (OSError, ValueError, KeyError) as error:
            raise RepulseError(f"{path} cannot be read: {error}.") from error
        if meta.get("format") != FORMAT:
            raise RepulseError(f"{path} was written by another version.")
        return cls(meta["head"], [(start, stop) for start, stop in meta["seeds"]], arrays)


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return ranges in order, with neighbors joined."""
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined


def _narrow(values: Any) -> Any:
    """Return an array with the smallest type that holds its values: most sums are small."""
    largest = int(np.abs(values).max(initial=0))
    return values.astype(
        next(kind for kind in (np.int16, np.int32, np.int64) if largest <= np.iinfo(kind).max)
    )
