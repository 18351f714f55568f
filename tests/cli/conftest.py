"""The user of the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.user import User


@pytest.fixture
def user(tmp_path: Path, root: Path, toy_installed: None) -> User:
    return User(tmp_path / "home", root)
