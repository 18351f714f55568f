"""The checkpoint of a run: net, optimizer and progress in one file, numpy's `.npz` with a JSON header."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from repulse.bots.neural.net import WEIGHTS, Net
from repulse.engine.contract import RepulseError
from repulse.learn.network import AdamState

CHECKPOINT: Final = "checkpoint.npz"
OLD_CHECKPOINT: Final = "checkpoint.pickle"
"""The checkpoint of earlier versions. It is never opened: a pickle can run any code."""
FORMAT: Final = 1

_NET, _MEAN, _SQUARE = "net/", "adam_mean/", "adam_square/"


@dataclass
class RunProgress:
    """The progress of a run."""

    iteration: int = 0
    imitated: bool = False
    """Whether the imitation is complete."""
    imitation_batches: int = 0
    """Batches of the imitation that have been learned from."""
    games: int = 0
    seconds: float = 0.0
    opponents: list[str] = field(default_factory=list)
    """The files of past nets, oldest first."""


@dataclass
class Checkpoint:
    """Everything that a run needs to resume exactly where it stopped."""

    net: Net
    adam: AdamState
    progress: RunProgress

    def write(self, folder: Path) -> None:
        """Write the checkpoint into the folder of a run; an interruption leaves this one or the one before."""
        header = {
            "format": FORMAT,
            "game": self.net.game,
            "inputs": self.net.inputs,
            "actions": self.net.actions,
            "notes": self.net.notes,
            "adam_steps": self.adam.steps,
            "progress": asdict(self.progress),
        }
        arrays: dict[str, Any] = {"header": np.frombuffer(json.dumps(header).encode(), np.uint8)}
        for prefix, parts in ((_NET, self.net.weights), (_MEAN, self.adam.mean), (_SQUARE, self.adam.square)):
            arrays |= {prefix + name: array for name, array in parts.items()}
        path = folder / CHECKPOINT
        unfinished = path.with_suffix(".new.npz")
        np.savez(unfinished, **arrays)
        unfinished.replace(path)


def read_checkpoint(folder: Path) -> Checkpoint | None:
    """Return the checkpoint in the folder of a run; None if the run has not started.

    Raises:
        RepulseError: The checkpoint is damaged, or was written by an earlier version.
    """
    path = folder / CHECKPOINT
    if not path.is_file():
        if (folder / OLD_CHECKPOINT).is_file():
            raise RepulseError(
                f"{folder / OLD_CHECKPOINT} was written by an earlier version and cannot be resumed. "
                "Start a new run with 'init_from' set to one of its nets."
            )
        return None
    try:
        with np.load(path, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            if header["format"] != FORMAT:
                raise ValueError(f"its format is {header['format']}, not {FORMAT}")
            weights, mean, square = (
                {name: stored[prefix + name] for name in WEIGHTS} for prefix in (_NET, _MEAN, _SQUARE)
            )
        net = Net(header["game"], header["inputs"], header["actions"], weights, header["notes"])
        return Checkpoint(
            net, AdamState(header["adam_steps"], mean, square), RunProgress(**header["progress"])
        )
    except Exception as error:
        # A damaged byte can lead zipfile and numpy to almost any error.
        raise RepulseError(f"{path} is damaged: {error}. Remove it to start again.") from error
