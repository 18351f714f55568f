"""The almanac on the page: its three questions, one click each, and the page of a card."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Visitors

from repulse.games.galaxy.cards import SETS, load_cards

SIX = {card.name for card in load_cards(SETS) if card.type == "development" and card.cost == 6}


def test_three_questions_are_one_click_each(visitors: Visitors) -> None:
    visitor = visitors()
    page = visitor.page
    visitor.visit("/almanac/galaxy/cards")
    page.click("[data-question=six]")
    expect(page.locator("[data-row]").first).to_be_visible()
    names = page.eval_on_selector_all("[data-row]", "rows => rows.map(row => row.dataset.row)")
    assert names
    assert set(names) <= SIX
    page.click("[data-sort=name]")
    names = page.eval_on_selector_all("[data-row]", "rows => rows.map(row => row.dataset.row)")
    assert names == sorted(names)
    page.click("[data-question=strategies]")
    page.wait_for_url("**/almanac/galaxy/strategies")
    expect(page.locator("[data-row] [data-players='2']").first).to_contain_text("interval")
    expect(page.locator("[data-row] [data-players='4']").first).to_contain_text("interval")
    page.click("[data-question=seats]")
    expect(page.locator("[data-row]")).to_have_count(4)
    expect(page.locator("[data-games]")).to_contain_text("games of a strong bot")


def test_a_card_has_figures_and_company(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit("/almanac/galaxy/cards/New%20Economy")
    page = visitor.page
    expect(page.locator("[data-figures='New Economy']")).to_contain_text("Best company")
