"""The tables of one browser, and the lines over which its page looks at them.

Everything goes in and out as text, so that nothing but strings crosses from JavaScript to Python and back. What happens
is collected until `out` is called: the worker saves the entries first, and then passes on what is said.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from repulse.browser.nets import bots_here, check_players
from repulse.engine.contract import RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.games import display_of, entry_of, game_named, game_names
from repulse.table.catalogue import program_name
from repulse.table.entries import Created, StoredRoom, decode_entry, encode_entry
from repulse.table.messages import Command, Message, Refused, Rematch, to_json
from repulse.table.protocol import PROTOCOL, FromClient, Hello, Ping, Pong, Presence, Welcome
from repulse.table.reading import read
from repulse.table.room import Refusal, Room
from repulse.table.table import Table, Taken, load_table
from repulse.table.viewer_events import event_for, room_info

ME: Final = "me"
"""The token of the person whose browser this is, in every room."""


def milliseconds() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Line:
    """A view of the page that looks at a room."""

    room: str
    language: str = "en"
    seen: int = -1
    greeted: bool = False


class Home:
    """The tables of one browser."""

    def __init__(self, now: Callable[[], int] = milliseconds) -> None:
        self.now = now
        self.tables: dict[str, Table] = {}
        self.lines: dict[int, Line] = {}
        self._lost: dict[str, RepulseError] = {}
        """Why saved rooms could not be taken up."""
        self._saves: list[dict[str, Any]] = []
        self._said: list[tuple[int, str]] = []

    # --- tables ---

    def has(self, room: str) -> bool:
        """Whether a room is in memory."""
        return room in self.tables

    def load(self, stored: str, entries: str) -> None:
        """Take up a saved room: its settings, and its entries, as they were given out to be saved.

        If that is impossible, everybody who asks for the room is told why.
        """
        found = StoredRoom(**json.loads(stored))
        try:
            table = load_table(found, map(decode_entry, json.loads(entries)), self.now)
            if table.room.stage != "over":
                check_players(found.game, (seat.bot for seat in table.room.seats))
            table.bots = bots_here(found.game)
            self.tables[found.room] = table
        except RepulseError as error:
            self._lost[found.room] = error

    def forget(self, room: str) -> None:
        """Drop a room from memory: it is gone, or another page has played on."""
        self.tables.pop(room, None)

    def table(self, room: str) -> Table:
        """A table by its room; Refusal if there is none."""
        table = self.tables.get(room)
        if table is None:
            raise self._lost.get(room) or Refusal("no-such-room", "There is no such room.")
        return table

    def add(self, game: str, seed: int, settings: dict[str, Any], created: Created) -> Table:
        """A new table, to be saved."""
        stored = StoredRoom(secrets.token_hex(8), self.now() / 1000, "lobby", False, game, seed, settings)
        room = Room(stored)
        room.apply(created)
        table = self.tables[room.room] = Table(room, bots_here(game), self.now)
        self.keep(table, Taken(1, [created]), stored)
        return table

    def keep(self, table: Table, taken: Taken, stored: StoredRoom | None = None) -> None:
        """Give out what was taken, to be saved."""
        if not taken.entries:
            return
        room = table.room
        self._saves.append(
            {
                "room": room.room,
                "stored": json.dumps(asdict(stored)) if stored else "",
                "first": taken.first,
                "entries": list(map(encode_entry, taken.entries)),
                "game": room.stored.game,
                "mode": room.mode,
                "name": room.stored.settings["name"],
                "seat": room.seat_of(ME),
                "over": room.stage == "over",
                "ending": _ending(room),
            }
        )

    def take_back(self, room: str) -> None:
        """Do not save a room after all: it came to nothing."""
        self._saves = [save for save in self._saves if save["room"] != room]

    # --- what the page says ---

    def hear(self, line: int, room: str, text: str) -> None:
        """A message of the page over one of its lines to a room."""
        ident = ""
        try:
            message = _message(text)
            if isinstance(message, Hello):
                self._greet(line, room, message)
            elif isinstance(message, Ping):
                self._say(line, Pong())
            else:
                ident = message.id
                self._do(line, message)
        except RepulseError as error:
            code = error.code if isinstance(error, Refusal) else "error"
            reason = error.reason if isinstance(error, Refusal) else ""
            refused = Refused(code, str(error), reason, ident)
            if ident and code in ("stale", "not-owing"):
                at = self.lines[line]
                refused.event = self.table(at.room).event(ME, -1, at.language)
            self._say(line, refused)

    def hang_up(self, line: int) -> None:
        """A line is closed."""
        self.lines.pop(line, None)

    def _greet(self, line: int, room: str, hello: Hello) -> None:
        table = self.table(room)
        language = hello.language
        if language not in entry_of(table.room.stored.game).display_class.languages():
            language = "en"
        self.lines[line] = Line(room, language, hello.after if 0 <= hello.after <= table.room.n else -1)
        seat, host = table.room.seat_of(ME), table.room.host == ME
        self._say(line, Welcome(PROTOCOL, program_name(), room, seat, host, self.now()))
        self._say(line, Presence([True] * len(table.room.seats), 0))

    def _do(self, line: int, command: Command) -> None:
        if line not in self.lines:
            raise Refusal("bad-message", "The first message of a line is a hello.")
        at = self.lines[line]
        table = self.table(at.room)
        next_room = self._next_room(table, command) if isinstance(command, Rematch) else ""
        try:
            done, taken = table.command(ME, command, at.language, next_room)
        finally:
            if table.broken:
                self.forget(at.room)
        self.keep(table, taken)
        self._say(line, done)

    def _next_room(self, table: Table, command: Rematch) -> str:
        """The room of a rematch, which begins at once; empty if there is one already."""
        created = table.next_room(ME, command)
        if created is None:
            return ""
        settings = table.room.stored.settings | {"chosen_seed": False}
        made = self.add(table.room.stored.game, secrets.randbelow(SEED_LIMIT), settings, created)
        self.keep(made, made.start())
        return made.room.room

    # --- bots ---

    def warm_up(self, language: str) -> None:
        """Read what the first game will need: rules, cards and words."""
        for name in game_names():
            display_of(name, language)
            game = game_named(name)
            mode = game.modes()[0]
            game.start(game.check_options({"players": mode.players[0], **mode.options}), 0)

    def think(self, budget: int) -> bool:
        """Let bots answer for about so many milliseconds at the tables that are looked at, and show what has happened.

        Whether there is more to do.
        """
        until = self.now() + budget
        for room in dict.fromkeys(line.room for line in self.lines.values()):
            table = self.tables.get(room)
            if table is None:
                continue
            more = True
            while more and self.now() < until:
                taken = table.play_next()
                if taken is None:
                    more = False
                else:
                    self.keep(table, taken)
            self._show(table)
            if more:
                return True
        return False

    # --- what comes out ---

    def out(self) -> str:
        """Everything since the last time: `saves`, in order, and `said`, a line and a message each."""
        made = json.dumps({"saves": self._saves, "said": self._said}, ensure_ascii=False)
        self._saves, self._said = [], []
        return made

    def _say(self, line: int, message: Message) -> None:
        self._said.append((line, to_json(message)))

    def _show(self, table: Table) -> None:
        """Tell every line to a table what it has not seen."""
        room = table.room
        for number, line in self.lines.items():
            if line.room != room.room or (line.greeted and line.seen == room.n):
                continue
            seat = room.seat_of(ME)
            info = room_info(room, frozenset({seat}))
            event = event_for(room, seat, room.host == ME, line.seen, line.language, info, table.cache)
            line.seen, line.greeted = room.n, True
            self._say(number, event)


def _ending(room: Room) -> dict[str, Any] | None:
    """How a game ended, for the list of one's tables; None if it has not."""
    if room.stage != "over":
        return None
    state = room.playing.state
    return {"names": room.names, "scores": state.scores(), "winners": state.winners()}


def _message(text: str) -> FromClient:
    try:
        message: FromClient = read(FromClient, json.loads(text), known_only=True)
    except (ValueError, TypeError, KeyError) as error:
        raise Refusal("bad-message", f"This is not a message: {error}") from None
    return message
