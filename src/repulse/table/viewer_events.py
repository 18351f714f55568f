"""The events that each viewer is sent: events made only from the viewer's own view of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from repulse.bots import has_net
from repulse.engine.contract import (
    EVERYTHING,
    SPECTATOR,
    IllegalChoice,
    Seat,
    State,
)
from repulse.engine.display.display import Display
from repulse.engine.display.screen import (
    Ask,
    LogLine,
)
from repulse.engine.display.segments import plain, segments
from repulse.engine.display.words import Catalogue
from repulse.engine.overlays import name_overlays
from repulse.games import display_of
from repulse.table.clock import deadline
from repulse.table.overlays import overlays_in
from repulse.table.room_log import Note
from repulse.table.room_state import RoomState
from repulse.table.wire.rooms import TableText
from repulse.table.wire.views import Event, Result, RoomInfo, SeatInfo
from repulse.table.words import table_words

NO_SEATS: Final[frozenset[Seat]] = frozenset()


# --- rooms ---


def seat_infos(room: RoomState, here: frozenset[Seat] = NO_SEATS) -> list[SeatInfo]:
    """Return the seats of a room, as everybody may know them."""
    return [
        SeatInfo(
            number,
            seat.kind,
            seat.name,
            seat.bot,
            bool(seat.owner) and seat.owner == room.host,
            seat.kind == "bot" or number in here,
            seat.avatar,
        )
        for number, seat in enumerate(room.seats)
    ]


def room_info(room: RoomState, here: frozenset[Seat] = NO_SEATS, spectators: int = 0) -> RoomInfo:
    """Return what everybody in a room may know about it. The seed is left out: it would reveal every card."""
    settings = room.stored.settings
    return RoomInfo(
        room.id,
        settings.name,
        room.stored.game,
        room.mode,
        name_overlays(room.options),
        room.stage,
        seat_infos(room, here),
        room.stored.listed,
        bool(settings.password),
        settings.chosen_seed,
        spectators,
        room.rematch_id,
        room.clock,
        room.chat.on,
        room.hints,
        room.progress.lesson.ident if room.progress else "",
        overlays_in(room.stored.game, room.options),
        room.taken_back,
        settings.deal,
        settings.rated_try,
        has_net(room.stored.game),
    )


def refusal_text(room: RoomState, seat: Seat, error: IllegalChoice, *, language: str) -> str:
    """Return why the rules refused an answer to what a seat is asked now, in a language."""
    display = display_of(room.stored.game, language, room.names)
    view = room.playing.state.view(seat)
    return display.refusal_text(view, view.decision(seat), error)


def table_text(room: RoomState, viewer: Seat, language: str) -> TableText:
    """Return the table in words.

    Raises:
        RefusalError: The game has not started.
    """
    view = room.playing.state.view(viewer)
    display = display_of(room.stored.game, language, room.names)
    return TableText(room.n, display.table_text(view, viewer, plain=True))


def line_for(display: Display, view: State, event: list[int], *, viewer: Seat) -> LogLine:
    """Return an event of the log as a viewer may read it."""
    return display.log_line(view, event if viewer == EVERYTHING else view.visible_event(event, viewer))


# --- events ---


def note_line(note: Note, language: str) -> LogLine:
    """Return a note of the room in a language."""
    words = table_words(language)
    trouble = note.trouble
    why = stand_in = ""
    if trouble is not None:
        who = words.text("bot", {"bot": trouble.bot})
        stand_in = words.text("bot", {"bot": trouble.stand_in})
        # The complaint of a bot may name the cards that it holds.
        causes = {key: fact.partition(": ")[0][:80] for key, fact in trouble.facts.items()}
        why = words.text(f"failed.{trouble.id}", {"who": who, **causes})
    facts: dict[str, object] = {
        "player": plain(_player_name(words, note.seat, note.name)),
        "why": why,
        "stand_in": stand_in,
        "level": plain(_level_name(words, note.bot)),
        "seats": plain(_seating_text(words, note.seating)),
    }
    return {
        "seat": note.seat,
        "event": note.event,
        "text": segments(words.text(note.text, facts)),
        "facts": {},
    }


def _player_name(words: Catalogue, seat: Seat, name: str) -> str:
    return name or words.text("player", {"n": seat + 1})


def _level_name(words: Catalogue, bot: str) -> str:
    """Return the level of a bot in words; a bot that is no level has its own name."""
    return words.text(f"level.{bot}") if f"level.{bot}" in words else bot


def _seating_text(words: Catalogue, seating: Sequence[str]) -> str:
    """Return who sits where, in the order of the seats."""
    return words.text("comma").join(
        words.text("seat", {"n": seat + 1, "player": _player_name(words, seat, name)})
        for seat, name in enumerate(seating)
    )


MAX_SHARED_LINES: Final = 64
"""Lines at the end of a log that are kept for other viewers. A latecomer gets the whole log, which would fill memory."""


@dataclass
class EventCache:
    """The parts built for one viewer that can be reused."""

    publics: dict[str, Any] = field(default_factory=dict)
    """The public part of the current position, by language."""
    lines: dict[tuple[str, int, tuple[int, ...]], LogLine] = field(default_factory=dict)
    """Lines of the log, by language, number and the event as its reader sees it."""
    asks: dict[tuple[Seat, str], Ask] = field(default_factory=dict)
    """The last question of each seat, by language. While it stands, other seats' answers cannot change what its
    seat sees, so it is kept."""

    def forget_position(self) -> None:
        """Drop what depends on the position."""
        self.publics.clear()
        self.lines.clear()

    def forget(self) -> None:
        """Drop everything."""
        self.forget_position()
        self.asks.clear()


def event_for(
    room: RoomState,
    viewer: Seat,
    info: RoomInfo,
    *,
    host: bool = False,
    since: int = -1,
    language: str = "en",
    cache: EventCache | None = None,
) -> Event:
    """Return everything that a viewer should get now.

    Args:
        room: The room.
        viewer: The viewer's seat, or SPECTATOR.
        info: The public facts about the room.
        host: Whether the viewer is the host.
        since: The latest event that the viewer has seen; -1 for none.
        language: The language of the texts.
        cache: The parts built for other viewers of the room.
    """
    is_known = 0 <= since <= room.n
    event = Event(
        n=room.n,
        since=since if is_known else -1,
        room=info,
        seat=viewer,
        host=host,
        log_from=min(room.log.watermarks[since:], default=len(room.log)) if is_known else 0,
        lines=[],
        screen=None,
        ask=None,
        can_undo=False,
        thinking=[],
        result=None,
        chat=room.chat.lines_for(viewer, since if is_known else -1, room.stage),
    )
    if room.progress is not None and viewer == room.progress.lesson.seat:
        event.coach = room.progress.coach(language)
    if room.match is None:
        event.lines = [
            note_line(line, language)
            for line in room.log.lines[event.log_from :]
            if not isinstance(line, int)
        ]
        event.result = room.kept_result
    else:
        _show_game(event, room, viewer, language=language, cache=cache or EventCache())
    return event


def _show_game(event: Event, room: RoomState, viewer: Seat, *, language: str, cache: EventCache) -> None:
    """Add to an event what a viewer sees of the game."""
    match = room.playing
    display = display_of(room.stored.game, language, room.names)
    view = match.state.view(viewer)
    event.lines = _lines(event, room, view, viewer=viewer, display=display, cache=cache)
    event.screen = display.screen(
        view, viewer, _public_screen(room, view, viewer, display=display, cache=cache)
    )
    event.thinking = [] if room.stage == "over" else view.seats_owing()
    if room.clock.kind != "none":
        event.deadlines = [
            deadline(room, seat) if seat in event.thinking else 0 for seat in range(view.players)
        ]
    if viewer != SPECTATOR:
        event.can_undo = not room.seats[viewer].bot and room.can_undo(viewer)
        event.undo_unrates = event.can_undo and not room.taken_back and not room.can_undo_unseen(viewer)
        event.bot_answered = viewer in room.seating.bot_answered
    if room.pending.is_asked(viewer):
        event.ask = _ask(room, view, viewer, display=display, cache=cache)
    if room.stage == "over" and not room.ended:
        breakdown = [display.score_parts(view, seat) for seat in range(view.players)]
        event.result = Result(view.scores(), view.winners(), breakdown, room.round_points())


def _lines(
    event: Event, room: RoomState, view: State, *, viewer: Seat, display: Display, cache: EventCache
) -> list[LogLine]:
    """Return the lines of the log that a viewer has not seen."""
    events = room.playing.all_events()
    is_shared = display.shares_log_lines and len(room.log) - event.log_from <= MAX_SHARED_LINES
    lines: list[LogLine] = []
    for number in room.log.lines[event.log_from :]:
        if not isinstance(number, int):
            lines.append(note_line(number, display.language))
            continue
        visible = events[number] if viewer == EVERYTHING else view.visible_event(events[number], viewer)
        key = (display.language, number, tuple(visible))
        line = cache.lines.get(key) if is_shared else None
        if line is None:
            line = display.log_line(view, visible)
            if is_shared:
                cache.lines[key] = line
        lines.append(line)
    return lines


def _public_screen(
    room: RoomState, view: State, viewer: Seat, *, display: Display, cache: EventCache
) -> dict[str, Any]:
    """Return what everybody may see of the position."""
    screen: dict[str, Any] | None = cache.publics.get(display.language)
    if screen is None:
        spectator = view if viewer == SPECTATOR else room.playing.state.view(SPECTATOR)
        screen = display.screen(spectator, SPECTATOR)
        screen["mode"] = room.mode
        cache.publics[display.language] = screen
    return screen


def _ask(room: RoomState, view: State, viewer: Seat, *, display: Display, cache: EventCache) -> Ask | None:
    """Return the question of a viewer."""
    number = room.questions[viewer].number
    ask = cache.asks.get((viewer, display.language))
    if ask is None or ask["number"] != number:
        ask = display.ask(view, viewer, number)
        if ask is not None:
            cache.asks[(viewer, display.language)] = ask
    progress = room.progress
    if progress is not None and viewer == progress.lesson.seat and ask is not None:
        # A lesson never suggests an answer that it would then refuse.
        if not progress.is_accepted(ask["prompt"], ask["suggested"]):
            return {**ask, "suggested": [], "sure": False}
    return ask
