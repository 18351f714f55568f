"""A record: a seed, options and a list of choices, written as JSON that a person can read.

    {"repulse": 2, "game": "galaxy", "rules": "1", "seed": "7", "options": {...},
     "choices": [[0, "Settle"], [1, "Produce"], [0, "Gem World"], ...]}

Each choice is a seat and the tokens of what it chose, in the order in which the answers came. They are words, not
numbers, so that a record survives renumbered cards and two records can be compared by eye. A program may add a
key `notes` with its own facts (who sat where); they never change the game.
"""

from __future__ import annotations

import json
from typing import Any, Final

from repulse.engine.contract import Data, RepulseError, Seat
from repulse.engine.parsing import ParseError, parse_json
from repulse.engine.random import parse_seed

FORMAT: Final = 2
"""The format that is written. Format 1, which is still read, has the seed as a number."""

Answer = tuple[Seat, list[str]]


class BadRecord(RepulseError):
    """A file that is not a record, or a record that does not match its game."""


class Record:
    """Everything needed to replay a game."""

    def __init__(
        self,
        game: str,
        rules: str,
        seed: int,
        *,
        options: Data,
        choices: list[Answer],
        notes: Data | None = None,
    ) -> None:
        """Make a record.

        Args:
            game: The name of the game.
            rules: The version of its rules.
            seed: The seed.
            options: The options, in full.
            choices: Every choice: a seat and its tokens.
            notes: Facts of the program that writes the record; they never change the game.
        """
        self.game = game
        self.rules = rules
        self.seed = seed
        self.options = options
        self.choices = choices
        self.notes: Data = notes or {}

    def _parts(self) -> tuple[Any, ...]:
        return self.game, self.rules, self.seed, self.options, self.choices, self.notes

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._parts(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._parts() == other._parts()

    def __hash__(self) -> int:
        raise TypeError("a record is mutable and therefore unhashable")

    def __repr__(self) -> str:
        return f"<record of {self.game}, rules {self.rules}, seed {self.seed}, {len(self.choices)} choices>"

    def to_json(self) -> str:
        """Return the record as text, one choice per line."""
        head: Data = {
            "repulse": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "seed": str(self.seed),
            "options": self.options,
        }
        if self.notes:
            head["notes"] = self.notes
        lines = [json.dumps([seat, *words], ensure_ascii=False) for seat, words in self.choices]
        body = "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"
        return json.dumps(head, ensure_ascii=False)[:-1] + f', "choices": {body}}}\n'


def read_record(text: str) -> Record:
    """Return the record in a text.

    Raises:
        BadRecord: The text is not a record; the message says why.
    """
    try:
        data = parse_json(text)
    except ParseError as error:
        raise BadRecord(f"This is not a record: it is not JSON ({error}).") from None
    if not isinstance(data, dict) or "repulse" not in data:
        raise BadRecord("This is not a record: the key 'repulse' is missing.")
    version = data["repulse"]
    if isinstance(version, bool) or version not in (1, FORMAT):
        raise BadRecord(f"This record has format {version!r}; this program reads the formats 1 to {FORMAT}.")
    game, rules = data.get("game"), data.get("rules")
    options, choices = data.get("options"), data.get("choices")
    if not isinstance(game, str) or not isinstance(rules, str):
        raise BadRecord("This record does not name its game and rules.")
    seed = _read_seed(data.get("seed"), version)
    if not isinstance(options, dict) or not isinstance(choices, list):
        raise BadRecord("This record has no options or no choices.")
    notes = data.get("notes", {})
    if not isinstance(notes, dict):
        raise BadRecord("The notes of this record are not a table.")
    answers = [_read_answer(i, entry) for i, entry in enumerate(choices)]
    return Record(game, rules, seed, options=options, choices=answers, notes=notes)


def _read_seed(value: object, version: int) -> int:
    """Return the seed of a record: a text of digits, in format 1 a number."""
    if version == 1 and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    elif version == 1 or not isinstance(value, str):
        raise BadRecord("This record has no seed.")
    try:
        return parse_seed(value)
    except ValueError:
        raise BadRecord("The seed of this record is not a whole number from 0 to 2**64 - 1.") from None


def _read_answer(index: int, entry: object) -> Answer:
    if not isinstance(entry, list) or not entry:
        raise BadRecord(f"Choice {index} of this record is not a seat with words.")
    seat, words = entry[0], entry[1:]
    if (
        not isinstance(seat, int)
        or isinstance(seat, bool)
        or not all(isinstance(word, str) for word in words)
    ):
        raise BadRecord(f"Choice {index} of this record is not a seat with words.")
    return seat, words


def _restore(parts: tuple[str, str, int, Data, list[Answer], Data]) -> Record:
    """Return a record that was pickled."""
    game, rules, seed, options, choices, notes = parts
    return Record(game, rules, seed, options=options, choices=choices, notes=notes)
