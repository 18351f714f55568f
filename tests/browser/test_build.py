"""The built page and what it is made from."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tests.browser.conftest import Visitors
from tests.browser.table import Visitor

MAX_LOBBY_BYTES: Final = 110_000
"""Bytes that a browser may load for the lobby with its posters (21 kB), besides the font."""
MAX_TABLE_BYTES: Final = 190_000
"""Bytes that a browser may load until a table with all its cards is shown, besides the font."""
LOADED: Final = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map(one => [one.name, one.transferSize])"""


def hook(root: Path) -> Any:
    spec = importlib.util.spec_from_file_location("repulse_build_hook", root / "tools" / "build_hook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_page_are_those_of_the_server(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "web/protocol_types.py", "--check"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_page_is_built_and_would_be_missed(root: Path, tmp_path: Path) -> None:
    names = hook(root)
    assert names.has_page(root)
    assert not names.has_page(tmp_path)


def test_the_page_has_no_script_of_its_own_in_line(root: Path) -> None:
    page = (root / "src" / "repulse" / "server" / "static" / "index.html").read_text(encoding="utf-8")
    assert page.count("<script") == page.count('<script type="module" crossorigin src=')
    assert "style=" not in page
    assert "http://" not in page
    assert "https://" not in page


def loaded_by(visitor: Visitor) -> dict[str, int]:
    """Return what a page has loaded, with the bytes on the wire; the font is counted apart."""
    loaded: list[tuple[str, int]] = visitor.page.evaluate(LOADED)
    return {name: size for name, size in loaded if not name.endswith(".woff2")}


def test_the_lobby_is_light_and_loads_no_table(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.visit()
    visitor.page.wait_for_selector("[data-play]")
    # The posters come last.
    visitor.page.wait_for_load_state("networkidle")
    loaded = loaded_by(visitor)
    assert any("frontier" in name for name in loaded)
    assert sum(loaded.values()) < MAX_LOBBY_BYTES, loaded
    assert not [name for name in loaded if re.search(r"/(galaxy|earth|Room|table)[-.][^/]*\.(js|css)$", name)]


def test_a_table_with_all_its_cards_is_light(visitors: Visitors) -> None:
    visitor = visitors()
    visitor.start("base", players=2)
    visitor.page.wait_for_selector("[data-card] svg")
    loaded = loaded_by(visitor)
    assert any("/api/cards.json" in name for name in loaded)
    assert not [name for name in loaded if re.search(r"/earth-[^/]*\.(js|css)$", name)]
    assert sum(loaded.values()) < MAX_TABLE_BYTES, sorted(loaded.items(), key=lambda size: -size[1])[:8]
