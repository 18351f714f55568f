"""The columns of a data set that depend on the game and its options."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from repulse.arena.many import Plan
from repulse.engine.contract import Game, State
from repulse.engine.study import StudyTable
from repulse.games import game_named


@dataclass(frozen=True)
class Shape:
    """What a game tells about a finished game."""

    tables: list[StudyTable]
    game_facts: dict[str, type]
    """What `Game.result_facts` says of a game, with the types of the values."""
    seat_facts: dict[str, type]
    """What it says of each seat."""
    players: int


def shape(plan: Plan) -> Shape:
    """The shape of the data of a plan's games."""
    return _shape(plan.game, json.dumps(plan.options))


@lru_cache(maxsize=4)
def _shape(game: str, options: str) -> Shape:
    played: Game = game_named(game)
    state: State = played.start(json.loads(options), 0)
    game_facts: dict[str, type] = {}
    seat_facts: dict[str, type] = {}
    for name, fact in played.result_facts(state).items():
        if isinstance(fact, list | tuple):
            seat_facts[name] = type(fact[0]) if fact else int
        else:
            game_facts[name] = type(fact)
    return Shape(played.study_tables(state), game_facts, seat_facts, state.players)
