"""Every field of a position is copied, shown and hidden as it is declared."""

from __future__ import annotations

from repulse.engine.answers import random_answer
from repulse.engine.conformance import check_fields
from repulse.engine.random import seeded
from repulse.games.earth.rules.game import EarthGame

EVERY = 7
"""Choices between two checks."""


def test_every_field_is_what_it_is_declared_to_be() -> None:
    state = EarthGame().start({"players": 3}, 5)
    stream = seeded(3)
    tested: set[str] = set()
    number = 0
    while state.owing:
        if number % EVERY == 0:
            tested |= check_fields(state)
        number += 1
        seat = state.seats_owing()[0]
        state.apply(seat, random_answer(state.decision(seat), stream))
    assert tested == {"stream", "card_deck", "gadget_deck", "secret"}
