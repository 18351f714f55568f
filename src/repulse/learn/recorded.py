"""Games that others have played, to learn from: a folder of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from repulse.bots.random import RandomBot
from repulse.engine.contract import Game, RepulseError, read_choice
from repulse.engine.record import Record, read_record
from repulse.learn.selfplay import Experience, Played, Setup, Steps, gathered, setup_for


def recorded_games(game: Game, folder: Path) -> Iterator[tuple[Setup, Experience]]:
    """What all seats went through in the games of a folder, one game after the other; those that did not end are left out."""
    for file in sorted(folder.glob("*.json")):
        try:
            record = read_record(file.read_text(encoding="utf-8"))
            if record.game != game.name:
                raise RepulseError(f"it is a game of {record.game}")
            setup, played = _replayed(game, record)
        except (OSError, ValueError, RepulseError) as error:
            raise RepulseError(f"{file} cannot be learned from: {error}") from error
        if not played.state.owing:
            yield setup, gathered([played])


def _replayed(game: Game, record: Record) -> tuple[Setup, Played]:
    setup = setup_for(game, record.options)
    state = game.start(setup.options, record.seed)
    steps = [Steps() for _ in range(state.players)]
    for seat, words in record.choices:
        decision = state.decision(seat)
        choice = read_choice(game, state, decision, words)
        steps[seat].add_answer(setup.configuration, decision, state.view(seat), choice)
        state.apply(seat, choice)
    # Who answered does not matter any more; nobody of them is the net that learns.
    return setup, Played(state, [RandomBot(0)] * state.players, steps)
