"""The opponents of a run: its own past checkpoints, and rivals that the plan names."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Final

from repulse.bots.neural.net import Net, load_net

FOLDER: Final = "opponents"
MAX_CHECKPOINTS: Final = 8
"""Only the latest checkpoints are opponents."""
LEARNING_NET: Final = "now"
"""The name of the net that learns."""


class OpponentPool:
    """Past checkpoints in the folder of a run, and rivals: bots by name, or files of nets."""

    def __init__(self, folder: Path, checkpoints: list[str], rivals: list[str]) -> None:
        """Read the nets.

        Args:
            folder: The folder of the run.
            checkpoints: The files of past nets, oldest first. The pool appends to this list.
            rivals: Bots and files of nets.

        Raises:
            BadNetError: A file cannot be read.
        """
        self.folder = folder / FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)
        self.checkpoints = checkpoints
        self.rivals = rivals
        self._checkpoint_nets = {name: load_net(self.folder / name) for name in self._latest()}
        self._rival_nets = {name: load_net(Path(name)) for name in rivals if is_net_file(name)}

    def names(self) -> list[str]:
        """Return the opponents in turn: checkpoints, each followed by a rival if there are any."""
        checkpoints = self._latest()
        if not checkpoints or not self.rivals:
            return checkpoints or self.rivals
        return [name for pair in zip(checkpoints, cycle(self.rivals), strict=False) for name in pair]

    def nets(self) -> dict[str, Net]:
        """Return the nets among the opponents, by name."""
        return {**self._checkpoint_nets, **self._rival_nets}

    def add_checkpoint(self, net: Net, iteration: int) -> None:
        """Add a net; the oldest one stops being an opponent."""
        name = f"{iteration:05}.npz"
        net.save(self.folder / name)
        self.checkpoints.append(name)
        # Read back: files have half the precision, and a resumed run would play against these weights.
        self._checkpoint_nets[name] = load_net(self.folder / name)
        for old in self.checkpoints[:-MAX_CHECKPOINTS]:
            self._checkpoint_nets.pop(old, None)

    def _latest(self) -> list[str]:
        return self.checkpoints[-MAX_CHECKPOINTS:]


def is_net_file(player: str) -> bool:
    """Return whether a player is the file of a net rather than a bot."""
    return player.endswith(".npz")
