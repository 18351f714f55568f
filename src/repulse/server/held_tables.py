"""What those who hold a seat may know of their table from outside: how it stands, and its record once it is over."""

from __future__ import annotations

from repulse.server.exports import ExportedGame
from repulse.server.live_room import LiveRoom
from repulse.table.clock import deadline
from repulse.table.protocol import TableState
from repulse.table.viewer_events import seat_infos


async def table_state(live: LiveRoom, holder: str) -> TableState:
    """How a table stands for one whose token has this hash."""
    async with live.lock:
        live.check()
        room = live.room
        if not room.is_known(holder):
            return TableState(room.room, gone=True)
        seat = room.seat_of(holder)
        made = TableState(
            room.room,
            stage=room.stage,
            name=room.stored.settings["name"],
            game=room.stored.game,
            mode=room.mode,
            seat=seat,
            seats=seat_infos(room, live.here()),
            next=room.next,
        )
        if room.match is not None and room.stage == "playing":
            made.thinking = room.match.state.view(seat).seats_owing()
            made.your_turn = room.is_awaited(seat)
            made.deadline = deadline(room, seat) if made.your_turn else 0
        elif room.match is not None:
            made.scores = room.match.state.scores()
            made.winners = room.match.state.winners()
        elif room.kept_result is not None:
            made.scores, made.winners = room.kept_result.scores, room.kept_result.winners
        return made


async def exported_game(live: LiveRoom, holder: str) -> ExportedGame | None:
    """The game of one whose token has this hash; None if no seat is theirs."""
    async with live.lock:
        room = live.room
        if live.broken or not room.is_known(holder):
            return None
        over = room.stage == "over" and (room.match is not None or room.old is not None)
        return ExportedGame(
            room.room,
            room.stored.settings["name"],
            room.stored.game,
            room.stage,
            room.stored.created,
            room.seat_of(holder),
            room.names,
            room.record().to_json() if over else "",
        )
