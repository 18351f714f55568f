"""Nobody moves for a player who has just taken a seat back, however unlucky the moment."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.server.lobbies import open_lobby
from tests.server.test_forced_timing import answer_in_room
from tools.returns import ANN, BOB, GAMES, MOMENTS, WAYS, Away, Moment, NoPause, QuickBots, play_returns

from repulse.server.helpers.jobs import Choose, Chosen, Job, Report
from repulse.server.helpers.pool import HelperError
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import LEAVE_ID, RoomSession
from repulse.table.entries import Answered
from repulse.table.pending import Turn
from repulse.table.room_driver import Commit, PhantomMoveError
from repulse.table.room_factory import new_table
from repulse.table.wire.commands import Leave, Return, SetSeat, Start, Undo
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("away", WAYS)
async def test_no_phantom_move_at_the_worst_moment(tmp_path: Path, away: Away, moment: Moment) -> None:
    outcome = await play_returns(tmp_path, 8, away, moments=(moment,))
    assert outcome.returns >= 8
    assert outcome.phantoms == []


class Waiting(QuickBots):
    """Bots that think until they are let go; keeps who was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Choose] = []
        self.gates: list[asyncio.Event] = []
        self.is_held = True

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        assert isinstance(job, Choose)
        if self.is_held:
            gate = asyncio.Event()
            self.asked.append(job)
            self.gates.append(gate)
            await gate.wait()
        return await super().do(key, job, limit, urgent=urgent)

    async def until_asked(self, times: int) -> None:
        async with asyncio.timeout(30):
            while len(self.asked) < times:
                await asyncio.sleep(0.001)


class Taking:
    """Everything that a room takes."""

    def __init__(self, session: RoomSession) -> None:
        self.answers: list[Answered] = []
        keep = session.committer.commit

        async def kept(taken: Commit) -> None:
            self.answers += [entry for entry in taken.entries if isinstance(entry, Answered)]
            await keep(taken)

        session.committer.commit = kept  # type: ignore[method-assign,assignment]


@dataclass
class Scene:
    """A game of Ann and Bob in which a bot sits in for Bob and is thinking."""

    lobby: Lobby
    session: RoomSession
    owners: list[str]
    bots: Waiting
    taking: Taking


@contextlib.asynccontextmanager
async def bob_away(folder: Path, bot: str = "random") -> AsyncIterator[Scene]:
    """Begin a game in which a bot sits in for Bob and is thinking."""
    waiting = Waiting()
    async with open_lobby(folder, helpers=waiting) as lobby:
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 2}, seed=3))
        owners = [token_hash(token), token_hash((await lobby.join(session, Join()))[1])]
        await session.command(owners[ANN], Start("start"))
        await session.command(owners[BOB], Leave("leave", bot))
        await waiting.until_asked(1)
        yield Scene(lobby, session, owners, waiting, Taking(session))


async def against_a_bot(lobby: Lobby) -> tuple[RoomSession, str, Taking]:
    """Create a room of a person and a bot, which has not begun."""
    seats = [WantedSeat("me"), WantedSeat("bot", "random")]
    session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}, seats, seed=3))
    return session, token_hash(token), Taking(session)


async def let_go(session: RoomSession, gate: asyncio.Event) -> None:
    """Let a bot answer, and wait until that is dealt with."""
    gate.set()
    async with asyncio.timeout(30):
        while session.bots.thinking:
            await asyncio.sleep(0.001)


async def test_an_answer_for_one_who_returned_and_left_again_is_dropped(tmp_path: Path) -> None:
    async with bob_away(tmp_path) as scene:
        await scene.session.command(scene.owners[BOB], Return("back"))
        await scene.session.command(scene.owners[BOB], Leave("again", "random"))
        scene.bots.gates[0].set()
        await scene.bots.until_asked(2)
        assert scene.taking.answers == []
        await let_go(scene.session, scene.bots.gates[1])
        assert [(answer.seat, answer.by) for answer in scene.taking.answers] == [(BOB, "bot")]


async def test_an_answer_of_a_bot_that_was_replaced_is_dropped(tmp_path: Path) -> None:
    async with bob_away(tmp_path) as scene:
        await scene.session.command(scene.owners[ANN], SetSeat("other", BOB, "bot", "sensible"))
        scene.bots.gates[0].set()
        await scene.bots.until_asked(2)
        assert scene.taking.answers == []
        await let_go(scene.session, scene.bots.gates[1])
        assert len(scene.taking.answers) == 1
        assert [job.bot for job in scene.bots.asked] == ["random", "sensible"]


async def test_a_player_who_is_back_is_not_answered_for_by_a_failing_bot(tmp_path: Path) -> None:
    async with bob_away(tmp_path) as scene:
        await scene.session.command(scene.owners[BOB], Return("back"))
        scene.bots.asked[0].bot = "no such bot"
        await let_go(scene.session, scene.bots.gates[0])
        assert scene.taking.answers == []
        assert scene.session.room.pending.is_asked(BOB)


async def test_the_bot_of_a_deleted_identity_plays_on(tmp_path: Path) -> None:
    async with bob_away(tmp_path) as scene:
        await scene.session.command(scene.owners[BOB], Return("back"))
        await scene.lobby.deletion.erase_player(scene.session.room.id, scene.owners[BOB])
        assert scene.session.room.processed_commands[(scene.owners[BOB], LEAVE_ID)]
        scene.bots.gates[0].set()
        await scene.bots.until_asked(2)
        assert scene.taking.answers == []
        await let_go(scene.session, scene.bots.gates[1])
        assert [(answer.seat, answer.by) for answer in scene.taking.answers] == [(BOB, "bot")]


