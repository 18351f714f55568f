"""The steps of a teacher that a run imitates, stored in the folder of the run until the imitation is complete.

A run that is interrupted in between resumes from them.
"""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import numpy as np

from repulse.learn.network import TrainingSteps


class Demonstrations:
    """One file of steps per configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, configuration: int) -> TrainingSteps | None:
        """Return the steps of a configuration, or None if they have not been played yet."""
        path = self._path(configuration)
        if not path.is_file():
            return None
        with np.load(path, allow_pickle=False) as stored:
            return TrainingSteps(**{field.name: stored[field.name] for field in fields(TrainingSteps)})

    def write(self, configuration: int, steps: TrainingSteps) -> None:
        """Store the steps of a configuration; an interruption leaves the whole file or none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(configuration)
        unfinished = path.with_suffix(".new.npz")
        np.savez(unfinished, **{field.name: getattr(steps, field.name) for field in fields(TrainingSteps)})
        unfinished.replace(path)

    def remove(self) -> None:
        """Remove all of them."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, configuration: int) -> Path:
        return self.folder / f"{configuration}.npz"
