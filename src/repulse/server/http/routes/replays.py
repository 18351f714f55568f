"""The routes of replays: records, and positions of games."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.engine.contract import EVERYTHING
from repulse.server.helpers.jobs import Show
from repulse.server.http.api import Api, Route, json_reply
from repulse.server.http.wire import Reader
from repulse.server.rooms.replay_snapshots import snapshot_step
from repulse.server.rooms.snapshot_writer import load_snapshot
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.analysis import ReplayRequest, ReplayStep

_REPLAY: Final = Reader[ReplayRequest](ReplayRequest)


async def record(api: Api, request: Request) -> Response:
    """Return the record, once the game is over; before that it would reveal every card."""
    session = await api.session(request)
    await api.viewer(request, session)
    async with session.lock:
        session.committer.check()
        if session.room.stage != "over":
            raise RefusalError(RefusalCode.HIDDEN, "The record is available after the game has ended.")
        text = session.room.record().to_json()
    name = f"{session.room.stored.game}-{session.room.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


async def replay(api: Api, request: Request) -> Response:
    """Return a position of the room's game: for any viewer once it is over, for the requester before that."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    eyes = api.number(request, "as", EVERYTHING if session.room.stage == "over" else viewer.seat)
    if session.room.stage != "over" and eyes != viewer.seat:
        raise RefusalError(
            RefusalCode.HIDDEN, "While the game is in progress you can only replay your own view."
        )
    step = api.number(request, "step", -1)
    if session.room.legacy_record is not None:
        return await _show_kept(api, session.room.id, step, language=viewer.language)
    async with session.lock:
        session.committer.check()
        text = session.room.record().to_json()
    return await _show(api, text, step, viewer=eyes, language=viewer.language)


async def _show_kept(api: Api, room: str, step: int, *, language: str) -> Response:
    """Return a position of a game by old rules, from its replay snapshot."""
    kept = await load_snapshot(api.lobby.storage, room, language)
    if kept is None:
        raise RefusalError(
            RefusalCode.OLD_RULES, "This game was played by older rules and has no replay snapshot."
        )
    shown, cpu_seconds = await asyncio.to_thread(_timed_step, kept, step)
    api.lobby.work.charge(cpu_seconds)
    return json_reply(shown)


def _timed_step(kept: bytes, step: int) -> tuple[object, float]:
    """Return a position of a kept game, and the processor time that it took."""
    begun = time.thread_time()
    return snapshot_step(kept, step), time.thread_time() - begun


async def upload(api: Api, request: Request) -> Response:
    """Return a position of an uploaded record."""
    message = await api.upload(request, _REPLAY)
    return await _show(api, message.record, message.step, viewer=message.viewer, language=message.language)


async def _show(api: Api, record: str, step: int, *, viewer: int, language: str) -> Response:
    data = await api.replays.show(Show(record, step, viewer, language[:8]))
    return Response(data, media_type="application/json")


ROUTES: Final = (
    Route(
        "GET",
        "/api/rooms/{room}/record",
        record,
        summary="The record of a game that is over.",
        has_token=True,
    ),
    Route(
        "GET",
        "/api/rooms/{room}/replay",
        replay,
        summary="A position of the game.",
        response_type=ReplayStep,
        query={"step": int, "as": int, "lang": str},
        has_token=True,
    ),
    Route(
        "POST",
        "/api/replay",
        upload,
        summary="A position of an uploaded record.",
        request_type=ReplayRequest,
        response_type=ReplayStep,
    ),
)
