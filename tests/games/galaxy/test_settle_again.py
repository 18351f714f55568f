"""Powers used in one Settle phase, or by one seat, do not carry over to the next."""

from __future__ import annotations

from tests.games.galaxy import dsl as g


def test_a_power_used_in_the_last_settle_counts_for_the_next_choice() -> None:
    s = g.settle(
        tableau=["Epsilon Eridani", "New Military Tactics"],
        hand=["Rebel Miners"],
        rivals=[g.seat(tableau=["Earth's Lost Colony", "New Military Tactics"], hand=["Rebel Fuel Cache"])],
        first=0,
    )
    g.answer(s, 0, "pass")
    g.answer(s, 1, "Rebel Fuel Cache")
    assert g.question(s, 0) == "action"
    assert s.cards.names[s.tableau[1][-1]] == "Rebel Fuel Cache"
    g.answer(s, 0, "Settle")
    g.answer(s, 1, "Settle")
    assert g.question(s, 0) == "settle.place"
    assert "Rebel Miners" in g.offered(s, 0)


def test_temporary_military_does_not_pass_to_the_next_frontier_seat() -> None:
    """Seat 1 goes to the frontier in its own turn, after seat 0 has used its New Military Tactics."""
    s = g.settle(
        tableau=["Old Earth", "New Military Tactics"],
        hand=["Rebel Miners"],
        rivals=[g.seat(tableau=["Earth's Lost Colony", "Mega-Exclusive Resort"], picks="Frontier Settle")],
        near=["Pirate Lair", "Outlaw Rebel Mines", "Xeno Sentry World"],
        conquest=True,
        game="counterstrike",
        first=0,
    )
    g.answer(s, 0, "Rebel Miners")
    assert g.question(s, 1) == "conquest.choice"
    g.answer(s, 1, "Near Frontier")
    assert g.question(s, 1) == "frontier.settle"
    assert s.cards.cost[s.cards.ids["Outlaw Rebel Mines"]] == 2
    assert all(word.startswith("keep ") for word in g.offered(s, 1))
