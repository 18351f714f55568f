"""The fixed screen, measured: every mode, number of players and size, in positions of seeded games.

While a question is open, every card of the hand and of every tableau is wholly in sight and covered by nothing, the page
does not scroll, powers and names can be read, no word is broken, and the button to confirm stays in one place. On a phone
a card counts as in sight if its tab and its lane's own swipe bring it there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.positions import Feed, positions
from tests.browser.table import PATIENCE, Server

from repulse.games.galaxy.rules.options import GAMES

pytestmark = pytest.mark.screen

DESKS: Final = [(1024, 640), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440)]
PHONES: Final = [(360, 740), (390, 844), (430, 932), (844, 390)]
SETUPS: Final = [
    *[("galaxy", mode, players) for mode in GAMES for players in range(2, 5 if mode == "base" else 6)],
    *[("earth", "earth", players) for players in range(3, 6)],
]


@pytest.fixture(scope="session")
def measure() -> str:
    return (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def settle(page: Page) -> None:
    """Wait until the layout has followed the window."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def tabs(page: Page) -> list[str]:
    """The tabs of a phone; one empty name at a desk, where there are none."""
    return [str(tab.get_attribute("data-tab")) for tab in page.query_selector_all("[data-tab]")] or [""]


def button(page: Page) -> tuple[int, int]:
    """Where the button to confirm is."""
    box: dict[str, Any] = page.evaluate("document.querySelector('.ask .go').getBoundingClientRect().toJSON()")
    return round(box["right"]), round(box["bottom"])


@pytest.mark.parametrize(("game", "mode", "players"), SETUPS, ids=lambda value: str(value))
def test_everything_is_in_sight(
    browser: Browser,
    server: Server,
    measure: str,
    game: str,
    mode: str,
    players: int,
    record_property: Callable[[str, object], None],
) -> None:
    shown = positions(game, {"game": mode} if game == "galaxy" else {}, players)
    found: list[str] = []
    for sizes, phone in ((DESKS, False), (PHONES, True)):
        context = browser.new_context(
            locale="en-US", reduced_motion="reduce", has_touch=phone, is_mobile=phone
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        feed = Feed(page, server.address)
        places: dict[tuple[int, int], set[tuple[int, int]]] = {}
        for position in shown:
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                if page.url == "about:blank" or feed.event is not position.event:
                    feed.show(position.event)
                settle(page)
                cards, troubles = 0, []
                for tab in tabs(page):
                    if tab:
                        page.click(f'[data-tab="{tab}"]')
                        settle(page)
                    told: dict[str, Any] = page.evaluate(f"({measure})({str(bool(tab)).lower()})")
                    cards += told["cards"]
                    troubles += told["troubles"]
                    places.setdefault((width, height), set()).add(button(page))
                cell = f"{mode} {players}p {position.name} {width}x{height}"
                record_property("cell", f"{cell:<44}{cards:>4} cards  {'ok' if not troubles else 'WRONG'}")
                found += [f"{cell}: {trouble}" for trouble in troubles]
        found += [
            f"{mode} {players}p: the button moves at {size}: {sorted(at)}"
            for size, at in places.items()
            if len(at) > 1
        ]
        context.close()
    assert not found, "\n".join(found)
