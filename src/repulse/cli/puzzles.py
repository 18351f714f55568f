"""The command `puzzles`: list them, solve one, find more."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from repulse.advice import puzzles
from repulse.advice.puzzles import Puzzle, PuzzleError
from repulse.cli import saves
from repulse.cli.messages import Messages
from repulse.cli.screen import HAPPENED, QUESTION, QUIET, Screen, note, print_json
from repulse.daily import day_of
from repulse.engine.contract import RepulseError
from repulse.files import write_atomically
from repulse.games import display_of, entries, game_named
from repulse.table.puzzles import position_message, verdict_message


@dataclass
class TriedPuzzles:
    """The file with this user's tries: by the id of a puzzle, whether the one try was right."""

    file: Path = field(default_factory=lambda: saves.home() / "puzzles.json")

    def read(self) -> dict[str, bool]:
        """Return the tries.

        Raises:
            RepulseError: The file is damaged.
        """
        try:
            data = json.loads(self.file.read_text(encoding="utf-8"))
            return {str(ident): bool(right) for ident, right in data.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError) as error:
            raise RepulseError(f"{self.file} is damaged: {error}.") from error

    def keep(self, ident: str, right: bool) -> None:
        """Store a try; only the first of a puzzle counts."""
        write_atomically(self.file, json.dumps({ident: right} | self.read(), indent=1))


def select_puzzles(mode: str | None, theme: str | None) -> list[Puzzle]:
    """Return the puzzles of a mode and a theme, the easiest first; of all by default."""
    rows = [
        puzzle
        for puzzle in puzzles.load_all()
        if mode in (None, puzzle.mode, f"{puzzle.game}/{puzzle.mode}")
        and (theme is None or theme in puzzle.themes)
    ]
    return sorted(rows, key=lambda puzzle: puzzle.rating)


def list_puzzles(mode: str | None, theme: str | None, language: str, *, as_json: bool) -> None:
    """List puzzles."""
    rows = select_puzzles(mode, theme)
    tried = TriedPuzzles().read()
    if as_json:
        print_json(
            [
                {
                    "id": puzzle.id,
                    "game": puzzle.game,
                    "mode": puzzle.mode,
                    "players": len(puzzle.bots),
                    "rating": puzzle.rating,
                    "themes": puzzle.themes,
                    "solved": tried.get(puzzle.id),
                }
                for puzzle in rows
            ]
        )
        return
    messages, screen = Messages(language), Screen()
    head = tuple(messages.say(f"puzzles.head_{name}") for name in ("puzzle", "rating", "themes", "result"))
    marks = {True: messages.say("puzzles.solved"), False: messages.say("puzzles.missed"), None: "-"}
    table = [
        (puzzle.id, str(puzzle.rating), ", ".join(puzzle.themes), marks[tried.get(puzzle.id)])
        for puzzle in rows
    ]
    screen.table(head, table, left=1)
    screen.say(messages.say("puzzles.how"), QUIET)


def choose_puzzle(ident: str | None, mode: str | None) -> Puzzle:
    """Return a puzzle by its id; without one that of the day, or the easiest of a mode that was not tried.

    Raises:
        PuzzleError: There is none.
    """
    if ident is not None:
        return puzzles.find(ident)
    rows = select_puzzles(mode, None)
    if not rows:
        raise PuzzleError(f"There are no puzzles of {mode!r}." if mode else "There are no puzzles here.")
    tried = TriedPuzzles().read()
    fresh = [puzzle for puzzle in rows if puzzle.id not in tried]
    if mode is not None:
        return (fresh or rows)[0]
    every = puzzles.load_all()
    return every[Random(f"puzzle of {day_of(time.time())}").randrange(len(every))]


def solve_puzzle(ident: str | None, mode: str | None, language: str) -> None:
    """Show a puzzle, take one answer, and give the verdict."""
    puzzle = choose_puzzle(ident, mode)
    screen, messages = Screen(), Messages(language)
    position = position_message(puzzle, language)
    display = display_of(puzzle.game, language, position.names)
    view = puzzle.position().state.view(puzzle.seat)
    screen.lines(display.table_text(view, puzzle.seat, plain=True))
    screen.say()
    screen.say(messages.say("puzzles.title", puzzle=puzzle.id, rating=puzzle.rating), QUIET)
    screen.say(position.question, QUESTION)
    for number, text in enumerate(position.answers, 1):
        screen.item(f"{number:>3}  ", text)
    answer = _ask_number(screen, messages, len(position.answers))
    if answer is None:
        return
    verdict = verdict_message(puzzle, answer, language)
    TriedPuzzles().keep(puzzle.id, verdict.right)
    screen.say(messages.say("puzzles.right" if verdict.right else "puzzles.wrong"), HAPPENED)
    for place in sorted(range(len(verdict.answers)), key=lambda place: -verdict.answers[place].win):
        row = verdict.answers[place]
        screen.item(f"{round(100 * row.win):>3}%  ", row.text)
        if place in (verdict.best, answer):
            screen.lines([f"      {reason}" for reason in row.reasons], QUIET)


def _ask_number(screen: Screen, messages: Messages, count: int) -> int | None:
    while True:
        try:
            text = screen.ask(messages.say("puzzles.ask", n=count) + " ")
        except EOFError:
            return None
        if text in ("q", "quit"):
            return None
        if text.isdecimal() and 1 <= int(text) <= count:
            return int(text) - 1


def make_puzzles(folder: str, *, modes: list[str], games: int) -> None:
    """Search games between bots for puzzles; an interrupted run goes on where it was.

    Args:
        folder: Where the files go, one per mode.
        modes: The modes; all by default.
        games: The number of games per mode, those searched before included.

    Raises:
        RepulseError: There is no such mode, or a file cannot be written.
    """
    # Imported here: the search needs numpy.
    from repulse.advice.puzzles.book import PuzzleBook
    from repulse.advice.puzzles.puzzle import file_name

    every = [(entry.name, mode.name) for entry in entries() for mode in game_named(entry.name).modes()]
    chosen = [pair for pair in every if not modes or pair[1] in modes or "/".join(pair) in modes]
    if not chosen:
        raise RepulseError(f"The modes are {', '.join('/'.join(pair) for pair in every)}.")
    for number in range(1, games + 1):
        # One game of each mode after the other, so that a run that is cut short has puzzles of all.
        for game, mode in chosen:
            path = Path(folder) / file_name(game, mode)
            book = PuzzleBook.read(path.read_text(encoding="utf-8") if path.exists() else "", game, mode)
            if book.games < number:
                book.search(number, partial(write_atomically, path))
                note(f"{game}/{mode}: {len(book.puzzles)} puzzles in {book.games} games")
