"""The interfaces that programs rely on change only on purpose (docs/about/compatibility.md)."""

from __future__ import annotations

import difflib

import pytest
from tools.public_api import RECORDING, listing

pytestmark = pytest.mark.source_only


def test_the_public_api_is_as_recorded() -> None:
    recorded = RECORDING.read_text(encoding="utf-8").splitlines()
    difference = list(difflib.unified_diff(recorded, list(listing()), "recorded", "found", lineterm="", n=0))
    assert not difference, (
        "record it with `python -m tools.public_api --write`, and tell users in CHANGELOG.md"
    )
