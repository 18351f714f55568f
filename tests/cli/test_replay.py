"""Looking at a record."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyDisplay, ToyGame

from repulse.cli.replay import TerminalReplay, read_viewer
from repulse.cli.screen import Screen
from repulse.engine.answers import random_answer
from repulse.engine.contract import EVERYTHING, SPECTATOR, RepulseError
from repulse.engine.match import Match
from repulse.engine.random import seeded


@pytest.fixture
def shown() -> TerminalReplay:
    match = Match(ToyGame(), {"players": 2}, 8)
    stream = seeded(1)
    while match.state.owing:
        seat = match.state.seats_owing()[0]
        match.answer(seat, random_answer(match.state.decision(seat), stream))
    return TerminalReplay(ToyDisplay(match.game), match.record(), Screen(), viewer=EVERYTHING)


def test_viewers() -> None:
    assert read_viewer("2", 3) == 1
    assert read_viewer("Spectator", 3) == SPECTATOR
    assert read_viewer("open", 3) == EVERYTHING
    for text in ("0", "4", "", "me"):
        with pytest.raises(RepulseError, match="seat from 1 to 3"):
            read_viewer(text, 3)


def test_steps_forwards_and_backwards_meet(shown: TerminalReplay) -> None:
    positions = []
    for number in range(shown.length + 1):
        shown.go(number)
        positions.append(shown.match.state.data())
    for number in range(shown.length, -1, -1):
        shown.go(number)
        assert shown.match.state.data() == positions[number]
    for number in (-1, shown.length + 1):
        with pytest.raises(RepulseError, match="there is no position"):
            shown.go(number)


def test_walking(shown: TerminalReplay, capsys: pytest.CaptureFixture[str]) -> None:
    shown.go(0)
    for command, rest in [
        ("", ""),
        ("next", "3"),
        ("previous", ""),
        ("jump", "end"),
        ("3", ""),
        ("as", "spectator"),
    ]:
        shown.command(command, rest)
    assert len(shown.match.choices) == 3
    out = capsys.readouterr().out
    assert f"After {shown.length} of {shown.length} choices, open." in out
    assert "Won by" in out
    assert out.rstrip().splitlines()[-1].endswith("is to answer.") or "as a spectator" in out
    for command, rest, words in [
        ("jump", "x", "not a number"),
        ("dance", "", "not a command"),
        ("jump", "3", "position"),
    ]:
        with pytest.raises(RepulseError, match=words):
            shown.command(command, rest)


def test_a_viewer_sees_only_their_own_cards(
    shown: TerminalReplay, capsys: pytest.CaptureFixture[str]
) -> None:
    shown.go(0)
    shown.viewer = 0
    shown.show()
    hidden = [[0, 0, 0]]
    assert str(hidden)[1:-1] in capsys.readouterr().out
