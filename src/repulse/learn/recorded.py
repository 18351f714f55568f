"""Experience from recorded games: a folder of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from repulse.bots.random import RandomBot
from repulse.engine.contract import Game, RepulseError
from repulse.engine.record import Record, read_record
from repulse.engine.tokens import read_choice
from repulse.learn.experience import Experience, FinishedGame, SeatSteps, collect_experience
from repulse.learn.selfplay import TrainedGame, setup_for


def recorded_games(game: Game, folder: Path) -> Iterator[tuple[TrainedGame, Experience]]:
    """Yield the experience of all seats, game by game; unfinished games are skipped.

    Raises:
        RepulseError: A file holds no record of the game; the message names it.
    """
    for file in sorted(folder.glob("*.json")):
        try:
            record = read_record(file.read_text(encoding="utf-8"))
            if record.game != game.name:
                raise RepulseError(f"it is a game of {record.game}")
            setup, played = _replay(game, record)
        except (OSError, ValueError, RepulseError) as error:
            raise RepulseError(f"{file} cannot be learned from: {error}") from error
        if not played.state.owing:
            yield setup, collect_experience([played])


def _replay(game: Game, record: Record) -> tuple[TrainedGame, FinishedGame]:
    setup = setup_for(game, record.options)
    state = game.start(setup.options, record.seed)
    steps = [SeatSteps() for _ in range(state.players)]
    for seat, tokens in record.choices:
        decision = state.decision(seat)
        choice = read_choice(game, state, decision, tokens=tokens)
        steps[seat].add_answer(setup.configuration, decision, state.view(seat), choice=choice)
        state.apply(seat, choice)
    # Any player does, as long as it is not the learning net: only the steps count.
    return setup, FinishedGame(state, [RandomBot(0)] * state.players, steps)
