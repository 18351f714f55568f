"""Deals of the day on a server: one rated try per person, par for everybody, and boards."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import date, timedelta
from typing import Any

from sqlalchemy import insert
from tests.server.client import Server, get, joined, play_on, post, request
from tests.server.lobbies import lobby_on
from tests.server.test_identity import count, somebody

from repulse import daily
from repulse.daily.match import begin_match
from repulse.server import steady_time
from repulse.server.db.tables import DEAL_PARS, DEAL_TRIES, RESULTS
from repulse.server.people.deals import CLAIM_SECONDS, MIN_DEALS, DealBook, today
from repulse.server.people.registry import Person
from repulse.server.rooms.lobby import Lobby
from repulse.table.room_driver import RoomDriver
from repulse.table.room_factory import RoomFactory, RoomPolicy
from repulse.table.wire.commands import Answer
from repulse.table.wire.rooms import CreateRoom

DAY = date(2026, 11, 18)
DEAL = daily.deal_of(DAY, "galaxy", "xeno-invasion")


def identity(server: Server, name: str) -> str:
    key: str = post(server, "/api/me", {"name": name}).data["key"]
    return key


def todays(server: Server, mode: str, key: str = "") -> dict[str, Any]:
    deals = get(server, "/api/daily", key).data["deals"]
    deal: dict[str, Any] = next(deal for deal in deals if deal["mode"] == mode)
    return deal


def open_try(server: Server, deal: dict[str, Any], key: str = "") -> dict[str, Any]:
    reply = post(server, "/api/rooms", {"game": deal["game"], "deal": deal["deal"]}, key)
    assert reply.status == 201, reply.body
    seated: dict[str, Any] = reply.data
    return seated


def test_the_deals_of_today_name_no_seed(server: Server) -> None:
    reply = get(server, "/api/daily")
    assert reply.data["day"] == reply.data["today"] == today().isoformat()
    assert len(reply.data["deals"]) == 6
    assert b"seed" not in reply.body
    later = (today() + timedelta(days=1)).isoformat()
    assert get(server, f"/api/daily?day={later}").status == 404
    assert get(server, "/api/daily?day=yesterday").status == 404
    refused = post(server, "/api/rooms", {"game": "galaxy", "deal": f"{later}/galaxy/base"})
    assert refused.data["code"] == "not-now"
    assert post(server, "/api/daily/par", {"deal": f"{later}/galaxy/base"}).data["code"] == "not-now"


def test_a_person_has_one_rated_try_in_all_tabs(server: Server) -> None:
    key = identity(server, "Ann")
    deal = todays(server, "invasion", key)
    first = open_try(server, deal, key)
    again = open_try(server, deal, key)
    assert again["room"] == first["room"], "the other tab goes on with the same game"
    info = get(server, f"/api/rooms/{first['room']}").data
    assert (info["deal"], info["rated_try"], info["hints"]) == (deal["deal"], True, False)
    tries = get(server, "/api/daily", key).data["tries"]
    assert [(row["deal"], row["over"]) for row in tries] == [(deal["deal"], False)]
    stranger = open_try(server, deal)
    assert stranger["room"] != first["room"]
    reply = post(server, f"/api/rooms/{first['room']}/hint", {}, first["token"])
    assert reply.data["code"] == "no-hints"


async def test_a_rated_try_counts_once_and_further_ones_are_free(server: Server) -> None:
    key = identity(server, "Bea")
    deal = todays(server, "earth", key)
    seated = open_try(server, deal, key)
    async with joined(server, seated["room"], seated["token"]) as player:
        rival = next(seat for seat in range(deal["players"]) if seat != deal["seat"])
        for name, facts in (
            ("undo", {}),
            ("leave", {}),
            ("seat", {"seat": rival, "kind": "bot", "bot": "random"}),
        ):
            assert (await player.command(name, **facts))["type"] == "refused"
        await play_on(player, random.Random(1))
        scores = player.event["result"]["scores"]
    tries: list[dict[str, Any]] = []
    for _ in range(100):
        tries = get(server, "/api/daily", key).data["tries"]
        if tries[0]["over"]:
            break
        await asyncio.sleep(0.05)
    assert (tries[0]["over"], tries[0]["score"]) == (True, scores[seated["seat"]])
    free = open_try(server, deal, key)
    assert free["room"] != seated["room"]
    assert not get(server, f"/api/rooms/{free['room']}").data["rated_try"]
    profile = get(server, "/api/me", key).data
    assert profile["ratings"] == [], "a deal that everybody can practice is not rated"
    exported = get(server, "/api/me/export", key).data
    assert [row["deal"] for row in exported["deals"]] == [deal["deal"]]


def test_par_is_played_once_for_everybody(server: Server) -> None:
    deal = todays(server, "earth")
    reply = post(server, "/api/daily/par", {"deal": deal["deal"]})
    lines = [json.loads(line) for line in reply.body.splitlines()]
    assert lines[-1]["type"] == "par"
    here = daily.play_par(daily.deal_of(date.fromisoformat(deal["day"]), "earth", "earth"))
    assert tuple(lines[-1]["scores"]) == here.scores, "the helpers play the deal as anybody would"
    again = post(server, "/api/daily/par", {"deal": deal["deal"]})
    assert [json.loads(line)["type"] for line in again.body.splitlines()] == ["par"]
    assert request(server, "POST", "/api/daily/par", {"deal": "2026-11-18/chess/chess"}).status == 404


async def test_two_tabs_at_once_get_one_try(database: str) -> None:
    async with lobby_on(database) as lobby:
        person, _ = await somebody(lobby.people, "Ann")
        other, _ = await somebody(lobby.people, "Bea")
        claims = await asyncio.gather(*[lobby.deals.claim(person.id, DEAL) for _ in range(4)])
        assert sorted(claims, key=str) == ["", "", "", None]
        assert await lobby.deals.claim(other.id, DEAL) is None
        await lobby.deals.begin(person.id, DEAL, "abc")
        assert await lobby.deals.claim(person.id, DEAL) == "abc"
        await lobby.deals.release(person.id, DEAL)
        assert await lobby.deals.claim(person.id, DEAL) == "abc", "a try with a room stays"
        await lobby.deals.release(other.id, DEAL)
        assert await lobby.deals.claim(other.id, DEAL) is None


async def test_a_try_that_was_never_created_can_be_claimed_again(database: str, monkeypatch: Any) -> None:
    async with lobby_on(database) as lobby:
        person, _ = await somebody(lobby.people, "Ann")
        assert await lobby.deals.claim(person.id, DEAL) is None
        later = steady_time.now() + 2 * CLAIM_SECONDS
        monkeypatch.setattr(steady_time, "now", lambda: later)
        assert await lobby.deals.claim(person.id, DEAL) is None
        assert await lobby.deals.claim(person.id, DEAL) == ""


async def add_result(lobby: Lobby, person: str, deal: daily.Deal, score: int, place: int = 1) -> None:
    """A finished try, without playing it."""
    room = f"{person[:8]}{deal.id[5:10]}"
    await lobby.deals.claim(person, deal)
    await lobby.deals.begin(person, deal, room)
    row = {
        "room": room,
        "seat": deal.seat,
        "person": person,
        "game": deal.game,
        "mode": deal.mode,
        "players": deal.players,
        "place": place,
        "score": score,
        "best": score,
        "rated": False,
        "at": float(score),
    }
    async with lobby.storage.writing() as connection:
        await connection.execute(insert(RESULTS), row)


async def test_boards_of_a_day_a_week_and_all_time(database: str) -> None:
    async with lobby_on(database) as lobby:
        book: DealBook = lobby.deals
        people = [(await somebody(lobby.people, name))[0].id for name in ("Ann", "Bea", "Cid")]
        par = daily.Par((20, 30, 40), 1.0)
        for back in range(MIN_DEALS):
            deal = daily.deal_of(DAY - timedelta(days=back), "galaxy", "xeno-invasion")
            await book.keep_par(deal.id, "1", par)
            await add_result(lobby, people[0], deal, 35)
            if back < 2:
                await add_result(lobby, people[1], deal, 45)
        await add_result(lobby, people[2], DEAL, 99, place=0)

        async def board(span: Any, person: str) -> list[tuple[str, int, int, int, bool]]:
            shown = await book.board("galaxy", "xeno-invasion", span, day=DAY, person=person)
            return [(row.name, row.deals, row.points, row.better_than, bool(row.room)) for row in shown.rows]

        past = today() > DAY
        assert await board("day", people[2]) == [("Bea", 1, 15, 100, past), ("Ann", 1, 5, 66, past)]
        assert await board("week", "") == [("Ann", 5, 25, 66, False), ("Bea", 2, 30, 100, False)]
        assert await board("all", "") == [("Ann", 5, 25, 66, False)], "a place needs some deals"
        tries = await book.tries_of(people[1])
        assert [(row.score, row.par, row.better_than) for row in tries] == [(45, 30, 100)] * 2
        assert (await book.tries_of(people[2]))[0].par is None, "a game that was ended early has no score"
        assert await count(lobby, DEAL_TRIES, DEAL_PARS) == [MIN_DEALS + 3, MIN_DEALS]
        await lobby.people.remove(Person(people[0], "", "device"))
        assert await count(lobby, DEAL_TRIES) == [3], "a person who is forgotten leaves no tries behind"


async def test_replays_of_today_are_for_those_who_have_played(database: str) -> None:
    async with lobby_on(database) as lobby:
        deal = daily.deal_of(today(), "galaxy", "base")
        people = [(await somebody(lobby.people, name))[0].id for name in ("Ann", "Bea")]
        await lobby.deals.keep_par(deal.id, "1", daily.Par((20, 30), 1.0))
        await add_result(lobby, people[0], deal, 35)

        async def rooms(person: str) -> list[str]:
            board = await lobby.deals.board("galaxy", "base", "day", day=deal.day, person=person)
            return [row.room for row in board.rows]

        assert await rooms(people[1]) == await rooms("") == [""]
        assert all(await rooms(people[0]))


def test_a_room_of_a_deal_plays_as_the_terminal_does() -> None:
    """The same answers give the same game, by any table."""
    deal = daily.deal_of(date(2026, 11, 20), "galaxy", "base")
    factory = RoomFactory(RoomPolicy(random_seed=lambda: 1, today=lambda: deal.day, can_invite=False))
    plan = factory.create(CreateRoom(deal.game, deal=deal.id), "me")
    table = RoomDriver(plan.open_room("room"))
    table.start()
    rng = random.Random(3)
    while True:
        table.play_bots()
        if table.room.stage == "over":
            break
        question = table.room.questions[deal.seat]
        decision = table.room.playing.state.decision(deal.seat)
        choice = sorted(rng.sample(decision.options, max(decision.least, 1)))
        tokens = table.room.tokens(decision, choice)
        table.command("me", Answer(str(question.number), question.number, tokens))
    again = begin_match(deal)
    answers = [tokens for seat, tokens in table.room.playing.choices if seat == deal.seat]
    while not again.is_over():
        daily.play_rivals(deal, again)
        if again.is_over():
            break
        count_before = sum(seat == deal.seat for seat, _ in again.choices)
        again.answer_tokens(deal.seat, answers[count_before])
    assert again.state.scores() == table.room.playing.state.scores()
    assert sorted(again.choices) == sorted(table.room.playing.choices)
