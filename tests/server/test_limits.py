"""Bounds on what one client can make the server keep, read or compute. None of them touches a legal move."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Literal

import pytest

from repulse.engine.contract import RepulseError
from repulse.server.connections import admit
from repulse.server.limits import MOST_KEPT_EVENTS, Guesses, Quotas, read_quotas
from repulse.server.live_room import LiveRoom
from repulse.server.lobby import Lobby, token_hash
from repulse.server.storage import Storage
from repulse.server.worker_pool import Helpers
from repulse.table.messages import Answer, SetSeat, Start, Undo, WantedSeat
from repulse.table.protocol import CreateRoom, Join
from repulse.table.room import Refusal


@contextlib.asynccontextmanager
async def open_lobby(folder: Path, quotas: Quotas | None = None) -> AsyncIterator[Lobby]:
    """A lobby on an empty database."""
    storage = Storage(str(folder / "table.db"))
    await storage.open()
    lobby = Lobby(storage, Helpers(1), quotas or Quotas())
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()
        await storage.close()


def in_lobby(folder: Path, play: Callable[[Lobby], Awaitable[None]], quotas: Quotas | None = None) -> None:
    """Do something in a lobby of its own."""

    async def run() -> None:
        async with open_lobby(folder, quotas) as lobby:
            await play(lobby)

    asyncio.run(run())


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
            assert (await lobby.find(live.room.room)).room.room == live.room.room
        with pytest.raises(Refusal, match="no such room"):
            await lobby.find(abandoned.room.room)
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
        with pytest.raises(Refusal, match="taken back") as refused:
            await live.command(holder, Undo("too late"))
        assert refused.value.code == "no-undo"
        assert live.room.playing.can_undo(0)
        await answer(1, other)
        assert live.room.n > 20

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
