"""One game between bots, as fast as it goes: no match, no log, views only for bots that want them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from repulse.engine.bot import Bot, answer_of
from repulse.engine.contract import Game, RepulseError, Seat


@dataclass(slots=True)
class Result:
    """How one game ended."""

    seed: int
    scores: list[int]
    winners: list[Seat]
    decisions: int
    """Answers that had an alternative."""
    forced: int
    """Answers that had none."""
    rounds: int | None = None
    """How many rounds were played, if the game counts them."""
    bots: list[str] = field(default_factory=list)
    """The names of the bots, by seat."""
    facts: dict[str, object] = field(default_factory=dict)
    """What the game itself tells of the position: single values, or lists with one value for each seat."""


def play_game(game: Game, options: Mapping[str, object], seed: int, bots: Sequence[Bot]) -> Result:
    """Play one game to its end, with a bot for each seat."""
    state = game.start(options, seed)
    if len(bots) != state.players:
        raise RepulseError(f"This game is for {state.players} players, not for {len(bots)} bots.")
    decisions = forced = 0
    while state.owing:
        seat = (state.owing & -state.owing).bit_length() - 1
        decision = state.decision(seat)
        if decision.forced():
            forced += 1
            state.apply(seat, decision.forced_choice())
            continue
        decisions += 1
        state.apply(seat, answer_of(bots[seat], state, decision))
    return Result(
        seed,
        state.scores(),
        state.winners(),
        decisions,
        forced,
        state.round_number() or None,
        facts=game.result_facts(state),
    )
