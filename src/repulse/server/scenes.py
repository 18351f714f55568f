"""What each viewer is sent: events made from the viewer's own view, and from nothing else of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module, resources
from typing import Any, Final

from repulse.engine.contract import (
    SPECTATOR,
    Game,
    Seat,
    State,
)
from repulse.engine.display.screen import (
    OPEN,
    Ask,
    LogLine,
    ScorePart,
)
from repulse.engine.display.words import LANGUAGES
from repulse.server.messages import (
    Event,
    Result,
    RoomEntry,
    RoomInfo,
    SeatInfo,
)
from repulse.server.room import Note, Room
from repulse.server.words import server_words

NOBODY: Final[frozenset[Seat]] = frozenset()


class Scene:
    """How one game is shown: its `present` module, and its words in any language."""

    def __init__(self, game: str) -> None:
        self.name = game
        self.module: Any = import_module(f"repulse.games.{game}.display.screen")
        self.languages = [language for language in LANGUAGES if _has_words(f"repulse.games.{game}", language)]

    def language(self, wanted: str) -> str:
        """The language that is wanted, or English where there is none."""
        return wanted if wanted in self.languages else "en"

    def screen(
        self, view: State, viewer: Seat, language: str, names: Sequence[str], public: Any = None
    ) -> Any:
        """The table; `public` is what a spectator sees of it, if that was made already."""
        return self.module.present(view, viewer, language, names, public)

    def mode(self, options: Mapping[str, Any]) -> str:
        """Which of its sorts of game is played."""
        return str(options.get("game", self.name))

    def ask(self, view: State, seat: Seat, number: int, language: str, names: Sequence[str]) -> Ask | None:
        """The question of a seat."""
        asked: Ask | None = self.module.ask(view, seat, number, language, names)
        return asked

    def score_parts(self, view: State, seat: Seat, language: str, names: Sequence[str]) -> list[ScorePart]:
        """Where the points of a seat are from."""
        parts: list[ScorePart] = self.module.score_parts(view, seat, language, names)
        return parts

    def game(self, language: str, names: Sequence[str]) -> Game:
        """The game with its words in a language."""
        made: Game = self.module.speaking(language, names)
        return made

    def line(self, game: Game, state: State, event: list[int], viewer: Seat) -> LogLine:
        """An event of the log as a viewer may read it."""
        seen = event if viewer == OPEN else state.visible_event(event, viewer)
        name: str = self.module.event_name(seen)
        return {"seat": seen[1], "event": name, "text": game.event_words(state, seen)}


def _has_words(package: str, language: str) -> bool:
    return (resources.files(package) / "words" / f"{language}.toml").is_file()


@lru_cache(maxsize=8)
def scene_of(game: str) -> Scene:
    """How a game is shown."""
    return Scene(game)


# --- rooms ---


def seat_infos(room: Room, here: frozenset[Seat] = NOBODY) -> list[SeatInfo]:
    """The seats of a room, as everybody may know them."""
    return [
        SeatInfo(
            number,
            seat.kind,
            seat.name,
            seat.bot,
            bool(seat.holder) and seat.holder == room.host,
            seat.kind == "bot" or number in here,
        )
        for number, seat in enumerate(room.seats)
    ]


def room_info(room: Room, here: frozenset[Seat] = NOBODY, spectators: int = 0) -> RoomInfo:
    """What everybody in a room may know about it. The seed is not among it: it would tell every card."""
    settings = room.stored.settings
    return RoomInfo(
        room.room,
        settings["name"],
        room.stored.game,
        room.options,
        room.stage,
        seat_infos(room, here),
        room.stored.listed,
        bool(settings["password"]),
        settings["chosen_seed"],
        spectators,
        room.next,
    )


def room_entry(room: Room, here: frozenset[Seat] = NOBODY) -> RoomEntry:
    """A room as a line of a list."""
    settings = room.stored.settings
    return RoomEntry(
        room.room,
        settings["name"],
        room.stored.game,
        room.options,
        room.stage,
        seat_infos(room, here),
        bool(settings["password"]),
    )


def refusal_words(room: Room, seat: Seat, words: Sequence[str], language: str) -> str:
    """Why the rules refuse an answer to what a seat is asked now, in a language."""
    scene = scene_of(room.stored.game)
    game = scene.game(scene.language(language), room.names)
    view = room.playing.state.view(seat)
    decision = view.decision(seat)
    choice = sorted(game.value(view, decision.domain, word) for word in words)
    return game.refusal_words(view, decision, choice)


# --- events ---


def note_line(note: Note, language: str) -> LogLine:
    """A note of the room in the words of a language."""
    words = server_words(language)
    trouble = note.trouble
    why = note.why
    if trouble is not None:
        who = words.text("bot", {"bot": trouble.bot})
        why = words.text(f"failed.{trouble.id}", {"who": who, **trouble.facts})
    player = note.name or words.text("player", {"n": note.seat + 1})
    return {
        "seat": note.seat,
        "event": note.event,
        "text": words.text(note.words, {"player": player, "why": why}),
    }


@dataclass
class Kept:
    """What was made for one viewer and serves again."""

    publics: dict[str, Any] = field(default_factory=dict)
    """What everybody may see of the position as it is, by language."""
    asks: dict[tuple[Seat, str], Ask] = field(default_factory=dict)
    """The last question of each seat, by language. While it stands, nothing that others answer may change what its
    seat sees, so it stays as it is."""

    def forget_position(self) -> None:
        """The position has changed."""
        self.publics.clear()

    def forget(self) -> None:
        """Who sits where has changed, or anything else."""
        self.publics.clear()
        self.asks.clear()


def event_for(
    room: Room,
    viewer: Seat,
    host: bool,
    since: int,
    language: str,
    info: RoomInfo,
    kept: Kept | None = None,
) -> Event:
    """Everything that a viewer, who has seen event `since`, is to be told now."""
    kept = kept or Kept()
    first = min(room.floors[since:], default=len(room.log)) if 0 <= since <= room.n else 0
    event = Event(
        n=room.n,
        since=since if 0 <= since <= room.n else -1,
        room=info,
        seat=viewer,
        host=host,
        log_from=first,
        lines=[],
        screen=None,
        ask=None,
        can_undo=False,
        thinking=[],
        result=None,
    )
    match = room.match
    if match is None:
        event.lines = [note_line(line, language) for line in room.log[first:] if not isinstance(line, int)]
        return event
    scene = scene_of(room.stored.game)
    language = scene.language(language)
    names = room.names
    view = match.state.view(viewer)
    speaking = scene.game(language, names)
    events = match.all_events()
    event.lines = [
        scene.line(speaking, view, events[line], viewer)
        if isinstance(line, int)
        else note_line(line, language)
        for line in room.log[first:]
    ]
    public = kept.publics.get(language)
    if public is None:
        spectator = view if viewer == SPECTATOR else match.state.view(SPECTATOR)
        public = scene.screen(spectator, SPECTATOR, language, names)
        public["mode"] = scene.mode(room.options)
        kept.publics[language] = public
    event.screen = scene.screen(view, viewer, language, names, public)
    event.thinking = view.seats_owing()
    if viewer != SPECTATOR:
        event.can_undo = match.can_undo(viewer)
    if viewer in room.questions and not room.is_automatic(viewer):
        number = room.questions[viewer].number
        asked = kept.asks.get((viewer, language))
        if asked is None or asked["number"] != number:
            asked = scene.ask(view, viewer, number, language, names)
            if asked is not None:
                kept.asks[(viewer, language)] = asked
        event.ask = asked
    if room.stage == "over":
        event.result = Result(
            view.scores(),
            view.winners(),
            [scene.score_parts(view, seat, language, names) for seat in range(view.players)],
            room.round_points(),
        )
    return event
