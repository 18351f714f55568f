"""Every command that prints a table prints the same as JSON for other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from repulse.cli.app import run
from repulse.cli.parser import command_parsers, make_parser
from repulse.engine.display.languages import LANGUAGES

LAST = "tests.bots.test_bots:Last"

pytestmark = pytest.mark.usefixtures("toy_installed")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_sim(capsys: pytest.CaptureFixture[str]) -> None:
    data = told(capsys, "sim", "toy", "-n", "8", "-w", "1", "-b", "random")
    assert (data["games"], data["plan"]["game"]) == (8, "toy")
    assert data["bots"]["random"]["games"] == 8 * len(data["plan"]["bots"])


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    data = {game["game"]: game for game in told(capsys, "games")}
    assert "sensible" in data["galaxy"]["bots"]
    assert {"base", "invasion"} <= {mode["mode"] for mode in data["galaxy"]["modes"]}


def test_cards(capsys: pytest.CaptureFixture[str]) -> None:
    (card,) = told(capsys, "cards", "Gem World")
    assert card["name"] == "Gem World"


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    (figures,) = told(capsys, "bench", "toy", "--seconds", "0.01")["games"]
    assert figures["decisions_per_second"] > 0


def test_league(capsys: pytest.CaptureFixture[str]) -> None:
    (table,) = told(capsys, "league", "toy", "-p", "2", "-n", "2", "-w", "1", "-b", f"random,{LAST}")
    assert {rating["bot"] for rating in table["ratings"]} == {"random", LAST}


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"galaxy", "earth"} <= {mode["game"] for mode in told(capsys, "rules")}
    sections = told(capsys, "rules", "galaxy", "base")
    assert all(section["heading"] for section in sections)
    assert any("explore" in " ".join(section["paragraphs"]).lower() for section in sections)
    terms = told(capsys, "rules", "galaxy", "words")
    assert {*LANGUAGES, "ours"} == set(terms[0])


def test_every_command_that_shows_figures_has_json() -> None:
    """Return the other commands print no table: games in words, one line, or what a shell reads."""
    without = {
        name
        for name, parser in command_parsers(make_parser()).items()
        if not any("--json" in action.option_strings for action in parser._actions)
    }
    serving = {"serve", "bots", "mcp", "backup", "restore"}
    assert without == {"play", "replay", "completion", "version"} | serving


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_sim_writes_the_kind_of_file_that_its_name_says(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"games.{ending}"
    assert run(["sim", "toy", "-n", "2", "-w", "1", "--out", str(file)]) == 0
    begin = {"csv": b"game,seed", "json": b'{"plan":', "parquet": b"PAR1"}
    assert file.read_bytes().startswith(begin[ending])


def test_sim_refuses_another_kind_of_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "toy", "-n", "2", "--out", "games.xls"]) == 2
    assert "ends with .csv, .json or .parquet" in capsys.readouterr().err
