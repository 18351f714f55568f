"""Deletion of rooms by their players, and of a player from a room."""

from __future__ import annotations

from repulse.server.people.registry import People
from repulse.server.rooms.loaded_rooms import LoadedRooms
from repulse.server.rooms.retention import remove_room, request_deletion
from repulse.server.rooms.session import LEAVE_ID, RoomSession
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.commands import Leave


class RoomDeletion:
    """Deletes lobbies, and finished games once all their players ask for it."""

    def __init__(self, rooms: LoadedRooms, people: People) -> None:
        self._rooms = rooms
        self._people = people

    async def delete(self, session: RoomSession, token: str) -> int:
        """Delete a room for the owner of a token; see `delete_as`."""
        return await self.delete_as(session, await self._people.holder_in(session.room, token))

    async def delete_as(self, session: RoomSession, owner: str) -> int:
        """Delete a lobby, or a finished game once all its players ask for it.

        Args:
            session: The room.
            owner: The token hash of the player who asks.

        Returns:
            The number of players who have not asked yet; 0 if the room was deleted.

        Raises:
            RefusalError: The player has no seat, the game is not over, or the lobby is another player's.
        """
        room = session.room
        if not room.is_known(owner):
            raise RefusalError(RefusalCode.BAD_TOKEN, "This token holds no seat in this room.")
        if room.stage == "playing":
            raise RefusalError(RefusalCode.NOT_NOW, "The game is not over yet.")
        storage = self._rooms.storage
        async with self._rooms.alone(room.id):
            missing = 0
            if room.stage == "over":
                players = {seat.owner for seat in room.seats if seat.owner} or {owner}
                missing = await request_deletion(storage, room.id, owner, players=players)
            elif owner != room.host:
                raise RefusalError(RefusalCode.HOST_ONLY, "Only the host of the room can do that.")
            else:
                await remove_room(storage, room.id)
            if not missing:
                await self._rooms.drop(room.id, "deleted")
                self._rooms.forget_lease(room.id)
        return missing

    async def erase_player(self, room: str, owner: str) -> None:
        """Erase a player from a room (account deletion): delete the room if nobody else needs it, else leave it to a bot."""
        session = await self._rooms.find(room)
        state = session.room
        if state.stage == "over" or (state.stage == "lobby" and state.host == owner):
            await self.delete_as(session, owner)
        else:
            await session.command(owner, Leave(LEAVE_ID))
