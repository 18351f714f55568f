"""Lessons: guided games, each described by a file in the folder `lessons` of its game (docs/extend/lessons.md).

A lesson is data: the options of a game with its cards laid out, what the bots in the other seats play, and steps. Each
step says one thing, and waits until the player has read it, has done it, or has played on for a while. Its words are in
a file for each language (`lesson_words`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from repulse.engine.contract import Data, Game, RepulseError, Seat
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.lesson_words import LessonWords, add_words, read_words
from repulse.engine.display.segments import Text, mark_card, segments
from repulse.engine.parsing import ParseError, parse_toml

FOREVER: Final = 1 << 30
"""As a round, the end of the game."""

_CARD: Final = re.compile(r"\[([^\[\]]+)\]")
_POINT: Final = re.compile(r"[a-z][a-z-]*(:[^:]+)?")
_IDENT: Final = re.compile(r"[a-z][a-z0-9-]*")

_LESSON_KEYS: Final = ("order", "minutes", "seed", "title", "about", "options", "before", "seat", "step")
_SEAT_KEYS: Final = ("me", "bot", "name", "plays")
_STEP_KEYS: Final = ("id", "say", "point", "prompt", "accept", "otherwise", "until")

Words = Mapping[str, str]
"""A text by language."""


class BadLesson(RepulseError):
    """A file that is not a lesson; the message names the file, the step and the key."""


@dataclass(frozen=True)
class Play:
    """The answer of a bot to a question of a round, if it can be given."""

    round: int
    prompt: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class LessonSeat:
    """The occupant of a seat: the player, or a bot that plays its part and otherwise chooses freely."""

    me: bool
    bot: str = ""
    name: str = ""
    plays: tuple[Play, ...] = ()


@dataclass(frozen=True)
class LessonStep:
    """One thing to say, and what is waited for."""

    ident: str
    say: Words
    point: tuple[str, ...] = ()
    """The target to point at on the screen: `kind` or `kind:name`, as the page marks its parts."""
    prompt: str = ""
    """The question that is to be answered; empty for a step that is only read, or played through."""
    accept: tuple[tuple[str, ...], ...] = ()
    """The answers that are taken, as sorted words; all, if there are none."""
    otherwise: Words | None = None
    """The text shown after another answer."""
    until: int = 0
    """For a step in which the player plays on as they like: the round that ends it; FOREVER for the end of the game."""

    def takes(self, words: Sequence[str]) -> bool:
        """Return whether an answer to its question is one of those that it waits for."""
        return not self.accept or tuple(sorted(words)) in self.accept


@dataclass(frozen=True)
class Lesson:
    """A guided game."""

    ident: str
    game: str
    order: int
    minutes: int
    seed: int
    title: Words
    about: Words
    options: Data
    """In full, as the game has checked them."""
    seats: tuple[LessonSeat, ...]
    steps: tuple[LessonStep, ...]
    before: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    """The choices that were made before the lesson begins, as in a record."""

    @property
    def seat(self) -> Seat:
        """The player's seat."""
        return next(number for number, seat in enumerate(self.seats) if seat.me)


def lesson_text(words: Words, language: str) -> Text:
    """Return a text of a lesson for a screen; `[Name]` in it is a card."""
    text = words.get(language) or words["en"]
    return segments(_CARD.sub(lambda match: mark_card(match[1]), text))


def cards_named(words: Words) -> set[str]:
    """Return the cards that a text of a lesson names."""
    return {name for text in words.values() for name in _CARD.findall(text)}


