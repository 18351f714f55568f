"""The README as a package index shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.metadata_hook import absolute_links, with_addresses

HOME = "https://code.example/repulse"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[guide](docs/play/index.md)", f"[guide]({HOME}/blob/v1/docs/play/index.md)"),
        ("![table](docs/a.png)", f"![table]({HOME}/raw/v1/docs/a.png)"),
        ("[![table](a.png)](b.md)", f"[![table]({HOME}/raw/v1/a.png)]({HOME}/blob/v1/b.md)"),
        ('<img alt="x" src="a.webp">', f'<img alt="x" src="{HOME}/raw/v1/a.webp">'),
        ("[outside](https://other.example/x)", "[outside](https://other.example/x)"),
        ("[below](#below)", "[below](#below)"),
    ],
)
def test_links_become_absolute(text: str, shown: str) -> None:
    assert absolute_links(text, HOME, "v1") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see the [guide](docs/play/index.md)", "see the guide"),
        ("![table](docs/a.png)text", "text"),
        ('<img alt="x" src="a.webp">text', "text"),
        ("[outside](https://other.example/x)", "[outside](https://other.example/x)"),
    ],
)
def test_without_an_address_nothing_leads_nowhere(text: str, shown: str) -> None:
    assert absolute_links(text, "", "v1") == shown


def test_links_are_resolved_from_the_folder_of_their_file() -> None:
    text = absolute_links("![a](../../a.png) [b](b.md)", HOME, "v1", folder="docs/about")
    assert text == f"![a]({HOME}/raw/v1/a.png) [b]({HOME}/blob/v1/docs/about/b.md)"


def test_addresses_stand_below_the_title_and_where_one_clones(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    urls = {"Source": HOME, "Play": f"{HOME}/play", "Documentation": f"{HOME}/docs"}
    text = with_addresses(readme, urls)
    assert f"git clone {HOME} repulse" in text
    assert text.splitlines()[4] == f"[▶ Play now]({HOME}/play) · [Documentation]({HOME}/docs)"
    assert with_addresses(text, urls) == text
    assert with_addresses(readme, {}) == readme
