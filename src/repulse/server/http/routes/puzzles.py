"""The routes of puzzles."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.server.http.api import Api, Route, json_reply
from repulse.server.http.wire import Reader
from repulse.server.people.deals import today
from repulse.table.puzzles import find_puzzle, list_message, position_message, verdict_message
from repulse.table.wire.puzzles import PuzzleList, PuzzlePosition, PuzzleTry, PuzzleVerdict

_TRY: Final = Reader[PuzzleTry](PuzzleTry)


async def show_all(api: Api, request: Request) -> Response:
    """Return the list of puzzles."""
    with api.lobby.work.charged():
        return json_reply(list_message(today()))


async def show(api: Api, request: Request) -> Response:
    """Return a puzzle as its seat sees it."""
    with api.lobby.work.charged():
        puzzle = find_puzzle(request.path_params["puzzle"])
        return json_reply(position_message(puzzle, request.query_params.get("lang", "en")))


async def judge(api: Api, request: Request) -> Response:
    """Return the verdict on an answer."""
    message = await api.read(request, _TRY)
    with api.lobby.work.charged():
        puzzle = find_puzzle(request.path_params["puzzle"])
        return json_reply(verdict_message(puzzle, message.answer, request.query_params.get("lang", "en")))


ROUTES: Final = (
    Route(
        "GET",
        "/api/puzzles",
        show_all,
        summary="All puzzles, and the one of the day.",
        response_type=PuzzleList,
    ),
    Route(
        "GET",
        "/api/puzzles/{puzzle}",
        show,
        summary="A puzzle as its seat sees it.",
        response_type=PuzzlePosition,
        query={"lang": str},
    ),
    Route(
        "POST",
        "/api/puzzles/{puzzle}",
        judge,
        summary="The verdict on an answer to a puzzle.",
        request_type=PuzzleTry,
        response_type=PuzzleVerdict,
        query={"lang": str},
    ),
)
