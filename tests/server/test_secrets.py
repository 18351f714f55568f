"""Nothing hidden reaches a client: every byte that is sent, over whole games, with everything hidden redealt."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
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

from repulse.advice.adviser import default_adviser
from repulse.advice.hints import advise
from repulse.engine.bot import bot_seed
from repulse.engine.contract import SPECTATOR, IllegalChoice, Seat
from repulse.engine.match import Match
from repulse.engine.record import Record
from repulse.games import display_of
from repulse.server.db.storage import Storage
from repulse.server.guard.quotas import Quotas
from repulse.server.helpers.pool import HelperPool
from repulse.server.http.connections import refused_command
from repulse.server.http.wire import encode
from repulse.server.people.credentials import token_hash
from repulse.server.people.seat_tokens import exported_game, table_state
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table import viewer_events
from repulse.table.entries import Answered
from repulse.table.refusals import RefusalCode, RefusalError, illegal
from repulse.table.replays import Replay, Replays, replay_step
from repulse.table.room_state import RoomState
from repulse.table.viewer_events import refusal_text, table_text
from repulse.table.wire.commands import Answer, Start
from repulse.table.wire.rooms import CreateRoom, Join

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
        log.append([other if other == number else 1 for number, other in zip(event, seen, strict=True)])
    return other


LANGUAGES = ("en", "fr", "ja")

HINT_DETERMINIZATIONS = 2
HINT_SECONDS = 600.0
"""The search for a hint ends by its count: with the clock, two searches would differ by themselves."""


@dataclass
class Tally:
    """The compared messages."""

    positions: int = 0
    comparisons: int = 0
    """Messages that were made twice."""
    bytes: int = 0
    redealt: int = 0
    """Positions in which something hidden was changed."""
    hints: int = 0
    """Comparisons of hints among them."""
    all_languages: bool = False
    """Whether every position is compared in all languages, or in one after the other."""


class OneReplay(Replays):
    """The replay of a game that goes on, with the position as it is: a redealt one has no record."""

    def __init__(self, match: Match, record: Record) -> None:
        super().__init__()
        self.shown = Replay.__new__(Replay)
        self.shown.game, self.shown.record = match.game, record
        self.shown.copies, self.shown.log = [match.state], match.all_events()
        self.shown.lengths = [len(self.shown.log)]
        self.shown.over = match.is_over()

    def replay(self, text: str) -> Replay:
        return self.shown


def at_once(work: Any) -> Any:
    """Return the result of a coroutine that has nothing to wait for; None if it waits."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    work.close()
    return None


def everything(
    session: RoomSession, viewer: Viewer, since: int, languages: Sequence[str], *, hints: bool = False
) -> list[bytes]:
    """Return everything that a viewer can be sent about the position as it is, by any channel."""
    session.events.cache.clear()
    session.table.cache.forget()
    room, match, seat = session.room, session.room.playing, viewer.seat
    view = match.state.view(seat)
    record = Record(match.game.name, match.game.rules, 0, options=match.options, choices=[])
    sent = []
    for language in languages:
        # Events hold the screen, the question, the lines of the log and the facts of the recap.
        sent += [
            session.events.encoded(seat, is_host=viewer.is_host, since=start, language=language)
            for start in (since, -1)
        ]
        display = display_of(room.stored.game, language, room.names)
        parts = [display.score_parts(view, number) for number in range(view.players)]
        sent.append(msgspec.json.encode(parts))
        sent.append(encode(table_text(room, seat, language)))
        sent.append(encode(replay_step(OneReplay(match, record), "", step=0, viewer=seat, language=language)))
    sent.append(
        encode(refused_command(session, viewer, RefusalError(RefusalCode.STALE, "Late."), command="x"))
    )
    sent.append(encode(session.events.info()))
    if viewer.owner:
        sent.append(encode(at_once(exported_game(session, viewer.owner))))
        sent.append(encode(at_once(table_state(session, viewer.owner))))
    if seat in room.questions:
        # The question to a bot in this seat, on this machine or another.
        sent.append(json.dumps(view.data(), sort_keys=True).encode())
        # The reasons why an answer is refused; another seat's decision must not be told at all.
        for language in languages:
            for words in ([], ["pass"], ["Old Earth"], ["999"], ["New Sparta", "New Sparta"]):
                refused = refused_command(session, viewer, refusal(room, seat, words, language), command="y")
                sent.append(encode(refused))
        if hints and not view.decision(seat).forced():
            bot = default_adviser(
                match.game.name, bot_seed(match.seed, seat, len(match.choices)), HINT_SECONDS
            )
            bot.max_determinizations = HINT_DETERMINIZATIONS
            display = display_of(room.stored.game, "en", room.names)
            advised = advise(bot, view, view.decision(seat), display=display)
            sent.append(msgspec.json.encode(advised))
    return sent


