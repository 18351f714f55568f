"""Pictures of the table in frozen positions: `make side-by-side` writes them into build/side-by-side.

Each is the page in one position of a seeded game at one size, dark and light, so that two versions of the page, or the page and a
design, can be laid beside each other. Words on the command line choose the pictures whose names have one of them:
`make side-by-side ARGS="counterstrike phone"`.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.positions import Event, Feed, Played, called, play
from tests.browser.table import FLAGS, PATIENCE, Server, missing
from tools.toolchain import find_chromium

THEMES: Final = ("dark", "light")
CHARACTERS: Final = (("Orion", "expert"), ("Vega", "sensible"), ("Nyx", "master"), ("Juno", "casual"))
"""The opponents in a picture, by name and level, regardless of which bots played."""
DESK: Final = (1440, 900)
LOW: Final = (1280, 720)
SMALL: Final = (1024, 640)
PHONES: Final = ((390, 844), (360, 740), (844, 390))
TABLETS: Final = ((768, 1024), (1024, 768))
WIDE: Final = ((1920, 1080), (2560, 1440))
SETTLE_MS: Final = 2600
"""The time after which nothing is staged any more."""
ACTIONS: Final = ("action", "actions")


@dataclass(frozen=True, slots=True)
class Setup:
    """A seeded game."""

    game: str
    mode: str
    players: int
    seed: int

    def play(self, language: str) -> Played:
        """Play it, with bots of all levels in the seats of the others."""
        options = json.dumps({"game": self.mode} if self.game == "galaxy" else {})
        return play(self.game, options, self.players, self.seed, language=language)


BASE: Final = Setup("galaxy", "base", 3, 7)
INVASION: Final = Setup("galaxy", "invasion", 4, 11)
COUNTERSTRIKE: Final = Setup("galaxy", "counterstrike", 5, 7)
EARTH: Final = Setup("earth", "earth", 4, 5)

Finds = Callable[[Played], Event]


@dataclass(frozen=True, slots=True)
class Picture:
    """A position at one size."""

    name: str
    setup: Setup | None
    """None for the lobby."""
    find: Finds | None
    size: tuple[int, int] = DESK
    after_ms: int = -1
    """The delay after the position before it, with everything that moves; negative for none of that."""
    language: str = "en"

    @property
    def file(self) -> str:
        """The name of its file without the theme."""
        moment = f"_{self.after_ms}ms" if self.after_ms >= 0 else ""
        language = "" if self.language == "en" else f"_{self.language}"
        return f"{self.name}_{self.size[0]}x{self.size[1]}{moment}{language}"

    @property
    def is_phone(self) -> bool:
        """Whether it is a screen that one touches."""
        return self.size in (*PHONES, *TABLETS)


def asked(*prompts: str, part: float = 0.6, held: int = 0) -> Finds:
    """Find the question of one of these kinds that is nearest to a part of the game, with at least `held` cards in hand."""

    def find(game: Played) -> Event:
        events = [question.event for question in game.asked]
        index = part * len(events)
        fitting = [
            (abs(place - index), place)
            for place, event in enumerate(events)
            if event["ask"]["prompt"] in prompts and _hand(event) >= held
        ]
        return events[min(fitting)[1]]

    return find


def _hand(event: Event) -> int:
    players = event["screen"].get("players", [])
    return int(players[0].get("hand", 0)) if players else 0


def end(game: Played) -> Event:
    """Find the end of a game."""
    return game.end


def sizes(picture: Picture, *others: tuple[int, int]) -> Iterator[Picture]:
    """The same position at several sizes."""
    yield picture
    for size in others:
        yield replace(picture, size=size)


def pictures() -> list[Picture]:
    """All pictures, named like the screens of the game that they show."""
    act, place = asked(*ACTIONS), asked("develop.place", "settle.place", held=5)
    late = asked(*ACTIONS, part=0.95)
    fight = asked("invasion.defend", part=0.8)
    return [
        *sizes(Picture("galaxy/base3_action", BASE, act), LOW),
        *sizes(Picture("galaxy/base3_pay", BASE, asked("develop.pay", "settle.pay")), LOW),
        *sizes(Picture("galaxy/invasion4_place", INVASION, place), LOW, *WIDE),
        *sizes(Picture("galaxy/invasion4_action", INVASION, act), LOW),
        *sizes(Picture("galaxy/counterstrike5_place", COUNTERSTRIKE, place), LOW, SMALL),
        *sizes(Picture("galaxy/counterstrike5_action_late", COUNTERSTRIKE, late), LOW),
        *(
            Picture("galaxy/reveal3", BASE, asked("explore.discard", "develop.place"), after_ms=delay)
            for delay in (300, 700, 1300)
        ),
        *(Picture("galaxy/reveal5", COUNTERSTRIKE, place, after_ms=delay) for delay in (300, 700)),
        Picture("galaxy/battle", INVASION, fight),
        *(Picture("galaxy/battle", INVASION, fight, after_ms=delay) for delay in (600, 1800)),
        *sizes(Picture("galaxy/end", INVASION, end), LOW, PHONES[0]),
        *sizes(Picture("lobby", None, None), LOW, PHONES[0]),
        *sizes(Picture("earth/move", EARTH, asked("action", "move", "turn")), LOW, PHONES[0]),
        *sizes(Picture("earth/bid", EARTH, asked("bid")), LOW, PHONES[0]),
        *(Picture("phone/base3_action", BASE, act, size) for size in (*PHONES, *TABLETS)),
        *(Picture("phone/invasion4_place", INVASION, place, size) for size in (*PHONES, *TABLETS)),
        *(
            Picture("phone/counterstrike5_action_late", COUNTERSTRIKE, late, size)
            for size in (*PHONES, *TABLETS)
        ),
        *(
            Picture("galaxy/invasion4_action", INVASION, act, LOW, language=code)
            for code in ("de", "fr", "ja")
        ),
        *(
            Picture("phone/invasion4_action", INVASION, act, PHONES[1], language=code)
            for code in ("de", "fr", "ja")
        ),
    ]


class Studio:
    """Opens the page in a position and takes its picture."""

    def __init__(self, browser: Browser, server: Server, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def shoot(self, picture: Picture, theme: str) -> Path:
        """Write one picture; return where it is."""
        width, height = picture.size
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=picture.language,
            has_touch=picture.is_phone,
            is_mobile=picture.is_phone,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="no-preference" if picture.after_ms >= 0 else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        kept = {"theme": theme, "tips": False, "motion": "normal", "sound": "off", "name": "Mara"}
        context.add_init_script(f"localStorage.setItem('repulse.settings', '{json.dumps(kept)}')")
        page = context.new_page()
        self._open(page, picture)
        path = self.folder / f"{picture.file}_{theme}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path)
        context.close()
        return path

    def _open(self, page: Page, picture: Picture) -> None:
        if picture.setup is None or picture.find is None:
            page.goto(self.server.address)
            page.wait_for_selector("[data-play]")
        else:
            game = picture.setup.play(picture.language)
            event = picture.find(game)
            feed = Feed(page, self.server.address)
            before = _before(game, event)
            if before is event or event["ask"] is None:
                feed.show(with_levels(event))
            else:
                # From the question before, so that the page reports what the others did since.
                feed.show(with_levels(before))
                page.wait_for_timeout(300)
                feed.follow(with_levels(event))
            if picture.after_ms >= 0:
                page.wait_for_timeout(picture.after_ms)
                return
        page.wait_for_timeout(SETTLE_MS)


def _before(game: Played, event: Event) -> Event:
    """The question before one; the same for the first question and the end."""
    events = [question.event for question in game.asked]
    return events[max(0, events.index(event) - 1)] if event in events else event


def with_levels(event: Event) -> Event:
    """The same with bots of several levels, by their names, and a person with a name."""
    names = {
        seat["name"]: CHARACTERS[(seat["seat"] - 1) % len(CHARACTERS)]
        for seat in event["room"]["seats"]
        if seat["kind"] == "bot"
    }
    words = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b")
    text = words.sub(lambda match: names[match[0]][0], json.dumps(event))
    copied = called(json.loads(text), "Mara")
    for seat in copied["room"]["seats"]:
        if seat["kind"] == "bot":
            seat["bot"] = CHARACTERS[(seat["seat"] - 1) % len(CHARACTERS)][1]
    return copied


def main(folder: Path, words: list[str]) -> str:
    """Take the pictures that are wanted; return what is missing, or nothing."""
    lacking = missing(Path(__file__).parents[2])
    if lacking:
        return lacking
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place) / "table.db")
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
                studio = Studio(browser, server, folder)
                for picture in pictures():
                    for theme in THEMES:
                        if not words or any(word in f"{picture.file}_{theme}" for word in words):
                            sys.stdout.write(f"{studio.shoot(picture, theme)}\n")
                            sys.stdout.flush()
                browser.close()
        finally:
            server.stop()
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]) or 0)
