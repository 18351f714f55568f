"""The icon of Repulse (web/src/icon.svg) as PNG: a world under an arc that holds something off."""

from __future__ import annotations

import math
import struct
import zlib
from typing import Final

Colour = tuple[int, int, int]

GROUND: Final[Colour] = (0x18, 0x24, 0x43)
DAY: Final[Colour] = (0x7F, 0xB2, 0xFF)
NIGHT: Final[Colour] = (0x4A, 0x86, 0xE0)
ARC: Final[Colour] = (0xFF, 0xD1, 0x66)


def png_icon(size: int) -> bytes:
    """Return the icon as a square PNG, filled to its corners so that any mask fits."""
    scale = 64 / size
    rows = bytearray()
    for row in range(size):
        rows.append(0)
        for column in range(size):
            rows += bytes(_pixel((column + 0.5) * scale, (row + 0.5) * scale, scale))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(bytes(rows), 9))
        + _chunk(b"IEND", b"")
    )


def _pixel(x: float, y: float, width: float) -> Colour:
    ball = _cover(math.hypot(x - 32, y - 38) - 13, width)
    ring = _cover(abs(math.hypot(x - 32, y - 36) - 22) - 2.2, width) if y < 32 else 0.0
    return _mix(_mix(GROUND, DAY if y < 38 else NIGHT, ball), ARC, ring)


def _cover(outside: float, width: float) -> float:
    """Return how much of a pixel is covered by a shape whose edge is so far away."""
    return min(1.0, max(0.0, 0.5 - outside / width))


def _mix(below: Colour, above: Colour, part: float) -> Colour:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(below, above, strict=True))
    return red, green, blue


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
