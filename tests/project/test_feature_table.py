"""The generated page about features and actions."""

from __future__ import annotations

import pytest
from tools.feature_table import FILE, page

pytestmark = pytest.mark.source_only


def test_page_is_what_the_games_say() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "run: python -m tools.feature_table"
