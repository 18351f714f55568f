"""Pictures of the main screens: `make screenshots` writes them into docs/screenshots for the README."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.moving_picture import Film
from tests.browser.positions import Event, Feed, Played, called, play
from tests.browser.strong_player import StrongPlayer
from tests.browser.table import FLAGS, Server, missing
from tools.toolchain import find_chromium

from repulse.advice.review import Reviewer
from repulse.games import display_of
from repulse.table.advice import review_message
from repulse.table.wire.base import to_json

NAME: Final = "Mara"
DESK: Final = (1440, 900)
PHONE: Final = (390, 844)
FILM: Final = (1280, 720)
MAX_FRAMES: Final = 64
OTHERS: Final = ("expert", "sensible", "casual", "beginner")
ACTIONS: Final = ("action", "actions")
ANSWERS: Final = 26
"""The answers in the game that the lobby shows."""
ATTACK: Final = "invasion_card"
"""The event with which an attack begins."""


def strong_game(game: str, mode: str, *, players: int, seed: int) -> Played:
    """Play a game in which the expert answers for the person."""
    options = json.dumps({"game": mode} if game == "galaxy" else {})
    return play(game, options, players, seed, "expert", rivals=OTHERS[: players - 1])


def question(game: Played, prompts: Sequence[str], part: float) -> Event:
    """Return the question of one of these kinds that is nearest to a part of the game."""
    events = [asked.event for asked in game.asked]
    index = part * len(events)
    fitting = [place for place, event in enumerate(events) if event["ask"]["prompt"] in prompts]
    return events[min(fitting, key=lambda place: abs(place - index))]


def attack(game: Played) -> tuple[Event, Event]:
    """Return the positions before and after the last attack that comes in one go."""
    events = [asked.event for asked in game.asked]
    pairs = [
        (before, after)
        for before, after in pairwise(events)
        if any(line["event"] == ATTACK for line in after["lines"][len(before["lines"]) :])
    ]
    return pairs[-1]


class Photographer:
    """Shows positions of good games, and takes pictures of them."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def page(self, size: tuple[int, int], *, motion: str = "instant") -> Page:
        """Open a page in the dark theme."""
        width, height = size
        touches = size == PHONE
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=2 if touches else 1,
            has_touch=touches,
            is_mobile=touches,
            locale="en",
            color_scheme="dark",
            reduced_motion="reduce" if motion == "instant" else "no-preference",
        )
        kept = {"theme": "dark", "tips": False, "motion": motion, "sound": "off", "name": NAME}
        context.add_init_script(f"localStorage.setItem('repulse.settings', '{json.dumps(kept)}')")
        return context.new_page()

    def shoot(self, page: Page, name: str) -> None:
        """Write a picture of what is shown."""
        page.evaluate("document.activeElement?.blur()")
        page.wait_for_timeout(600)
        page.screenshot(path=self.folder / f"{name}.png")
        sys.stdout.write(f"{self.folder / name}.png\n")

    def position(self, name: str, event: Event, size: tuple[int, int] = DESK, *, click: str = "") -> None:
        """Take a picture of a position, after a click where one is given."""
        page = self.page(size)
        Feed(page, self.server.address).show(called(event, NAME))
        if click:
            page.locator(click).first.dispatch_event("click")
        self.shoot(page, name)
        page.context.close()

    def result(self, game: Played) -> None:
        """The end of a game, with its review."""
        names = [seat["name"] or NAME for seat in game.end["room"]["seats"]]
        reviewer = Reviewer(game.record, display_of(game.record.game, "en", names))
        for _ in reviewer.run():
            pass
        review = to_json(review_message(reviewer.review())) + "\n"
        page = self.page(DESK)
        page.route("**/api/rooms/*/review*", lambda route: route.fulfill(body=review))
        Feed(page, self.server.address).show(called(game.end, NAME))
        page.click("[data-find-moments]")
        page.wait_for_selector(".moment")
        self.shoot(page, "result")
        page.context.close()

    def moving(self, game: Played) -> None:
        """An attack of the Xenos as it is played."""
        before, after = attack(game)
        page = self.page(FILM, motion="normal")
        page.clock.install()
        feed = Feed(page, self.server.address)
        feed.show(called(before, NAME))
        page.wait_for_timeout(400)
        film = Film(page)
        film.take(700)
        film.follow(feed, called(after, NAME), begins="[data-battle]", max_frames=MAX_FRAMES)
        film.take(1200)
        picture = film.picture()
        (self.folder / "motion.webp").write_bytes(picture)
        length = sum(milliseconds for _, milliseconds in film.frames) / 1000
        sys.stdout.write(
            f"{self.folder / 'motion.webp'}: {len(picture) // 1000} kB, {len(film.frames)} frames, {length:.1f} s\n"
        )
        page.context.close()

    def visit(self, database: Path) -> None:
        """The lobby of somebody whose game goes on."""
        size: dict[str, Any] = {"viewport": {"width": DESK[0], "height": DESK[1]}, "color_scheme": "dark"}
        visitor = StrongPlayer(self.browser, self.server.address, database=database, **size)
        last = {"picked": "galaxy/invasion", "players": 4, "bots": OTHERS[:3]}
        settings = {"theme": "dark", "tips": False, "motion": "instant", "sound": "off", "name": NAME}
        for key, kept in (("settings", settings), ("lobby", last)):
            visitor.context.add_init_script(f"localStorage.setItem('repulse.{key}', '{json.dumps(kept)}')")
        visitor.sit_down("invasion", list(OTHERS[:3]), seed=12, name=NAME)
        for _ in range(ANSWERS):
            if not visitor.answer_well():
                break
        visitor.visit()
        visitor.page.wait_for_selector("[data-continue]")
        self.shoot(visitor.page, "lobby")
        visitor.context.close()

    def all(self, database: Path) -> None:
        """Every picture."""
        invasion = strong_game("galaxy", "invasion", players=4, seed=20)
        self.position("invasion", question(invasion, ("develop.place", "settle.place"), 0.8))
        self.moving(strong_game("galaxy", "invasion", players=4, seed=19))
        base = strong_game("galaxy", "base", players=3, seed=7)
        self.position("galaxy", question(base, ACTIONS, 0.7))
        earth = strong_game("earth", "earth", players=4, seed=5)
        self.position("earth", question(earth, ("action",), 0.6), click="[data-piece]")
        counterstrike = strong_game("galaxy", "counterstrike", players=3, seed=8)
        self.position("phone", question(counterstrike, ACTIONS, 0.6), PHONE)
        self.visit(database)
        self.result(invasion)


def main(folder: Path) -> str:
    """Take all pictures; what is missing, or nothing."""
    lacking = missing(Path(__file__).parents[2])
    if lacking:
        return lacking
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "table.db"
        server = Server(database)
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
                Photographer(browser, server, folder).all(database)
                browser.close()
        finally:
            server.stop()
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) or 0)
