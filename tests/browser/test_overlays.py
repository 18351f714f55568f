"""A room that its host sets up with a file, and a friend who sees what it changes."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import Visitors

FILE = Path(__file__).resolve().parents[2] / "examples" / "overlays" / "other-earth.toml"


def test_a_friend_sees_what_the_file_of_the_host_changes(visitors: Visitors) -> None:
    host, guest = visitors(), visitors()
    host.visit()
    host.page.click("[data-setup]")
    host.page.locator('label:has(input[name="mode"][value="earth/earth"])').click()
    host.page.locator('label:has(input[name="players"][value="3"])').click()
    host.page.get_by_label("Your name").fill("Ada")
    host.page.get_by_role("button", name="With friends").click()
    host.page.locator("summary").first.click()
    host.page.locator("[data-overlay-file]").set_input_files(FILE)
    host.page.wait_for_selector("[data-overlay-chosen]")
    host.page.click("[data-begin]")
    link = host.page.locator("#invite").input_value()
    guest.visit(link)
    notice = guest.page.locator("[data-overlays]")
    notice.wait_for()
    expect(notice).to_contain_text("other-earth (39 changes)")
    guest.page.click("[data-overlays-open]")
    details = guest.page.locator("[data-overlay-details] li")
    details.first.wait_for()
    expect(details).to_have_count(39)
    expect(guest.page.locator("[data-overlay-details]")).to_contain_text("Beringia: next to")
    guest.page.keyboard.press("Escape")
    guest.page.get_by_label("Your name").fill("Bo")
    guest.page.click("[data-join]")
    host.page.wait_for_selector("text=Bo")
    host.page.locator("li select").last.select_option("sensible")
    host.page.click("[data-start]")
    for visitor in (host, guest):
        visitor.page.wait_for_selector('[data-region="Beringia"]')
        expect(visitor.page.locator("[data-region]")).to_have_count(8)
        expect(visitor.page.locator("[data-reconstruction]")).to_have_count(0)
        visitor.page.locator("[data-overlays]").first.wait_for()
    guest.page.locator("[data-overlays]").first.click()
    guest.page.locator("[data-overlay-details] li").first.wait_for()


def test_a_file_that_is_no_overlay_is_named_in_the_lobby(visitors: Visitors, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('name = "x"\nchange = [{ gadget = "Gun", cost = 1 }]\n', encoding="utf-8")
    visitor = visitors()
    visitor.visit()
    visitor.page.click("[data-setup]")
    visitor.page.locator('label:has(input[name="mode"][value="earth/earth"])').click()
    visitor.page.locator("summary").first.click()
    visitor.page.locator("[data-overlay-file]").set_input_files(wrong)
    visitor.page.wait_for_selector("[data-overlay-chosen]")
    visitor.page.click("[data-begin]")
    problem = visitor.page.locator(".problem")
    problem.wait_for()
    expect(problem).to_contain_text("no such gadget")
    expect(problem).to_be_in_viewport(ratio=1)
    # The browser itself reports the refusal.
    assert len(visitor.troubles) == 1
    assert "400" in visitor.troubles.pop()
    large = tmp_path / "large.toml"
    large.write_text("#" * 30_000, encoding="utf-8")
    visitor.page.locator("[data-overlay-file]").set_input_files(large)
    visitor.page.locator(".problem", has_text="too large").wait_for()
    expect(visitor.page.locator("[data-overlay-chosen]")).to_have_count(0)
