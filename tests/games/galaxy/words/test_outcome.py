"""The facts of games about their end."""

from __future__ import annotations

import json

import pytest
from tests.games.galaxy.words.games import (
    DISPLAY,
    GAME,
    SORTS,
    name_of,
    positions,
)

from repulse.games.galaxy.codes import events
from repulse.games.galaxy.rules.outcome import ENDINGS
from repulse.games.galaxy.rules.state import GalaxyState

WAR = {"stage", "value_left", "goods_given", "defeats", "awards", "damaged", "contributed"}


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_every_game_tells_how_it_ended(options: dict[str, object]) -> None:
    for s, match in positions(options, 2):
        if s.over:
            facts = GAME.result_facts(s)
            endings = [event for event in match.all_events() if event[0] == events.GAME_END]
            assert facts["ending"] == "+".join(ident for bit, ident in ENDINGS.items() if endings[0][2] & bit)
            check_facts(s, facts)
            words = DISPLAY.ending_text(str(facts["ending"]))
            assert DISPLAY.log_text(s, endings[0]) == f"The game ends: {words}."


def check_facts(s: GalaxyState, facts: dict[str, object]) -> None:
    assert json.loads(json.dumps(facts)) == facts
    for value in facts.values():
        assert isinstance(value, int | str) or (isinstance(value, list) and len(value) == s.players)
    assert (facts.keys() >= WAR) == (s.war is not None)
    assert ("frontier_worlds" in facts) == (s.frontier is not None)
    assert ("systems" in facts) == (s.war is not None and s.war.counterstrike)


def test_a_game_that_goes_on_has_not_ended() -> None:
    assert GAME.result_facts(GAME.start({"game": "invasion"}, seed=1))["ending"] == ""


def test_several_endings_at_once() -> None:
    assert (
        DISPLAY.ending_text("pool+conquest_value") == "the VP pool is empty and the conquest value is reached"
    )
