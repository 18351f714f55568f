"""No phantom moves: a test in which the table plays a default move fails, unless it is marked `default_moves`.

Default moves are noted in a file, so that those of server processes are noticed too: they call `watch` when they start.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from repulse.table.room_driver import RoomDriver

FILE = "REPULSE_TEST_DEFAULT_MOVES"
"""The environment variable with the file in which default moves are noted."""


def note(words: str) -> None:
    """Note a default move."""
    if name := os.environ.get(FILE):
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(words + "\n")


def noted() -> list[str]:
    """Everything that was noted."""
    file = Path(os.environ[FILE])
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def watch() -> None:
    """Note all default moves of this process from now on."""
    play_default = RoomDriver.play_default

    def watched(table: RoomDriver, *arguments: Any, **more: Any) -> Any:
        taken = play_default(table, *arguments, **more)
        note(f"room {table.room.id}: {arguments} {more}")
        return taken

    RoomDriver.play_default = watched  # type: ignore[method-assign,assignment]


@pytest.fixture(scope="session", autouse=True)
def watched_default_moves(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Watch for default moves here and in servers that the tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FILE, str(tmp_path_factory.mktemp("moves") / "default_moves"))
        patch.setattr(RoomDriver, "play_default", RoomDriver.play_default)
        watch()
        yield


@pytest.fixture(autouse=True)
def no_default_moves(request: pytest.FixtureRequest, watched_default_moves: None) -> Iterator[None]:
    """Fail if a default move was played, unless the test is marked `default_moves`."""
    before = len(noted())
    yield
    played = noted()[before:]
    if request.node.get_closest_marker("default_moves") is None:
        assert not played, f"the table moved in place of a player: {played}"