@lru_cache(maxsize=16)
def load_lessons(package: str, game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in their order.

    Raises:
        BadLesson: One of their files is not a lesson.
    """
    if not package:
        return ()
    folder = resources.files(package) / "lessons"
    if not folder.is_dir():
        return ()
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    words = words_of(package)
    lessons = [read_lesson(file.read_text(encoding="utf-8"), file.name, game, words=words) for file in files]
    return tuple(sorted(lessons, key=lambda lesson: lesson.order))


def words_of(package: str) -> LessonWords:
    """Return what the lessons of a package say.

    Raises:
        BadLesson: One of the files of words is not TOML.
    """
    try:
        return read_words(resources.files(package) / "lessons")
    except ParseError as error:
        raise BadLesson(f"{error}") from None


def read_lesson(text: str, file: str, game: Game, *, words: LessonWords | None = None) -> Lesson:
    """Return the lesson in a file, with its words from other files or from the file itself.

    Raises:
        BadLesson: The file is not a lesson.
    """
    try:
        data = parse_toml(text)
    except ParseError as error:
        raise BadLesson(f"{file}: this is not TOML: {error}") from None
    stray = add_words(data, file.removesuffix(".toml"), words or {})
    lesson = _Reader(file, game).lesson(data)
    if stray:
        raise BadLesson(f"{file}: there is no step for {', '.join(stray)}")
    return lesson


class _Reader:
    """Reads one file, and names the place of what is wrong in it."""

    def __init__(self, file: str, game: Game) -> None:
        self.file = file
        self.game = game
        self.prompts = {prompt.ident for prompt in game.prompts()}

    def lesson(self, data: Mapping[str, Any]) -> Lesson:
        ident = self.file.removesuffix(".toml")
        if not _IDENT.fullmatch(ident):
            raise self.bad("", "the name of the file", "is made of small letters, digits and hyphens")
        self.known(data, _LESSON_KEYS, "")
        seats = tuple(
            self.seat(table, f"seat {number}") for number, table in enumerate(self.tables(data, "seat"))
        )
        if sum(seat.me for seat in seats) != 1:
            raise self.bad("", "seat", "needs exactly one seat with me = true")
        options = data.get("options", {})
        try:
            full = self.game.check_options({**options, "players": len(seats)})
            self.game.start(full, 0)
        except (RepulseError, TypeError, ValueError) as error:
            raise self.bad("", "options", str(error)) from error
        steps = self.steps(self.tables(data, "step"))
        before = self.before(data.get("before", []), len(seats))
        return Lesson(
            ident,
            self.game.name,
            self.number(data, "order", ""),
            self.number(data, "minutes", ""),
            self.number(data, "seed", "") if "seed" in data else 0,
            self.words(data, "title", ""),
            self.words(data, "about", ""),
            full,
            seats,
            steps,
            before,
        )

    def before(self, choices: object, seats: int) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
        answers: list[tuple[Seat, tuple[str, ...]]] = []
        for number, choice in enumerate(choices if isinstance(choices, list) else [choices]):
            key = f"before {number + 1}"
            if not isinstance(choice, list) or not choice or not isinstance(choice[0], int):
                raise self.bad("", key, "is a seat and the words of its answer")
            if not 0 <= choice[0] < seats:
                raise self.bad("", key, f"there is no seat {choice[0]}")
            answers.append((choice[0], self.texts(choice[1:], "", key)))
        return tuple(answers)

    def seat(self, data: Mapping[str, Any], where: str) -> LessonSeat:
        self.known(data, _SEAT_KEYS, where)
        if data.get("me"):
            self.known(data, ("me",), where)
            return LessonSeat(True)
        plays = []
        for number, play in enumerate(data.get("plays", [])):
            key = f"plays {number + 1}"
            if not (
                isinstance(play, list)
                and len(play) >= 2
                and isinstance(play[0], int)
                and all(isinstance(word, str) for word in play[1:])
            ):
                raise self.bad(where, key, "is a round, a prompt and the words of the answer")
            self.prompt(play[1], where, key)
            plays.append(Play(play[0], play[1], tuple(sorted(play[2:]))))
        return LessonSeat(
            False,
            self.text(data, "bot", where),
            self.text(data, "name", where) if "name" in data else "",
            tuple(plays),
        )

    def steps(self, tables: list[Mapping[str, Any]]) -> tuple[LessonStep, ...]:
        steps: list[LessonStep] = []
        for number, data in enumerate(tables):
            named = data.get("id")
            where = f"step {named if isinstance(named, str) else number + 1}"
            self.known(data, _STEP_KEYS, where)
            ident = self.text(data, "id", where)
            if not _IDENT.fullmatch(ident) or ident in {step.ident for step in steps}:
                raise self.bad(where, "id", "is made of small letters, digits and hyphens, and is used once")
            steps.append(self.step(ident, data, where))
        if not steps or steps[-1].prompt or steps[-1].until:
            raise self.bad("", "step", "ends with a step that is only read")
        return tuple(steps)

    def step(self, ident: str, data: Mapping[str, Any], where: str) -> LessonStep:
        point = self.texts(data.get("point", []), where, "point")
        for target in point:
            if not _POINT.fullmatch(target):
                raise self.bad(where, "point", f"{target!r} is not `kind` or `kind:name`")
        accept = data.get("accept", [])
        if not isinstance(accept, list):
            raise self.bad(where, "accept", "is a list of answers, each a list of words")
        taken = tuple(tuple(sorted(self.texts(answer, where, "accept"))) for answer in accept)
        prompt = ""
        if "prompt" in data:
            prompt = self.text(data, "prompt", where)
            self.prompt(prompt, where, "prompt")
        for key in ("accept", "otherwise"):
            if key in data and not prompt:
                raise self.bad(where, key, "goes with a prompt")
        if ("otherwise" in data) != bool(taken):
            raise self.bad(where, "otherwise", "goes with accept, and accept with it")
        until = 0
        if "until" in data:
            if prompt:
                raise self.bad(where, "until", "does not go with a prompt")
            until = FOREVER if data["until"] == "end" else self.number(data, "until", where)
        return LessonStep(
            ident,
            self.words(data, "say", where),
            point,
            prompt,
            taken,
            self.words(data, "otherwise", where) if taken else None,
            until,
        )

    # --- values ---

    def bad(self, where: str, key: str, why: str) -> BadLesson:
        place = f"{self.file}, {where}" if where else self.file
        return BadLesson(f"{place}: {key}: {why}")

    def known(self, data: Mapping[str, Any], keys: Collection[str], where: str) -> None:
        for key in data:
            if key not in keys:
                raise self.bad(where, key, f"is not a key here; there are {', '.join(keys)}")

    def tables(self, data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        value = data.get(key, [])
        if not isinstance(value, list) or not value or not all(isinstance(file, dict) for file in value):
            raise self.bad("", key, f"is missing: write [[{key}]]")
        return value

    def text(self, data: Mapping[str, Any], key: str, where: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value:
            raise self.bad(where, key, "is missing, or not a text")
        return value

    def texts(self, value: object, where: str, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(file, str) for file in value):
            raise self.bad(where, key, "is a list of texts")
        return tuple(value)

    def number(self, data: Mapping[str, Any], key: str, where: str) -> int:
        value = data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.bad(where, key, "is missing, or not a number from 0")
        return value

    def words(self, data: Mapping[str, Any], key: str, where: str) -> Words:
        value = data.get(key)
        if not isinstance(value, dict):
            raise self.bad(where, key, f"is missing: a text for each of {', '.join(LANGUAGES)}")
        self.known(value, LANGUAGES, f"{where}, {key}" if where else key)
        return {
            language: self.text(value, language, f"{where}, {key}" if where else key)
            for language in LANGUAGES
        }

    def prompt(self, ident: str, where: str, key: str) -> None:
        if ident not in self.prompts:
            raise self.bad(where, key, f"{self.game.name} asks no question {ident!r}")


def find_lesson(lessons: Iterable[Lesson], ident: str) -> Lesson | None:
    """Return a lesson by its id, or None if it does not exist (any more)."""
    return next((lesson for lesson in lessons if lesson.ident == ident), None)
