"""Earth keeps every promise of the contract."""

from __future__ import annotations

import pytest

from repulse.engine.conformance import ALWAYS, Rates, check_game
from repulse.games.earth.learning.learning import EarthLearning
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.game import EarthGame

GAME = EarthGame()
LEARNING = EarthLearning(GAME)

# Questions that every sort of Gadget asks, and the others.
PROMPTS = {
    "action",
    "bid",
    "bombard.region",
    "destroy.target",
    "drag.from",
    "drag.ships",
    "drag.to",
    "fly.to",
    "harvest.region",
    "hologram.region",
    "move.from",
    "move.number",
    "move.to",
    "portal",
    "redirect.from",
    "redirect.to",
    "scatter.regions",
    "shield.region",
    "take-card",
}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_keep_the_contract(players: int) -> None:
    report = check_game(GAME, {"players": players}, range(2), learning=LEARNING)
    assert report.games == report.finished == 2
    assert report.dealt_anew > 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_check_at_every_choice_of_a_beginning(players: int) -> None:
    check_game(GAME, {"players": players}, range(7, 9), depth=60, rates=ALWAYS, learning=LEARNING)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_random_games_keep_the_contract(players: int) -> None:
    first = {3: 100, 4: 200, 5: 100}[players]  # seeds of games in which everything is asked
    report = check_game(
        GAME, {"players": players}, range(first, first + 60), rates=Rates().thinned(20), learning=LEARNING
    )
    assert report.finished == 60
    # Random players are seldom at odds in two regions at once; the tests of the Gadgets ask this one.
    assert PROMPTS - {"drag.from"} <= set(report.prompts) <= PROMPTS
    # The first reveal comes before there is a log.
    unseen = {events.NAMES[kind] for kind in range(len(events.NAMES)) if kind not in report.events}
    assert unseen <= {"portals", "reshuffle-gadgets"}
