"""Replies to commands and requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from repulse.table.wire.base import Message
from repulse.table.wire.views import Event


@dataclass(slots=True)
class Done(Message):
    """A command was accepted, stored, and is shown by event `n`. The same command again gets the same reply."""

    type: Literal["done"] = field(default="done", init=False)
    id: str
    n: int


@dataclass(slots=True)
class Refused(Message):
    """A command or message was refused, and nothing changed."""

    type: Literal["refused"] = field(default="refused", init=False)
    code: str
    """A stable id: `illegal`, `stale`, `not-owing`, `not-yours`, `bad-message`, `too-large`, ..."""
    words: str
    """The reason in a sentence."""
    reason: str = ""
    """For `illegal`: the rules' own id of the reason."""
    id: str = ""
    """The command that was refused, if it had an id."""
    event: Event | None = None
    """The room as it is now, if the command shows that the client is out of date."""


@dataclass(slots=True)
class Problem(Message):
    """An error in a request."""

    code: str
    words: str
