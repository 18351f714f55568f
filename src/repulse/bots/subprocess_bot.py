"""A bot in another program: decisions go to its standard input, answers come from its standard output.

Messages are JSON objects, one per line; docs/guides/bots.md describes them. A program is started once in each process that
plays, and plays all its seats there, in any number of games at once: every message has the id of a seat.
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
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat, State
from repulse.engine.tokens import read_choice

EXIT_TIMEOUT_S: Final = 0.5
"""The time a program has to exit once its input is closed."""


class ProgramError(Exception):
    """A program exited, or wrote something that is not an answer."""


class SubprocessBot(Bot[State]):
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
        """Start the program if necessary, and announce the game."""
        self._game = game
        self._program = running_program(self._command)
        self._number = next(self._program.numbers)
        reply = self._program.ask(
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
        self._views = bool(reply.get("views", True))
        self._observes = bool(reply.get("observe", False))

    def observe(self, view: State) -> None:
        """Send a view to a program that wants to observe."""
        if self._observes and self._program is not None:
            self._program.send({"type": "observe", "id": self._number, "view": view.data()})

    def choose(self, view: State, decision: Decision) -> Choice:
        """Return the answer of the program."""
        game, program = self._game, self._program
        if game is None or program is None:
            raise ProgramError("it was not given a game.")
        tokens = [game.token(view, decision.domain, value) for value in decision.options]
        question: Data = {
            "type": "choose",
            "id": self._number,
            "prompt": decision.prompt,
            "least": decision.least,
            "most": decision.most,
            "options": tokens,
        }
        if self._views:
            question["view"] = view.data()
        answer = program.ask(question).get("words")
        if not isinstance(answer, list) or not all(isinstance(word, str) for word in answer):
            raise ProgramError(f"its answer has no list of words: {answer!r}.")
        return read_choice(game, view, decision, tokens=answer)

    def __del__(self) -> None:
        # Only noted: the garbage collector may run in the middle of a message.
        if self._program is not None:
            self._program.finished.append(self._number)


class Program:
    """A running program."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self.numbers = count(1)
        """The ids of seats."""
        self.finished: deque[int] = deque()
        """The ids of finished seats that have not been announced yet."""
        self._lock = Lock()
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        atexit.register(self.stop)

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def send(self, message: Mapping[str, object]) -> None:
        """Send a message that has no answer."""
        with self._lock:
            self._write(message)

    def ask(self, message: Mapping[str, object]) -> dict[str, Any]:
        """Send a message, wait for its answer, and return it.

        Raises:
            ProgramError: The program exited, or wrote something else.
        """
        with self._lock:
            self._write(message)
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
        if not line:
            raise self._exit_error()
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ProgramError(f"it wrote {line.strip()[:80]!r}, which is not a JSON object.")
        return answer

    def _write(self, message: Mapping[str, object]) -> None:
        assert self._process.stdin is not None
        lines = [json.dumps(message, ensure_ascii=False)]
        while self.finished:
            lines.insert(0, json.dumps({"type": "end", "id": self.finished.popleft()}))
        try:
            self._process.stdin.write("\n".join(lines) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._exit_error() from None

    def _exit_error(self) -> ProgramError:
        try:
            code = self._process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return ProgramError("it has closed its output.")
        return ProgramError(f"the program has ended (exit code {code}).")

    def stop(self) -> None:
        """Stop the program, first by closing its input."""
        for stream in (self._process.stdin, self._process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass
        try:
            self._process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_running: dict[tuple[str, ...], Program] = {}


def running_program(command: tuple[str, ...]) -> Program:
    """Return the program of a command; it is started if it is not running."""
    program = _running.get(command)
    if program is None or not program.running:
        if program is not None:
            program.stop()
        program = _running[command] = Program(command)
    return program


@lru_cache(maxsize=64)
def parse_command(text: str) -> tuple[str, ...]:
    """Return a command line as its arguments.

    Raises:
        RepulseError: It is not a command, or the program does not exist.
    """
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise RepulseError(f"{text!r} is not a command: {error}.") from None
    if not command or shutil.which(command[0]) is None:
        raise RepulseError(f"There is no program {(command or ('',))[0]!r} to play as a bot.")
    return command
