"""The report of a study in a real browser: it draws, filters and fits a phone, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from repulse.arena.many import make_plan
from repulse.study.dataset import DataSet, make_study
from repulse.study.report import write_report
from repulse.study.run import run_study
from repulse.study.summary import summarize

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    runs = []
    for name, bots in (("mixed", ["sensible", "random"]), ("random", ["random"])):
        data = DataSet.create(folder / name, make_study(make_plan("galaxy", {"players": 2}, bots, games=60)))
        run_study(data, workers=1)
        runs.append(summarize(data.folder))
    write_report(runs, folder / "report.html")
    return folder / "report.html"


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    phone = browser.new_page(viewport={"width": 390, "height": 800})
    troubles: list[str] = []
    phone.on("console", lambda message: troubles.append(message.text))
    phone.on("pageerror", lambda error: troubles.append(str(error)))
    phone.goto(report.as_uri())
    yield phone
    phone.close()
    assert troubles == []


def test_it_draws_every_section_and_fits_a_phone(page: Page) -> None:
    titles = page.locator("section h2").all_inner_texts()
    assert {"Bots", "Seat order", "Strategies", "Cards", "Start world", "Scores", "Length"} <= set(titles)
    assert "How mixed differs from random" in titles
    assert "Who wins how a game ends" in titles
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_its_filters_count_again(page: Page) -> None:
    cards = page.locator("section", has_text="Win rate of seats, by card")
    page.get_by_label("At least").fill("5")
    page.get_by_label("At least").press("Enter")
    cards.get_by_role("button", name="Placed").click()
    everybody = cards.inner_text()
    page.get_by_label("Bot").select_option(label="sensible")
    expect(cards).not_to_have_text(everybody)
    page.get_by_label("Find").fill("no such card")
    expect(cards).to_contain_text("No name here contains “no such card”")
