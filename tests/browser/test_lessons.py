"""Lessons by clicking: doing what the coach says, and what is said when somebody does something else."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import SETTLED, Visitor

from repulse.games import entries

LESSONS: Final = [lesson for entry in entries() for lesson in entry.display_in().lessons()]

WANTED: Final = "() => [...new Set(Array.from(document.querySelectorAll('[data-option][data-pointed]'), one => one.dataset.option))]"
"""The options that the coach points at."""
PRESSED: Final = "() => [...new Set(Array.from(document.querySelectorAll('[data-option][aria-pressed=true]'), one => one.dataset.option))]"
"""The options that are chosen already."""
FREE: Final = """([asked, kept]) => document.querySelector('.ask')?.dataset.ask !== asked ? [] : [
    ...document.querySelectorAll('[data-option][aria-pressed=false]'),
].filter(one => !kept.includes(one.dataset.card)).map(one => one.dataset.option)"""
"""The options of a question that can still be chosen, but for some cards."""

MARK: Final = """() => {
    const { coach, waits } = document.querySelector('[data-coach]').dataset
    return [coach, waits, document.querySelector('.ask')?.dataset.ask ?? '']
}"""
"""The step, what it waits for, and the question; all of one moment."""
MAY_PLAY: Final = """step => document.querySelector('[data-coach]')?.dataset.coach !== step
    || document.querySelector('[data-settled] .ask[data-ask], [data-result]')"""
"""Whether there is a question to answer, or the step is over: it may end while the others play."""
GONE_ON: Final = """([step, asked]) => document.querySelector('[data-coach]')?.dataset.coach !== step
    || document.querySelector('.ask')?.dataset.ask !== asked"""
"""Whether another step is reached, or another question."""
ANOTHER_STEP: Final = "step => document.querySelector('[data-coach]')?.dataset.coach !== step"
"""Whether another step is reached."""
COVERED: Final = """() => {
    const coach = document.querySelector('[data-coach]').getBoundingClientRect()
    const over = element => {
        const box = element.getBoundingClientRect()
        const bottom = Math.min(box.bottom, element.closest('[data-page]')?.getBoundingClientRect().bottom ?? Infinity)
        return box.width && box.top < coach.bottom - 1 && bottom > coach.top + 1 && box.left < coach.right - 1 && box.right > coach.left + 1
    }
    return [...document.querySelectorAll(':is([data-card], [data-go], [data-region]):not(.float *)')].filter(over).length
}"""
"""The number of cards, or the button, that the coach covers; the large one that floats beside a card is not meant, nor is
what a page of a phone scrolls out of sight."""


class Pupil:
    """A visitor who does what the coach says."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def begin(self, lesson: str) -> None:
        self.visitor.visit()
        self.page.click("[data-lessons] [aria-expanded=false]")
        self.page.click(f'[data-lessons] [data-lesson="{lesson}"]')
        self.page.wait_for_selector("[data-coach]")

    def mark(self) -> tuple[str, str, str]:
        """The step, what it waits for, and the question."""
        self.page.wait_for_selector("[data-coach]")
        step, waits, question = self.page.evaluate(MARK)
        return step, waits, question

    def do(self) -> bool:
        """One thing that the coach says; False when there is nothing more to do."""
        step, waits, question = self.mark()
        if waits == "over":
            return False
        if waits == "play":
            self.page.wait_for_function(MAY_PLAY, arg=step)
            return self.mark()[1] != "play" or self.visitor.answer() or self.mark()[1] != "play"
        if waits == "next":
            self.page.locator("[data-settled] [data-next]").click()
            # A question that comes meanwhile is no sign that the click was taken.
            self.page.wait_for_function(ANOTHER_STEP, arg=step)
            return True
        self.page.wait_for_selector(SETTLED)
        if self.mark()[0] == step:
            question = self.visitor.asked()
            self.answer(question)
            self.page.wait_for_function(GONE_ON, arg=[step, question])
        return True

    def answer(self, question: str) -> None:
        """Click what is pointed at, and nothing else; where any answer will do, something."""
        step = self.mark()[0]
        self.page.wait_for_selector(f'[data-coach][data-pointing="{step} {question}"]')
        allowed = self.page.evaluate(WANTED)
        for place in [spot for spot in self.page.evaluate(PRESSED) if allowed and spot not in allowed]:
            self.visitor.click_option(question, place)
        for place in allowed:
            if place not in self.page.evaluate(PRESSED):
                self.visitor.click_option(question, place)
        if not allowed:
            self.choose_but_what_is_named(question)
        if self.visitor.asked() == question and self.visitor.ready():
            self.visitor.send(question)

    def choose_but_what_is_named(self, question: str) -> None:
        """Click anything until it is enough, but no card that the coach speaks of, while there is another: it is to be kept."""
        named = self.page.locator("[data-coach] [data-named]").all_inner_texts()
        for _ in range(20):
            if self.visitor.ready() or self.visitor.asked() != question:
                return
            places = self.page.evaluate(FREE, [question, named]) or self.page.evaluate(FREE, [question, []])
            if not places:
                return
            self.visitor.click_option(question, places[0])


@pytest.mark.parametrize(
    ("lesson", "language"),
    [*((lesson.ident, "en") for lesson in LESSONS), ("frontier", "fr"), ("first-landing", "ja")],
)
def test_a_lesson_is_played_to_its_end_by_doing_what_it_says(
    visitors: Visitors, lesson: str, language: str
) -> None:
    pupil = Pupil(visitors(locale=language))
    pupil.begin(lesson)
    assert pupil.page.evaluate("document.documentElement.lang") == language
    for _ in range(200):
        if not pupil.visitor.over():
            pupil.page.wait_for_function(f"() => ({COVERED})() === 0")
        if not pupil.do():
            break
    assert pupil.mark()[1] == "over"


