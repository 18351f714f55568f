"""What a page asks for besides the messages of a room: the routes of a server that make sense for one person alone."""

from __future__ import annotations

import json
import secrets
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from repulse.browser.home import ME, Home
from repulse.browser.nets import bots_here
from repulse.engine.contract import EVERYTHING, BadOptions, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.engine.record import BadRecord, read_record
from repulse.games import display_of, game_named, game_names, game_of
from repulse.table.entries import Answered, Created, SeatPlan, Started
from repulse.table.messages import Message, to_json
from repulse.table.names import LONGEST_NAME, clean
from repulse.table.protocol import CreateRoom, Problem, ReplayRequest, Seated
from repulse.table.reading import read
from repulse.table.replays import Replays, replay_step
from repulse.table.room import Refusal
from repulse.table.seats import plan_seats
from repulse.table.table import Table, new_settings

M = TypeVar("M", bound=Message)


class Requests:
    """Answers the requests of a page."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.replays = Replays()

    def answer(self, path: str, body: str) -> str:
        """The answer to a request with a body, or without one: a status of HTTP and a text, as JSON."""
        try:
            status, text = 200, self._answer(path, body)
        except RepulseError as error:
            code = error.code if isinstance(error, Refusal) else "error"
            status, text = 400, to_json(Problem(code, str(error)))
        return json.dumps({"status": status, "text": text}, ensure_ascii=False)

    def _answer(self, path: str, body: str) -> str:
        url = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        match url.path.strip("/").split("/")[1:], bool(body):
            case ["rooms"], True:
                return to_json(self.create(_read(CreateRoom, body)))
            case ["replay"], True:
                wanted = _read(ReplayRequest, body)
                return self._replayed(wanted.record, wanted.step, wanted.viewer, wanted.language)
            case ["import"], True:
                return to_json(self.take_in(body))
            case ["rooms", room, "scores"], False:
                return json.dumps(self.scores(self.home.table(room), query.get("lang", "en")))
            case ["rooms", room, "record"], False:
                return self.home.table(room).room.record().to_json()
            case ["rooms", room, "replay"], False:
                record = self.home.table(room).room.record().to_json()
                step, eyes = int(query.get("step", -1)), int(query.get("as", EVERYTHING))
                return self._replayed(record, step, eyes, query.get("lang", "en"))
        raise Refusal("needs-server", "This needs a server: here everything happens in your browser alone.")

    # --- routes ---

    def create(self, wanted: CreateRoom) -> Seated:
        """A new table against bots, which begins at once."""
        if wanted.game not in game_names():
            raise Refusal("no-such-game", f"There is no game {wanted.game!r}.")
        if any(seat.kind == "open" for seat in wanted.seats) or not wanted.seats:
            raise Refusal("needs-server", "To play with friends, you need a server.")
        if wanted.seed is not None and not 0 <= wanted.seed < SEED_LIMIT:
            raise Refusal("bad-seed", "A seed is a whole number from 0 to 2**64 - 1.")
        try:
            options = game_named(wanted.game).check_options({"players": len(wanted.seats), **wanted.options})
        except (BadOptions, TypeError, ValueError) as error:
            raise Refusal("bad-options", str(error)) from error
        players = options["players"]
        assert isinstance(players, int)
        my_name = clean(wanted.my_name, "A name")
        seats = plan_seats(wanted.seats, players, ME, my_name, bots_here(wanted.game), wanted.my_face)
        name = clean(wanted.name, "The name of a room")
        settings = new_settings(wanted.game, options, name, chosen_seed=wanted.seed is not None, chat=False)
        seed = secrets.randbelow(SEED_LIMIT) if wanted.seed is None else wanted.seed
        table = self.home.add(wanted.game, seed, settings, Created(host=ME, seats=seats))
        self.home.keep(table, table.start())
        return self._seated(table)

    def take_in(self, text: str) -> Seated:
        """A record as a table of one's own: to look at, or to play on where it ends."""
        record = read_record(text)
        game = game_of(record)
        if record.rules != game.rules:
            raise Refusal(
                "old-rules", f"This game was begun by rules {record.rules}, which are not played any more."
            )
        settings = new_settings(game.name, record.options, chosen_seed=True, chat=False)
        players = record.options["players"]
        assert isinstance(players, int)
        seats = _seats(record.notes, players, bots_here(game.name))
        table = self.home.add(game.name, record.seed, settings, Created(host=ME, seats=seats))
        answers = [
            Answered(seat=seat, words=words, by="bot" if seats[seat].bot else "person")
            for seat, words in record.choices
        ]
        try:
            self.home.keep(table, table.take([Started(), *answers]))
        except (RepulseError, IndexError) as error:
            self.home.forget(table.room.room)
            self.home.take_back(table.room.room)
            raise BadRecord(f"This record cannot be played: {error}") from error
        return self._seated(table)

    def scores(self, table: Table, language: str) -> Any:
        """Where everybody's points come from, as of now."""
        room = table.room
        display = display_of(room.stored.game, language, room.names)
        view = room.playing.state.view(room.seat_of(ME))
        return [display.score_parts(view, seat) for seat in range(view.players)]

    def _replayed(self, record: str, step: int, viewer: int, language: str) -> str:
        return to_json(replay_step(self.replays, record, step, viewer, language))

    @staticmethod
    def _seated(table: Table) -> Seated:
        return Seated(table.room.room, table.room.seat_of(ME), ME, "")


def _read(kind: type[M], body: str) -> M:
    try:
        made: M = read(kind, json.loads(body), known_only=True)
    except (ValueError, TypeError, KeyError) as error:
        raise Refusal("bad-message", f"This request makes no sense: {error}") from None
    return made


def _seats(notes: dict[str, Any], players: int, bots: dict[str, str]) -> list[SeatPlan]:
    """Who sat where, by the notes of a record; the first seat without a bot is mine, and other people's go to bots."""
    names, played = _texts(notes.get("names"), players), _texts(notes.get("bots"), players)
    strongest = list(bots)[-1]
    seats: list[SeatPlan] = []
    for seat in range(players):
        name, bot = clean(names[seat][:LONGEST_NAME], "A name"), played[seat]
        mine = not bot and not any(each.holder for each in seats)
        if mine:
            seats.append(SeatPlan("person", name, "", ME))
        else:
            seats.append(SeatPlan("bot", name, bot if bot in bots else strongest))
    return seats


def _texts(noted: object, many: int) -> list[str]:
    """So many texts from the notes of a record, which may be anything."""
    if isinstance(noted, list) and len(noted) == many and all(isinstance(each, str) for each in noted):
        return noted
    return [""] * many
