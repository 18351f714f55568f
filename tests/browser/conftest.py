"""A server and a real browser for these tests; each worker has its own of both."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from tests.browser.table import (
    EXPECT_TIMEOUT,
    FLAGS,
    Server,
    Visitor,
    missing,
)
from tools.toolchain import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright


QUICK: Final = frozenset(
    f"test_{name}"
    for name in ("advice", "build", "cards", "defend", "digits", "double_click", "explore", "lobby")
)
"""The modules that `make test` runs; the others take minutes and run with `make pytest-browser-slow`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder need a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.path.stem not in QUICK:
                item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of what was measured on the screen."""
    reports = [
        report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, [])
    ]
    cells = [str(value) for report in reports for name, value in report.user_properties if name == "cell"]
    if cells:
        terminalreporter.section("what is in sight")
        terminalreporter.write_line("\n".join(sorted(cells)))


@pytest.fixture(scope="session")
def playwright(root: Path) -> Iterator[Playwright]:
    """Return the driver of browsers; without one these tests are skipped, but never in continuous integration."""
    lacking = missing(root)
    if lacking:
        if os.environ.get("CI"):
            pytest.fail(lacking)
        pytest.skip(lacking)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=EXPECT_TIMEOUT)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(autouse=True)
def pictures(request: pytest.FixtureRequest, root: Path) -> Iterator[None]:
    """Keep pictures of what a failed test has left open."""
    yield
    if "browser" not in request.fixturenames:
        return
    chromium: Browser = request.getfixturevalue("browser")
    for number, context in enumerate(chromium.contexts):
        keep_pictures(context, traces_of(request, root), f"open-{number}")
        context.close()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start."""
    table_server = Server(tmp_path / "own.db")
    table_server.start()
    yield table_server
    table_server.stop()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database of its own."""
    table_server = Server(tmp_path_factory.mktemp("server") / "table.db")
    table_server.start()
    yield table_server
    table_server.stop()
    with contextlib.closing(sqlite3.connect(table_server.database)) as database:
        default = """SELECT room, data FROM entry WHERE data LIKE '%"by":"default"%'"""
        assert not database.execute(default).fetchall(), "the table moved in place of a player"


REPORT: Final = pytest.StashKey[pytest.CollectReport | pytest.TestReport]()
"""The result of the test itself, for the clean-up after it."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the outcome of a test for its fixtures."""
    report = yield
    if report.when == "call":
        item.stash[REPORT] = report
    return report


def keep_pictures(context: BrowserContext, folder: Path | None, name: str) -> None:
    """Keep in a folder what the pages of a browser show."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(context.pages):
        page.screenshot(path=folder / f"{name}-{number}.png", timeout=5_000)


class Visitors:
    """Makes visitors, and checks at the end whether the page of any of them complained."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Visitor] = []

    def close(self, traces: Path | None) -> None:
        """Close all browsers, and keep in a folder what they saw if the test has failed."""
        for number, visitor in enumerate(self.all):
            if traces is None:
                visitor.context.tracing.stop()
            else:
                keep_pictures(visitor.context, traces, str(number))
                visitor.context.tracing.stop(path=traces / f"{number}.zip")
            visitor.context.close()

    def __call__(self, server: Server | None = None, **settings: Any) -> Visitor:
        """Return somebody with a browser of their own, at a server; without one, at that of all tests."""
        guest = Visitor(self.browser, (server or self.server).address, **settings)
        guest.context.tracing.start(screenshots=False, snapshots=True)
        self.all.append(guest)
        return guest


def traces_of(request: pytest.FixtureRequest, root: Path) -> Path | None:
    """Return where to keep what the browsers of a test saw: nowhere unless it has failed."""
    report = request.node.stash.get(REPORT, None)
    if report is not None and report.passed:
        return None
    return root / "build" / "traces" / re.sub(r"[^\w.-]+", "-", request.node.nodeid.partition("browser/")[2])


@contextlib.contextmanager
def visiting(
    browser: Browser, server: Server, request: pytest.FixtureRequest, root: Path
) -> Iterator[Visitors]:
    """Let people with browsers visit a server, and check at the end that no page complained."""
    guests = Visitors(browser, server)
    yield guests
    troubles = [trouble for visitor in guests.all for trouble in visitor.troubles]
    guests.close(traces_of(request, root))
    assert troubles == []


@pytest.fixture
def visitors(
    browser: Browser, server: Server, request: pytest.FixtureRequest, root: Path
) -> Iterator[Visitors]:
    """People with browsers."""
    with visiting(browser, server, request, root) as guests:
        yield guests


@pytest.fixture
def toy_visitors(
    toy_installed: None, own_server: Server, request: pytest.FixtureRequest, root: Path
) -> Iterator[Visitors]:
    """People who visit a server that has found the toy game by its entry point."""
    with visiting(request.getfixturevalue("browser"), own_server, request, root) as guests:
        yield guests
