"""The routes of replays: records, and positions of games."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.engine.contract import EVERYTHING
from repulse.server.api import Api, Route, json_reply
from repulse.server.limits import limit_hit
from repulse.server.replay_keeper import load_shown
from repulse.server.shown_games import shown_step
from repulse.server.wire import Reader
from repulse.server.work import SOURCE
from repulse.server.worker_jobs import Show, Shown
from repulse.server.worker_pool import HelperFailed
from repulse.table.protocol import ReplayRequest, ReplayStep
from repulse.table.room import Refusal

_REPLAY: Final = Reader[ReplayRequest](ReplayRequest)


async def record(api: Api, request: Request) -> Response:
    """The record, once the game is over; before that it would reveal every card."""
    live = await api.live(request)
    await api.viewer(request, live)
    async with live.lock:
        live.check()
        if live.room.stage != "over":
            raise Refusal("hidden", "The record can be had when the game is over.")
        text = live.room.record().to_json()
    name = f"{live.room.stored.game}-{live.room.room}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


async def replay(api: Api, request: Request) -> Response:
    """A position of the room's game: for any viewer once it is over, for the requester before that."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    eyes = api.number(request, "as", EVERYTHING if live.room.stage == "over" else viewer.seat)
    if live.room.stage != "over" and eyes != viewer.seat:
        raise Refusal("hidden", "While the game goes on, it can be looked at through your own eyes alone.")
    step = api.number(request, "step", -1)
    if live.room.old is not None:
        return await _show_kept(api, live.room.room, step, viewer.language)
    async with live.lock:
        live.check()
        text = live.room.record().to_json()
    return await _show(api, text, step, eyes, viewer.language)


async def _show_kept(api: Api, room: str, step: int, language: str) -> Response:
    """A position of a game by rules that are not played any more, as it was shown when they were."""
    kept = await load_shown(api.lobby.storage, room, language)
    if kept is None:
        raise Refusal("old-rules", "This game was played by older rules, and was not kept for replay.")
    begun = time.monotonic()
    made = await asyncio.to_thread(shown_step, kept, step)
    api.lobby.work.charge(time.monotonic() - begun)
    return json_reply(made)


async def upload(api: Api, request: Request) -> Response:
    """A position of a record sent with the request."""
    wanted = await api.upload(request, _REPLAY)
    return await _show(api, wanted.record, wanted.step, wanted.viewer, wanted.language)


async def _show(api: Api, record: str, step: int, viewer: int, language: str) -> Response:
    if api.replayers.waiting() >= api.lobby.quotas.waiting_replays:
        limit_hit("waiting_replays", "all clients together")
        raise Refusal("busy", "Many look at replays just now. Please try again in a moment.")
    try:
        job = Show(record, step, viewer, language[:8])
        begun = time.monotonic()
        try:
            report = await api.replayers.do("", job, api.lobby.quotas.replay_seconds)
        finally:
            api.lobby.work.charge(time.monotonic() - begun)
    except HelperFailed as error:
        if error.ident == "slow":
            limit_hit("replay_seconds", SOURCE.get())
        raise Refusal("bad-record", f"This record cannot be shown: {error}") from error
    assert isinstance(report, Shown)
    return Response(bytes(report.step), media_type="application/json")


ROUTES: Final = (
    Route("GET", "/api/rooms/{room}/record", "The record of a game that is over.", record, token=True),
    Route(
        "GET",
        "/api/rooms/{room}/replay",
        "A position of the game.",
        replay,
        None,
        ReplayStep,
        ("step", "as", "lang"),
        True,
    ),
    Route("POST", "/api/replay", "A position of an uploaded record.", upload, ReplayRequest, ReplayStep),
)
