"""Rooms that are played with an overlay of their host."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on, post
from tests.server.lobbies import open_lobby
from tests.server.test_fair_play import ELSEWHERE, HOME, play
from tests.server.test_identity import QUICK, count, somebody

from repulse.server.db.tables import RATINGS
from repulse.server.guard.limits import MAX_OVERLAY_BYTES
from repulse.server.people.results import results_of, settle

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "overlays"
EARTH = (FOLDER / "other-earth.toml").read_text(encoding="utf-8")
GALAXY = (FOLDER / "xeno-systems.toml").read_text(encoding="utf-8")


def room_with(server: Server, game: str, text: str, **more: object) -> dict[str, object]:
    options = {"overlays": [{"text": text}], **({"game": "counterstrike"} if game == "galaxy" else {})}
    return make_room(server, game, options=options, **more)


@pytest.mark.parametrize(
    ("game", "text", "name"), [("earth", EARTH, "other-earth"), ("galaxy", GALAXY, "xeno-systems")]
)
async def test_a_whole_game_with_an_overlay_of_the_host(
    server: Server, game: str, text: str, name: str
) -> None:
    reply = room_with(server, game, text, seats=me_and_bots(3, "sensible"), start=True)
    async with joined(server, str(reply["room"]), str(reply["token"])) as player:
        assert [overlay["name"] for overlay in player.event["room"]["overlays"]] == [name]
        assert player.event["room"]["options"]["overlays"] == [name]
        await play_on(player, random.Random(1))
        assert player.event["room"]["stage"] == "over"
    record = get(server, f"/api/rooms/{reply['room']}/record").data
    assert record["options"]["overlays"] == [{"name": name, "text": text}]
    shown = post(
        server, "/api/replay", {"record": json.dumps(record), "step": 3, "viewer": -2, "language": "en"}
    )
    assert shown.status == 200


def test_those_who_might_join_see_what_an_overlay_changes(server: Server) -> None:
    room = room_with(server, "earth", EARTH, password="secret", listed=True)["room"]
    info = get(server, f"/api/rooms/{room}").data
    assert info["overlays"] == [{"name": "other-earth", "changes": 39}]
    listed = {entry["room"]: entry for entry in get(server, "/api/rooms").data["rooms"]}
    assert listed[room]["overlays"] == info["overlays"]
    assert EARTH not in json.dumps(listed[room])
    for language, word in (("en", "next to"), ("fr", "à côté de"), ("ja", "隣接")):
        (changes,) = get(server, f"/api/rooms/{room}/overlays?lang={language}").data["overlays"]
        assert changes["name"] == "other-earth"
        assert len(changes["lines"]) == 39
        assert any(word in line and "Beringia" in line for line in changes["lines"])


def test_a_room_without_overlays_has_none(server: Server) -> None:
    room = make_room(server, "earth")["room"]
    assert get(server, f"/api/rooms/{room}").data["overlays"] == []
    assert get(server, f"/api/rooms/{room}/overlays").data == {"overlays": []}


def test_cards_and_rules_of_a_room_have_its_overlay(server: Server) -> None:
    room = room_with(server, "earth", EARTH)["room"]
    cards = get(server, f"/api/rooms/{room}/cards.json?lang=fr").data["cards"]
    assert "Undertow" in cards
    assert "Death Ray" not in cards
    rules = get(server, f"/api/rooms/{room}/rules?lang=fr").data
    assert "reconstruction" not in [section["id"] for section in rules["sections"]]
    assert "Beringia" in json.dumps(rules)
    room = room_with(server, "galaxy", GALAXY)["room"]
    assert get(server, f"/api/rooms/{room}/cards.json").data["cards"]["Amber Reach"]["vp"] == 8


@pytest.mark.parametrize(
    ("overlays", "status", "code", "words"),
    [
        ([{"text": "x" * (MAX_OVERLAY_BYTES + 1)}], 413, "too-large", "at most 24576 bytes"),
        ([{"text": "x" * 200_000}], 413, "too-large", "at most"),
        ([{"text": "x ="}], 400, "bad-options", "The overlay: is not TOML"),
        ([{"text": "a = 1"}], 400, "bad-options", "The overlay: name: is missing"),
        (
            [{"text": 'name = "x"\nchange = [{ gadget = "Gun", cost = 1 }]'}],
            400,
            "bad-options",
            "no such gadget",
        ),
        ([{"text": 3}], 400, "bad-options", "An overlay is a name"),
        ([3], 400, "bad-options", "An overlay is a name"),
        (["/etc/passwd"], 400, "bad-options", "Earth has no overlay"),
        (["../x.toml"], 400, "bad-options", "Earth has no overlay"),
        ({"text": ""}, 400, "bad-options", "list of overlay names"),
        # Texts whose time to parse grows with the square of their length.
        (
            [{"text": "[" + "a." * 2_000 + "a]\n" + "a.b=1\n" * 2_000}],
            400,
            "bad-options",
            "of more than 8 parts",
        ),
        ([{"text": "'a'." * 5_000 + "b = 1"}], 400, "bad-options", "of more than 8 parts"),
        ([{"text": "x = " + "[" * 12_000}], 400, "bad-options", "nested too deeply"),
    ],
)
def test_an_invalid_overlay_creates_no_room(
    server: Server, overlays: object, status: int, code: str, words: str
) -> None:
    reply = post(server, "/api/rooms", {"game": "earth", "options": {"overlays": overlays}})
    assert (reply.status, reply.data["code"]) == (status, code)
    assert words in reply.data["words"]


async def test_a_game_with_an_overlay_is_not_rated(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, QUICK) as lobby:
        (ann, _), (bob, _) = await somebody(lobby.people, "Ann"), await somebody(lobby.people, "Bob")
        session = await play(lobby, [ann, bob], [HOME, ELSEWHERE])
        session.room.options["overlays"] = ["first-edition"]
        assert not await settle(lobby.storage, session.room)
        assert await count(lobby, RATINGS) == [0]
        assert [result.rated for result in await results_of(lobby.storage, ann.id)] == [False]
