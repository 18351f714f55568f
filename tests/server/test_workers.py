"""The helper processes: who does which job, and what stays with a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.match import Match
from repulse.engine.record import BadRecord
from repulse.games import game_named
from repulse.server.worker_jobs import Choose, Matches, Show, choose, record_views, show
from repulse.server.worker_pool import Helpers

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


def job(match: Match, seat: int, room: str = "a") -> Choose:
    return Choose(room, "earth", match.options, match.seed, list(match.choices), seat, FIRST)


def test_a_bot_keeps_its_memory_for_the_whole_game_also_when_somebody_takes_an_answer_back() -> None:
    MADE.clear()
    matches, match = Matches(), Match(game_named("earth"), {"players": 3}, 5)
    asked = undone = 0
    while match.state.owing and asked < 60:
        seat = match.state.seats_owing()[0]
        asked += not match.state.decision(seat).forced()
        match.answer_tokens(seat, choose(matches, job(match, seat)).words)
        if asked % 7 == 3 and match.can_undo(seat):
            match.undo(seat)
            undone += 1
            match.answer_tokens(seat, choose(matches, job(match, seat)).words)
    assert undone
    assert len(MADE) == 3
    assert sum(bot.asked for bot in MADE) >= asked


def test_every_room_has_bots_of_its_own() -> None:
    MADE.clear()
    matches, match = Matches(), Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    for room in ("a", "b", "a", "b"):
        choose(matches, job(match, seat, room))
    assert [bot.asked for bot in MADE] == [2, 2]


def test_all_jobs_of_a_room_go_to_one_helper() -> None:
    pool = Helpers(3)
    home = pool.home("room")
    for _ in range(5):
        home.jobs.append("room")
        assert pool.home("room") is home


def test_a_room_that_others_hold_up_moves_for_good() -> None:
    pool = Helpers(2)
    home = pool.home("room")
    home.jobs += ["other", "other"]
    moved = pool.home("room")
    assert moved is not home
    home.jobs.clear()
    assert pool.home("room") is moved


def test_a_record_with_large_options_is_not_shown() -> None:
    record = Match(game_named("galaxy"), {"players": 2}, 5).record()
    record.options = {**record.options, "overlays": [{"name": "x", "text": "[a.b]\n" * 10_000}]}
    with pytest.raises(BadRecord, match="options of a record"):
        show(record_views(), Show(record.to_json(), -1, -2, "en"))


def test_a_helper_takes_over_the_compiled_package_as_soon_as_it_is_ready(tmp_path: Path) -> None:
    (tmp_path / "repulse").symlink_to(ROOT / "src" / "repulse")
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    wanted = Choose("a", "earth", match.options, match.seed, [], seat, "random")

    async def play() -> None:
        pool = Helpers(1, str(tmp_path))
        helper = pool.helpers[0]
        await pool.refresh()
        first = helper.process
        assert first is not None
        await pool.do("a", wanted, 30)
        await pool.refresh()
        assert helper.process is first
        (tmp_path / "READY").touch()
        await pool.refresh()
        assert helper.is_compiled
        assert helper.process is not first
        await pool.do("a", wanted, 30)
        await pool.close()

    asyncio.run(play())
