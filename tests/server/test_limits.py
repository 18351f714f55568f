"""Bounds on what one client can make the server keep, read or compute. None of them touches a legal move."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import pytest

from repulse.engine.contract import RepulseError
from repulse.server.connections import admit, check_place
from repulse.server.limits import MOST_KEPT_EVENTS, Allowance, Guesses, LimitLog, Quotas, read_quotas
from repulse.server.live_room import FAREWELL, LiveRoom
from repulse.server.lobby import Lobby
from repulse.server.storage import Storage
from repulse.server.tokens import token_hash
from repulse.server.work import SOURCE, Turns, Work
from repulse.server.worker_pool import Helpers, Queue
from repulse.table.messages import Answer, Leave, Return, Say, SetChat, SetSeat, Start, Undo, WantedSeat
from repulse.table.names import person_name
from repulse.table.protocol import CreateRoom, Join
from repulse.table.room import Refusal


@contextlib.asynccontextmanager
async def lobby_on(database: str, quotas: Quotas | None = None) -> AsyncIterator[Lobby]:
    """A lobby on a database."""
    storage = Storage(database)
    await storage.open()
    lobby = Lobby(storage, Helpers(1), quotas or Quotas())
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()
        await storage.close()


def open_lobby(folder: Path, quotas: Quotas | None = None) -> contextlib.AbstractAsyncContextManager[Lobby]:
    """A lobby on an empty database."""
    return lobby_on(str(folder / "table.db"), quotas)


def in_lobby_on(
    database: str, play: Callable[[Lobby], Awaitable[None]], quotas: Quotas | None = None
) -> None:
    """Do something in a lobby on a database."""

    async def run() -> None:
        async with lobby_on(database, quotas) as lobby:
            await play(lobby)

    asyncio.run(run())


def in_lobby(folder: Path, play: Callable[[Lobby], Awaitable[None]], quotas: Quotas | None = None) -> None:
    """Do something in a lobby of its own."""
    in_lobby_on(str(folder / "table.db"), play, quotas)


async def room_of_three(lobby: Lobby) -> tuple[LiveRoom, str]:
    """A room that waits for two more people, and its host's token."""
    wanted = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), *[WantedSeat("open")] * 2])
    live, _seat, token = await lobby.create(wanted)
    return live, token


# --- the cache of events ---


