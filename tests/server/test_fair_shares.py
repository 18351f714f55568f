"""Bounds per address, and fair shares of the work. None of them touches a legal move."""

from __future__ import annotations

import asyncio
import contextlib
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from tests.server.limit_cases import room_of_three
from tests.server.lobbies import lobby_on, open_lobby

from repulse.server.guard.cpu_budget import SOURCE, CpuBudget, DisconnectNotice, ThrottledQueue
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import TokenBucket
from repulse.server.helpers.pool import Queue
from repulse.server.http.connections import admit, check_place
from repulse.server.http.fair_share_middleware import HEALTH_CHECKS_PER_MINUTE, FairShareMiddleware
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.session import RoomSession
from repulse.table.names import person_name
from repulse.table.refusals import RefusalError
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat

# --- one address ---


async def test_unfinished_rooms_are_limited_per_address(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(rooms_per_address=3)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"})
        for _ in range(3):
            await lobby.create(room_request, "192.0.2.1")
        with pytest.raises(RefusalError, match="unfinished"):
            await lobby.create(room_request, "192.0.2.1")
        await lobby.create(room_request, "192.0.2.2")


async def connect_viewer(lobby: Lobby, session: RoomSession, token: str, *, source: str) -> None:
    """Let somebody in who watches or plays from an address."""
    viewer = await admit(lobby, session, token, source=source)
    check_place(lobby.quotas, session, viewer)
    session.connect(viewer)


async def test_one_address_cannot_take_all_places_of_spectators(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(spectators_per_address=3)) as lobby:
        session, token = await room_of_three(lobby)
        for _ in range(3):
            await connect_viewer(lobby, session, "", source="192.0.2.1")
        with pytest.raises(RefusalError, match="your address"):
            await connect_viewer(lobby, session, "", source="192.0.2.1")
        await connect_viewer(lobby, session, "", source="192.0.2.2")
        await connect_viewer(lobby, session, token, source="192.0.2.1")


@pytest.mark.parametrize(("listed", "source", "free"), [(True, "b", 2), (True, "a", 4), (False, "b", 4)])
async def test_strangers_at_one_address_do_not_take_all_seats_of_a_listed_room(
    tmp_path: Path, listed: bool, source: str, free: int
) -> None:
    async with open_lobby(tmp_path) as lobby:
        room_request = CreateRoom("galaxy", {"game": "xeno-invasion", "players": 5}, listed=listed)
        session, _seat, _token = await lobby.create(room_request, "a")
        taken = 0
        with contextlib.suppress(RefusalError):
            for _ in range(4):
                await lobby.join(session, Join(), source)
                taken += 1
        assert taken == free


async def test_strangers_do_not_take_all_seats_of_a_reloaded_room(tmp_path: Path) -> None:
    """Then nobody knows any more whose room it is."""
    async with open_lobby(tmp_path) as lobby:
        room_request = CreateRoom("galaxy", {"game": "xeno-invasion", "players": 5}, listed=True)
        sessions, _seat, _token = await lobby.create(room_request, "a")
        async with lobby_on(str(tmp_path / "table.db")) as later:
            session = await later.rooms.find(sessions.room.id)
            for _ in range(2):
                await later.join(session, Join(), "b")
            with pytest.raises(RefusalError, match="maximum number of seats"):
                await later.join(session, Join(), "b")


async def test_seats_are_taken_so_often(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(joins_per_minute=1)) as lobby:
        for _ in range(2):
            session, _ = await room_of_three(lobby)
            await lobby.join(session, Join(), "192.0.2.1")
        session, _ = await room_of_three(lobby)
        with pytest.raises(RefusalError, match="many seats"):
            await lobby.join(session, Join(), "192.0.2.1")


# --- names ---


@pytest.mark.parametrize("name", ["Player 2", "player  2", "PLAYER 2", "Joueur 3", "Ｐｌａｙｅｒ 2"])
def test_nobody_is_called_what_seats_are_called(name: str) -> None:
    with pytest.raises(RefusalError, match="another name"):
        person_name(name)


@pytest.mark.parametrize("name", ["Player", "Ann 2", "Zoë", "Nguyễn", "שָׁלוֹם", "ก็", ""])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert person_name(name) == unicodedata.normalize("NFC", name)


def test_marks_are_not_piled_up() -> None:
    assert len(person_name("A" + "\u0335\u0310\u033f" * 10)) == 3


# --- shares of the work ---


async def test_an_address_past_its_share_waits_and_others_do_not() -> None:
    now = [0.0]
    work = CpuBudget(0.5, 1.0, clock=lambda: now[0], meter=lambda: now[0])
    SOURCE.set("a")
    with work.charged():
        now[0] += 3.0
    # One second was free; the other two come back at half a second each second.
    assert work.wait("a") == pytest.approx(4.0)
    assert work.wait("b") == 0
    now[0] += 4.1
    await asyncio.wait_for(work.turn("a"), 1)


async def take_turn(queue: ThrottledQueue, number: int, served: list[int]) -> None:
    """Wait for a turn, then note the number."""
    await queue.take(1)
    served.append(number)


async def test_a_queue_is_served_one_by_one() -> None:
    queue = ThrottledQueue(TokenBucket(50, 1))
    served: list[int] = []
    await asyncio.gather(*(take_turn(queue, number, served) for number in range(5)))
    assert served == [0, 1, 2, 3, 4]


async def test_work_is_charged_to_the_address_it_is_done_for(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _token = await room_of_three(lobby)
        lobby.work.share = 0.0001
        SOURCE.set("192.0.2.1")
        for since in range(40):
            session.events.encoded(-1, since=since)
        assert lobby.work._of("192.0.2.1").allowance.level < lobby.work.burst_seconds
        assert lobby.work._of("192.0.2.2").allowance.level == lobby.work.burst_seconds


def asked_for(app: FairShareMiddleware, path: str, address: str = "192.0.2.1", method: str = "GET") -> int:
    """The status of a request."""
    statuses: list[int] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {"type": "http", "path": path, "method": method, "client": (address, 1), "headers": []}
    asyncio.run(app(scope, receive, send))
    (status,) = statuses
    return status


def fair_turns(work: CpuBudget) -> FairShareMiddleware:
    """The middleware before an application that answers everything with 204."""
    return FairShareMiddleware(Response(status_code=204), work)


@pytest.mark.parametrize("path", ["/", "/assets/a.js", "/api/games", "/metrics", "/favicon.ico"])
def test_every_path_counts_as_work_of_its_address(path: str) -> None:
    work = CpuBudget(0.001, 0.002, clock=lambda: 0.0)
    app = fair_turns(work)
    for method in ("GET", "POST", "HEAD"):
        assert asked_for(app, path, method=method) == 204
    assert work.wait("192.0.2.1") > 0
    work._of("192.0.2.1").allowance.spend(1.0)
    assert asked_for(app, path) == 429
    assert asked_for(app, path, "192.0.2.2") == 204


def test_all_addresses_of_one_network_share_their_work() -> None:
    work = CpuBudget(0.001, 0.002, clock=lambda: 0.0)
    work._of("2001:db8::/64").allowance.spend(1.0)
    assert asked_for(fair_turns(work), "/", "2001:db8::7") == 429
    assert asked_for(fair_turns(work), "/", "2001:db8:0:1::7") == 204


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api/health"])
def test_health_checks_are_answered_despite_limits_on_their_address(path: str) -> None:
    work = CpuBudget(0.001, 0.002, clock=lambda: 0.0)
    work._of("192.0.2.1").allowance.spend(1.0)
    app = fair_turns(work)
    checks = [asked_for(app, path) for _ in range(2 * HEALTH_CHECKS_PER_MINUTE + 10)]
    assert checks[: 2 * HEALTH_CHECKS_PER_MINUTE] == [204] * 2 * HEALTH_CHECKS_PER_MINUTE
    # A flood of them is no different from any other.
    assert checks[-1] == 429


async def test_a_request_of_a_disconnected_client_does_not_wait() -> None:
    work = CpuBudget(0.5, 1.0, clock=lambda: 0.0)
    work._of("a").allowance.spend(1_000)
    departures = [DisconnectNotice() for _ in range(3)]
    waiting = [
        asyncio.create_task(departure.unless_disconnected(lambda: work.turn("a"))) for departure in departures
    ]
    await asyncio.sleep(0)
    for departure in departures:
        departure.announce()
    assert await asyncio.gather(*waiting) == [False] * 3
    # A request that begins only then does not wait either; others do not notice.
    assert await departures[0].unless_disconnected(lambda: work.turn("a")) is False
    assert await DisconnectNotice().unless_disconnected(lambda: work.turn("b")) is True


async def test_a_cancelled_request_stays_cancelled() -> None:
    waiting = asyncio.create_task(DisconnectNotice().unless_disconnected(asyncio.Event().wait))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


# --- people first ---


async def use_turn(queue: Queue, name: str, urgent: bool, *, served: list[str]) -> None:
    """Wait for a turn, note the name and keep the turn for a moment."""
    async with queue.turn(urgent):
        served.append(name)
        await asyncio.sleep(0.01)


async def test_the_bots_of_people_come_first() -> None:
    queue = Queue()
    served: list[str] = []
    async with asyncio.TaskGroup() as group:
        for name, urgent in (("first", False), ("idle", False), ("idle", False), ("people", True)):
            group.create_task(use_turn(queue, name, urgent, served=served))
        canceled = group.create_task(use_turn(queue, "canceled", True, served=served))
        await asyncio.sleep(0)
        canceled.cancel()
    assert served == ["first", "people", "idle", "idle"]


async def test_only_rooms_without_people_queue_for_their_bots(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        asked = []

        async def take(amount: float) -> None:
            asked.append(amount)

        lobby.services.background.take = take  # type: ignore[method-assign]
        two = [WantedSeat("bot", "random"), WantedSeat("bot", "random")]
        await lobby.create(CreateRoom("galaxy", {"game": "base"}, [WantedSeat("me"), two[0]], start=True))
        await asyncio.sleep(0.3)
        assert not asked
        session, _, _ = await lobby.create(CreateRoom("galaxy", {"game": "base"}, two, start=True))
        while session.room.n < 5:
            await asyncio.sleep(0.01)
        assert asked
