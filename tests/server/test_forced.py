"""Nobody can tell whether another had a choice: not by the number of events, their order, their bytes or their time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import pytest
from tests.server.client import some_answer
from tests.server.lobbies import open_lobby
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
from repulse.server.people.credentials import token_hash
from repulse.server.people.seat_tokens import table_state
from repulse.server.rooms import presence
from repulse.server.rooms.forced_delay import ForcedDelay
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.services import GameOver, RoomServices
from repulse.server.rooms.session import RoomSession
from repulse.table.answer_history import AnswerHistory
from repulse.table.entries import Answered
from repulse.table.questions import Question, QuestionBook
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import new_table
from repulse.table.room_log import RoomLog
from repulse.table.room_state import RoomState
from repulse.table.viewer_events import event_for, room_info
from repulse.table.wire.commands import Answer, Start
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat

ENOUGH = 8
"""So many forced answers are looked at in a game."""


PEOPLE = ["Ann", "Bob", "Cid", "Dot"]


def table_of_people(game: str, options: Mapping[str, Any], seed: int = 11) -> RoomDriver:
    """A game of people alone that has begun; each holds a seat by name."""
    others = [WantedSeat("open") for _ in range(1, options["players"])]
    table = new_table(game, options, [WantedSeat("me"), *others], seed=seed, owner="Ann")
    for name in PEOPLE[1 : options["players"]]:
        table.join(name)
    table.start()
    return table


def answer_someone(table: RoomDriver, chance: random.Random) -> Commit | None:
    """Somebody who has a choice answers at random; None if nobody has."""
    room = table.room
    asked = [seat for seat in room.questions if not room.pending.is_automatic(seat)]
    if not asked:
        return None
    seat = chance.choice(asked)
    ask = table.event(PEOPLE[seat]).ask
    assert ask is not None
    answer = Answer(f"a{room.n}", ask["number"], some_answer(dict(ask), chance))
    return table.command(PEOPLE[seat], answer)[1]


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
            {seat: Question(question.number, question.key) for seat, question in room.questions.items()},
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
    """What a viewer is sent."""
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


async def settled() -> None:
    """Everything that can be done without waiting is done."""
    for _ in range(30):
        await asyncio.sleep(0)


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
    """What a viewer gets by a WebSocket and by a stream: before, and when the person in the seat comes and answers.

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

    async def play() -> int:
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
        return compared

    assert await play()


# --- time ---


class Held(ForcedDelay):
    """Keeps who was to be answered for, and lets the answers wait for ever or not at all."""

    def __init__(self, seconds: float) -> None:
        super().__init__(1.0)
        self.seconds = seconds
        self.waits: list[Seat] = []
        self.came: list[Seat] = []

    def arrive(self, seat: Seat) -> None:
        self.came.append(seat)

    def wait(self, seat: Seat, is_bot: bool) -> float:
        self.waits.append(seat)
        return self.seconds

    def release(self, session: RoomSession) -> None:
        """End every wait of a room: pending forced answers of present players are given at once."""
        self.seconds = 0.0
        self.waits.clear()
        for task in list(session.tasks.running):
            task.cancel()


async def answer_in_room(session: RoomSession, owners: list[str], chance: random.Random) -> bool:
    """Somebody who has a choice answers at random; whether anybody has."""
    room = session.room
    asked = [
        seat
        for seat in room.questions
        if not room.pending.is_automatic(seat) and room.seats[seat].kind == "person"
    ]
    if not asked:
        return False
    ask = session.events.event(asked[0]).ask
    assert ask is not None
    answer = Answer(f"a{room.n}", ask["number"], some_answer(dict(ask), chance))
    await session.command(owners[asked[0]], answer)
    return True


