"""The protocol between a server and a bot host: one JSON object per line, each way."""

from __future__ import annotations

import hmac
from typing import Final

import msgspec
from msgspec import Struct

import repulse
from repulse.games import game_named, game_names
from repulse.server.guard.limits import MAX_RECORD_BYTES
from repulse.server.helpers.jobs import ChooseFromView, Report

MAX_LINE_BYTES: Final = 4 * MAX_RECORD_BYTES


class Greeting(Struct):
    """The first line of a server, with the token and the versions of the rules."""

    token: str
    version: str
    rules: dict[str, str]


class BotWelcome(Struct):
    """The first line of the other side."""

    ok: bool
    why: str = ""
    processes: int = 0
    """Number of jobs that it can run in parallel."""


class BotQuestion(Struct):
    """A question for a bot."""

    id: int
    job: ChooseFromView
    limit: float
    """Seconds within which an answer is of use."""
    urgent: bool
    """Whether people wait for it."""


class BotAnswer(Struct):
    """The answer, or the reason of the failure (`HelperError`)."""

    id: int
    report: Report | None = None
    failed: str = ""
    facts: dict[str, str] = {}


GREETING: Final = msgspec.json.Decoder(Greeting)
WELCOME: Final = msgspec.json.Decoder(BotWelcome)
QUESTION: Final = msgspec.json.Decoder(BotQuestion)
ANSWER: Final = msgspec.json.Decoder(BotAnswer)


def line(message: Struct) -> bytes:
    """Return a message as a line of JSON."""
    return msgspec.json.encode(message) + b"\n"


def greeting(token: str) -> Greeting:
    """Return the greeting of this program."""
    rules = {name: str(game_named(name).rules) for name in game_names()}
    return Greeting(token, repulse.__version__, rules)


def refusal_reason(theirs: Greeting, token: str) -> str:
    """Return why a greeting is refused; empty if it is accepted."""
    ours = greeting(token)
    if not token or not hmac.compare_digest(theirs.token.encode(), token.encode()):
        return "the token is wrong"
    if (theirs.version, theirs.rules) != (ours.version, ours.rules):
        return f"this is version {ours.version} of Repulse, with other rules than {theirs.version}"
    return ""
