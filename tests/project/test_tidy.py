"""Checks of the project's files that no linter makes."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from tests.project.sources import modules, parsed
from tools.build_hook import RepulseBuildHook

import repulse

pytestmark = pytest.mark.source_only

# Written in pieces, so that this file does not find itself.
REGISTRIES = [
    "py" + "pi.org",
    "pythonhosted" + ".org",
    "npm" + "js.org",
    "npm" + "js.com",
    "yarn" + "pkg.com",
    "deb.deb" + "ian.org",
    "crates" + ".io",
]
# Folders in which a program lives on somebody's own machine.
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:home|root|work|Users|opt)/[\w.]")
FOREIGN = ("index-url", "trusted-host", "find-links")


def tracked(root: Path) -> list[Path]:
    """The files of the project, as git knows them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    paths = [root / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def texts(root: Path) -> list[tuple[str, str]]:
    misspelled = []
    for path in tracked(root):
        try:
            misspelled.append((str(path.relative_to(root)), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return misspelled


def test_no_file_names_a_registry_host(root: Path) -> None:
    wrong = [(name, host) for name, text in texts(root) for host in REGISTRIES if host in text]
    assert not wrong


def test_no_file_names_a_path_of_one_machine(root: Path) -> None:
    wrong = [(name, match.group()) for name, text in texts(root) for match in MACHINE_PATHS.finditer(text)]
    assert not wrong


def test_lock_files_pin_exactly_and_say_nothing_else(root: Path) -> None:
    for path in (root / "requirements").glob("*.lock"):
        for line in path.read_text(encoding="utf-8").splitlines():
            pinned = re.match(r"([\w.-]+==[\w.+!]+( ; [^\\]+)?|    --hash=sha256:[0-9a-f]{64})( \\)?$", line)
            assert pinned, f"{path.name}: {line}"
            assert not any(word in line for word in FOREIGN), f"{path.name}: {line}"


def test_lock_files_have_hashes_for_everything(root: Path) -> None:
    for path in (root / "requirements").glob("*.lock"):
        pinned = path.read_text(encoding="utf-8").replace("\\\n", "").splitlines()
        assert pinned
        assert [line for line in pinned if "--hash=sha256:" not in line] == [], path.name


def direct_requirements(project: dict[str, Any], names: Iterable[str]) -> set[str]:
    """The distributions that extras and dependency groups name, those of included extras among them."""
    tables = project["project"]["optional-dependencies"] | project["dependency-groups"]
    distributions: set[str] = set()
    for name in names:
        for requirement in tables[name]:
            distribution = re.split(r"[\[<>=;]", requirement)[0].strip().lower().replace("_", "-")
            if distribution == "repulse":
                distributions |= direct_requirements(
                    project, re.findall(r"\w+", requirement.partition("[")[2])
                )
            else:
                distributions.add(distribution)
    return distributions


@pytest.mark.parametrize(
    ("lock", "names"),
    [
        ("server", ("postgres",)),
        ("dev", ("dev", "all")),
        ("docs", ("docs", "study")),
        ("bench", ("bench",)),
        ("ray", ("ray",)),
    ],
)
def test_a_lock_file_has_what_its_extras_and_groups_name(
    root: Path, lock: str, names: tuple[str, ...]
) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    text = (root / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    assert direct_requirements(project, names) <= set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def test_a_lock_file_has_what_a_compiled_wheel_is_built_with(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REPULSE_COMPILE", "1")
    hook = RepulseBuildHook(str(root), {}, None, None, str(root), "wheel")  # type: ignore[arg-type]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    required = {
        re.split(r"[<>=]", requirement)[0]
        for requirement in [*hook.dependencies(), *project["build-system"]["requires"]]
    }
    text = (root / "requirements" / "build.lock").read_text(encoding="utf-8")
    assert required <= set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def test_every_module_has_a_docstring(root: Path) -> None:
    without = [str(path.relative_to(root)) for path in modules(root) if not ast.get_docstring(parsed(path))]
    assert not without


MAX_TEST_NAME = 70


def test_names_of_tests_are_short(root: Path) -> None:
    names = [
        (str(path.relative_to(root)), node.name)
        for path in (root / "tests").rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    assert names
    assert not [(path, name) for path, name in names if len(name) > MAX_TEST_NAME]


# A position is a position in every game, and `repulse.Match` is the match of the engine with words, files and bots.
SHARED_CLASS_NAMES = {"Match", "Position"}


def test_no_two_public_classes_have_the_same_name(root: Path) -> None:
    places: dict[str, list[str]] = {}
    for path in modules(root):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(root)))
    repeated = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert set(repeated) <= SHARED_CLASS_NAMES, repeated


def test_the_version_is_the_same_everywhere(root: Path) -> None:
    page = json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    assert repulse.__version__ == page["version"]


def test_links_between_documents_lead_somewhere(root: Path) -> None:
    wrong = []
    for path in tracked(root):
        if path.suffix == ".md":
            for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
                if "://" not in target and not (path.parent / target).exists():
                    wrong.append(f"{path.relative_to(root)}: {target}")
    assert not wrong


# A test that reads the page once, or waits for a fixed time, fails on a busy machine.
ONE_SHOT = re.compile(
    r"wait_for_timeout|time\.sleep|contextlib\.suppress"
    r"|assert [^\n]*\.(?:count|is_visible|is_hidden|is_enabled|is_checked)\(\)"
    r"|assert [^\n]*\bquery_selector(?:_all)?\("
)


def test_browser_tests_expect_and_never_sleep(root: Path) -> None:
    wrong = [
        f"{path.name}: {match.group()}"
        for path in sorted((root / "tests" / "browser").glob("test_*.py"))
        for match in ONE_SHOT.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "use expect(), Visitor.shows or eventually"
