"""Games recorded by another engine, replayed through our rules: every offer and every round must agree.

README.md beside this file says where the games come from, which differences are known and what they do not reach.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.referee.check import Played
from tools.referee.fixtures import Fixture, read_fixtures

from repulse.engine.match import replay
from repulse.engine.record import read_record
from repulse.games.galaxy.rules.game import GalaxyGame

HERE = Path(__file__).parent
GROUPS = {
    "base2": 30,
    "base2x": 20,
    "base3": 30,
    "base4": 30,
    "xi2": 30,
    "xi2x": 20,
    "xi3": 30,
    "xi4": 30,
    "xi5": 30,
}
EXCHANGED = {"base3-24", "base4-11", "base4-20", "base4-29", "xi5-11"}
"""The games that need a card of the deck and one of the discards to change places (README.md)."""
GAMES = {group: read_fixtures(HERE / f"{group}.jsonl.gz") for group in GROUPS}


@pytest.mark.parametrize(
    "fixture", [pytest.param(game, id=game["id"]) for games in GAMES.values() for game in games]
)
def test_game_agrees_with_the_referee(fixture: Fixture) -> None:
    played = Played(fixture)
    assert not played.differences, "\n".join(played.differences[:20])
    assert bool(played.exchanges) == (fixture["id"] in EXCHANGED)
    if played.exchanges:
        return
    # The text of the record alone gives the same game, without a hand on the deck.
    match = replay(GalaxyGame(), read_record(played.record.to_json()))
    assert match.state.winners() == (fixture["winners"] or [])
    assert match.state.scores() == [seat["score"] for seat in fixture["rounds"][-1]["seats"]]


@pytest.mark.parametrize("group", GROUPS)
def test_group_is_whole(group: str) -> None:
    games = GAMES[group]
    assert len(games) == GROUPS[group]
    assert len({game["id"] for game in games}) == len(games)
    for game in games:
        options = game["options"]
        assert options["deal"] == ("single" if group.startswith("base") else "two-start")
        assert options["experienced"] == group.endswith("x")
        assert len(game["offers"]) == len(game["choices"])
        assert game["rounds"]
