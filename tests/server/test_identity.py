"""Identities: kept by those who want one, proved by keys of which only hashes are stored, and gone when deleted."""

from __future__ import annotations

import asyncio
import gzip
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from tests.server.client import Server, get, make_room, me_and_bots, post, request
from tests.server.lobbies import lobby_on
from tests.server.test_life import two_people

from repulse.engine.contract import RepulseError, State
from repulse.server.db.backup import back_up
from repulse.server.db.tables import KEYS, PEOPLE, RATINGS, RESULTS, SEAT_CLAIMS
from repulse.server.guard.quotas import Quotas
from repulse.server.http.connections import admit
from repulse.server.people.credentials import token_hash
from repulse.server.people.identity import PersonWish, SignedIn
from repulse.server.people.registry import People, Person
from repulse.server.people.results import places_of, rating_table, results_of, settle, unsettled
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.refusals import RefusalError
from repulse.table.wire.commands import Answer, Leave, Rematch, Return, SetSeat, Start, Undo
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat

QUICK = Quotas(forced_seconds=0.001, people_per_minute=1000)


async def somebody(people: People, name: str) -> tuple[Person, SignedIn]:
    creation = await people.create(PersonWish(name), "192.0.2.1")
    return await people.need(creation.key, "192.0.2.1"), creation


async def count(lobby: Lobby, *tables: object) -> list[int]:
    marks = []
    async with lobby.storage.reading() as connection:
        for table in tables:
            query = select(func.count()).select_from(table)  # type: ignore[arg-type]
            marks.append(int((await connection.execute(query)).scalar() or 0))
    return marks


def finish(session: RoomSession, scores: list[int]) -> None:
    """Let a game be over with these scores, without playing it."""
    match = session.room.playing
    best = max(scores)

    class Finished(State):
        """The end of a game."""

        def scores(self) -> list[int]:
            return scores

        def winners(self) -> list[int]:
            return [seat for seat, score in enumerate(scores) if score == best]

    match.state = Finished(len(scores))
    session.room.stage = "over"
    session.room.questions.clear()


# --- keys ---


async def test_a_link_signs_in_another_device_and_each_signs_out_by_itself(database: str) -> None:
    async with lobby_on(database, QUICK) as lobby:
        people = lobby.people
        person, first = await somebody(people, "Ann")
        link = await people.need(first.link, "", "link")
        second = await people.sign_in(link)
        assert (await people.need(second.key, "")).id == person.id
        assert (await people.profile(person.id)).devices == 2
        # The key of the link opens nothing but the way in, and that of a device not the way in.
        with pytest.raises(RefusalError, match="invalid or has been revoked"):
            await people.need(first.link, "")
        with pytest.raises(RefusalError, match="invalid or has been revoked"):
            await people.need(first.key, "", "link")
        await people.sign_out(person, everywhere=False)
        with pytest.raises(RefusalError):
            await people.need(first.key, "")
        still = await people.need(second.key, "")
        # A new link takes the place of the last.
        renewed = await people.new_link(still)
        with pytest.raises(RefusalError):
            await people.need(first.link, "", "link")
        third = await people.sign_in(await people.need(renewed, "", "link"))
        await people.sign_out(await people.need(third.key, ""), everywhere=True)
        assert await people.find(second.key) is None
        assert await people.find(third.key) is not None


async def test_only_hashes_of_keys_are_stored(tmp_path: Path) -> None:
    async with lobby_on(str(tmp_path / "table.db"), QUICK) as lobby:
        _, creation = await somebody(lobby.people, "Ann")
        await back_up(lobby.storage, tmp_path / "backup.gz")
        text = gzip.decompress((tmp_path / "backup.gz").read_bytes()).decode()
        assert '"name": "Ann"' in text
        assert token_hash(creation.key) in text
        assert creation.key not in text
        assert creation.key.removeprefix("me-") not in text
        assert creation.link.removeprefix("me-") not in text


async def test_new_identities_and_wrong_keys_are_limited(tmp_path: Path) -> None:
    quotas = Quotas(people_per_minute=2, wrong_keys_per_minute=3)
    async with lobby_on(str(tmp_path / "table.db"), quotas) as lobby:
        people = lobby.people
        for _ in range(4):
            await people.create(PersonWish(), "192.0.2.1")
        with pytest.raises(RefusalError, match="new identities"):
            await people.create(PersonWish(), "192.0.2.1")
        await people.create(PersonWish(), "192.0.2.2")
        for _ in range(6):
            assert await people.find("me-wrong", "192.0.2.1") is None
        with pytest.raises(RefusalError, match="wrong keys"):
            await people.find("me-wrong", "192.0.2.1")


# --- seats ---


