"""Helpers of the tests of limits."""

from __future__ import annotations

from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.session import RoomSession
from repulse.table.wire.rooms import CreateRoom, WantedSeat


async def room_of_three(lobby: Lobby) -> tuple[RoomSession, str]:
    """A room that waits for two more people, and its host's token."""
    room_request = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), *[WantedSeat("open")] * 2])
    session, _seat, token = await lobby.create(room_request)
    return session, token
