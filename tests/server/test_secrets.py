"""Nothing hidden reaches a client: every byte that is sent, over whole games, with everything hidden redealt."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.client import (
    Server,
    get,
    joined,
    make_room,
    me_and_bots,
    play_on,
    post,
    some_answer,
)

from repulse.engine.contract import SPECTATOR, IllegalChoice, Seat
from repulse.engine.match import Match
from repulse.games import display_of
from repulse.server.connections import refused_command
from repulse.server.limits import Quotas
from repulse.server.live_room import LiveRoom, Viewer
from repulse.server.lobby import Lobby
from repulse.server.storage import Storage
from repulse.server.tokens import token_hash
from repulse.server.wire import encode
from repulse.server.worker_pool import Helpers
from repulse.table import viewer_events
from repulse.table.entries import Answered
from repulse.table.messages import Answer, Start
from repulse.table.protocol import CreateRoom, Join
from repulse.table.room import Refusal, Room, illegal
from repulse.table.viewer_events import refusal_text, table_text

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("galaxy", {"game": "base", "players": 3}),
    ("galaxy", {"game": "xeno-invasion", "players": 4}),
    ("galaxy", {"game": "invasion", "players": 3}),
    ("galaxy", {"game": "invasion", "players": 2, "experienced": True}),
    ("galaxy", {"game": "frontier", "players": 3}),
    ("galaxy", {"game": "counterstrike", "players": 3}),
    ("earth", {"players": 4}),
]


def dealt_anew(match: Match, viewer: Seat, seed: int) -> Match:
    """A match that differs in everything that a viewer cannot see: cards, answers not revealed, events."""
    other = Match(match.game, match.options, match.seed)
    other.state = match.game.determinize(match.state.view(viewer), seed)
    other.choices = match.choices
    other._recent = match._recent
    other._base = match._base
    other._base_log = match._base_log
    log = other._log
    log.clear()
    for event in match.all_events():
        seen = match.state.visible_event(event, viewer)
        log.append([other if other == given else 1 for given, other in zip(event, seen, strict=True)])
    return other


def everything(live: LiveRoom, viewer: Viewer, since: int) -> list[bytes]:
    """Whatever a viewer can be sent about the position as it is."""
    live._sent.clear()
    live.table.cache.forget()
    room = live.room
    sent = [live.event_bytes(viewer.seat, viewer.host, at, "en") for at in (since, -1)]
    late = refused_command(live, viewer, Refusal("stale", "Late."), "x")
    sent.append(encode(late))
    view = room.playing.state.view(viewer.seat)
    display = display_of(room.stored.game, "en", room.names)
    sent.append(msgspec.json.encode([display.score_parts(view, seat) for seat in range(view.players)]))
    sent.append(encode(table_text(room, viewer.seat, "en")))
    for seat in range(view.players):
        # The reasons why an answer is refused; another seat's decision must not be told at all.
        for words in ([], ["pass"], ["Old Earth"], ["999"], ["New Sparta", "New Sparta"]):
            if seat == viewer.seat and seat in room.questions:
                sent.append(
                    encode(refused_command(live, viewer, refusal(room, seat, words, viewer.language), "y"))
                )
    return sent


def refusal(room: Room, seat: Seat, words: list[str], language: str) -> Refusal:
    """How an answer is refused, tried out on a copy."""
    match = room.playing
    state = match.state.clone()
    decision = state.decision(seat)
    try:
        state.apply(seat, sorted(match.game.from_token(state, decision.domain, word) for word in words))
    except IllegalChoice as error:
        return illegal(error, refusal_text(room, seat, words, language))
    except Exception as error:
        return Refusal("error", str(error))
    return Refusal("ok", "")


async def whole_game(folder: Path, game: str, options: dict[str, Any], every: int) -> tuple[int, int]:
    """Play a game in a room; check every viewer at one in so many answers. How many checks, how many differed inside."""
    storage = Storage(str(folder / "table.db"))
    await storage.open()
    lobby = Lobby(storage, Helpers(1), Quotas(forced_seconds=0.001))
    await lobby.open()
    try:
        live, _, token = await lobby.create(CreateRoom(game, options, my_name="Ann", seed=7))
        players = options["players"]
        tokens = [token] + [(await lobby.join(live, Join(name=f"P{i}")))[1] for i in range(1, players)]
        holders = [token_hash(each) for each in tokens]
        viewers = [Viewer("", SPECTATOR, False, "en", -1)]
        viewers += [Viewer(holder, seat, seat == 0, "en", -1) for seat, holder in enumerate(holders)]
        for viewer in viewers:
            live.add(viewer)
        await live.command(holders[0], Start("start"))
        chance = random.Random(str(options))
        checks = changed = given = 0
        while live.room.stage == "playing":
            before = live.room.n - 1
            if given % every == 0:
                for viewer in viewers:
                    checks += 1
                    changed += check(live, viewer, before, chance.randrange(1 << 30))
            for viewer in viewers:
                frame = await live.next_event(viewer)
                if frame is not None:
                    check_fields(json.loads(frame), viewer.seat)
            room = live.room
            choosing = [seat for seat in room.questions if not room.is_automatic(seat)]
            if not choosing:
                await asyncio.sleep(0.001)
                continue
            seat = chance.choice(choosing)
            asked = live.event(seat, False, -1, "en").ask
            assert asked is not None
            words = some_answer(dict(asked), chance)
            await live.command(holders[seat], Answer(f"a{given}", asked["number"], words))
            given += 1
        for viewer in viewers:
            check(live, viewer, -1, 5)
        return checks, changed
    finally:
        await lobby.close()
        await storage.close()


def check(live: LiveRoom, viewer: Viewer, since: int, seed: int) -> bool:
    """The same bytes, whatever is hidden; whether anything was changed at all."""
    room = live.room
    match = room.playing
    sent = everything(live, viewer, since)
    other = dealt_anew(match, viewer.seat, seed)
    room.match = other
    try:
        again = everything(live, viewer, since)
    finally:
        room.match = match
        live._sent.clear()
        live.table.cache.forget()
    assert again == sent, f"seat {viewer.seat} could tell at event {room.n}"
    return bool(other.state.data() != match.state.data())


def check_fields(event: dict[str, Any], viewer: Seat) -> None:
    """What belongs to one seat's eyes is in no other's event."""
    if event["screen"] is None:
        return
    for player in event["screen"]["players"]:
        if player["seat"] != viewer:
            for key in ("cards", "offered", "looked", "chosen"):
                assert not player.get(key), (viewer, player)
            if event["screen"].get("step") == "bid":
                assert player["bid"] == -1
        elif "cards" in player:
            assert len(player["cards"]) == player["hand"]
    if event["ask"] is not None:
        assert event["ask"]["seat"] == viewer


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda value: str(value))
def test_what_is_hidden_makes_no_difference_to_any_byte(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    checks, changed = asyncio.run(whole_game(tmp_path, game, options, every=4))
    assert checks > 20
    assert changed > checks // 2, "nothing was redealt: the secrets were not tested"


def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself is tried on a server that tells the top card of the deck."""
    honest = viewer_events.event_for

    def leaking(room: Any, *rest: Any) -> Any:
        event = honest(room, *rest)
        if room.match is not None:
            event.room.name = str(room.match.state.data()["deck"][-1])
        return event

    monkeypatch.setattr("repulse.server.live_room.event_for", leaking)
    with pytest.raises(AssertionError, match="could tell"):
        asyncio.run(whole_game(tmp_path, "galaxy", {"game": "base", "players": 2}, every=1))


