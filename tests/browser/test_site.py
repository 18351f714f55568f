"""The page that needs no server: whole games, and everything else, with the network cut once it is loaded."""

from __future__ import annotations

import filecmp
import json
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect
from tests.browser.static_site import IMAGE_KEPT, OLDER_RULES, Person, StaticHost, different
from tests.browser.table import Server, eventually

import repulse

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

pytestmark = pytest.mark.xdist_group("site")

all_of_it = pytest.mark.screen
"""Left to `make site-test`; the rest is a part of `make test`."""


@pytest.fixture(scope="module")
def site(root: Path) -> Path:
    """The site as it is built."""
    built = root / "build" / "site"
    assert (built / "index.html").is_file(), (
        "The page that needs no server is not built: get it with 'make site'."
    )
    return built


def test_the_site_carries_the_license_texts_of_its_parts(site: Path) -> None:
    notices = (site / "third-party-notices.txt").read_text(encoding="utf-8")
    for part in (
        "svelte",
        "Pyodide",
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "musl",
        "zlib",
    ):
        assert part in notices
    (pyodide,) = site.glob("pyodide-*/LICENSE.txt")
    assert pyodide.read_text(encoding="utf-8") in notices


@pytest.fixture(scope="module")
def host(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    """A file server with the site below a path."""
    started = StaticHost(site, tmp_path_factory.mktemp("host"))
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def person(
    playwright: Playwright, host: StaticHost, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Person]:
    """Somebody who has visited once, and has had no network since.

    That visit is a cold start: an empty profile, and "Play" is pressed as soon as the lobby can be used.
    """
    started = Person(playwright, host, tmp_path_factory.mktemp("profile"))
    report("first question, first visit", f"{started.start('base', 2):.2f} s (asked for: 6)")
    assert not any("/net-" in path for path in host.asked), "A net has held up the first question."
    started.page.wait_for_selector("html[data-offline]", state="attached")
    host.stop()
    yield started
    started.context.close()
    assert started.troubles == []


def report(name: str, value: str) -> None:
    """Print a measurement."""
    sys.stdout.write(f"site: {name}: {value}\n")


def percentile(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


MAX_P90_MS: Final = {"base": 150, "counterstrike": 400}
"""The milliseconds from an answer to the next question that are asked for, nine times of ten, on a quiet machine."""


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        ("base", 2),
        pytest.param("counterstrike", 5, marks=all_of_it),
        pytest.param("earth", 3, marks=all_of_it),
    ],
)
def test_a_whole_game_without_a_network(person: Person, mode: str, players: int) -> None:
    if mode == "base":
        # The game of the first visit goes on.
        person.page.wait_for_selector(".ask[data-ask]")
    else:
        report(f"first question of {mode}, Python is there", f"{person.start(mode, players):.2f} s")
    played = person.play_on()
    times = played["milliseconds"]
    asked = f" (asked for: p90 {MAX_P90_MS[mode]})" if mode in MAX_P90_MS else ""
    report(
        f"{mode} with {players}, answer to next question",
        f"p90 {percentile(times, 0.9):.0f} ms, half {percentile(times, 0.5):.0f} ms, of {len(times)}{asked}",
    )
    assert played["over"]
    assert "bot failed" not in person.page.content()


def test_a_later_visit_begins_with_an_image_of_python(person: Person) -> None:
    """A warm start: another browser with this profile, no network, and "Play" as soon as the lobby can be used."""
    person.page.evaluate(IMAGE_KEPT)
    person.begin_again()
    report("first question, later visit", f"{person.start('base', 2):.2f} s (asked for: 1.5)")
    expect(person.page.locator("html[data-python-again=true]")).to_have_count(1)
    assert not person.play_on(4)["over"]


@all_of_it
def test_an_image_that_does_not_fit_is_thrown_away(person: Person) -> None:
    person.page.evaluate("""async () => {
      const cache = await caches.open('image-of-repulse')
      for (const key of await cache.keys()) await cache.put(key, new Response(new Uint8Array(1 << 20)))
    }""")
    person.begin_again()
    person.start("base", 2)
    expect(person.page.locator("html[data-python-again=false]")).to_have_count(1)
    assert not person.play_on(2)["over"]


