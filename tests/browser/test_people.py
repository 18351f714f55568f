"""People in one room: talk, a bot that sits in, a seat on another device, one's own tables, a rematch."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Visitor
from tests.browser.test_rooms import seated

ENDED = re.compile(r"You (won|lost|share)")
"""The list of tables reports the end of a game."""


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
    # The chat of spectators does not reach the players.
    watcher.page.click("[data-chat]")
    watcher.page.click("[data-say=wow]")
    watcher.page.locator(".chat li").filter(has_text="Wow!").wait_for()
    expect(host.page.locator(".chat li").filter(has_text="Wow!")).to_have_count(0)
    host.key("Escape")
    # The host lets a bot sit in for the guest, who takes the seat back.
    host.page.click("[data-people]")
    host.page.click('[data-sit-in="1"]')
    guest.page.click("[data-return]")
    guest.page.wait_for_selector("[data-return]", state="detached")


def leave(visitor: Visitor) -> None:
    """Leave the game by its menu."""
    visitor.page.click("[data-menu]")
    visitor.page.get_by_role("button", name="Leave the game").click()
    visitor.page.click("[data-leave]")


def test_a_leaving_player_is_in_the_lobby_and_the_others_see_it(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    table = guest.page.url
    leave(guest)
    guest.page.wait_for_selector("[data-play]")
    for visitor in (host, watcher):
        visitor.page.locator("[data-news]").filter(
            has_text="Bo left; a bot (club) plays on for Bo."
        ).wait_for()
        visitor.page.locator('[data-spot="lane/1"] [data-level=sensible]').filter(has_text="club").wait_for()
    assert "Bo left; a bot (club) plays on for Bo." in host.log_lines()
    # The list of tables offers to watch, or to take the seat back.
    guest.page.get_by_role("link", name="Watch").wait_for()
    guest.page.click("[data-take-back]")
    guest.page.wait_for_url(table)
    host.page.locator("[data-news]").filter(has_text="Bo is back and plays again.").wait_for()
    host.page.wait_for_selector('[data-spot="lane/1"] [data-level]', state="detached")
    guest.page.wait_for_selector(".ask")
    expect(guest.page.locator("[data-return]")).to_have_count(0)
    # Nobody gets news of their own actions.
    expect(guest.page.locator("[data-news]")).to_have_text("", use_inner_text=True)


def test_choices_of_a_bot_are_not_attributed_to_the_player(visitors: Visitors) -> None:
    host, guest, _ = seated(visitors)
    host.answer()
    guest.answer()
    host.page.wait_for_selector(".option.marked")
    leave(guest)
    host.page.locator('[data-spot="lane/1"] .think').wait_for(state="detached")
    guest.page.click("[data-take-back]")
    # Clicks on what has only just appeared do nothing.
    waiting = guest.page.locator("[data-settled] .ask .question")
    waiting.filter(has_text="the bot chose for you:").wait_for()
    guest.page.get_by_role("button", name="Undo").click()
    guest.await_question()
    guest.answer()
    waiting.filter(has_text="you chose").wait_for()


def test_nobody_has_buttons_that_do_nothing(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    expect(watcher.page.locator(".ask button")).to_have_count(0)
    for visitor in (host, guest):
        leave(visitor)
    watcher.page.wait_for_selector("[data-result]")
    watcher.page.get_by_role("button", name="See the table").click()
    watcher.page.locator(".ask .question").filter(has_text="The game is over.").wait_for()
    expect(watcher.page.locator(".ask button")).to_have_count(0)
    host.page.locator("[data-tables] a").first.click()
    host.page.get_by_role("button", name="See the table").click()
    host.page.locator(".ask .question").filter(has_text="The game is over.").wait_for()
    expect(host.page.locator(".ask button")).to_have_count(0)


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
        visitor.page.locator("[data-state]").filter(has_text=ENDED).wait_for()
        visitor.page.locator("[data-tables] a").first.click()
        visitor.page.wait_for_selector("[data-result]")
    watcher.page.wait_for_selector("[data-result]")
    host.page.click("[data-rematch]")
    guest.page.click("[data-go-next]")
    for visitor in (host, guest):
        visitor.await_question()
        assert visitor.page.url != table
    # A player who does nothing goes along too; everybody is notified who sits where.
    watcher.page.wait_for_url(host.page.url)
    for visitor in (host, guest, watcher):
        assert "Everyone has moved on by one seat: 1 Bo, 2 Ada." in visitor.log_lines()
    watcher.page.locator("[data-news]").filter(has_text="1 Bo, 2 Ada").wait_for()
