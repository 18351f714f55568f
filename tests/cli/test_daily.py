"""The command `daily`: deals, a rated try, free ones, par, history and a streak over days."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from repulse.cli import daily as command
from repulse.cli.app import run
from repulse.cli.messages import UserError
from repulse.cli.play_loop import PlayLoop
from repulse.daily import ParRun
from repulse.engine.contract import Decision

pytest.importorskip("numpy")

DAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(tmp_path))
    monkeypatch.setattr(command, "today", lambda: DAY)
    monkeypatch.setattr("repulse.daily.par.PLAYS", 2)
    monkeypatch.setattr(command, "PLAYS", 2)
    original = ParRun
    monkeypatch.setattr(command, "ParRun", lambda deal: original(deal, 2))


def play_first_options(monkeypatch: pytest.MonkeyPatch, lines: list[str] | None = None) -> None:
    """Answer each question with its first options; before the first, type some lines."""
    entered = list(lines or [])

    def ask(loop: PlayLoop, decision: Decision) -> None:
        while entered:
            try:
                loop.command(entered.pop(0))
            except UserError as error:
                loop.screen.say(str(error))
        loop.match.answer(loop.seat, sorted(decision.options)[: max(decision.least, 1)])
        loop.save()

    monkeypatch.setattr(PlayLoop, "ask", ask)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["daily", *arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_the_deals_of_a_day_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invasion" in said(capsys)
    deals = json.loads(said(capsys, "--json", "--day", "2026-11-19"))
    assert [deal["mode"] for deal in deals][-1] == "earth"
    assert all(isinstance(deal["seed"], str) for deal in deals)


def test_the_first_try_counts_and_further_ones_do_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_first_options(monkeypatch, ["undo", "hint"])
    first = said(capsys, "play", "earth", "--plain")
    assert "no undo" in first
    assert "no hints" in first
    assert "to par, better than" in first
    before = json.loads(said(capsys, "history", "--json"))
    assert [row["mode"] for row in before["results"]] == ["earth"]
    assert (before["streak"], before["results"][0]["par"] is None) == (1, False)
    again = said(capsys, "play", "earth", "--plain")
    assert "a free try" in again
    assert json.loads(said(capsys, "history", "--json")) == before


def test_an_unfinished_rated_try_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    play_first_options(monkeypatch, ["quit"])
    said(capsys, "play", "earth", "--plain")
    file = tmp_path / "daily" / "2026-11-20-earth-earth.json"
    assert file.exists()
    assert "begun" in said(capsys)
    assert "rated try" in said(capsys, "play", "earth", "--plain")
    assert not file.exists()


def test_a_streak_over_three_days(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_first_options(monkeypatch)
    for number in range(3):
        monkeypatch.setattr(command, "today", lambda day=DAY + timedelta(days=number): day)
        text = said(capsys, "play", "earth", "--plain")
        assert f"Streak: {number + 1}" in text
    assert "Played 3" in said(capsys, "history")
    assert "Gespielt 3" in said(capsys, "history", "--language", "de")


def test_a_past_day_is_free_and_a_day_to_come_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_first_options(monkeypatch)
    assert "a free try" in said(capsys, "play", "earth", "--day", "2026-11-18", "--plain")
    assert "No deal" in said(capsys, "history")
    assert run(["daily", "play", "earth", "--day", "2026-11-21"]) == 2


def test_par_of_past_days_and_of_a_series(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "par is" in said(capsys, "par", "earth", "--day", "2026-11-18")
    file = tmp_path / "club.toml"
    file.write_text(
        'name = "club"\n[[deal]]\nday = "2026-11-20"\ngame = "earth"\nrivals = ["casual", "beginner"]\n'
    )
    data = json.loads(said(capsys, "par", "--series", str(file), "--json"))
    assert data["id"] == "club/2026-11-20/earth/earth"
    assert len(data["par"]["scores"]) == 2
    assert json.loads(said(capsys, "par", "--series", str(file), "--json")) == data
    assert run(["daily", "par", "chess"]) == 2
    assert run(["daily", "--series", str(tmp_path / "missing.toml")]) == 2
