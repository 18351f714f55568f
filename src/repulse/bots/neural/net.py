"""The network of the learned bots: its file, and inference in numpy.

Inputs and actions of a net have names (`me/hand/Gem World`, `card/Gem World`) rather than positions. *Bound* to one
configuration, a net uses the rows and columns of that configuration, so one net plays several games and numbers of
players. All other seats share the same input weights.

The file is a zip archive of arrays (numpy's `.npz`): `header` is JSON as bytes (`format`, `game`, `inputs`, `actions`,
`notes`), the weights are 16-bit floats: `w1` (inputs x hidden), `b1`, `w2`, `b2`, `policy` (hidden x actions),
`policy_bias`, `heads` (hidden x 3: the value, the logit of winning, the score / SCORE_SCALE), `heads_bias`.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from repulse.engine.contract import RepulseError

Floats: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.uint8]

FORMAT: Final = 1
HEADS: Final = 3
VALUE, WIN, SCORE = range(HEADS)

WEIGHTS: Final = ("w1", "b1", "w2", "b2", "policy", "policy_bias", "heads", "heads_bias")
_OTHER_SEAT: Final = re.compile(r"^seat\+\d+/")


class BadNetError(RepulseError):
    """A file that does not hold a usable net."""


def shared_name(name: str) -> str:
    """Return the name under which an input is learned: the same for every other seat."""
    return _OTHER_SEAT.sub("other/", name)


@dataclass
class Net:
    """A network, with names for its inputs and actions."""

    game: str
    inputs: list[str]
    actions: list[str]
    weights: dict[str, Floats]
    notes: dict[str, Any] = field(default_factory=dict)
    """Metadata: configurations, number of games and so on."""
    siblings: list[Net] = field(default_factory=list)
    """Nets of the same game for other configurations."""

    def bind(self, inputs: Sequence[str], scales: Sequence[float], actions: Sequence[str]) -> BoundNet:
        """Return the net for one configuration: of this one and its siblings, the one that has most of its names.

        Args:
            inputs: The names of the inputs.
            scales: Their factors.
            actions: The names of the actions.

        Unknown inputs are ignored; unknown actions get a logit of 0.
        """
        shared = [shared_name(name) for name in inputs]
        net = max([self, *self.siblings], key=lambda sibling: sibling.count_known(shared, actions))
        rows, columns = positions_of(shared, net.inputs), positions_of(actions, net.actions)
        weights = net.weights
        w1 = weights["w1"][rows] * np.asarray(scales, np.float32)[:, None]
        w1[rows < 0] = 0
        policy, bias = weights["policy"][:, columns], weights["policy_bias"][columns]
        policy[:, columns < 0] = 0
        bias[columns < 0] = 0
        return BoundNet(
            np.ascontiguousarray(w1),
            weights["b1"],
            weights["w2"],
            weights["b2"],
            np.ascontiguousarray(policy),
            bias,
            weights["heads"],
            weights["heads_bias"],
        )

    def count_known(self, inputs: Sequence[str], actions: Sequence[str]) -> tuple[int, int]:
        """Return how many of these actions and inputs the net has; actions come first, since they matter more."""
        return len(set(actions) & set(self.actions)), len(set(inputs) & set(self.inputs))

    def save(self, file: Path | IO[bytes]) -> None:
        """Write the net with 16-bit weights, half the precision of training."""
        header = {
            "format": FORMAT,
            "game": self.game,
            "inputs": self.inputs,
            "actions": self.actions,
            "notes": self.notes,
        }
        arrays = {name: array.astype(np.float16) for name, array in self.weights.items()}
        text = np.frombuffer(json.dumps(header).encode(), np.uint8)
        np.savez_compressed(file, header=text, **arrays)  # type: ignore[arg-type]


def positions_of(names: Sequence[str], within: Sequence[str]) -> npt.NDArray[np.intp]:
    """Return the position of each name in the list `within`; -1 for a name that it lacks."""
    index = {name: position for position, name in enumerate(within)}
    return np.array([index.get(name, -1) for name in names], np.intp)


def load_net(file: Path | IO[bytes]) -> Net:
    """Read a net.

    Raises:
        BadNetError: The file is damaged or of another format; the message is one line.
    """
    where = file.name if isinstance(file, Path) else "The file of weights"
    try:
        # Read as a whole: numpy leaves a file open that it finds damaged.
        data = BytesIO(file.read_bytes() if isinstance(file, Path) else file.read())
    except OSError as error:
        raise BadNetError(f"{where} cannot be read: {error.strerror or error}.") from error
    try:
        if not zipfile.is_zipfile(data):
            raise ValueError("it is not an archive of arrays")
        with np.load(data, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            weights = {name: stored[name].astype(np.float32) for name in WEIGHTS}
    except MemoryError:
        raise BadNetError(f"{where} is damaged: it needs more memory than is available.") from None
    except Exception as error:
        # A damaged byte can lead zipfile and numpy to almost any error, tokenize.TokenError and struct.error among them.
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise BadNetError(f"{where} does not hold a net, or is damaged: {reason}.") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadNetError(f"{where} has another format than {FORMAT}, which this version reads.")
    try:
        return _checked(header, weights)
    except ValueError as error:
        raise BadNetError(f"{where} is damaged: {error}.") from error


def _checked(header: dict[str, Any], weights: dict[str, Floats]) -> Net:
    """Return the net of a file.

    Raises:
        ValueError: Its parts do not fit together.
    """
    for names in (header.get("inputs"), header.get("actions")):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("its inputs and actions are not lists of names")
        if len(set(names)) < len(names):
            raise ValueError("an input or an action has the same name as another")
    net = Net(str(header.get("game")), header["inputs"], header["actions"], weights, header.get("notes", {}))
    first, second = weights["b1"].size, weights["b2"].size
    shapes = {
        "w1": (len(net.inputs), first),
        "b1": (first,),
        "w2": (first, second),
        "b2": (second,),
        "policy": (second, len(net.actions)),
        "policy_bias": (len(net.actions),),
        "heads": (second, HEADS),
        "heads_bias": (HEADS,),
    }
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise ValueError(f"{name} has the shape {weights[name].shape}, not {shape}")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise ValueError("it contains numbers that are not finite")
    return net


@dataclass
class BoundNet:
    """A net for one configuration: positions in, logits and values out."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    policy: Floats
    policy_bias: Floats
    heads: Floats
    heads_bias: Floats

    def hidden(self, features: Bytes) -> Floats:
        """Return the second hidden layer of some positions, one per row."""
        first: Floats = features.astype(np.float32) @ self.w1
        first += self.b1
        np.maximum(first, 0, out=first)
        return self.second_layer(first)

    def second_layer(self, first: Floats) -> Floats:
        """Return the second hidden layer, given the first."""
        second: Floats = first @ self.w2
        second += self.b2
        np.maximum(second, 0, out=second)
        return second

    def logits(self, hidden: Floats, mask: Bytes) -> Floats:
        """Return the logit of each action, minus infinity where the mask is 0."""
        logits: Floats = hidden @ self.policy
        logits += self.policy_bias
        logits[mask == 0] = -np.inf
        return logits

    def values(self, hidden: Floats) -> Floats:
        """Return the value, the logit of winning and the score / SCORE_SCALE of each position."""
        values: Floats = hidden @ self.heads + self.heads_bias
        return values

    def hidden_of_one(self, features: Bytes) -> Floats:
        """Return `hidden` of a single position; only the rows of nonzero inputs are added up."""
        nonzero = np.flatnonzero(features)
        first: Floats = features[nonzero].astype(np.float32) @ self.w1[nonzero] + self.b1
        np.maximum(first, 0, out=first)
        return self.second_layer(first)

    def legal_logits(self, features: bytearray, mask: bytearray) -> tuple[npt.NDArray[np.intp], Floats]:
        """Return the legal actions of a single position, and the logit of each."""
        allowed = np.flatnonzero(np.frombuffer(mask, np.uint8))
        hidden = self.hidden_of_one(np.frombuffer(features, np.uint8))
        return allowed, hidden @ self.policy[:, allowed] + self.policy_bias[allowed]


def stack_rows(parts: Sequence[bytearray]) -> Bytes:
    """Return positions or masks as an array, one per row."""
    return np.frombuffer(b"".join(parts), np.uint8).reshape(len(parts), -1)


def log_softmax(logits: Floats) -> Floats:
    """Return log-probabilities, one position per row."""
    shifted: Floats = logits - logits.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def sigmoid(x: Floats) -> Floats:
    """Return the probability of a logit."""
    probability: Floats = (1 / (1 + np.exp(-x))).astype(np.float32)
    return probability
