"""Positions that the rulings on Settle share."""

from __future__ import annotations

from tests.games.galaxy.positions import (
    answer,
    hand,
    must_pay,
    offered,
    question,
    settle,
)


def can_settle(world: str, tableau: list[str], goods: list[str] | None = None, spare: int = 0) -> bool:
    """Return whether a seat with that tableau and so many cards to pay may place a world."""
    s = settle(tableau=tableau, hand=[world], goods=goods or [], spare=spare, game="xeno-invasion")
    return world in offered(s, 0)


def price(world: str, tableau: list[str], *powers: str) -> int:
    """Return what a seat with eight cards to spare pays for a world, using the optional powers named."""
    s = settle(tableau=tableau, hand=[world], spare=8, game="xeno-invasion")
    answer(s, 0, world)
    for power in powers:
        if question(s, 0) == "settle.means":
            answer(s, 0, power)
    if question(s, 0) == "settle.means":
        answer(s, 0, "pass")
    return must_pay(s, 0) if question(s, 0) == "settle.pay" else 8 - len(hand(s, 0))
