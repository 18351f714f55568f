"""The number of clicks per round: the page answers, click by click, everything that was asked in recorded games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Visitors
from tests.browser.positions import Feed, played
from tests.browser.test_screen import settle

pytestmark = pytest.mark.screen

GAMES: Final = {"sensible": 20, "expert": 10}
"""The recorded games, and their number."""
MAX_CLICKS: Final = {"sensible": 3.5, "expert": 3.75}
"""Clicks a round, on average. The payments laid out are the sensible player's; the expert often wants another card in them."""

ANSWER: Final = """wanted => {
    const keeps = document.querySelector('.ask').dataset.keeps !== undefined
    const all = [...new Set(Array.from(document.querySelectorAll('[data-option]'), one => one.dataset.option))]
    const places = keeps ? all.filter(place => !wanted.includes(place)) : wanted
    const button = place => document.querySelector(`[data-option="${place}"]`)
    const pressed = all.filter(place => button(place).getAttribute('aria-pressed') === 'true')
    const spare = pressed.filter(place => !places.includes(place))
    const lacking = places.filter(place => !pressed.includes(place))
    // Where one is asked for, another takes its place.
    const clicks = document.querySelector('.ask').dataset.most === '1' && lacking.length ? lacking : [...spare, ...lacking]
    for (const place of clicks) button(place).click()
    return clicks.length
}"""
"""Chooses options by their places, and says with how many clicks; what was laid out and is not wanted goes first."""


def places_of(options: list[dict[str, Any]], words: list[str]) -> list[str]:
    """The places of the options that an answer names; copies take one option after another."""
    left = list(words)
    failures: list[str] = []
    for place, option in enumerate(options):
        if option["word"] in left:
            left.remove(option["word"])
            failures.append(str(place))
    return failures


def clicks_for(page: Page, feed: Feed, event: dict[str, Any], words: list[str]) -> int:
    """Answer a question on the page and count the clicks."""
    before = len(feed.answers)
    feed.show(event)
    # As long as it takes to read it.
    page.clock.fast_forward(1000)
    if event["ask"]["sure"]:
        # The page answers by itself.
        while len(feed.answers) == before:
            settle(page)
        return 0
    clicks: int = page.evaluate(ANSWER, places_of(event["ask"]["options"], words))
    settle(page)
    if len(feed.answers) == before:
        page.click("[data-go]")
        clicks += 1
        settle(page)
    assert sorted(feed.answers[-1]) == sorted(words), event["ask"]["prompt"]
    return clicks


@pytest.mark.parametrize("who", GAMES)
def test_a_round_of_two_players_takes_few_clicks(
    visitors: Visitors, who: str, record_property: Callable[[str, object], None]
) -> None:
    visitor = visitors()
    visitor.page.clock.install()
    feed = Feed(visitor.page, visitor.address)
    rounds = clicks = 0
    by_prompt: dict[str, int] = {}
    for seed in range(GAMES[who]):
        game = played("galaxy", json.dumps({"game": "base"}), 2, seed, who)
        rounds += game[-1].event["screen"]["round"]
        for asked in game:
            clicked = clicks_for(visitor.page, feed, asked.event, asked.words)
            clicks += clicked
            prompt = asked.event["ask"]["prompt"]
            by_prompt[prompt] = by_prompt.get(prompt, 0) + clicked
    averages = {prompt: round(clicked / rounds, 2) for prompt, clicked in sorted(by_prompt.items())}
    cell = f"clicks a round, as {who} plays: {clicks / rounds:.2f} over {GAMES[who]} games and {rounds} rounds: {averages}"
    record_property("cell", cell)
    assert clicks / rounds <= MAX_CLICKS[who], averages
