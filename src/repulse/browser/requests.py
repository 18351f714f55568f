"""What a page asks for besides the messages of a room: the routes of a server that make sense for one person alone."""

from __future__ import annotations

import json
import secrets
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from repulse.bots import WITH_NET
from repulse.browser.advice import Advice
from repulse.browser.home import ME, Home
from repulse.browser.nets import bots_here, check_players
from repulse.engine.contract import EVERYTHING, BadOptions, RepulseError
from repulse.engine.random import SEED_LIMIT
from repulse.engine.record import BadRecord, Record, read_record
from repulse.games import display_of, game_named, game_names, game_of
from repulse.table.entries import Created, SeatPlan
from repulse.table.messages import Message, to_json
from repulse.table.names import clean
from repulse.table.play_on import bots_in, check_step, entries_of, seats_to_play_on
from repulse.table.protocol import CreateRoom, PlayOn, Problem, ReplayRequest, ReviewRequest, Seated
from repulse.table.reading import read
from repulse.table.replays import Replays, record_names, replay_step
from repulse.table.room import Refusal, Room
from repulse.table.rules import rules_json
from repulse.table.seats import plan_seats
from repulse.table.table import Table, lesson_of, lesson_settings, new_settings
from repulse.table.teaching import seats_of_lesson
from repulse.table.viewer_events import table_text

M = TypeVar("M", bound=Message)


class Requests:
    """Answers the requests of a page."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.replays = Replays()
        self.advice = Advice()

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
            case ["review"], True:
                asked = _read(ReviewRequest, body)
                return to_json(self.advice.review(asked.record, asked.language))
            case ["rooms", room, "hint"], True:
                table = self.home.table(room)
                seat = table.room.seat_of(ME)
                return to_json(self.advice.hints(table.room, seat, query.get("lang", "en")))
            case ["rooms", room, "review"], True:
                over = self._finished(room, "A game can be reviewed when it is over.")
                return to_json(self.advice.review(over.record().to_json(), query.get("lang", "en")))
            case ["rooms", room, "play-on"], True:
                return to_json(self.play_on(room, _read(PlayOn, body)))
            case ["import"], True:
                return to_json(self.take_in(body))
            case ["rules"], False:
                return rules_json(query.get("game", ""), query.get("mode", ""), query.get("lang", "en"))
            case ["rooms", room, "scores"], False:
                return json.dumps(self.scores(self.home.table(room), query.get("lang", "en")))
            case ["rooms", room, "words"], False:
                found = self.home.table(room).room
                return to_json(table_text(found, found.seat_of(ME), query.get("lang", "en")))
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
        if wanted.lesson:
            return self._teach(wanted)
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
        check_players(wanted.game, (seat.bot for seat in wanted.seats))
        seats = plan_seats(wanted.seats, players, ME, my_name, bots_here(wanted.game), wanted.my_face)
        name = clean(wanted.name, "The name of a room")
        settings = new_settings(wanted.game, options, name, chosen_seed=wanted.seed is not None, chat=False)
        seed = secrets.randbelow(SEED_LIMIT) if wanted.seed is None else wanted.seed
        table = self.home.add(wanted.game, seed, settings, Created(host=ME, seats=seats))
        self.home.keep(table, table.start())
        return self._seated(table)

    def _teach(self, wanted: CreateRoom) -> Seated:
        """A lesson, which begins at once."""
        lesson = lesson_of(wanted)
        settings = lesson_settings(lesson)
        seats = seats_of_lesson(lesson, ME, clean(wanted.my_name, "A name"), wanted.my_face)
        table = self.home.add(lesson.game, lesson.seed, settings, Created(host=ME, seats=seats))
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
        seats = _seats(record, players, bots_here(game.name))
        table = self.home.add(game.name, record.seed, settings, Created(host=ME, seats=seats))
        try:
            self.home.keep(table, table.take(entries_of(record)))
        except (RepulseError, IndexError) as error:
            self.home.forget(table.room.room)
            self.home.take_back(table.room.room)
            raise BadRecord(f"This record cannot be played: {error}") from error
        return self._seated(table)

    def play_on(self, room: str, wanted: PlayOn) -> Seated:
        """A new table that begins from a position of a game that is over."""
        over = self._finished(room, "A game can be played on from a position of it when it is over.")
        game, record = game_named(over.stored.game), over.record()
        check_step(record, wanted, game.rules)
        played = [seat.bot for seat in over.seats]
        name = clean(wanted.my_name, "A name")
        check_players(game.name, [wanted.bot] if wanted.bot else played)
        seats = seats_to_play_on(played, wanted, ME, name, wanted.my_face, bots_here(game.name))
        settings = new_settings(game.name, record.options, chosen_seed=True, chat=False)
        table = self.home.add(game.name, record.seed, settings, Created(host=ME, seats=seats))
        self.home.keep(table, table.take(entries_of(record, wanted.step)))
        return self._seated(table)

    def _finished(self, room: str, words: str) -> Room:
        """A room whose game is over; Refusal, in these words, if it is not."""
        found = self.home.table(room).room
        if found.stage != "over":
            raise Refusal("hidden", words)
        return found

    def net_for(self, path: str, body: str) -> str:
        """The game whose net a request needs; empty if it needs none."""
        match urlsplit(path).path.strip("/").split("/")[1:]:
            case ["rooms", room, "hint" | "review"] if self.home.has(room):
                return self.home.table(room).room.stored.game
            case ["rooms", room, "play-on"] if self.home.has(room):
                found = self.home.table(room).room
                return found.stored.game if _names_net(body, *(seat.bot for seat in found.seats)) else ""
            case ["rooms"] | ["import"] | ["review"]:
                try:
                    told = json.loads(body)
                    record = json.loads(told["record"]) if "record" in told else told
                    needed = record is not told or _names_net(body)
                    return str(record["game"]) if needed else ""
                except (ValueError, TypeError, KeyError):
                    return ""
        return ""

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


def _names_net(body: str, *bots: str) -> bool:
    """Whether a request names a player that asks a net, or one of some bots is."""
    return any(f'"{name}"' in body or name in bots for name in WITH_NET)


def _read(kind: type[M], body: str) -> M:
    try:
        made: M = read(kind, json.loads(body), known_only=True)
    except (ValueError, TypeError, KeyError) as error:
        raise Refusal("bad-message", f"This request makes no sense: {error}") from None
    return made


def _seats(record: Record, players: int, bots: dict[str, str]) -> list[SeatPlan]:
    """Who sat where, by the notes of a record; the first seat without a bot is mine, and other people's go to bots."""
    names, played = record_names(record, players), bots_in(record, players)
    strongest = list(bots)[-1]
    seats: list[SeatPlan] = []
    for seat in range(players):
        name, bot = clean(names[seat], "A name"), played[seat]
        mine = not bot and not any(each.holder for each in seats)
        if mine:
            seats.append(SeatPlan("person", name, "", ME))
        else:
            seats.append(SeatPlan("bot", name, bot if bot in bots else strongest))
    return seats
