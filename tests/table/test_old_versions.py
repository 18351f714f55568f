"""Rooms stored, and messages sent, by earlier versions are still read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from repulse.browser import LocalTables
from repulse.table.entries import decode_entry, decode_room, encode_entry, encode_room
from repulse.table.reading import read
from repulse.table.room_factory import load_table
from repulse.table.wire.rooms import CreateRoom

OLD_ROOM = json.loads((Path(__file__).parent / "stored" / "protocol-2.json").read_text(encoding="utf-8"))
"""A game in progress as protocol 2 stored it: its settings, its entries, and what they come to."""


def test_a_running_game_of_protocol_2_goes_on() -> None:
    table = load_table(decode_room(OLD_ROOM["stored"]), map(decode_entry, OLD_ROOM["entries"]))
    room = table.room
    assert room.stored.seed == 2**64 - 1
    assert (room.seats[0].name, room.seats[0].owner, room.seats[0].avatar) == ("Ada", "me", "k7")
    assert len(room.playing.choices) == OLD_ROOM["choices"]
    assert room.playing.state.scores() == OLD_ROOM["scores"]
    assert room.playing.state.seats_owing() == OLD_ROOM["owing"]
    table.play_bots()
    assert table.event("me").ask is not None


def test_entries_keep_their_stored_form() -> None:
    assert [encode_entry(decode_entry(text)) for text in OLD_ROOM["entries"]] == OLD_ROOM["entries"]


def test_a_browser_takes_up_a_room_of_protocol_2() -> None:
    tables = LocalTables()
    tables.load(OLD_ROOM["stored"], json.dumps(OLD_ROOM["entries"]))
    room = json.loads(OLD_ROOM["stored"])["room"]
    assert tables.table(room).room.id == room


def test_the_seed_of_a_stored_room_is_text() -> None:
    stored = decode_room(OLD_ROOM["stored"])
    assert json.loads(encode_room(stored))["seed"] == str(2**64 - 1)
    assert decode_room(encode_room(stored)) == stored


@pytest.mark.parametrize("seed", ["18446744073709551615", 5, None])
def test_a_request_may_name_its_seed_as_text_or_number(seed: str | int | None) -> None:
    request = read(CreateRoom, {"game": "earth", "seed": seed}, known_only=True)
    assert request.seed == seed
