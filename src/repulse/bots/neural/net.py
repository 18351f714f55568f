"""The network of the learned players: its file, and inference in numpy.

A net knows its inputs and its actions by name (`me/hand/Gem World`, `card/Gem World`), not by place. *Bound* to one
configuration it takes the rows and columns that this configuration has, so one net plays several games and numbers of
players. What others have is told by the same weights whichever seat they sit in.

The file is a zip archive of arrays (numpy's `.npz`): `header` is JSON as bytes (`format`, `game`, `inputs`, `actions`,
`notes`), the weights are 16-bit floats: `w1` (inputs x hidden), `b1`, `w2`, `b2`, `policy` (hidden x actions),
`policy_bias`, `heads` (hidden x 3: what the game is worth, the logit of winning, the score / SCORE_SCALE), `heads_bias`.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
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
WORTH, WIN, SCORE = range(HEADS)

_WEIGHTS: Final = ("w1", "b1", "w2", "b2", "policy", "policy_bias", "heads", "heads_bias")
_OTHER_SEAT: Final = re.compile(r"^seat\+\d+/")


class BadNet(RepulseError):
    """A file of weights that cannot be used."""


def shared_name(name: str) -> str:
    """The name under which an input is learned: the same for every other seat."""
    return _OTHER_SEAT.sub("other/", name)


@dataclass
class Net:
    """A network, with names for its inputs and actions."""

    game: str
    inputs: list[str]
    actions: list[str]
    weights: dict[str, Floats]
    notes: dict[str, Any] = field(default_factory=dict)
    """Where it comes from: configurations, games played, and the like."""
    siblings: list[Net] = field(default_factory=list)
    """Nets of the same game that learned other configurations."""

    def bind(self, inputs: Sequence[str], scales: Sequence[float], actions: Sequence[str]) -> BoundNet:
        """The net for one configuration: of this one and its siblings, the one that knows most of it.

        What it has never heard of does not count.
        """
        shared = [shared_name(name) for name in inputs]
        net = max([self, *self.siblings], key=lambda each: each.known(shared, actions))
        rows, columns = places(net.inputs, shared), places(net.actions, actions)
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

    def known(self, inputs: Sequence[str], actions: Sequence[str]) -> tuple[int, int]:
        """How many of these actions and inputs the net has heard of; a net that lacks actions has not learned the game."""
        return len(set(actions) & set(self.actions)), len(set(inputs) & set(self.inputs))

    def save(self, file: Path | IO[bytes]) -> None:
        """Write the net, with half the precision it was trained in."""
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


def places(known: Sequence[str], wanted: Sequence[str]) -> npt.NDArray[np.intp]:
    """Where each of the wanted names stands among the known ones; -1 for one that is not there."""
    at = {name: place for place, name in enumerate(known)}
    return np.array([at.get(name, -1) for name in wanted], np.intp)


def load_net(file: Path | IO[bytes]) -> Net:
    """Read a net; BadNet, in one clear line, if the file is damaged or of another format."""
    where = file.name if isinstance(file, Path) else "The file of weights"
    try:
        # Read as a whole: numpy leaves a file open that it finds damaged.
        data = BytesIO(file.read_bytes() if isinstance(file, Path) else file.read())
    except OSError as error:
        raise BadNet(f"{where} cannot be read: {error.strerror or error}.") from error
    if not zipfile.is_zipfile(data):
        raise BadNet(f"{where} does not hold a net, or is damaged: it is no archive of arrays.")
    try:
        with np.load(data, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            weights = {name: stored[name].astype(np.float32) for name in _WEIGHTS}
    except (KeyError, ValueError, EOFError, OSError, zipfile.BadZipFile, zlib.error) as error:
        raise BadNet(f"{where} does not hold a net, or is damaged: {error}.") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadNet(f"{where} has another format than {FORMAT}, which this version reads.")
    try:
        return _checked(header, weights)
    except ValueError as error:
        raise BadNet(f"{where} is damaged: {error}.") from error


def _checked(header: dict[str, Any], weights: dict[str, Floats]) -> Net:
    """The net of a file; ValueError if its parts do not go together."""
    for names in (header.get("inputs"), header.get("actions")):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("its inputs and actions are not lists of names")
        if len(set(names)) < len(names):
            raise ValueError("a name of an input or an action stands there twice")
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
        raise ValueError("it holds numbers that are not finite")
    return net


@dataclass
class BoundNet:
    """A net for one configuration: positions in, move preferences and values out."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    policy: Floats
    policy_bias: Floats
    heads: Floats
    heads_bias: Floats

    def hidden(self, features: Bytes) -> Floats:
        """What the net makes of some positions (one a row) before it decides anything."""
        first: Floats = features.astype(np.float32) @ self.w1
        first += self.b1
        np.maximum(first, 0, out=first)
        return self.second(first)

    def second(self, first: Floats) -> Floats:
        """The second hidden layer, from the first."""
        second: Floats = first @ self.w2
        second += self.b2
        np.maximum(second, 0, out=second)
        return second

    def logits(self, hidden: Floats, mask: Bytes) -> Floats:
        """The preference for each action, minus infinity where the mask is 0."""
        logits: Floats = hidden @ self.policy
        logits += self.policy_bias
        logits[mask == 0] = -np.inf
        return logits

    def values(self, hidden: Floats) -> Floats:
        """For each position: what it is worth, the logit of winning, the score / SCORE_SCALE."""
        values: Floats = hidden @ self.heads + self.heads_bias
        return values

    def one_position(self, features: Bytes) -> Floats:
        """`hidden` of a single position: only the rows of what is there are added up."""
        there = np.flatnonzero(features)
        first: Floats = features[there].astype(np.float32) @ self.w1[there] + self.b1
        np.maximum(first, 0, out=first)
        return self.second(first)

    def likings(self, features: bytearray, mask: bytearray) -> tuple[npt.NDArray[np.intp], Floats]:
        """The actions that a mask allows in a single position, and the preference for each."""
        allowed = np.flatnonzero(np.frombuffer(mask, np.uint8))
        hidden = self.one_position(np.frombuffer(features, np.uint8))
        return allowed, hidden @ self.policy[:, allowed] + self.policy_bias[allowed]


def rows(parts: Sequence[bytearray]) -> Bytes:
    """Some positions or masks, one a row."""
    return np.frombuffer(b"".join(parts), np.uint8).reshape(len(parts), -1)


def log_softmax(logits: Floats) -> Floats:
    """Log-probabilities, one position a row."""
    shifted: Floats = logits - logits.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def sigmoid(x: Floats) -> Floats:
    """The probability that a logit stands for."""
    chance: Floats = (1 / (1 + np.exp(-x))).astype(np.float32)
    return chance
