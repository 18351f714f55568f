"""Compile the hot modules with mypyc into ``build/compiled``.

``python tools/compile.py`` copies ``src/repulse`` to ``build/compiled/repulse`` and puts extension modules beside
the copied sources; ``PYTHONPATH=build/compiled`` then runs the compiled package. The source tree stays clean, so a
checkout without a compiler runs interpreted as it is.

Nothing is done twice: the build is skipped while its inputs are unchanged, and otherwise only the C files whose text,
headers or flags have changed are recompiled.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import fcntl
import fnmatch
import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.docstrings import add_docstrings  # noqa: E402
from tools.toolchain import MissingToolError, ensure_compiler  # noqa: E402

# Calls between our own functions need no symbol lookup: nothing outside the library replaces them.
EXTRA_FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]
OPT_LEVEL = "3"

INCLUDE = re.compile(rb'^#include "(.+)"', re.MULTILINE)


@dataclass(frozen=True)
class Library:
    """One extension module: its dotted name, its C files and how they are compiled."""

    name: str
    sources: list[str]
    flags: list[str]
    include: list[str]


@dataclass(frozen=True)
class Plan:
    """Where a build reads and writes, and what it compiles."""

    root: Path
    modules: tuple[str, ...]

    @property
    def source(self) -> Path:
        """The package's source."""
        return self.root / "src" / "repulse"

    @property
    def target(self) -> Path:
        """The folder to put on PYTHONPATH."""
        return self.root / "build" / "compiled"

    @property
    def scratch(self) -> Path:
        """C files, objects and stamps."""
        return self.root / "build" / "mypyc"

    @property
    def stamp(self) -> Path:
        """The digest of the inputs of the last build that succeeded."""
        return self.scratch / "stamp"


def read_plan(root: Path = ROOT) -> Plan:
    """Work out from ``[tool.repulse.compile]`` which modules are compiled."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["repulse"][
        "compile"
    ]

    def matches(name: str, patterns: list[str]) -> bool:
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)

    modules = []
    for path in sorted((root / "src" / "repulse").rglob("*.py")):
        name = ".".join(path.relative_to(root / "src").with_suffix("").parts)
        if (
            path.name != "__init__.py"
            and matches(name, config["include"])
            and not matches(name, config["exclude"])
        ):
            modules.append(name)
    return Plan(root, tuple(modules))


def source_files(plan: Plan) -> list[Path]:
    """Return every file of the package that belongs in the copy."""
    return [
        path
        for path in sorted(plan.source.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".so", ".pyc"}
    ]


def digest(plan: Plan) -> str:
    """Name the inputs of a build: sources, tools and flags.

    The version of mypy is the one of the lock file, so that an environment without mypy can tell whether a build is fresh.
    """
    checksum = hashlib.sha256()
    facts = [sys.version, str(sysconfig.get_config_var("SOABI")), OPT_LEVEL, *EXTRA_FLAGS]
    lock = plan.root / "requirements" / "build.lock"
    if lock.is_file():
        facts += [line for line in lock.read_text().splitlines() if line.startswith("mypy==")]
    checksum.update("\n".join([*facts, *plan.modules]).encode())
    for path in [Path(__file__), Path(__file__).with_name("docstrings.py"), *source_files(plan)]:
        checksum.update(f"\n{path.name}\n".encode())
        checksum.update(path.read_bytes())
    return checksum.hexdigest()


def mirror(plan: Plan) -> None:
    """Make the copy match the source, leaving identical files untouched."""
    sources = {path.relative_to(plan.source): path for path in source_files(plan)}
    package = plan.target / "repulse"
    for path in sorted(package.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.suffix != ".so" and path.relative_to(package) not in sources:
            path.unlink()
    for name, path in sources.items():
        copy = package / name
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


@contextlib.contextmanager
def working_directory(path: Path) -> Iterator[None]:
    """Run a block in another folder: mypyc names modules by their path relative to it."""
    before = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def alone(plan: Plan) -> Iterator[None]:
    """Let one build at a time work in this checkout; a second one waits and then finds its work done."""
    plan.target.mkdir(parents=True, exist_ok=True)
    with (plan.target.parent / "compile.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def write_c(plan: Plan) -> list[Library]:
    """Let mypyc translate the modules to C and say what to compile and link."""
    from mypyc.build import mypycify

    paths = [str(Path(*name.split("."))) + ".py" for name in plan.modules]
    config = os.path.relpath(plan.root / "pyproject.toml", plan.target)
    # One library with a C file for each module: calls between modules stay direct, while gcc can work on every
    # core and an edit inside one function body recompiles one file.
    extensions = mypycify(
        ["--config-file", config, *paths],
        only_compile_paths=paths,
        opt_level=OPT_LEVEL,
        debug_level="0",
        multi_file=True,
        group_name="repulse",
        target_dir=os.path.relpath(plan.scratch / "c", plan.target),
    )
    for name in plan.modules:
        c_file = plan.scratch / "c" / f"__native_{name.replace('.', '___')}.c"
        add_docstrings(c_file, plan.target / Path(*name.split(".")).with_suffix(".py"))
    return [
        Library(
            name=extension.name,
            sources=[str(source) for source in extension.sources],
            flags=[*extension.extra_compile_args, *EXTRA_FLAGS],
            include=[*extension.include_dirs, sysconfig.get_paths()["include"]],
        )
        for extension in extensions
    ]


def new_compiler() -> Any:
    """Return a C compiler set up as Python itself was built."""
    from setuptools._distutils import ccompiler
    from setuptools._distutils import sysconfig as build_config

    compiler = ccompiler.new_compiler()
    build_config.customize_compiler(compiler)
    return compiler


def compile_objects(plan: Plan, libraries: list[Library], jobs: int) -> tuple[int, int]:
    """Compile what changed; return how many files were compiled and how many there are."""
    objects = plan.scratch / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    sources: dict[str, tuple[Library, str]] = {}
    for library in libraries:
        for source in library.sources:
            texts = [path.read_bytes() for path in with_headers(Path(source), plan.scratch / "c")]
            key = hashlib.sha256(b"\n".join([" ".join(library.flags).encode(), *texts])).hexdigest()
            built = object_path(objects, source)
            noted = built.with_suffix(".key")
            if not (built.exists() and noted.exists() and noted.read_text() == key):
                sources[source] = (library, key)

    def compile_one(source: str, library: Library, key: str) -> None:
        built = object_path(objects, source)
        folder = built.with_suffix(".d")
        object_files = new_compiler().compile(
            [source], output_dir=str(folder), include_dirs=library.include, extra_postargs=library.flags
        )
        Path(object_files[0]).replace(built)
        shutil.rmtree(folder)
        built.with_suffix(".key").write_text(key)

    # The largest files first, so that no core waits for one started last.
    order = sorted(sources, key=lambda source: -Path(source).stat().st_size)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(compile_one, source, *sources[source]) for source in order]
        for future in concurrent.futures.as_completed(futures):
            if future.exception():
                pool.shutdown(cancel_futures=True)
                # The C compiler has already said what is wrong.
                sys.exit(f"compile: the C compiler failed ({type(future.exception()).__name__})")
    return len(order), len({source for library in libraries for source in library.sources})


def with_headers(source: Path, generated: Path) -> list[Path]:
    """Return a C file and the generated headers that it includes, directly or not."""
    files = [source]
    for path in files:
        for name in INCLUDE.findall(path.read_bytes()):
            header = generated / os.fsdecode(name)
            if header.exists() and header not in files:
                files.append(header)
    return files


def object_path(objects: Path, source: str) -> Path:
    """Give each C file an object of its own in one flat folder."""
    name = hashlib.sha256(source.encode()).hexdigest()[:12]
    return objects / f"{Path(source).stem}-{name}.o"


def link(plan: Plan, libraries: list[Library]) -> None:
    """Link the extension modules into the copy and drop those of deleted modules."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    compiler = new_compiler()
    kept = set()
    for library in libraries:
        objects = [object_path(plan.scratch / "objects", source) for source in library.sources]
        target = plan.target / (str(Path(*library.name.split("."))) + suffix)
        kept.add(target)
        newest = max(path.stat().st_mtime_ns for path in objects)
        if not target.exists() or target.stat().st_mtime_ns < newest:
            target.parent.mkdir(parents=True, exist_ok=True)
            # A running program may hold the old library open: never write into it.
            fresh = target.with_name(target.name + ".new")
            compiler.link_shared_object([str(path) for path in objects], str(fresh))
            fresh.replace(target)
    for path in plan.target.rglob("*.so"):
        if path not in kept:
            path.unlink()


