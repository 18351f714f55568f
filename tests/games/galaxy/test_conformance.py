"""Galaxy keeps every promise of the contract, in every kind of game and in both stages of the war."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from repulse.engine.conformance import ALWAYS, Rates, check_game
from repulse.engine.contract import Data, Event
from repulse.games.galaxy.codes import events
from repulse.games.galaxy.learning.learning import GalaxyLearning
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.frontier import FAR
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.military import gives_military
from repulse.games.galaxy.rules.options import GAMES
from repulse.games.galaxy.rules.phases.setup import give_start_world
from repulse.games.galaxy.rules.state import GalaxyState

GAME = GalaxyGame()


class Armed(GalaxyGame):
    """Galaxy, but everybody begins with Military and a Far Frontier world, and the Xenos are soon repulsed.

    Random players would hardly ever see the conquest stage, let alone conquer anything in it.
    """

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> GalaxyState:
        """Return the first position, with larger tableaus and a low repulse value."""
        s = super().start(options, seed, log)
        assert s.war is not None
        assert s.frontier is not None
        s.war.repulse = 0
        for seat in range(s.players):
            army = list(dict.fromkeys(card for card in s.deck if is_army(s, card)))[:3]
            for card in army:
                s.deck.remove(card)
            for card in [*army, s.frontier.decks[FAR].pop()]:
                give_start_world(s, seat, card)
        s.forget_decisions()
        return s


def is_army(s: GalaxyState, card: CardId) -> bool:
    """Return whether a card is a development that gives Military."""
    return s.cards.development[card] and gives_military(s, card)


ARMED: list[Data] = [
    {"game": "counterstrike", "deal": "single", "players": 2},
    {"game": "counterstrike", "deal": "single", "players": 2, "experienced": True},
    {"game": "counterstrike", "deal": "single", "players": 3},
    {"game": "counterstrike", "deal": "single", "players": 5},
]
FRONTIER_PROMPTS = {"conquest.choice", "frontier.deck", "frontier.settle"}


def name_of(options: Mapping[str, object]) -> str:
    """Return a configuration as the name of a test."""
    words = [options["game"], options["players"]]
    words += [key for key in ("new_worlds", "experienced") if options.get(key)]
    if options["game"] == "frontier" and not options["xeno_invasion"]:
        words.append("without-xeno-invasion")
    if options.get("deal", "two-start") != "two-start":
        words.append(options["deal"])
    return "-".join(str(word) for word in words)


def test_the_configurations_are_all_the_games_for_all_numbers_of_players() -> None:
    configurations = GAME.configurations()
    names = [name_of(options) for options in configurations]
    assert len(set(names)) == len(names)
    for game in GAMES:
        players = {options["players"] for options in configurations if options["game"] == game}
        assert players == ({2, 3, 4} if game == "base" else {2, 3, 4, 5})
        assert any(options["experienced"] for options in configurations if options["game"] == game)
    assert any(not options["xeno_invasion"] for options in configurations if options["game"] == "frontier")


@pytest.mark.parametrize("options", GAME.configurations(), ids=name_of)
def test_random_games_keep_the_contract(options: Data) -> None:
    report = check_game(GAME, options, [1], rates=Rates().thinned(3), learning=GalaxyLearning(GAME))
    assert report.games == report.finished == 1


@pytest.mark.parametrize("options", ARMED, ids=name_of)
def test_random_games_with_a_conquest_stage_keep_the_contract(options: Data) -> None:
    report = check_game(Armed(), options, [0, 1], rates=Rates().thinned(4), learning=GalaxyLearning(Armed()))
    assert report.finished == 2
    assert {"conquest.choice", "frontier.settle"} <= set(report.prompts)


@pytest.mark.parametrize("game", GAMES)
def test_every_check_at_every_choice_of_a_beginning(game: str) -> None:
    check_game(GAME, {"game": game, "players": 3}, [7], depth=25, rates=ALWAYS, learning=GalaxyLearning(GAME))


@pytest.mark.slow
@pytest.mark.parametrize("options", GAME.configurations(), ids=name_of)
def test_many_random_games_keep_the_contract(options: Data) -> None:
    report = check_game(
        GAME, options, range(100, 106), rates=Rates().thinned(16), learning=GalaxyLearning(GAME)
    )
    assert report.finished == 6


@pytest.mark.slow
@pytest.mark.parametrize("options", ARMED, ids=name_of)
def test_many_games_with_a_conquest_stage_keep_the_contract(options: Data) -> None:
    report = check_game(
        Armed(), options, range(100, 106), rates=Rates().thinned(12), learning=GalaxyLearning(Armed())
    )
    assert report.finished == 6
    assert set(report.prompts) >= FRONTIER_PROMPTS
    assert report.events.get(events.ATTACK)
