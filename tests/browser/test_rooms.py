"""Several people in one room, breaks, small screens and other languages."""

from __future__ import annotations

import re
import signal

from playwright.sync_api import expect
from tests.browser.conftest import Visitors
from tests.browser.table import Server, Visitor


def seated(visitors: Visitors) -> tuple[Visitor, Visitor, Visitor]:
    """Ada and Bo at a table of two, and somebody who watches; the game has begun."""
    host, guest, watcher = visitors(), visitors(), visitors()
    host.visit()
    host.page.click("[data-setup]")
    host.page.locator('label:has(input[name="players"][value="2"])').click()
    host.page.get_by_label("Your name").fill("Ada")
    host.page.get_by_role("button", name="With friends").click()
    host.page.click("[data-begin]")
    link = host.page.locator("#invite").input_value()
    for visitor in (guest, watcher):
        visitor.visit(link)
    guest.page.get_by_label("Your name").fill("Bo")
    guest.page.click("[data-join]")
    host.page.wait_for_selector("text=Bo")
    watcher.page.wait_for_selector("text=Ada")
    host.page.click("[data-start]")
    for visitor in (host, guest, watcher):
        visitor.page.wait_for_selector(".status")
    return host, guest, watcher


def test_a_friend_with_the_link_sees_an_invitation(visitors: Visitors) -> None:
    host, guest = visitors(), visitors(viewport={"width": 390, "height": 844})
    host.visit()
    host.page.click("[data-setup]")
    host.page.locator('label:has(input[value$="/xeno-invasion"])').click()
    host.page.locator('label:has(input[name="players"][value="2"])').click()
    host.page.get_by_label("Your name").fill("Hana")
    host.page.get_by_role("button", name="With friends").click()
    host.page.click("[data-begin]")
    link = host.page.locator("#invite").input_value()
    guest.visit(link)
    guest.page.get_by_role("heading", name="Hana invites you to Xeno Invasion").wait_for()
    fits(guest)
    # The controls of the host are not there, and there is one way to sit down.
    expect(guest.page.locator("#invite")).to_have_count(0)
    expect(guest.page.get_by_text("--lan")).to_have_count(0)
    expect(guest.page.locator("[data-invitation] button:not([data-face])")).to_have_text(["Join"])
    guest.page.get_by_label("Your name").fill("Finn")
    guest.key("Enter")
    guest.page.get_by_text("Waiting for Hana to start.").wait_for()
    late = visitors()
    late.visit(link)
    late.page.get_by_text("All seats are taken.").wait_for()
    expect(late.page.locator("[data-join]")).to_have_count(0)


