"""Training runs that several tests share."""

from __future__ import annotations

from repulse.bots.neural.net import Net
from repulse.bots.neural.rollouts import configuration_of
from repulse.games import game_named
from repulse.learn.net_editing import new_net


def untrained(players: int = 2) -> Net:
    game = game_named("toy")
    return new_net("toy", [configuration_of(game, game.start({"players": players}, 0))], (16, 8), seed=1)
