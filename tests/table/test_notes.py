"""Notes of a room in the log: stored without text, read by each viewer in their own language."""

from __future__ import annotations

import pytest

from repulse.engine.display.segments import text_of
from repulse.table.entries import (
    Answered,
    AnyEntry,
    Created,
    Returned,
    Sat,
    SeatChanged,
    SeatPlan,
    Started,
    StoredRoom,
    decode_entry,
    encode_entry,
)
from repulse.table.room import Room
from repulse.table.viewer_events import event_for, room_info


def room_of(*entries: AnyEntry) -> Room:
    room = Room(
        StoredRoom(
            "abc",
            0,
            "lobby",
            False,
            "earth",
            1,
            {"name": "", "options": {"players": 3}, "password": "", "chosen_seed": False},
        )
    )
    room.apply(
        Created(host="h", seats=[SeatPlan("person", "Ann", "", "h"), SeatPlan("open"), SeatPlan("open")])
    )
    for entry in entries:
        room.apply(decode_entry(encode_entry(entry)))
    return room


def notes(room: Room, language: str) -> list[str]:
    event = event_for(room, -1, False, -1, language, room_info(room))
    return [text_of(line["text"]) for line in event.lines if line["event"].startswith("note.")]


COMING_AND_GOING: list[AnyEntry] = [
    Sat(seat=1, name="Bob", holder="b"),
    Sat(seat=2, name="", holder="c"),
    SeatChanged(seat=1, kind="open", left=True),
    SeatChanged(seat=1, kind="bot", bot="random"),
    Started(),
    SeatChanged(seat=2, kind="bot", bot="random"),
    Returned(seat=2),
    SeatChanged(seat=2, kind="bot", bot="random", clock=True, once=True),
    SeatChanged(seat=2, kind="bot", bot="random", clock=True),
]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Bob sits down.",
                "Player 3 sits down.",
                "Bob leaves.",
                "A bot sits in for Player 3.",
                "Player 3 is back.",
                "Player 3 has run out of time; a bot answers this time.",
                "Player 3 has run out of time; a bot sits in.",
            ],
        ),
        (
            "fr",
            [
                "Bob prend place.",
                "Joueur 3 prend place.",
                "Bob quitte la table.",
                "Un bot joue à la place de Joueur 3.",
                "Joueur 3 est de retour.",
                "Joueur 3 a épuisé son temps ; un bot répond cette fois-ci.",
                "Joueur 3 a épuisé son temps ; un bot joue à sa place.",
            ],
        ),
        (
            "ja",
            [
                "Bobが着席した。",
                "プレイヤー3が着席した。",
                "Bobが退席した。",
                "プレイヤー3の代わりにボットが打つ。",
                "プレイヤー3が席に戻った。",
                "プレイヤー3の持ち時間が切れた。今回だけボットが答える。",
                "プレイヤー3の持ち時間が切れた。ボットが代わりに打つ。",
            ],
        ),
    ],
)
def test_coming_and_going_is_told_in_the_language_of_the_reader(language: str, told: list[str]) -> None:
    assert notes(room_of(*COMING_AND_GOING), language) == told
    assert notes(room_of(*COMING_AND_GOING[:3]), language) == told[:3]


def test_a_language_there_is_not_is_english() -> None:
    assert notes(room_of(*COMING_AND_GOING), "tlh") == notes(room_of(*COMING_AND_GOING), "en")


def test_a_bot_that_failed_is_told_of_in_the_language_of_the_reader() -> None:
    failed = decode_entry(
        '{"type":"answer","seat":1,"words":["0"],"by":"default",'
        '"trouble":{"id":"slow","bot":"random","facts":{"seconds":"4"}}}'
    )
    room = room_of(*COMING_AND_GOING, failed)
    assert notes(room, "en")[-1] == (
        "Player 2: the bot random took longer than 4 seconds. A legal default is played."
    )
    assert notes(room, "fr")[-1] == (
        "Joueur 2 : le bot random a mis plus de 4 secondes. Un coup permis est joué d'office."
    )


def test_an_old_entry_that_does_not_say_what_was_wrong_is_told_of_all_the_same() -> None:
    old = decode_entry(
        '{"type":"answer","seat":1,"words":["0"],"by":"default","why":"the bot random crashed."}'
    )
    assert notes(room_of(*COMING_AND_GOING, old), "fr")[-1] == (
        "Joueur 2 : le bot random a échoué. Un coup permis est joué d'office."
    )


def test_a_game_past_its_bound_of_rounds_is_over_and_nobody_wins() -> None:
    room = room_of(
        Sat(seat=1, name="Bob", holder="b"), SeatChanged(seat=2, kind="bot", bot="random"), Started()
    )
    assert sorted(room.questions) == [0, 1, 2]
    room.playing.round_limit = 0
    room.apply(Answered(seat=0, words=["0"], by="person"))
    assert room.stage == "over"
    assert room.questions == {}
    event = event_for(room, -1, False, -1, "en", room_info(room))
    assert event.thinking == []
    assert event.result is not None
    assert event.result.winners == []
