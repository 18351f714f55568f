"""Players take their seats back at the worst moments, and nobody may move for them.

    python -m tools.returns --returns 500

Ann and Bob play with a bot in rooms of a lobby on SQLite. Again and again a bot sits in for Bob, who leaves, runs out of time
or is banned for a while, in first games or rematches, and Bob takes his seat back exactly when that bot is about to be asked,
has just answered, or its answer is being stored. In the end all stored entries are checked: no default move, and no bot's
answer for anybody who was back.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from repulse.engine.contract import RepulseError, Seat
from repulse.server.db.storage import Storage
from repulse.server.helpers.jobs import Choose, Job, MatchCache, Report, choose
from repulse.server.helpers.pool import HelperError, HelperPool
from repulse.server.people.credentials import token_hash
from repulse.server.rooms.forced_delay import ForcedDelay
from repulse.server.rooms.lobby import Lobby
from repulse.server.rooms.presence import Viewer
from repulse.server.rooms.session import RoomSession
from repulse.table.entries import Answered, AnyEntry, SeatChanged, SeatReclaimed, StoredRoom, decode_entry
from repulse.table.refusals import RefusalError
from repulse.table.room_state import RoomState
from repulse.table.wire.commands import Answer, Leave, Rematch, Return, SetSeat, Start
from repulse.table.wire.rooms import CreateRoom, Join, WantedSeat
from repulse.table.wire.views import Clock

Moment = Literal["asked", "answered", "stored"]
"""When the player returns: after the bot's task was created and before it runs; when the bot has answered and its answer is
not applied yet; while the answer is stored, so that the return is applied before the next question is put to the bot."""

Away = Literal["leave", "clock", "ban", "rematch"]
"""The ways in which a bot comes to sit in: the player leaves; runs out of time and is answered for once; is banned, so that the host has a bot
sit in; or leaves in a rematch that begins with a bot in this seat, since the player was away at the end of the game before."""

MOMENTS: tuple[Moment, ...] = ("asked", "answered", "stored")
WAYS: tuple[Away, ...] = ("leave", "clock", "ban", "rematch")
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("galaxy", {"game": "base", "players": 3}),
    ("galaxy", {"game": "invasion", "players": 3}),
    ("earth", {"players": 3}),
)
ANN, BOB = 0, 1
"""The two people; their seats differ in a rematch."""
BANNED_ADDRESS = "192.0.2.7"
CLOCK_S = 60
START_TIMEOUT_S = 30.0
STEPS_PER_RETURN = 5_000
"""After this many steps without a return something is stuck."""


class QuickBots(HelperPool):
    """Bots that answer in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.matches = MatchCache()

    async def do(self, key: str, job: Job, limit: float, *, urgent: bool = True) -> Report:
        """Return the answer of a bot."""
        assert isinstance(job, Choose)
        await asyncio.sleep(0)
        try:
            return choose(self.matches, job)
        except RepulseError as error:
            raise HelperError("error", words=str(error)) from error


class NoPause(ForcedDelay):
    """Gives forced answers at once."""

    def wait(self, seat: Seat, is_bot: bool) -> float:
        """Return no time at all."""
        return 0.0


@dataclass
class Outcome:
    """The counts."""

    returns: int = 0
    games: int = 0
    answers: int = 0
    phantoms: list[str] = field(default_factory=list)
    """Moves that nobody who sat there made."""


