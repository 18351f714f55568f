"""Build the page that needs no server: `make site` writes a folder that any static host serves, also below a path.

Everything is beside the page: Pyodide (Python in WebAssembly, from its npm package), our own program as one archive of
pure Python, and what the lobby and the cards need as files. Names carry a hash of their content, except for the few that
must not change. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.flat_net import flat_net
from tools.icons import png_icon

from repulse.almanac.shipped import shipped_text
from repulse.bots import NET_BOTS, levels
from repulse.bots.neural.net import load_net
from repulse.games import entries
from repulse.server.http.card_files import card_file
from repulse.table.catalogue import games
from repulse.table.wire.base import to_json

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "repulse"
PYODIDE: Final = ROOT / "web" / "node_modules" / "pyodide"
LICENSES: Final = ROOT / "web" / "licenses"
"""The license texts of what Pyodide contains; its npm package has none."""
NOTICES: Final = "third-party-notices.txt"
PACKAGES: Final = ("engine", "games", "bots", "daily", "table", "advice", "browser")
"""The parts of our program that run in the browser."""
DATA: Final = (".json", ".toml")
BUDGET: Final = 8_000_000
"""The most bytes of a first visit, compressed."""
GROUPS: Final = {"repulse": "program", "python": "standard library"}
"""The labels of files of these names in the table of sizes."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
NOT_NEEDED: Final = frozenset(
    [
        "_pydatetime",
        "_pydecimal",
        "_pyio",
        "_pyrepl",
        "bz2",
        "cProfile",
        "code",
        "compression",
        "ctypes",
        "curses",
        "dbm",
        "difflib",
        "doctest",
        "ensurepip",
        "ftplib",
        "idlelib",
        "imaplib",
        "lib2to3",
        "lzma",
        "mailbox",
        "multiprocessing",
        "nntplib",
        "optparse",
        "pdb",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pydoc",
        "pydoc_data",
        "smtplib",
        "sqlite3",
        "ssl",
        "statistics",
        "tarfile",
        "tkinter",
        "turtle",
        "turtledemo",
        "unittest",
        "venv",
        "webbrowser",
        "wsgiref",
        "xmlrpc",
    ]
)
"""Modules of the standard library that no table needs."""
ENCODINGS: Final = frozenset(
    [
        "__init__",
        "aliases",
        "ascii",
        "cp437",
        "idna",
        "latin_1",
        "raw_unicode_escape",
        "unicode_escape",
        "utf_16",
        "utf_8",
        "utf_8_sig",
    ]
)
"""The encodings that are kept."""


def main(arguments: list[str] | None = None) -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site")
    folder = parser.parse_args(arguments).folder.resolve()
    build_page(folder)
    library, ours = compiled(standard_library(), program())
    parts: dict[str, Any] = {
        "pyodide": add_pyodide(folder),
        "library": add(folder, "python", ".gz.bin", data=gzipped(library)),
        "program": add(folder, "repulse", ".gz.bin", data=gzipped(one_file(ours))),
        "nets": add_nets(folder),
        "files": add_files(folder),
    }
    # The files that the worker fetches for its start; modules are imported and not counted.
    fetched = (parts["library"], parts["program"], f"{parts['pyodide']}pyodide.asm.wasm")
    parts["bytes"] = sum((folder / address).stat().st_size for address in fetched)
    finish(folder, parts)
    report(folder)


def build_page(folder: Path) -> None:
    """Build the page with vite."""
    shutil.rmtree(folder, ignore_errors=True)
    command = ["npm", "run", "--silent", "build", "--", "--mode", "site", "--outDir", str(folder)]
    subprocess.run([*command, "--logLevel", "error"], cwd=ROOT / "web", check=True)


def add(folder: Path, name: str, ending: str, *, data: bytes) -> str:
    """Write a file under a name that carries its hash; return its address."""
    path = folder / "assets" / f"{name}-{sha256(data).hexdigest()[:10]}{ending}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return f"./assets/{path.name}"


