"""The check of pickled states: they work in a second process, in which nothing of the game was imported before.

Run as a module, this is that second process.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import subprocess
import sys
from typing import TypedDict

from repulse.engine.answers import random_answer
from repulse.engine.conformance.basics import broken, canonical
from repulse.engine.contract import Game, Seat, State
from repulse.engine.random import Stream, seeded

CHOICES = 25
"""Choices played in each configuration before the samples are taken."""

TIMEOUT_S = 120
"""The second process takes about a second."""


class Sample(TypedDict):
    """A pickled state, and how it answers here."""

    name: str
    state: str
    """Base64 of the pickle."""
    seat: Seat
    decision: str
    """Base64 of the pickled decision of that seat."""
    choice: list[int]
    """An answer to apply; empty for a view."""
    data: str
    """The bytes of the position, after the answer."""


def check_pickling(game: Game) -> None:
    """Check that states and views of every configuration, pickled here, work in a second process.

    Raises:
        ConformanceError: One of them does not load, asks something else or plays on differently there.
    """
    samples: list[Sample] = []
    for number, options in enumerate(game.configurations()):
        samples += _take_samples(game.start(options, number + 1), f"{game.name} {options}", seeded(number))
    # Views come first: a module that they fail to import must not be imported by a state.
    samples.sort(key=lambda sample: bool(sample["choice"]))
    faults = run_second_process(samples)
    if faults:
        broken("pickle", faults[0])


def _take_samples(state: State, name: str, stream: Stream) -> list[Sample]:
    """Play a few choices, then take the views of all asked seats and the state itself."""
    for _ in range(CHOICES):
        seats = state.seats_owing()
        seat = seats[stream.below(len(seats))]
        before = state.clone()
        state.apply(seat, random_answer(state.decision(seat), stream))
        if not state.owing:
            state = before
            break
    samples: list[Sample] = []
    for seat in state.seats_owing():
        # Pickled before it is asked: a cached decision would hide that it cannot be made there.
        pickled = _encode(state.view(seat))
        view = state.view(seat)
        samples.append(_sample(f"{name}, view of seat {seat}", pickled, view, seat=seat, choice=[]))
    seat = state.seats_owing()[0]
    copy = state.clone()
    answer = random_answer(copy.decision(seat), stream)
    samples.append(_sample(f"{name}, state", _encode(state), copy, seat=seat, choice=answer))
    return samples


def _sample(name: str, pickled: str, state: State, *, seat: Seat, choice: list[int]) -> Sample:
    decision = _encode(state.decision(seat))
    if choice:
        state.apply(seat, choice)
    return Sample(
        name=name, state=pickled, seat=seat, decision=decision, choice=choice, data=canonical(state)
    )


def _encode(value: object) -> str:
    return base64.b64encode(pickle.dumps(value)).decode("ascii")


def run_second_process(samples: list[Sample]) -> list[str]:
    """Load the samples in a new process.

    Returns:
        The faults, one line per sample that differs.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(samples),
        capture_output=True,
        text=True,
        env=environment,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode:
        return [f"the second process failed: {done.stderr.strip()[-2000:]}"]
    faults: list[str] = json.loads(done.stdout)
    return faults


def find_fault(sample: Sample) -> str:
    """Load a sample in this process; return how it differs, or an empty text."""
    try:
        state: State = pickle.loads(base64.b64decode(sample["state"]))
        decision = state.decision(sample["seat"])
        if decision != pickle.loads(base64.b64decode(sample["decision"])):
            return f"{sample['name']}: the decision is {decision} in a second process"
        if sample["choice"]:
            state.apply(sample["seat"], sample["choice"])
        if canonical(state) != sample["data"]:
            return f"{sample['name']}: the position differs in a second process"
    except Exception as error:
        return f"{sample['name']}: {error!r} in a second process"
    return ""


def main() -> None:
    """Read samples from standard input and print the faults."""
    faults = [find_fault(sample) for sample in json.load(sys.stdin)]
    json.dump([fault for fault in faults if fault], sys.stdout)


if __name__ == "__main__":
    main()
