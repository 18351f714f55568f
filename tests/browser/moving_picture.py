"""A picture that moves: screenshots of what happens at the table, step by step, as one animated WebP file."""

from __future__ import annotations

import base64
import struct
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tests.browser.positions import Event, Feed

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEP: Final = 100
"""Milliseconds from one frame to the next."""
QUALITY: Final = 38
SCALE: Final = 0.75
PIXELS: Final = (b"ALPH", b"VP8 ", b"VP8L")
"""The parts of a frame, apart from profiles and the like."""
ADVANCE: Final = """step => document.getAnimations().forEach(one => {
    one.pause()
    const at = Number(one.currentTime ?? 0) + step
    if (at >= one.effect.getComputedTiming().endTime) one.finish()
    else one.currentTime = at
})"""
"""Animations have a clock of their own: they are moved on by hand."""
MAX_STEPS: Final = 300
"""The steps for which something that begins is waited for."""


def animated_webp(frames: list[tuple[bytes, int]], width: int, height: int) -> bytes:
    """WebP pictures of one size, each with the milliseconds for which it is shown, as one that goes on for ever."""
    size = _three(width - 1) + _three(height - 1)
    body = _chunk(b"VP8X", bytes([0b10, 0, 0, 0]) + size) + _chunk(b"ANIM", struct.pack("<IH", 0, 0))
    for picture, milliseconds in frames:
        data = b"".join(_chunk(name, content) for name, content in _chunks(picture) if name in PIXELS)
        body += _chunk(b"ANMF", _three(0) * 2 + size + _three(milliseconds) + b"\x02" + data)
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    offset = 12
    while offset < len(picture):
        (length,) = struct.unpack_from("<I", picture, offset + 4)
        yield picture[offset : offset + 4], picture[offset + 8 : offset + 8 + length]
        offset += 8 + length + length % 2


class Film:
    """Takes frames of a page whose time stands still in between. The clock of the page must have been installed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.frames: list[tuple[bytes, int]] = []
        size = self.page.viewport_size
        assert size is not None
        self.width, self.height = size["width"], size["height"]

    def take(self, milliseconds: int = STEP) -> None:
        """A frame; one like the last is shown longer instead."""
        clip = {"x": 0, "y": 0, "width": self.width, "height": self.height, "scale": SCALE}
        shot = self.session.send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip}
        )
        picture = base64.b64decode(shot["data"])
        if self.frames and self.frames[-1][0] == picture:
            self.frames[-1] = (picture, self.frames[-1][1] + milliseconds)
        else:
            self.frames.append((picture, milliseconds))

    def picture(self) -> bytes:
        """All frames as one picture."""
        return animated_webp(self.frames, int(self.width * SCALE), int(self.height * SCALE))

    def follow(self, feed: Feed, event: Event, *, begins: str, max_frames: int) -> None:
        """Let the game go on to a position, and take what happens from the moment that `begins` is shown."""
        page = self.page
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        feed.follow(event)
        for _ in range(200):
            if page.query_selector("[data-playing]"):
                break
            time.sleep(0.05)
        page.evaluate(ADVANCE, 0)
        page.mouse.move(2, 2)
        taken = 0
        for _ in range(MAX_STEPS):
            if taken or page.query_selector(begins):
                self.take()
                taken += 1
            if taken >= max_frames or page.query_selector("[data-playing]") is None:
                break
            page.clock.run_for(STEP)
            page.evaluate(ADVANCE, STEP)
        page.clock.resume()
