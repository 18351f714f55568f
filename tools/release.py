"""Check and describe a release: ``python -m tools.release check | check-urls | notes VERSION | checksums``.

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
from pathlib import Path
from typing import Final

from tools.metadata_hook import project_version

ROOT: Final = Path(__file__).resolve().parents[1]
URLS: Final = ("Homepage", "Documentation", "Source", "Issues", "Changelog")
"""The addresses that a published release needs, in ``[project.urls]``."""


def changelog_section(text: str, version: str) -> str:
    """Return what a changelog says of a version.

    Raises:
        LookupError: It has no section for the version.
    """
    match = re.search(rf"^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if match is None:
        raise LookupError(f"CHANGELOG.md has no section '## {version}'")
    return match[1].strip()


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
    parser.add_argument("command", choices=("check", "check-urls", "notes", "checksums"))
    parser.add_argument("version", nargs="?", default=project_version(ROOT))
    args = parser.parse_args(arguments)
    if args.command == "notes":
        print(changelog_section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), args.version))
        return 0
    if args.command == "checksums":
        (ROOT / "dist" / "SHA256SUMS").write_text(checksums(ROOT / "dist"), encoding="utf-8")
        return 0
    if args.command == "check-urls":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        problems = [f"[project.urls] of pyproject.toml has no {name}" for name in missing_urls(project)]
    else:
        problems = inconsistencies(ROOT) + [f"not committed: {line}" for line in uncommitted(ROOT)]
    for problem in problems:
        print(f"release: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
