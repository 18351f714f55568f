"""The routes of a server that make sense for one person without one."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from repulse.bots import NET_BOTS
from repulse.browser.advice import LocalAdvice
from repulse.browser.daily import LocalDaily
from repulse.browser.local_tables import INTERNAL_ERROR, ME, LocalTables, code_of
from repulse.engine.contract import EVERYTHING, RepulseError
from repulse.engine.record import BadRecord
from repulse.games import display_of
from repulse.table.overlays import cards_of, display_for, room_overlays, room_rules
from repulse.table.puzzles import find_puzzle, list_message, position_message, verdict_message
from repulse.table.reading import read
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.replays import Replays, replay_step
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import RoomPlan
from repulse.table.room_state import RoomState
from repulse.table.rules import rules_json
from repulse.table.viewer_events import table_text
from repulse.table.wire.analysis import ReplayRequest, ReviewRequest
from repulse.table.wire.base import Message, to_json
from repulse.table.wire.daily import ParRequest
from repulse.table.wire.puzzles import PuzzleTry
from repulse.table.wire.replies import Problem
from repulse.table.wire.rooms import CreateRoom, PlayOn, Seated

M = TypeVar("M", bound=Message)


@dataclass
class LocalRequest:
    """A request of the page, taken apart."""

    route: str
    """The path after `/api/`, with `*` in place of the id of a room."""
    room: str = ""
    """The id of the room, if the route is about one."""
    puzzle: str = ""
    """The id of the puzzle, if the route is about one."""
    query: dict[str, str] = field(default_factory=dict)
    body: str = ""

    @classmethod
    def parse(cls, path: str, body: str) -> LocalRequest:
        """Take apart the path of a request and its query."""
        url = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        parts = url.path.strip("/").split("/")[1:]
        room = parts[1] if len(parts) > 1 and parts[0] == "rooms" else ""
        puzzle = parts[1] if len(parts) > 1 and parts[0] == "puzzles" else ""
        if room or puzzle:
            parts[1] = "*"
        return cls("/".join(parts), room, puzzle, query, body)

    @property
    def language(self) -> str:
        """The language of the reader."""
        return self.query.get("lang", "en")

    def number(self, name: str, default: int) -> int:
        """Return a number of the query.

        Raises:
            RefusalError: It is not a number.
        """
        try:
            return int(self.query.get(name, default))
        except ValueError:
            raise RefusalError(
                RefusalCode.BAD_MESSAGE, f"{name} must be a whole number, not {self.query[name][:40]!r}."
            ) from None

    def read_body(self, kind: type[M]) -> M:
        """Return the message in the body.

        Raises:
            RefusalError: It is not such a message.
        """
        try:
            message: M = read(kind, json.loads(self.body), known_only=True)
        except (ValueError, TypeError, KeyError) as error:
            raise RefusalError(RefusalCode.BAD_MESSAGE, f"Malformed request: {error}") from None
        return message


class Requests:
    """Answers the requests of a page."""

    def __init__(self, tables: LocalTables) -> None:
        self.tables = tables
        self.replays = Replays()
        self.advice = LocalAdvice()
        self.daily = LocalDaily(tables.today)
        self._get: dict[str, Callable[[LocalRequest], str]] = {
            "rules": self._rules,
            "daily": lambda request: to_json(self.daily.day(request.query.get("day", ""))),
            "puzzles": lambda request: to_json(list_message(self.tables.today())),
            "puzzles/*": lambda request: to_json(
                position_message(find_puzzle(request.puzzle), request.language)
            ),
            "rooms/*/scores": self._scores,
            "rooms/*/words": self._words,
            "rooms/*/overlays": lambda request: to_json(room_overlays(self._room(request), request.language)),
            "rooms/*/cards.json": self._cards,
            "rooms/*/rules": lambda request: to_json(room_rules(self._room(request), request.language)),
            "rooms/*/record": lambda request: self._room(request).record().to_json(),
            "rooms/*/replay": self._replay_room,
        }
        self._post: dict[str, Callable[[LocalRequest], str]] = {
            "rooms": self._create,
            "puzzles/*": self._judge_puzzle,
            "daily/par": lambda request: to_json(self.daily.par(request.read_body(ParRequest).deal)),
            "replay": self._replay_record,
            "review": self._review_record,
            "import": self._import_record,
            "rooms/*/hint": self._hint,
            "rooms/*/review": self._review_room,
            "rooms/*/play-on": self._play_on,
        }

    def answer(self, path: str, body: str) -> str:
        """Answer a request, which has a body if it is a POST.

        It never raises: an internal error is an answer, too, so that the page goes on.

        Returns:
            An HTTP status and a text, as JSON.
        """
        try:
            status, text = 200, self._dispatch(LocalRequest.parse(path, body))
        except RepulseError as error:
            status, text = 400, to_json(Problem(code_of(error), str(error)))
        except Exception:
            # The console of the browser gets what developers need.
            traceback.print_exc()
            status, text = 500, to_json(Problem(RefusalCode.INTERNAL, INTERNAL_ERROR))
        return json.dumps({"status": status, "text": text}, ensure_ascii=False)

    def _dispatch(self, request: LocalRequest) -> str:
        handler = (self._post if request.body else self._get).get(request.route)
        if handler is None:
            raise RefusalError(
                RefusalCode.NEEDS_SERVER,
                "This needs a server: here everything happens in your browser alone.",
            )
        return handler(request)

    def _room(self, request: LocalRequest) -> RoomState:
        return self.tables.table(request.room).room

    def _open(self, plan: RoomPlan) -> str:
        return _seated(self.tables.open(plan))

    # --- routes that read ---

    @staticmethod
    def _rules(request: LocalRequest) -> str:
        return rules_json(request.query.get("game", ""), request.query.get("mode", ""), request.language)

    def _scores(self, request: LocalRequest) -> str:
        """Return where everybody's points come from."""
        room = self._room(request)
        display = display_of(room.stored.game, request.language, room.names)
        view = room.playing.state.view(room.seat_of(ME))
        return json.dumps([display.score_parts(view, seat) for seat in range(view.players)])

    def _words(self, request: LocalRequest) -> str:
        room = self._room(request)
        return to_json(table_text(room, room.seat_of(ME), request.language))

    def _cards(self, request: LocalRequest) -> str:
        return json.dumps(cards_of(display_for(self._room(request), request.language)))

    def _replay_room(self, request: LocalRequest) -> str:
        room = self._room(request)
        step, viewer = request.number("step", -1), request.number("as", EVERYTHING)
        if room.stage != "over" and viewer != room.seat_of(ME):
            raise RefusalError(RefusalCode.HIDDEN, "The hands of others can be seen when the game is over.")
        return self._replay(room.record().to_json(), step, viewer, language=request.language)

    # --- routes with a body ---

    def _create(self, request: LocalRequest) -> str:
        return self._open(self.tables.factory.create(request.read_body(CreateRoom), ME))

    def _play_on(self, request: LocalRequest) -> str:
        return self._open(self.tables.factory.play_on(self._room(request), request.read_body(PlayOn), ME))

    def _import_record(self, request: LocalRequest) -> str:
        """Open a room from a record: to look at, or to play on where it ends."""
        plan = self.tables.factory.import_record(request.body, ME)
        try:
            return self._open(plan)
        except Exception as error:
            # A record may say anything: any error in playing it means that the record is wrong.
            raise BadRecord(f"This record cannot be played: {error}") from error

    def _replay_record(self, request: LocalRequest) -> str:
        body = request.read_body(ReplayRequest)
        return self._replay(body.record, body.step, body.viewer, language=body.language)

    def _review_record(self, request: LocalRequest) -> str:
        body = request.read_body(ReviewRequest)
        return to_json(self.advice.review(body.record, body.language))

    def _review_room(self, request: LocalRequest) -> str:
        room = self._room(request)
        if room.stage != "over":
            raise RefusalError(RefusalCode.HIDDEN, "A game can be reviewed when it is over.")
        return to_json(self.advice.review(room.record().to_json(), request.language))

    def _judge_puzzle(self, request: LocalRequest) -> str:
        """Return the verdict on an answer to a puzzle."""
        answer = request.read_body(PuzzleTry).answer
        return to_json(verdict_message(find_puzzle(request.puzzle), answer, request.language))

    def _hint(self, request: LocalRequest) -> str:
        room = self._room(request)
        return to_json(self.advice.hints(room, room.seat_of(ME), request.language))

    def _replay(self, record: str, step: int, viewer: int, *, language: str) -> str:
        return to_json(replay_step(self.replays, record, step=step, viewer=viewer, language=language))

    # --- nets ---

    def net_for(self, path: str, body: str) -> str:
        """Return the game whose net a request needs; empty if it needs none."""
        request = LocalRequest.parse(path, body)
        if request.room:
            if not self.tables.is_loaded(request.room):
                return ""
            room = self._room(request)
            bots = [seat.bot for seat in room.seats]
            is_needed = request.route in ("rooms/*/hint", "rooms/*/review") or (
                request.route == "rooms/*/play-on" and _names_net(body, bots)
            )
            return room.stored.game if is_needed else ""
        if request.route not in ("rooms", "import", "review", "daily/par"):
            return ""
        try:
            data: Any = json.loads(body)
            if data.get("deal"):
                deal = self.daily.calendar.find(data["deal"])
                is_needed = request.route == "daily/par" or any(rival in NET_BOTS for rival in deal.rivals)
                return deal.game if is_needed else ""
            is_review = "record" in data
            record = json.loads(data["record"]) if is_review else data
            return str(record["game"]) if is_review or _names_net(body, []) else ""
        except (RepulseError, AttributeError, ValueError, TypeError, KeyError):
            return ""


def _names_net(body: str, bots: list[str]) -> bool:
    """Return whether a request names a bot that needs a net, or one of some bots does."""
    return any(f'"{name}"' in body or name in bots for name in NET_BOTS)


def _seated(table: RoomDriver) -> str:
    return to_json(Seated(table.room.id, table.room.seat_of(ME), ME, ""))
