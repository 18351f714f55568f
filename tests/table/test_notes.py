"""Notes of a room in the log: stored without text, read by each viewer in their own language."""

from __future__ import annotations

import pytest

from repulse.engine.display.segments import text_of
from repulse.table.entries import (
    Answered,
    AnyEntry,
    Created,
    SeatChanged,
    SeatPlan,
    SeatReclaimed,
    SeatTaken,
    Started,
    StoredRoom,
    Trouble,
    Undone,
    decode_entry,
    encode_entry,
)
from repulse.table.room_state import RoomState
from repulse.table.settings import RoomSettings
from repulse.table.viewer_events import event_for, room_info

SETTINGS = RoomSettings(options={"players": 3}, chat=False)


def room_of(*entries: AnyEntry) -> RoomState:
    room = RoomState(
        StoredRoom(
            "abc",
            0,
            "lobby",
            False,
            "earth",
            1,
            SETTINGS,
        )
    )
    room.apply(
        Created(host="h", seats=[SeatPlan("person", "Ann", "", "h"), SeatPlan("open"), SeatPlan("open")])
    )
    for entry in entries:
        room.apply(decode_entry(encode_entry(entry)))
    return room


def notes(room: RoomState, language: str) -> list[str]:
    event = event_for(room, -1, room_info(room), language=language)
    return [text_of(line["text"]) for line in event.lines if line["event"].startswith("note.")]


COMING_AND_GOING: list[AnyEntry] = [
    SeatTaken(seat=1, name="Bob", owner="b"),
    SeatTaken(seat=2, name="", owner="c"),
    SeatChanged(seat=1, kind="open", left=True),
    SeatChanged(seat=1, kind="bot", bot="random"),
    Started(),
    SeatChanged(seat=2, kind="bot", bot="random"),
    SeatReclaimed(seat=2),
    SeatChanged(seat=2, kind="bot", bot="sensible", clock=True, once=True),
    SeatChanged(seat=2, kind="bot", bot="sensible", clock=True),
]


@pytest.mark.parametrize(
    ("language", "reported"),
    [
        (
            "en",
            [
                "Bob sits down.",
                "Player 3 sits down.",
                "Bob left.",
                "A bot (random) plays on for Player 3.",
                "Player 3 is back and plays again.",
                "Player 3 ran out of time; a bot (club) answers this once.",
                "Player 3 ran out of time; a bot (club) plays on for Player 3.",
            ],
        ),
        (
            "fr",
            [
                "Bob prend place.",
                "Joueur 3 prend place.",
                "Bob a quitté la table.",
                "Un bot (au hasard) joue à la place de Joueur 3.",
                "Joueur 3 est de retour et rejoue.",
                "Joueur 3 a épuisé son temps ; un bot (club) répond cette fois-ci.",
                "Joueur 3 a épuisé son temps ; un bot (club) joue à sa place.",
            ],
        ),
        (
            "ja",
            [
                "Bobが着席した。",
                "プレイヤー3が着席した。",
                "Bobが退席した。",
                "プレイヤー3の代わりにボット（ランダム）が打つ。",
                "プレイヤー3が席に戻った。",
                "プレイヤー3の持ち時間が切れた。今回だけボット（中級者）が答える。",
                "プレイヤー3の持ち時間が切れた。ボット（中級者）が代わりに打つ。",
            ],
        ),
    ],
)
def test_coming_and_going_is_reported_in_the_language_of_the_reader(
    language: str, reported: list[str]
) -> None:
    assert notes(room_of(*COMING_AND_GOING), language) == reported
    assert notes(room_of(*COMING_AND_GOING[:3]), language) == reported[:3]


def test_a_bot_that_plays_on_is_named_by_its_level() -> None:
    left = SeatChanged(seat=2, kind="bot", bot="my.bots:Own", left=True)
    reported = notes(room_of(*COMING_AND_GOING[:5], left), "en")[-1]
    assert reported == "Player 3 left; a bot (my.bots:Own) plays on for Player 3."


