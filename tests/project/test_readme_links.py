"""The README as a package index shows it."""

from __future__ import annotations

import pytest
from tools.metadata_hook import absolute_links

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
