"""Numbers that no game could use, in records and overlays: one line and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import repulse
from repulse.cli.app import BAD_INPUT, run

HUGE = ["9" * 21, "9" * 4200, "9" * 5000, "-" + "9" * 5000, "0x" + "f" * 5000, "0b" + "1" * 20_000]


def bad_record(tmp_path: Path, overlay: str) -> Path:
    record = json.loads(repulse.new("galaxy", players=2, seed=1).record().to_json())
    record["options"]["overlays"] = [{"name": "mine", "text": overlay}]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    return file


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize("key", ["cost", "vp", "copies"])
def test_a_huge_number_in_an_overlay_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, number: str
) -> None:
    file = bad_record(tmp_path, f'[[change]]\ncard = "Gem World"\n{key} = {number}\n')
    assert run(["replay", str(file)]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert "more than 20 digits" in line
    assert len(line) < 300


@pytest.mark.parametrize("number", HUGE[:4])
def test_a_huge_number_in_a_record_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    file = bad_record(tmp_path, "")
    file.write_text(file.read_text().replace('"players": 2', f'"players": {number}'))
    assert run(["replay", str(file)]) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert "more than 20 digits" in line
    assert len(line) < 300


def test_a_huge_number_on_the_command_line_is_called_huge(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "--seed", "9" * 5000]) == BAD_INPUT
    assert "must have at most 30 digits, not 5000: 9999999999..." in capsys.readouterr().err
