"""The two scripts of others that the documentation site needs, fetched from npm when it is built and served with it.

python -m tools.docs.scripts build/docs-scripts
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final, NamedTuple


class Script(NamedTuple):
    """A file of a package."""

    package: str
    sha256: str
    """Of the package as npm packs it."""
    inside: str


SCRIPTS: Final = {
    # Draws the diagrams, in the reader's browser.
    "mermaid.js": Script(
        "mermaid@11.17.2",
        "6ad2f42c3fc26bbf9e45cbb6d11898972573ea52b33a5f4ff51952899f950ffd",
        "package/dist/mermaid.min.js",
    ),
    # Lets the search work in a page that was opened from a folder.
    "iframe-worker.js": Script(
        "iframe-worker@1.0.4",
        "e8c5d12d87829c503afba01d67772ea9f4aba5b7ae57a0c98e1917711030efbb",
        "package/shim/index.js",
    ),
}


def fetch(script: Script) -> bytes:
    """Return a script, from its package."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["npm", "pack", "--silent", "--pack-destination", folder, script.package],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            sys.exit(f"npm could not fetch {script.package}: {done.stderr.strip()}")
        packed = next(Path(folder).glob("*.tgz"))
        if hashlib.sha256(packed.read_bytes()).hexdigest() != script.sha256:
            sys.exit(f"{script.package} is not the package that we know.")
        with tarfile.open(packed) as archive:
            member = archive.extractfile(script.inside)
            assert member is not None
            return member.read()


def main(folder: str) -> None:
    """Fetch all of them into a folder."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name, script in SCRIPTS.items():
        (place / name).write_bytes(fetch(script))


if __name__ == "__main__":
    main(*sys.argv[1:])