class Scene:
    """One game in which Bob comes and goes."""

    def __init__(
        self, session: RoomSession, owners: list[str], moment: Moment, *, away: Away, seed: int
    ) -> None:
        self.session = session
        self.holders = owners
        self.moment = moment
        self.away = away
        self.chance = random.Random(seed)
        self.time_ms = session.table.now()
        self.returns = 0
        self.sent = 0
        self._inject()
        session.bots.delay = NoPause(1.0)
        session.table.now = lambda: self.time_ms
        for person in range(len(owners)):
            self._connect(person)

    def seat_of(self, person: int) -> Seat:
        """Return the seat of Ann or Bob."""
        return self.session.room.seat_of(self.holders[person])

    def _connect(self, person: int) -> None:
        address = BANNED_ADDRESS if person == BOB else "192.0.2.1"
        self.session.connect(Viewer(self.holders[person], self.seat_of(person), address=address))

    def _inject(self) -> None:
        """Have Bob return at the chosen moment."""
        session = self.session
        think, answer_of = session.bots._think, session.bots._answer_for

        async def held_think(turn: Any) -> None:
            if self.moment == "asked":
                await self.come_back()
            await think(turn)

        async def held_answer(turn: Any) -> Any:
            answer = await answer_of(turn)
            if self.moment == "answered":
                await self.come_back()
            return answer

        session.bots._think = held_think  # type: ignore[method-assign]
        session.bots._answer_for = held_answer  # type: ignore[method-assign]

    async def stored(self, entries: list[AnyEntry]) -> None:
        """Have Bob's return wait while entries are stored and the room is locked."""
        by_bot = any(
            isinstance(entry, Answered) and entry.seat == self.seat_of(BOB) and entry.by == "bot"
            for entry in entries
        )
        if self.moment == "stored" and by_bot:
            self.session.tasks.start(self.come_back())
            for _ in range(5):
                await asyncio.sleep(0)

    async def come_back(self) -> None:
        """Take Bob's seat back, if a bot sits there."""
        if self.session.room.seats[self.seat_of(BOB)].bot and self.session.room.stage == "playing":
            self.sent += 1
            if self.away == "ban":
                self._connect(BOB)
            # In the meantime the bot that sits in for one answer may have given it.
            with contextlib.suppress(RefusalError):
                await self.session.command(self.holders[BOB], Return(f"return {self.sent}"))
                self.returns += 1

    async def step(self) -> None:
        """Let somebody do something."""
        room = self.session.room
        if room.pending.is_asked(self.seat_of(ANN)):
            await self.answer(ANN)
        elif room.pending.is_asked(self.seat_of(BOB)):
            await (self.answer(BOB) if self.chance.random() < 0.3 else self.go())
        else:
            await asyncio.sleep(0.0005)

    async def go(self) -> None:
        """Have a bot sit in for Bob."""
        self.sent += 1
        if self.away == "clock":
            self.time_ms += 1000 * CLOCK_S
            await self.session.apply_timeouts()
        elif self.away == "ban":
            for viewer in list(self.session.presence.viewers):
                if viewer.address == BANNED_ADDRESS:
                    self.session.disconnect(viewer)
            give = SetSeat(f"give {self.sent}", self.seat_of(BOB), "bot", "random")
            await self.session.command(self.holders[ANN], give)
        else:
            await self.session.command(self.holders[BOB], Leave(f"leave {self.sent}", "random"))

    async def answer(self, person: int) -> None:
        """Answer at random for somebody."""
        ask = self.session.events.event(self.seat_of(person)).ask
        assert ask is not None
        count = self.chance.randint(ask["least"], ask["most"])
        words = [option["word"] for option in self.chance.sample(ask["options"], count)]
        self.sent += 1
        # A random answer may be against the rules: then another one is tried.
        with contextlib.suppress(RefusalError):
            await self.session.command(
                self.holders[person], Answer(f"answer {self.sent}", ask["number"], words)
            )


def phantoms(stored: StoredRoom, entries: list[AnyEntry]) -> Iterator[str]:
    """Find the moves in a room that were made by nobody who sat there."""
    room = RoomState(stored)
    back: set[Seat] = set()
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Answered):
            what = f"room {stored.id}, entry {number}: seat {entry.seat} by {entry.by}"
            if entry.by == "default":
                yield what
            elif entry.by == "bot" and (entry.seat in back or not room.seats[entry.seat].bot):
                yield f"{what}, where no bot sat"
        elif isinstance(entry, SeatReclaimed):
            back.add(entry.seat)
        elif isinstance(entry, SeatChanged):
            back.discard(entry.seat)
        room.apply(entry)


