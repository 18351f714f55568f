"""One's seats on all devices: an identity that is made, used elsewhere, changed and deleted; games exported and deleted."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.conftest import Visitors
from tests.browser.table import Visitor, eventually
from tests.browser.test_access import findings

if TYPE_CHECKING:
    from tests.browser.table import Server

SEATS = "JSON.parse(localStorage.getItem('repulse.seats') ?? '[]')"


def keep_identity(visitor: Visitor, name: str) -> str:
    """Make an identity by clicks; its private link."""
    visitor.visit()
    visitor.page.click("[data-identity-new]")
    visitor.page.locator("dialog [data-my-name]").fill(name)
    visitor.page.click("[data-identity-create]")
    visitor.page.wait_for_selector("[data-qr]")
    link = visitor.page.locator("[data-link=identity]").input_value()
    visitor.key("Escape")
    return link


def test_an_identity_on_two_devices(visitors: Visitors, root: Path) -> None:
    axe = (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    first, second = visitors(), visitors()
    # A seat that was taken before comes along.
    first.start("base", players=2)
    link = keep_identity(first, "Ann")
    first.page.locator("[data-identity-name]").filter(has_text="Ann").wait_for()
    second.visit(link)
    second.page.locator("[data-state]").filter(has_text="Your move").wait_for()
    assert "#" not in second.page.url
    assert findings(second, axe) == []
    second.page.locator("[data-tables] a").click()
    second.answer()
    # A third device is shown the way to sign in, never the key of this one.
    second.page.click("[data-menu]")
    second.page.click("[data-carry-entry]")
    second.page.wait_for_selector("[data-new-link]")
    second.key("Escape")
    # A seat that is taken here is there too.
    second.start_by_clicks("earth", players=3)
    first.visit()
    first.page.locator("[data-tables] li").nth(1).wait_for()
    second.visit()
    second.page.click("[data-identity-manage]")
    assert findings(second, axe) == []
    second.page.locator("dialog [data-my-name]").fill("Anne")
    second.page.click("[data-identity-save]")
    second.page.locator("[data-identity-name]").filter(has_text="Anne").wait_for()
    first.visit("/ratings")
    first.page.wait_for_selector("[data-ratings]")
    assert findings(first, axe) == []
    first.visit()
    first.page.locator("[data-identity-name]").filter(has_text="Anne").wait_for()
    # Signing out takes everything along; deleting, on all devices.
    second.page.click("[data-identity-manage]")
    second.page.click("[data-identity-out]")
    second.page.wait_for_selector("[data-identity=none]")
    second.page.wait_for_selector("[data-tables]", state="detached")
    assert second.page.evaluate(SEATS) == []
    first.page.click("[data-identity-manage]")
    with first.page.expect_download() as exported:
        first.page.click("[data-identity-export]")
    assert json.loads(Path(exported.value.path()).read_text())["profile"]["name"] == "Anne"
    first.page.click("[data-identity-delete]")
    first.page.click("[data-identity-gone]")
    first.page.wait_for_selector("[data-identity=none]")
    assert first.page.evaluate(SEATS) == []


def leave_to_the_bots(visitor: Visitor) -> dict[str, str]:
    """Begin a game that bots play to its end; the seat."""
    visitor.start("base", players=2)
    (seat,) = visitor.page.evaluate(SEATS)
    left = visitor.page.request.post(
        f"{visitor.address}/api/rooms/{seat['room']}/commands",
        headers={"Authorization": f"Bearer {seat['token']}"},
        data={"type": "leave", "id": "away"},
    )
    assert left.ok
    visitor.visit()
    visitor.page.locator("[data-state]").filter(has_text=re.compile("You (won|lost|share)")).wait_for()
    seat_data: dict[str, str] = seat
    return seat_data


def test_a_finished_game_is_exported_and_deleted(visitors: Visitors) -> None:
    visitor = visitors()
    seat = leave_to_the_bots(visitor)
    with visitor.page.expect_download() as exported:
        visitor.page.click("[data-export]")
    (game,) = json.loads(Path(exported.value.path()).read_text())["games"]
    assert (game["room"], game["stage"]) == (seat["room"], "over")
    assert json.loads(game["record"])["choices"]
    visitor.page.click("[data-forget]")
    visitor.page.click("[data-delete]")
    visitor.page.locator("[data-told]").filter(has_text="deleted").wait_for()
    assert visitor.page.evaluate(SEATS) == []
    assert visitor.page.request.get(f"{visitor.address}/api/rooms/{seat['room']}").status == 404


def test_a_game_by_older_rules_is_watched_and_downloaded(visitors: Visitors, own_server: Server) -> None:
    visitor = visitors(own_server)
    seat = leave_to_the_bots(visitor)
    database = sqlite3.connect(own_server.database)
    shown = "select count(*) from shown_game"
    eventually(lambda: database.execute(shown).fetchone()[0] >= 3, "the game is kept as it was shown")
    visitor.may_fail = True
    own_server.stop()
    # As if it had been played by rules that nobody knows any more.
    (settings,) = database.execute("select settings from room").fetchone()
    older = json.dumps(json.loads(settings) | {"rules": "0"})
    with database:
        database.execute("update room set settings = ?", (older,))
    database.close()
    own_server.start()
    visitor.visit(f"/room/{seat['room']}")
    visitor.may_fail = False
    visitor.page.wait_for_selector("[data-old-game]")
    with visitor.page.expect_download() as exported:
        visitor.page.click("[data-download]")
    assert json.loads(Path(exported.value.path()).read_text())["rules"] == "0"
    visitor.page.get_by_role("link", name="Watch the replay").click()
    visitor.page.wait_for_selector(".scrub")
    steps = int(visitor.page.locator(".scrub").get_attribute("max") or 0)
    assert steps > 20
    visitor.page.locator(".scrub").fill(str(steps))
    visitor.page.locator(".count").filter(has_text=f"{steps}/{steps}").wait_for()