def refusal(room: RoomState, seat: Seat, words: list[str], language: str) -> RefusalError:
    """Return the refusal of an answer, tried out on a copy."""
    match = room.playing
    state = match.state.clone()
    decision = state.decision(seat)
    try:
        state.apply(seat, sorted(match.game.from_token(state, decision.domain, word) for word in words))
    except IllegalChoice as error:
        return illegal(error, refusal_text(room, seat, error, language=language))
    except Exception as error:
        return RefusalError(RefusalCode.ERROR, str(error))
    return RefusalError(RefusalCode.ERROR, "")


async def whole_game(
    folder: Path,
    game: str,
    options: dict[str, Any],
    every: int,
    *,
    seed: int = 7,
    hints: int = 0,
    all_languages: bool = False,
) -> Tally:
    """Play a game in a room, and check every viewer at one in `every` answers; hints at one in `hints` of these, if any."""
    tally = Tally(all_languages=all_languages)
    storage = Storage(str(folder / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1), Quotas(forced_seconds=0.001))
    await lobby.open()
    try:
        session, _, token = await lobby.create(CreateRoom(game, options, my_name="Ann", seed=seed))
        players = options["players"]
        tokens = [token] + [(await lobby.join(session, Join(name=f"P{i}")))[1] for i in range(1, players)]
        owners = [token_hash(seat_token) for seat_token in tokens]
        viewers = [Viewer("", SPECTATOR)]
        viewers += [Viewer(owner, seat, is_host=seat == 0) for seat, owner in enumerate(owners)]
        for viewer in viewers:
            session.connect(viewer)
        await session.command(owners[0], Start("start"))
        chance = random.Random(f"{options} {seed}")
        answered = 0
        while session.room.stage == "playing":
            before = session.room.n - 1
            if answered % every == 0:
                for viewer in viewers:
                    with_hints = (
                        hints > 0 and viewer.seat in session.room.questions and chance.randrange(hints) == 0
                    )
                    check(session, viewer, before, chance.randrange(1 << 30), tally, hints=with_hints)
            for viewer in viewers:
                frame = await session.next_event(viewer)
                if frame is not None:
                    check_fields(json.loads(frame), viewer.seat)
            room = session.room
            choosing = [seat for seat in room.questions if not room.pending.is_automatic(seat)]
            if not choosing:
                await asyncio.sleep(0.001)
                continue
            seat = chance.choice(choosing)
            asked = session.events.event(seat).ask
            assert asked is not None
            words = some_answer(dict(asked), chance)
            await session.command(owners[seat], Answer(f"a{answered}", asked["number"], words))
            answered += 1
        for viewer in viewers:
            check(session, viewer, -1, 5, tally)
        return tally
    finally:
        await lobby.close()
        await storage.close()


def check(
    session: RoomSession, viewer: Viewer, since: int, seed: int, tally: Tally, *, hints: bool = False
) -> None:
    """The same bytes for any hidden cards."""
    room = session.room
    match = room.playing
    languages = LANGUAGES if tally.all_languages else LANGUAGES[tally.positions % 3 :][:1]
    sent = everything(session, viewer, since, languages, hints=hints)
    other = dealt_anew(match, viewer.seat, seed)
    room.match = other
    try:
        again = everything(session, viewer, since, languages, hints=hints)
    finally:
        room.match = match
        session.events.cache.clear()
        session.table.cache.forget()
    assert again == sent, f"seat {viewer.seat} could tell at event {room.n}"
    tally.positions += 1
    tally.comparisons += len(sent)
    tally.bytes += sum(map(len, sent))
    tally.redealt += other.state.data() != match.state.data()
    tally.hints += hints and viewer.seat in room.questions


