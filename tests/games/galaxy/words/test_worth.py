"""The worth of cards of varying points: now in a tableau, and what they would be worth for who holds them."""

from __future__ import annotations

from tests.games.galaxy import dsl as g

from repulse.engine.contract import SPECTATOR
from repulse.games.galaxy.display.screen import present
from repulse.games.galaxy.rules.score import total_score

MINES = ["New Sparta", "Mining World", "Mining Robots"]
"""One Rare production world and Mining Robots: 2 VP each for Mining League."""


def test_a_card_in_a_tableau_shows_what_it_is_worth_now() -> None:
    s = g.settle(tableau=[*MINES, "Mining League"], picks="Settle")
    placed = present(s.view(0), 0)["players"][0]["tableau"]
    assert {card["card"]: card["worth"] for card in placed if card["worth"] is not None} == {
        "Mining League": 4
    }


def test_everybody_sees_what_lies_in_a_tableau() -> None:
    s = g.settle(tableau=[*MINES, "Mining League"], picks="Settle")
    for viewer in (SPECTATOR, 1):
        assert present(s.view(viewer), viewer)["players"][0]["tableau"][-1]["worth"] == 4


def test_a_damaged_card_is_worth_nothing() -> None:
    worlds = ["New Sparta", "Corrosive Uplift World"]
    s = g.settle(game="invasion", tableau=worlds, damaged=worlds[1:], picks="Settle")
    assert present(s.view(0), 0)["players"][0]["tableau"][1]["worth"] == 0


def test_a_card_in_hand_shows_what_it_would_be_worth() -> None:
    s = g.settle(tableau=MINES, hand=["Mining League", "Gem World"], picks="Settle")
    assert present(s.view(0), 0)["players"][0]["worth"] == {"Mining League": 4}


def test_its_own_powers_count_once_it_is_placed() -> None:
    # New Galactic Order gives 1 VP for each Military: 2 of New Sparta, 2 of its own.
    s = g.settle(tableau=["New Sparta"], hand=["New Galactic Order"], picks="Settle")
    assert present(s.view(0), 0)["players"][0]["worth"] == {"New Galactic Order": 4}


def test_looking_changes_nothing() -> None:
    s = g.settle(tableau=MINES, hand=["Mining League"], picks="Settle")
    before = total_score(s, 0), list(s.tableau[0]), list(s.hand[0])
    present(s.view(0), 0)
    assert (total_score(s, 0), list(s.tableau[0]), list(s.hand[0])) == before


def test_nobody_else_sees_what_a_hand_would_be_worth() -> None:
    s = g.settle(tableau=MINES, hand=["Mining League"], picks="Settle", rivals=[g.seat(["Old Earth"])])
    for viewer in (SPECTATOR, 1):
        assert present(s.view(viewer), viewer)["players"][0]["worth"] == {}
