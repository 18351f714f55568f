"""Recorded games for every way each game can end: they replay exactly, forever."""

from __future__ import annotations

import pytest
from tests.games.galaxy.make_records import RECORDS, WANTED, ending
from tests.golden import recorded_names, replay_exactly

from repulse.engine.record import read_record
from repulse.games.galaxy.rules.game import GalaxyGame

WAYS = {
    "base": {"pool", "tableau", "pool-tableau"},
    "xeno-invasion": {"pool", "tableau", "pool-tableau"},
    "invasion": {"repulse", "defeat", "pool", "tableau"},
    "frontier": {"pool", "tableau"},
    "counterstrike": {"defeat", "pool", "conquest-pool", "conquest-value", "conquest-systems"},
}
"""Every way in which each game can end."""


def test_there_is_a_record_for_every_ending_and_no_other() -> None:
    names = {f"{game}-{way}" for game, ways in WAYS.items() for way in ways}
    assert set(WANTED) == names
    assert recorded_names(RECORDS) == names


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_record_replays_exactly(name: str) -> None:
    assert ending(replay_exactly(GalaxyGame(), RECORDS, name)) == name


def test_the_records_cover_two_to_five_players_and_both_forms() -> None:
    options = [read_record((RECORDS / f"{name}.json").read_text(encoding="utf-8")).options for name in WANTED]
    assert {option_set["players"] for option_set in options} == {2, 3, 4, 5}
    assert any(option_set["experienced"] for option_set in options)
    assert any(option_set["game"] == "frontier" and not option_set["xeno_invasion"] for option_set in options)
