"""The fixed screen, measured: every mode, number of players and size, in positions of seeded games.

While a question is open, every card that the position has in the hand and in every tableau is drawn, wholly in sight and
covered by nothing, the page does not scroll, powers and names can be read, no word is broken or cut off, and the button to
confirm stays in one place of its bar. On a phone a card counts as in sight if its tab and its lane's own swipe bring it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, Position, filled, holding, laid, positions
from tests.browser.table import PATIENCE, Server

from repulse.engine.display.languages import LANGUAGES
from repulse.games.galaxy.cards import SETS, load_cards
from repulse.games.galaxy.rules.options import GAMES

pytestmark = pytest.mark.screen

DESKS: Final = [(1024, 640), (1024, 768), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440)]
PHONES: Final = [(360, 740), (390, 844), (430, 932), (844, 390), (768, 1024)]
SETUPS: Final = [
    *[("galaxy", mode, players) for mode in GAMES for players in range(2, 5 if mode == "base" else 6)],
    *[("earth", "earth", players) for players in range(3, 6)],
]
CARDS: Final = load_cards(SETS)
COUNTING: Final = [card.name for card in CARDS if card.score]
"""The cards of varying points; few others have as much on their faces."""


@pytest.fixture(scope="session")
def measure() -> str:
    return (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def settle(page: Page) -> None:
    """Wait until the layout has followed the window."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def tabs(page: Page) -> list[str]:
    """The tabs of a phone; one empty name at a desk, where there are none."""
    return [str(tab.get_attribute("data-tab")) for tab in page.query_selector_all("[data-tab]")] or [""]


def button(page: Page) -> int:
    """Return how far the button to confirm is from the right edge; its bar moves with the height of the hand."""
    right: float = page.evaluate("document.querySelector('.ask .go').getBoundingClientRect().right")
    return round(right)


def missing(screen: dict[str, Any], seen: Counter[str]) -> list[str]:
    """The cards of a position that are not shown, or more often than they are there."""
    there = laid(screen)
    return [f"{card} is missing" for card in there - seen] + [f"{card} is too many" for card in seen - there]


def look(
    browser: Browser,
    address: str,
    measure: str,
    shown: list[Position],
    sizes: list[tuple[int, int]],
    phone: bool = False,
    locale: str = "en-US",
) -> Iterator[tuple[str, int, list[str]]]:
    """Positions at some sizes: which, how many cards are shown there, and what is wrong."""
    context = browser.new_context(locale=locale, reduced_motion="reduce", has_touch=phone, is_mobile=phone)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    feed = Feed(page, address)
    places: dict[tuple[int, int], set[int]] = {}
    for position in shown:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            if page.url == "about:blank" or feed.event is not position.event:
                feed.show(position.event)
            settle(page)
            if page.query_selector("[data-siege-close]"):
                page.click("[data-siege-close]")
            seen: Counter[str] = Counter()
            troubles: list[str] = []
            for tab in tabs(page):
                if tab:
                    page.click(f'[data-tab="{tab}"]')
                    settle(page)
                measured: dict[str, Any] = page.evaluate(f"({measure})({str(phone).lower()})")
                # The hand is visible with every tab.
                seen |= Counter(measured["cards"])
                troubles += measured["troubles"]
                places.setdefault((width, height), set()).add(button(page))
            troubles += missing(position.event["screen"], seen)
            yield f"{position.name} {width}x{height}", seen.total(), troubles
    context.close()
    for size, rectangle in places.items():
        if len(rectangle) > 1:
            yield f"{size}", 0, [f"the button moves: {sorted(rectangle)}"]


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
    failures: list[str] = []
    for sizes, phone in ((DESKS, False), (PHONES, True)):
        for where, cards, troubles in look(browser, server.address, measure, shown, sizes, phone):
            cell = f"{mode} {players}p {where}"
            record_property("cell", f"{cell:<44}{cards:>4} cards  {'ok' if not troubles else 'WRONG'}")
            failures += [f"{cell}: {trouble}" for trouble in troubles]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("language", ["de", "fr", "ja"])
@pytest.mark.parametrize(("game", "options"), [("galaxy", {"game": "invasion"}), ("earth", {})])
def test_everything_is_in_sight_in_other_languages(
    browser: Browser, server: Server, measure: str, game: str, options: dict[str, Any], language: str
) -> None:
    shown = positions(game, options, 4, language=language)
    failures: list[str] = []
    for size, phone in (((1280, 720), False), ((390, 844), True)):
        for where, _, troubles in look(browser, server.address, measure, shown, [size], phone, language):
            failures += [f"{where}: {trouble}" for trouble in troubles]
    assert not failures, "\n".join(failures)


