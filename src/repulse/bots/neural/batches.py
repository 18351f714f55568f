"""Many games at once, played by nets that answer for all of them together.

In each round of the loop every lane puts its next position into one batch, the net of its seat answers the whole batch,
and the lanes take their picks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from repulse.bots.neural.lanes import Lane
from repulse.bots.neural.net import WORTH, BoundNet, Bytes, Floats


def pick_for(
    lanes: Sequence[Lane], nets: Sequence[BoundNet], chance: np.random.Generator, greedy: bool
) -> None:
    """Let nets pick once in each lane that waits for one: by their preferences, or the most preferred if `greedy`."""
    by_net: dict[int, list[Lane]] = {}
    for lane in lanes:
        by_net.setdefault(lane.net, []).append(lane)
    for which, asked in sorted(by_net.items()):
        hidden = nets[which].hidden(rows([lane.features for lane in asked]))
        logits = nets[which].logits(hidden, rows([lane.mask for lane in asked]))
        values = nets[which].values(hidden)[:, WORTH]
        log_probs = log_softmax(logits)
        actions = log_probs.argmax(axis=1) if greedy else drawn(log_probs, chance.random(len(asked)))
        taken = log_probs[np.arange(len(asked)), actions]
        picks = zip(asked, actions.tolist(), taken.tolist(), values.tolist(), strict=True)
        for lane, action, log_prob, value in picks:
            lane.pick(action, log_prob, value)


def log_softmax(logits: Floats) -> Floats:
    """Log-probabilities, one position a row."""
    shifted: Floats = logits - logits.max(axis=1, keepdims=True)
    result: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def drawn(log_probs: Floats, points: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """An action for each row, drawn by its probability; the points, from 0 to 1, are the luck."""
    reached = np.exp(log_probs).cumsum(axis=1)
    wanted = np.asarray(points)[:, None] * reached[:, -1:]
    found: npt.NDArray[np.intp] = (reached > wanted).argmax(axis=1)
    return found


def rows(parts: Sequence[bytearray]) -> Bytes:
    """Some positions or masks, one a row."""
    return np.frombuffer(b"".join(parts), np.uint8).reshape(len(parts), -1)
