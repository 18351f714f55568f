"""Positions of seeded games as the server would send them, fed to the page without a game being played in it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from repulse.bots.match_bots import MatchBots
from repulse.engine.record import Record
from repulse.table import new_table
from repulse.table.wire.base import to_json
from repulse.table.wire.commands import Answer
from repulse.table.wire.connections import PROTOCOL
from repulse.table.wire.rooms import WantedSeat

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

ROOM: Final = "measured"
BOT: Final = "sensible"
FULL: Final = 20
"""Maximum number of cards in a tableau."""

HAND_KEYS: Final = ("offered", "looked", "cards")
"""The cards that a player has in hand, or is shown there."""

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game at which seat 0 is asked something."""

    name: str
    event: Event


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a game that was played, as the page gets it, and the answer to it."""

    event: Event
    words: list[str]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of bots as seat 0 saw it."""

    asked: tuple[Asked, ...]
    end: Event
    record: Record


def played(
    game: str, options: str, players: int, seed: int, who: str = BOT, language: str = "en"
) -> tuple[Asked, ...]:
    """Return every question that seat 0 is asked in a game of bots, with what `who` answers; `options` as JSON."""
    return play(game, options, players, seed, who, language).asked


@lru_cache(maxsize=64)
def play(
    game: str,
    options: str,
    players: int,
    seed: int,
    who: str = BOT,
    language: str = "en",
    *,
    rivals: tuple[str, ...] = (),
) -> Played:
    """Play a game of bots to its end; `options` as JSON, `rivals` in the seats of the others."""
    seats = [WantedSeat("me"), *[WantedSeat("bot", bot) for bot in rivals or (BOT,) * (players - 1)]]
    table = new_table(game, json.loads(options), seats, seed=seed)
    table.start()
    bots = MatchBots()
    asked: list[Asked] = []
    while True:
        table.play_bots()
        event: Event = json.loads(to_json(table.event("me", language=language)))
        if event["ask"] is None:
            return Played(tuple(asked), event, table.room.record())
        room = table.room
        choice = bots.answer(room.playing, 0, table.bots[who])
        words = room.tokens(room.playing.state.decision(0), choice)
        asked.append(Asked(event, words))
        table.command("me", Answer(str(len(asked)), event["ask"]["number"], words))


def positions(
    game: str, options: dict[str, Any], players: int, seed: int = 7, language: str = "en"
) -> list[Position]:
    """In mid-game, late, with the largest hand or the most cards on offer, and late with tableaus as full as they get."""
    events = [
        question.event for question in played(game, json.dumps(options), players, seed, language=language)
    ]
    chosen = [Position("middle", events[len(events) // 2])]
    if game != "galaxy":
        most = max(events, key=lambda question: laid(question["screen"]).total())
        return [*chosen, Position("late", events[-2]), Position("offers", most)]
    late = next(
        question for question in reversed(events) if question["ask"]["prompt"] in ("action", "actions")
    )
    held = max(events, key=lambda question: question["screen"]["players"][0]["hand"])
    return [*chosen, Position("late", late), Position("hand", held), Position("full", filled(late))]


def laid(screen: dict[str, Any]) -> Counter[str]:
    """Every card that a screen has, with the place where it lies."""
    if screen["game"] == "earth":
        keys = {"cards": "card", "portals": "region", "gadgets": "gadget"}
        return Counter(f"offer/{card[key]}" for group, key in keys.items() for card in screen[group])
    placed = [
        f"lane/{player['seat']}/{card['card']}" for player in screen["players"] for card in player["tableau"]
    ]
    mine = screen["players"][screen["viewer"]]
    return Counter([*placed, *(f"hand/{name}" for key in HAND_KEYS for name in mine[key])])


def called(event: Event, name: str) -> Event:
    """The same with a name for the viewer."""
    changed: Event = json.loads(json.dumps(event))
    changed["room"]["seats"][0]["name"] = name
    changed["screen"]["players"][0]["name"] = name
    return changed


def filled(event: Event) -> Event:
    """The same with every tableau filled up with the cards of all."""
    changed: Event = json.loads(json.dumps(event))
    players = changed["screen"]["players"]
    cards = [placed for player in players for placed in player["tableau"]]
    for player in players:
        missing = FULL - len(player["tableau"])
        player["tableau"] += [cards[place % len(cards)] for place in range(max(0, missing))]
    return changed


def holding(event: Event, cards: list[str]) -> Event:
    """The same with other cards in hand."""
    changed: Event = json.loads(json.dumps(event))
    changed["screen"]["players"][0] |= {"cards": cards, "hand": len(cards)}
    return changed


class Feed:
    """A page at a table that this test sets up as it likes."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.sent = 0
        self.event: Event = {}
        self.answers: list[list[str]] = []
        """The answers of the page."""
        self.socket: WebSocketRoute | None = None
        page.route_web_socket("**/api/rooms/*/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(self._message)

    def _message(self, text: str | bytes) -> None:
        assert self.socket is not None
        message = json.loads(text)
        if message["type"] == "answer":
            self.answers.append(message["words"])
            self.socket.send(json.dumps({"type": "done", "id": message["id"], "n": self.sent}))
        if message["type"] == "hello":
            welcome = {
                "type": "welcome",
                "protocol": PROTOCOL,
                "server": "",
                "room": ROOM,
                "seat": 0,
                "host": True,
            }
            self.socket.send(json.dumps(welcome))
            self._send()

    def _send(self) -> None:
        assert self.socket is not None
        self.sent += 1
        self.socket.send(json.dumps(self.event | {"n": self.sent, "since": -1, "log_from": 0}))

    def follow(self, event: Event) -> None:
        """Let the game go on to a later position, which the page shows with everything that moves."""
        assert self.socket is not None
        count = len(self.event["lines"])
        assert event["lines"][:count] == self.event["lines"], "this is a position of another game"
        self.event = event
        self.sent += 1
        more = {"n": self.sent, "since": self.sent - 1, "log_from": count, "lines": event["lines"][count:]}
        self.socket.send(json.dumps(event | more))

    def show(self, event: Event) -> None:
        """Put a position on the page."""
        self.event = event
        number = event["ask"]["number"] if event["ask"] else ""
        end = "[data-result]" if event["result"] else ".ask"
        if self.socket is None:
            self.page.goto(f"{self.address}/room/{ROOM}")
        else:
            self._send()
        self.page.wait_for_selector(f'.ask[data-ask="{number}"]' if number else end)
        if event["result"]:
            return
        # The cards as the server has them come later than the table.
        self.page.wait_for_selector("[data-card] .powers, [data-card] .phases, .map")
