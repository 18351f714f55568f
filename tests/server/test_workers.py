"""The helper processes: who does which job, and what stays with a game."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.match import Match
from repulse.engine.record import BadRecord
from repulse.games import game_named
from repulse.server.helpers.jobs import (
    Choose,
    Chosen,
    Job,
    MatchCache,
    Report,
    Show,
    choose,
    record_views,
    show,
)
from repulse.server.helpers.pool import BACKGROUND_NICENESS, Helper, HelperError, HelperPool

ROOT = Path(__file__).resolve().parent.parent.parent
FIRST = "tests.server.test_workers:First"
MADE: list[First] = []


class First(Bot):
    """Takes the first options, and remembers how often it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0
        MADE.append(self)

    def choose(self, view: State, decision: Decision) -> Choice:
        self.asked += 1
        return sorted(decision.options[: max(1, decision.least)])


def choose_job(match: Match, seat: int, room: str = "", bot: str = "random") -> Choose:
    return Choose(
        room=room,
        game=match.game.name,
        options=match.options,
        seed=match.seed,
        choices=list(match.choices),
        seat=seat,
        bot=bot,
    )


def job(match: Match, seat: int, room: str = "a") -> Choose:
    return choose_job(match, seat, room=room, bot=FIRST)


def test_a_bot_keeps_its_memory_across_an_undo() -> None:
    MADE.clear()
    matches, match = MatchCache(), Match(game_named("earth"), {"players": 3}, 5)
    asked = undone = 0
    while match.state.owing and asked < 60:
        seat = match.state.seats_owing()[0]
        asked += not match.state.decision(seat).forced()
        match.answer_tokens(seat, choose(matches, job(match, seat)).tokens)
        if asked % 7 == 3 and match.can_undo(seat):
            match.undo(seat)
            undone += 1
            match.answer_tokens(seat, choose(matches, job(match, seat)).tokens)
    assert undone
    assert len(MADE) == 3
    assert sum(bot.asked for bot in MADE) >= asked


def test_every_room_has_bots_of_its_own() -> None:
    MADE.clear()
    matches, match = MatchCache(), Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    for room in ("a", "b", "a", "b"):
        choose(matches, job(match, seat, room))
    assert [bot.asked for bot in MADE] == [2, 2]


def test_all_jobs_of_a_room_go_to_one_helper() -> None:
    pool = HelperPool(3)
    home = pool.home("room")
    for _ in range(5):
        home.jobs.append("room")
        assert pool.home("room") is home


def test_a_room_that_others_hold_up_moves_for_good() -> None:
    pool = HelperPool(2)
    home = pool.home("room")
    home.jobs += ["other", "other"]
    moved = pool.home("room")
    assert moved is not home
    home.jobs.clear()
    assert pool.home("room") is moved


async def test_jobs_that_nobody_waits_for_have_a_process_of_their_own() -> None:
    pool = HelperPool(1)
    match = Match(game_named("galaxy"), {"players": 2}, 1)
    job = choose_job(match, 0)
    try:
        await pool.do("", job, 60.0)
        assert pool.background.process is None
        # Nothing that people wait for is behind them, however long they take.
        async with pool.helpers[0].queue.turn(urgent=True):
            await pool.do("", job, 60.0, urgent=False)
        pids = [helper.process.pid for helper in pool._all() if helper.process is not None]
        low = [os.getpriority(os.PRIO_PROCESS, pid) - os.getpriority(os.PRIO_PROCESS, 0) for pid in pids]
        assert low == [0, min(BACKGROUND_NICENESS, 19 - os.getpriority(os.PRIO_PROCESS, 0))]
    finally:
        await pool.close()
    assert pool.background.process is None


def test_a_record_with_large_options_is_not_shown() -> None:
    record = Match(game_named("galaxy"), {"players": 2}, 5).record()
    record.options = {**record.options, "overlays": [{"name": "x", "text": "[a.b]\n" * 10_000}]}
    with pytest.raises(BadRecord, match="options of a record"):
        show(record_views(), Show(record.to_json(), -1, -2, "en"))


async def test_a_helper_takes_over_the_compiled_package_as_soon_as_it_is_ready(tmp_path: Path) -> None:
    (tmp_path / "repulse").symlink_to(ROOT / "src" / "repulse")
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    job = choose_job(match, seat, room="a")

    pool = HelperPool(1, str(tmp_path))
    helper = pool.helpers[0]
    await pool.refresh()
    first = helper.process
    assert first is not None
    await pool.do("a", job, 30)
    await pool.refresh()
    assert helper.process is first
    (tmp_path / "READY").touch()
    await pool.refresh()
    assert helper.is_compiled
    assert helper.process is not first
    await pool.do("a", job, 30)
    await pool.close()


def sent_jobs(helper: Helper) -> list[Choose]:
    """Keep the jobs that are written to the process of a helper."""
    jobs: list[Choose] = []
    exchange = helper._exchange

    async def kept(process: asyncio.subprocess.Process, job: Job, limit: float) -> Report:
        assert isinstance(job, Choose)
        jobs.append(job)
        return await exchange(process, job, limit)

    helper._exchange = kept  # type: ignore[method-assign]
    return jobs


async def test_a_helper_is_sent_only_new_choices() -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    helper = Helper()
    jobs = sent_jobs(helper)
    try:
        for _ in range(3):
            seat = match.state.seats_owing()[0]
            report = await helper.do("a", choose_job(match, seat, room="a"), 60)
            assert isinstance(report, Chosen)
            match.answer_tokens(seat, report.tokens)
        assert [(job.base, len(job.choices)) for job in jobs] == [(0, 0), (0, 1), (1, 1)]
        # After an undo, the helper goes back to the choices that are still there.
        del match
        again = Match(game_named("earth"), {"players": 3}, 5)
        seat, tokens = jobs[1].choices[0]
        again.answer_tokens(seat, tokens)
        seat = again.state.seats_owing()[0]
        assert isinstance(await helper.do("a", choose_job(again, seat, room="a"), 60), Chosen)
        assert (jobs[-1].base, jobs[-1].choices) == (1, [])
        # A process that was restarted has none of them.
        await helper.stop()
        assert isinstance(await helper.do("a", choose_job(again, seat, room="a"), 60), Chosen)
        assert (jobs[-1].base, len(jobs[-1].choices)) == (0, 1)
    finally:
        await helper.stop()


async def test_a_helper_that_lost_a_match_is_sent_all_of_it() -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    helper = Helper()
    jobs = sent_jobs(helper)
    try:
        seat = match.state.seats_owing()[0]
        helper._choices["a"] = (match.seed, [(seat, ["never played"])])
        job = choose_job(match, seat, room="a")
        job.choices = [(seat, ["never played"])]
        with pytest.raises(HelperError):
            await HelperPool.do(holding(helper), "a", job, 60)
        assert [job.base for job in jobs] == [1, 0]
    finally:
        await helper.stop()


async def test_a_job_cancelled_while_its_helper_starts_spoils_no_other() -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    helper = Helper()
    try:
        cancelled = asyncio.create_task(helper.do("a", choose_job(match, seat), 60))
        async with asyncio.timeout(60):
            while helper.process is None:
                await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.wait([cancelled])
        assert isinstance(await helper.do("b", choose_job(match, seat), 60), Chosen)
    finally:
        await helper.stop()


def holding(helper: Helper) -> HelperPool:
    """Return a pool with this helper alone."""
    pool = HelperPool(1)
    pool.helpers = [helper]
    return pool
