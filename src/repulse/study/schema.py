"""The columns of a data set that depend on the game and its options."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from repulse.arena.many import SimulationPlan
from repulse.engine.study import Fact, StudyTable
from repulse.games import game_named, study_of


@dataclass(frozen=True)
class Schema:
    """The facts and tables that a game declares for its data sets."""

    tables: list[StudyTable]
    game_facts: list[Fact]
    """The facts with one value per game."""
    seat_facts: list[Fact]
    """The facts with one value per seat."""
    players: int
    thing_facts: dict[str, dict[str, list[Any]]]
    """The columns that describe the things of a table, by the name of the table."""


def schema_of(plan: SimulationPlan) -> Schema:
    """Return the schema of the games of a plan."""
    return _schema(plan.game, json.dumps(plan.options))


@lru_cache(maxsize=4)
def _schema(game: str, options: str) -> Schema:
    rules = game_named(game)
    study = study_of(rules)
    state = rules.start(json.loads(options), 0)
    facts = study.facts(state)
    return Schema(
        tables=study.tables(state),
        game_facts=[fact for fact in facts if not fact.per_seat],
        seat_facts=[fact for fact in facts if fact.per_seat],
        players=state.players,
        thing_facts=study.thing_facts(state),
    )