async def test_a_seat_of_an_identity_is_played_with_any_of_its_keys(database: str) -> None:
    async with lobby_on(database, QUICK) as lobby:
        people = lobby.people
        ann, creation = await somebody(people, "Ann")
        _, stranger = await somebody(people, "Eve")
        session, tokens = await two_people(lobby, 1)
        assert await people.hold(ann, session.room.id, token_hash(tokens[0]), from_start=True)
        assert (await admit(lobby, session, creation.key)).seat == 0
        assert (await admit(lobby, session, tokens[0])).seat == 0
        for wrong in (stranger.key, creation.link, "me-nothing"):
            with pytest.raises(RefusalError, match="no seat"):
                await admit(lobby, session, wrong)
        # The tables of a person are nobody else's, even with the token of the seat.
        eve = await people.need(stranger.key, "")
        assert not await people.hold(eve, session.room.id, token_hash(tokens[0]), from_start=False)


async def test_seats_of_an_identity_go_along_to_a_rematch(database: str) -> None:
    async with lobby_on(database, QUICK) as lobby:
        ann, creation = await somebody(lobby.people, "Ann")
        session, tokens = await two_people(lobby, 1)
        await lobby.people.hold(ann, session.room.id, token_hash(tokens[0]), from_start=False)
        await session.end("operator")
        await session.command(token_hash(tokens[1]), Rematch("again"))
        after = await lobby.rooms.find(session.room.rematch_id)
        assert (await admit(lobby, after, creation.key)).seat == 1


# --- results and ratings ---


async def table_of(lobby: Lobby, people: list[Person], bots: int) -> RoomSession:
    """A game that has started, of these people and some bots."""
    seats = [
        WantedSeat("me"),
        *[WantedSeat("open")] * (len(people) - 1),
        *[WantedSeat("bot", "sensible")] * bots,
    ]
    session, _, host = await lobby.create(
        CreateRoom("galaxy", {"game": "base", "players": len(seats)}, seats)
    )
    tokens = [host, *[(await lobby.join(session, Join()))[1] for _ in people[1:]]]
    for person, token in zip(people, tokens, strict=True):
        await lobby.people.hold(person, session.room.id, token_hash(token), from_start=True)
    await session.command(token_hash(host), Start("go"))
    return session


def test_places() -> None:
    assert places_of([30, 25, 25, 10], [0], [False] * 4) == [1, 2, 2, 4]
    # A tie-break makes one of two with the same score the winner.
    assert places_of([30, 30], [1], [False] * 2) == [2, 1]
    # A player who has left comes last, regardless of the result of the bot in that seat.
    assert places_of([30, 20, 10], [0], [True, False, False]) == [3, 1, 2]


