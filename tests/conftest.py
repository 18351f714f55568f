"""Settings for every test: which build of the package is under test."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from repulse import games

PROBE = "repulse.engine.random"

# No time limits, which a busy machine breaks; and in continuous integration the same examples on every run, so that
# a change is never blamed for an example that chance brought up.
hypothesis.settings.register_profile("repulse", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("repulse")


def is_compiled() -> bool:
    """Whether the package that the tests import is the compiled one."""
    origin = importlib.import_module(PROBE).__file__ or ""
    return not origin.endswith(".py")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to run against another build than the one asked for: a green run must mean what it says."""
    expected = os.environ.get("REPULSE_EXPECT_COMPILED", "")
    if expected and is_compiled() != (expected == "1"):
        word = "compiled" if expected == "1" else "interpreted"
        raise pytest.UsageError(f"these tests were to run {word}, but {PROBE} is not: see 'make compile'")


def pytest_report_header(config: pytest.Config) -> str:
    """Say which build is under test."""
    return f"repulse: {'compiled' if is_compiled() else 'interpreted'}"


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether the package under test is the compiled one."""
    return is_compiled()


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def toy_installed(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game as another package has brought it along: found by its entry point, here and in other processes."""
    outside = str(root / "tests" / "outside")
    paths = [outside, str(root), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    monkeypatch.syspath_prepend(outside)
    games._from_elsewhere.cache_clear()
    yield
    games._from_elsewhere.cache_clear()
