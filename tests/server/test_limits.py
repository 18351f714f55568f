"""Bounds on what one client can make the server keep, read or compute. None of them touches a legal move."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import pytest
from tests.server.limit_cases import room_of_three
from tests.server.lobbies import open_lobby

from repulse.engine.contract import RepulseError
from repulse.server.guard.cpu_budget import SOURCE
from repulse.server.guard.limits import MAX_CACHED_EVENTS, LimitLog
from repulse.server.guard.quotas import Quotas, read_quotas
from repulse.server.guard.rates import PasswordGuesses
from repulse.server.http.connections import admit
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.session import LEAVE_ID, RoomSession
from repulse.table.refusals import RefusalError
from repulse.table.wire.commands import Answer, Leave, Return, Say, SetChat, SetSeat, Start, Undo
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat

# --- the cache of events ---


async def test_unknown_languages_and_events_are_one_and_the_same(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _token = await room_of_three(lobby)
        for language in ("en", "xx", "fr-CA-1", "", "\x00"):
            for after in (-1, -7, session.room.n + 1, 2**70):
                viewer = await admit(lobby, session, "", language=language, after=after)
                assert (viewer.language, viewer.seen) == ("en", -1)
        assert (await admit(lobby, session, "", language="fr", after=session.room.n)).language == "fr"
        assert (await admit(lobby, session, "", language="fr", after=session.room.n)).seen == session.room.n


async def test_a_room_keeps_a_bounded_number_of_events(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as lobby:
        session, _token = await room_of_three(lobby)
        for since in range(10 * MAX_CACHED_EVENTS):
            session.events.encoded(-1, since=since)
        assert len(session.events.cache) <= MAX_CACHED_EVENTS


# --- options ---


def test_limits_are_read_from_options() -> None:
    quotas = read_quotas(["rooms=7", "request_seconds=2.5"])
    assert quotas == Quotas(rooms=7, request_seconds=2.5)
    for text in ("rooms=0", "rooms=1.5", "rooms", "request_seconds=nan", "request_seconds=inf", "x=1"):
        with pytest.raises(RepulseError):
            read_quotas([text])


def test_old_names_of_limits_are_read_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    assert read_quotas(["rooms_a_minute=7", "work_share=0.5"]) == Quotas(rooms_per_minute=7, cpu_share=0.5)
    assert [record.getMessage() for record in caplog.records] == [
        "limit rooms_a_minute is deprecated: use rooms_per_minute",
        "limit work_share is deprecated: use cpu_share",
    ]


def test_every_limit_is_documented_with_its_default(root: Path) -> None:
    text = (root / "docs" / "guides" / "hosting.md").read_text(encoding="utf-8")
    for name, default in asdict(Quotas()).items():
        assert f"| `{name}` | {default} |" in text


NOT_HIT = {
    *("lobby_hours", "compact_hours", "finished_days", "idle_days", "identity_days"),
    *("forced_seconds", "loaded_rooms", "bot_answers_per_second", "cpu_burst_seconds", "guess_seconds"),
    *("frame_burst", "byte_burst"),
}
"""The times and numbers in limits: nobody is refused anything by these."""


def test_every_limit_that_is_hit_is_in_the_log(root: Path) -> None:
    sources = (root / "src" / "repulse" / "server").rglob("*.py")
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    named = set(re.findall(r'(?:log_limit|cut_off)\(\s*"([a-z_]+)"', text))
    named |= set(re.findall(r'_refuse\("([a-z_]+)"', text))
    named |= set(re.findall(r'return "((?:connections|max_body)[a-z_]*)"', text))
    assert named == set(asdict(Quotas())) - NOT_HIT


async def test_a_limit_that_is_hit_gets_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("repulse.server.rooms.creation.log_limit", LimitLog().record)

    async with open_lobby(tmp_path, Quotas(rooms_per_address=1)) as lobby:
        await lobby.create(CreateRoom("galaxy", {"game": "base"}), "192.0.2.1")
        with pytest.raises(RefusalError):
            await lobby.create(CreateRoom("galaxy", {"game": "base"}), "192.0.2.1")
    (line,) = [record for record in caplog.records if "limit" in record.getMessage()]
    assert line.getMessage().startswith("limit rooms_per_address hit")
    assert getattr(line, "address", "") == "192.0.2.1"


# --- passwords ---


def test_wrong_passwords_must_wait_longer_every_time() -> None:
    now = [0.0]
    guesses = PasswordGuesses(2, 1.0, clock=lambda: now[0])
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


async def test_guesses_are_limited_even_side_by_side_and_tokens_are_not(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(guesses=3, guess_seconds=600.0)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        session, _seat, token = await lobby.create(room_request)
        guesses = [admit(lobby, session, "", password=f"wrong {i}", source="192.0.2.1") for i in range(12)]
        codes = [
            str(getattr(error, "code", ""))
            for error in await asyncio.gather(*guesses, return_exceptions=True)
        ]
        assert codes.count("wrong-password") == 4
        assert codes.count("too-many-guesses") == 8
        with pytest.raises(RefusalError, match="wait"):
            await lobby.join(session, Join(password="tau ceti"), "192.0.2.1")
        await admit(lobby, session, token, source="192.0.2.1")
        for _ in range(10):
            await admit(lobby, session, "", password="tau ceti", source="192.0.2.2")


async def test_passwords_are_hashed_in_one_thread_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread would keep the memory that it once needed for that."""
    threads: list[int] = []

    def hashed(password: str) -> str:
        threads.append(threading.get_ident())
        return f"hash of {password}"

    def is_password(password: str, kept: str) -> bool:
        return hashed(password) == kept

    monkeypatch.setattr("repulse.server.guard.passwords.password_hash", hashed)
    monkeypatch.setattr("repulse.server.guard.passwords.is_password", is_password)

    async with open_lobby(tmp_path) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        sessions = await asyncio.gather(*(lobby.create(room_request) for _ in range(4)))
        await asyncio.gather(*(admit(lobby, session, "", password="tau ceti") for session, _, _ in sessions))
        assert len(threads) == 8
        assert set(threads) - {threading.get_ident()} == {threads[0]}


