"""Positions that the rulings on Settle share."""

from __future__ import annotations

from tests.games.galaxy import dsl as g


def can_settle(world: str, tableau: list[str], goods: list[str] | None = None, spare: int = 0) -> bool:
    """Return whether a seat with a tableau and cards to pay may place a world."""
    s = g.settle(tableau=tableau, hand=[world], goods=goods or [], spare=spare, game="xeno-invasion")
    return world in g.offered(s, 0)


def price(world: str, tableau: list[str], *powers: str) -> int:
    """Return what a seat with eight cards to spare pays for a world, using the optional powers named."""
    s = g.settle(tableau=tableau, hand=[world], spare=8, game="xeno-invasion")
    g.answer(s, 0, world)
    for power in powers:
        if g.question(s, 0) == "settle.means":
            g.answer(s, 0, power)
    if g.question(s, 0) == "settle.means":
        g.answer(s, 0, "pass")
    return g.must_pay(s, 0) if g.question(s, 0) == "settle.pay" else 8 - len(g.hand(s, 0))