async def test_one_without_a_choice_who_left_is_answered_for_by_the_bot(tmp_path: Path) -> None:
    """The answer that waited to be given for the person is dropped, and the bot that sits in gives it."""
    async with open_lobby(tmp_path) as lobby:
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 2}, seed=11))
        owners = [token_hash(token), token_hash((await lobby.join(session, Join()))[1])]
        for seat, owner in enumerate(owners):
            session.connect(Viewer(owner, seat))
        session.bots.delay = NoPause(1.0)
        turns: list[Turn] = []
        gate, answer_of = asyncio.Event(), session.bots._answer_for

        async def held(turn: Turn) -> Any:
            turns.append(turn)
            await gate.wait()
            return await answer_of(turn)

        session.bots._answer_for = held  # type: ignore[method-assign]
        await session.command(owners[ANN], Start("start"))
        chance = random.Random(2)
        while not turns:
            if not await answer_in_room(session, owners, chance):
                await asyncio.sleep(0)
        seat = turns[0].seat
        await session.command(owners[seat], Leave("leave", "random"))
        taking = Taking(session)
        gate.set()
        async with asyncio.timeout(30):
            while not taking.answers:
                await asyncio.sleep(0.001)
        assert (taking.answers[0].seat, taking.answers[0].by) == (seat, "forced")
        assert [turn.bot for turn in turns if turn.seat == seat][:2] == ["", "random"]


class Failing(QuickBots):
    """Helpers that always fail in the same way."""

    def __init__(self, ident: str) -> None:
        super().__init__()
        self.ident = ident
        self.tries = 0

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        self.tries += 1
        raise HelperError(self.ident)


@pytest.mark.parametrize(("ident", "tries"), [("crashed", 2), ("not-started", 1)])
async def test_a_stand_in_answers_for_a_bot_whose_helper_fails(
    tmp_path: Path, ident: str, tries: int
) -> None:
    failing = Failing(ident)

    async with open_lobby(tmp_path, helpers=failing) as lobby:
        session, owner, taking = await against_a_bot(lobby)
        await session.command(owner, Start("start"))
        async with asyncio.timeout(30):
            while not taking.answers:
                await asyncio.sleep(0.001)
        answer = taking.answers[0]
        assert answer.trouble is not None
        assert (answer.by, answer.trouble.id, answer.trouble.stand_in) == ("bot", ident, "sensible")
        assert failing.tries == tries


class Confused(QuickBots):
    """Bots whose answers are not offered."""

    async def do(self, key: str, job: Job, limit: float, urgent: bool = True) -> Report:
        return Chosen(["nothing of the kind"])


@pytest.mark.default_moves
async def test_a_default_move_is_logged_as_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repulse.table.room_driver.STAND_INS", ())

    async with open_lobby(tmp_path, helpers=Confused()) as lobby:
        session, owner, taking = await against_a_bot(lobby)
        await session.command(owner, Start("start"))
        async with asyncio.timeout(30):
            while not taking.answers:
                await asyncio.sleep(0.001)
        assert taking.answers[0].by == "default"
    assert [record.levelname for record in caplog.records if "default move" in record.message][:1] == [
        "ERROR"
    ]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_table_refuses_to_move_for_a_person(game: str, options: dict[str, Any]) -> None:
    seats = [WantedSeat("me"), *[WantedSeat("bot", "random") for _ in range(1, options["players"])]]
    table = new_table(game, options, seats)
    table.start()
    table.play_bots()
    assert table.room.pending.is_asked(0)
    before = table.room.n
    moves: list[Callable[[], object]] = [
        lambda: table.play_bot(0),
        lambda: table.play_default(0, "error", {}),
        lambda: table.answer_for_failed_bot(0, "error", {}),
        lambda: table.answer_as_bot(0, []),
        lambda: table.answer_forced(0),
    ]
    for move in moves:
        with pytest.raises(PhantomMoveError):
            move()
    assert table.room.n == before


async def answer_until(
    fits: Callable[[], bool], session: RoomSession, owners: list[str], *, chance: random.Random
) -> None:
    """Answer for some people until a condition is met."""
    async with asyncio.timeout(60):
        while not fits():
            if not await answer_in_room(session, owners, chance):
                await asyncio.sleep(0.001)


async def test_an_answer_to_a_question_that_was_taken_back_is_dropped(tmp_path: Path) -> None:
    """A player against a bot takes back a move while the bot thinks about its answer to it."""

    bots = Waiting()

    async with open_lobby(tmp_path, helpers=bots) as lobby:
        seats = [WantedSeat("me"), WantedSeat("bot", "random")]
        room_request = CreateRoom("galaxy", {"game": "base"}, seats, seed=3)
        session, _, token = await lobby.create(room_request)
        me, chance = [token_hash(token)], random.Random(1)
        bots.is_held = False
        await session.command(me[0], Start("start"))
        room = session.room
        await answer_until(
            lambda: len(room.playing.choices) > 12 and room.pending.is_asked(0), session, me, chance=chance
        )
        bots.is_held = True
        await answer_until(lambda: bool(bots.asked), session, me, chance=chance)
        async with asyncio.timeout(60):
            while not session.room.can_undo_unseen(0) and await answer_in_room(session, me, chance):
                pass
        before = session.room.pending.turn(1)
        assert before is not None
        number = 0
        while session.room.pending.turn(1) == before:
            number += 1
            await session.command(me[0], Undo(f"undo {number}"))
        taking = Taking(session)
        bots.is_held = False
        await let_go(session, bots.gates[0])
        assert session.room.pending.is_asked(0)
        assert all(answer.seat == 1 and answer.trouble is None for answer in taking.answers)
        await answer_until(lambda: session.room.stage == "over", session, me, chance=chance)
