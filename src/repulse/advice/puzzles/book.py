"""The files of puzzles being made: each is written after every game, so that an interrupted run goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from repulse.advice.puzzles.maker import find_puzzles
from repulse.advice.puzzles.puzzle import FORMAT, Puzzle
from repulse.games import game_named


@dataclass
class PuzzleBook:
    """The puzzles of a mode, and how many games have been searched for them."""

    game: str
    mode: str
    games: int = 0
    puzzles: list[Puzzle] = field(default_factory=list)

    @classmethod
    def read(cls, text: str, game: str, mode: str) -> PuzzleBook:
        """Return the book in a text; an empty one if the text is empty, or was made for other rules."""
        if not text:
            return cls(game, mode)
        data = json.loads(text)
        rules = game_named(game).rules
        if data["format"] != FORMAT or data["rules"] != rules:
            return cls(game, mode)
        rows = [Puzzle.from_data(row, game=game, mode=mode, rules=rules) for row in data["puzzles"]]
        return cls(game, mode, data["games"], rows)

    def text(self) -> str:
        """Return the book as it is stored: one line per puzzle."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "mode": self.mode,
            "rules": game_named(self.game).rules,
            "games": self.games,
        }
        start = json.dumps(head, ensure_ascii=False)[:-1]
        rows = ",\n".join(
            json.dumps(puzzle.to_data(), ensure_ascii=False, separators=(",", ":")) for puzzle in self.puzzles
        )
        return f'{start}, "puzzles": [\n{rows}\n]}}\n'

    def search(self, games: int, keep: Callable[[str], None]) -> None:
        """Search games up to a number of them, and keep the book after each.

        Args:
            games: The number of games, those searched before included.
            keep: Stores the text of the book.
        """
        while self.games < games:
            self.puzzles += find_puzzles(self.game, self.mode, self.games)
            self.games += 1
            keep(self.text())