def add_pyodide(folder: Path) -> str:
    """Add Pyodide in a folder that carries its hash; return its address."""
    files = {
        name: (PYODIDE / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
    }
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    # We need none of the packages that it could load.
    files["pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    # Its source maps are not here.
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        lines = files[name].decode().splitlines()
        files[name] = "\n".join(
            line for line in lines if not line.startswith("//# sourceMappingURL")
        ).encode()
    files["LICENSE.txt"] = pyodide_notice().encode()
    tag = sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:10]
    target = folder / f"pyodide-{tag}"
    target.mkdir()
    for name, data in files.items():
        (target / name).write_bytes(data)
    return f"./{target.name}/"


LICENSE_TEXTS: Final = ("MPL-2.0", "PSF-2.0", "linked-libraries", "musl", "LLVM")


def pyodide_notice() -> str:
    """Return what was changed in Pyodide, and the license texts of what it contains."""
    package = json.loads((PYODIDE / "package.json").read_text())
    return (
        f"Pyodide {package['version']}. Its list of packages is empty here, and its standard library (assets/python-*) is\n"
        "compiled to bytecode and lacks modules that are not needed; the rest is unchanged.\n"
        f"License: {package['license']} (Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/).\n"
        "Source code: https://github.com/pyodide/pyodide\n"
        "It contains CPython and its standard library (PSF License Agreement, https://docs.python.org/3/license.html)\n"
        "and the libraries listed below. The texts of all these licenses follow.\n\n\n"
        + "\n\n".join((LICENSES / f"{name}.txt").read_text(encoding="utf-8") for name in LICENSE_TEXTS)
    )


def standard_library() -> bytes:
    """Pack Python's standard library without what no table needs."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as archive:
        return packed({name: archive.read(name) for name in archive.namelist() if _is_needed(name)})


def _is_needed(name: str) -> bool:
    top, _, rest = name.partition("/")
    if top == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return top.removesuffix(".py") not in NOT_NEEDED and not name.endswith("/")


def program() -> bytes:
    """Pack our program: the packages that run in a browser, with their words and cards."""
    paths = [SOURCE / "__init__.py"]
    for package in PACKAGES:
        paths += [path for path in (SOURCE / package).rglob("*") if path.suffix in (".py", *DATA)]
    return packed({path.relative_to(SOURCE.parent).as_posix(): path.read_bytes() for path in paths})


def packed(files: dict[str, bytes]) -> bytes:
    """Return an archive, the same for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name])
    return buffer.getvalue()


def compiled(*archives: bytes) -> list[bytes]:
    """Return archives with bytecode in place of their modules, made by the Python that will run it: that halves the start."""
    with TemporaryDirectory() as folder:
        paths = [
            (Path(folder) / f"{place}.zip", Path(folder) / f"{place}-made.zip")
            for place in range(len(archives))
        ]
        for (path, _), archive in zip(paths, archives, strict=True):
            path.write_bytes(archive)
        names = [str(path) for pair in paths for path in pair]
        subprocess.run(["node", str(ROOT / "tools" / "compile_for_pyodide.mjs"), *names], check=True)
        return [file.read_bytes() for _, file in paths]


