"""What helper processes do for the server: choose a bot's answer, show a position of a record. Plain data in and out."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec import Struct

from repulse.bots.seated import SeatedBots
from repulse.engine.contract import EVERYTHING, SPECTATOR, RepulseError, State, read_choice
from repulse.engine.match import Match
from repulse.engine.record import (
    Answer,
    BadRecord,
    Record,
    read_record,
)
from repulse.games import display_of, game_named, game_of
from repulse.server.limits import LARGEST_OPTIONS
from repulse.server.messages import ReplayStep
from repulse.server.wire import encode
from repulse.table.viewer_events import line_for


class Choose(Struct, tag="choose"):
    """What would this bot answer? The game comes as its record, and the bot gets only its own seat's view."""

    room: str
    game: str
    options: dict[str, Any]
    seed: int
    choices: list[tuple[int, list[str]]]
    seat: int
    bot: str


class Show(Struct, tag="show"):
    """A position of a record as data."""

    record: str
    step: int
    viewer: int
    language: str


Job: TypeAlias = Choose | Show


class Chosen(Struct, tag="chosen"):
    """The tokens of an answer."""

    words: list[str]


class Shown(Struct, tag="shown"):
    """A position, as JSON."""

    step: msgspec.Raw


class Failed(Struct, tag="failed"):
    """Why a job could not be done."""

    words: str
    fault: bool
    """Whether the job itself was invalid, rather than failing in the worker."""


Report: TypeAlias = Chosen | Shown | Failed

MOST_MATCHES: Final = 256
MOST_REPLAYS: Final = 8
CHECKPOINT: Final = 16
"""While a record is being viewed, a copy of the position is kept every this many choices."""


class Seating:
    """A match with the bots that play in it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.bots = SeatedBots()


class Matches:
    """Matches that are likely to continue, by room."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Seating] = OrderedDict()

    def seating(self, job: Choose) -> Seating:
        """The match of a job, brought up to date, with its bots. They are kept when somebody undoes an answer."""
        seating = self.known.pop(job.room, None)
        if seating is None or seating.match.seed != job.seed:
            seating = Seating(_new_match(job))
        choices: list[Answer] = job.choices
        if choices[: len(seating.match.choices)] != seating.match.choices:
            seating.match = _new_match(job)
        match = seating.match
        for seat, words in choices[len(match.choices) :]:
            match.answer_tokens(seat, words)
        self.known[job.room] = seating
        if len(self.known) > MOST_MATCHES:
            self.known.popitem(last=False)
        return seating


def _new_match(job: Choose) -> Match:
    return Match(game_named(job.game), job.options, job.seed)


def choose(matches: Matches, job: Choose) -> Chosen:
    """A bot's answer; whatever it raises is passed on."""
    seating = matches.seating(job)
    match = seating.match
    choice = seating.bots.answer(match, job.seat, job.bot)
    domain = match.state.decision(job.seat).domain
    return Chosen([match.game.token(match.state, domain, value) for value in choice])


# --- replays ---


class Replay:
    """A record being viewed: some of its positions, and its whole log."""

    def __init__(self, record: Record) -> None:
        self.game = game_of(record)
        self.record = record
        if record.rules != self.game.rules:
            raise BadRecord(
                f"This record was made by rules {record.rules}; this program plays rules {self.game.rules}."
            )
        if len(encode(record.options)) > LARGEST_OPTIONS:
            raise BadRecord(
                f"The options of a record that is shown here have at most {LARGEST_OPTIONS} bytes."
            )
        match = Match(self.game, record.options, record.seed)
        self.copies: list[State] = []
        self.lengths: list[int] = [len(match.all_events())]
        """The length of the log after a number of choices."""
        for number, (seat, words) in enumerate(record.choices):
            if number % CHECKPOINT == 0:
                self.copies.append(match.state.clone())
            try:
                match.answer_tokens(seat, words)
            except RepulseError as error:
                raise BadRecord(f"Choice {number} of this record cannot be played: {error}") from error
            self.lengths.append(len(match.all_events()))
        self.log = match.all_events()
        if not self.copies:
            self.copies.append(match.state.clone())

    def position(self, step: int) -> State:
        """The position after a number of choices."""
        at = min(step // CHECKPOINT, len(self.copies) - 1)
        state = self.copies[at].clone()
        for seat, words in self.record.choices[at * CHECKPOINT : step]:
            state.apply(seat, read_choice(self.game, state, state.decision(seat), words))
        return state


class Replays:
    """The records viewed most recently."""

    def __init__(self) -> None:
        self.known: OrderedDict[bytes, Replay] = OrderedDict()

    def replay(self, text: str) -> Replay:
        """The replay of a record; BadRecord if it is not valid."""
        key = sha256(text.encode()).digest()
        replay = self.known.pop(key, None) or Replay(read_record(text))
        self.known[key] = replay
        if len(self.known) > MOST_REPLAYS:
            self.known.popitem(last=False)
        return replay


def show(replays: Replays, job: Show) -> Shown:
    """A position of a record as data."""
    replay = replays.replay(job.record)
    steps = len(replay.record.choices)
    step = steps if job.step < 0 else min(job.step, steps)
    state = replay.position(step)
    viewer = job.viewer
    if not (viewer in (EVERYTHING, SPECTATOR) or 0 <= viewer < state.players):
        raise RepulseError(f"There is no viewer {viewer}: this game has the seats 0 to {state.players - 1}.")
    names = _names(replay.record, state.players)
    display = display_of(replay.game.name, job.language, names)
    view = state if viewer == EVERYTHING else state.view(viewer)
    screen = display.screen(view, viewer)
    screen["mode"] = replay.game.mode_of(replay.record.options)
    next_seat, next_words = replay.record.choices[step] if step < steps else (-1, [])
    asked = next_seat if viewer == EVERYTHING else viewer
    made = ReplayStep(
        step=step,
        steps=steps,
        game=replay.game.name,
        players=state.players,
        names=names,
        viewer=viewer,
        next_seat=next_seat,
        next_words=next_words if viewer in (EVERYTHING, next_seat) else [],
        screen=screen,
        ask=display.ask(view, asked, 0),
        lines=[line_for(display, view, event, viewer) for event in replay.log[: replay.lengths[step]]],
        scores=view.scores(),
    )
    return Shown(msgspec.Raw(encode(made)))


def _names(record: Record, players: int) -> list[str]:
    """What the players were called, if the record says so."""
    names = record.notes.get("names")
    if isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names):
        return [str(name)[:40] for name in cast("list[object]", names)]
    return [""] * players
