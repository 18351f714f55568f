"""The characters that play the levels: who they are, and what they are called at a table."""

from __future__ import annotations

import pytest

from repulse.bots import CHARACTERS, LEVELS, bot_of_character, character_name, seat_names
from repulse.table.entries import Created, SeatChanged, SeatPlan, SeatTaken, Started, StoredRoom
from repulse.table.room_state import RoomState
from repulse.table.settings import RoomSettings
from repulse.table.viewer_events import seat_infos

MAX_SEATS = 5


def room_of(*seats: SeatPlan) -> RoomState:
    settings = RoomSettings("galaxy-1", {"players": len(seats)})
    room = RoomState(StoredRoom("abc", 0, "lobby", False, "galaxy", 1, settings))
    room.apply(Created(host="h", seats=list(seats)))
    return room


def bot(level: str, name: str = "") -> SeatPlan:
    return SeatPlan("bot", name, level)


def names(room: RoomState) -> list[str]:
    return [info.name for info in seat_infos(room)]


def test_every_level_has_one_character_with_a_name_for_each_seat() -> None:
    played = [level for character in CHARACTERS for level in character.bots]
    assert set(LEVELS) <= set(played)
    assert len(played) == len(set(played))
    everybody = [name for character in CHARACTERS for name in character.names]
    assert len(everybody) == len(set(everybody))
    assert all(len(character.names) == MAX_SEATS for character in CHARACTERS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_table_of_one_level_has_no_name_twice(level: str) -> None:
    assert len(set(seat_names([level] * MAX_SEATS))) == MAX_SEATS


def test_names_are_those_of_the_level_in_the_order_of_the_seats() -> None:
    assert seat_names(["", "sensible", "casual", "sensible"], ["Ann"]) == ["Ann", "Vega", "Juno", "Lyra"]
    assert character_name("my.bots:Own") == "my.bots:Own"


def test_a_character_is_the_name_of_a_bot() -> None:
    assert bot_of_character("vega") == "sensible"
    assert bot_of_character("Antares") == "sensible@conqueror"
    assert bot_of_character("antares@expert") == "expert@conqueror"
    assert bot_of_character("master@0.2") == "master@0.2"


def test_bots_with_a_temperament_are_called_by_it_at_every_level() -> None:
    bots = ["sensible", "sensible@conqueror", "expert@conqueror", "hermes"]
    assert seat_names(bots) == ["Vega", "Antares", "Bellona", "Hermes"]


def test_bots_in_a_room_are_called_by_their_characters() -> None:
    room = room_of(SeatPlan("person", "Ann", "", "h"), bot("expert"), bot("expert"), bot("beginner"))
    assert names(room) == ["Ann", "Orion", "Rigel", "Pip"]
    assert room.names == names(room)


def test_the_bot_of_a_lesson_keeps_the_name_of_the_lesson() -> None:
    assert names(room_of(SeatPlan("person", "", "", "h"), bot("sensible", "Mira"))) == ["", "Mira"]


def test_a_bot_that_comes_later_takes_a_free_name_and_changes_no_other() -> None:
    room = room_of(SeatPlan("person", "Ann", "", "h"), SeatPlan("open"), bot("sensible"))
    room.apply(SeatTaken(seat=1, owner="b", name="Ben"))
    room.apply(SeatChanged(seat=1, kind="bot", bot="sensible"))
    assert names(room) == ["Ann", "Lyra", "Vega"]


def test_a_bot_that_sits_in_leaves_the_name_of_the_person() -> None:
    room = room_of(SeatPlan("person", "Ann", "", "h"), SeatPlan("person", "Ben", "", "b"))
    room.apply(Started())
    room.apply(SeatChanged(seat=1, kind="bot", bot="sensible"))
    assert names(room) == ["Ann", "Ben"]
