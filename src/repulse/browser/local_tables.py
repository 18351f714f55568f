"""The tables of one browser, and the subscriptions of its page to them.

Everything goes in and out as text, so that only strings cross between JavaScript and Python. Effects are collected
until `drain` is called: the worker saves the entries first, and then passes on the messages.
"""

from __future__ import annotations

import json
import secrets
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from repulse.browser.nets import available_bots, check_bots
from repulse.daily import day_of
from repulse.engine.contract import RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.engine.record import BadRecord
from repulse.games import display_of, entry_of, game_named, game_names
from repulse.table.catalogue import program_name
from repulse.table.entries import StoredRoom, decode_entry, decode_room, encode_entry, encode_room
from repulse.table.names import clean
from repulse.table.reading import read
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import RoomFactory, RoomPlan, RoomPolicy, load_table
from repulse.table.room_state import RoomState
from repulse.table.viewer_events import event_for, room_info
from repulse.table.wire.base import Message, to_json
from repulse.table.wire.commands import Command, Rematch
from repulse.table.wire.connections import PROTOCOL, FromClient, Hello, Ping, Pong, Presence, Welcome
from repulse.table.wire.replies import Refused

ME: Final = "me"
"""The token of the person whose browser this is, in every room."""

INTERNAL_ERROR: Final = "Something went wrong in this page. Please try again; if it does not help, reload it."


def code_of(error: RepulseError) -> RefusalCode:
    """Return the stable id that clients get for an error."""
    if isinstance(error, RefusalError):
        return error.code
    return RefusalCode.BAD_RECORD if isinstance(error, BadRecord) else RefusalCode.ERROR


def wall_clock_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Subscription:
    """A view of the page that watches a room."""

    room: str
    language: str = "en"
    seen: int = -1
    """The latest event that was sent; -1 for none."""
    is_greeted: bool = False
    """Whether the first event was sent."""


