"""What a server and a machine with bots say to each other: a JSON object a line, each way."""

from __future__ import annotations

import hmac
from typing import Final

import msgspec
from msgspec import Struct

import repulse
from repulse.games import game_named, game_names
from repulse.server.limits import LARGEST_RECORD
from repulse.server.worker_jobs import Report, Think

LONGEST_LINE: Final = 4 * LARGEST_RECORD


class Greeting(Struct):
    """The first line of a server: it must know the token, and play by the same rules."""

    token: str
    version: str
    rules: dict[str, str]


class Welcome(Struct):
    """The first line of the other side."""

    ok: bool
    why: str = ""
    processes: int = 0
    """How many questions it can think about at once."""


class Question(Struct):
    """A question for a bot."""

    id: int
    job: Think
    limit: float
    """Seconds within which an answer is of use."""
    urgent: bool
    """Whether people wait for it."""


class Answer(Struct):
    """The answer, or why there is none (`HelperFailed`)."""

    id: int
    report: Report | None = None
    failed: str = ""
    facts: dict[str, str] = {}


GREETING: Final = msgspec.json.Decoder(Greeting)
WELCOME: Final = msgspec.json.Decoder(Welcome)
QUESTION: Final = msgspec.json.Decoder(Question)
ANSWER: Final = msgspec.json.Decoder(Answer)


def line(message: Struct) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(message) + b"\n"


def greeting(token: str) -> Greeting:
    """Our greeting."""
    rules = {name: str(game_named(name).rules) for name in game_names()}
    return Greeting(token, repulse.__version__, rules)


def why_not(theirs: Greeting, token: str) -> str:
    """Why somebody who greets like this is not served; empty if they are."""
    ours = greeting(token)
    if not token or not hmac.compare_digest(theirs.token.encode(), token.encode()):
        return "the token is wrong"
    if (theirs.version, theirs.rules) != (ours.version, ours.rules):
        return f"this is version {ours.version} of Repulse, with other rules than {theirs.version}"
    return ""
