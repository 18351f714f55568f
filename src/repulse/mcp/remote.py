"""A seat at a table of a Repulse server, over its HTTP protocol (docs/reference/protocol.md)."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Sequence
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

from repulse.engine.contract import ONE, SOME, Decision, IllegalChoice, RepulseError
from repulse.engine.display.keeping import Keeping
from repulse.engine.display.reading import read_answer
from repulse.env.text.replies import answer_in

REQUEST_TIMEOUT_S: Final = 30.0
WAIT_S: Final = 20.0
"""The time a look waits for the other players before it returns."""
POLL_S: Final = 0.5


class ServerError(RepulseError):
    """A server that refused something, or cannot be reached."""


class RemoteTable:
    """One seat in a room of a server."""

    def __init__(self, server: str, room: str, token: str, *, language: str = "en") -> None:
        """Resume a seat whose token is known.

        Args:
            server: The address of the server.
            room: The id of the room.
            token: The token of the seat.
            language: The language of the texts.
        """
        self.server = server.rstrip("/")
        self.room = room
        self.language = language
        self.wait_s = WAIT_S
        self._token = token
        self._event: dict[str, Any] = {}

    def describe(self) -> str:
        """Return which room it is, in a line."""
        return f"room {self.room} at {self.server}"

    def look(self) -> str:
        """Return what the seat sees, once it is asked something or the game is over, or after a while of waiting."""
        deadline = monotonic() + self.wait_s
        while True:
            self._event = self._get("view")
            ask, result = self._event.get("ask"), self._event.get("result")
            if ask or result or monotonic() > deadline:
                break
            sleep(POLL_S)
        parts = [self._get("words")["text"]]
        lines = [_plain(line["text"]) for line in self._event.get("lines", [])[-24:]]
        if any(lines):
            parts.insert(0, "\n".join(["What happened last:", *filter(None, lines)]))
        if result:
            parts.append(f"The game is over. Scores: {result['scores']}; winners: {result['winners']}.")
        elif ask:
            parts.append(_question(ask))
        else:
            parts.append("The others are choosing. Look again.")
        return "\n\n".join(parts)

    def answer(self, reply: str) -> str:
        """Send an answer and return what the seat sees next.

        Raises:
            RepulseError: Nothing is asked, or this is not a legal answer.
        """
        if not self._event.get("ask"):
            self._event = self._get("view")
        ask = self._event.get("ask")
        if not ask:
            raise RepulseError("You are not asked anything now. Look again.")
        command = {
            "type": "answer",
            "id": token_hex(8),
            "ask": ask["number"],
            "words": words_of(ask, answer_in(reply)),
        }
        # A question that has gone is asked again by the next look.
        self._event = {}
        self._post("commands", command)
        return self.look()

    def _get(self, what: str) -> Any:
        return request(f"{self.server}/api/rooms/{quote(self.room)}/{what}?lang={self.language}", self._token)

    def _post(self, what: str, body: object) -> Any:
        url = f"{self.server}/api/rooms/{quote(self.room)}/{what}?lang={self.language}"
        return request(url, self._token, body=body)


def join(server: str, room: str, *, name: str, seat: int | None = None) -> RemoteTable:
    """Take an open seat in a room.

    Args:
        server: The address of the server.
        room: The id of the room.
        name: The name of the player.
        seat: The seat, counted from 0; None for any.

    Raises:
        ServerError: The server refuses it, or cannot be reached.
    """
    body: dict[str, object] = {"name": name}
    if seat is not None:
        body["seat"] = seat
    joined = request(f"{server.rstrip('/')}/api/rooms/{quote(room)}/join", "", body=body)
    return RemoteTable(server, room, joined["token"])


def request(url: str, token: str, *, body: object = None) -> Any:
    """Return the reply of a server as data.

    Raises:
        ServerError: It refused the request, or cannot be reached.
    """
    if not url.startswith(("http://", "https://")):
        raise ServerError(f"The address of a server begins with http:// or https://, not as in {url!r}.")
    data = None if body is None else json.dumps(body).encode()
    message = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    if token:
        message.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(message, timeout=REQUEST_TIMEOUT_S) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise ServerError(_refusal(error)) from error
    except (OSError, ValueError) as error:
        raise ServerError(f"{url} gives no answer: {error}.") from error


def _refusal(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["words"])
    except (ValueError, KeyError, TypeError):
        return f"The server refused this: {error.code} {error.reason}."


def words_of(ask: dict[str, Any], text: str) -> list[str]:
    """Return the words of the protocol for a typed answer to a question.

    Args:
        ask: The question, as the server sent it.
        text: Numbers or names of options.

    Raises:
        RepulseError: It names no options, or cannot be what is kept.
    """
    options = ask["options"]
    decision = Decision(
        0,
        ask["prompt"],
        ONE if ask["kind"] == "one" else SOME,
        "",
        list(range(len(options))),
        ask["least"],
        ask["most"],
        -1,
    )
    texts = [_option(option) for option in options]
    chosen = read_answer(decision, text, numbers=list(range(1, len(options) + 1)), texts=texts)
    if ask["keeps"]:
        chosen = _discarded(decision, ask, chosen)
    return [options[place]["word"] for place in chosen]


def _discarded(decision: Decision, ask: dict[str, Any], kept: Sequence[int]) -> list[int]:
    """Return what goes where the question is what is kept."""
    free = Counter(ask["held"])
    held = []
    for place, option in enumerate(ask["options"]):
        if free[option["word"]] > 0:
            free[option["word"]] -= 1
            held.append(place)
    keeping = Keeping(len(ask["options"]) - ask["least"], held)
    try:
        return keeping.rest(decision, kept)
    except IllegalChoice as error:
        raise RepulseError(f"Keep exactly {keeping.new} of the new ones.") from error


def _question(ask: dict[str, Any]) -> str:
    """Return a question with its numbered options."""
    lines = [f"{number}. {_option(option)}" for number, option in enumerate(ask["options"], 1)]
    if ask["keeps"]:
        form = f"Answer with the numbers of what you keep: {len(ask['options']) - ask['least'] - len(ask['held'])}."
    elif ask["kind"] == "one":
        form = "Answer with the number of one option."
    else:
        form = f"Answer with the numbers of {ask['least']} to {ask['most']} options, or none where that is possible."
    return "\n".join([_plain(ask["text"]), *lines, form])


def _option(option: dict[str, Any]) -> str:
    title, detail = _plain(option["title"]), _plain(option["detail"])
    return f"{title} ({detail})" if detail else title


def _plain(pieces: Sequence[dict[str, Any]]) -> str:
    return "".join(piece["text"] for piece in pieces)
