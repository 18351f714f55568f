"""Nobody can tell whether another had a choice: not by the number of events, their order, their bytes or their time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

import pytest
from tests.server.forced_worlds import PEOPLE, Held, answer_someone, settled
from tests.server.test_secrets import GAMES, dealt_anew

from repulse.engine.contract import SPECTATOR, Seat
from repulse.engine.match import Match
from repulse.server.db.storage import Storage
from repulse.server.guard.cpu_budget import CpuBudget, ThrottledQueue
from repulse.server.guard.quotas import Quotas
from repulse.server.guard.rates import TokenBucket
from repulse.server.helpers.pool import HelperPool
from repulse.server.http.connections import feed, lines
from repulse.server.http.wire import encode
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.services import GameOver, RoomServices
from repulse.server.rooms.session import RoomSession
from repulse.table.answer_history import AnswerHistory
from repulse.table.entries import Answered
from repulse.table.questions import QuestionBook, SeatQuestion
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import new_table
from repulse.table.room_log import RoomLog
from repulse.table.room_state import RoomState
from repulse.table.viewer_events import event_for, room_info
from repulse.table.wire.commands import Answer
from repulse.table.wire.rooms import WantedSeat

ENOUGH = 8
"""Maximum number of forced answers that are examined per game."""


def table_of_people(game: str, options: Mapping[str, Any], seed: int = 11) -> RoomDriver:
    """A game of people alone that has begun; each holds a seat by name."""
    others = [WantedSeat("open") for _ in range(1, options["players"])]
    table = new_table(game, options, [WantedSeat("me"), *others], seed=seed, owner="Ann")
    for name in PEOPLE[1 : options["players"]]:
        table.join(name)
    table.start()
    return table


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: str(value))
def test_each_answer_is_an_event_of_its_own(game: str, options: dict[str, Any]) -> None:
    """A number that jumped would tell that somebody was answered for."""
    table = table_of_people(game, options)
    chance = random.Random(3)
    forced = 0
    while table.room.stage == "playing" and forced < ENOUGH:
        automatic = table.room.pending.automatic_seats()
        if automatic and chance.random() < 0.5:
            taken: Commit | None = table.answer_forced(automatic[0])
            forced += 1
        else:
            taken = answer_someone(table, chance)
        assert taken is None or len(taken.entries) == 1
    assert forced or game == "earth", "nobody was ever without a choice: nothing was tested"


def test_only_answers_that_were_chosen_can_be_taken_back() -> None:
    table = table_of_people("galaxy", {"game": "base", "players": 3})
    chance = random.Random(4)
    seen = 0
    while seen < ENOUGH:
        for seat in table.room.pending.automatic_seats():
            could = table.room.can_undo(seat)
            table.answer_forced(seat)
            if table.room.playing.can_undo(seat):
                seen += 1
                assert table.event(PEOPLE[seat]).can_undo == could
        answer_someone(table, chance)


# --- two worlds ---


def copy_of(room: RoomState, match: Match) -> RoomState:
    """A room with the same past, in which another match goes on."""
    return replace(
        room,
        match=match,
        log=RoomLog(list(room.log.lines), list(room.log.watermarks)),
        processed_commands=dict(room.processed_commands),
        question_book=QuestionBook(
            {seat: SeatQuestion(question.number, question.key) for seat, question in room.questions.items()},
            dict(room.question_book.asked_since),
        ),
        history=AnswerHistory(list(room.history.answers), list(room.history.moves)),
        rounds=dict(room.rounds),
    )


def match_like(match: Match) -> Match:
    """A copy of a match."""
    other = Match(match.game, match.options, match.seed)
    other.state = match.state.clone()
    other._log[:] = match.all_events()
    other.state.log = other._log
    other._base, other._base_log = match._base, match._base_log
    other.choices, other._recent = list(match.choices), list(match._recent)
    return other


def world_with_a_choice(room: RoomState, viewer: Seat, seat: Seat, words: list[str]) -> RoomState | None:
    """A world that looks the same to a viewer, in which a seat might answer differently, but can answer the same."""
    for seed in range(12):
        other = dealt_anew(room.playing, viewer, seed)
        decision = other.state.decision(seat)
        if decision.forced():
            continue
        tokens = [other.game.token(other.state, decision.domain, value) for value in decision.options]
        if all(word in tokens for word in words) and decision.least <= len(words) <= decision.most:
            other.choices, other._recent = list(other.choices), list(other._recent)
            return copy_of(room, other)
    return None


def told(room: RoomState, viewer: Seat, since: int) -> bytes:
    """Return the messages to a viewer."""
    return encode(event_for(room, viewer, room_info(room), since=since))


@dataclass
class Moment:
    """Somebody has no choice, and there is a world that looks the same to a viewer in which they have one."""

    room: RoomState
    twin: RoomState
    viewer: Seat
    seat: Seat
    forced: Answered


def moments(options: dict[str, Any], seed: int) -> Iterator[Moment]:
    """All such moments of a game; its own room is never handed out."""
    table = table_of_people("galaxy", options, seed)
    room = table.room
    chance = random.Random(5)
    while room.stage == "playing":
        for seat in room.pending.automatic_seats():
            forced = room.pending.forced_answer(seat)
            for viewer in [SPECTATOR, *(other for other in range(options["players"]) if other != seat)]:
                twin = world_with_a_choice(room, viewer, seat, forced.tokens)
                if twin is not None:
                    yield Moment(copy_of(room, match_like(room.playing)), twin, viewer, seat, forced)
        if answer_someone(table, chance) is None or chance.random() < 0.5:
            for seat in room.pending.automatic_seats()[:1]:
                table.answer_forced(seat)


def some_moments(options: dict[str, Any], most: int) -> list[Moment]:
    """Some of them, of several games: a game of chance may be over before anybody was without a choice."""
    moment_list = list(islice(chain.from_iterable(moments(options, seed) for seed in range(5)), most))
    assert moment_list, "nobody was ever without a choice: nothing was tested"
    return moment_list


MODES = pytest.mark.parametrize("options", [options for game, options in GAMES if game == "galaxy"], ids=str)
"""In earth there is always a choice (`test_each_answer_is_an_event_of_its_own`)."""


@MODES
def test_a_forced_answer_looks_like_a_chosen_one(options: dict[str, Any]) -> None:
    for seen_moment in some_moments(options, ENOUGH):
        seen, moment = seen_moment.room.n, seen_moment.room.playing.state.step_id
        # While the seat has not answered, and then when it has.
        assert told(seen_moment.twin, seen_moment.viewer, seen) == told(
            seen_moment.room, seen_moment.viewer, seen
        )
        chosen = RoomDriver(seen_moment.twin).apply_entries(
            [Answered(seat=seen_moment.seat, tokens=seen_moment.forced.tokens)]
        )
        events = RoomDriver(seen_moment.room).apply_entries([seen_moment.forced])
        assert len(chosen.entries) == len(events.entries) == 1
        # Once the answers are revealed, new cards may come into play, which differ.
        if seen_moment.room.stage == "playing" and seen_moment.room.playing.state.step_id == moment:
            assert told(seen_moment.twin, seen_moment.viewer, seen) == told(
                seen_moment.room, seen_moment.viewer, seen
            )


# --- two worlds, session ---


class Nowhere(Storage):
    """Takes everything and keeps nothing."""

    def __init__(self) -> None:
        pass

    async def append(self, *args: object, **more: object) -> None:
        """Nothing is kept."""


def live_session(room: RoomState) -> RoomSession:
    """A session of a room without storage or rematches."""

    async def no_rematch(_room: RoomState, _created: object) -> str:
        return ""

    services = RoomServices(
        storage=Nowhere(),
        helpers=HelperPool(1),
        quotas=Quotas(),
        bot_seconds=1.0,
        work=CpuBudget(1.0, 1.0),
        background=ThrottledQueue(TokenBucket(1, 1)),
        create_rematch=no_rematch,
        game_over=GameOver(),
    )
    return RoomSession(RoomDriver(room), services)


async def seen_live(room: RoomState, moment: Moment, answer: Answer | None) -> list[list[bytes]]:
    """Return the messages to a viewer by a WebSocket and by a stream: before, and when the person in the seat comes and
    answers.

    With no answer, the server gives it, once its time has come, which is when everything before was seen.
    """

    session = live_session(room)
    session.bots.delay = held = Held(3600.0)
    owner = "" if moment.viewer < 0 else PEOPLE[moment.viewer]
    by_socket: list[bytes] = []
    by_stream: list[bytes] = []

    async def put(data: bytes) -> None:
        by_socket.append(data)

    async def read() -> None:
        async for line in lines(session, Viewer(owner, moment.viewer, after=room.n)):
            # The first line says what time it is.
            if b'"welcome"' not in line:
                by_stream.append(line)

    watcher = Viewer(owner, moment.viewer, after=room.n)
    session.connect(watcher)
    tasks = [asyncio.create_task(feed(session, watcher, put)), asyncio.create_task(read())]
    await settled()
    seen: list[list[bytes]] = []

    def look() -> None:
        for sent in (by_socket, by_stream):
            seen.append(list(sent))
            sent.clear()

    look()
    before = room.n
    session.connect(Viewer(PEOPLE[moment.seat], moment.seat, after=room.n))
    await settled()
    assert room.n == before
    look()
    if answer is not None:
        await session.command(PEOPLE[moment.seat], answer)
    else:
        assert held.waits == [moment.seat]
        held.release(session)
    async with asyncio.timeout(30):
        while room.n == before:
            await asyncio.sleep(0.005)
    await settled()
    look()
    assert room.n == before + 1
    assert held.waits == ([moment.seat] if answer is None else [])
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await session.close()
    return seen


@MODES
async def test_live_and_in_streams_a_forced_answer_comes_as_a_chosen_one_does(
    options: dict[str, Any],
) -> None:
    """The same messages in the same order: nothing before somebody is there, then the presence, then one event."""
    compared = 0
    for moment in some_moments(options, 40):
        if moment.viewer in moment.room.pending.automatic_seats():
            continue
        after = copy_of(moment.room, match_like(moment.room.playing))
        RoomDriver(after).apply_entries([moment.forced])
        if after.stage != "playing" or after.playing.state.step_id != moment.room.playing.state.step_id:
            continue
        compared += 1
        number = moment.twin.questions[moment.seat].number
        answer = Answer("a", number, moment.forced.tokens)
        assert await seen_live(moment.room, moment, None) == await seen_live(moment.twin, moment, answer)
        if compared == 4:
            break
    assert compared
