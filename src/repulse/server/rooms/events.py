"""The events of a room as its viewers get them, encoded once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict

from repulse.engine.contract import Seat
from repulse.games import entry_of
from repulse.server.guard.cpu_budget import CpuBudget
from repulse.server.guard.limits import MAX_CACHED_EVENTS
from repulse.server.http.wire import encode
from repulse.server.rooms.committer import Committer
from repulse.server.rooms.presence import PresenceTracker
from repulse.table.room_driver import RoomDriver
from repulse.table.viewer_events import event_for, room_info
from repulse.table.wire.views import Event, RoomInfo


class RoomEvents:
    """Makes and caches events. Nothing is shown of a room whose database has failed."""

    def __init__(
        self, table: RoomDriver, presence: PresenceTracker, committer: Committer, *, work: CpuBudget
    ) -> None:
        self._table = table
        self._presence = presence
        self._committer = committer
        self._work = work
        self.cache: OrderedDict[tuple[Seat, bool, int, str], bytes] = OrderedDict()

    def info(self) -> RoomInfo:
        """Return what everybody may know about the room."""
        return room_info(self._table.room, self._presence.connected_seats(), self._presence.spectators())

    def language(self, requested: str) -> str:
        """Return the language of a viewer: English if the game does not have the requested one."""
        languages = entry_of(self._table.room.stored.game).display_class.languages()
        return requested if requested in languages else "en"

    def known_number(self, after: int) -> int:
        """Return the number of the last event that a viewer has seen; -1 for one that never existed."""
        return after if 0 <= after <= self._table.room.n else -1

    def event(self, seat: Seat, *, is_host: bool = False, since: int = -1, language: str = "en") -> Event:
        """Return the room as a viewer sees it, with everything after event number `since`.

        Raises:
            StorageError: The database failed.
        """
        self._committer.check()
        return event_for(
            self._table.room,
            seat,
            self.info(),
            host=is_host,
            since=since,
            language=language,
            cache=self._table.cache,
        )

    def encoded(self, seat: Seat, *, is_host: bool = False, since: int = -1, language: str = "en") -> bytes:
        """Return an event as JSON, charged to the address that it is made for.

        Raises:
            StorageError: The database failed.
        """
        key = (seat, is_host, since, language)
        data = self.cache.get(key)
        if data is None:
            with self._work.charged():
                data = encode(self.event(seat, is_host=is_host, since=since, language=language))
            self.cache[key] = data
            # Clients decide which events are requested, so only the latest few are kept.
            if len(self.cache) > MAX_CACHED_EVENTS:
                self.cache.popitem(last=False)
        return data