async def test_nothing_is_shown_before_the_time_of_a_forced_answer_has_come(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        options = {"game": "base", "players": 2}
        session, _, token = await lobby.create(CreateRoom("galaxy", options, seed=11))
        owners = [token_hash(seat_token) for seat_token in (token, (await lobby.join(session, Join()))[1])]
        session.bots.delay = Held(3600.0)
        await session.command(owners[0], Start("start"))
        chance = random.Random(2)
        while await answer_in_room(session, owners, chance):
            pass
        waiting = session.room.pending.automatic_seats()
        assert waiting
        before = session.room.n
        await asyncio.sleep(0.05)
        assert session.room.n == before
        assert session.events.event(SPECTATOR).thinking == waiting
        assert set(session.bots.delay.waits) == set(waiting)


async def test_nobody_is_answered_for_who_is_not_there(tmp_path: Path) -> None:
    """An answer of somebody who is away was certainly not chosen. It is given when they could have chosen one."""
    async with open_lobby(tmp_path) as lobby:
        options = {"game": "base", "players": 2}
        session, _, token = await lobby.create(CreateRoom("galaxy", options, seed=11))
        tokens = [token, (await lobby.join(session, Join()))[1]]
        owners = [token_hash(seat_token) for seat_token in tokens]
        session.bots.delay = held = Held(0.0)
        viewers = [Viewer(owner, seat) for seat, owner in enumerate(owners)]
        for viewer in viewers:
            session.connect(viewer)
        await session.command(owners[0], Start("start"))
        chance = random.Random(2)
        # Everybody goes as soon as somebody is without a choice.
        held.seconds = 3600.0
        while await answer_in_room(session, owners, chance):
            pass
        (seat,) = waiting = session.room.pending.automatic_seats()
        for viewer in viewers:
            session.disconnect(viewer)
        held.release(session)
        before = session.room.n
        await settled()
        assert (session.room.n, held.waits) == (before, [])
        # The one who is awaited is told so in the list of tables; the other learns nothing new.
        states = [await table_state(session, owner) for owner in owners]
        assert [state.your_turn for state in states] == [seat == 0, seat == 1]
        assert [state.thinking for state in states] == [waiting, waiting]
        session.connect(viewers[1 - seat])
        await settled()
        assert session.room.n == before
        session.connect(viewers[seat])
        async with asyncio.timeout(30):
            while session.room.n == before:
                await asyncio.sleep(0.005)
        assert held.waits[0] == seat
        assert held.came[-2:] == [1 - seat, seat]


async def test_who_only_asks_now_and_then_is_there_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _, _ = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 2}, seed=11))
        assert not session.presence.is_present(0)
        session.touch(0)
        assert session.presence.is_present(0)
        monkeypatch.setattr(presence, "PRESENT_SECONDS", 0.0)
        assert not session.presence.is_present(0)


async def test_bots_take_their_time_too_when_a_person_looks_on(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        seats = [WantedSeat("me"), WantedSeat("bot", "random")]
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}, seats, seed=2))
        session.bots.delay = Held(3600.0)
        await session.command(token_hash(token), Start("start"))
        chance = random.Random(2)
        for _ in range(5_000):
            if session.bots.delay.waits or session.room.stage == "over":
                break
            if not await answer_in_room(session, [token_hash(token)], chance):
                await asyncio.sleep(0.01)
        assert session.bots.delay.waits == [1]


async def test_nobody_waits_where_no_person_looks_on(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        seats = [WantedSeat("bot", "random"), WantedSeat("bot", "random")]
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}, seats, seed=2))
        session.bots.delay = Held(3600.0)
        await session.command(token_hash(token), Start("start"))
        while session.room.n < 40:
            await asyncio.sleep(0.01)
        assert session.bots.delay.waits == []


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_forced_answer_takes_as_long_as_chosen_ones_of_the_same_seat() -> None:
    clock = Clock()
    pace = ForcedDelay(5.0, clock, random.Random(1))
    for number, seconds in enumerate((1.0, 2.0, 3.0)):
        pace.ask({0: Question(number, (0, 0))})
        clock.now += seconds
        pace.chose(0)
    pace.ask({0: Question(99, (0, 0))})
    waits = [pace.wait(0, False) for _ in range(500)]
    assert 0.8 <= min(waits) < 1.1
    assert 3.3 < max(waits) <= 3.75
    clock.now += 2.0
    assert min(pace.wait(0, False) for _ in range(50)) == 0.0


