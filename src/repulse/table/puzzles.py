"""Puzzles as messages. Only the view of the seat that decides is ever shown; the verdict comes with the answer."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from repulse.advice import puzzles
from repulse.advice.puzzles import Puzzle, PuzzleError
from repulse.bots import seat_names
from repulse.engine.display.segments import text_of
from repulse.engine.random import Stream, seeded
from repulse.engine.tokens import read_choice
from repulse.games import display_of
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.viewer_events import line_for
from repulse.table.wire.puzzles import AnswerVerdict, PuzzleInfo, PuzzleList, PuzzlePosition, PuzzleVerdict

if TYPE_CHECKING:
    from datetime import date


def find_puzzle(ident: str) -> Puzzle:
    """Return the puzzle with an id.

    Raises:
        RefusalError: There is no such puzzle.
    """
    try:
        return puzzles.find(ident)
    except PuzzleError as error:
        raise RefusalError(RefusalCode.NOT_FOUND, str(error)) from None


def list_message(today: date) -> PuzzleList:
    """Return the list of puzzles, with that of the day."""
    every = puzzles.load_all()
    chosen = every[_stream_of(f"puzzle of {today}").below(len(every))].id if every else ""
    return PuzzleList([info_message(puzzle) for puzzle in every], chosen)


def info_message(puzzle: Puzzle) -> PuzzleInfo:
    """Return a puzzle as a list shows it."""
    return PuzzleInfo(
        puzzle.id, puzzle.game, puzzle.mode, len(puzzle.bots), puzzle.rating, list(puzzle.themes)
    )


def shown_order(puzzle: Puzzle) -> list[int]:
    """Return the order in which answers are shown, which says nothing about them."""
    order = list(range(len(puzzle.answers)))
    _stream_of(puzzle.id).shuffle(order)
    return order


def position_message(puzzle: Puzzle, language: str) -> PuzzlePosition:
    """Return a puzzle as its seat sees it."""
    match = puzzle.position()
    seat = puzzle.seat
    names = _names(puzzle)
    display = display_of(puzzle.game, language, names)
    view = match.state.view(seat)
    screen = display.screen(view, seat)
    screen["mode"] = puzzle.mode
    ask = display.ask(view, seat, 0)
    return PuzzlePosition(
        info_message(puzzle),
        seat,
        puzzle.round,
        names,
        screen,
        ask,
        text_of(ask["text"]) if ask is not None else "",
        _texts(puzzle, language),
        [line_for(display, view, event, viewer=seat) for event in match.all_events()],
    )


def verdict_message(puzzle: Puzzle, answer: int, language: str) -> PuzzleVerdict:
    """Return the verdict on an answer, given by its number in the order that was shown.

    Raises:
        RefusalError: There is no such answer.
    """
    order = shown_order(puzzle)
    if not 0 <= answer < len(order):
        raise RefusalError(RefusalCode.BAD_MESSAGE, f"This puzzle has the answers 0 to {len(order) - 1}.")
    reasons = puzzle.reasons.get(language) or puzzle.reasons.get("en") or []
    rows = [
        AnswerVerdict(
            text,
            puzzle.answers[place].win,
            puzzle.answers[place].check,
            puzzle.answers[place].score,
            list(reasons[place]) if place < len(reasons) else [],
        )
        for text, place in zip(_texts(puzzle, language), order, strict=True)
    ]
    best = order.index(0)
    return PuzzleVerdict(answer == best, best, rows, dict(puzzle.found_by))


def _names(puzzle: Puzzle) -> list[str]:
    names = seat_names(["" if seat == puzzle.seat else bot for seat, bot in enumerate(puzzle.bots)])
    return list(names)


def _texts(puzzle: Puzzle, language: str) -> list[str]:
    """Return the answers in words, in the order in which they are shown."""
    match = puzzle.position()
    display = display_of(puzzle.game, language, _names(puzzle))
    view, decision = match.state.view(puzzle.seat), match.state.decision(puzzle.seat)
    texts = [
        display.choice_text(view, decision, read_choice(match.game, view, decision, tokens=answer.tokens))
        for answer in puzzle.answers
    ]
    return [texts[place] for place in shown_order(puzzle)]


def _stream_of(text: str) -> Stream:
    """Return random numbers that a text determines, the same on every machine."""
    return seeded(
        int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"repulse puzzle").digest(), "big")
    )