def test_the_rules_open_where_one_is(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.start("base", 2)
    visitor.page.wait_for_selector(".ask[data-ask]")
    visitor.key("?")
    visitor.page.wait_for_selector('[data-section="setup"][aria-current=true]')
    seen = "() => { const box = document.querySelector('[aria-current=true][data-section]').getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight }"
    visitor.page.wait_for_function(seen)
    visitor.page.fill("dialog input[type=search]", "military")
    visitor.page.wait_for_selector('[data-section="military"]')
    visitor.page.click('[data-rules-tab="symbols"]')
    expect(visitor.page.locator("[data-legend] dt svg").nth(15)).to_be_attached()
    visitor.page.click('[data-rules-tab="keys"]')
    expect(visitor.page.locator("dialog kbd").nth(5)).to_be_attached()


def test_a_question_is_explained_once_and_never_if_disabled(visitors: Visitors) -> None:
    visitor = visitors(tips=True)
    visitor.start("base", 2)
    first = visitor.page.wait_for_selector("[data-tip]")
    assert first is not None
    tip = first.get_attribute("data-tip")
    visitor.page.click("[data-tip-read]")
    visitor.page.wait_for_selector(f'[data-tip="{tip}"]', state="detached")
    visitor.page.reload()
    visitor.page.wait_for_selector(".ask[data-ask]")
    expect(visitor.page.locator(f'[data-tip="{tip}"]')).to_have_count(0)
    while not visitor.shows("[data-tip]"):
        visitor.answer()
    visitor.page.click("[data-tip-off]")
    visitor.page.wait_for_selector("[data-tip]", state="detached")
    for _ in range(6):
        visitor.answer()
        expect(visitor.page.locator("[data-tip]")).to_have_count(0)


def test_without_space_the_explanation_opens_from_the_bar(visitors: Visitors) -> None:
    visitor = visitors(tips=True, viewport={"width": 390, "height": 844})
    visitor.start("base", 2)
    visitor.page.click("[data-tip-open]")
    visitor.page.wait_for_selector("dialog [data-tip]")
    visitor.page.click("[data-tip-read]")
    visitor.page.wait_for_selector("dialog", state="detached")


def test_another_answer_gets_the_word_of_the_step(visitors: Visitors) -> None:
    pupil = Pupil(visitors(locale="fr-FR"))
    pupil.begin("first-game")
    while pupil.mark()[1] == "next":
        pupil.do()
    step, waits, question = pupil.mark()
    assert waits == "answer"
    pupil.page.wait_for_selector(SETTLED)
    pupil.page.get_by_role("button", name="Produire").first.click()
    tip = pupil.page.locator("[data-objection]")
    expect(tip).to_have_text("Cela viendra. Pour l'instant, choisissez Explorer +5.", use_inner_text=True)
    assert pupil.mark() == (step, "answer", question)
    pupil.page.wait_for_function("() => !document.querySelector('[data-option][aria-pressed=true]')")
    pupil.do()
    assert pupil.mark()[0] != step
    expect(pupil.page.locator("[data-objection]")).to_have_count(0)


@pytest.mark.parametrize("size", [(1024, 640), (390, 844)])
def test_the_coach_lies_over_no_card_and_not_over_the_button(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    width, height = size
    pupil = Pupil(visitors(viewport={"width": width, "height": height}))
    pupil.begin("invasion")
    for _ in range(9):
        pupil.page.wait_for_function(f"() => ({COVERED})() === 0")
        assert pupil.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        pupil.do()


def test_a_lesson_goes_on_after_the_page_was_away(visitors: Visitors) -> None:
    pupil = Pupil(visitors())
    pupil.begin("frontier")
    pupil.do()
    pupil.do()
    before = pupil.mark()
    pupil.page.reload()
    assert pupil.mark()[:2] == before[:2]


def test_earth_is_played_on_its_map_and_its_cards(visitors: Visitors) -> None:
    """The lesson of earth without a single click on the list of sentences, but for the bids."""
    pupil = Pupil(visitors())
    pupil.begin("first-landing")
    page = pupil.page

    def tap(*marks: str) -> None:
        """Return the answer that the step waits for, tap by tap."""
        step, waits, _ = pupil.mark()
        assert waits == "answer"
        page.wait_for_selector(SETTLED)
        for mark in marks:
            page.wait_for_selector(mark)
            page.locator(mark).first.dispatch_event("click")
        page.wait_for_function(ANOTHER_STEP, arg=step)
        while pupil.mark()[1] == "next":
            pupil.do()

    def region(name: str) -> str:
        return f'[data-region="{name}"]'

    pupil.do()
    pupil.do()  # the bid
    tap('[data-offer="5"]')
    tap('[data-offer="Australia"]')
    for _ in range(2):
        tap("[data-deploy]")
        tap('[data-piece="Australia/0"]', region("Asia"))
    pupil.do()  # the end of the turn stands by the button
    while pupil.mark()[1] == "next":
        pupil.do()
    pupil.do()  # the bid
    tap('[data-offer="4"]')
    tap(region("Asia"), region("North Pacific"))
    tap('[data-offer="Accelerated Harvest"]')
    tap(region("North Pacific"))
    tap("[data-mothership]", region("Asia"))
    tap("[data-deploy]")
