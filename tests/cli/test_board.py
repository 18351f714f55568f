"""The table drawn with letters in a terminal, and the lines around it."""

from __future__ import annotations

from os import terminal_size

import pytest

import repulse
from repulse.cli.screen import Screen
from repulse.engine.display.board import Span, flowed, justified, line_width, text_width, wrapped
from repulse.games import entry_of

MODES = [
    ("galaxy", {"game": "base", "players": 2}),
    ("galaxy", {"game": "invasion", "players": 4}),
    ("galaxy", {"game": "counterstrike", "players": 5}),
    ("earth", {"players": 3}),
]


def test_items_flow_and_are_never_broken() -> None:
    lines = flowed([[Span("Old Earth")], [Span("Drop Ships")], [Span("Gem World")]], 26, indent=2)
    assert ["".join(span.text for span in line) for line in lines] == [
        "  Old Earth · Drop Ships",
        "  Gem World",
    ]


def test_two_parts_stand_at_both_edges_or_below_each_other() -> None:
    left, right = [Span("left")], [Span("right")]
    assert line_width(justified(left, right, 20)[0]) == 20
    assert justified(left, right, 9) == [left, right]


def test_japanese_takes_two_columns_per_letter() -> None:
    assert text_width("手札 3") == 6
    assert wrapped("手札は三枚です", 6) == ["手札は", "三枚で", "す"]


def test_lines_break_between_words() -> None:
    assert wrapped("pay 3 cards for it", 11) == ["pay 3 cards", "for it"]


@pytest.mark.parametrize("language", ["en", "fr", "de", "ja"])
@pytest.mark.parametrize(("game", "options"), MODES)
def test_the_drawn_table_fits_80_columns(game: str, options: dict[str, object], language: str) -> None:
    match = repulse.new(game, seed=7, **options)
    match.play_bots("sensible")
    choices = len(match.record().choices)
    for length in (0, choices // 2, choices - 1):
        view = match.at(length).state.view(0)
        lines = entry_of(game).display_in(language).board(view, 0, 80)
        assert max(map(line_width, lines)) <= 80


def test_a_drawn_table_names_everything_that_is_in_sight() -> None:
    match = repulse.new("galaxy", game="base", players=2, seed=7)
    match.play_bots("sensible")
    view = match.at(60).state.view(0)
    text = "\n".join("".join(span.text for span in line) for line in match.display.board(view, 0, 80))
    for seat in (0, 1):
        for card in view.tableau[seat]:
            assert view.cards.cards[card].name in text
    for card in view.hand[0]:
        assert view.cards.cards[card].name in text


def test_further_lines_of_an_option_begin_below_the_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("repulse.cli.screen.find_spec", lambda name: None)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: terminal_size((16, 24)))
    Screen().item("  1  ", "pay three cards")
    assert capsys.readouterr().out.splitlines() == ["  1  pay three", "     cards"]


def test_further_lines_of_indented_text_keep_its_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("repulse.cli.screen.find_spec", lambda name: None)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: terminal_size((20, 24)))
    Screen().say("  quit   leave; the game is saved\n    because it pays for itself\nin the end")
    assert capsys.readouterr().out.splitlines() == [
        "  quit   leave; the",
        "         game is",
        "         saved",
        "    because it pays",
        "    for itself",
        "in the end",
    ]
