"""A recorded game as its own engine wrote it, sorted for replaying: who was asked what, who drew which card."""

from __future__ import annotations

import gzip
import json
import re
from collections import deque
from pathlib import Path
from typing import Any

from tools.referee.fixtures import Drawn

Ask = dict[str, Any]
"""A recorded decision: `type`, `phase`, what was offered and what was answered."""

TOOK_CARDS = "TOOK_CARDS"
"""Not a decision but a marker among them: a Produce power has drawn its cards."""

_TOOK_CARDS_LOG = re.compile(r"P(\d) receives \d+ cards? from (.+)\.$")


class Recorded:
    """One recorded game. Its queues are used up while it is replayed."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.id: str = game["id"]
        self.with_invasion_cards: bool = game["exp"] == "xi"
        self.players: int = game["players"]
        self.experienced = bool(game["advanced"])
        self.start_worlds: list[str] = game["start_worlds"]
        self.final: dict[str, Any] = game["final"]
        self.rounds: list[dict[str, Any]] = [e for e in game["events"] if e["e"] == "round_end"]
        self.asked: list[deque[Ask]] = [deque() for _ in range(self.players)]
        self.drawn: Drawn = {}
        self.produced: dict[tuple[int, int], set[str]] = {}
        """By round and seat: the worlds that produced."""
        self._sort(game["setup"] + game["events"])
        self.starts = self.start_worlds
        """The start worlds dealt, for an arrangement: one per seat, or a red and a blue one."""
        if self.with_invasion_cards:
            self.starts = [world for asked in self.asked for world in asked[0]["worlds"]]

    def _sort(self, events: list[dict[str, Any]]) -> None:
        number = 0
        phase = ""
        for event in events:
            kind = event["e"]
            if kind == "round":
                number = event["round"]
            elif kind == "phase":
                phase = event["phase"]
            elif kind == "dec":
                self.asked[event["p"]].append({**event, "round": number})
            elif kind == "draw":
                place = (event["p"], event["to"], event.get("world", ""))
                self.drawn.setdefault(place, []).append(event["card"])
                if phase == "produce" and event["to"] == "good":
                    self.produced.setdefault((number, event["p"]), set()).add(event["world"])
            elif kind == "log" and phase == "produce":
                took = _TOOK_CARDS_LOG.match(event["m"])
                if took:
                    note = {"type": TOOK_CARDS, "phase": phase, "round": number, "card": took.group(2)}
                    self.asked[int(took.group(1))].append(note)

    @property
    def capped(self) -> bool:
        """Whether the game was only stopped, at 30 rounds, and has no natural end."""
        return bool(self.final["end"] == ["round_cap_30"])


def read_games(path: Path) -> list[dict[str, Any]]:
    """Return the games of a file of recorded games."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
