"""Puzzles as data: a file per mode (`data/galaxy-invasion.json`), with the game up to the decision, the answers and what they are worth."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from importlib import resources
from typing import Any, Final

from repulse.engine.contract import Data, RepulseError, Seat
from repulse.engine.match import Match
from repulse.engine.record import Answer, Record
from repulse.games import entries, game_named

FORMAT: Final = 1


class PuzzleError(RepulseError, LookupError):
    """There is no such puzzle."""


@dataclass(frozen=True)
class PuzzleAnswer:
    """An answer that was searched."""

    tokens: list[str]
    win: float
    """The chance of winning by the first search."""
    check: float
    """The chance of winning by the second search, with other seeds."""
    score: float
    """The expected final score."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one answer is clearly best."""

    id: str
    game: str
    mode: str
    rules: str
    options: Data
    seed: int
    choices: list[Answer]
    """All choices before the decision."""
    seat: Seat
    """The seat that has to decide."""
    prompt: str
    round: int
    bots: list[str]
    """The bot of each seat in the game that the position is from."""
    answers: list[PuzzleAnswer]
    """The best answer first."""
    themes: list[str]
    rating: int
    """The strength of a player who finds the answer half of the time, on the scale of the league."""
    found_by: dict[str, float]
    """The share of tries in which each level finds the answer."""
    reasons: dict[str, list[list[str]]] = field(default_factory=dict)
    """By language: why the first answers are better or worse, in the order of the answers."""

    def record(self) -> Record:
        """Return the game up to the decision. It holds what is hidden: never hand it on while the puzzle is unsolved."""
        notes: Data = {"names": [""] * len(self.bots), "bots": self.bots}
        return Record(
            self.game, self.rules, self.seed, options=self.options, choices=self.choices, notes=notes
        )

    def position(self) -> Match:
        """Return the match at the decision. Show nothing of it but the view of `seat`."""
        match = Match(game_named(self.game), self.options, self.seed)
        match.answer_all(self.choices)
        return match

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle as it is stored."""
        return {
            "id": self.id,
            "options": self.options,
            "seed": str(self.seed),
            "choices": _pack(self.choices),
            "seat": self.seat,
            "prompt": self.prompt,
            "round": self.round,
            "bots": self.bots,
            "answers": [[answer.tokens, answer.win, answer.check, answer.score] for answer in self.answers],
            "themes": self.themes,
            "rating": self.rating,
            "found_by": self.found_by,
            "reasons": _pack(self.reasons),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], *, game: str, mode: str, rules: str) -> Puzzle:
        """Return what `to_data` gave."""
        return cls(
            data["id"],
            game,
            mode,
            rules,
            data["options"],
            int(data["seed"]),
            [(seat, list(tokens)) for seat, tokens in _unpack(data["choices"])],
            data["seat"],
            data["prompt"],
            data["round"],
            list(data["bots"]),
            [PuzzleAnswer(list(tokens), win, check, score) for tokens, win, check, score in data["answers"]],
            list(data["themes"]),
            data["rating"],
            dict(data["found_by"]),
            _unpack(data["reasons"]),
        )


def puzzle_id(mode: str, seed: int, step: int) -> str:
    """Return the id of a puzzle. It does not tell the seed, which would tell every hidden card."""
    digest = blake2b(f"{mode}/{seed}/{step}".encode(), digest_size=6, person=b"repulse puzzle")
    return f"{mode}-{digest.hexdigest()}"


def _pack(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def _unpack(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b85decode(text)))


def file_name(game: str, mode: str) -> str:
    """Return the name of the file with the puzzles of a mode."""
    return f"{game}-{mode}.json"


def read_puzzles(text: str) -> list[Puzzle]:
    """Return the puzzles of a file; none if they were made for other rules."""
    data = json.loads(text)
    game, mode, rules = data["game"], data["mode"], data["rules"]
    if data["format"] != FORMAT or game_named(game).rules != rules:
        return []
    return [Puzzle.from_data(row, game=game, mode=mode, rules=rules) for row in data["puzzles"]]


@lru_cache(maxsize=16)
def load(game: str, mode: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a mode that come with the package; none if there are none."""
    file = resources.files("repulse.advice.puzzles") / "data" / file_name(game, mode)
    return tuple(read_puzzles(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def load_all() -> list[Puzzle]:
    """Return the puzzles of all modes of all games."""
    return [
        puzzle
        for entry in entries()
        for mode in game_named(entry.name).modes()
        for puzzle in load(entry.name, mode.name)
    ]


def find(ident: str) -> Puzzle:
    """Return the puzzle with an id.

    Raises:
        PuzzleError: There is no such puzzle.
    """
    for puzzle in load_all():
        if puzzle.id == ident:
            return puzzle
    raise PuzzleError(f"There is no puzzle {ident[:60]!r}.")