class LocalTables:
    """The tables of one browser."""

    def __init__(self, now: Callable[[], int] = wall_clock_ms) -> None:
        self.now = now
        self.tables: dict[str, RoomDriver] = {}
        self.subscriptions: dict[int, Subscription] = {}
        self.factory = RoomFactory(
            RoomPolicy(
                random_seed=lambda: secrets.randbelow(SEED_LIMIT),
                bots=available_bots,
                check_bots=check_bots,
                check_name=lambda name: clean(name, "A name"),
                can_invite=False,
                today=self.today,
            )
        )
        self._load_errors: dict[str, RepulseError] = {}
        """Why saved rooms could not be loaded."""
        self._saves: list[dict[str, Any]] = []
        self._messages: list[tuple[int, str]] = []

    def today(self) -> date:
        """Return the date in UTC, by the clock of this device."""
        return day_of(self.now() / 1000)

    # --- tables ---

    def is_loaded(self, room: str) -> bool:
        """Return whether a room is in memory."""
        return room in self.tables

    def load(self, stored: str, entries: str) -> None:
        """Load a saved room. If that fails, requests for the room get the reason.

        Args:
            stored: Its settings, as they were given out to be saved.
            entries: A JSON list of its entries, as they were given out to be saved.
        """
        settings = decode_room(stored)
        try:
            table = load_table(settings, map(decode_entry, json.loads(entries)), self.now)
            if table.room.stage != "over":
                check_bots(settings.game, (seat.bot for seat in table.room.seats))
            table.bots = available_bots(settings.game)
            self.tables[settings.id] = table
        except RepulseError as error:
            self._load_errors[settings.id] = error

    def unload(self, room: str) -> None:
        """Drop a room from memory: it was deleted, or another page has played on."""
        self.tables.pop(room, None)

    def table(self, room: str) -> RoomDriver:
        """Return a table by the id of its room.

        Raises:
            RepulseError: It does not exist, or could not be loaded.
        """
        table = self.tables.get(room)
        if table is None:
            raise self._load_errors.get(room) or RefusalError(
                RefusalCode.NO_SUCH_ROOM, "There is no such room."
            )
        return table

    def open(self, plan: RoomPlan) -> RoomDriver:
        """Open a new room, and queue it to be saved."""
        room = plan.open_room(secrets.token_hex(8), self.now() / 1000)
        table = self.tables[room.id] = RoomDriver(room, available_bots(plan.game), self.now)
        self.queue_save(table, Commit(1, [plan.created]), room.stored)
        try:
            self.queue_save(table, table.start() if plan.starts else table.apply_entries(plan.entries))
        except Exception:
            self.unload(room.id)
            self.unqueue(room.id)
            raise
        return table

    def queue_save(self, table: RoomDriver, commit: Commit, stored: StoredRoom | None = None) -> None:
        """Queue entries to be saved; `stored` are the settings of a new room."""
        if not commit.entries:
            return
        room = table.room
        self._saves.append(
            {
                "room": room.id,
                "stored": encode_room(stored) if stored else "",
                "first": commit.first,
                "entries": list(map(encode_entry, commit.entries)),
                "game": room.stored.game,
                "mode": room.mode,
                "name": room.stored.settings.name,
                "seat": room.seat_of(ME),
                "over": room.stage == "over",
                "ending": _ending(room),
            }
        )

    def unqueue(self, room: str) -> None:
        """Discard what was queued for a room that could not be opened."""
        self._saves = [save for save in self._saves if save["room"] != room]

    # --- messages of the page ---

    def receive(self, subscription: int, room: str, text: str) -> None:
        """Process a message of the page about a room.

        It never raises: an internal error refuses the command, so that the page goes on.

        Args:
            subscription: The number of the subscription that the message came by.
            room: The id of the room.
            text: The message as JSON.
        """
        command = ""
        try:
            message = _read_message(text)
            if isinstance(message, Hello):
                self._subscribe(subscription, room, message)
            elif isinstance(message, Ping):
                self._send(subscription, Pong())
            else:
                command = message.id
                self._carry_out(subscription, message)
        except RepulseError as error:
            code = code_of(error)
            reason = error.reason if isinstance(error, RefusalError) else ""
            refused = Refused(code, str(error), reason, command)
            if command and code in (RefusalCode.STALE, RefusalCode.NOT_OWING):
                current = self.subscriptions[subscription]
                refused.event = self.table(current.room).event(ME, -1, current.language)
            self._send(subscription, refused)
        except Exception:
            traceback.print_exc()
            self.unload(room)
            self._send(subscription, Refused(RefusalCode.INTERNAL, INTERNAL_ERROR, "", command))

    def unsubscribe(self, subscription: int) -> None:
        """End a subscription."""
        self.subscriptions.pop(subscription, None)

    def _subscribe(self, number: int, room: str, hello: Hello) -> None:
        state = self.table(room).room
        language = hello.language
        if language not in entry_of(state.stored.game).display_class.languages():
            language = "en"
        seen = hello.after if 0 <= hello.after <= state.n else -1
        self.subscriptions[number] = Subscription(room, language, seen)
        seat, is_host = state.seat_of(ME), state.host == ME
        self._send(number, Welcome(PROTOCOL, program_name(), room, seat, is_host, self.now()))
        self._send(number, Presence([True] * len(state.seats), 0))

    def _carry_out(self, number: int, command: Command) -> None:
        if number not in self.subscriptions:
            raise RefusalError(RefusalCode.BAD_MESSAGE, "The first message of a connection is a hello.")
        subscription = self.subscriptions[number]
        table = self.table(subscription.room)
        next_room = self._open_rematch(table, command) if isinstance(command, Rematch) else ""
        try:
            done, commit = table.command(ME, command, subscription.language, next_room=next_room)
        finally:
            if table.broken:
                self.unload(subscription.room)
        self.queue_save(table, commit)
        self._send(number, done)

    def _open_rematch(self, table: RoomDriver, command: Rematch) -> str:
        """Open the room of a rematch; return its id, or an empty text if it was opened before."""
        created = table.next_room(ME, command)
        return "" if created is None else self.open(self.factory.rematch(table.room, created)).room.id

    # --- bots ---

    def warm_up(self, language: str) -> None:
        """Load what the first game will need: rules, cards and texts."""
        for name in game_names():
            display_of(name, language)
            game = game_named(name)
            mode = game.modes()[0]
            game.start(game.check_options(game.with_players(mode.options, mode.players[0])), 0)

    def run_bots(self, budget_ms: int) -> bool:
        """Let bots answer at the tables that are watched, and send what has happened.

        Args:
            budget_ms: About how long this may take, in milliseconds.

        Returns:
            Whether bots still owe answers.
        """
        deadline = self.now() + budget_ms
        for room in dict.fromkeys(subscription.room for subscription in self.subscriptions.values()):
            table = self.tables.get(room)
            if table is None:
                continue
            has_more = True
            while has_more and self.now() < deadline:
                commit = table.play_next()
                if commit is None:
                    has_more = False
                else:
                    self.queue_save(table, commit)
            self._send_events(table)
            if has_more:
                return True
        return False

    def refresh(self, room: str) -> None:
        """Send what another page of this browser has played; its bots play there."""
        table = self.tables.get(room)
        if table is not None:
            self._send_events(table)

    # --- output ---

    def drain(self) -> str:
        """Return everything since the last call, as JSON.

        Returns:
            `saves`, in order, and `messages`: the number of a subscription and a message each.
        """
        output = json.dumps({"saves": self._saves, "messages": self._messages}, ensure_ascii=False)
        self._saves, self._messages = [], []
        return output

    def _send(self, subscription: int, message: Message) -> None:
        self._messages.append((subscription, to_json(message)))

    def _send_events(self, table: RoomDriver) -> None:
        """Send each subscriber of a table the events that it has not seen."""
        room = table.room
        for number, subscription in self.subscriptions.items():
            if subscription.room != room.id or (subscription.is_greeted and subscription.seen == room.n):
                continue
            seat = room.seat_of(ME)
            info = room_info(room, frozenset({seat}))
            event = event_for(
                room,
                seat,
                info,
                host=room.host == ME,
                since=subscription.seen,
                language=subscription.language,
                cache=table.cache,
            )
            subscription.seen, subscription.is_greeted = room.n, True
            self._send(number, event)


def _ending(room: RoomState) -> dict[str, Any] | None:
    """Return how a game ended, for the list of tables; None if it has not ended."""
    if room.stage != "over":
        return None
    state = room.playing.state
    return {"names": room.names, "scores": state.scores(), "winners": state.winners()}


def _read_message(text: str) -> FromClient:
    try:
        message: FromClient = read(FromClient, json.loads(text), known_only=True)
    except (ValueError, TypeError, KeyError) as error:
        raise RefusalError(RefusalCode.BAD_MESSAGE, f"This is not a message: {error}") from None
    return message