async def test_addresses_take_turns_at_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []

    def is_password(password: str, _kept: str) -> bool:
        served.append(password)
        time.sleep(0.005)
        sum(range(200_000))
        return True

    monkeypatch.setattr("repulse.server.guard.passwords.is_password", is_password)

    async with open_lobby(tmp_path, Quotas(waiting_passwords=4, cpu_share=0.0001)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"}, password="tau ceti")
        session, _seat, _token = await lobby.create(room_request)
        SOURCE.set("a")
        many = [lobby.passwords.check(session.room, "a", "a") for _ in range(6)]
        results = await asyncio.gather(
            *many, lobby.passwords.check(session.room, "b", "b"), return_exceptions=True
        )
        assert [str(getattr(result, "code", "")) for result in results] == [
            *[""] * 4,
            *["too-many-requests"] * 2,
            "",
        ]
        assert served == ["a", "b", "a", "a", "a"]
        assert lobby.work._of("a").allowance.level < lobby.work.burst_seconds
        assert not lobby.passwords._turns.waiting("a")


# --- the life of a room ---


async def test_abandoned_lobbies_are_removed_and_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_lobby(tmp_path, Quotas(rooms=4)) as lobby:
        abandoned, _ = await room_of_three(lobby)
        visited, _ = await room_of_three(lobby)
        joined, _ = await room_of_three(lobby)
        begun, token = await room_of_three(lobby)
        await begun.command(token_hash(token), Start("go", "random"))
        visited.connect(await admit(lobby, visited, ""))
        later = time.time() + 25 * 3600
        monkeypatch.setattr("repulse.server.steady_time.now", lambda: later)
        await lobby.join(joined, Join())
        with pytest.raises(RefusalError, match="full"):
            await room_of_three(lobby)
        await lobby.run_cleanup()
        for session in (visited, joined, begun):
            assert (await lobby.rooms.find(session.room.id)).room.id == session.room.id
        with pytest.raises(RefusalError, match="does not exist"):
            await lobby.rooms.find(abandoned.room.id)
        await room_of_three(lobby)


async def answer_first(session: RoomSession, seat: int, token: str) -> None:
    """Answer the question of a seat with its first options."""
    ask = session.events.event(seat).ask
    assert ask is not None
    words = [option["word"] for option in ask["options"][: max(1, ask["least"])]]
    await session.command(token_hash(token), Answer(f"a{session.room.n}", ask["number"], words))


async def test_undo_ends_when_a_room_has_very_many_entries_and_moves_do_not(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(entries_per_room=20)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), WantedSeat("open")])
        session, _seat, token = await lobby.create(room_request)
        _seat, other = await lobby.join(session, Join())
        owner = token_hash(token)
        await session.command(owner, Start("go", "random"))
        while session.room.n < 19:
            await answer_first(session, 0, token)
            undo = Undo(f"u{session.room.n}")
            done = await session.command(owner, undo)
            assert await session.command(owner, undo) == done
        await answer_first(session, 0, token)
        before = session.room.n
        for command, code in (
            (Undo("undo"), "no-undo"),
            (Leave("leave"), "room-full"),
            (SetSeat("seat", 1, "bot", "random"), "room-full"),
            (SetChat("chat", not session.room.chat.on), "room-full"),
            (Say("say", "hello"), "too-much-talk"),
        ):
            with pytest.raises(RefusalError) as refused:
                await session.command(owner, command)
            assert refused.value.code == code
        assert session.room.n == before
        assert session.room.playing.can_undo(0)
        await answer_first(session, 1, other)
        assert session.room.n > 20


