"""The routes of advice: hints and reviews."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from repulse.server.http.api import NDJSON, Api, Route, json_reply
from repulse.server.http.connections import address_of
from repulse.server.http.wire import Reader
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.analysis import Hints, ReviewRequest

_REVIEW: Final = Reader[ReviewRequest](ReviewRequest)


async def hint(api: Api, request: Request) -> Response:
    """Return what a strong player would answer in place of the requester."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    hints = await api.advice.hints(session, viewer)
    await api.lobby.people.note_help(session.room.id, viewer.owner)
    return json_reply(hints)


async def review(api: Api, request: Request) -> Response:
    """Return a review of the room's game, once it is over: lines of progress, then the review."""
    session = await api.session(request)
    viewer = await api.viewer(request, session)
    async with session.lock:
        session.committer.check()
        if session.room.stage != "over":
            raise RefusalError(RefusalCode.HIDDEN, "You can review a game only after it has ended.")
        text = session.room.record().to_json()
    return _reviewed(api, viewer.source, text, language=viewer.language)


async def review_upload(api: Api, request: Request) -> Response:
    """Return a review of an uploaded record."""
    source = address_of(request)
    api.advice.check_review(source)
    message = await api.upload(request, _REVIEW)
    return _reviewed(api, source, message.record, language=message.language[:8])


def _reviewed(api: Api, source: str, record: str, *, language: str) -> Response:
    api.advice.check_review(source)
    return StreamedLines(api.advice.review(source, record, language))


class StreamedLines(StreamingResponse):
    """Streamed lines, which end when the client disconnects."""

    def __init__(self, lines: AsyncGenerator[bytes]) -> None:
        super().__init__(lines, media_type=NDJSON)
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines as they come."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.lines.aclose()


ROUTES: Final = (
    Route(
        "POST",
        "/api/rooms/{room}/hint",
        hint,
        summary="Hints for your pending decision: what a strong player would answer, and why.",
        response_type=Hints,
        query={"lang": str},
        has_token=True,
    ),
    Route(
        "POST",
        "/api/rooms/{room}/review",
        review,
        summary="A review of a game that is over: lines of progress, then the review.",
        query={"lang": str},
        has_token=True,
        media_type=NDJSON,
    ),
    Route(
        "POST",
        "/api/review",
        review_upload,
        summary="A review of an uploaded record.",
        request_type=ReviewRequest,
        media_type=NDJSON,
    ),
)