def test_an_answer_can_be_undone_while_another_player_still_thinks(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    host.await_question()
    asked = host.page.locator(".ask .question").inner_text()
    offered = host.page.locator("[data-option]").all_inner_texts()
    host.answer()
    for visitor in (host, watcher):
        thinking = visitor.page.locator(".ask .who")
        thinking.filter(has_text="Bo").wait_for()
        expect(thinking).to_have_text(["Bo"])
    host.page.wait_for_selector("[data-settled]")
    host.page.get_by_role("button", name="Undo").click()
    host.await_question()
    expect(host.page.locator(".ask .question")).to_have_text(asked, use_inner_text=True)
    assert host.page.locator("[data-option]").all_inner_texts() == offered
    watcher.page.locator(".ask .who").filter(has_text="Ada").wait_for()
    host.answer()
    guest.answer()
    host.await_question()


def test_against_bots_an_action_can_be_undone_after_the_reveal(visitors: Visitors) -> None:
    ada = visitors()
    ada.start("base", 3)
    ada.answer()
    ada.await_question()
    asked, number = ada.page.locator(".ask .question").inner_text(), ada.asked()
    offered, log = ada.page.locator("[data-option]").all_inner_texts(), ada.log_lines()
    assert "action" in asked
    ada.page.locator("[data-option]").first.click()
    ada.await_another(number)
    ada.await_question()
    revealed = ada.log_lines()
    assert any(" plays " in line and "Player 1" not in line for line in revealed[len(log) :])
    undo = ada.page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("title", re.compile("not rated"))
    # Answers that the page gave by itself are taken back first.
    for _ in range(4):
        number = ada.asked()
        undo.click()
        ada.await_another(number)
        ada.await_question()
        if ada.page.locator(".ask .question").inner_text() == asked:
            break
    assert ada.page.locator("[data-option]").all_inner_texts() == offered
    assert ada.log_lines() == log
    expect(ada.page.locator(".tag[data-taken-back]")).to_have_text(
        "moves taken back, unrated", use_inner_text=True
    )
    number = ada.asked()
    ada.page.locator("[data-option]").last.click()
    ada.await_another(number)
    ada.await_question()
    again = ada.log_lines()
    assert again[: len(log)] == log
    assert again != revealed
    ada.play_to_the_end()
    expect(ada.page.locator(".result [data-taken-back]")).to_contain_text("not rated")


def test_two_browsers_and_a_spectator(visitors: Visitors) -> None:
    host, guest, watcher = seated(visitors)
    while host.answers < 8 or guest.answers < 8:
        # The page shows who is awaited; nobody's choice is seen before all are in.
        for visitor in (host, guest):
            if visitor.asked():
                visitor.answer()
    expect(watcher.page.locator(".ask[data-ask], [data-hand]")).to_have_count(0)
    for visitor in (host, guest, watcher):
        visitor.page.wait_for_selector("[data-settled]")
    lines = [len(visitor.log_lines()) for visitor in (host, guest, watcher)]
    assert min(lines) > 5
    rounds = {visitor.page.locator(".round b").inner_text() for visitor in (host, guest, watcher)}
    assert len(rounds) == 1


def test_a_spectator_who_knows_the_password_sees_the_points_too(visitors: Visitors) -> None:
    host, watcher = visitors(), visitors()
    host.visit()
    host.page.click("[data-setup]")
    host.page.locator("summary").first.click()
    host.page.get_by_label("Password").fill("tau ceti")
    host.page.click("[data-begin]")
    host.await_question()
    watcher.visit(host.page.url)
    for password in ("rho ceti", "tau ceti"):
        watcher.page.locator("input[type=password]").fill(password)
        watcher.key("Enter")
        if password == "rho ceti":
            watcher.page.wait_for_selector("text=That is not the password")
    watcher.page.locator(".score button").first.click()
    watcher.page.wait_for_selector("dialog[open] td")


def test_a_server_that_dies_in_mid_game(visitors: Visitors, own_server: Server) -> None:
    visitor = visitors(own_server)
    visitor.start("base", players=2)
    for _ in range(6):
        visitor.answer()
    visitor.await_question()
    before = visitor.log_lines()
    visitor.may_fail = True
    own_server.stop(signal.SIGKILL)
    visitor.page.wait_for_selector(".broken")
    own_server.start()
    visitor.page.wait_for_selector(".broken", state="detached")
    assert visitor.log_lines()[: len(before)] == before
    visitor.may_fail = False
    for _ in range(4):
        visitor.answer()
    # Another visit with the same browser finds the seat again.
    visitor.visit()
    visitor.page.locator("[data-tables] a").first.click()
    visitor.await_question()
    visitor.answer()


def fits(visitor: Visitor) -> None:
    """Nothing hangs over the edge of the screen."""
    width = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert width <= visitor.page.evaluate("document.documentElement.clientWidth")


def test_a_phone(visitors: Visitors) -> None:
    for mode in ("counterstrike", "earth"):
        visitor = visitors(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
        visitor.visit()
        visitor.page.wait_for_selector("[data-play]")
        fits(visitor)
        visitor.start(mode)
        fits(visitor)
        while visitor.answers < 12 and visitor.answer():
            fits(visitor)
        if mode == "counterstrike":
            # A tap on a card that is no option shows it in front of everything.
            visitor.await_question()
            mine = visitor.page.locator(".player.me [data-card]:not([data-option])")
            while not mine.count() and visitor.answer():
                visitor.await_question()
            mine.first.click()
            visitor.page.wait_for_selector("dialog[open] .words")
            visitor.key("Escape")


def test_the_theme_is_dark_unless_another_is_chosen(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.page.emulate_media(color_scheme="light")
    visitor.visit()
    theme = "getComputedStyle(document.documentElement).colorScheme"
    assert visitor.page.evaluate(theme) == "dark"
    visitor.page.get_by_role("button", name="Settings").click()
    picker = visitor.page.get_by_label("Theme")
    expect(picker.locator("option")).to_have_text(["Dark", "Light", "System"])
    picker.select_option("auto")
    assert visitor.page.evaluate(theme) == "light"
    picker.select_option("dark")
    visitor.page.reload()
    assert visitor.page.evaluate(theme) == "dark"


def test_other_languages_and_colors(visitors: Visitors) -> None:
    visitor = visitors(locale="fr-FR")
    page = visitor.page
    page.emulate_media(color_scheme="light")
    visitor.visit()
    page.wait_for_selector("text=Choisissez un jeu")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator(".lang select").select_option("ja")
    page.wait_for_selector("text=ゲームを選ぶ")
    page.locator(".lang select").select_option("en")
    visitor.start("xeno-invasion")
    visitor.answer()
    page.click("[data-menu]")
    page.locator("dialog .lang select").select_option("fr")
    visitor.key("Escape")
    page.wait_for_selector("text=Journal")
    visitor.answer()
