"""The numbers that a writer keeps up to date as a game goes on are those of the views, at every pick."""

from __future__ import annotations

from typing import Any

import pytest

from repulse.engine.picks.session import GAME_OVER, PickSession
from repulse.engine.random import seeded
from repulse.games import game_named, learning_of

CONFIGURATIONS = [
    pytest.param(game, options, id=" ".join([game, *(f"{key}={options[key]}" for key in options)]))
    for game in ("galaxy", "earth")
    for options in game_named(game).configurations()
]


@pytest.mark.parametrize(("name", "options"), CONFIGURATIONS)
def test_nothing_is_copied_that_has_changed(name: str, options: dict[str, Any]) -> None:
    game = game_named(name)
    learning = learning_of(game)
    play = PickSession(learning, game.start(game.check_options(options), 5), last_round=25)
    layout = learning.feature_layout(play.state)
    written, expected = bytearray(layout.size), bytearray(layout.size)
    mask = bytearray(play.space.size)
    stream = seeded(5)
    while (seat := play.seat) != GAME_OVER:
        decision = play.decision(seat)
        assert decision is not None
        play.features(seat, written)
        learning.features(play.state.view(seat), decision, play.picked(seat), expected)
        assert [
            layout.names[index] for index in range(layout.size) if written[index] != expected[index]
        ] == []
        play.mask(seat, mask)
        open_actions = [action for action, is_open in enumerate(mask) if is_open]
        assert len(open_actions) > 1
        play.pick(seat, open_actions[stream.below(len(open_actions))])
