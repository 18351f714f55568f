"""Invalid options and their error messages, and the defaults of valid ones."""

from __future__ import annotations

import pytest

from repulse.engine.contract import BadOptions, Data
from repulse.games.galaxy.rules.game import GalaxyGame

GAME = GalaxyGame()

REFUSED: list[tuple[Data, str]] = [
    ({"game": "base", "players": 5}, "2 to 4 players, not 5"),
    ({"game": "base", "players": 1}, "2 to 4 players, not 1"),
    (
        {"game": "frontier", "players": 5, "xeno_invasion": False},
        "without Xeno Invasion is for 2 to 4 players",
    ),
    ({"game": "frontier", "players": 6}, "2 to 5 players, not 6"),
    ({"game": "counterstrike", "players": 6}, "2 to 5 players, not 6"),
    ({"game": "counterstrike", "xeno_invasion": False}, "counterstrike needs the Xeno Invasion cards"),
    ({"game": "invasion", "xeno_invasion": False}, "invasion needs the Xeno Invasion cards"),
    ({"game": "base", "xeno_invasion": True}, "the game with them is xeno-invasion"),
    ({"game": "frontier", "players": 3, "experienced": True}, "experienced game is for 2 players, not 3"),
    (
        {"game": "counterstrike", "players": 4, "experienced": True},
        "experienced game is for 2 players, not 4",
    ),
    ({"game": "base", "players": 3, "deal": "two-start"}, "needs New Worlds"),
    ({"game": "galaxy"}, "one of base, xeno-invasion, invasion, frontier, counterstrike, not 'galaxy'"),
    ({"deal": "three-start"}, "The option deal is one of"),
    ({"players": "three"}, "whole number"),
    ({"players": True}, "whole number"),
    ({"experienced": 1}, "true or false"),
    ({"color": "blue"}, "There is no option 'color'"),
    ({"overlays": "house"}, "Galaxy has no overlay 'house': there is first-edition"),
    ({"overlays": 3}, "list of overlay names"),
    ({"overlays": [3]}, "An overlay is a name"),
    ({"overlays": ["../base"]}, "Galaxy has no overlay '../base'"),
    ({"arrangement": []}, "a table with starts and piles"),
    ({"arrangement": {"starts": [1]}}, "are card names"),
    ({"arrangement": {"piles": "Gem World"}}, "list of lists"),
]


@pytest.mark.parametrize(("options", "words"), REFUSED)
def test_options_that_are_refused(options: Data, words: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.check_options(options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("game", "players", "pool", "sets"),
    [
        ("base", 4, 48, ("base",)),
        ("xeno-invasion", 5, 60, ("base", "xeno-invasion")),
        ("invasion", 5, 60, ("base", "xeno-invasion")),
        ("frontier", 5, 75, ("base", "xeno-invasion", "xeno-counterstrike")),
        ("counterstrike", 5, 150, ("base", "xeno-invasion", "xeno-counterstrike")),
    ],
)
def test_the_largest_table_of_each_game(game: str, players: int, pool: int, sets: tuple[str, ...]) -> None:
    s = GAME.start({"game": game, "players": players}, seed=1)
    assert s.players == players
    assert s.pool == pool
    assert (s.war is not None) == (game in ("invasion", "counterstrike"))
    assert (s.frontier is not None) == (game in ("frontier", "counterstrike"))
    assert s.mix_with_hand == (game != "base")
    assert ("Xeno Forward Command" in s.cards.ids) == ("xeno-invasion" in sets)
    assert ("Pirate Lair" in s.cards.ids) == ("xeno-counterstrike" in sets)


def test_the_frontier_game_without_xeno_invasion() -> None:
    s = GAME.start({"game": "frontier", "players": 4, "xeno_invasion": False}, seed=1)
    assert "Pirate Lair" in s.cards.ids
    assert "Xeno Forward Command" not in s.cards.ids
    assert s.mix_with_hand


@pytest.mark.parametrize("options", GAME.configurations(), ids=str)
def test_options_in_full_stay_as_they_are(options: Data) -> None:
    assert GAME.check_options(options) == options


def test_two_start_worlds_are_offered_in_every_game_but_the_base_game() -> None:
    for game in ("xeno-invasion", "invasion", "frontier", "counterstrike"):
        s = GAME.start({"game": game, "players": 2}, seed=1)
        assert all(len(offered) == 2 for offered in s.offered)


def test_people_cannot_lay_out_the_cards() -> None:
    options: dict[str, object] = {"arrangement": {"starts": [], "piles": []}}
    assert "arrangement" in GalaxyGame().check_options(options)
    with pytest.raises(BadOptions, match="laid out by hand"):
        GalaxyGame().check_public_options(options)
    assert GalaxyGame().check_public_options({}) == GalaxyGame().check_options({})
