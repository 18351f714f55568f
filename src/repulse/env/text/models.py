"""Language models as players: what answers a conversation, by where it is found.

./mine.py:ask               a function in a file, called with the messages, returning a text or a `ModelReply`
package.module:ask          a function in a module
program:./mine --fast       another program: a line of JSON with the messages in, a line of JSON with the reply out
bot:sensible                a bot, for comparison and for tests: it answers in words like a model
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypedDict

from repulse.bots.locate import locate_callable
from repulse.engine.contract import RepulseError

PROGRAM_PREFIX: Final = "program:"
BOT_PREFIX: Final = "bot:"


class ModelError(RepulseError):
    """A model that cannot be called, or that gave no reply."""


class ChatMessage(TypedDict):
    """One message of a conversation."""

    role: str
    """`system`, `user` or `assistant`."""
    content: str


@dataclass(frozen=True)
class ModelReply:
    """The reply of a model, with its cost."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """In the currency of its provider."""


class Model(Protocol):
    """A model, or anything else that answers a conversation."""

    def __call__(self, messages: Sequence[ChatMessage]) -> str | ModelReply:
        """Return the next message of the assistant."""
        ...


def ask(model: Model, messages: Sequence[ChatMessage]) -> ModelReply:
    """Return the reply of a model.

    Raises:
        ModelError: It raised an error, or its reply is not a text.
    """
    try:
        reply = model(messages)
    except RepulseError:
        raise
    except Exception as error:
        raise ModelError(f"The model failed: {type(error).__name__}: {error}") from error
    if isinstance(reply, str):
        return ModelReply(reply)
    if not isinstance(reply, ModelReply):
        raise ModelError(f"A model returns a text or a ModelReply, not {type(reply).__name__}.")
    return reply


def locate_model(location: str) -> Model:
    """Return the model at a location.

    Args:
        location: `./mine.py:ask`, `package.module:ask` or `program:COMMAND`. Its code is imported.

    Raises:
        RepulseError: There is no model at this location.
    """
    if location.startswith(PROGRAM_PREFIX):
        return ProgramModel(location.removeprefix(PROGRAM_PREFIX))
    model: Callable[..., Any] = locate_callable(location, "model")
    return model


class ProgramModel:
    """A model behind another program, which reads and writes lines of JSON.

    In: `{"messages": [{"role", "content"}, ...]}`. Out: `{"text", "input_tokens", "output_tokens", "cost"}`, of which only
    `text` is needed.
    """

    def __init__(self, command: str) -> None:
        self._arguments = shlex.split(command)
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, messages: Sequence[ChatMessage]) -> ModelReply:
        """Send the conversation and read the reply.

        Raises:
            ModelError: The program cannot be run, has ended, or wrote something else.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"messages": list(messages)}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError as error:
            raise ModelError(f"The program {self._arguments[0]!r} has ended: {error}.") from error
        if not line:
            raise ModelError(f"The program {self._arguments[0]!r} has ended without a reply.")
        try:
            data = json.loads(line)
            return ModelReply(
                str(data["text"]),
                int(data.get("input_tokens", 0)),
                int(data.get("output_tokens", 0)),
                float(data.get("cost", 0.0)),
            )
        except (ValueError, TypeError, KeyError) as error:
            raise ModelError(f"Not a reply: {line.strip()[:200]!r} ({error!r}).") from error

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            except OSError as error:
                raise ModelError(f"The program {self._arguments[0]!r} cannot be run: {error}.") from error
        return self._process

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()
            self._process = None
