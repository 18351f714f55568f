"""What each viewer is sent: events made only from the viewer's own view of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from repulse.engine.contract import (
    EVERYTHING,
    SPECTATOR,
    Seat,
    State,
    read_choice,
)
from repulse.engine.display.display import Display
from repulse.engine.display.screen import (
    Ask,
    LogLine,
)
from repulse.engine.display.segments import plain, segments
from repulse.games import display_of
from repulse.table.clock import deadline
from repulse.table.messages import Event, Result, RoomInfo, SeatInfo
from repulse.table.protocol import TableText
from repulse.table.room import Note, Room
from repulse.table.words import table_words

NOBODY: Final[frozenset[Seat]] = frozenset()


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
            seat.face,
        )
        for number, seat in enumerate(room.seats)
    ]


def room_info(room: Room, here: frozenset[Seat] = NOBODY, spectators: int = 0) -> RoomInfo:
    """What everybody in a room may know about it. The seed is left out: it would reveal every card."""
    settings = room.stored.settings
    return RoomInfo(
        room.room,
        settings["name"],
        room.stored.game,
        room.mode,
        room.options,
        room.stage,
        seat_infos(room, here),
        room.stored.listed,
        bool(settings["password"]),
        settings["chosen_seed"],
        spectators,
        room.next,
        room.clock,
        room.chat.on,
        room.hints,
        room.progress.lesson.ident if room.progress else "",
    )


def refusal_text(room: Room, seat: Seat, words: Sequence[str], language: str) -> str:
    """Why the rules refuse an answer to what a seat is asked now, in a language."""
    display = display_of(room.stored.game, language, room.names)
    view = room.playing.state.view(seat)
    decision = view.decision(seat)
    return display.refusal_text(view, decision, read_choice(display.game, view, decision, words))


def table_text(room: Room, viewer: Seat, language: str) -> TableText:
    """The table in words; Refusal if the game has not begun."""
    view = room.playing.state.view(viewer)
    display = display_of(room.stored.game, language, room.names)
    return TableText(room.n, display.table_text(view, viewer, plain=True))


def line_for(display: Display, view: State, event: list[int], viewer: Seat) -> LogLine:
    """An event of the log as a viewer may read it."""
    return display.log_line(view, event if viewer == EVERYTHING else view.visible_event(event, viewer))


# --- events ---


def note_line(note: Note, language: str) -> LogLine:
    """A note of the room, in one language."""
    words = table_words(language)
    trouble = note.trouble
    why = ""
    if trouble is not None:
        who = words.text("bot", {"bot": trouble.bot})
        # What a bot complains about may name the cards that it holds.
        facts = {key: fact.partition(": ")[0][:80] for key, fact in trouble.facts.items()}
        why = words.text(f"failed.{trouble.id}", {"who": who, **facts})
    player = note.name or words.text("player", {"n": note.seat + 1})
    return {
        "seat": note.seat,
        "event": note.event,
        "text": segments(words.text(note.words, {"player": plain(player), "why": why})),
        "facts": {},
    }


@dataclass
class EventCache:
    """What was built for one viewer and can be reused."""

    publics: dict[str, Any] = field(default_factory=dict)
    """What everybody may see of the current position, by language."""
    asks: dict[tuple[Seat, str], Ask] = field(default_factory=dict)
    """The last question of each seat, by language. While it stands, other seats' answers cannot change what its
    seat sees, so it is kept."""

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
    cache: EventCache | None = None,
) -> Event:
    """Everything a viewer who has seen event `since` should get now."""
    cache = cache or EventCache()
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
        chat=room.chat.heard(viewer, since if 0 <= since <= room.n else -1, room.stage),
    )
    if room.progress is not None and viewer == room.progress.lesson.seat:
        event.coach = room.progress.coach(language)
    match = room.match
    if match is None:
        event.lines = [note_line(line, language) for line in room.log[first:] if not isinstance(line, int)]
        event.result = room.kept_result
        return event
    display = display_of(room.stored.game, language, room.names)
    language = display.language
    view = match.state.view(viewer)
    events = match.all_events()
    event.lines = [
        line_for(display, view, events[line], viewer) if isinstance(line, int) else note_line(line, language)
        for line in room.log[first:]
    ]
    public = cache.publics.get(language)
    if public is None:
        spectator = view if viewer == SPECTATOR else match.state.view(SPECTATOR)
        public = display.screen(spectator, SPECTATOR)
        public["mode"] = room.mode
        cache.publics[language] = public
    event.screen = display.screen(view, viewer, public)
    event.thinking = [] if room.stage == "over" else view.seats_owing()
    if room.clock.kind != "none":
        event.deadlines = [
            deadline(room, seat) if seat in event.thinking else 0 for seat in range(view.players)
        ]
    if viewer != SPECTATOR:
        event.can_undo = not room.seats[viewer].bot and room.can_undo(viewer)
    if room.is_asked(viewer):
        number = room.questions[viewer].number
        asked = cache.asks.get((viewer, language))
        if asked is None or asked["number"] != number:
            asked = display.ask(view, viewer, number)
            if asked is not None:
                cache.asks[(viewer, language)] = asked
        event.ask = asked
    if room.stage == "over" and not room.ended:
        event.result = Result(
            view.scores(),
            view.winners(),
            [display.score_parts(view, seat) for seat in range(view.players)],
            room.round_points(),
        )
    return event