def test_the_wire_carries_no_secrets(server: Server) -> None:
    """Three people and a spectator on real connections: nobody is sent another's cards, a seed or a token."""

    async def play() -> None:
        seed = 1234567890123
        made = make_room(server, options={"game": "xeno-invasion", "players": 3}, seed=seed)
        room = made["room"]
        tokens = [made["token"]] + [
            post(server, f"/api/rooms/{room}/join", {}).data["token"] for _ in range(2)
        ]
        async with (
            joined(server, room, tokens[0]) as ann,
            joined(server, room, tokens[1]) as bob,
            joined(server, room, tokens[2]) as cid,
            joined(server, room) as watcher,
        ):
            people = [ann, bob, cid]
            await ann.command("start")
            for player in (*people, watcher):
                await player.until_event(lambda event: event["screen"] is not None)
            await asyncio.gather(*(play_on(who, random.Random(i)) for i, who in enumerate(people)))
            await watcher.until_event(lambda event: event["result"] is not None)
            for seat, who in enumerate((*people, watcher)):
                viewer = seat if who is not watcher else SPECTATOR
                for frame in who.frames:
                    message = json.loads(frame)
                    if message["type"] == "event":
                        check_fields(message, viewer)
                    assert str(seed).encode() not in frame
                    for token in tokens:
                        assert token.encode() not in frame
                        assert token_hash(token).encode() not in frame

    asyncio.run(play())