def test_a_game_is_taken_up_again_after_the_browser_was_killed(person: Person) -> None:
    person.start("base", 2)
    person.play_on(6)
    address, asked = person.page.url, person.asked()
    person.kill()
    person.begin()
    person.page.goto(address)
    assert person.asked() == asked
    assert not person.play_on(2)["over"]
    person.go_to_lobby()
    person.page.wait_for_selector("#held-title")
    expect(person.page.locator("[aria-labelledby=held-title] li").nth(1)).to_be_attached()


@all_of_it
def test_a_record_is_saved_replayed_and_added_again(person: Person, tmp_path: Path) -> None:
    person.go_to_lobby()
    tables = person.page.locator("[aria-labelledby=held-title] li")
    tables.first.wait_for()
    before = tables.count()
    with person.page.expect_download() as download:
        tables.first.get_by_role("button").first.click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    person.page.set_input_files("[aria-labelledby=replay-title] input", record)
    # The game may be under way still: then its hands are shown to those who ask for it.
    person.page.locator("[data-show-all], .scrub").first.wait_for()
    if person.page.locator("[data-show-all]").is_visible():
        person.page.click("[data-show-all]")
    person.page.wait_for_selector(".scrub")
    person.go_to_lobby()
    tables.first.wait_for()
    person.page.set_input_files("[data-import]", record)
    person.page.wait_for_url("**/#/room/*")
    person.page.wait_for_selector(".ask[data-ask], [data-result]")
    person.go_to_lobby()
    tables.first.wait_for()
    expect(tables).to_have_count(before + 1)


@all_of_it
def test_a_lesson_without_a_network(person: Person) -> None:
    person.go_to_lobby()
    person.page.locator("[data-lesson]").first.click()
    seen = {person.follow_coach() for _ in range(5)}
    assert len(seen) == 5, "The lesson does not go on."


@all_of_it
def test_cards_and_rules_without_a_network(person: Person) -> None:
    person.page.evaluate("location.hash = '/cards'")
    person.page.wait_for_selector("[data-card]")
    person.start("base", 2)
    person.page.keyboard.press("?")
    person.page.wait_for_selector("[data-section][aria-current=true]")
    person.page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("mode", "level"),
    [
        ("base", "master"),
        pytest.param("frontier", "expert", marks=all_of_it),
        pytest.param("earth", "expert", marks=all_of_it),
    ],
)
def test_players_that_ask_a_net_and_hints_without_a_network(person: Person, mode: str, level: str) -> None:
    """Frontier has a net of its own beside that of its game."""
    person.go_to_lobby()
    person.sit_with(level, mode, 3 if mode == "earth" else 2)
    person.page.wait_for_selector(".ask[data-ask]")
    person.play_on(4)
    assert "bot failed" not in person.page.content()
    person.page.wait_for_selector("[data-hint]:not([disabled])")
    person.page.keyboard.press("h")
    person.page.wait_for_selector("[data-hints] ol > li")
    person.page.click("[data-close-hint]")


@all_of_it
def test_a_net_that_is_not_there_needs_a_network_once(
    playwright: Playwright, site: Path, tmp_path: Path
) -> None:
    """As after a visit that ended before the nets had come."""
    host = StaticHost(site, tmp_path / "files")
    nets = list((host.copy / "assets").glob("net-*"))
    away = [net.rename(tmp_path / net.name) for net in nets]
    host.start()
    person = Person(playwright, host, tmp_path / "profile")
    person.start("base", 2)
    eventually(lambda: any("/net-" in path for path in host.asked), "the page asks for the nets")
    person.go_to_lobby()
    person.sit_with("master", "base", 2)
    alert = person.page.get_by_role("alert")
    alert.wait_for()
    expect(alert).to_contain_text("Go online once")
    expect(person.page.locator("html[data-offline]")).to_have_count(0)
    for net, path in zip(nets, away, strict=True):
        path.rename(net)
    person.begin_again()
    person.go_to_lobby()
    person.page.wait_for_selector("html[data-offline]", state="attached")
    host.stop()
    person.sit_with("master", "base", 2)
    person.page.wait_for_selector(".ask[data-ask]")
    person.context.close()
    assert person.troubles == []


