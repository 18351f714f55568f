"""Who sits where when a room is made, and which bots there are to sit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from repulse.bots import bot_names, default_bot
from repulse.engine.contract import Seat
from repulse.table.entries import Created, SeatPlan
from repulse.table.messages import WantedSeat
from repulse.table.room import Refusal, Room


def bots_for(game: str) -> dict[str, str]:
    """The bots that come with a game: the name each is chosen by, and the name it is created by."""
    return {name: name for name in bot_names(game)}


def check_bot(bot: str, bots: Mapping[str, str]) -> None:
    """Raise Refusal if there is no such bot."""
    if bot not in bots:
        raise Refusal("no-such-bot", f"There is no bot {bot!r}; there are {', '.join(bots)}.")


def plan_seats(
    wanted: Sequence[WantedSeat],
    players: int,
    holder: str,
    name: str,
    bots: Mapping[str, str],
    face: str = "",
) -> list[SeatPlan]:
    """The seats of a new room; by default one for its creator (holder, name and face), the rest open."""
    plan = wanted or [WantedSeat("me"), *[WantedSeat("open") for _ in range(players - 1)]]
    if len(plan) != players:
        raise Refusal("bad-seats", f"This game has {players} seats, not {len(plan)}.")
    if sum(seat.kind == "me" for seat in plan) > 1:
        raise Refusal("bad-seats", "Only one seat can be yours.")
    return [
        SeatPlan("person", name, "", holder, face) if seat.kind == "me" else _plan(seat, bots)
        for seat in plan
    ]


def _plan(seat: WantedSeat, bots: Mapping[str, str]) -> SeatPlan:
    if seat.kind == "open":
        return SeatPlan("open")
    bot = seat.bot or default_bot(bots)
    check_bot(bot, bots)
    return SeatPlan("bot", "", bot)


def seats_of_rematch(room: Room, host: str, here: frozenset[Seat] = frozenset()) -> Created:
    """The first entry of the next room: the same people with the same tokens, each one seat further on.

    A bot that sits in for somebody who is away still does there; whoever is `here` plays.
    """
    seats: list[SeatPlan] = []
    for number, seat in enumerate(room.seats):
        bot = "" if seat.holder and number in here else seat.bot
        seats.append(SeatPlan(seat.kind, seat.name, bot, seat.holder, seat.face))
    seats = seats[-1:] + seats[:-1]
    return Created(host=host, seats=seats, before=room.room)
