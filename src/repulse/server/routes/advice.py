"""The routes of advice: hints and reviews."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from repulse.server.api import Api, Route, json_reply
from repulse.server.wire import Reader
from repulse.table.protocol import Hints, ReviewRequest
from repulse.table.room import Refusal

_REVIEW: Final = Reader[ReviewRequest](ReviewRequest)


async def hint(api: Api, request: Request) -> Response:
    """What a strong player would answer in the place of the requester."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    hints = await api.advice.hints(live, viewer)
    await api.lobby.people.note_help(live.room.room, viewer.holder)
    return json_reply(hints)


async def review(api: Api, request: Request) -> Response:
    """A review of the room's game, once it is over: lines of progress, then the review."""
    live = await api.live(request)
    viewer = await api.viewer(request, live)
    async with live.lock:
        live.check()
        if live.room.stage != "over":
            raise Refusal("hidden", "A game can be reviewed when it is over.")
        text = live.room.record().to_json()
    return _reviewed(api, text, viewer.language)


async def review_upload(api: Api, request: Request) -> Response:
    """A review of a record sent with the request."""
    wanted = await api.upload(request, _REVIEW)
    return _reviewed(api, wanted.record, wanted.language[:8])


def _reviewed(api: Api, record: str, language: str) -> Response:
    lines = api.advice.review(record, language)
    return StreamingResponse(lines, media_type="application/x-ndjson")


ROUTES: Final = (
    Route(
        "POST",
        "/api/rooms/{room}/hint",
        "What a strong player would answer to your question, and why.",
        hint,
        None,
        Hints,
        ("lang",),
        True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/review",
        "A review of a game that is over: lines of progress, then the review.",
        review,
        query=("lang",),
        token=True,
    ),
    Route("POST", "/api/review", "The same of an uploaded record.", review_upload, ReviewRequest),
)
