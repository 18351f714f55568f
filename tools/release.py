"""Check and describe a release: ``python -m tools.release check | check-urls | write-urls | notes VERSION | checksums``.

``make release`` runs all of it but publishing (docs/develop/releasing.md).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.metadata_hook import CLONE, absolute_links, project_version, with_addresses

ROOT: Final = Path(__file__).resolve().parents[1]
URLS: Final = ("Homepage", "Documentation", "Source", "Issues", "Changelog")
"""The addresses that a published release needs, in ``[project.urls]``; `Play`, a page to play on, may come with them."""

WITH_ADDRESSES: Final = ("README.md", "CONTRIBUTING.md", "docs/installation.md", "docs/guides/hosting.md")
"""Documents that are read in the repository and name its address."""

ANNOUNCEMENTS: Final = "docs/about/releases"
"""A page with pictures for each release."""


def changelog_section(text: str, version: str) -> str:
    """Return what a changelog says of a version.

    Raises:
        LookupError: It has no section for the version.
    """
    match = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if match is None:
        raise LookupError(f"CHANGELOG.md has no section '## {version}'")
    return match[1].strip()


def release_notes(root: Path, version: str, source: str) -> str:
    """Return the notes of a release: its page with pictures, then what the changelog says.

    Args:
        root: The folder of the project.
        version: The version.
        source: The address of the repository, for links and pictures; empty if there is none yet.

    Raises:
        LookupError: The changelog has no section for the version.
    """
    changes = changelog_section((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    notes = absolute_links(changes, source, f"v{version}")
    page = root / ANNOUNCEMENTS / f"{version}.md"
    if not page.exists():
        return notes
    # A release has its version as the title already.
    text = re.sub(r"\A# [^\n]*\n+", "", page.read_text(encoding="utf-8"))
    return f"{absolute_links(text, source, f'v{version}', folder=ANNOUNCEMENTS)}\n## All changes\n\n{notes}"


def write_urls(root: Path, urls: Mapping[str, str]) -> list[str]:
    """Write the addresses of ``[project.urls]`` into the documents that name them, and return the names of those that changed."""
    changed = []
    for name in WITH_ADDRESSES:
        before = (root / name).read_text(encoding="utf-8")
        after = with_addresses(before, urls if name == "README.md" else {"Source": urls.get("Source", "")})
        if after != before:
            (root / name).write_text(after, encoding="utf-8")
            changed.append(name)
    return changed


def without_address(root: Path) -> list[str]:
    """Return the names of the documents that do not say yet where to clone the project."""
    return [name for name in WITH_ADDRESSES if CLONE in (root / name).read_text(encoding="utf-8")]


def missing_urls(project: dict[str, object]) -> list[str]:
    """Return the names of the addresses that a project table lacks."""
    urls = project.get("urls")
    addresses = urls if isinstance(urls, dict) else {}
    return [name for name in URLS if not addresses.get(name)]


def inconsistencies(root: Path) -> list[str]:
    """Return what differs between the places that state the version."""
    version = project_version(root)
    page = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))["version"]
    citation = re.search(
        r"^version: (\S+)", (root / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE
    )
    problems = []
    if page != version:
        problems.append(f"web/package.json says {page}, repulse.__version__ {version}")
    if citation is None or citation[1] != version:
        problems.append(f"CITATION.cff does not say {version}")
    try:
        changelog_section((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    except LookupError as error:
        problems.append(str(error))
    return problems


def uncommitted(root: Path) -> list[str]:
    """Return the files that differ from the last commit."""
    command = ["git", "status", "--porcelain"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()


def checksums(folder: Path) -> str:
    """Return the SHA-256 sums of the files of a folder, in the format of ``sha256sum``."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main(arguments: list[str]) -> int:
    """Run one of the commands; the exit code is 1 if a check fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("command", choices=("check", "check-urls", "write-urls", "notes", "checksums"))
    parser.add_argument("version", nargs="?", default=project_version(ROOT))
    args = parser.parse_args(arguments)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    problems: list[str] = []
    if args.command == "notes":
        print(release_notes(ROOT, args.version, project["urls"].get("Source", "")))
    elif args.command == "checksums":
        (ROOT / "dist" / "SHA256SUMS").write_text(checksums(ROOT / "dist"), encoding="utf-8")
    elif args.command == "write-urls":
        print("\n".join(write_urls(ROOT, project["urls"])))
    elif args.command == "check-urls":
        problems = [f"[project.urls] of pyproject.toml has no {name}" for name in missing_urls(project)]
        problems += [
            f"{name} names no address: python -m tools.release write-urls" for name in without_address(ROOT)
        ]
    else:
        problems = inconsistencies(ROOT) + [f"not committed: {line}" for line in uncommitted(ROOT)]
    for problem in problems:
        print(f"release: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
