"""Puzzles: what ships can be played, shows no hidden card, and is what the maker's rules say."""

from __future__ import annotations

import json
from datetime import date

import pytest

from repulse.advice import puzzles
from repulse.advice.puzzles.maker import LEVELS, MIN_LEAD, find_puzzles, rating_of
from repulse.advice.puzzles.puzzle import Puzzle, PuzzleError
from repulse.advice.puzzles.themes import THEMES, themes_of
from repulse.engine.tokens import read_choice
from repulse.games import display_of, game_named
from repulse.table.puzzles import list_message, position_message, verdict_message
from repulse.table.refusals import RefusalError
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import RoomFactory, RoomPolicy
from repulse.table.wire.base import to_json
from repulse.table.wire.rooms import CreateRoom

ALL = puzzles.load_all()


def test_puzzles_come_with_the_package() -> None:
    assert ALL
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    assert {puzzle.game for puzzle in ALL} == {"galaxy", "earth"}
    assert {theme for puzzle in ALL for theme in puzzle.themes} <= set(THEMES)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_has_one_answer_that_is_clearly_best(puzzle: Puzzle) -> None:
    match = puzzle.position()
    decision = match.state.decision(puzzle.seat)
    assert decision.prompt == puzzle.prompt
    assert not decision.forced()
    for answer in puzzle.answers:
        read_choice(match.game, match.state, decision, tokens=answer.tokens)
    best, *others = puzzle.answers
    for other in others:
        assert best.win - other.win >= MIN_LEAD - 0.001
        assert best.check - other.check >= MIN_LEAD - 0.001
    assert puzzle.found_by["sensible"] < 1, "a trivial one"
    languages = display_of(puzzle.game, "en").languages()
    assert set(puzzle.reasons) == set(languages)
    assert puzzle.rating == rating_of(puzzle.found_by)
    assert f"{puzzle.seed:x}" not in puzzle.id


@pytest.mark.parametrize("puzzle", ALL[::4], ids=lambda puzzle: puzzle.id)
def test_the_page_gets_the_view_of_one_seat(puzzle: Puzzle) -> None:
    """The screen is the same with any other hidden cards."""
    match = puzzle.position()
    view = match.state.view(puzzle.seat)
    message = position_message(puzzle, "en")
    for seed in range(3):
        other = game_named(puzzle.game).determinize(view, seed)
        display = display_of(puzzle.game, "en", message.names)
        screen = display.screen(other.view(puzzle.seat), puzzle.seat)
        screen["mode"] = puzzle.mode
        assert json.dumps(screen) == json.dumps(message.screen)
    assert str(puzzle.seed) not in to_json(message)


def test_the_verdict_follows_the_order_that_was_shown() -> None:
    puzzle = ALL[0]
    shown = position_message(puzzle, "de").answers
    verdicts = [verdict_message(puzzle, number, "de") for number in range(len(shown))]
    assert [verdict.right for verdict in verdicts].count(True) == 1
    for number, verdict in enumerate(verdicts):
        assert verdict.right == (number == verdict.best)
        assert [row.text for row in verdict.answers] == shown
        assert max(row.win for row in verdict.answers) == verdict.answers[verdict.best].win
    with pytest.raises(RefusalError):
        verdict_message(puzzle, len(shown), "en")
    with pytest.raises(PuzzleError):
        puzzles.find("chess-1")


def test_the_puzzle_of_the_day_is_the_same_all_day() -> None:
    today = list_message(date(2026, 11, 19)).today
    assert today == list_message(date(2026, 11, 19)).today
    days = {list_message(date(2026, 11, day)).today for day in range(1, 29)}
    assert len(days) > 3


def test_a_game_goes_on_from_a_puzzle() -> None:
    puzzle = ALL[0]
    plan = RoomFactory(RoomPolicy(random_seed=lambda: 1)).create(
        CreateRoom(puzzle.game, puzzle=puzzle.id), "me"
    )
    table = RoomDriver(plan.open_room("room"))
    table.apply_entries(plan.entries)
    assert puzzle.seat in table.room.questions
    assert table.room.seat_of("me") == puzzle.seat


def test_themes_follow_from_the_question() -> None:
    answers = [["Consume: Trade"], ["Settle"]]
    assert themes_of("action", answers, simultaneous=True, rounds_left=5) == ["read", "consume"]
    assert themes_of("bid", [["3"], ["1"]], simultaneous=False, rounds_left=1) == ["timing", "bid"]
    assert themes_of("invasion.defend", [["a"]], simultaneous=False, rounds_left=9) == ["defend"]


def test_a_puzzle_that_stronger_levels_find_has_a_higher_rating() -> None:
    easy = rating_of(dict.fromkeys(LEVELS, 1.0) | {"beginner": 0.5})
    hard = rating_of(dict.fromkeys(LEVELS, 0.0) | {"learned": 0.5})
    assert easy < 1200 < 1700 < hard


@pytest.mark.slow
def test_the_maker_finds_the_same_puzzles_again() -> None:
    again = list(find_puzzles("galaxy", "base", 0))
    kept = {puzzle.id: puzzle for puzzle in puzzles.load("galaxy", "base")}
    assert all(kept[puzzle.id].answers[0].tokens == puzzle.answers[0].tokens for puzzle in again)
