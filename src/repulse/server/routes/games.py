"""What there is to play: games, cards, rules."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repulse.games import game_names
from repulse.server.api import Api, Route, json_reply
from repulse.server.cards import card_file
from repulse.table import catalogue
from repulse.table.protocol import Games, Rules
from repulse.table.rules import rules_json


async def games(api: Api, request: Request) -> Response:
    """What can be played."""
    return json_reply(catalogue.games(api.lobby.offered_bots, api.lobby.address))


async def cards(api: Api, request: Request) -> Response:
    """Every card with its facts, texts and picture."""
    wanted = request.query_params
    made = await asyncio.to_thread(
        card_file, wanted.get("game", game_names()[0]), wanted.get("lang", "en"), wanted.get("theme", "")
    )
    headers = {"ETag": made.tag, "Cache-Control": "public, max-age=0, must-revalidate"}
    if request.query_params.get("v") == made.tag.strip('"'):
        headers["Cache-Control"] = "public, max-age=31536000, immutable"
    if request.headers.get("if-none-match") == made.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(made.gzipped, media_type="application/json", headers=headers)
    return Response(made.data, media_type="application/json", headers=headers)


async def rules(api: Api, request: Request) -> Response:
    """The rules of a mode, for people, with a legend of symbols."""
    wanted = request.query_params
    game = wanted.get("game", game_names()[0])
    text = await asyncio.to_thread(rules_json, game, wanted.get("mode", ""), wanted.get("lang", "en"))
    return Response(text, media_type="application/json", headers={"Cache-Control": "public, max-age=3600"})


ROUTES: Final = (
    Route("GET", "/api/games", "What there is to play.", games, gives=Games),
    Route(
        "GET",
        "/api/cards.json",
        "Every card of a game: facts, words, picture.",
        cards,
        query=("lang", "theme", "v"),
    ),
    Route(
        "GET",
        "/api/rules",
        "The rules of a mode for people, with a legend of symbols.",
        rules,
        gives=Rules,
        query=("game", "mode", "lang"),
    ),
)