@all_of_it
def test_hints_and_a_review_without_a_network(person: Person) -> None:
    person.start("base", 2)
    person.page.wait_for_selector("[data-hint]:not([disabled])")
    begun: float = person.page.evaluate("performance.now()")
    person.page.keyboard.press("h")
    person.page.wait_for_selector("[data-hints] ol > li")
    report("hint", f"{(person.page.evaluate('performance.now()') - begun) / 1000:.1f} s")
    person.page.click("[data-close-hint]")
    assert person.play_on()["over"]
    begun = person.page.evaluate("performance.now()")
    person.page.click("[data-review-link]")
    person.page.wait_for_selector("[data-progress][value]")
    # The page answers while the worker thinks.
    person.page.set_viewport_size({"width": 1200, "height": 800})
    person.page.wait_for_selector("[data-review]")
    report("review", f"{(person.page.evaluate('performance.now()') - begun) / 1000:.0f} s")
    expect(person.page.locator("[data-chances] polyline")).to_have_count(2)
    before = person.page.url
    person.page.locator("[data-chances] [data-mark]").first.click()
    person.page.wait_for_selector(".scrub")
    person.page.click("[data-play-on]")
    person.page.click("[data-begin]")
    person.page.wait_for_selector(".ask[data-ask]")
    assert before.removesuffix("/review") not in person.page.url
    assert not person.play_on(2)["over"]


@all_of_it
def test_an_invitation_of_a_server_leads_there(person: Person, tmp_path: Path) -> None:
    """Other people need a server: its own page opens, and nothing of it is asked before."""
    person.go_to_lobby()
    friends = person.page.locator("[aria-labelledby=friends-title]")
    friends.get_by_role("textbox").fill("https://example.org/something")
    friends.get_by_role("button", name="Go there").click()
    friends.get_by_role("alert").wait_for()
    server = Server(tmp_path / "rooms.sqlite")
    server.start()
    try:
        body = b'{"game": "galaxy"}'
        with urllib.request.urlopen(f"{server.address}/api/rooms", body, timeout=60) as reply:
            link = json.loads(reply.read())["link"]
        visitor = person.context.new_page()
        visitor.goto(person.page.url)
        person.elsewhere = server.address
        visitor.locator("[aria-labelledby=friends-title]").get_by_role("textbox").fill(link)
        visitor.locator("[aria-labelledby=friends-title]").get_by_role("button", name="Go there").click()
        visitor.wait_for_url(f"{server.address}/room/*")
        visitor.wait_for_selector("[data-join]")
        visitor.close()
    finally:
        server.stop()
        person.elsewhere = ""


@all_of_it
def test_another_language_and_a_phone(person: Person) -> None:
    person.start("base", 2)
    asked = person.asked()
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.go_to_lobby()
    person.page.select_option(".lang select", "fr")
    person.page.locator("[aria-labelledby=held-title] li a").first.click()
    assert person.asked() != asked
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.play_on(3)
    person.page.set_viewport_size({"width": 1280, "height": 800})
    person.go_to_lobby()
    person.page.select_option(".lang select", "en")


@all_of_it
def test_a_full_storage_is_reported_and_the_game_goes_on(person: Person) -> None:
    person.start("base", 2)
    origin = person.host.address.removesuffix("/some/where/")
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    # The browser looks only now and then how much room there is.
    notice = person.page.locator("[data-notice=full]")
    eventually(lambda: person.play_on(1) and notice.count(), "the full storage is noticed", pause_s=1.5)
    assert not person.play_on(2)["over"]
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})


