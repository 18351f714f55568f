"""Snapshots of finished games: every position and the log as shown, for when the rules have changed.

A record can only be replayed with the rules that it was played by. A snapshot stores what was shown
instead, with everything revealed, once in each language: a head, the log, and a line of JSON for each position, all
compressed together. Positions are much alike, so that a long game takes less than 100 kB.
"""

from __future__ import annotations

import json
import lzma
from typing import Any, Final

from repulse.engine.contract import EVERYTHING
from repulse.engine.tokens import read_choice
from repulse.games import display_of
from repulse.server.http.wire import encode
from repulse.table.replays import Replay, bots_in_record, names_in_record
from repulse.table.viewer_events import line_for
from repulse.table.wire.analysis import ReplayStep
from repulse.table.wire.views import Result

_PRESET: Final = 1
"""A fast preset: the data is very repetitive."""
_HEAD_LINES: Final = 2


def make_snapshot(replay: Replay, language: str) -> bytes:
    """Return a game as it is shown in a language."""
    record = replay.record
    state = replay.position(0)
    names = names_in_record(record, state.players)
    display = display_of(replay.game.name, language, names)
    mode = replay.game.mode_of(record.options)
    frames: list[bytes] = []
    for number in range(len(record.choices) + 1):
        seat, words = record.choices[number] if number < len(record.choices) else (-1, [])
        screen: Any = display.screen(state, EVERYTHING)
        screen["mode"] = mode
        frames.append(
            encode(
                {
                    "seat": seat,
                    "words": words,
                    "screen": screen,
                    "ask": display.ask(state, seat, 0) if seat >= 0 else None,
                    "scores": state.scores(),
                }
            )
        )
        if seat >= 0:
            state.apply(seat, read_choice(replay.game, state, state.decision(seat), tokens=words))
    over = not state.seats_owing()
    head = {
        "game": replay.game.name,
        "players": state.players,
        "names": names,
        "bots": bots_in_record(record, state.players),
        "lengths": replay.lengths,
        "scores": state.scores(),
        "winners": state.winners() if over else [],
        "breakdown": [display.score_parts(state, seat) for seat in range(state.players)],
    }
    log = [line_for(display, state, event, viewer=EVERYTHING) for event in replay.log]
    return lzma.compress(b"\n".join([encode(head), encode(log), *frames]), preset=_PRESET)


def snapshot_step(data: bytes, step: int) -> ReplayStep:
    """Return the position after `step` choices; -1 for the last."""
    lines = lzma.decompress(data).split(b"\n")
    head = json.loads(lines[0])
    steps = len(lines) - _HEAD_LINES - 1
    step = steps if step < 0 else min(step, steps)
    frame = json.loads(lines[_HEAD_LINES + step])
    return ReplayStep(
        step=step,
        steps=steps,
        game=head["game"],
        players=head["players"],
        names=head["names"],
        viewer=EVERYTHING,
        next_seat=frame["seat"],
        next_words=frame["words"],
        screen=frame["screen"],
        ask=frame["ask"],
        lines=json.loads(lines[1])[: head["lengths"][step]],
        scores=frame["scores"],
        over=bool(head["winners"]),
        # Snapshots of earlier versions name no bots.
        bots=head.get("bots", []),
    )


def snapshot_result(data: bytes) -> Result | None:
    """Return the result of a game; None if it was ended early."""
    head = json.loads(lzma.decompress(data).partition(b"\n")[0])
    if not head["winners"]:
        return None
    return Result(head["scores"], head["winners"], head["breakdown"], [])
