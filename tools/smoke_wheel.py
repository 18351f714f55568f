"""Install wheels into empty environments, play from each and serve a table: a wheel that lacks a file fails here.

usage: tools/smoke_wheel.py dist/*.whl, or, where a compiled one is installed already, tools/smoke_wheel.py --installed

A wheel for a Python that is not installed counts as failed, unless --allow-missing is given.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
import zipfile
from pathlib import Path
from typing import Any, Final

STATIC: Final = "repulse/server/static"
PAGE: Final = f"{STATIC}/index.html"
NOTICES: Final = f"{STATIC}/third-party-notices.txt"
START_TIMEOUT_S: Final = 60
"""The time a server may take to answer."""


def main() -> None:
    """Test every wheel that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path)
    parser.add_argument("--installed", action="store_true")
    parser.add_argument("--allow-missing", action="store_true")
    args = parser.parse_args()
    if args.installed:
        print(play(Path(sys.executable), compiled=True))
        return
    if not args.wheels:
        sys.exit("smoke_wheel: which wheels? 'make wheel' makes some")
    left_out = [wheel for wheel in args.wheels if not smoke_wheel(wheel.resolve())]
    if left_out and not args.allow_missing:
        sys.exit(f"smoke_wheel: {len(left_out)} of {len(args.wheels)} wheels have not been tried")


def smoke_wheel(wheel: Path) -> bool:
    """Install a wheel with what it needs into an empty environment, and play; false if no Python for it is here."""
    with zipfile.ZipFile(wheel) as packed:
        for name, what in ((PAGE, "page"), (NOTICES, "license texts")):
            if name not in packed.namelist():
                sys.exit(f"smoke_wheel: {wheel.name} has no {what} ({name})")
    tag = wheel.stem.split("-")[2]
    python = python_for(tag)
    if python is None:
        print(f"{wheel.name}: there is no Python for it here", flush=True)
        return False
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "venv"
        if python == sys.executable:
            venv.create(place, with_pip=True)
        else:
            subprocess.run([python, "-m", "venv", str(place)], check=True)
        own = place / "bin" / "python"
        pip = [own, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*map(str, pip), str(wheel)], check=True)
        played = play(own, compiled=tag != "py3")
        # The extra on top of the same file; nothing called repulse is looked up elsewhere.
        subprocess.run([*map(str, pip), f"{wheel}[server]"], check=True)
        print(f"{wheel.name}: {played}; {serve(own)}", flush=True)
    return True


def clean_environment(home: Path) -> dict[str, str]:
    """Return the environment of a user who has no checkout, no saved games, and no program on the path: no Node.js either."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "REPULSE"))}
    return kept | {"REPULSE_HOME": str(home), "PATH": str(home / "bin")}


def serve(python: Path) -> str:
    """Serve a table from an installed package, and open a room; return what was seen, in a line."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [str(python.with_name("repulse")), "serve", "--port", str(port), "--db", "table.db"]
        with subprocess.Popen(command, cwd=folder, env=clean_environment(Path(folder) / "home")) as server:
            try:
                address = f"http://127.0.0.1:{port}"
                page = fetch(address, retry_until=time.monotonic() + START_TIMEOUT_S).decode()
                script = page.partition('src="')[2].partition('"')[0]
                assert fetch(address + script), script
                assert b"svelte" in fetch(f"{address}/third-party-notices.txt")
                request = {"game": "galaxy", "options": {}, "seats": [{"kind": "me"}, {"kind": "bot"}]}
                room = json.loads(fetch(f"{address}/api/rooms", json.dumps(request).encode()))["room"]
                assert room
            finally:
                server.terminate()
    return "serves the page and a room"


def fetch(address: str, body: bytes | None = None, *, retry_until: float = 0.0) -> bytes:
    """Return what a server answers; until a moment of the monotonic clock, wait for one that does not answer yet."""
    while True:
        try:
            request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=30) as reply:
                data: bytes = reply.read()
                return data
        except OSError:
            if time.monotonic() >= retry_until:
                raise
            time.sleep(0.1)


def python_for(tag: str) -> str | None:
    """Return a Python of this machine that a wheel with this tag is for; any, if it is for any."""
    version = f"{tag[2]}.{tag[3:]}" if tag.startswith("cp") else "3"
    if version in ("3", f"{sys.version_info.major}.{sys.version_info.minor}"):
        return sys.executable
    python = shutil.which(f"python{version}")
    return (
        python if python and not subprocess.run([python, "-c", ""], capture_output=True).returncode else None
    )


def play(python: Path, compiled: bool) -> str:
    """Play with an installed package, from an empty folder; what was seen, in a line."""
    with tempfile.TemporaryDirectory() as folder:
        around = clean_environment(Path(folder) / "home")

        def repulse(*words: str) -> Any:
            done = subprocess.run(
                [str(python), "-m", "repulse", *words, "--json"],
                cwd=folder,
                env=around,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                sys.exit(
                    f"smoke_wheel: repulse {' '.join(words)} ended with {done.returncode}: {done.stderr}"
                )
            return json.loads(done.stdout)

        games = {game["game"]: game for game in repulse("games")}
        for game in games:
            played = repulse("sim", game, "-n", "2", "-w", "1", "-b", "sensible,random,random", "-p", "3")
            assert played["games"] == 2, played
        # Card files, words and rules come with it.
        assert repulse("cards", "Gem World")[0]["name"] == "Gem World"
        assert repulse("rules", "earth")
        figures = repulse("bench", "galaxy", "--seconds", "0.2")
        assert figures["compiled"] == compiled, figures
        speed = figures["games"][0]["decisions_per_second"]
        return f"plays {', '.join(games)}; {'compiled' if compiled else 'pure'}, {speed:,} decisions/s"


if __name__ == "__main__":
    main()
