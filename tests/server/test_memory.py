"""Garbage is collected in short pauses, and memory that grew comes back."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from repulse.server.memory import (
    FREQUENT_FULL_PASSES,
    GROWTH_BLOCKS,
    GROWTH_BYTES,
    MAX_FULL_PASS_INTERVAL_S,
    MIN_FULL_PASS_INTERVAL_S,
    Sweeper,
    resident_bytes,
)


class Node:
    """An object that refers to itself, so that only the garbage collector frees it."""

    def __init__(self) -> None:
        self.itself = self
        self.payload: list[object] = []


class Swept:
    """A sweeper whose clock and memory are set by the test."""

    def __init__(self) -> None:
        self.now = 0.0
        self.bytes = 0
        self.trims = 0
        self.sweeper = Sweeper(lambda: self.now, lambda: self.bytes, self.trim)
        self.sweeper.start()
        # As if the pass had been over at once, on any machine.
        self.sweeper._duration = 0.0

    def trim(self) -> None:
        self.trims += 1

    def step(self, seconds: float) -> bool:
        """Let time pass; return whether there was a full pass."""
        self.now += seconds
        before = self.trims
        self.sweeper.step()
        self.sweeper._duration = 0.0
        return self.trims > before

    def settle(self) -> None:
        """Pass the time in which full passes are frequent."""
        for _ in range(FREQUENT_FULL_PASSES):
            self.step(MIN_FULL_PASS_INTERVAL_S)


@pytest.fixture
def swept() -> Iterator[Swept]:
    thresholds = gc.get_threshold()
    yield Swept()
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_garbage_that_was_set_aside_is_freed_when_memory_has_grown(swept: Swept) -> None:
    swept.settle()
    node = Node()
    freed = weakref.ref(node)
    assert not swept.step(1.0)
    del node
    assert not swept.step(1.0)
    assert freed() is not None
    grown = [object() for _ in range(GROWTH_BLOCKS + int(0.25 * swept.sweeper._blocks) + 1_000)]
    assert swept.step(1.0)
    assert freed() is None
    del grown


def test_memory_released_after_the_growth_is_freed_too(swept: Swept) -> None:
    swept.settle()
    node = Node()
    freed = weakref.ref(node)
    swept.bytes += GROWTH_BYTES + 1
    assert swept.step(1.0)
    del node
    assert swept.step(MIN_FULL_PASS_INTERVAL_S)
    assert freed() is None


def test_without_growth_full_passes_become_rare(swept: Swept) -> None:
    swept.settle()
    assert not swept.step(MIN_FULL_PASS_INTERVAL_S)
    passes = [swept.step(MAX_FULL_PASS_INTERVAL_S) for _ in range(12)]
    assert all(passes)
    assert not swept.step(MAX_FULL_PASS_INTERVAL_S / 2)


def test_a_slow_full_pass_is_not_repeated_soon(swept: Swept) -> None:
    swept.sweeper._duration = 1.0
    swept.bytes += GROWTH_BYTES + 1
    assert not swept.step(1.0)
    swept.sweeper._duration = 1.0
    swept.now += 50.0
    assert swept.step(1.0)


@pytest.mark.skipif(not resident_bytes(), reason="memory is read from /proc")
def test_the_memory_of_the_process_is_read() -> None:
    before = resident_bytes()
    data = bytearray(b"x" * 20_000_000)
    assert resident_bytes() - before > 10_000_000
    del data
