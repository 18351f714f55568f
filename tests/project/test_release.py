"""The parts of a release, and its notes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tools import release
from tools.metadata_hook import project_version

pytestmark = pytest.mark.source_only

CHANGELOG = """# Changelog

## Unreleased

- later

## 0.2.0 (2027-01-01)

- new

## 0.1.0

- first
"""


@pytest.mark.parametrize(("version", "notes"), [("0.2.0", "- new"), ("0.1.0", "- first")])
def test_notes_are_the_section_of_the_version(version: str, notes: str) -> None:
    assert release.changelog_section(CHANGELOG, version) == notes


def test_a_version_without_notes_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"0\.3\.0"):
        release.changelog_section(CHANGELOG, "0.3.0")


def test_every_address_is_needed_to_publish() -> None:
    assert release.missing_urls({}) == list(release.URLS)
    assert release.missing_urls({"urls": dict.fromkeys(release.URLS, "https://code.example")}) == []


def test_all_places_state_the_same_version(root: Path) -> None:
    assert release.inconsistencies(root) == []


def test_a_forgotten_place_is_named(root: Path, tmp_path: Path) -> None:
    for name in ("src/repulse/__init__.py", "web/package.json", "CITATION.cff", "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tmp_path / name)
    citation = tmp_path / "CITATION.cff"
    citation.write_text(citation.read_text().replace("\nversion: ", "\nversion: 9"))
    assert [problem.split()[0] for problem in release.inconsistencies(tmp_path)] == ["CITATION.cff"]


def test_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert release.checksums(tmp_path) == f"{empty}  a.whl\n"


def test_notes_begin_with_the_page_of_the_release(tmp_path: Path) -> None:
    page = tmp_path / release.ANNOUNCEMENTS / "0.2.0.md"
    page.parent.mkdir(parents=True)
    page.write_text("# 0.2.0\n\n![table](../../screenshots/a.png)\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    notes = release.release_notes(tmp_path, "0.2.0", "https://code.example/r/")
    picture = "![table](https://code.example/r/raw/v0.2.0/docs/screenshots/a.png)"
    assert notes == f"{picture}\n\n## All changes\n\n- new"
    assert release.release_notes(tmp_path, "0.1.0", "") == "- first"


def test_addresses_are_written_into_the_documents(root: Path, tmp_path: Path) -> None:
    for name in release.WITH_ADDRESSES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tmp_path / name)
    assert release.without_address(tmp_path) == list(release.WITH_ADDRESSES)
    assert release.write_urls(tmp_path, {"Source": "https://code.example/r"}) == list(release.WITH_ADDRESSES)
    assert release.without_address(tmp_path) == []


def test_this_version_has_a_page_whose_pictures_exist(root: Path) -> None:
    page = root / release.ANNOUNCEMENTS / f"{project_version(root)}.md"
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    assert pictures
    assert all((page.parent / picture).is_file() for picture in pictures)