def test_unknown_languages_and_events_are_one_and_the_same(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _token = await room_of_three(lobby)
        for language in ("en", "xx", "fr-CA-1", "", "\x00"):
            for after in (-1, -7, live.room.n + 1, 2**70):
                viewer = await admit(lobby, live, "", "", language, after)
                assert (viewer.language, viewer.seen) == ("en", -1)
        assert (await admit(lobby, live, "", "", "fr", live.room.n)).language == "fr"
        assert (await admit(lobby, live, "", "", "fr", live.room.n)).seen == live.room.n

    in_lobby(tmp_path, play)


def test_a_room_keeps_a_bounded_number_of_events(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _token = await room_of_three(lobby)
        for since in range(10 * MOST_KEPT_EVENTS):
            live.event_bytes(-1, False, since, "en")
        assert len(live._sent) <= MOST_KEPT_EVENTS

    in_lobby(tmp_path, play)


# --- options ---


def test_limits_are_read_from_options() -> None:
    quotas = read_quotas(["rooms=7", "request_seconds=2.5"])
    assert quotas == Quotas(rooms=7, request_seconds=2.5)
    for text in ("rooms=0", "rooms=1.5", "rooms", "request_seconds=nan", "request_seconds=inf", "x=1"):
        with pytest.raises(RepulseError):
            read_quotas([text])


def test_every_limit_is_documented_with_its_default(root: Path) -> None:
    text = (root / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name, default in asdict(Quotas()).items():
        assert f"| `{name}` | {default} |" in text


NOT_HIT = {
    *("lobby_hours", "compact_hours", "finished_days", "idle_days", "identity_days"),
    *("forced_seconds", "loaded_rooms", "bot_answers_a_second", "work_at_once", "guess_seconds"),
    *("frames_at_once", "bytes_at_once"),
}
"""How long something is kept, waits, or may be at once: nobody is refused anything by these."""


def test_every_limit_that_is_hit_is_in_the_log(root: Path) -> None:
    sources = (root / "src" / "repulse" / "server").rglob("*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    told = set(re.findall(r'(?:limit_hit|cut_off)\(\s*"([a-z_]+)"', text))
    told |= set(re.findall(r'return "(connections[a-z_]*)"', text))
    assert told == set(asdict(Quotas())) - NOT_HIT


def test_a_limit_that_is_hit_gets_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repulse.server.lobby.limit_hit", LimitLog().hit)

    async def play(lobby: Lobby) -> None:
        await lobby.create(CreateRoom("galaxy", {"game": "base"}), "192.0.2.1")
        with pytest.raises(Refusal):
            await lobby.create(CreateRoom("galaxy", {"game": "base"}), "192.0.2.1")

    in_lobby(tmp_path, play, Quotas(rooms_an_address=1))
    (line,) = [record for record in caplog.records if "limit" in record.getMessage()]
    assert line.getMessage().startswith("limit rooms_an_address hit")
    assert getattr(line, "address", "") == "192.0.2.1"


# --- passwords ---


def test_wrong_passwords_must_wait_longer_every_time() -> None:
    now = [0.0]
    guesses = Guesses(2, 1.0, clock=lambda: now[0])
    assert [guesses.take("a", "room") for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [guesses.take("a", "room") for _ in range(2)] == [True, False]
    now[0] = 2.9
    assert not guesses.take("a", "room")
    assert guesses.take("b", "room")
    assert guesses.take("a", "another room")
    now[0] = 3.0
    assert guesses.take("a", "room")
    now[0] = 10_000.0
    assert [guesses.take("a", "room") for _ in range(4)] == [True, True, True, False]


def test_guesses_are_limited_even_side_by_side_and_tokens_are_not(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        live, _seat, token = await lobby.create(wanted)
        guesses = [admit(lobby, live, "", f"wrong {i}", "en", -1, "192.0.2.1") for i in range(12)]
        codes = [
            str(getattr(error, "code", ""))
            for error in await asyncio.gather(*guesses, return_exceptions=True)
        ]
        assert codes.count("wrong-password") == 4
        assert codes.count("too-many-guesses") == 8
        with pytest.raises(Refusal, match="wait"):
            await lobby.join(live, Join(password="tau ceti"), "192.0.2.1")
        await admit(lobby, live, token, "", "en", -1, "192.0.2.1")
        for _ in range(10):
            await admit(lobby, live, "", "tau ceti", "en", -1, "192.0.2.2")

    in_lobby(tmp_path, play, Quotas(guesses=3, guess_seconds=600.0))


def test_passwords_are_hashed_in_one_thread_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread would keep the memory that it once needed for that."""
    threads: list[int] = []

    def hashed(password: str) -> str:
        threads.append(threading.get_ident())
        return f"hash of {password}"

    def is_password(password: str, kept: str) -> bool:
        return hashed(password) == kept

    monkeypatch.setattr("repulse.server.passwords.password_hash", hashed)
    monkeypatch.setattr("repulse.server.passwords.is_password", is_password)

    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        made = await asyncio.gather(*(lobby.create(wanted) for _ in range(4)))
        await asyncio.gather(*(admit(lobby, live, "", "tau ceti", "en", -1) for live, _, _ in made))
        assert len(threads) == 8
        assert set(threads) - {threading.get_ident()} == {threads[0]}

    in_lobby(tmp_path, play)


def test_addresses_take_turns_at_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []

    def is_password(password: str, _kept: str) -> bool:
        served.append(password)
        time.sleep(0.005)
        sum(range(200_000))
        return True

    monkeypatch.setattr("repulse.server.passwords.is_password", is_password)

    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        live, _seat, _token = await lobby.create(wanted)
        SOURCE.set("a")
        many = [lobby.passwords.check(live, "a", "a") for _ in range(6)]
        results = await asyncio.gather(*many, lobby.passwords.check(live, "b", "b"), return_exceptions=True)
        assert [str(getattr(result, "code", "")) for result in results] == [
            *[""] * 4,
            *["too-many-requests"] * 2,
            "",
        ]
        assert served == ["a", "b", "a", "a", "a"]
        assert lobby.work._of("a").allowance.level < lobby.work.at_once
        assert not lobby.passwords._near

    in_lobby(tmp_path, play, Quotas(waiting_passwords=4, work_share=0.0001))


# --- the life of a room ---


def test_abandoned_lobbies_are_removed_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(lobby: Lobby) -> None:
        abandoned, _ = await room_of_three(lobby)
        visited, _ = await room_of_three(lobby)
        joined, _ = await room_of_three(lobby)
        begun, token = await room_of_three(lobby)
        await begun.command(token_hash(token), Start("go", "random"))
        visited.add(await admit(lobby, visited, "", "", "en", -1))
        later = time.time() + 25 * 3600
        monkeypatch.setattr("time.time", lambda: later)
        await lobby.join(joined, Join())
        with pytest.raises(Refusal, match="full"):
            await room_of_three(lobby)
        await lobby.tidy()
        for live in (visited, joined, begun):
            assert (await lobby.rooms.find(live.room.room)).room.room == live.room.room
        with pytest.raises(Refusal, match="no such room"):
            await lobby.rooms.find(abandoned.room.room)
        await room_of_three(lobby)

    in_lobby(tmp_path, play, Quotas(rooms=4))


def test_undo_ends_when_a_room_has_very_many_entries_and_moves_do_not(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), WantedSeat("open")])
        live, _seat, token = await lobby.create(wanted)
        _seat, other = await lobby.join(live, Join())
        holder = token_hash(token)
        await live.command(holder, Start("go", "random"))

        async def answer(seat: int, token: str) -> None:
            ask = live.event(seat, False, -1, "en").ask
            assert ask is not None
            words = [option["word"] for option in ask["options"][: max(1, ask["least"])]]
            await live.command(token_hash(token), Answer(f"a{live.room.n}", ask["number"], words))

        while live.room.n < 19:
            await answer(0, token)
            undo = Undo(f"u{live.room.n}")
            done = await live.command(holder, undo)
            assert await live.command(holder, undo) == done
        await answer(0, token)
        before = live.room.n
        for command, code in (
            (Undo("undo"), "no-undo"),
            (Leave("leave"), "room-full"),
            (SetSeat("seat", 1, "bot", "random"), "room-full"),
            (SetChat("chat", not live.room.chat.on), "room-full"),
            (Say("say", "hello"), "too-much-talk"),
        ):
            with pytest.raises(Refusal) as refused:
                await live.command(holder, command)
            assert refused.value.code == code
        assert live.room.n == before
        assert live.room.playing.can_undo(0)
        await answer(1, other)
        assert live.room.n > 20

    in_lobby(tmp_path, play, Quotas(entries_a_room=20))


def test_who_left_a_room_of_very_many_entries_can_return_once(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), WantedSeat("open")])
        live, _seat, _token = await lobby.create(wanted)
        _seat, other = await lobby.join(live, Join())
        holder = token_hash(other)
        await live.start()
        number = 0
        while live.room.n < 20 or not live.room.seats[1].bot:
            left = bool(live.room.seats[1].bot)
            await live.command(holder, Return(f"r{number}") if left else Leave(f"l{number}", "random"))
            number += 1
        await live.command(holder, Return("at last"))
        with pytest.raises(Refusal, match="too often"):
            await live.command(holder, Leave("once more"))
        await live.command(holder, Leave(FAREWELL))
        assert live.room.seats[1].bot

    in_lobby(tmp_path, play, Quotas(entries_a_room=20))


def test_seats_of_a_lobby_cannot_be_changed_for_ever(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, token = await room_of_three(lobby)
        kinds: list[Literal["open", "bot"]] = ["open", "bot"]
        while live.room.n < 20:
            kind = kinds[live.room.n % 2]
            await live.command(token_hash(token), SetSeat(str(live.room.n), 1, kind, "random"))
        with pytest.raises(Refusal, match="too often"):
            await live.command(token_hash(token), SetSeat("too late", 1, "open"))
        assert live.room.n == 20
        await live.command(token_hash(token), Start("go", "random"))

    in_lobby(tmp_path, play, Quotas(entries_a_room=20))


def test_the_rooms_that_nobody_uses_leave_the_memory_first(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        rooms = [(await room_of_three(lobby))[0] for _ in range(10)]
        rooms[0].add(await admit(lobby, rooms[0], "", "", "en", -1))
        rooms += [(await room_of_three(lobby))[0] for _ in range(20)]
        assert len(lobby.rooms.live) <= 11
        assert rooms[0].room.room in lobby.rooms.live
        assert rooms[-1].room.room in lobby.rooms.live
        assert (await lobby.rooms.find(rooms[3].room.room)).room.room == rooms[3].room.room

    in_lobby(tmp_path, play, Quotas(loaded_rooms=10))


# --- one address ---


def test_one_address_has_so_many_unfinished_rooms(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "base"})
        for _ in range(3):
            await lobby.create(wanted, "192.0.2.1")
        with pytest.raises(Refusal, match="unfinished"):
            await lobby.create(wanted, "192.0.2.1")
        await lobby.create(wanted, "192.0.2.2")

    in_lobby(tmp_path, play, Quotas(rooms_an_address=3))


def test_one_address_cannot_take_all_places_of_spectators(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, token = await room_of_three(lobby)

        async def come(token: str, source: str) -> None:
            viewer = await admit(lobby, live, token, "", "en", -1, source)
            check_place(lobby.quotas, live, viewer)
            live.add(viewer)

        for _ in range(3):
            await come("", "192.0.2.1")
        with pytest.raises(Refusal, match="from your address"):
            await come("", "192.0.2.1")
        await come("", "192.0.2.2")
        await come(token, "192.0.2.1")

    in_lobby(tmp_path, play, Quotas(spectators_an_address=3))


@pytest.mark.parametrize(("listed", "source", "free"), [(True, "b", 2), (True, "a", 4), (False, "b", 4)])
def test_strangers_at_one_address_do_not_take_all_seats_of_a_listed_room(
    tmp_path: Path, listed: bool, source: str, free: int
) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "xeno-invasion", "players": 5}, listed=listed)
        live, _seat, _token = await lobby.create(wanted, "a")
        taken = 0
        with contextlib.suppress(Refusal):
            for _ in range(4):
                await lobby.join(live, Join(), source)
                taken += 1
        assert taken == free

    in_lobby(tmp_path, play)


def test_strangers_do_not_take_all_seats_of_a_room_that_was_loaded_anew(tmp_path: Path) -> None:
    """Then nobody knows any more whose room it is."""

    async def play(lobby: Lobby) -> None:
        wanted = CreateRoom("galaxy", {"game": "xeno-invasion", "players": 5}, listed=True)
        made, _seat, _token = await lobby.create(wanted, "a")
        async with lobby_on(str(tmp_path / "table.db")) as later:
            live = await later.rooms.find(made.room.room)
            for _ in range(2):
                await later.join(live, Join(), "b")
            with pytest.raises(Refusal, match="enough seats"):
                await later.join(live, Join(), "b")

    in_lobby(tmp_path, play)


def test_seats_are_taken_so_often(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        for _ in range(2):
            live, _ = await room_of_three(lobby)
            await lobby.join(live, Join(), "192.0.2.1")
        live, _ = await room_of_three(lobby)
        with pytest.raises(Refusal, match="many seats"):
            await lobby.join(live, Join(), "192.0.2.1")

    in_lobby(tmp_path, play, Quotas(joins_a_minute=1))


# --- names ---


@pytest.mark.parametrize("name", ["Player 2", "player  2", "PLAYER 2", "Joueur 3", "Ｐｌａｙｅｒ 2"])
def test_nobody_is_called_what_seats_are_called(name: str) -> None:
    with pytest.raises(Refusal, match="another name"):
        person_name(name)


@pytest.mark.parametrize("name", ["Player", "Ann 2", "Zoë", "Nguyễn", "שָׁלוֹם", "ก็", ""])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert person_name(name) == unicodedata.normalize("NFC", name)


def test_marks_are_not_piled_up() -> None:
    assert len(person_name("A" + "\u0335\u0310\u033f" * 10)) == 3


# --- shares of the work ---


def test_who_has_used_up_its_share_waits_and_others_do_not() -> None:
    async def play() -> None:
        now = [0.0]
        work = Work(0.5, 1.0, clock=lambda: now[0], meter=lambda: now[0])
        SOURCE.set("a")
        with work.charged():
            now[0] += 3.0
        # One second was free; the other two come back at half a second each second.
        assert work.wait("a") == pytest.approx(4.0)
        assert work.wait("b") == 0
        now[0] += 4.1
        await asyncio.wait_for(work.turn("a"), 1)

    asyncio.run(play())


def test_a_queue_is_served_one_by_one() -> None:
    async def play() -> list[int]:
        turns = Turns(Allowance(50, 1))
        served: list[int] = []

        async def come(number: int) -> None:
            await turns.take(1)
            served.append(number)

        await asyncio.gather(*(come(number) for number in range(5)))
        return served

    assert asyncio.run(play()) == [0, 1, 2, 3, 4]


def test_work_is_charged_to_the_address_it_is_done_for(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        live, _token = await room_of_three(lobby)
        lobby.work.share = 0.0001
        SOURCE.set("192.0.2.1")
        for since in range(40):
            live.event_bytes(-1, False, since, "en")
        assert lobby.work._of("192.0.2.1").allowance.level < lobby.work.at_once
        assert lobby.work._of("192.0.2.2").allowance.level == lobby.work.at_once

    in_lobby(tmp_path, play)


# --- people first ---


def test_the_bots_of_people_come_first() -> None:
    async def play() -> list[str]:
        queue = Queue()
        served = []

        async def come(name: str, urgent: bool) -> None:
            async with queue.turn(urgent):
                served.append(name)
                await asyncio.sleep(0.01)

        async with asyncio.TaskGroup() as group:
            for name, urgent in (("first", False), ("idle", False), ("idle", False), ("people", True)):
                group.create_task(come(name, urgent))
            gone = group.create_task(come("gone", True))
            await asyncio.sleep(0)
            gone.cancel()
        return served

    assert asyncio.run(play()) == ["first", "people", "idle", "idle"]


def test_only_rooms_without_people_queue_for_their_bots(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        asked = []

        class Counted(Turns):
            async def take(self, amount: float) -> None:
                asked.append(amount)

        lobby._background = Counted(Allowance(1, 1))
        two = [WantedSeat("bot", "random"), WantedSeat("bot", "random")]
        await lobby.create(CreateRoom("galaxy", {"game": "base"}, [WantedSeat("me"), two[0]], start=True))
        await asyncio.sleep(0.3)
        assert not asked
        live, _, _ = await lobby.create(CreateRoom("galaxy", {"game": "base"}, two, start=True))
        while live.room.n < 5:
            await asyncio.sleep(0.01)
        assert asked

    in_lobby(tmp_path, play)
