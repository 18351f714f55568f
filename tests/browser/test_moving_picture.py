"""The animated picture of the README is made by ourselves: it must be one that a browser shows."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from tests.browser.moving_picture import animated_webp

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_browser_shows_the_frames_as_one_picture(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 64, "height": 48})
    session = page.context.new_cdp_session(page)
    frames = []
    for color in ("red", "blue"):
        page.set_content(f"<body style='background: {color}'>")
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 50})
        frames.append((base64.b64decode(shot["data"]), 40))
    picture = base64.b64encode(animated_webp(frames, 64, 48)).decode()
    page.set_content(f"<img src='data:image/webp;base64,{picture}'>")
    size = page.evaluate("""async () => {
        const image = document.images[0]
        await image.decode()
        return [image.naturalWidth, image.naturalHeight]
    }""")
    assert size == [64, 48]
    page.close()