async def test_a_game_of_people_and_levels_is_rated_once(database: str) -> None:
    async with lobby_on(database, QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        bob, _ = await somebody(lobby.people, "Bob")
        session = await table_of(lobby, [ann, bob], 1)
        finish(session, [40, 20, 30])
        assert await settle(lobby.storage, session.room)
        assert not await settle(lobby.storage, session.room)
        (result,) = await results_of(lobby.storage, bob.id)
        assert (result.place, result.score, result.best, result.players, result.rated) == (3, 20, 40, 3, True)
        table = await rating_table(lobby.storage, "galaxy", "base", person=bob.id)
        assert [(row.name or row.bot, row.games, row.you) for row in table.players] == [
            ("sensible", 1, False),
            ("Ann", 1, False),
            ("Bob", 1, True),
        ]
        ratings = {row.name or row.bot: row.rating for row in table.players}
        assert ratings["Ann"] > 1500 > ratings["Bob"]
        # The level by which the others are measured stays where it is.
        assert ratings["sensible"] == 1500
        assert (await lobby.people.profile(ann.id)).ratings[0].rating == ratings["Ann"]


@pytest.mark.parametrize(
    "why",
    [
        "a stranger",
        "a chosen seed",
        "a lesson",
        "twice the same",
        "taken along late",
        "ended early",
        "moves taken back",
    ],
)
async def test_results_that_do_not_count_for_ratings(tmp_path: Path, why: str) -> None:
    async with lobby_on(str(tmp_path / "table.db"), QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        bob, _ = await somebody(lobby.people, "Bob")
        if why == "taken along late":
            session, tokens = await two_people(lobby, 1)
            for person, token in zip([ann, bob], tokens, strict=True):
                await lobby.people.hold(person, session.room.id, token_hash(token), from_start=False)
        else:
            session = await table_of(lobby, [ann, ann if why == "twice the same" else bob], 0)
        if why == "a stranger":
            session.room.seats[1].owner = token_hash("of another")
        session.room.stored.settings.chosen_seed = why == "a chosen seed"
        session.room.stored.settings.lesson = "first" if why == "a lesson" else ""
        session.room.taken_back = why == "moves taken back"
        finish(session, [40, 20])
        if why == "ended early":
            session.room.ended = "operator"
        assert not await settle(lobby.storage, session.room)
        assert await count(lobby, RATINGS) == [0]
        assert [result.rated for result in await results_of(lobby.storage, ann.id)][:1] == [False]


async def rating_of(lobby: Lobby, person: Person) -> int:
    """The rating of somebody who has one."""
    return (await lobby.people.profile(person.id)).ratings[0].rating


@pytest.mark.parametrize("help_", ["a hint", "a bot that sat in", "another's seat given away"])
async def test_help_never_raises_a_rating(tmp_path: Path, help_: str) -> None:
    """Nor does it save anybody from losing: else one would ask for it when about to lose."""
    async with lobby_on(str(tmp_path / "table.db"), QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        bob, _ = await somebody(lobby.people, "Bob")
        first = await table_of(lobby, [ann, bob], 0)
        finish(first, [30, 30])
        assert await settle(lobby.storage, first.room)
        start = await rating_of(lobby, ann)
        for scores in ([40, 20], [20, 40]):
            session = await table_of(lobby, [ann, bob], 0)
            room = session.room
            if help_ == "a hint":
                await lobby.people.note_help(room.id, room.seats[0].owner)
            elif help_ == "a bot that sat in":
                await session.command(room.seats[0].owner, Leave("away"))
                while not room.seating.helped:
                    await asyncio.sleep(0.01)
                await session.command(room.seats[0].owner, Return("back"))
            else:
                session.connect(viewer_in(session, 1))
                await session.command(room.host, SetSeat("away", 1, "bot"))
                await session.command(room.seats[1].owner, Return("back"))
            before = [await rating_of(lobby, person) for person in (ann, bob)]
            finish(session, scores)
            assert await settle(lobby.storage, room)
            after = [await rating_of(lobby, person) for person in (ann, bob)]
            if scores == [40, 20]:
                assert after[0] == before[0] == start
            else:
                assert after[0] < before[0]
            # A player whose seat was given away neither gains nor loses; and nobody gains by one for whom a bot played.
            moved = (after[1] > before[1]) - (after[1] < before[1])
            given_away = help_ == "another's seat given away"
            gained = 1 if help_ == "a hint" else 0
            assert moved == (0 if given_away else gained if scores == [20, 40] else -1)


def viewer_in(session: RoomSession, seat: int) -> Viewer:
    """A connection of the person in a seat."""
    return Viewer(session.room.seats[seat].owner, seat)


async def test_a_bot_in_the_seat_of_a_present_player_does_not_make_them_last(tmp_path: Path) -> None:
    async with lobby_on(str(tmp_path / "table.db"), QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        bob, _ = await somebody(lobby.people, "Bob")
        session = await table_of(lobby, [ann, bob], 0)
        session.connect(viewer_in(session, 1))
        await session.command(session.room.host, SetSeat("away", 1, "bot"))
        finish(session, [20, 40])
        await settle(lobby.storage, session.room)
        assert [result.place for result in await results_of(lobby.storage, bob.id)] == [1]


async def test_taking_an_answer_back_is_no_help(tmp_path: Path) -> None:
    async with lobby_on(str(tmp_path / "table.db"), QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        bob, _ = await somebody(lobby.people, "Bob")
        session = await table_of(lobby, [ann, bob], 0)
        room = session.room
        decision = room.playing.state.decision(0)
        words = room.tokens(decision, sorted(decision.options)[: max(1, decision.least)])
        await session.command(room.seats[0].owner, Answer("first", room.questions[0].number, words))
        await session.command(room.seats[0].owner, Undo("back"))
        finish(session, [40, 20])
        assert await settle(lobby.storage, room)
        assert await rating_of(lobby, ann) > await rating_of(lobby, bob)


async def test_results_that_were_missed_are_kept_later(database: str) -> None:
    """Say, because the server was killed just then."""
    async with lobby_on(database, QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        session = await table_of(lobby, [ann], 1)
        lobby.game_over.subscribers.clear()
        await session.end("operator")
        assert await unsettled(lobby.storage) == [session.room.id]
        await lobby.run_cleanup()
        assert await unsettled(lobby.storage) == []
        (result,) = await results_of(lobby.storage, ann.id)
        assert (result.place, result.rated) == (0, False)


# --- over the network ---


def test_an_identity_over_the_network(server: Server) -> None:
    ann = post(server, "/api/me", {"name": "Ann", "face": "k7"})
    assert ann.status == 201
    key, link = ann.data["key"], ann.data["link"]
    anonymous = make_room(server, options={"game": "base"}, seats=me_and_bots(2), start=True)
    room = post(
        server, "/api/rooms", {"game": "galaxy", "options": {"game": "base"}, "seats": me_and_bots(2)}, key
    )
    assert room.status == 201
    along = {
        "tables": [{"room": anonymous["room"], "token": anonymous["token"]}, {"room": "none", "token": "x"}]
    }
    assert post(server, "/api/me/tables", along, key).data == {"taken": 1}
    # Another device, by the private link.
    other = post(server, "/api/me/devices", {}, link)
    assert (other.status, other.data["link"]) == (201, "")
    there = other.data["key"]
    assert other.data["profile"]["tables"] == 2
    mine = get(server, "/api/me/tables", there).data
    assert {table["room"] for table in mine["tables"]} == {anonymous["room"], room.data["room"]}
    assert all(not table["gone"] for table in mine["tables"])
    for table in mine["tables"]:
        view = get(server, f"/api/rooms/{table['room']}/view", there)
        assert (view.status, view.data["seat"]) == (200, 0)
    assert request(server, "PUT", "/api/me", {"name": "Anne"}, there).data["name"] == "Anne"
    assert get(server, "/api/me", key).data["name"] == "Anne"
    export = get(server, "/api/me/export", key).data
    assert sorted(key["kind"] for key in export["keys"]) == ["device", "device", "link"]
    assert len(export["games"]) == 2
    assert request(server, "DELETE", "/api/me/devices", None, there).status == 200
    assert get(server, "/api/me", there).status == 403
    # Deleting leaves nothing: the lobby is gone, and a bot plays on where a game goes on.
    assert request(server, "DELETE", "/api/me", None, key).status == 200
    assert get(server, "/api/me", key).status == 403
    assert post(server, "/api/me/devices", {}, link).status == 403
    assert get(server, f"/api/rooms/{room.data['room']}").status == 404
    left = get(server, f"/api/rooms/{anonymous['room']}").data
    assert left["seats"][0]["bot"]


def test_nothing_of_it_concerns_those_without_one(server: Server) -> None:
    assert get(server, "/api/me").status == 403
    assert get(server, "/api/me", "me-wrong").status == 403
    assert post(server, "/api/rooms", {"game": "galaxy"}, "me-wrong").status == 403
    reply = make_room(server)
    assert reply["token"]
    assert get(server, f"/api/rooms/{reply['room']}/view", reply["token"]).status == 200
    assert get(server, "/api/ratings?game=galaxy&mode=base").data["players"] == []
    assert "set-cookie" not in get(server, "/").headers


async def test_deleting_forgets_everything(database: str) -> None:
    async with lobby_on(database, QUICK) as lobby:
        ann, _ = await somebody(lobby.people, "Ann")
        session = await table_of(lobby, [ann], 1)
        finish(session, [1, 2])
        await settle(lobby.storage, session.room)
        tables = (PEOPLE, KEYS, SEAT_CLAIMS, RESULTS)
        assert await count(lobby, *tables) == [1, 2, 1, 1]
        await lobby.people.remove(ann)
        assert await count(lobby, *tables) == [0, 0, 0, 0]
        # The level keeps its rating.
        assert [
            row.bot for row in (await rating_table(lobby.storage, "galaxy", "base", person="")).players
        ] == ["sensible"]
        with pytest.raises(RepulseError):
            await lobby.people.profile(ann.id)


async def test_an_identity_that_nobody_uses_is_removed(database: str) -> None:
    """Expire after `identity_days`, except those who used a key, took a seat or ended a game meanwhile."""
    async with lobby_on(database, QUICK) as lobby:
        people = [(await somebody(lobby.people, name))[0] for name in ("Ann", "Bob", "Cid", "Dan")]
        unused, with_key, with_seat, with_result = people
        tables = [await table_of(lobby, [person], 1) for person in (unused, with_seat)]
        ended = await table_of(lobby, [with_result], 1)
        finish(ended, [1, 2])
        await settle(lobby.storage, ended.room)
        years_ago = time.time() - 3 * 365 * 86400
        async with lobby.storage.writing() as connection:
            await connection.execute(update(PEOPLE).values(created=years_ago))
            await connection.execute(update(KEYS).where(KEYS.c.person != with_key.id).values(used=years_ago))
            await connection.execute(
                update(SEAT_CLAIMS).where(SEAT_CLAIMS.c.person != with_seat.id).values(at=years_ago)
            )
        await lobby.run_cleanup()
        async with lobby.storage.reading() as connection:
            left = set((await connection.execute(select(PEOPLE.c.id))).scalars())
        assert left == {with_key.id, with_seat.id, with_result.id}
        assert await count(lobby, KEYS, SEAT_CLAIMS, RESULTS) == [6, 2, 1]
        # The table is there as long as others are; its token still opens the seat.
        assert {session.room.id for session in tables} <= await lobby.storage.unfinished()
