"""The wait between an answer and the next question with everything that moves, measured by the page's own clock."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Final

from tests.browser.conftest import Visitors

ANSWERS: Final = 60
MEDIAN_MS: Final = 1_500
P90_MS: Final = 3_000
"""Bounds of the wait with five players at the fast speed."""

RECORDER: Final = """
    window.waits = []
    let sent = 0
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (text) {
        if (String(text).includes('"type":"answer"')) sent = performance.now()
        return send.call(this, text)
    }
    let shown = ''
    const look = () => {
        const now = document.querySelector('[data-settled]')?.dataset.settled ?? ''
        if (sent && now && now !== shown) {
            window.waits.push(performance.now() - sent)
            sent = 0
        }
        if (now) shown = now
    }
    new MutationObserver(look).observe(document, {
        subtree: true, childList: true, attributes: true, attributeFilter: ['data-settled'],
    })
"""
"""Notes the milliseconds from an answer that is sent to the next question that can be answered."""


def test_five_players_at_the_fast_speed_wait_little(
    visitors: Visitors, record_property: Callable[[str, object], None]
) -> None:
    visitor = visitors(reduced_motion="no-preference")
    settings = json.dumps({"motion": "fast", "sound": "off", "tips": False})
    visitor.page.add_init_script(f"localStorage.setItem('repulse.settings', '{settings}')")
    visitor.page.add_init_script(RECORDER)
    visitor.start("counterstrike", players=5)
    while visitor.answers < ANSWERS and visitor.answer():
        pass
    visitor.await_question()
    waits = sorted(visitor.page.evaluate("waits"))
    assert len(waits) >= ANSWERS * 0.6, "most answers are followed by a question"
    median, p90 = statistics.median(waits), waits[int(0.9 * len(waits))]
    cell = f"wait at the fast speed, five players: median {median:.0f} ms, p90 {p90:.0f} ms, of {len(waits)}"
    record_property("cell", cell)
    assert median <= MEDIAN_MS, cell
    assert p90 <= P90_MS, cell
