"""A double click answers one question: the second click must not answer the next one, which nobody has read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from tests.browser.conftest import Visitors
from tests.browser.table import SETTLED, Server, Visitor
from tests.browser.test_advice import made

if TYPE_CHECKING:
    from playwright.sync_api import Locator, WebSocket

SEED: Final = 2026
ROWS: Final = {
    "action": ("3 Action Points", '.option[data-option]:has-text("Deploy")'),
    "bid": ("How much Energy do you bid", "[data-coin]"),
    "gadget": ("Action Point", ".gadget[data-option]"),
    "deploy": ("Action Point", "[data-deploy]"),
}
"""A question of earth, and the option that is clicked on twice."""
MIN_CLICKS: Final = 14
"""The number of double clicks that are tried."""
NEWS: Final = """asked => document.querySelector('[data-playing], [data-result]')
    || ![asked, undefined].includes(document.querySelector('.ask')?.dataset.ask)"""
"""Whether another question is asked, or something moves, or the game is over."""


class Answers:
    """The messages that a visitor sends: the questions that were answered."""

    def __init__(self, visitor: Visitor) -> None:
        self.asks: list[int] = []
        visitor.page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framesent", self._note)

    def _note(self, payload: str | bytes) -> None:
        message: dict[str, Any] = json.loads(payload)
        if message["type"] == "answer":
            self.asks.append(message["ask"])


def sit(visitor: Visitor, server: Server) -> None:
    """Take a seat of a new game of earth against bots."""
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
    room = made(server, game="earth", options={}, seats=seats, seed=SEED)
    visitor.visit(f"/room/{room['room']}#seat={room['token']}")


def double_click(visitor: Visitor, target: Locator) -> None:
    """Click twice, the second time as soon as the page shows what the first has led to."""
    page, mouse = visitor.page, visitor.page.mouse
    asked = visitor.asked()
    box = target.bounding_box()
    assert box is not None
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.up()
    page.wait_for_function(NEWS, arg=asked)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    page.wait_for_selector(f"{SETTLED}, [data-result]")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_double_click_answers_one_question(visitors: Visitors, server: Server, motion: str) -> None:
    visitor = visitors(reduced_motion=motion)
    answers = Answers(visitor)
    sit(visitor, server)
    open_rows = dict(ROWS)
    clicked = 0
    while open_rows or clicked < MIN_CLICKS:
        assert visitor.await_question(), f"the game is over, and nobody was asked for {[*open_rows]}"
        question = visitor.page.locator(".ask .question").last.inner_text()
        # First what has not been tried yet.
        for row, (words, selector) in {**open_rows, **ROWS}.items():
            target = visitor.page.locator(selector).first
            if words in question and target.is_visible():
                visitor.unfold(target)
                asked, before = visitor.asked(), len(answers.asks)
                double_click(visitor, target)
                assert answers.asks[before:] == [int(asked)], question
                clicked += 1
                open_rows.pop(row, None)
                break
        else:
            visitor.answer()
