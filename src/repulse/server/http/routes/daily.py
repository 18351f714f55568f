"""The routes of deals of the day: the deals, one's tries, par and the boards."""

from __future__ import annotations

from typing import Final, get_args

from starlette.requests import Request
from starlette.responses import Response

from repulse.daily import Deal, DealError, parse_day
from repulse.engine.contract import RepulseError
from repulse.server.http.api import NDJSON, Api, Route, json_reply
from repulse.server.http.connections import address_of
from repulse.server.http.routes.advice import StreamedLines
from repulse.server.http.wire import Reader
from repulse.server.people.deals import Span, today
from repulse.table.daily import day_messages
from repulse.table.refusals import RefusalCode, RefusalError
from repulse.table.wire.daily import DailyDeals, DealBoard, ParRequest

_PAR: Final = Reader[ParRequest](ParRequest)


async def show(api: Api, request: Request) -> Response:
    """Return the deals of a day, and the tries of the requester."""
    person = await api.lobby.people.find(api.token(request), address_of(request))
    tries = await api.lobby.deals.tries_of(person.id) if person else []
    try:
        day = day_messages(api.lobby.calendar, today(), request.query_params.get("day", ""), tries=tries)
    except DealError as error:
        raise RefusalError(RefusalCode.NOT_FOUND, str(error)) from None
    return json_reply(day)


async def par(api: Api, request: Request) -> Response:
    """Return par of a deal: lines of progress, then par."""
    deal = find_deal(api, (await api.read(request, _PAR)).deal)
    source = address_of(request)
    return StreamedLines(api.pars.lines(source, deal))


async def board(api: Api, request: Request) -> Response:
    """Return the board of a game."""
    query = request.query_params
    span: Span = "week" if query.get("span") == "week" else "all" if query.get("span") == "all" else "day"
    if query.get("span", "day") not in get_args(Span):
        raise RefusalError(RefusalCode.BAD_MESSAGE, "A board is that of a day, a week or all.")
    game = api.lobby.catalog.game(query.get("game", ""))
    try:
        day = min(parse_day(query.get("day", "")), today()) if query.get("day") else today()
    except DealError as error:
        raise RefusalError(RefusalCode.BAD_MESSAGE, str(error)) from None
    person = await api.lobby.people.find(api.token(request), address_of(request))
    mode = query.get("mode", "")[:32]
    return json_reply(
        await api.lobby.deals.board(game.name, mode, span, day=day, person=person.id if person else "")
    )


def find_deal(api: Api, ident: str) -> Deal:
    """Return a deal whose day has come.

    Raises:
        RefusalError: It does not exist, or belongs to a day to come.
    """
    try:
        deal = api.lobby.calendar.find(ident)
    except RepulseError as error:
        raise RefusalError(RefusalCode.NOT_FOUND, str(error)) from None
    if deal.day > today():
        raise RefusalError(RefusalCode.NOT_NOW, f"This deal can be played from {deal.day} on (UTC).")
    return deal


ROUTES: Final = (
    Route(
        "GET",
        "/api/daily",
        show,
        summary="The deals of a day, by default of today (UTC), and your rated tries.",
        response_type=DailyDeals,
        query={"day": str},
        has_token=True,
    ),
    Route(
        "POST",
        "/api/daily/par",
        par,
        summary="Par of a deal of the day: lines of progress, then par.",
        request_type=ParRequest,
        media_type=NDJSON,
    ),
    Route(
        "GET",
        "/api/daily/board",
        board,
        summary="The best results of identified people at the deals of a game.",
        response_type=DealBoard,
        query={"game": str, "mode": str, "span": str, "day": str},
        has_token=True,
    ),
)