async def play_returns(
    folder: Path, count: int, away: Away, *, moments: tuple[Moment, ...] = MOMENTS, seed: int = 1
) -> Outcome:
    """Play games until Bob has returned `count` times at each of the moments, and check what was stored."""
    storage = Storage(str(folder / "table.db"))
    await storage.open()
    lobby = Lobby(storage, QuickBots())
    await lobby.open()
    outcome, chance = Outcome(), random.Random(seed)
    scenes: dict[str, Scene] = {}
    append = storage.append

    async def held_append(room: str, rows: list[tuple[int, str]], *more: Any, **named: Any) -> None:
        if room in scenes:
            await scenes[room].stored([decode_entry(data) for _, data in rows])
        await append(room, rows, *more, **named)

    storage.append = held_append  # type: ignore[method-assign,assignment]
    try:
        for moment in moments:
            returns = idle = 0
            while returns < count:
                scene = await _begin(lobby, moment, away, chance=chance)
                room = scene.session.room
                scenes[room.id] = scene
                before = 0
                while room.stage == "playing" and returns + scene.returns < count:
                    await scene.step()
                    idle = 0 if scene.returns > before else idle + 1
                    before = scene.returns
                    assert idle < STEPS_PER_RETURN, "nobody returns any more"
                await scene.session.close()
                returns += scene.returns
                outcome.games += 1
            outcome.returns += returns
        for name in scenes:
            loaded = await storage.load(name)
            assert loaded is not None
            entries = [decode_entry(data) for data in loaded[1]]
            outcome.answers += sum(isinstance(entry, Answered) for entry in entries)
            outcome.phantoms += phantoms(loaded[0], entries)
    finally:
        await lobby.close()
        await storage.close()
    return outcome


async def _begin(lobby: Lobby, moment: Moment, away: Away, *, chance: random.Random) -> Scene:
    game, options = chance.choice(GAMES)
    clock = Clock("live", CLOCK_S) if away == "clock" else Clock()
    seats = [WantedSeat("me"), WantedSeat("open"), WantedSeat("bot", "random")]
    session, _, token = await lobby.create(CreateRoom(game, options, seats, clock=clock))
    owners = [token_hash(token), token_hash((await lobby.join(session, Join()))[1])]
    await session.command(owners[ANN], Start("start"))
    if away == "rematch":
        session = await _rematch_without_bob(lobby, session, owners)
    scene = Scene(session, owners, moment, away=away, seed=chance.randrange(1 << 30))
    async with asyncio.timeout(START_TIMEOUT_S):
        # A rematch starts by itself once its people are connected.
        while session.room.stage == "lobby":
            await asyncio.sleep(0.001)
    return scene


async def _rematch_without_bob(lobby: Lobby, session: RoomSession, owners: list[str]) -> RoomSession:
    """End a game that Bob has left, and return its rematch, which begins with a bot in his seat."""
    await session.command(owners[BOB], Leave("leave", "random"))
    await session.end("operator")
    ann = Viewer(owners[ANN], session.room.seat_of(owners[ANN]))
    session.connect(ann)
    await session.command(owners[ANN], Rematch("again"))
    session.disconnect(ann)
    rematch = await lobby.rooms.find(session.room.rematch_id)
    assert rematch.room.seats[rematch.room.seat_of(owners[BOB])].bot
    await session.close()
    return rematch


def main() -> None:
    """Count phantom moves over many returns."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--returns", type=int, default=500, help="at each moment, and for each way to be away"
    )
    args = parser.parse_args()
    phantoms = 0
    for away in WAYS:
        for moment in MOMENTS:
            with tempfile.TemporaryDirectory(prefix="repulse-returns-") as folder:
                outcome = asyncio.run(play_returns(Path(folder), args.returns, away, moments=(moment,)))
            phantoms += len(outcome.phantoms)
            print(
                f"away by {away}, back when {moment}: {outcome.returns} returns in {outcome.games} games, "
                f"{outcome.answers} answers, {len(outcome.phantoms)} phantom moves",
                flush=True,
            )
            for phantom in outcome.phantoms[:5]:
                print(f"  {phantom}")
    sys.exit(1 if phantoms else 0)


if __name__ == "__main__":
    main()
