"""`repulse doctor` and the extras that errors name."""

from __future__ import annotations

import json
from importlib import metadata

import pytest

from repulse.cli import extras
from repulse.cli.app import run
from repulse.cli.doctor import examine

REQUIRES = [
    "rich>=13.7; extra == 'play'",
    "numpy>=1.26; extra == 'play'",
    "repulse[play]; extra == 'server'",
    "starlette>=0.40; extra == 'server'",
    "uvloop>=0.19; (sys_platform != 'win32') and extra == 'server'",
    "no-such-package-anywhere>=1; extra == 'exotic'",
]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation with known extras."""
    monkeypatch.setattr(metadata, "requires", lambda name: REQUIRES)
    monkeypatch.setattr(metadata, "version", lambda name: "9.9")


@pytest.mark.usefixtures("installed")
def test_an_extra_brings_what_it_includes() -> None:
    assert extras.extras()["server"] == ["rich", "numpy", "starlette"]


@pytest.mark.usefixtures("installed")
def test_the_smallest_extra_with_a_module_is_named() -> None:
    assert extras.extra_with("numpy") == "play"
    assert extras.extra_with("starlette") == "server"
    assert extras.extra_with("antigravity") is None


@pytest.mark.usefixtures("installed")
def test_an_error_says_how_to_get_what_is_missing() -> None:
    error = extras.missing_package_error("The server needs", "starlette.routing")
    assert str(error) == (
        "The server needs starlette, which is not installed: python -m pip install 'repulse[server]==9.9'"
    )


@pytest.mark.usefixtures("installed")
def test_doctor_names_what_is_missing_and_how_to_get_it() -> None:
    (finding,) = [finding for finding in examine().sections["Extras"] if finding.subject == "exotic"]
    assert not finding.is_present
    assert finding.detail == "without no_such_package_anywhere"
    assert "repulse[exotic]" in finding.remedy


def test_doctor_works_without_an_installation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    assert run(["doctor"]) == 0
    assert "not installed" in capsys.readouterr().out


def test_doctor_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {finding["subject"] for finding in report["Repulse"]} >= {"version", "Python", "compiled rules"}


def test_help_lists_every_command_under_a_heading() -> None:
    from repulse.cli.arguments import COMMAND_GROUPS, COMMANDS

    listed = [name for names in COMMAND_GROUPS.values() for name in names]
    assert sorted(listed) == sorted(name for name in COMMANDS if " " not in name)
