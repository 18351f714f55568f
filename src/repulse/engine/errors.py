"""The errors of games: requests that cannot be fulfilled."""

from __future__ import annotations

from typing import Any

from repulse.engine import mypyc_attr
from repulse.engine.decisions import Data


@mypyc_attr(allow_interpreted_subclasses=True)
class RepulseError(Exception):
    """The base class of all errors: a request that cannot be fulfilled; the message is one line.

    Errors cross process boundaries, so they can be pickled regardless of their constructors. A compiled class with its
    own attributes needs its own `__reduce__`.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_error, (type(self), self.args), attributes_of(self)


def _restored_error(kind: Any, args: tuple[object, ...]) -> object:
    return kind.__new__(kind, *args)


def attributes_of(error: Exception) -> dict[str, object]:
    """Return the attributes that are not compiled; a compiled error has no dictionary until one is added."""
    attributes: dict[str, object] | None = getattr(error, "__dict__", None)
    return {} if attributes is None else dict(attributes)


class BadOptions(RepulseError):
    """The options do not describe a playable game."""


class IllegalChoice(RepulseError):
    """An answer that the rules refuse, with the reason as an id and facts.

    The rules have no sentences for people: `Display.refusal_text` makes one of the reason, in a language. Without a display
    the text of the error is the reason with its facts, such as `too-few (least=2, count=1)`.
    """

    def __init__(self, reason: str, facts: Data | None = None, message: str = "") -> None:
        """Make the error.

        Args:
            reason: A stable id, such as `too-few`.
            facts: The facts that the reason is about, as plain JSON data: numbers, and things by their tokens.
            message: The text of the error, where there is a better one than the reason and the facts.
        """
        self.facts: Data = {} if facts is None else facts
        super().__init__(message or _plain_message(reason, self.facts))
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalChoice, (self.reason, self.facts, str(self)), attributes_of(self)


def _plain_message(reason: str, facts: Data) -> str:
    listed = ", ".join([f"{name}={fact!r}" for name, fact in facts.items()])
    return f"{reason} ({listed})" if listed else reason