@all_of_it
def test_a_browser_that_keeps_nothing_says_so_and_plays(
    playwright: Playwright, site: Path, tmp_path: Path
) -> None:
    """As some private windows do: there is no database at all."""
    host = StaticHost(site, tmp_path / "files")
    (worker,) = (host.copy / "assets").glob("worker-*.js")
    refuse = (
        "Object.defineProperty(self, 'indexedDB', { value: { open() { throw new Error('private') } } });\n"
    )
    worker.write_text(refuse + worker.read_text())
    host.start()
    person = Person(playwright, host, tmp_path / "profile")
    person.start("base", 2)
    person.page.wait_for_selector("[data-notice=private]")
    assert not person.play_on(3)["over"]
    person.context.close()
    host.stop()
    assert person.troubles == []


@all_of_it
def test_a_new_version_is_offered_and_not_forced(person: Person, host: StaticHost) -> None:
    worker = host.copy / "sw.js"
    worker.write_text(worker.read_text().replace("const VERSION = '", "const VERSION = 'newer-"))
    host.start()
    person.page.goto(host.address)
    person.start("base", 2)
    person.page.wait_for_selector("[data-notice=update]")
    asked = person.asked()
    person.page.locator("[data-notice=update] button").first.click()
    person.page.wait_for_selector("[data-notice=update]", state="detached")
    assert person.asked() == asked
    host.stop()
    person.page.wait_for_selector("html[data-offline]", state="attached")


@all_of_it
def test_a_game_by_older_rules_ends_politely(person: Person) -> None:
    """As after an update with other rules: a line says why, and everything else is there."""
    person.start("base", 2)
    assert not person.play_on(2)["over"]
    person.page.evaluate(OLDER_RULES, person.page.url.rpartition("/")[2])
    person.page.reload()
    alert = person.page.get_by_role("alert")
    alert.wait_for()
    expect(alert).to_contain_text("no longer played")
    person.page.get_by_role("link", name="To the lobby").click()
    person.page.wait_for_selector("#held-title")
    person.start("base", 2)


def test_the_page_can_be_installed_also_beside_another_one(site: Path) -> None:
    """Identity and scope are the folder of the site, not its host; everything that is named is there."""
    (path,) = (site / "assets").glob("manifest-*")
    manifest = json.loads(path.read_text())
    assert manifest["name"] == manifest["short_name"] == "Repulse"
    assert manifest["display"] == "standalone"
    assert "id" not in manifest
    assert (path.parent / manifest["start_url"]).resolve() == site.resolve()
    assert manifest["scope"] == manifest["start_url"] == "../"
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        (f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")
    }
    for icon in manifest["icons"]:
        assert (path.parent / icon["src"]).is_file()
    assert f'rel="manifest" href="./assets/{path.name}"' in (site / "index.html").read_text()


@all_of_it
def test_the_build_is_reproducible(site: Path, tmp_path: Path) -> None:
    from tools.site import main

    main([str(tmp_path / "again")])
    differences = different(filecmp.dircmp(site, tmp_path / "again"))
    assert differences == []


def test_two_tabs_of_one_game_stay_in_step(person: Person) -> None:
    person.start("base", 2)
    other = person.context.new_page()
    other.goto(person.page.url)
    asked = "() => document.querySelector('[data-settled] .ask[data-ask]')?.dataset.ask"
    first = person.page.wait_for_function(asked).json_value()
    other.wait_for_function(f"first => ({asked})() === first", arg=first)
    person.play_on(2)
    # The other tab is behind this one, and is shown what was played without being touched.
    last = person.page.wait_for_function(asked).json_value()
    assert last != first
    other.wait_for_function(f"last => ({asked})() === last", arg=last)
    other.close()


def test_a_bad_record_is_refused_in_words_and_the_page_goes_on(person: Person, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    repulse.new("galaxy", players=2, seed=5).play_bots("random").at(6).save(bad)
    record = json.loads(bad.read_text(encoding="utf-8"))
    record["options"]["players"] = "x"
    bad.write_text(json.dumps(record), encoding="utf-8")
    person.go_to_lobby()
    person.page.set_input_files("[data-import]", bad)
    person.page.locator(".problem[role=alert]").wait_for()
    expect(person.page.locator('[data-notice="failed"]')).to_have_count(0)
    person.start("base", 2)
    assert not person.play_on(1)["over"]
