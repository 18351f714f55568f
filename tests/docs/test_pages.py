"""The pages of the documentation have their places, their links are led there, and faults are found."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest
from tools.docs.check_links import faults
from tools.docs.places import FROM_ROOT, relocated, sane_lists


def test_faults_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="more.html#here">fine</a><a href="more.html#there">no such place</a><a href="gone.html">gone</a>'
        '<a href="https://example.org">elsewhere is fine for a link</a>'
        '<script src="https://example.org/x.js"></script><img src="no.png"><h1 id="top"></h1><a href="#top">up</a>'
    )
    (tmp_path / "more.html").write_text('<p id="here"></p>')
    assert faults(tmp_path) == [
        "index.html fetches https://example.org/x.js",
        "index.html leads to more.html#there, where there is no such place",
        "index.html leads to gone.html, which is not there",
        "index.html leads to no.png, which is not there",
    ]


def test_links_of_the_repository_lead_to_pages_of_the_site() -> None:
    def moved(text: str, source: str) -> str:
        return relocated(text, source)

    assert moved("[a](docs/guides/bots.md#x)", "ARCHITECTURE.md") == "[a](../guides/bots.md#x)"
    assert moved("[a](../ARCHITECTURE.md#b)", "docs/index.md") == "[a](develop/architecture.md#b)"
    assert moved("[a](../../ARCHITECTURE.md)", "docs/rules/README.md") == "[a](../develop/architecture.md)"
    assert moved("[code](../src/repulse/match.py)", "docs/index.md") == "code"
    assert moved("[a](../guides/bots.md)", "docs/tutorials/first-bot.ipynb") == "[a](../guides/bots.md)"
    assert moved("[n](tutorials/first-bot.ipynb)", "docs/index.md") == "[n](tutorials/first-bot.md)"
    assert moved("```\n[a](../b.md)\n```", "docs/index.md") == "```\n[a](../b.md)\n```"
    assert moved("[w](https://example.org)", "docs/index.md") == "[w](https://example.org)"


@pytest.mark.source_only
def test_every_page_has_a_place_in_the_site(root: Path) -> None:
    """The build refuses a page without one; this finds it without the tools of the site."""
    named = re.findall(
        r"[\w./-]+\.md", (root / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    )
    pages = {str(path.relative_to(root / "docs")) for path in (root / "docs").rglob("*.md")}
    assert pages - set(named) == set()
    generated = ("rules/", "tutorials/", "reference/environments/")
    missing = {name for name in set(named) - pages if not name.startswith(generated)}
    assert missing <= set(FROM_ROOT.values())


@pytest.mark.source_only
def test_every_name_in_the_reference_exists(root: Path) -> None:
    """The build refuses what is not; this finds it without the tools of the site."""
    for page in (root / "docs" / "reference" / "api").glob("*.md"):
        for name in re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert resolve_name(name) is not None, page.name


def test_lists_stand_by_themselves() -> None:
    assert sane_lists("text\n- one\n- two\n") == "text\n\n- one\n- two\n"
    assert sane_lists("```\nx\n- y\n```") == "```\nx\n- y\n```"
