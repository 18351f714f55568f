"""A bot in another program: questions go to its standard input, answers come from its standard output.

One JSON object a line each way; docs/bots.md describes the messages. A program is started once in each process that
plays, and plays all its seats there, in as many games at once as there are: every message says which seat it is about.
"""

from __future__ import annotations

import atexit
import json
import shlex
import shutil
import subprocess
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import Any, Final

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State, read_choice

PATIENCE: Final = 0.5
"""Seconds a program is given to end by itself when its input is closed."""


class ProgramFault(Exception):
    """A program that ended, or wrote something that is not an answer."""


class ProgramBot(Bot[State]):
    """One seat of one game, played by a program."""

    def __init__(self, command: tuple[str, ...], seed: int) -> None:
        super().__init__(seed)
        self._command = command
        self._program: Program | None = None
        self._number = 0
        self._views = True
        self._observes = False
        self._game: Game | None = None

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        """Start the program if need be, and tell it of the game."""
        self._game = game
        self._program = started(self._command)
        self._number = next(self._program.numbers)
        told = self._program.ask(
            {
                "type": "begin",
                "id": self._number,
                "game": game.name,
                "rules": game.rules,
                "options": options,
                "seat": seat,
                "seed": self.seed,
            }
        )
        self._views = bool(told.get("views", True))
        self._observes = bool(told.get("observe", False))

    def observe(self, view: State) -> None:
        """Show the program what it asked to be shown."""
        if self._observes and self._program is not None:
            self._program.tell({"type": "observe", "id": self._number, "view": view.data()})

    def choose(self, view: State, decision: Decision) -> Choice:
        """The program's answer."""
        game, program = self._game, self._program
        if game is None or program is None:
            raise ProgramFault("it has not been given a game.")
        words = [game.token(view, decision.domain, value) for value in decision.options]
        question: Data = {
            "type": "choose",
            "id": self._number,
            "prompt": decision.prompt,
            "least": decision.least,
            "most": decision.most,
            "options": words,
        }
        if self._views:
            question["view"] = view.data()
        answer = program.ask(question).get("words")
        if not isinstance(answer, list) or not all(isinstance(word, str) for word in answer):
            raise ProgramFault(f"its answer has no list of words: {answer!r}.")
        return read_choice(game, view, decision, answer)

    def __del__(self) -> None:
        # Only noted: this may run at any moment, even in the middle of a message.
        if self._program is not None:
            self._program.over.append(self._number)


class Program:
    """A running program."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self.numbers = count(1)
        """An id for each seat of each game."""
        self.over: deque[int] = deque()
        """The ids of games that are over, which it has not been told yet."""
        self._turn = Lock()
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        atexit.register(self.stop)

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def tell(self, message: Mapping[str, object]) -> None:
        """Send a message that is not answered."""
        with self._turn:
            self._write(message)

    def ask(self, message: Mapping[str, object]) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        with self._turn:
            self._write(message)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
        if not line:
            raise self._ended()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ProgramFault(f"it wrote {line.strip()[:80]!r}, which is not a JSON object.")
        return answer

    def _write(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        lines = [json.dumps(message, ensure_ascii=False)]
        while self.over:
            lines.insert(0, json.dumps({"type": "end", "id": self.over.popleft()}))
        try:
            self._process.stdin.write("\n".join(lines) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> ProgramFault:
        try:
            code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return ProgramFault("it has closed its output.")
        return ProgramFault(f"the program has ended (exit code {code}).")

    def stop(self) -> None:
        """End it: first by closing its input."""
        for stream in (self._process.stdin, self._process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_running: dict[tuple[str, ...], Program] = {}


def started(command: tuple[str, ...]) -> Program:
    """The program of a command in this process; started again if it has ended."""
    program = _running.get(command)
    if program is None or not program.running:
        if program is not None:
            program.stop()
        program = _running[command] = Program(command)
    return program


@lru_cache(maxsize=64)
def command_of(text: str) -> tuple[str, ...]:
    """A command line as a list of words; RepulseError if there is no such program."""
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise RepulseError(f"{text!r} is not a command: {error}.") from None
    if not command or shutil.which(command[0]) is None:
        raise RepulseError(f"There is no program {(command or ('',))[0]!r} to play as a bot.")
    return command
