"""Powers used in one Settle phase, or by one seat, do not carry over to the next."""

from __future__ import annotations

from tests.games.galaxy.positions import (
    answer,
    offered,
    question,
    seat,
    settle,
)


def test_a_power_used_in_the_last_settle_counts_when_the_next_one_is_chosen_for() -> None:
    s = settle(
        tableau=["Epsilon Eridani", "New Military Tactics"],
        hand=["Rebel Miners"],
        rivals=[seat(tableau=["Earth's Lost Colony", "New Military Tactics"], hand=["Rebel Fuel Cache"])],
        first=0,
    )
    answer(s, 0, "pass")
    answer(s, 1, "Rebel Fuel Cache")
    assert question(s, 0) == "action"
    assert s.cards.names[s.tableau[1][-1]] == "Rebel Fuel Cache"
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    assert question(s, 0) == "settle.place"
    assert "Rebel Miners" in offered(s, 0)


def test_temporary_military_of_one_seat_is_not_there_for_the_next_at_the_frontier() -> None:
    """Seat 1 goes to the frontier in its own turn, after seat 0 has used its New Military Tactics."""
    s = settle(
        tableau=["Old Earth", "New Military Tactics"],
        hand=["Rebel Miners"],
        rivals=[seat(tableau=["Earth's Lost Colony", "Mega-Exclusive Resort"], picks="Frontier Settle")],
        near=["Pirate Lair", "Outlaw Rebel Mines", "Xeno Sentry World"],
        conquest=True,
        game="counterstrike",
        first=0,
    )
    answer(s, 0, "Rebel Miners")
    assert question(s, 1) == "conquest.choice"
    answer(s, 1, "Near Frontier")
    assert question(s, 1) == "frontier.settle"
    assert s.cards.cost[s.cards.ids["Outlaw Rebel Mines"]] == 2
    assert all(word.startswith("keep ") for word in offered(s, 1))
