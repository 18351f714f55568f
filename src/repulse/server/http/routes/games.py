"""The routes of games, cards and rules."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.games import game_names
from repulse.server.http.api import Api, Route, json_reply
from repulse.server.http.card_files import ServedFile, almanac_file, card_file
from repulse.table import catalogue
from repulse.table.rules import rules_json
from repulse.table.wire.catalog import Games, Rules


async def games(api: Api, request: Request) -> Response:
    """Return the games and their modes."""
    return json_reply(catalogue.games(api.lobby.catalog.offered_bots, api.address))


async def cards(api: Api, request: Request) -> Response:
    """Return every card with its facts, texts and picture."""
    query = request.query_params
    file = await asyncio.to_thread(
        card_file, query.get("game", game_names()[0]), query.get("lang", "en"), query.get("theme", "")
    )
    return file_reply(request, file)


async def almanac(api: Api, request: Request) -> Response:
    """Return what wins, from large studies of a strong bot."""
    game = request.query_params.get("game", game_names()[0])
    return file_reply(request, await asyncio.to_thread(almanac_file, game))


def file_reply(request: Request, file: ServedFile) -> Response:
    """Return a file, or 304 if the client has it already."""
    headers = {"ETag": file.tag, "Cache-Control": "public, max-age=0, must-revalidate"}
    if request.query_params.get("v") == file.tag.strip('"'):
        headers["Cache-Control"] = "public, max-age=31536000, immutable"
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.gzipped, media_type="application/json", headers=headers)
    return Response(file.data, media_type="application/json", headers=headers)


async def rules(api: Api, request: Request) -> Response:
    """Return the rules of a mode, for people, with a legend of symbols."""
    query = request.query_params
    game = query.get("game", game_names()[0])
    text = await asyncio.to_thread(rules_json, game, query.get("mode", ""), query.get("lang", "en"))
    return Response(text, media_type="application/json", headers={"Cache-Control": "public, max-age=3600"})


ROUTES: Final = (
    Route("GET", "/api/games", games, summary="The games and their modes.", response_type=Games),
    Route(
        "GET",
        "/api/cards.json",
        cards,
        summary="Every card of a game: facts, words, picture.",
        query={"lang": str, "theme": str, "v": str},
    ),
    Route(
        "GET",
        "/api/almanac",
        almanac,
        summary="What wins in a game, from large studies of a strong bot; null for a game without an almanac.",
        query={"game": str},
    ),
    Route(
        "GET",
        "/api/rules",
        rules,
        summary="The rules of a mode for people, with a legend of symbols.",
        response_type=Rules,
        query={"game": str, "mode": str, "lang": str},
    ),
)