def check_fields(event: dict[str, Any], viewer: Seat) -> None:
    """Return facts for one seat's eyes are in no other's event."""
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
async def test_hidden_cards_make_no_difference_to_any_byte(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    tally = await whole_game(tmp_path, game, options, every=8)
    assert tally.positions > 20
    assert tally.redealt > tally.positions // 2, "nothing was redealt: the secrets were not tested"


@pytest.mark.parametrize(
    ("game", "options"), [("galaxy", {"game": "base", "players": 2}), ("earth", {"players": 3})]
)
async def test_hidden_cards_make_no_difference_to_hints(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    tally = await whole_game(tmp_path, game, options, every=40, hints=1)
    assert tally.hints > 3


async def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself is tried on a server that tells the top card of the deck."""
    honest = viewer_events.event_for

    def leaking(room: Any, *rest: Any, **named: Any) -> Any:
        event = honest(room, *rest, **named)
        if room.match is not None:
            event.room.name = str(room.match.state.data()["deck"][-1])
        return event

    monkeypatch.setattr("repulse.server.rooms.events.event_for", leaking)
    with pytest.raises(AssertionError, match="could tell"):
        await whole_game(tmp_path, "galaxy", {"game": "base", "players": 2}, every=1)


async def test_the_wire_carries_no_secrets(server: Server) -> None:
    """Three people and a spectator on real connections: nobody is sent another's cards, a seed or a token."""

    seed = 1234567890123
    reply = make_room(server, options={"game": "xeno-invasion", "players": 3}, seed=seed)
    room = reply["room"]
    tokens = [reply["token"]] + [post(server, f"/api/rooms/{room}/join", {}).data["token"] for _ in range(2)]
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


def test_the_record_and_others_eyes_wait_for_the_end(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    reply = make_room(server, options={"game": "base"}, seats=seats, start=True)
    room = f"/api/rooms/{reply['room']}"
    assert get(server, f"{room}/record", reply["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=-2", reply["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=1", reply["token"]).data["code"] == "hidden"
    assert get(server, f"{room}/replay?as=0").data["code"] == "hidden"
    own = get(server, f"{room}/replay?step=0", reply["token"]).data
    assert own["viewer"] == 0
    assert own["screen"]["players"][0]["cards"]
    assert not own["screen"]["players"][1]["cards"]
    assert own["next_words"] == [] or own["next_seat"] == 0
    watched = get(server, f"{room}/replay").data
    assert not any(player["cards"] for player in watched["screen"]["players"])


@pytest.mark.parametrize("game", ["galaxy", "earth"])
def test_the_table_in_words_is_that_of_the_viewer(server: Server, game: str) -> None:
    reply = make_room(server, game, seats=me_and_bots(3), start=True, my_name="Ann", password="tau ceti")
    room = f"/api/rooms/{reply['room']}"
    own = get(server, f"{room}/words", reply["token"]).data
    # The bots may have played on since.
    assert 0 < own["n"] <= get(server, f"{room}/view", reply["token"]).data["n"]
    assert "Ann (you)" in own["text"]
    assert "Ann (vous)" in get(server, f"{room}/words?lang=fr", reply["token"]).data["text"]
    watched = get(server, f"{room}/words", **{"X-Room-Password": "tau%20ceti"}).data["text"]
    assert "Ann" in watched
    assert "(you)" not in watched
    assert ("Your hand" in own["text"], "Your hand" in watched) == (game == "galaxy", False)
    assert get(server, f"{room}/words").status == 403
    assert get(server, f"{room}/words", "nobody").data["code"] == "bad-token"


def test_the_author_of_an_answer_is_stored_but_not_shown() -> None:
    """An entry names the owner of a seat by the hash of the token alone."""
    token = "secret-token"
    entry = Answered(seat=0, tokens=["pass"], who=token_hash(token), command="c")
    assert token.encode() not in msgspec.json.encode(entry)


async def test_what_is_cached_of_an_event_equals_what_is_newly_made(tmp_path: Path) -> None:
    """Questions, lines and screens are made once for several events and viewers: none may differ from a new one."""

    storage = Storage(str(tmp_path / "table.db"))
    await storage.open()
    lobby = Lobby(storage, HelperPool(1), Quotas(forced_seconds=0.001))
    session, _, token = await lobby.create(CreateRoom("galaxy", {"game": "invasion", "players": 4}))
    tokens = [token] + [(await lobby.join(session, Join()))[1] for _ in range(3)]
    await session.command(token_hash(token), Start("start"))
    chance = random.Random(4)
    kept = answered = 0
    while session.room.stage == "playing":
        for seat in list(session.room.questions):
            shown = session.events.event(seat, since=max(0, session.room.n - 3))
            asked = shown.ask
            kept += asked is not None and session.table.cache.asks.get((seat, "en")) is asked
            fresh = viewer_events.event_for(
                session.room, seat, session.events.info(), since=max(0, session.room.n - 3)
            )
            assert asked == fresh.ask
            assert shown.lines == fresh.lines
            assert shown.screen == fresh.screen
        choosing = [seat for seat in session.room.questions if not session.room.pending.is_automatic(seat)]
        if not choosing:
            await asyncio.sleep(0.001)
            continue
        seat = chance.choice(choosing)
        asked = session.events.event(seat).ask
        assert asked is not None
        answer = Answer(f"a{answered}", asked["number"], some_answer(dict(asked), chance))
        await session.command(token_hash(tokens[seat]), answer)
        answered += 1
    assert kept > answered
    await lobby.close()
    await storage.close()
