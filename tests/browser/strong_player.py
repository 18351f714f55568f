"""A visitor for whom a strong bot chooses: good games for pictures, shown by the page."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.browser.table import PATIENCE, Visitor

from repulse.bots.match_bots import MatchBots
from repulse.table.entries import StoredRoom, decode_entry
from repulse.table.room_state import RoomState
from repulse.table.settings import RoomSettings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOT: Final = "expert"


class StrongPlayer(Visitor):
    """Sits down at tables of a server, and answers there with what the expert would choose."""

    def __init__(self, browser: Browser, address: str, *, database: Path, **settings: Any) -> None:
        super().__init__(browser, address, **settings)
        self.database = database
        self.room = ""
        self.token = ""
        self.bots = MatchBots(fresh=True)

    def sit_down(self, mode: str, bots: list[str], *, seed: int, name: str = "Mara") -> None:
        """Begin a game of a mode against these bots, and go there."""
        games = self._call("GET", "/api/games")["games"]
        game, entry = next(
            (game, entry) for game in games for entry in game["modes"] if entry["mode"] == mode
        )
        request = {
            "game": game["game"],
            "options": {**entry["options"], "players": len(bots) + 1},
            "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": bot} for bot in bots]],
            "start": True,
            "seed": str(seed),
            "my_name": name,
        }
        seated = self._call("POST", "/api/rooms", request)
        self.room, self.token = seated["room"], seated["token"]
        self.bots = MatchBots(fresh=True)
        self.visit(f"/room/{self.room}#seat={self.token}")
        self.page.wait_for_selector(".ask")

    def state(self) -> RoomState:
        """Return the room as the server has stored it."""
        with closing(sqlite3.connect(self.database)) as connection:
            row = connection.execute(
                "select id, created, stage, listed, game, seed, settings from room where id = ?", (self.room,)
            ).fetchone()
            entries = connection.execute("select data from entry where room = ? order by n", (self.room,))
            name, created, stage, listed, game, seed, settings = row
            kept = RoomSettings.from_data(json.loads(settings))
            room = RoomState(StoredRoom(name, created, stage, bool(listed), game, int(seed), kept))
            for (entry,) in entries:
                room.apply(decode_entry(entry))
        return room

    def answer_well(self) -> bool:
        """Answer one question like the expert; False if the game is over."""
        if not self.await_question():
            return False
        number = self.asked()
        room = self.state()
        decision = room.playing.state.decision(0)
        words = room.tokens(decision, self.bots.answer(room.playing, 0, BOT))
        self.command({"type": "answer", "id": f"strong{self.answers}", "ask": int(number), "words": words})
        self.answers += 1
        self.page.wait_for_function(
            "number => document.querySelector('[data-result]') || document.querySelector('.ask')?.dataset.ask !== number",
            arg=number,
            timeout=PATIENCE,
        )
        return True

    def command(self, message: dict[str, Any]) -> None:
        """Send a command of the seat."""
        response = self.context.request.fetch(
            f"{self.address}/api/rooms/{self.room}/commands",
            method="POST",
            data=json.dumps(message),
            headers={"authorization": f"Bearer {self.token}", "content-type": "application/json"},
        )
        assert response.ok, response.text()

    def play_well(self, most: int = 600) -> None:
        """Play to the end."""
        while self.answer_well():
            assert self.answers < most, "this game does not end"