def test_the_record_and_others_eyes_wait_for_the_end(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    made = make_room(server, options={"game": "base"}, seats=seats, start=True)
    room = f"/api/rooms/{made['room']}"
    assert get(server, f"{room}/record", made["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=-2", made["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=1", made["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=0").data["code"] == "hidden"
    own = get(server, f"{room}/replay?step=0", made["token"]).data
    assert own["viewer"] == 0
    assert own["screen"]["players"][0]["cards"]
    assert not own["screen"]["players"][1]["cards"]
    assert own["next_words"] == [] or own["next_seat"] == 0
    watched = get(server, f"{room}/replay").data
    assert not any(player["cards"] for player in watched["screen"]["players"])


@pytest.mark.parametrize("game", ["galaxy", "earth"])
def test_the_table_in_words_is_that_of_the_viewer(server: Server, game: str) -> None:
    made = make_room(server, game, seats=me_and_bots(3), start=True, my_name="Ann", password="tau ceti")
    room = f"/api/rooms/{made['room']}"
    own = get(server, f"{room}/words", made["token"]).data
    # The bots may have played on since.
    assert 0 < own["n"] <= get(server, f"{room}/view", made["token"]).data["n"]
    assert "Ann (you)" in own["text"]
    assert "Ann (vous)" in get(server, f"{room}/words?lang=fr", made["token"]).data["text"]
    watched = get(server, f"{room}/words", **{"X-Room-Password": "tau%20ceti"}).data["text"]
    assert "Ann" in watched
    assert "(you)" not in watched
    assert ("Your hand" in own["text"], "Your hand" in watched) == (game == "galaxy", False)
    assert get(server, f"{room}/words").status == 403
    assert get(server, f"{room}/words", "nobody").data["code"] == "bad-token"


def test_who_answered_for_whom_is_kept_but_not_told() -> None:
    """An entry names the holder of a seat by the hash of the token alone."""
    token = "secret-token"
    entry = Answered(seat=0, words=["pass"], who=token_hash(token), command="c")
    assert token.encode() not in msgspec.json.encode(entry)


def test_a_cached_question_equals_a_newly_made_one(tmp_path: Path) -> None:
    """Questions are made once and sent again while others answer: they must not have changed in the meantime."""

    async def play() -> None:
        storage = Storage(str(tmp_path / "table.db"))
        await storage.open()
        lobby = Lobby(storage, Helpers(1), Quotas(forced_seconds=0.001))
        live, _, token = await lobby.create(CreateRoom("galaxy", {"game": "invasion", "players": 4}))
        tokens = [token] + [(await lobby.join(live, Join()))[1] for _ in range(3)]
        await live.command(token_hash(token), Start("start"))
        chance = random.Random(4)
        kept = given = 0
        while live.room.stage == "playing":
            for seat in list(live.room.questions):
                asked = live.event(seat, False, -1, "en").ask
                kept += asked is not None and live.table.cache.asks.get((seat, "en")) is asked
                assert asked == viewer_events.event_for(live.room, seat, False, -1, "en", live.info()).ask
            choosing = [seat for seat in live.room.questions if not live.room.is_automatic(seat)]
            if not choosing:
                await asyncio.sleep(0.001)
                continue
            seat = chance.choice(choosing)
            asked = live.event(seat, False, -1, "en").ask
            assert asked is not None
            answer = Answer(f"a{given}", asked["number"], some_answer(dict(asked), chance))
            await live.command(token_hash(tokens[seat]), answer)
            given += 1
        assert kept > given
        await lobby.close()
        await storage.close()

    asyncio.run(play())
