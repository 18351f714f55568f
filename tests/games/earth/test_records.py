"""Recorded games for every way a game can end: they replay exactly, forever."""

from __future__ import annotations

import pytest
from tests.games.earth.make_records import (
    ENDINGS,
    RECORDS,
    ending,
    play,
)
from tests.golden import recorded_names, replay_exactly

from repulse.games.earth.rules.game import EarthGame


def test_there_is_a_record_for_every_ending_and_no_other() -> None:
    assert recorded_names(RECORDS) == set(ENDINGS)
    kinds = {name.rpartition("-")[0] for name in ENDINGS}
    assert kinds >= {"most-vp", "hourglass", "energy", "ships", "shared"}
    assert {players for players, _ in ENDINGS.values()} == {3, 4, 5}


@pytest.mark.parametrize("name", sorted(ENDINGS))
def test_a_record_replays_exactly(name: str) -> None:
    assert ending(replay_exactly(EarthGame(), RECORDS, name).state) == name


@pytest.mark.parametrize("name", ["most-vp-3", "shared-4", "hourglass-5"])
def test_the_script_makes_the_same_record_again(name: str) -> None:
    text = (RECORDS / f"{name}.json").read_text(encoding="utf-8")
    assert play(*ENDINGS[name]).record().to_json() == text
