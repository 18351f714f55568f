"""The state of a room for the owners of its seats, and its record once the game is over."""

from __future__ import annotations

from repulse.server.people.exports import ExportedGame
from repulse.server.rooms.session import RoomSession
from repulse.table.clock import deadline
from repulse.table.viewer_events import seat_infos
from repulse.table.wire.rooms import TableState


async def table_state(session: RoomSession, owner: str) -> TableState:
    """Return the state of a room for the owner of a seat."""
    async with session.lock:
        session.committer.check()
        room = session.room
        if not room.is_known(owner):
            return TableState(room.id, gone=True)
        seat = room.seat_of(owner)
        table = TableState(
            room.id,
            stage=room.stage,
            name=room.stored.settings.name,
            game=room.stored.game,
            mode=room.mode,
            seat=seat,
            seats=seat_infos(room, session.presence.connected_seats()),
            next=room.rematch_id,
        )
        if room.match is not None and room.stage == "playing":
            table.thinking = room.match.state.view(seat).seats_owing()
            table.your_turn = room.pending.is_awaited(seat)
            table.deadline = deadline(room, seat) if table.your_turn else 0
        elif room.match is not None:
            table.scores = room.match.state.scores()
            table.winners = room.match.state.winners()
        elif room.kept_result is not None:
            table.scores, table.winners = room.kept_result.scores, room.kept_result.winners
        return table


async def exported_game(session: RoomSession, owner: str) -> ExportedGame | None:
    """Return the game of the owner of a seat; None if they have none."""
    async with session.lock:
        room = session.room
        if session.is_broken or not room.is_known(owner):
            return None
        over = room.stage == "over" and (room.match is not None or room.legacy_record is not None)
        return ExportedGame(
            room.id,
            room.stored.settings.name,
            room.stored.game,
            room.stage,
            room.stored.created,
            room.seat_of(owner),
            room.names,
            room.record().to_json() if over else "",
        )
