"""Pictures of the main screens: `make screenshots` writes them into docs/screenshots for the README."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.moving_picture import Film
from tests.browser.table import (
    FLAGS,
    Server,
    Visitor,
    missing,
)
from tools.toolchain import find_chromium

SEED = "2026"
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
}


class Photographer:
    """Plays until there is something to see, and takes a picture."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def visitor(self, **settings: Any) -> Visitor:
        """Somebody with a browser, the same dice every time."""
        return Visitor(
            self.browser, self.server.address, **{"viewport": {"width": 1440, "height": 1000}} | settings
        )

    def shoot(self, visitor: Visitor, name: str) -> None:
        """Write a picture of what is shown."""
        visitor.page.evaluate("document.activeElement?.blur()")
        visitor.page.mouse.move(2, 2)
        visitor.page.wait_for_timeout(400)
        visitor.page.screenshot(path=self.folder / f"{name}.png")
        sys.stdout.write(f"{self.folder / name}.png\n")

    def begin(self, visitor: Visitor, mode: str, players: int) -> None:
        """A game with a known seed."""
        visitor.visit()
        page = visitor.page
        page.click("[data-setup]")
        page.locator(f'label:has(input[name="mode"][value$="/{mode}"])').click()
        page.locator(f'label:has(input[name="players"][value="{players}"])').click()
        page.get_by_label("Your name").fill("Ada")
        page.locator("summary").click()
        page.locator("input[inputmode=numeric]").fill(SEED)
        page.click("[data-begin]")
        page.wait_for_selector(".ask")

    def table(
        self, name: str, mode: str, players: int, answers: int, prompt: str = "", **settings: Any
    ) -> None:
        """A game after `answers` answers, at the next question that has something of `prompt` in it."""
        visitor = self.visitor(**settings)
        self.begin(visitor, mode, players)
        while visitor.await_question() and (
            visitor.answers < answers or prompt not in visitor.page.locator(".question").inner_text()
        ):
            visitor.answer()
        self.shoot(visitor, name)
        visitor.context.close()

    def moving(self) -> None:
        """A round of base as it is played."""
        size = {"width": 1024, "height": 640}
        visitor = self.visitor(viewport=size, reduced_motion="no-preference")
        page = visitor.page
        page.clock.install()
        page.add_init_script(
            'localStorage.setItem(\'repulse.settings\', \'{"motion": "instant", "sound": "off", "tips": false}\')'
        )
        self.begin(visitor, "base", 3)
        while visitor.await_question() and (
            visitor.answers < 20 or "action" not in page.locator(".question").inner_text()
        ):
            visitor.answer()
        page.click("[data-menu]")
        page.locator("[data-motion]").select_option("normal")
        visitor.key("Escape")
        film = Film(visitor)
        film.take(900)
        while len(film.frames) < 30:
            visitor.await_question()
            film.answer(most=38 - len(film.frames))
            film.take(600)
        film.take(1200)
        picture = film.picture()
        (self.folder / "motion.webp").write_bytes(picture)
        sys.stdout.write(
            f"{self.folder / 'motion.webp'}: {len(picture) // 1000} kB, {len(film.frames)} frames\n"
        )
        visitor.context.close()

    def all(self) -> None:
        """Every picture."""
        self.moving()
        visitor = self.visitor()
        visitor.visit()
        visitor.page.wait_for_selector("[data-play]")
        self.shoot(visitor, "lobby")
        visitor.context.close()
        self.table("galaxy", "base", 3, 24, "Place a")
        self.table("invasion", "invasion", 4, 14, "action", color_scheme="dark")
        self.table("earth", "earth", 4, 14, "What do you do")
        self.table("phone", "counterstrike", 3, 12, "action", **PHONE)
        visitor = self.visitor()
        self.begin(visitor, "base", 3)
        visitor.play_to_the_end()
        self.shoot(visitor, "result")
        visitor.page.get_by_role("link", name="Replay", exact=True).click()
        visitor.page.wait_for_selector(".scrub")
        steps = int(visitor.page.locator(".scrub").get_attribute("max") or 0)
        visitor.page.locator(".scrub").fill(str(steps * 2 // 3))
        visitor.page.wait_for_selector(".round b")
        self.shoot(visitor, "replay")
        visitor.context.close()


def main(folder: Path) -> str:
    """Take all pictures; what is missing, or nothing."""
    lacking = missing(Path(__file__).parents[2])
    if lacking:
        return lacking
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place) / "table.db")
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
                Photographer(browser, server, folder).all()
                browser.close()
        finally:
            server.stop()
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) or 0)
