"""Games that begin where another one was: from a position of its record, with bots in place of the others.

Only the record of a game that is over may be used: it tells every card.
"""

from __future__ import annotations

from collections.abc import Mapping

from repulse.bots import default_bot
from repulse.engine.record import Record
from repulse.table.entries import Answered, AnyEntry, SeatPlan, Started
from repulse.table.protocol import PlayOn
from repulse.table.room import Refusal
from repulse.table.seats import check_bot


def entries_of(record: Record, step: int | None = None) -> list[AnyEntry]:
    """What brings a new room to the position after so many choices of a record (all, if none is named)."""
    given = record.choices if step is None else record.choices[:step]
    return [Started(), *(Answered(seat=seat, words=words, by="record") for seat, words in given)]


def check_step(record: Record, wanted: PlayOn, rules: str) -> None:
    """Raise Refusal if a game cannot be played on from there."""
    if record.rules != rules:
        raise Refusal(
            "old-rules", f"This game was begun by rules {record.rules}, which are not played any more."
        )
    if not 0 <= wanted.step < len(record.choices):
        raise Refusal("bad-step", f"This game can be played on after 0 to {len(record.choices) - 1} choices.")


def seats_to_play_on(
    played: list[str], wanted: PlayOn, holder: str, name: str, face: str, bots: Mapping[str, str]
) -> list[SeatPlan]:
    """One seat for whoever plays on; the bots that `played` (by seat; empty for a person), or those wanted, in the others."""
    if not 0 <= wanted.seat < len(played):
        raise Refusal("bad-seats", f"This game has the seats 0 to {len(played) - 1}.")
    if wanted.bot:
        check_bot(wanted.bot, bots)
    seats = []
    for seat, bot in enumerate(played):
        if seat == wanted.seat:
            seats.append(SeatPlan("person", name, "", holder, face))
        else:
            seats.append(SeatPlan("bot", "", wanted.bot or (bot if bot in bots else default_bot(bots))))
    return seats


def bots_in(record: Record, players: int) -> list[str]:
    """The bots that sat in each seat by the notes of a record, which may say anything; empty for a person."""
    noted = record.notes.get("bots")
    if isinstance(noted, list) and len(noted) == players and all(isinstance(each, str) for each in noted):
        return list(noted)
    return [""] * players
