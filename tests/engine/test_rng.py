"""The random stream never changes."""

from __future__ import annotations

import pytest

from repulse.engine.random import SEED_LIMIT, seeded

# Worked out by a separate program in C from the description in rng.py. Records depend on these: never change them.
GOLDEN = {
    0: [0x371FF708, 0xC0CC20FB, 0xCA77BEDE, 0x0E34D6F9],
    1: [0xC38BA12B, 0x399E113A, 0x7D780B64, 0x26E12194],
    7: [0x032C4928, 0xBDECDBC6, 0x9F492A2C, 0xCCC6719B],
    1 << 32: [0xA024E6F6, 0xBEB1CE4A, 0x0A1A8842, 0x028EF75D],
    (1 << 64) - 1: [0x2AECE443, 0x857BF16D, 0x87665798, 0xDBF02621],
    0x0123456789ABCDEF: [0x3BEE9251, 0x7FFE43A2, 0x81E0D378, 0xCB3C62CC],
}


@pytest.mark.parametrize("seed", GOLDEN)
def test_first_numbers_of_a_seed(seed: int) -> None:
    stream = seeded(seed)
    assert [stream.next32() for _ in range(4)] == GOLDEN[seed]


def test_below_and_shuffle_are_fixed() -> None:
    stream = seeded(7)
    assert [stream.below(6) for _ in range(20)] == [
        4,
        2,
        0,
        1,
        0,
        4,
        1,
        5,
        1,
        1,
        0,
        5,
        4,
        5,
        3,
        1,
        0,
        4,
        5,
        2,
    ]
    assert [stream.below(1000) for _ in range(5)] == [458, 585, 252, 830, 58]
    items = list(range(10))
    stream.shuffle(items)
    assert items == [0, 5, 7, 3, 2, 4, 1, 6, 8, 9]
    assert stream.words() == [1080038610, 2564357935, 444852765, 50]


@pytest.mark.parametrize("seed", [-1, SEED_LIMIT, SEED_LIMIT + 7])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        seeded(seed)


def test_clone_goes_the_same_way() -> None:
    stream = seeded(99)
    copy = stream.clone()
    ahead = [stream.next32() for _ in range(5)]
    assert [copy.next32() for _ in range(5)] == ahead
    copy.next32()
    assert copy.words() != stream.words()


def test_below_is_even() -> None:
    """Chi squared of 60000 throws of a die: 5 degrees of freedom, beyond 25 once in 7000 runs; the seed is fixed."""
    stream = seeded(2024)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 25


def test_every_order_is_as_likely() -> None:
    stream = seeded(5)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 60


def test_edges() -> None:
    stream = seeded(1)
    assert all(stream.below(1) == 0 for _ in range(10))
    assert all(0 <= stream.below(1 << 24) < 1 << 24 for _ in range(100))
    empty: list[int] = []
    stream.shuffle(empty)
    assert empty == []
