"""Whole games through `repulse.table` against bots, with nothing but the standard library: no pytest, no site-packages.

    python -I -S tests/table/play_alone.py src
    node tests/table/play_in_pyodide.mjs

It prints a line of JSON for each game, and ends with an error if anything is not as it should be.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])

from repulse.engine.match import replay
from repulse.engine.random import seeded
from repulse.games import game_named
from repulse.table.entries import AnyEntry, Created, SeatPlan, decode_entry, encode_entry
from repulse.table.refusals import RefusalError
from repulse.table.room_driver import Commit, RoomDriver
from repulse.table.room_factory import load_table, new_table
from repulse.table.wire.base import to_json
from repulse.table.wire.commands import Answer, Undo
from repulse.table.wire.rooms import WantedSeat
from repulse.table.wire.views import Event

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("galaxy", {"game": "base"}, 3),
    ("galaxy", {"game": "counterstrike"}, 2),
    ("earth", {}, 3),
]


class Player:
    """A person at a table: keeps the log by the events, answers at random, takes back what can be taken back."""

    def __init__(self, table: RoomDriver, seed: int) -> None:
        self.table = table
        self.stream = seeded(seed)
        self.seen = -1
        self.log: list[Any] = []
        self.kept: list[AnyEntry] = [
            Created(host="me", seats=[SeatPlan(s.kind, s.name, s.bot, s.owner) for s in table.room.seats])
        ]
        self.answers = 0
        self.undone = 0

    def keep(self, taken: Commit) -> None:
        """Write down what was taken."""
        check(taken.first == len(self.kept) + 1, "entries are numbered without a gap")
        self.kept.extend(taken.entries)

    def look(self) -> Event:
        """The next event; the log is brought up to date with it."""
        event = self.table.event("me", self.seen)
        check(event.since == self.seen and event.n == len(self.kept), "an event follows on the one before")
        self.log[event.log_from :] = event.lines
        self.seen = event.n
        return event

    def answer(self, event: Event) -> bool:
        """Answer what is asked, at random; whether that was legal."""
        ask = event.ask
        assert ask is not None
        words = [option["word"] for option in ask["options"]]
        many = ask["least"] + self.stream.below(ask["most"] - ask["least"] + 1)
        chosen = [words.pop(self.stream.below(len(words))) for _ in range(many)]
        self.answers += 1
        command = Answer(f"answer {self.answers}", ask["number"], chosen)
        try:
            done, taken = self.table.command("me", command)
        except RefusalError as error:
            # Not every set of options is legal together. Then nothing has changed.
            check(error.code == "illegal" and str(error) != "", f"{error.code}: {error}")
            check(to_json(self.table.event("me", self.seen)) == to_json(self.unchanged(event)), "no change")
            return False
        self.keep(taken)
        again, nothing = self.table.command("me", command)
        check(again == done and not nothing.entries, "a command is done once")
        return True

    def unchanged(self, event: Event) -> Event:
        """The event as it is sent to somebody who has seen it."""
        event.since, event.log_from, event.lines = event.n, len(self.log), []
        return event

    def undo(self, before: Event) -> None:
        """Take the last answer back: the same question is asked again, under another number."""
        self.undone += 1
        self.keep(self.table.command("me", Undo(f"undo {self.undone}"))[1])
        event = self.look()
        assert event.ask is not None
        assert before.ask is not None
        check({**event.ask, "number": 0} == {**before.ask, "number": 0}, "the question is asked again")
        check(event.ask["number"] != before.ask["number"], "it has another number")
        try:
            self.table.command("me", Answer(f"late {self.undone}", before.ask["number"], []))
            check(False, "an answer to the old number is refused")
        except RefusalError as error:
            check(error.code == "stale", "an answer to the old number is stale")


def check(true: bool, what: str) -> None:
    """Asserts are not enough: they may be switched off."""
    if not true:
        raise AssertionError(what)


def play(game: str, options: dict[str, Any], players: int, seed: int) -> dict[str, Any]:
    """One whole game; what is to be told of it."""
    table = new_table(game, options, [WantedSeat("me"), *[WantedSeat("bot")] * (players - 1)], seed=seed)
    player = Player(table, seed)
    player.keep(table.start())
    seconds, asked = 0.0, 0
    while table.room.stage != "over":
        begun = time.perf_counter()
        played = table.play_bots()
        seconds += time.perf_counter() - begun
        for taken in played:
            player.keep(taken)
        asked += len(played)
        event = player.look()
        if event.ask is None:
            continue
        # Now and then one thinks better of it, if it was a choice at all: other answers are taken back with it.
        chosen = player.answer(event) and len(event.ask["options"]) > event.ask["least"]
        if chosen and player.undone < player.answers // 3 and table.event("me").can_undo:
            player.undo(event)
    check_end(player, player.look())
    return {
        "game": game,
        "mode": table.room.mode,
        "answers": player.answers,
        "undone": player.undone,
        "bot_answers": asked,
        "ms_a_decision": round(1000 * seconds / asked, 3),
        "result": table.room.playing.state.scores(),
    }


def check_end(player: Player, event: Event) -> None:
    """The game is over, and everything that follows from its entries agrees."""
    table = player.table
    result = event.result
    assert result is not None
    check(player.undone > 0, "something was taken back")
    check(not any(line["event"] == "note.bot-failed" for line in player.log), "no bot failed")
    check(table.event("me").lines == player.log, "the log in pieces is the log")
    check(table.event().ask is None and table.event().seat == -1, "a spectator is asked nothing")
    sums = [sum(part["amount"] for part in parts) for parts in result.breakdown]
    check(sums == result.scores and len(result.winners) > 0, "the breakdown comes to the scores")
    record = table.room.record()
    check(replay(game_named(record.game), record).state.scores() == result.scores, "the record replays")
    loaded = load_table(table.room.stored, [decode_entry(encode_entry(entry)) for entry in player.kept])
    check(to_json(loaded.event("me")) == to_json(table.event("me")), "the entries are the table")


def main() -> None:
    """Play them all."""
    for number, (game, options, players) in enumerate(GAMES):
        sys.stdout.write(json.dumps(play(game, options, players, 5 + number)) + "\n")
    strange = {name.partition(".")[0] for name in sys.modules} & {"msgspec", "starlette", "rich", "pytest"}
    check(not strange, f"nothing but the standard library is needed, not {strange}")


main()
