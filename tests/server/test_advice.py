"""Hints and reviews over the network: who may ask, and what helpers answer."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from tests.bots.nets import small_net
from tests.server.client import Server, get, make_room, me_and_bots, post, request, start_server

import repulse
from repulse.bots.neural.net import Net
from repulse.engine.match import Match
from repulse.engine.record import BadRecord
from repulse.games import game_named
from repulse.server.helpers.advice import Reviews, advise
from repulse.server.helpers.jobs import Advise, Examine, MatchCache


@pytest.fixture
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a small net came with the package."""

    def net(game: str) -> Net:
        return small_net(game, {"players": 3})

    monkeypatch.setattr("repulse.advice.adviser.has_net", lambda game: True)
    monkeypatch.setattr("repulse.bots.neural.master.net_for", net)


@pytest.mark.usefixtures("_shipped")
def test_a_helper_gives_hints_that_can_be_answered_with() -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]
    job = Advise(
        room="a",
        game="earth",
        options=match.options,
        seed=match.seed,
        choices=[],
        seat=seat,
        bot="",
        seconds=0.01,
        language="fr",
        names=["Ann", "", ""],
    )
    hints = json.loads(bytes(advise(MatchCache(), job).hints))
    assert hints[0]["reasons"]
    match.answer_tokens(seat, hints[0]["words"])


@pytest.mark.usefixtures("_shipped")
def test_a_helper_reviews_a_record_stretch_by_stretch() -> None:
    record = repulse.new("earth", players=3, seed=5).play_bots("random").at(40).record()
    reviews, text = Reviews(), record.to_json()
    first = reviews.examine(Examine(text, "en", 0.0))
    assert (first.done, first.total, first.is_finished) == (0, 40, False)
    last = first
    while not last.is_finished:
        last = reviews.examine(Examine(text, "en", 5.0))
    review = json.loads(bytes(last.review))
    assert review["type"] == "review"
    assert len(review["chances"]) == 41
    assert reviews._stretches is not None
    assert not reviews._stretches.reviews


@pytest.mark.usefixtures("_shipped")
def test_a_record_with_very_large_options_is_not_reviewed() -> None:
    record = repulse.new("earth", players=3, seed=5).record()
    record.options["more"] = "x" * 40_000
    with pytest.raises(BadRecord, match="at most"):
        Reviews().examine(Examine(record.to_json(), "en", 1.0))


def test_hints_are_refused_where_the_host_disabled_them(server: Server) -> None:
    room = make_room(server, seats=me_and_bots(2), start=True, hints=False)
    reply = post(server, f"/api/rooms/{room['room']}/hint", {}, room["token"])
    assert (reply.status, reply.data["code"]) == (403, "no-hints")
    assert get(server, f"/api/rooms/{room['room']}").data["hints"] is False


def test_a_hint_is_remembered_with_the_seat(tmp_path: Path) -> None:
    """Of somebody with an identity, since it must not raise their rating."""
    server = start_server(str(tmp_path / "table.db"))
    try:
        key = post(server, "/api/me", {"name": "Ann"}).data["key"]
        room_request = {"game": "galaxy", "options": {"game": "base"}, "seats": me_and_bots(2), "start": True}
        room = post(server, "/api/rooms", room_request, key).data["room"]
        assert helped(tmp_path) == [0]
        reply = post(server, f"/api/rooms/{room}/hint", {}, key)
        assert reply.status == 200, reply.body
        assert helped(tmp_path) == [1]
    finally:
        server.stop()


def helped(folder: Path) -> list[int]:
    """Return the people who have had help, by the database."""
    with contextlib.closing(sqlite3.connect(folder / "table.db")) as connection:
        return [row[0] for row in connection.execute("select helped from held_seat")]


def test_a_spectator_gets_no_hint(server: Server) -> None:
    room = make_room(server, seats=me_and_bots(2), start=True)
    reply = post(server, f"/api/rooms/{room['room']}/hint", {})
    assert reply.data["code"] == "stale"


def test_a_game_is_not_reviewed_before_its_end(server: Server) -> None:
    room = make_room(server, seats=me_and_bots(2), start=True)
    reply = post(server, f"/api/rooms/{room['room']}/review", {}, room["token"])
    assert (reply.status, reply.data["code"]) == (403, "hidden")


def test_a_review_comes_over_the_network(server: Server) -> None:
    record = repulse.new("galaxy", players=2, seed=5).play_bots("random").at(4).record()
    reply = request(server, "POST", "/api/review", {"record": record.to_json()})
    lines = [json.loads(line) for line in reply.body.splitlines()]
    assert lines[0]["type"] == "progress"
    assert (lines[-1]["type"], len(lines[-1]["chances"])) == ("review", 5)


def test_text_that_is_no_record_is_a_one_line_error(server: Server) -> None:
    reply = request(server, "POST", "/api/review", {"record": "{}"})
    last = json.loads(reply.body.splitlines()[-1])
    assert last["type"] == "failed"
    assert "cannot be reviewed" in last["words"]
