"""A server and a real browser for these tests; each worker has its own of both."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.browser.table import (
    FLAGS,
    Server,
    Visitor,
    chromium_path,
    missing,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder need a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of what was measured on the screen."""
    reports = [report for each in ("passed", "failed") for report in terminalreporter.stats.get(each, [])]
    cells = [str(value) for report in reports for name, value in report.user_properties if name == "cell"]
    if cells:
        terminalreporter.section("what is in sight")
        terminalreporter.write_line("\n".join(sorted(cells)))


@pytest.fixture(scope="session")
def playwright(root: Path) -> Iterator[Playwright]:
    """What drives browsers; without one these tests are skipped, but never in continuous integration."""
    lacking = missing(root)
    if lacking:
        if os.environ.get("CI"):
            pytest.fail(lacking)
        pytest.skip(lacking)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    made = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    yield made
    made.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database of its own."""
    made = Server(tmp_path_factory.mktemp("server") / "table.db")
    made.start()
    yield made
    made.stop()


class Visitors:
    """Makes visitors, and looks at the end whether the page of any of them complained."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Visitor] = []

    def __call__(self, **settings: Any) -> Visitor:
        """Somebody with a browser of his own."""
        made = Visitor(self.browser, self.server.address, **settings)
        self.all.append(made)
        return made


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """People with browsers."""
    made = Visitors(browser, server)
    yield made
    troubles = [trouble for visitor in made.all for trouble in visitor.troubles]
    for visitor in made.all:
        visitor.context.close()
    assert troubles == []
