"""A wheel made without Node: everything but the page, and it says so. And the tool that tries wheels."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.source_only


@pytest.fixture(scope="module")
def installed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the files that pip would install from a source checkout in which the page was never built."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("src", "docs/rules"):
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copytree(root / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(root / name, folder)
    around = {key: value for key, value in os.environ.items() if not key.startswith("REPULSE")}
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=folder,
        env=around,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "The page is not built" in built.stdout + built.stderr
    (wheel,) = (folder / "dist").glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    place = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return place


def repulse(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    around = dict(os.environ, PYTHONPATH=str(installed), REPULSE_HOME=str(folder))
    command = [sys.executable, "-m", "repulse", *words]
    return subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, timeout=300)


def test_it_plays_from_another_folder(installed: Path, tmp_path: Path) -> None:
    where = "import repulse; print(repulse.__file__)"
    around = dict(os.environ, PYTHONPATH=str(installed))
    run = subprocess.run(
        [sys.executable, "-c", where], env=around, cwd=tmp_path, capture_output=True, text=True
    )
    assert Path(run.stdout.strip()).is_relative_to(installed)
    done = repulse(installed, tmp_path, "sim", "earth", "-n", "2", "-p", "3", "-w", "1", "--json")
    assert json.loads(done.stdout)["games"] == 2, done.stderr
    assert "Gem World" in repulse(installed, tmp_path, "cards", "Gem World").stdout
    assert repulse(installed, tmp_path, "rules", "earth").stdout.startswith("# ")


def test_serving_without_the_page_says_what_is_missing(installed: Path, tmp_path: Path) -> None:
    around = dict(os.environ, PYTHONPATH=str(installed), REPULSE_HOME=str(tmp_path))
    command = [sys.executable, "-m", "repulse", "serve", "--db", str(tmp_path / "table.db")]
    with subprocess.Popen(command, cwd=tmp_path, env=around, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        server.terminate()
    assert line.startswith("repulse: the page is not in this installation")
    assert "make web" in line


def tried(root: Path, wheel: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "tools" / "smoke_wheel.py"), *words, str(wheel)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_wheel_that_was_not_tried_is_no_success(root: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "repulse-0.1.0-cp399-cp399-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("repulse/server/static/index.html", "")
        packed.writestr("repulse/server/static/third-party-notices.txt", "")
    done = tried(root, wheel)
    assert done.returncode == 1
    assert "no Python for it here" in done.stdout
    assert "1 of 1 wheels have not been tried" in done.stderr
    assert tried(root, wheel, "--allow-missing").returncode == 0


def test_a_wheel_without_license_texts_is_refused(root: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "repulse-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("repulse/server/static/index.html", "")
    done = tried(root, wheel)
    assert done.returncode == 1
    assert "has no license texts" in done.stderr


def test_a_wheel_without_the_page_is_refused(root: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "repulse-0.1.0-py3-none-any.whl"
    zipfile.ZipFile(wheel, "w").close()
    done = tried(root, wheel)
    assert done.returncode == 1
    assert "has no page" in done.stderr