def test_a_rematch_of_several_people_says_who_sits_where() -> None:
    seats = [
        SeatPlan("bot", "", "sensible"),
        SeatPlan("person", "Ann", "", "h"),
        SeatPlan("person", "", "", "c"),
    ]
    stored = StoredRoom("abc", 0, "lobby", False, "earth", 1, SETTINGS)
    room = RoomState(stored)
    room.apply(Created(host="h", seats=seats, before="last"))
    room.apply(Started())
    assert notes(room, "en") == ["Everyone has moved on by one seat: 1 Vega, 2 Ann, 3 Player 3."]
    assert notes(room, "fr") == ["Chacun s’est décalé d’une place : 1 Vega, 2 Ann, 3 Joueur 3."]
    assert notes(room, "ja") == ["全員が1席ずつ移動した：1 Vega、2 Ann、3 プレイヤー3。"]


def test_an_answer_of_the_bot_that_sat_in_is_not_called_the_players() -> None:
    def reported(room: RoomState, viewer: int) -> bool:
        return event_for(room, viewer, room_info(room)).bot_answered

    began: list[AnyEntry] = [*COMING_AND_GOING[:2], SeatChanged(seat=1, kind="bot", bot="random"), Started()]
    sat_in: list[AnyEntry] = [
        SeatChanged(seat=2, kind="bot", bot="random", left=True),
        Answered(seat=2, tokens=["0"], by="bot"),
        SeatReclaimed(seat=2),
    ]
    room = room_of(*began, *sat_in)
    assert reported(room, 2)
    assert not reported(room, 0)
    assert not reported(room, -1)
    room.apply(Undone(seat=2))
    assert not reported(room, 2)
    room.apply(Answered(seat=2, tokens=["1"], by="person"))
    assert not reported(room, 2)


def test_a_language_there_is_not_is_english() -> None:
    assert notes(room_of(*COMING_AND_GOING), "tlh") == notes(room_of(*COMING_AND_GOING), "en")


def test_a_failed_bot_is_reported_in_the_language_of_the_reader() -> None:
    failed = decode_entry(
        '{"type":"answer","seat":1,"words":["0"],"by":"default",'
        '"trouble":{"id":"slow","bot":"random","facts":{"seconds":"4"}}}'
    )
    room = room_of(*COMING_AND_GOING, failed)
    assert notes(room, "en")[-1] == (
        "Pip: the bot random took longer than 4 seconds. A legal default is played."
    )
    assert notes(room, "fr")[-1] == (
        "Pip : le bot random a mis plus de 4 secondes. Un coup permis est joué d'office."
    )


def test_an_old_entry_without_a_fault_id_is_still_reported() -> None:
    old = decode_entry(
        '{"type":"answer","seat":1,"words":["0"],"by":"default","why":"the bot random crashed."}'
    )
    assert notes(room_of(*COMING_AND_GOING, old), "fr")[-1] == (
        "Pip : le bot random a échoué. Un coup permis est joué d'office."
    )


def test_a_game_past_its_bound_of_rounds_is_over_and_nobody_wins() -> None:
    room = room_of(
        SeatTaken(seat=1, name="Bob", owner="b"), SeatChanged(seat=2, kind="bot", bot="random"), Started()
    )
    assert sorted(room.questions) == [0, 1, 2]
    room.playing.round_limit = 0
    room.apply(Answered(seat=0, tokens=["0"], by="person"))
    assert room.stage == "over"
    assert room.questions == {}
    event = event_for(room, -1, room_info(room))
    assert event.thinking == []
    assert event.result is not None
    assert event.result.winners == []


@pytest.mark.parametrize(
    ("language", "reported"),
    [
        ("en", "Nyx: the bot learned crashed. This time the bot sensible answers instead."),
        (
            "fr",
            "Nyx : le bot learned s'est arrêté brusquement. Cette fois, le bot sensible répond à sa place.",
        ),
        ("ja", "Nyx：ボット learned が異常終了した。今回はボット sensible が代わりに答える。"),
    ],
)
def test_the_log_names_the_bot_that_stood_in(language: str, reported: str) -> None:
    room = room_of(
        SeatChanged(seat=1, kind="bot", bot="learned"),
        SeatChanged(seat=2, kind="bot", bot="random"),
        Started(),
        Answered(seat=1, tokens=["0"], by="bot", trouble=Trouble("crashed", "learned", {}, "sensible")),
    )
    assert notes(room, language) == [reported]
