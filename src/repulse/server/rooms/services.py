"""The services that every room of a server uses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from repulse.server.db.storage import Storage
from repulse.server.guard.cpu_budget import CpuBudget, ThrottledQueue
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.pool import HelperPool
from repulse.server.remote_bots.hosts import BotHosts
from repulse.table.entries import Created
from repulse.table.room_state import RoomState


@dataclass
class GameOver:
    """The event that a game has ended. Every room emits it once; subscribers run in the order they were added."""

    subscribers: list[Callable[[RoomState], Awaitable[None]]] = field(default_factory=list)

    def subscribe(self, subscriber: Callable[[RoomState], Awaitable[None]]) -> None:
        """Call `subscriber` with every room whose game ends from now on."""
        self.subscribers.append(subscriber)

    async def emit(self, room: RoomState) -> None:
        """Notify all subscribers."""
        for subscriber in self.subscribers:
            await subscriber(room)


@dataclass(frozen=True, kw_only=True)
class RoomServices:
    """The services that every room of a server uses."""

    storage: Storage
    helpers: HelperPool
    quotas: Quotas
    bot_seconds: float
    """Time limit of a bot for one answer."""
    work: CpuBudget
    """The CPU time that each address has used."""
    background: ThrottledQueue
    """The queue of bots in rooms without people."""
    bot_hosts: BotHosts | None = None
    """Bots on other machines, which are asked first."""
    create_rematch: Callable[[RoomState, Created], Awaitable[str]]
    """Creates the room of a rematch and returns its id."""
    game_over: GameOver