def one_file(archive: bytes) -> bytes:
    """Return what is in an archive as `web/src/offline/pack.ts` reads it: a line with names and sizes, then the files."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        files = [(name, opened.read(name)) for name in opened.namelist()]
    listed = json.dumps([(name, len(data)) for name, data in files])
    return b"".join([listed.encode(), b"\n", *(data for _, data in files)])


def gzipped(data: bytes) -> bytes:
    """Return compressed bytes, the same for the same data: not every host compresses what it sends."""
    return gzip.compress(data, 9, mtime=0)


def nets() -> dict[str, Path]:
    """Return the nets that come with the package, by name: `galaxy`, and `galaxy-...` for what that one does not play."""
    return {path.stem: path for path in sorted((SOURCE / "bots" / "neural" / "nets").glob("*.npz"))}


def add_nets(folder: Path) -> dict[str, str]:
    """Return the nets as flat files; their addresses by name."""
    return {
        game: add(folder, f"net-{game}", ".bin", data=flat_net(load_net(path)))
        for game, path in nets().items()
    }


def offered(game: str) -> list[str]:
    """Return the levels that a browser can run."""
    return [name for name in levels(game) if name not in NET_BOTS or game in nets()]


def add_files(folder: Path) -> dict[str, str]:
    """Return what a lobby and the cards need, as files; their addresses by the routes of the protocol."""
    files = {
        "/api/games": add(
            folder, "games", ".json", data=to_json(games(offered, advised=nets().__contains__)).encode()
        )
    }
    for entry in entries():
        for language in entry.display_class.languages():
            # The page draws our cards itself, so there are no pictures of any theme among their facts.
            data = card_file(entry.name, language, "").data
            address = add(folder, f"cards-{entry.name}-{language}", ".json", data=data)
            for theme in ("", "light", "dark"):
                files[f"/api/cards.json?game={entry.name}&lang={language}&theme={theme}"] = address
        almanac = (shipped_text(entry.name) or "null").encode()
        files[f"/api/almanac?game={entry.name}"] = add(folder, f"almanac-{entry.name}", ".json", data=almanac)
    return files


def finish(folder: Path, parts: dict[str, Any]) -> None:
    """Write the addresses into the page; add icons, manifest and the worker that keeps everything offline."""
    icons = [
        {
            "src": add(folder, f"icon-{size}", ".png", data=png_icon(size)),
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in (192, 512)
    ]
    manifest = {
        "name": "Repulse",
        "short_name": "Repulse",
        "description": "A table for two games about alien invasions.",
        # No id: it would be relative to the host, so that two sites there would be one; without it, it is the start.
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#101828",
        "theme_color": "#101828",
        "icons": [{**icon, "purpose": purpose} for icon in icons for purpose in ("any", "maskable")],
    }
    address = add(
        folder, "manifest", ".webmanifest", data=json.dumps(manifest).replace('"./', '"../').encode()
    )
    page = folder / "index.html"
    head = (
        f'<link rel="manifest" href="{address}" />\n'
        f'    <link rel="apple-touch-icon" href="{icons[0]["src"]}" />\n'
        f'    <script type="application/json" id="site">{json.dumps(parts)}</script>\n  </head>'
    )
    served = re.compile(r"\s*<link rel=.(?:manifest|apple-touch-icon). href=[^>]*>")
    page.write_text(served.sub("", page.read_text()).replace("</head>", f"  {head}", 1))
    for name in ("app.webmanifest", "touch-icon.png", "icon-512.png"):
        (folder / "assets" / name).unlink()
    # A static host shows this for an address that is not there, such as one of a server's page.
    (folder / ".nojekyll").write_bytes(b"")
    with (folder / NOTICES).open("a", encoding="utf-8") as notices:
        notices.write(f"\n\n{pyodide_notice()}")
    files = first_visit(folder)
    worker = (ROOT / "web" / "site" / "sw.js").read_text()
    version = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:10]
    listed = [
        "./",
        *(f"./{path.relative_to(folder).as_posix()}" for path in files if path.name != "index.html"),
    ]
    worker = worker.replace("{{version}}", version).replace("'{{files}}'", json.dumps(listed, indent=2))
    later = [address for address in parts["files"].values() if "/almanac-" in address]
    later += parts["nets"].values()
    (folder / "sw.js").write_text(worker.replace("'{{later}}'", json.dumps(later)))


def first_visit(folder: Path) -> list[Path]:
    """Return everything that a first visit loads, and that is kept; nets and the almanac follow when there is time."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.name not in ("sw.js", ".nojekyll", "LICENSE.txt", NOTICES)
        and not path.name.startswith(("net-", "almanac-", "share"))
    )


def report(folder: Path) -> None:
    """Print what a first visit costs; fail if that is too much."""
    groups: dict[str, int] = {}
    for path in [*first_visit(folder), folder / "sw.js"]:
        name = path.relative_to(folder).parts[0] if path.parent != folder else path.name
        group = "Pyodide" if name.startswith("pyodide-") else GROUPS.get(path.name.partition("-")[0], "page")
        group = "cards and games" if path.suffix == ".json" and name == "assets" else group
        groups[group] = groups.get(group, 0) + len(gzipped(path.read_bytes()))
    total = sum(groups.values())
    sizes = ", ".join(f"{name} {size / 1e6:.2f}" for name, size in groups.items())
    for name, label in (("net", "nets"), ("almanac", "almanac")):
        later = sum(len(gzipped(path.read_bytes())) for path in folder.glob(f"assets/{name}-*"))
        sys.stdout.write(f"site     {label}, loaded after the start: {later / 1e6:.2f} MB\n" if later else "")
    sys.stdout.write(f"site     {folder}: {total / 1e6:.2f} MB compressed on a first visit ({sizes})\n")
    if total > BUDGET:
        sys.exit(f"That is more than {BUDGET / 1e6:.0f} MB.")


if __name__ == "__main__":
    main()