def hands(event: dict[str, Any], cards: list[str], size: int) -> list[Position]:
    """Cards in hands of some size."""
    starts = [*range(0, len(cards) - size, size), len(cards) - size]
    return [
        Position(f"{size} in hand, from {cards[start]}", holding(event, cards[start : start + size]))
        for start in starts
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_a_card_counts_is_in_sight(
    browser: Browser, server: Server, measure: str, language: str
) -> None:
    event = positions("galaxy", {"game": "base"}, 2, language=language)[1].event
    shown = [position for size in (5, 9, 10) for position in hands(event, COUNTING, size)]
    failures: list[str] = []
    for sizes, phone in ((DESKS, False), (PHONES, True)):
        for where, _, troubles in look(browser, server.address, measure, shown, sizes, phone, language):
            failures += [f"{where}: {trouble}" for trouble in troubles]
    assert not failures, "\n".join(failures)


def test_what_the_others_did_makes_no_lane_higher(visitors: Visitors, measure: str) -> None:
    """The words about it stand in the lanes once a question was answered."""
    visitor = visitors(viewport={"width": 1280, "height": 720})
    visitor.start("frontier", players=4)
    while visitor.answers < 12 and visitor.answer():
        pass
    visitor.await_question()
    page = visitor.page
    page.wait_for_selector("[data-recap-seat]", state="attached")
    page.wait_for_selector("[data-stage]", state="detached")
    settle(page)
    assert page.evaluate(f"({measure})(false)")["troubles"] == []


@pytest.mark.parametrize("players", [2, 5])
def test_an_empty_hand_leaves_its_room_to_the_tableaus(
    browser: Browser, server: Server, measure: str, players: int
) -> None:
    late = positions("galaxy", {"game": "counterstrike"}, players)[1].event
    shown = [Position("empty", holding(late, []))]
    failures: list[str] = []
    for where, _, troubles in look(browser, server.address, measure, shown, DESKS[2:4]):
        failures += [f"{where}: {trouble}" for trouble in troubles]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize(("size", "phone"), [(DESKS[0], False), (PHONES[0], True)], ids=str)
def test_every_card_can_be_read_in_a_full_hand(
    browser: Browser, server: Server, measure: str, size: tuple[int, int], phone: bool
) -> None:
    shown = hands(
        positions("galaxy", {"game": "base"}, 2)[1].event, sorted({card.name for card in CARDS}), 10
    )
    failures: list[str] = []
    for where, _, troubles in look(browser, server.address, measure, shown, [size], phone):
        failures += [f"{where}: {trouble}" for trouble in troubles]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("size", PHONES[:3], ids=str)
def test_all_that_a_card_counts_is_in_sight_in_a_hand_in_rows(
    browser: Browser, server: Server, measure: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        locale="en-US", viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    feed = Feed(page, server.address)
    for position in hands(positions("galaxy", {"game": "base"}, 2)[1].event, COUNTING, 10):
        feed.show(position.event)
        if page.get_attribute("[data-spread]", "aria-pressed") == "false":
            page.click("[data-spread]")
        settle(page)
        measured = page.evaluate(f"({measure})(true)")
        assert [trouble for trouble in measured["troubles"] if " in hand " in trouble] == []
    context.close()


@pytest.mark.parametrize(
    "hide",
    [
        "card.remove()",
        "card.inert = true",
        *(f"card.style.{how}" for how in ("display = 'none'", "visibility = 'hidden'", "opacity = 0")),
    ],
)
@pytest.mark.parametrize("where", ["[data-hand] [data-card]", '[data-spot^="lane/1"] [data-card]'])
def test_a_card_that_is_not_drawn_would_be_missed(
    browser: Browser, server: Server, measure: str, where: str, hide: str
) -> None:
    """The check itself is tried on a page that hides a card."""
    position = positions("galaxy", {"game": "base"}, 2)[0]
    context = browser.new_context(locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    Feed(page, server.address).show(position.event)
    settle(page)

    def lacking() -> list[str]:
        return missing(position.event["screen"], Counter(page.evaluate(f"({measure})(false)")["cards"]))

    assert lacking() == []
    page.locator(where).first.evaluate(f"card => {{ {hide} }}")
    assert len(lacking()) == 1
    context.close()


def test_names_among_the_powers_of_a_narrow_card_stand_beside_their_marks(
    browser: Browser, server: Server
) -> None:
    """Four cards on a phone, one of which counts three others by name: its last line was cut off."""
    cards = ["Galactic Renaissance", "Star Nomad Lair", "Old Earth", "Gem World"]
    event = holding(filled(positions("galaxy", {"game": "base"}, 2)[0].event), cards)
    context = browser.new_context(
        locale="en-US", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    Feed(page, server.address).show(event)
    settle(page)
    left_out = "powers => powers.scrollHeight - powers.clientHeight"
    assert page.locator("[data-hand] [data-card] .powers").first.evaluate(left_out) <= 2
    context.close()