def test_a_forced_answer_is_as_often_quicker_as_slower_than_a_chosen_one() -> None:
    clock = Clock()
    pace = ForcedDelay(5.0, clock, random.Random(1))
    pace.ask({0: Question(0, (0, 0))})
    clock.now += 1.0
    pace.chose(0)
    pace.ask({0: Question(1, (0, 0))})
    assert median(pace.wait(0, False) for _ in range(20_000)) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize(
    ("least", "most", "is_bot"), [(0.5, 3.0, False), (0.02, 0.4, True), (3.0, 5.0, False), (6.0, 30.0, True)]
)
def test_the_times_of_forced_answers_are_spread_like_those_of_chosen_ones(
    least: float, most: float, is_bot: bool
) -> None:
    """Up to the longest, which is what those of a slow seat take."""
    clock, chance = Clock(), random.Random(1)
    pace = ForcedDelay(4.0, clock, chance)
    chosen, forced = [], []
    for number in range(2_000):
        pace.ask({0: Question(number, (0, 0))})
        if number > 20 and chance.random() < 0.5:
            forced.append(pace.wait(0, is_bot))
            clock.now += forced[-1]
        else:
            chosen.append(min(4.0, chance.uniform(least, most)))
            clock.now += chosen[-1] if most <= 4.0 else chance.uniform(least, most)
            pace.chose(0)
    tenths = [(a / b) for a, b in zip(quantiles(forced, n=10), quantiles(chosen, n=10), strict=True)]
    assert all(0.75 < ratio < 1.3 for ratio in tenths), tenths


def test_one_person_among_bots_is_not_answered_for_at_once_while_somebody_looks_on() -> None:
    table = new_table(
        "galaxy", {"game": "base"}, [WantedSeat("me"), WantedSeat("bot", "random")], seed=2, owner="Ann"
    )
    table.start()
    room, chance = table.room, random.Random(2)
    room.has_spectators = True
    while not (waiting := room.pending.automatic_seats()):
        assert room.stage == "playing"
        if bots := table.bots_to_move():
            table.play_bot(bots[0])
        else:
            answer_someone(table, chance)
    assert waiting == [0]
    while bots := table.bots_to_move():
        table.play_bot(bots[0])
    assert (room.pending.automatic_seats(), room.pending.forced()) == ([0], [])
    room.has_spectators = False
    assert room.pending.automatic_seats() == []
    assert table.apply_entries([]).entries


async def test_a_room_knows_whether_anybody_looks_on(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "base"}))
        hurried = []

        async def keep(taken: Commit) -> None:
            hurried.append(taken)

        session.committer.commit = keep  # type: ignore[method-assign,assignment]
        ann = Viewer(token_hash(token), 0, is_host=True)
        spectator = Viewer("", SPECTATOR)
        looked_on = []
        for step in (session.connect, session.disconnect):
            if step == session.connect:
                session.connect(ann)
                looked_on.append(session.room.has_spectators)
            step(spectator)
            looked_on.append(session.room.has_spectators)
        await settled()
        assert (looked_on, len(hurried)) == ([False, True, False], 1)
        session.disconnect(ann)


def test_the_time_of_somebody_who_was_away_runs_from_when_they_came() -> None:
    clock = Clock()
    pace = ForcedDelay(5.0, clock, random.Random(1))
    pace.ask({0: Question(1, (0, 0))})
    clock.now += 1000.0
    assert pace.wait(0, False) == 0.0
    pace.arrive(0)
    assert pace.wait(0, False) >= 1.0
    clock.now += 2.0
    pace.chose(0)
    pace.ask({0: Question(2, (0, 0))})
    assert all(1.6 <= pace.wait(0, False) <= 2.5 for _ in range(50))


def test_who_has_not_chosen_yet_takes_a_while() -> None:
    pace = ForcedDelay(4.0, Clock(), random.Random(1))
    assert 1.0 <= min(pace.wait(0, False) for _ in range(100)) < 1.5
    assert max(pace.wait(0, False) for _ in range(100)) <= 4.0
    assert max(pace.wait(1, True) for _ in range(100)) < 0.05
    pace.ask({0: Question(1, (0, 0))})
    pace.chose(0)
    assert pace.wait(0, False) == 0.0
    pace.forget(0)
    assert pace.wait(0, False) >= 1.0
