"""The types: what is sent is what they say, and the documents made from them are right."""

from __future__ import annotations

import json
import random
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
)

from repulse.engine.display.segments import text_of
from repulse.games.earth.display.screen import EarthScreen
from repulse.games.galaxy.cards import SETS, load_cards
from repulse.games.galaxy.display.screen_types import GalaxyScreen
from repulse.games.galaxy.rules.options import GAMES
from repulse.server.http.openapi import openapi
from repulse.server.http.routes import ROUTES
from repulse.server.http.schema import schema
from repulse.server.http.wire import Reader
from repulse.table.refusals import RefusalCode
from repulse.table.wire import connections
from repulse.table.wire.views import Event

ALL_GAMES = [("galaxy", {"game": mode}) for mode in GAMES] + [("earth", {})]


@pytest.mark.parametrize(("game", "options"), ALL_GAMES, ids=lambda value: str(value))
async def test_every_message_is_of_its_type(server: Server, game: str, options: dict[str, Any]) -> None:
    """A whole game of every sort: each message is decoded strictly by its type, the table by that of its game."""

    reply = make_room(server, game, options=options, seats=me_and_bots(3), start=True)
    reader: Reader[connections.FromServer] = Reader(connections.FromServer)
    kind: Any = GalaxyScreen if game == "galaxy" else EarthScreen
    async with joined(server, reply["room"], reply["token"]) as ann:
        await play_on(ann, random.Random(1))
        for frame in ann.frames:
            message = reader.read(frame)
            if isinstance(message, Event) and message.screen is not None:
                screen = msgspec.convert(message.screen, kind)
                assert set(screen) == set(message.screen), "keys that the type does not have"
                assert screen["mode"] == options.get("game", "earth")
        check_questions(ann.frames, game)


def check_questions(frames: list[bytes], game: str) -> None:
    """Every option has words, and points to something that lies on the table."""
    for frame in frames:
        event = json.loads(frame)
        ask = event.get("ask")
        if not ask:
            continue
        assert text_of(ask["text"])
        assert "{" not in text_of(ask["text"])
        for option in ask["options"]:
            assert option["word"]
            assert text_of(option["title"])
            target = option["target"]
            if game == "galaxy" and target is not None:
                check_target(event["screen"], ask, target)
        for reason in ask["why_not"]:
            assert text_of(reason["text"])
            assert reason["name"]
        for total in ask["totals"]:
            assert total["id"]


def check_target(screen: dict[str, Any], ask: dict[str, Any], target: dict[str, Any]) -> None:
    mine = screen["players"][ask["seat"]]
    places = {
        "hand": mine["cards"],
        "start": mine["offered"],
        "looked": mine["looked"],
        "tableau": [placed["card"] for placed in mine["tableau"]],
    }
    if target["kind"] in places and target["name"]:
        assert target["name"] in places[target["kind"]], (ask["prompt"], target)
    if target["kind"] == "hand":
        assert ask["domain"] in ("card", "world", "means")


def test_the_schema_has_every_type_and_no_loose_end() -> None:
    schemas = schema()
    defined = set(schemas["$defs"])
    assert {"FromServer", "FromClient", "GalaxyScreen", "EarthScreen", "Ask", "CreateRoom"} <= defined
    text = json.dumps(schemas)
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= defined
    assert "x-screen" not in text
    assert schemas["protocol"] == connections.PROTOCOL


def test_openapi_describes_every_route(server: Server) -> None:
    document = get(server, "/api/openapi.json").data
    assert document == json.loads(json.dumps(openapi(ROUTES)))
    assert document["openapi"].startswith("3.1")
    defined = set(document["components"]["schemas"])
    assert set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))) <= defined
    names = [
        operation["operationId"] for methods in document["paths"].values() for operation in methods.values()
    ]
    assert len(set(names)) == len(names) == len(ROUTES)


def test_the_protocol_document_names_every_route_and_message(root: Path) -> None:
    text = (root / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    for route in ROUTES:
        if not route.path.endswith("/health"):
            assert route.path.rpartition("/")[2] in text or route.path.endswith("{room}"), route.path
    kinds = [*get_args(connections.FromServer), *get_args(connections.FromClient)]
    tags = [fields(kind)[0].default for kind in kinds]
    assert len(tags) > 10
    for tag in tags:
        assert f"`{tag}`" in text or f'"{tag}"' in text, tag


def test_the_protocol_document_has_every_code_with_its_status(root: Path) -> None:
    text = (root / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    table = text.partition("| code | HTTP | |\n|---|---|---|\n")[2].partition("\n\n")[0]
    codes: dict[str, int] = {}
    for row in table.splitlines():
        named, status = row.split("|")[1:3]
        codes |= dict.fromkeys(re.findall(r"`([a-z-]+)`", named), int(status.strip() or 0))
    browser_only = {RefusalCode.INTERNAL, RefusalCode.NEEDS_SERVER, RefusalCode.NO_NET}
    assert set(codes) == set(RefusalCode) - browser_only
    # A greeting is refused on a WebSocket alone.
    statuses = {code: RefusalCode(code).http_status for code in codes} | {"protocol": 0}
    assert codes == statuses


def test_all_cards_with_pictures(server: Server) -> None:
    for theme in ("light", "dark"):
        reply = get(server, f"/api/cards.json?theme={theme}")
        reply_data = reply.data
        assert set(reply_data["cards"]) == {card.name for card in load_cards(SETS)}
        card = reply_data["cards"]["Old Earth"]
        assert card["svg"].startswith("<svg")
        assert card["lines"]
        assert set(card["powers"][0]) == {"phase", "do", "amount", "vs"}
        assert card["type"] == "world"
        assert "http://" not in card["svg"].replace("http://www.w3.org/", "")
        tag = reply.headers["etag"]
        again = get(server, f"/api/cards.json?theme={theme}", **{"If-None-Match": tag})
        assert again.status == 304
        kept = get(server, f"/api/cards.json?theme={theme}&v={reply_data['hash']}")
        assert "immutable" in kept.headers["cache-control"]
    assert get(server, "/api/cards.json?theme=purple").status == 400
    # Earth draws no cards: they are described in words.
    gadget = get(server, "/api/cards.json?game=earth&theme=dark").data["cards"]["Death Ray"]
    assert gadget["lines"][0]["text"].startswith("Death Ray")
    assert gadget["svg"] == ""
    assert get(server, "/api/cards.json?lang=xx").data["language"] == "en"
