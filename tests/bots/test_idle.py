"""Players that ask a net, at questions which change nothing about what they are about."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.bots import make_bot
from repulse.bots.neural.rollouts import Rollout, configuration_of
from repulse.games.galaxy.rules.phases.invasion import NO_MORE
from repulse.games.galaxy.rules.state import GalaxyState


def held() -> GalaxyState:
    """Seat 0 holds against its attack, and may use New Military Tactics or the bunker all the same."""
    rival = g.seat(tableau=["Epsilon Eridani", "Drop Ships", "Space Marines"])
    return g.invasion(tableau=["Old Earth", "New Military Tactics"], spare=2, rivals=[rival], attacks=[-1, 9])


@pytest.mark.parametrize("bot", ["learned", "expert", "master"])
def test_no_power_is_used_where_none_decides_anything(bot: str) -> None:
    s = held()
    assert make_bot(bot, "galaxy", 0).choose(s.view(0), s.decision(0)) == [NO_MORE]


def test_a_look_ahead_does_not_ask_the_net_either() -> None:
    s = held()
    lane = Rollout(configuration_of(g.GAME, s), s, [0] * s.players)
    lane.advance()
    assert lane.decision is not None
    assert lane.decision.prompt != "invasion.defend"
