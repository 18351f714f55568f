"""Motion in a real browser: beats at the table and in replays, skipped by a key, and none for those who want none."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor

import repulse
from repulse.table.replays import Replay

MOVING: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}


def set_motion(visitor: Visitor, speed: str) -> None:
    """As if it had been set at an earlier visit."""
    visitor.page.add_init_script(
        f"localStorage.setItem('repulse.settings', JSON.stringify({{motion: '{speed}', sound: 'on'}}))"
    )


def beats(visitor: Visitor) -> int:
    """Return the number of beats played since the page was opened."""
    return int(visitor.page.locator(".window").get_attribute("data-beats") or 0)


def open_record(visitor: Visitor, folder: Path, record: str, step: int) -> None:
    """A replay from a file, at a step."""
    file = folder / "game.json"
    file.write_text(record, encoding="utf-8")
    visitor.visit()
    visitor.page.locator("[aria-labelledby=replay-title] input").set_input_files(file)
    visitor.page.locator("[data-show-all], .scrub").first.wait_for()
    if visitor.shows("[data-show-all]"):
        visitor.page.click("[data-show-all]")  # the record of a game that is not over
    visitor.page.wait_for_selector(".scrub")
    visitor.page.locator(".scrub").fill(str(step))
    visitor.page.wait_for_function(
        "step => document.querySelector('.count')?.textContent.startsWith(`${step}/`)", arg=step
    )
    visitor.page.wait_for_selector("[data-spot='lane/0']")


@pytest.mark.parametrize(("mode", "players"), [("base", 2), ("earth", 3)])
def test_events_are_shown_before_the_next_question(visitors: Visitors, mode: str, players: int) -> None:
    visitor = visitors(**MOVING)
    visitor.start(mode, players)
    while visitor.answers < 8 and visitor.answer():
        pass
    visitor.await_question()
    assert beats(visitor) > 5
    # Nothing is left over: neither ghosts nor animations.
    visitor.page.wait_for_function("() => !document.querySelector('.ghost')")
    # The deeds of the others can be seen once more.
    before = beats(visitor)
    chip = visitor.page.locator("[data-recap-seat]").first
    expect(chip.locator(".hidden")).to_contain_text(":")
    chip.click()
    visitor.page.wait_for_function(
        "before => Number(document.querySelector('.window').dataset.beats) > before", arg=before
    )
    visitor.page.wait_for_selector(".ask[data-ask]")
    visitor.answer()


def test_a_key_skips_and_does_nothing_else(visitors: Visitors) -> None:
    visitor = visitors(**MOVING)
    set_motion(visitor, "slow")
    visitor.start("base", players=2)
    skipped = 0
    for _ in range(6):
        visitor.await_question()
        number = visitor.asked()
        visitor.choose(number)
        if visitor.asked() == number and visitor.ready():
            visitor.send(number)
        visitor.page.wait_for_function(
            "number => document.querySelector('[data-playing] .happening') || ![number, undefined].includes(document.querySelector('.ask')?.dataset.ask)",
            arg=number,
        )
        if not visitor.shows("[data-playing]"):
            continue
        visitor.key("1")
        assert not visitor.shows("[data-playing], .ghost")
        skipped += 1
        # The key was no answer to the question that came with it.
        if visitor.asked():
            assert visitor.shows(".ask .meter") or not visitor.shows("[data-option][aria-pressed=true]")
    assert skipped > 1


def test_a_tap_skips_too(visitors: Visitors) -> None:
    visitor = visitors(**MOVING)
    set_motion(visitor, "slow")
    visitor.start("base", players=2)
    while visitor.await_question():
        number = visitor.asked()
        visitor.choose(number)
        if visitor.asked() == number and visitor.ready():
            visitor.send(number)
        if visitor.shows("[data-skip]"):
            break
    visitor.page.locator("[data-spot='lane/1']").click(position={"x": 3, "y": 3})
    assert not visitor.shows("[data-playing]")


@pytest.mark.parametrize("setting", ["reduced", "instant"])
def test_nothing_moves_for_those_who_want_none(visitors: Visitors, setting: str) -> None:
    visitor = visitors(**({} if setting == "reduced" else MOVING))
    set_motion(visitor, "normal" if setting == "reduced" else "instant")
    visitor.start("base", players=2)
    while visitor.answers < 6 and visitor.answer():
        assert not visitor.shows("[data-playing]")
    visitor.await_question()
    assert beats(visitor) == 0
    # The deeds of the others are reported all the same.
    expect(visitor.page.locator("[data-recap-seat]").nth(0)).to_be_attached()


def test_replays_play_the_same_motion_and_great_moments(visitors: Visitors, tmp_path: Path) -> None:
    match = repulse.new("galaxy", game="invasion", players=2, seed=4)
    match.play_bots({0: "sensible", 1: "sensible"})
    replay = Replay(match.record())
    kinds = match.game.event_kinds()
    first = next(index for index, event in enumerate(replay.log) if kinds[event[0]].name == "invasion_card")
    step = next(index for index, length in enumerate(replay.lengths) if length > first)
    visitor = visitors(**MOVING)
    set_motion(visitor, "slow")
    record = match.record()
    record.choices = record.choices[: step + 1]
    open_record(visitor, tmp_path, record.to_json(), step - 1)
    assert beats(visitor) == 0
    visitor.page.get_by_role("button", name="One step forward").click()
    expect(visitor.page.locator("[data-stage=battle]")).to_contain_text("Wave 1")
    expect(visitor.page.locator("[data-duel]")).to_have_count(2)
    visitor.key("x")
    assert not visitor.shows("[data-stage]")
    assert beats(visitor) > 0
    # A jump shows the table as it is.
    before = beats(visitor)
    visitor.page.locator(".scrub").fill("3")
    visitor.page.wait_for_function("() => document.querySelector('.count')?.textContent.startsWith('3/')")
    assert beats(visitor) == before


def test_a_hidden_page_calls_its_player(visitors: Visitors) -> None:
    visitor = visitors(**MOVING)
    page = visitor.page
    page.add_init_script("""
        window.said = []
        window.away = false
        window.Notification = class {
            constructor(title) { window.said.push(title) }
            static asked = 0
            static async requestPermission() { this.asked += 1; return 'granted' }
        }
        Object.defineProperty(document, 'hidden', { get: () => window.away })
    """)
    visitor.start("base", players=2)
    assert page.evaluate("Notification.asked") == 0
    page.click("[data-menu]")
    page.locator("[data-notify]").check()
    page.wait_for_function("() => Notification.asked === 1")
    visitor.key("Escape")
    visitor.await_question()
    page.evaluate("away = true")
    visitor.answer()
    visitor.await_question()
    page.wait_for_function("() => said.length > 0")
    assert page.title().startswith("●")
