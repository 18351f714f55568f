"""The random stream: small, and the same on every machine forever.

It is sfc32 (Small Fast Counting, 32 bit): three words and a counter, mixed by addition, exclusive or and
shifts. Every intermediate value fits in 62 bits: plain machine words when compiled, exact in any case.

    output  t = a + b + counter          (mod 2**32)
    a       = b ^ (b >> 9)
    b       = c + (c << 3)               (mod 2**32)
    c       = rotl(c, 21) + t            (mod 2**32)
    counter = counter + 1                (mod 2**32)

A seed 0 <= s < 2**64 starts it with a = low word of s, b = high word of s, c = 0x52455055 ("REPU"),
counter = 1, and discards the first fifteen outputs. A stream of the same seed for another purpose starts with another c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import i64

T = TypeVar("T")

SEED_LIMIT: Final = 1 << 64
_MAX_SEED_DIGITS: Final = 20

_RANGE: Final = 1 << 32
_MASK: Final = _RANGE - 1
_START: Final = 0x52455055
_WARM_UP: Final = 15

FOR_GAME: Final = 0
FOR_DETERMINIZE: Final = 1
"""The purpose of a stream: the same seed gives unrelated streams for each purpose."""


def parse_seed(text: str) -> int:
    """Return the seed that a text of decimal digits stands for.

    Seeds are texts for other programs: many of those have no exact numbers of 64 bits.

    Raises:
        ValueError: The text is not a whole number from 0 to 2**64 - 1.
    """
    if text.isascii() and text.isdigit() and len(text) <= _MAX_SEED_DIGITS:
        seed = int(text)
        if seed < SEED_LIMIT:
            return seed
    raise ValueError("A seed is a whole number from 0 to 2**64 - 1.")


class Stream:
    """A stream of random numbers; its whole state is four 32-bit words."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, a: int, b: int, c: int, counter: int) -> None:
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.counter: i64 = counter

    def next32(self) -> i64:
        """Return the next number 0 <= n < 2**32."""
        b = self.b
        c = self.c
        counter = self.counter
        t = (self.a + b + counter) & _MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & _MASK
        self.c = (((c << 21) & _MASK | (c >> 11)) + t) & _MASK
        self.counter = (counter + 1) & _MASK
        return t

    def below(self, n: int) -> int:
        """Return a number 0 <= k < n, all equally likely, for 1 <= n <= 2**24."""
        choices: i64 = n
        limit = _RANGE - _RANGE % choices
        while True:
            t = self.next32()
            if t < limit:
                return t % choices

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place: Fisher-Yates, from the last place down."""
        i = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept
            i -= 1

    def clone(self) -> Stream:
        """Return a copy of the stream, which will give the same numbers."""
        return Stream(self.a, self.b, self.c, self.counter)

    def __reduce__(self) -> tuple[Any, ...]:
        return Stream, (self.a, self.b, self.c, self.counter)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self.words() == other.words()

    def __hash__(self) -> int:
        raise TypeError("a stream changes, and is therefore unhashable")

    def __repr__(self) -> str:
        return f"<stream {self.a:08x} {self.b:08x} {self.c:08x} {self.counter}>"

    def words(self) -> list[int]:
        """Return the whole state, for comparing or saving."""
        return [self.a, self.b, self.c, self.counter]


def seeded(seed: int, purpose: int = FOR_GAME) -> Stream:
    """Return the stream that a seed starts, for one purpose.

    Raises:
        ValueError: The seed is out of range.
    """
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    stream = Stream(seed & _MASK, seed >> 32, _START + purpose, 1)
    for _ in range(_WARM_UP):
        stream.next32()
    return stream
