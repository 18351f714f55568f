"""Powers used in one Settle phase are open in the next, to their owner and to the owner of another copy."""

from __future__ import annotations

from tests.galaxy.positions import answer, offered, question, seat, settle


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
    assert s.table.names[s.tableau[1][-1]] == "Rebel Fuel Cache"
    answer(s, 0, "Settle")
    answer(s, 1, "Settle")
    assert question(s, 0) == "settle.place"
    assert "Rebel Miners" in offered(s, 0)
