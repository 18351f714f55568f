"""Replays, hints and reviews are shared between addresses, and never hold up a move."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.client import Server, get, make_room, me_and_bots, post, request, start_server
from tests.server.lobbies import open_lobby
from tests.server.test_uvicorn_limits import eventually

import repulse
from repulse.server.guard.cpu_budget import SOURCE
from repulse.server.guard.fair_queue import FairHelpers
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.jobs import Advise, Advised, Examined, Job, Report, Show, Shown
from repulse.server.helpers.pool import HelperError, HelperPool, process_cpu_seconds
from repulse.server.http.connections import admit
from repulse.server.rooms.advice import Advice
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.shared_replays import SharedReplays
from repulse.table.refusals import RefusalError
from repulse.table.wire.rooms import CreateRoom, WantedSeat


class Scripted(HelperPool):
    """A helper that does its jobs when the test lets it, each with the same processor time."""

    def __init__(self, cpu_seconds: float = 0.0) -> None:
        super().__init__(1)
        self.cpu_seconds = cpu_seconds
        self.begun: list[str] = []
        self.finished: list[str] = []
        self.may_finish = asyncio.Semaphore(0)

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        name = job.room if isinstance(job, Advise) else getattr(job, "record", "")
        self.begun.append(name)
        await self.may_finish.acquire()
        self.finished.append(name)
        if name == "slow":
            raise HelperError("slow", seconds="8").after(self.cpu_seconds)
        if isinstance(job, Show):
            return Shown(msgspec.Raw(b"{}"), cpu_seconds=self.cpu_seconds)
        if isinstance(job, Advise):
            return Advised(msgspec.Raw(b"[]"))
        return Examined(1, 1, msgspec.Raw(b'{"type":"review"}'))

    def let(self, count: int) -> None:
        """Let some jobs finish."""
        for _ in range(count):
            self.may_finish.release()


async def settle() -> None:
    """Let everything happen that does not wait for the test."""
    for _ in range(20):
        await asyncio.sleep(0)


def show(name: str) -> Show:
    return Show(name, 0, -1, "en")


# --- turns ---


async def test_jobs_of_addresses_take_turns() -> None:
    helpers = Scripted()
    shared = FairHelpers(helpers)
    jobs = [shared.do("a", show(f"a{number}"), 1) for number in range(4)]
    jobs += [shared.do("b", show("b"), 1), shared.do("c", show("c"), 1)]
    helpers.let(6)
    await asyncio.gather(*jobs)
    assert helpers.begun == ["a0", "b", "c", "a1", "a2", "a3"]


async def test_a_job_that_has_begun_is_finished_without_its_client() -> None:
    helpers = Scripted()
    shared = FairHelpers(helpers)
    first = asyncio.create_task(shared.do("a", show("first"), 1))
    await settle()
    dropped = asyncio.create_task(shared.do("a", show("dropped"), 1))
    other = asyncio.create_task(shared.do("b", show("other"), 1))
    await settle()
    first.cancel()
    dropped.cancel()
    await settle()
    # The helper does one thing at a time, and is not restarted.
    assert helpers.begun == ["first"]
    helpers.let(2)
    await other
    assert helpers.finished == ["first", "other"]


# --- replays ---


async def code_of(asked: Any) -> str:
    """Return the reason why a request was refused; empty if it was not."""
    try:
        await asked
    except RefusalError as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("name", ["good", "slow"])
async def test_the_processor_time_of_a_replay_counts_for_replays_alone(tmp_path: Path, name: str) -> None:
    async with open_lobby(tmp_path) as lobby:
        helpers = Scripted(cpu_seconds=4.0)
        helpers.let(3)
        replays = SharedReplays(helpers, lobby.quotas)
        SOURCE.set("a")
        await code_of(replays.show(show(name)))
        assert await code_of(replays.show(show("again"))) == "too-many-requests"
        assert lobby.work.wait("a") == 0
        SOURCE.set("b")
        assert await code_of(replays.show(show("other"))) == ""


async def test_one_address_cannot_take_all_places_of_replays(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        helpers = Scripted()
        replays = SharedReplays(helpers, lobby.quotas)
        SOURCE.set("a")
        held = [asyncio.create_task(replays.show(show("a"))) for _ in range(4)]
        await settle()
        assert await code_of(replays.show(show("a"))) == "too-many-requests"
        SOURCE.set("b")
        held.append(asyncio.create_task(replays.show(show("b"))))
        helpers.let(5)
        await asyncio.gather(*held)


async def test_a_helper_reports_the_processor_time_of_a_job() -> None:
    helpers = HelperPool(1)
    record = repulse.new("galaxy", players=2, seed=5).play_bots("random").record().to_json()
    try:
        report = await helpers.do("", Show(record, 40, -1, "en"), 60.0)
        assert 0 < report.cpu_seconds < 60
        with pytest.raises(HelperError) as failed:
            await helpers.do("", Show("{}", 0, -1, "en"), 60.0)
        assert 0 < failed.value.cpu_seconds < 60
    finally:
        await helpers.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
def test_the_processor_time_of_a_process_is_read() -> None:
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        pass
    used = process_cpu_seconds(os.getpid())
    assert used is not None
    assert used == pytest.approx(time.process_time(), abs=0.1)


def children(server: Server) -> set[int]:
    """The processes that a server has started."""
    tasks = Path(f"/proc/{server.process.pid}/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are found in /proc")
def test_a_replay_that_waits_holds_up_no_view_and_no_move(tmp_path: Path) -> None:
    quotas: dict[str, float] = {"cpu_share": 0.2, "replay_seconds": 6.0}
    server = start_server(str(tmp_path / "table.db"), quotas=quotas)
    try:
        reply = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
        room, token = f"/api/rooms/{reply['room']}", reply["token"]
        # On a busy machine the first one may take too long.
        eventually(lambda: get(server, f"{room}/replay", token).status == 200, 90.0)
        for helper in children(server):
            os.kill(helper, signal.SIGSTOP)
        # The helper does nothing any more, and is given up after six seconds.
        assert get(server, f"{room}/replay", token).data["code"] == "bad-record"
        view = get(server, f"{room}/view", token)
        assert view.status == 200, view.body
        ask = view.data["ask"]
        words = [option["word"] for option in ask["options"][: max(1, ask["least"])]]
        answer = {"type": "answer", "id": "a", "ask": ask["number"], "words": words}
        assert post(server, f"{room}/commands", answer, token).status == 200
        eventually(lambda: get(server, f"{room}/replay", token).status == 200, 90.0)
    finally:
        server.stop()


# --- reviews ---


async def lines_of(advice: Advice, source: str, record: str) -> list[str]:
    """The kinds of lines of a review."""
    return [json.loads(line)["type"] async for line in advice.review(source, record, "en")]


async def test_an_address_gets_one_review_at_a_time() -> None:
    helpers = Scripted()
    advice = Advice(FairHelpers(helpers), Quotas())
    first = asyncio.create_task(lines_of(advice, "a", "first"))
    await settle()
    assert await lines_of(advice, "a", "second") == ["failed"]
    with pytest.raises(RefusalError) as refused:
        advice.check_review("a")
    assert refused.value.code == "too-many-reviews"
    advice.check_review("b")
    other = asyncio.create_task(lines_of(advice, "b", "other"))
    helpers.let(2)
    assert await first == await other == ["progress", "review"]
    advice.check_review("a")


async def test_reviews_of_all_addresses_are_bounded() -> None:
    advice = Advice(FairHelpers(Scripted()), Quotas(waiting_reviews=2))
    held = [asyncio.create_task(lines_of(advice, source, source)) for source in "ab"]
    await settle()
    with pytest.raises(RefusalError) as refused:
        advice.check_review("c")
    assert refused.value.code == "busy"
    for task in held:
        task.cancel()
    await asyncio.gather(*held, return_exceptions=True)
    advice.check_review("c")


def test_a_review_that_is_cut_off_makes_place_for_the_next(server: Server) -> None:
    record = repulse.new("galaxy", players=2, seed=7).play_bots("random").record().to_json()
    short = repulse.new("galaxy", players=2, seed=7).play_bots("random").at(2).record().to_json()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    with contextlib.closing(connection):
        connection.request("POST", "/api/review", json.dumps({"record": record}))
        assert json.loads(connection.getresponse().readline())["type"] == "progress"
        reply = request(server, "POST", "/api/review", {"record": short})
        assert (reply.status, reply.data["code"]) == (429, "too-many-reviews")

    def is_reviewed() -> bool:
        reply = request(server, "POST", "/api/review", {"record": short})
        return reply.status == 200 and json.loads(reply.body.splitlines()[-1])["type"] == "review"

    eventually(is_reviewed)


# --- hints ---


async def hint(lobby: Lobby, advice: Advice, source: str) -> Callable[[], Any]:
    """Something that asks for a hint in a new room of an address, with a token of its own."""
    seats = [WantedSeat("me"), WantedSeat("bot", "random")]
    session, _seat, token = await lobby.create(
        CreateRoom("galaxy", {"game": "base"}, seats=seats, start=True)
    )
    viewer = await admit(lobby, session, token, source=source)
    return lambda: advice.hints(session, viewer)


async def test_an_address_waits_for_two_hints_at_a_time(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        helpers = Scripted()
        advice = Advice(FairHelpers(helpers), lobby.quotas)
        asks = [await hint(lobby, advice, "a") for _ in range(3)]
        other = await hint(lobby, advice, "b")
        held = [asyncio.create_task(ask()) for ask in asks[:2]]
        await settle()
        assert await code_of(asks[2]()) == "too-many-hints"
        held.append(asyncio.create_task(other()))
        await settle()
        helpers.let(3)
        await asyncio.gather(*held)
        helpers.let(1)
        assert await code_of(asks[2]()) == ""


async def test_hints_are_counted_per_address_across_tokens(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(hints_per_minute_per_address=2)) as lobby:
        helpers = Scripted()
        helpers.let(100)
        advice = Advice(FairHelpers(helpers), lobby.quotas)
        asks = [await hint(lobby, advice, "a") for _ in range(5)]
        codes = [await code_of(ask()) for ask in asks]
        assert codes == [*[""] * 4, "too-many-hints"]
        assert await code_of((await hint(lobby, advice, "b"))()) == ""
