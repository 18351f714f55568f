"""Install wheels into empty environments, and play from each: a wheel that lacks a file fails here.

usage: tools/try_wheel.py dist/*.whl, or, where a compiled one is installed already, tools/try_wheel.py --installed

A wheel for a Python that is not here has not been tried, and fails too unless --allow-missing says that this is no surprise.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import Any, Final

PAGE: Final = "repulse/server/static/index.html"


def main() -> None:
    """Try every wheel that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path)
    parser.add_argument("--installed", action="store_true")
    parser.add_argument("--allow-missing", action="store_true")
    typed = parser.parse_args()
    if typed.installed:
        print(play(Path(sys.executable), compiled=True))
        return
    if not typed.wheels:
        sys.exit("try_wheel: which wheels? 'make wheel' makes some")
    left_out = [wheel for wheel in typed.wheels if not try_wheel(wheel.resolve())]
    if left_out and not typed.allow_missing:
        sys.exit(f"try_wheel: {len(left_out)} of {len(typed.wheels)} wheels have not been tried")


def try_wheel(wheel: Path) -> bool:
    """Install a wheel with what it needs into an empty environment, and play; false if no Python for it is here."""
    with zipfile.ZipFile(wheel) as packed:
        if PAGE not in packed.namelist():
            sys.exit(f"try_wheel: {wheel.name} has no page ({PAGE})")
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
        print(f"{wheel.name}: {play(own, compiled=tag != 'py3')}", flush=True)
    return True


def python_for(tag: str) -> str | None:
    """A Python of this machine that a wheel with this tag is for; any, if it is for any."""
    version = f"{tag[2]}.{tag[3:]}" if tag.startswith("cp") else "3"
    if version in ("3", f"{sys.version_info.major}.{sys.version_info.minor}"):
        return sys.executable
    found = shutil.which(f"python{version}")
    return found if found and not subprocess.run([found, "-c", ""], capture_output=True).returncode else None


def play(python: Path, compiled: bool) -> str:
    """Play with an installed package, from an empty folder; what was seen, in a line."""
    with tempfile.TemporaryDirectory() as folder:
        # Nothing of this checkout, and nobody's saved games.
        around = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "REPULSE"))
        }
        around |= {"REPULSE_HOME": str(Path(folder) / "home")}

        def repulse(*words: str) -> Any:
            done = subprocess.run(
                [str(python), "-m", "repulse", *words, "--json"],
                cwd=folder,
                env=around,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                sys.exit(f"try_wheel: repulse {' '.join(words)} ended with {done.returncode}: {done.stderr}")
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
