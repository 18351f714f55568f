"""Every field of a position is copied, shown, hidden and reset as it is declared."""

from __future__ import annotations

import pytest

from repulse.engine.answers import random_answer
from repulse.engine.conformance import check_fields
from repulse.engine.random import seeded
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.position import Position

EVERY = 9
"""Choices between two checks."""

HIDDEN_ALWAYS = {"stream", "reveal_count", "deck", "discards", "hand", "goods", "secret", "offered"}
HIDDEN_IN_COUNTERSTRIKE = {
    "frontier.decks",
    "frontier.discards",
    "frontier.looked",
    "frontier.unused",
    "war.deck",
    "war.unused",
}


@pytest.mark.parametrize(
    ("game", "hidden"),
    [("xeno-invasion", HIDDEN_ALWAYS), ("counterstrike", HIDDEN_ALWAYS | HIDDEN_IN_COUNTERSTRIKE)],
)
def test_every_field_is_what_it_is_declared_to_be(game: str, hidden: set[str]) -> None:
    state = GalaxyGame().start({"game": game, "players": 3}, 5)
    stream = seeded(3)
    tested: set[str] = set()
    number = 0
    while state.owing:
        if number % EVERY == 0:
            tested |= check_fields(state, Position.begin_phase)
        number += 1
        seat = state.seats_owing()[0]
        state.apply(seat, random_answer(state.decision(seat), stream))
    assert tested == hidden


def test_goods_are_part_of_the_data_where_all_worlds_are_damaged() -> None:
    state = GalaxyGame().start({"game": "counterstrike", "players": 2}, 5)
    stream = seeded(3)
    while not all(state.tableau):
        seat = state.seats_owing()[0]
        state.apply(seat, random_answer(state.decision(seat), stream))
    for seat in range(state.players):
        for world in state.tableau[seat]:
            state.damage(seat, world)
    check_fields(state)
