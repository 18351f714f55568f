"""Chat at a table, and its readers."""

from __future__ import annotations

import pytest
from tests.table.test_table import BOT, ME, OPEN, refused

from repulse.table.chat import MAX_LINE_CHARS, MAX_LINES
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import new_table
from repulse.table.wire.commands import Say, SetChat, Start


def two_people(started: bool = True) -> RoomDriver:
    table = new_table("earth", {}, [ME, OPEN, BOT], seed=3, now=lambda: 77)
    table.join("bob", "Bob")
    if started:
        table.command("me", Start("s"))
    return table


def heard(table: RoomDriver, owner: str, since: int = -1) -> list[str]:
    return [line.text or line.reaction for line in table.event(owner, since).chat]


def test_chat_of_a_player_reaches_everybody_once() -> None:
    table = two_people()
    table.command("bob", Say("1", "good  luck\n"))
    before = table.room.n
    table.command("me", Say("2", reaction="thanks"))
    for owner in ("me", "bob", ""):
        assert heard(table, owner) == ["good luck", "thanks"]
        assert heard(table, owner, before) == ["thanks"]
    assert [(line.seat, line.at) for line in table.event("me").chat] == [(1, 77), (0, 77)]


def test_spectators_reach_players_only_before_and_after_the_game() -> None:
    table = two_people(started=False)
    table.command("", Say("1", "is there a seat?", name="Eve"))
    assert heard(table, "me") == ["is there a seat?"]
    table.command("me", Start("s"))
    table.command("", Say("2", "play the red one!", name="Eve"))
    table.command("me", Say("3", "hm"))
    assert heard(table, "me") == ["hm"]
    assert heard(table, "") == ["is there a seat?", "play the red one!", "hm"]


def test_a_spectator_cannot_speak_as_a_seat_without_a_name() -> None:
    table = two_people()
    assert refused(table, "", Say("1", "I give up", name="Player 2")) == "bad-name"


def test_talk_changes_nothing_in_the_game() -> None:
    table = two_people()
    table.play_bots()
    before = table.event("me")
    table.command("me", Say("1", "hello"))
    after = table.event("me", before.n)
    assert (after.ask, after.screen, after.lines) == (before.ask, before.screen, [])


def test_the_host_can_forbid_talk_and_allow_it_again() -> None:
    table = two_people()
    assert refused(table, "bob", SetChat("c", False)) == "host-only"
    table.command("me", SetChat("c", False))
    assert not table.event().room.chat
    assert refused(table, "bob", Say("1", "hello")) == "no-chat"
    table.command("me", SetChat("d", True))
    table.command("bob", Say("2", "hello"))
    assert heard(table, "me") == ["hello"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Say("1", ""), "bad-message"),
        (Say("1", " \u200b"), "bad-message"),
        (Say("1", "hello", "nice"), "bad-message"),
        (Say("1", reaction="rude"), "bad-message"),
        (Say("1", "a" * (MAX_LINE_CHARS + 1)), "too-long"),
    ],
)
def test_refused_chat(command: Say, code: str) -> None:
    assert refused(two_people(), "bob", command) == code


def test_only_the_latest_lines_are_kept_for_those_who_come_later() -> None:
    table = two_people()
    for number in range(MAX_LINES + 5):
        table.command("bob", Say(str(number), str(number)))
    assert heard(table, "me")[0] == "5"
    assert table.room.chat.count == MAX_LINES + 5
