"""Nobody can tell by the time of an answer whether another player had a choice."""

from __future__ import annotations

import asyncio
import random
from bisect import bisect
from pathlib import Path
from statistics import median, quantiles

import pytest
from tests.server.client import some_answer
from tests.server.forced_worlds import Held, answer_someone, settled
from tests.server.lobbies import open_lobby

from repulse.engine.contract import SPECTATOR
from repulse.server.people.credentials import token_hash
from repulse.server.people.seat_tokens import table_state
from repulse.server.rooms import presence
from repulse.server.rooms.forced_delay import ForcedDelay
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.questions import SeatQuestion
from repulse.table.room_driver import Commit
from repulse.table.room_factory import new_table
from repulse.table.wire.commands import Answer, Start
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat


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
        # The list of tables shows the awaited player that it is their turn; the other learns nothing new.
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


async def test_a_polling_client_counts_as_present_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _, _ = await lobby.create(CreateRoom("galaxy", {"game": "base", "players": 2}, seed=11))
        assert not session.presence.is_present(0)
        session.touch(0)
        assert session.presence.is_present(0)
        monkeypatch.setattr(presence, "PRESENT_SECONDS", 0.0)
        assert not session.presence.is_present(0)


async def test_bots_take_their_time_too_with_a_spectator(tmp_path: Path) -> None:
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


async def test_nobody_waits_without_spectators(tmp_path: Path) -> None:
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
        pace.ask({0: SeatQuestion(number, (0, 0))})
        clock.now += seconds
        pace.chose(0)
    pace.ask({0: SeatQuestion(99, (0, 0))})
    waits = [pace.wait(0, False) for _ in range(500)]
    assert 0.8 <= min(waits) < 1.1
    assert 3.3 < max(waits) <= 3.75
    clock.now += 2.0
    assert min(pace.wait(0, False) for _ in range(50)) == 0.0


def test_a_forced_answer_is_as_often_quicker_as_slower_than_a_chosen_one() -> None:
    clock = Clock()
    pace = ForcedDelay(5.0, clock, random.Random(1))
    pace.ask({0: SeatQuestion(0, (0, 0))})
    clock.now += 1.0
    pace.chose(0)
    pace.ask({0: SeatQuestion(1, (0, 0))})
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
        pace.ask({0: SeatQuestion(number, (0, 0))})
        if number > 20 and chance.random() < 0.5:
            forced.append(pace.wait(0, is_bot))
            clock.now += forced[-1]
        else:
            chosen.append(min(4.0, chance.uniform(least, most)))
            clock.now += chosen[-1] if most <= 4.0 else chance.uniform(least, most)
            pace.chose(0)
    tenths = [(a / b) for a, b in zip(quantiles(forced, n=10), quantiles(chosen, n=10), strict=True)]
    assert all(0.75 < ratio < 1.3 for ratio in tenths), tenths


def test_a_busy_machine_makes_forced_answers_no_later_than_chosen_ones() -> None:
    clock, chance = Clock(), random.Random(1)
    pace = ForcedDelay(4.0, clock, chance)
    chosen, forced = [], []
    for number in range(4_000):
        pace.ask({0: SeatQuestion(number, (0, 0))})
        lateness = chance.expovariate(1 / 0.3)
        if number > 20 and chance.random() < 0.5:
            forced.append(pace.wait(0, False) + lateness)
            clock.now += forced[-1]
            pace.gave(0)
        else:
            chosen.append(chance.uniform(0.5, 2.0) + lateness)
            clock.now += chosen[-1]
            pace.chose(0)
    chosen.sort()
    slower = sum(len(chosen) - bisect(chosen, seconds) for seconds in forced) / (len(chosen) * len(forced))
    assert slower == pytest.approx(0.5, abs=0.03)


def test_forced_answers_of_one_person_are_delayed_with_a_spectator() -> None:
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


async def test_a_room_knows_whether_it_has_spectators(tmp_path: Path) -> None:
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
    pace.ask({0: SeatQuestion(1, (0, 0))})
    clock.now += 1000.0
    assert pace.wait(0, False) == 0.0
    pace.arrive(0)
    assert pace.wait(0, False) >= 1.0
    clock.now += 2.0
    pace.chose(0)
    pace.ask({0: SeatQuestion(2, (0, 0))})
    assert all(1.6 <= pace.wait(0, False) <= 2.5 for _ in range(50))


def test_a_seat_without_choices_yet_is_delayed() -> None:
    pace = ForcedDelay(4.0, Clock(), random.Random(1))
    assert 1.0 <= min(pace.wait(0, False) for _ in range(100)) < 1.5
    assert max(pace.wait(0, False) for _ in range(100)) <= 4.0
    assert max(pace.wait(1, True) for _ in range(100)) < 0.05
    pace.ask({0: SeatQuestion(1, (0, 0))})
    pace.chose(0)
    assert pace.wait(0, False) == 0.0
    pace.forget(0)
    assert pace.wait(0, False) >= 1.0
