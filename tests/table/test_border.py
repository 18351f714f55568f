"""Plain classes on one side of the border, JSON on the other: both ways, and as it has always been."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import Any, get_args

import msgspec
import pytest

from repulse.server.http.wire import Reader, encode, struct_of
from repulse.table.entries import (
    Answered,
    AnyEntry,
    BadEntry,
    ChatSent,
    ChatSwitched,
    Created,
    Ended,
    LessonStepRead,
    Rematched,
    Resumed,
    SeatChanged,
    SeatPlan,
    SeatReclaimed,
    SeatTaken,
    Started,
    Trouble,
    Undone,
    decode_entry,
    encode_entry,
)
from repulse.table.wire import analysis, catalog, commands, connections, replies, rooms, views
from repulse.table.wire.base import Message, to_json
from repulse.table.wire.commands import (
    Answer,
    Command,
    Leave,
    Next,
    Rematch,
    Return,
    Say,
    SetChat,
    SetSeat,
    Start,
    Undo,
    content_of,
)
from repulse.table.wire.connections import FromClient, FromServer
from repulse.table.wire.replies import Done, Refused
from repulse.table.wire.views import ChatLine, Event, Result, RoomInfo, RoundPoints, SeatInfo

INFO = RoomInfo(
    "abc",
    "Our room",
    "earth",
    "earth",
    {"players": 3},
    "over",
    [SeatInfo(0, "person", "Ann")],
    True,
    False,
    False,
    2,
)
EVENT = Event(
    n=4,
    since=-1,
    room=INFO,
    seat=0,
    host=True,
    log_from=0,
    lines=[{"seat": 0, "event": "note.joined", "text": [{"text": "Ann s’assoit."}], "facts": {}}],
    screen={"game": "earth"},
    ask=None,
    can_undo=False,
    thinking=[1],
    result=Result(
        [3, 4],
        [1],
        [[{"kind": "prestige", "source": [{"text": "prestige"}], "amount": 3}], []],
        [RoundPoints(1, [1, 2])],
    ),
    deadlines=[0, 5000],
    chat=[ChatLine(3, -1, "Eve", "hi", "", 1)],
)
WIRE: list[tuple[Any, str]] = [
    (
        Answer("a1", 17, ["Gem World", "pass"]),
        '{"type":"answer","id":"a1","ask":17,"words":["Gem World","pass"]}',
    ),
    (Undo("a2"), '{"type":"undo","id":"a2"}'),
    (Start("a3"), '{"type":"start","id":"a3","fill":""}'),
    (SetSeat("a4", 1, "bot", "sensible"), '{"type":"seat","id":"a4","seat":1,"kind":"bot","bot":"sensible"}'),
    (Leave("a5"), '{"type":"leave","id":"a5","bot":""}'),
    (Return("a7"), '{"type":"return","id":"a7"}'),
    (Say("a8", "hi"), '{"type":"say","id":"a8","text":"hi","reaction":"","name":""}'),
    (SetChat("a9", True), '{"type":"chat","id":"a9","on":true}'),
    (Rematch("a6"), '{"type":"rematch","id":"a6"}'),
    (Next("a10"), '{"type":"next","id":"a10"}'),
    (Done("a1", 18), '{"type":"done","id":"a1","n":18}'),
    (
        Refused("illegal", "No.", "too-few", "a1"),
        '{"type":"refused","code":"illegal","words":"No.","reason":"too-few","id":"a1","event":null}',
    ),
    (
        EVENT,
        (
            '{"type":"event","n":4,"since":-1,"room":{"room":"abc","name":"Our room","game":"earth","mode":"earth","options":{"players":3},'
            '"stage":"over","seats":[{"seat":0,"kind":"person","name":"Ann","bot":"","host":false,"here":false,"face":""}],'
            '"listed":true,"locked":false,"chosen_seed":false,"spectators":2,"next":"","clock":{"kind":"none","seconds":0},"chat":false,"hints":true,"lesson":"","overlays":[],"taken_back":false,"deal":"","rated_try":false,"advice":false},"seat":0,"host":true,"log_from":0,'
            '"lines":[{"seat":0,"event":"note.joined","text":[{"text":"Ann s’assoit."}],"facts":{}}],"screen":{"game":"earth"},"ask":null,'
            '"can_undo":false,"thinking":[1],"result":{"scores":[3,4],"winners":[1],'
            '"breakdown":[[{"kind":"prestige","source":[{"text":"prestige"}],"amount":3}],[]],"rounds":[{"round":1,"scores":[1,2]}]},"deadlines":[0,5000],'
            '"chat":[{"n":3,"seat":-1,"name":"Eve","text":"hi","reaction":"","at":1}],"coach":null,"bot_answered":false,"undo_unrates":false}'
        ),
    ),
    (
        connections.Hello(after=3),
        '{"type":"hello","protocol":3,"token":"","password":"","after":3,"language":"en"}',
    ),
    (
        connections.Welcome(1, "repulse", "abc", -1, False),
        '{"type":"welcome","protocol":1,"server":"repulse","room":"abc","seat":-1,"host":false,"now":0}',
    ),
    (connections.Presence([True, False], 2), '{"type":"presence","here":[true,false],"spectators":2}'),
    (connections.Ping(), '{"type":"ping"}'),
    (connections.Pong(), '{"type":"pong"}'),
]

STORED: list[tuple[AnyEntry, str]] = [
    (
        Created(
            host="h",
            seats=[SeatPlan("person", "Ann", "", "h"), SeatPlan("open"), SeatPlan("bot", "", "random")],
        ),
        (
            '{"type":"created","host":"h","seats":[{"kind":"person","name":"Ann","bot":"","holder":"h"},'
            '{"kind":"open","name":"","bot":"","holder":""},{"kind":"bot","name":"","bot":"random","holder":""}]}'
        ),
    ),
    (Created(host="h", seats=[], before="abc"), '{"type":"created","host":"h","seats":[],"before":"abc"}'),
    (SeatTaken(seat=1, name="Zoë", owner="b"), '{"type":"sat","seat":1,"name":"Zoë","holder":"b"}'),
    (SeatChanged(seat=1, kind="open", left=True), '{"type":"seat","seat":1,"kind":"open","left":true}'),
    (SeatChanged(seat=1, kind="bot", bot="random"), '{"type":"seat","seat":1,"kind":"bot","bot":"random"}'),
    (
        Started(who="h", command="c1", content="0123"),
        '{"type":"started","who":"h","command":"c1","content":"0123"}',
    ),
    (Answered(seat=0, tokens=["Old Earth"]), '{"type":"answer","seat":0,"words":["Old Earth"]}'),
    (
        Answered(seat=0, tokens=[], by="forced", who="h", command="c2", content="4567"),
        '{"type":"answer","who":"h","command":"c2","content":"4567","seat":0,"words":[],"by":"forced"}',
    ),
    (
        Answered(seat=1, tokens=["0"], by="default", trouble=Trouble("slow", "random", {"seconds": "4"})),
        (
            '{"type":"answer","seat":1,"words":["0"],"by":"default",'
            '"trouble":{"id":"slow","bot":"random","facts":{"seconds":"4"}}}'
        ),
    ),
    (
        Answered(seat=1, tokens=["0"], by="default", trouble=Trouble("crashed", "random")),
        '{"type":"answer","seat":1,"words":["0"],"by":"default","trouble":{"id":"crashed","bot":"random"}}',
    ),
    (Undone(seat=0, back=2), '{"type":"undo","seat":0,"back":2}'),
    (Undone(seat=0, length=12), '{"type":"undo","seat":0,"length":12}'),
    (SeatReclaimed(seat=1, at=5), '{"type":"returned","at":5,"seat":1}'),
    (Ended(why="rules"), '{"type":"ended","why":"rules"}'),
    (Resumed(at=5), '{"type":"resumed","at":5}'),
    (
        ChatSent(seat=-1, name="Eve", text="hi", at=5),
        '{"type":"said","at":5,"seat":-1,"name":"Eve","text":"hi"}',
    ),
    (ChatSwitched(on=False), '{"type":"chat","on":false}'),
    (
        Created(host="h", seats=[SeatPlan("person", "Ann", "", "h", "f1")]),
        '{"type":"created","host":"h","seats":[{"kind":"person","name":"Ann","bot":"","holder":"h","face":"f1"}]}',
    ),
    (
        SeatChanged(seat=1, kind="bot", bot="random", clock=True, once=True),
        '{"type":"seat","seat":1,"kind":"bot","bot":"random","clock":true,"once":true}',
    ),
    (LessonStepRead(), '{"type":"read"}'),
    (Rematched(room="next"), '{"type":"rematch","room":"next"}'),
]


def kind_of(case: tuple[object, str]) -> str:
    return type(case[0]).__name__


@pytest.mark.parametrize("case", WIRE, ids=kind_of)
def test_a_message_is_sent_as_it_has_always_been_and_read_back(case: tuple[Any, str]) -> None:
    message, text = case
    assert encode(message).decode() == text
    assert to_json(message) == text
    union = FromClient if isinstance(message, get_args(FromClient)) else FromServer
    reader: Reader[Any] = Reader(union)
    assert reader.read(text) == message


def test_every_message_with_a_type_is_among_them() -> None:
    assert {type(message) for message, _ in WIRE} == {*get_args(FromClient), *get_args(FromServer)}


@pytest.mark.parametrize("case", STORED, ids=kind_of)
def test_an_entry_is_stored_as_it_has_always_been_and_read_back(case: tuple[AnyEntry, str]) -> None:
    entry, text = case
    assert encode_entry(entry) == text
    assert decode_entry(text) == entry


def test_every_entry_is_among_them() -> None:
    assert {type(entry) for entry, _ in STORED} == set(get_args(AnyEntry))


@pytest.mark.parametrize("case", STORED, ids=kind_of)
def test_keys_that_are_not_known_are_ignored_in_stored_entries(case: tuple[AnyEntry, str]) -> None:
    entry, text = case
    assert decode_entry(json.dumps({**json.loads(text), "later": [1]})) == entry


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        "{}",
        '{"type":"nothing"}',
        '{"type":"sat","seat":1}',
        '{"type":"sat","seat":"1","name":"","holder":""}',
        '{"type":"sat","seat":true,"name":"","holder":""}',
        '{"type":"seat","seat":1,"kind":"person"}',
        '{"type":"answer","seat":1,"words":[7]}',
        '{"type":"answer","seat":1,"words":["0"],"trouble":{"id":"slow"}}',
        '{"type":"created","host":"h","seats":[{"name":"Ann"}]}',
        '{"type":"created","host":"h","seats":["Ann"]}',
    ],
)
def test_an_invalid_entry_is_refused(text: str) -> None:
    with pytest.raises(BadEntry):
        decode_entry(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"type":"undo","id":"a","more":1}', "unknown field `more`"),
        ('{"type":"undo"}', "missing required field `id`"),
        ('{"type":"answer","id":"a","ask":"1","words":[]}', "Expected `int`"),
        ('{"type":"answer","id":"a","ask":1,"words":[2]}', "Expected `str`"),
        ('{"type":"seat","id":"a","seat":1,"kind":"person"}', "Invalid enum value"),
        ('{"type":"event","id":"a"}', "Invalid value"),
        ('{"id":"a"}', "missing required field `type`"),
    ],
)
def test_the_border_is_strict(text: str, words: str) -> None:
    reader: Reader[Command] = Reader(Command)
    with pytest.raises(msgspec.DecodeError, match=words):
        reader.read(text)


ALL_MESSAGES = [
    kind
    for module in (analysis, catalog, commands, connections, replies, rooms, views)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Message) and kind is not Message
]


@pytest.mark.parametrize("kind", ALL_MESSAGES, ids=lambda kind: kind.__name__)
def test_the_struct_of_a_message_has_its_fields_and_defaults(kind: Any) -> None:
    struct = struct_of(kind)
    declared = [field for field in fields(kind) if field.name != "type"]
    assert struct.__struct_fields__ == tuple(field.name for field in declared)
    needed = [field for field in declared if field.default is MISSING and field.default_factory is MISSING]
    assert len(struct.__struct_fields__) - len(struct.__struct_defaults__) == len(needed)
    assert struct.__struct_config__.forbid_unknown_fields
    assert struct.__doc__ == kind.__doc__


def test_the_hash_of_a_command_is_that_of_its_json() -> None:
    """Rooms remember it: a command that was done by an earlier server is still known."""
    assert content_of(Answer("a1", 17, ["Gem World"])) == "ef17b00003d90bd4"
    assert content_of(Start("ø", '\u2028\x7f\t"\\\x1f\x00é日本/')) == "aa859cb3f6103836"