async def test_a_player_can_return_once_to_a_room_of_very_many_entries(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(entries_per_room=20)) as lobby:
        room_request = CreateRoom("galaxy", {"game": "base"}, seats=[WantedSeat("me"), WantedSeat("open")])
        session, _seat, _token = await lobby.create(room_request)
        _seat, other = await lobby.join(session, Join())
        owner = token_hash(other)
        await session.start()
        number = 0
        while session.room.n < 20 or not session.room.seats[1].bot:
            left = bool(session.room.seats[1].bot)
            await session.command(owner, Return(f"r{number}") if left else Leave(f"l{number}", "random"))
            number += 1
        await session.command(owner, Return("at last"))
        with pytest.raises(RefusalError, match="too often"):
            await session.command(owner, Leave("once more"))
        await session.command(owner, Leave(LEAVE_ID))
        assert session.room.seats[1].bot


async def test_seats_of_a_lobby_cannot_be_changed_for_ever(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(entries_per_room=20)) as lobby:
        session, token = await room_of_three(lobby)
        kinds: list[Literal["open", "bot"]] = ["open", "bot"]
        while session.room.n < 20:
            kind = kinds[session.room.n % 2]
            await session.command(token_hash(token), SetSeat(str(session.room.n), 1, kind, "random"))
        with pytest.raises(RefusalError, match="too often"):
            await session.command(token_hash(token), SetSeat("too late", 1, "open"))
        assert session.room.n == 20
        await session.command(token_hash(token), Start("go", "random"))


async def test_the_rooms_that_nobody_uses_leave_the_memory_first(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, Quotas(loaded_rooms=10)) as lobby:
        rooms = [(await room_of_three(lobby))[0] for _ in range(10)]
        rooms[0].connect(await admit(lobby, rooms[0], ""))
        rooms += [(await room_of_three(lobby))[0] for _ in range(20)]
        assert len(lobby.rooms.sessions) <= 11
        assert rooms[0].room.id in lobby.rooms.sessions
        assert rooms[-1].room.id in lobby.rooms.sessions
        assert (await lobby.rooms.find(rooms[3].room.id)).room.id == rooms[3].room.id
