"""Records being viewed: any position of a finished game, through anybody's eyes."""

from __future__ import annotations

import json
from collections import OrderedDict
from hashlib import sha256
from typing import Final, cast

from repulse.bots import seat_names
from repulse.engine.contract import EVERYTHING, SPECTATOR, RepulseError, State
from repulse.engine.match import Match
from repulse.engine.record import BadRecord, Record, read_record
from repulse.engine.tokens import read_choice
from repulse.games import display_of, game_of
from repulse.table.viewer_events import line_for
from repulse.table.wire.analysis import ReplayStep

MAX_REPLAYS: Final = 8
CHECKPOINT: Final = 16
"""While a record is being viewed, a copy of the position is kept every this many choices."""


class Replay:
    """A record being viewed: some of its positions, and its whole log."""

    def __init__(self, record: Record) -> None:
        self.game = game_of(record)
        self.record = record
        if record.rules != self.game.rules:
            raise BadRecord(
                f"This record was made by rules {record.rules}; this program plays rules {self.game.rules}."
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
        self.over = match.is_over()
        """Whether the record goes to the end of its game."""
        if not self.copies:
            self.copies.append(match.state.clone())

    def position(self, step: int) -> State:
        """Return the position after a number of choices."""
        index = min(step // CHECKPOINT, len(self.copies) - 1)
        state = self.copies[index].clone()
        for seat, words in self.record.choices[index * CHECKPOINT : step]:
            state.apply(seat, read_choice(self.game, state, state.decision(seat), tokens=words))
        return state


class Replays:
    """The records viewed most recently."""

    def __init__(self, largest_options: int | None = None) -> None:
        self.known: OrderedDict[bytes, Replay] = OrderedDict()
        self.largest_options = largest_options
        """The maximum size of the options of a record, in bytes."""

    def replay(self, text: str) -> Replay:
        """Return the replay of a record.

        Raises:
            BadRecord: It is not valid.
        """
        key = sha256(text.encode()).digest()
        replay = self.known.pop(key, None) or Replay(self._checked(read_record(text)))
        self.known[key] = replay
        if len(self.known) > MAX_REPLAYS:
            self.known.popitem(last=False)
        return replay

    def _checked(self, record: Record) -> Record:
        most = self.largest_options
        if most is not None and len(json.dumps(record.options, ensure_ascii=False).encode()) > most:
            raise BadRecord(f"The options of a record that is shown here have at most {most} bytes.")
        return record


def replay_step(replays: Replays, record: str, *, step: int, viewer: int, language: str) -> ReplayStep:
    """Return a position of a record.

    Args:
        replays: The records viewed most recently.
        record: The text of the record.
        step: After how many choices; -1 for all.
        viewer: A seat, SPECTATOR or EVERYTHING.
        language: The language of the texts.
    """
    replay = replays.replay(record)
    steps = len(replay.record.choices)
    step = steps if step < 0 else min(step, steps)
    state = replay.position(step)
    if not (viewer in (EVERYTHING, SPECTATOR) or 0 <= viewer < state.players):
        raise RepulseError(f"There is no viewer {viewer}: this game has the seats 0 to {state.players - 1}.")
    names = names_in_record(replay.record, state.players)
    display = display_of(replay.game.name, language, names)
    view = state if viewer == EVERYTHING else state.view(viewer)
    screen = display.screen(view, viewer)
    screen["mode"] = replay.game.mode_of(replay.record.options)
    next_seat, next_words = replay.record.choices[step] if step < steps else (-1, [])
    asked = next_seat if viewer == EVERYTHING else viewer
    return ReplayStep(
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
        lines=[line_for(display, view, event, viewer=viewer) for event in replay.log[: replay.lengths[step]]],
        scores=view.scores(),
        over=replay.over,
        bots=bots_in_record(replay.record, state.players),
    )


def names_in_record(record: Record, players: int | None = None) -> list[str]:
    """Return the names of the players by the notes of a record, which may say anything; empty where unknown.

    A bot without a name has that of its character.

    Args:
        record: The record.
        players: The number of players; by default the one in the options of the record.
    """
    if players is None:
        count = record.options.get("players")
        players = count if isinstance(count, int) else 0
    return [
        name[:40] for name in seat_names(bots_in_record(record, players), _noted(record, "names", players))
    ]


def bots_in_record(record: Record, players: int) -> list[str]:
    """Return the bot in each seat by the notes of a record; empty for a person."""
    return _noted(record, "bots", players)


def _noted(record: Record, key: str, players: int) -> list[str]:
    """Return the notes of a record about each seat; empty texts if they are not about each."""
    texts = record.notes.get(key)
    if isinstance(texts, list) and len(texts) == players and all(isinstance(text, str) for text in texts):
        return [str(text) for text in cast("list[object]", texts)]
    return [""] * players
