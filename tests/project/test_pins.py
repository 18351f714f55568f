"""deploy/pin.sh: images are named by digest, and nothing starts without."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
DIGEST = "sha256:" + 64 * "a"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of deploy/ without pins, beside a skopeo that knows every digest."""
    folder_made = tmp_path / "deploy"
    shutil.copytree(DEPLOY, folder_made, ignore=shutil.ignore_patterns("images.lock", ".env"))
    (tmp_path / "bin").mkdir()
    set_skopeo(folder_made, f"echo {DIGEST}")
    return folder_made


def set_skopeo(folder: Path, does: str) -> None:
    program = folder.parent / "bin" / "skopeo"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)


def pin(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder.parent / 'bin'}:{os.environ['PATH']}"
    command = [str(folder / "pin.sh"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": path})


def names() -> list[str]:
    lines = (DEPLOY / "images").read_text().splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


def test_every_image_is_pinned_in_the_settings_of_compose(folder: Path) -> None:
    (folder / ".env").write_text("SITE=x\nNODE_IMAGE=old\n")
    for _ in range(2):
        assert pin(folder).returncode == 0
    lines = (folder / ".env").read_text().splitlines()
    assert lines[0] == "SITE=x"
    assert [line.partition("=")[0] for line in lines[1:]] == names()
    assert all(line.endswith(f"@{DIGEST}") for line in lines[1:])
    assert pin(folder, "--check").returncode == 0


def test_digests_are_looked_up_again_only_when_asked(folder: Path) -> None:
    pin(folder)
    newer = DIGEST.replace("a", "b").replace("shb256", "sha256")
    set_skopeo(folder, f"echo {newer}")
    pin(folder)
    assert DIGEST in (folder / "images.lock").read_text()
    pin(folder, "--update")
    assert DIGEST not in (folder / "images.lock").read_text()


@pytest.mark.parametrize("does", ["exit 1", "echo latest"])
def test_unknown_cards_are_not_pinned(folder: Path, does: str) -> None:
    (folder / ".env").write_text("SITE=x\n")
    set_skopeo(folder, does)
    assert pin(folder).returncode != 0
    assert (folder / ".env").read_text() == "SITE=x\n"
    assert not (folder / "images.lock.new").exists()


def test_a_check_names_the_image_without_a_digest(folder: Path) -> None:
    assert "images.lock is missing" in pin(folder, "--check").stdout
    pin(folder)
    (folder / "images").write_text((folder / "images").read_text().replace("postgres:17", "postgres:18"))
    output = pin(folder, "--check")
    assert output.returncode != 0
    assert "POSTGRES_IMAGE=docker.io/library/postgres:18" in output.stdout


def test_a_public_table_names_no_image_by_a_tag_alone() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    used = re.findall(r"^    image: (.*)$", compose, re.MULTILINE) + re.findall(
        r"_IMAGE: (.*)$", compose, re.MULTILINE
    )
    assert len(used) == len(names())
    assert all(re.match(r"\$\{\w+_IMAGE:\?", image) for image in used)


def test_the_dockerfile_builds_on_the_images_that_are_pinned() -> None:
    build = (DEPLOY.parent / "Dockerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", build, re.MULTILINE)
    assert len(bases) == 3
    assert all(base in ("${NODE_IMAGE}", "${PYTHON_IMAGE}") for base in bases)
    images = dict(line.split() for line in (DEPLOY / "images").read_text().splitlines() if line[0] != "#")
    defaults = dict(re.findall(r"^ARG (\w+)=(\S+)", build, re.MULTILINE))
    assert defaults == {name: images[name] for name in ("NODE_IMAGE", "PYTHON_IMAGE")}