def build(root: Path = ROOT, *, force: bool = False, jobs: int = 0) -> Plan:
    """Bring ``build/compiled`` up to date and return the plan that was followed."""
    plan = read_plan(root)
    with alone(plan):
        expected = digest(plan)
        if not force and plan.stamp.exists() and plan.stamp.read_text() == expected:
            print(f"compile: {len(plan.modules)} modules up to date")
        else:
            if force:
                shutil.rmtree(plan.scratch, ignore_errors=True)
            rebuild(plan, jobs or os.cpu_count() or 1)
            plan.stamp.write_text(expected)
    return plan


def rebuild(plan: Plan, jobs: int) -> None:
    """Copy, translate, compile what changed, and link."""
    plan.scratch.mkdir(parents=True, exist_ok=True)
    plan.stamp.unlink(missing_ok=True)
    started = time.perf_counter()
    mirror(plan)
    with working_directory(plan.target):
        libraries = write_c(plan)
        translated = time.perf_counter()
        compiled, total = compile_objects(plan, libraries, jobs)
        link(plan, libraries)
    ended = time.perf_counter()
    print(
        f"compile: {len(plan.modules)} modules; mypyc {translated - started:.1f} s, "
        f"{compiled} of {total} C files {ended - translated:.1f} s"
    )


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description="Compile the hot modules of Repulse with mypyc.")
    parser.add_argument("--force", action="store_true", help="build everything again")
    parser.add_argument(
        "--list", action="store_true", help="print the modules that would be compiled, as JSON"
    )
    parser.add_argument("-j", "--jobs", type=int, default=0, help="C compilers at once (default: one a core)")
    chosen = parser.parse_args()
    if chosen.list:
        print(json.dumps(read_plan().modules, indent=2))
    else:
        try:
            os.environ["CC"] = ensure_compiler()
        except MissingToolError as error:
            sys.exit(f"compile: {error}")
        build(force=chosen.force, jobs=chosen.jobs)


if __name__ == "__main__":
    main()
