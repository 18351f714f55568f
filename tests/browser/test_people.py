"""People in one room: talk, a bot that sits in, a seat on another device, one's own tables, a rematch."""

from __future__ import annotations

from tests.browser.conftest import Visitors
from tests.browser.test_rooms import seated


def test_talk_presence_and_the_way_back(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    host.page.click("[data-chat]")
    host.page.get_by_label("Say something").fill("a <b>long</b> war")
    host.key("Enter")
    for visitor in (guest, watcher):
        visitor.page.wait_for_selector("[data-fresh]")
    guest.page.click("[data-chat]")
    guest.page.wait_for_selector("text=a <b>long</b> war")
    guest.page.click("[data-say=thanks]")
    host.page.locator(".chat li").filter(has_text="Thank you!").wait_for()
    # What spectators say among themselves does not reach the players.
    watcher.page.click("[data-chat]")
    watcher.page.click("[data-say=wow]")
    watcher.page.locator(".chat li").filter(has_text="Wow!").wait_for()
    assert host.page.locator(".chat li").filter(has_text="Wow!").count() == 0
    host.key("Escape")
    # The host lets a bot sit in for the guest, who takes the seat back.
    host.page.click("[data-people]")
    host.page.click('[data-sit-in="1"]')
    guest.page.click("[data-return]")
    guest.page.wait_for_selector("[data-return]", state="detached")


def test_a_seat_on_another_device_and_ones_own_tables(visitors: Visitors) -> None:
    first, second = visitors(), visitors()
    first.start("base", players=2)
    first.page.click("[data-menu]")
    first.page.click("[data-carry-entry]")
    first.page.wait_for_selector("[data-qr]")
    second.visit(first.page.locator("[data-link=seat]").input_value())
    second.await_question()
    # The token is in the address no longer than it must.
    assert "#" not in second.page.url
    second.answer()
    second.visit()
    second.page.locator("[data-state]").filter(has_text="Your move").wait_for()
    second.page.click("[data-forget]")
    second.page.click("[data-remove]")
    second.page.wait_for_selector("[data-tables]", state="detached")


def test_a_rematch_takes_everybody_along(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    table = host.page.url
    for visitor in (host, guest):
        visitor.page.click("[data-people]")
        visitor.page.get_by_role("button", name="Leave the game").click()
        visitor.page.click("[data-leave]")
        visitor.visit()
    # Bots play it to its end meanwhile; the list of tables says how it ended.
    for visitor in (host, guest):
        visitor.page.locator("[data-state]").filter(has_text="VP").wait_for()
        visitor.page.locator("[data-tables] a").click()
        visitor.page.wait_for_selector("[data-result]")
    watcher.page.wait_for_selector("[data-result]")
    host.page.click("[data-rematch]")
    guest.page.click("[data-go-next]")
    for visitor in (host, guest):
        visitor.await_question()
        assert visitor.page.url != table
    # Whoever does nothing goes along too.
    watcher.page.wait_for_url(host.page.url)
