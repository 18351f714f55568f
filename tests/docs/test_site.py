"""The built documentation in a real browser, opened from its folder: it asks nobody for anything, and can be searched."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

pytestmark = pytest.mark.docs


@pytest.fixture(scope="module")
def site(root: Path) -> Path:
    folder = root / "build" / "docs"
    assert (folder / "index.html").is_file(), "run 'make docs' first"
    return folder


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page that fails what it is used for when anything is asked of anybody, or goes wrong in it."""
    wrong: list[str] = []
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=shutil.which("chromium"))
        opened = browser.new_page(viewport={"width": 1280, "height": 900})
        opened.on(
            "request",
            lambda asked: (
                wrong.append(asked.url)
                if "://" in asked.url[:8] and not asked.url.startswith("file:")
                else None
            ),
        )
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        yield opened
        browser.close()
    assert wrong == []


def test_every_page_opens_without_a_fault(site: Path, page: Page) -> None:
    names = [path for path in sorted(site.rglob("*.html")) if path.name != "404.html"]
    assert len(names) > 40
    for name in names:
        page.goto(name.as_uri())
        assert page.title()


def test_diagrams_are_drawn(site: Path, page: Page) -> None:
    page.goto((site / "architecture.html").as_uri())
    page.wait_for_function("document.querySelectorAll('div.mermaid').length === 2")
    assert page.locator("pre.mermaid").count() == 0


def test_a_card_is_found_and_seen(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("Gem World")
    link = page.locator("a.md-search-result__link", has_text="Gem World").first
    link.wait_for()
    link.click()
    page.wait_for_url("**/gallery.html*#gem-world")
    drawn = page.locator("figure:has(#gem-world) img")
    drawn.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('figure:has(#gem-world) img').naturalWidth > 0")
