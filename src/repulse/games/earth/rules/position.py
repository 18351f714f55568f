"""The position: everything on the table, as flat lists of small numbers, and the functions that move pieces.

Pieces of a seat in a region are at index `8 * seat + region`. The rules of each part of a turn are steps over a
position (`phases`); `state` puts them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from repulse.engine.contract import Data, Seat
from repulse.engine.fields import HIDDEN as BLANKED
from repulse.engine.fields import PUBLIC, SHARED
from repulse.engine.random import Stream
from repulse.engine.steps import AGENDA_FIELDS, NO_SEAT, AgendaState, seat_of, step_of
from repulse.games.earth.rules.codes import events, step
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import Components

FIELDS: Final = {
    **AGENDA_FIELDS,
    "table": SHARED,
    "stream": BLANKED,
    "turn": PUBLIC,
    "over": PUBLIC,
    "points": PUBLIC,
    "gadget_used": PUBLIC,
    "picked": PUBLIC,
    "energy": PUBLIC,
    "vp": PUBLIC,
    "earned": PUBLIC,
    "supply": PUBLIC,
    "ships": PUBLIC,
    "mothership": PUBLIC,
    "hologram": PUBLIC,
    "shields": PUBLIC,
    "clamps": PUBLIC,
    "scoring": PUBLIC,
    "scored_before": PUBLIC,
    "harvest": PUBLIC,
    "bids": PUBLIC,
    "card": PUBLIC,
    "line": PUBLIC,
    "card_row": PUBLIC,
    "card_deck": BLANKED,
    "card_discards": PUBLIC,
    "portal_row": PUBLIC,
    "gadget_row": PUBLIC,
    "gadget_deck": BLANKED,
    "gadget_discards": PUBLIC,
    "set_aside": PUBLIC,
}


class Position(AgendaState):
    """Everything on the table, and the agenda."""

    def __init__(self, table: Components, players: int, stream: Stream, like: Position | None = None) -> None:
        """Make an empty table, or the same position as `like` with its own random stream."""
        super().__init__(0 if like is not None else players)
        self.table = table
        """The map and the cards, shared by all positions of the game."""
        self.stream = stream
        if like is None:
            self._lay_out()
        else:
            self._copy(like)

    def _lay_out(self) -> None:
        """Put everything in its first place."""
        table = self.table
        players = self.players
        self.turn = 0
        """The turns of the game, from 1."""
        self.over = False

        self.points = 0
        """Action Points (stars) that the actor has left."""
        self.gadget_used = False
        self.picked: list[int] = []
        """The actor's answers so far for the current effect of a Gadget."""

        self.energy: list[int] = [table.start_energy] * players
        self.vp: list[int] = [0] * players
        self.earned: list[int] = [0] * (REGIONS * players)
        """VP per region that gave them."""
        self.supply: list[int] = [table.ships] * players
        self.ships: list[int] = [0] * (REGIONS * players)
        self.mothership: list[int] = [NOWHERE] * players
        self.hologram: list[int] = [0] * (REGIONS * players)
        """Ships that count in this turn's scoring without being there."""
        self.shields: list[int] = [0] * players
        """Bit set of the regions where a seat takes no casualties this turn."""
        self.clamps: list[int] = [0] * players
        """Bit set of the regions where a seat's mothership does not halve its rewards this turn."""

        self.scoring = 0
        """Bit set of the regions with a scoring tile this turn."""
        self.scored_before = 0
        """Bit set of the regions whose tiles were used last turn."""
        self.harvest: list[int] = [0] * REGIONS

        self.bids: list[int] = [HIDDEN] * players
        """Energy bid this turn; HIDDEN until all bids are revealed."""
        self.card: list[int] = [0] * players
        """The Turn Order card of each seat, 0 for none."""
        self.line: list[Seat] = []
        """The seats still to take a Turn Order card, and then a turn: the next one last."""

        self.card_row: list[int] = []
        self.card_deck: list[int] = []
        self.card_discards: list[int] = []
        self.portal_row: list[int] = []
        self.gadget_row: list[int] = []
        self.gadget_deck: list[int] = []
        self.gadget_discards: list[int] = []
        self.set_aside: list[int] = []
        """Hourglass cards that have delayed the end of the game."""

    # --- copies and views ---

    def fields(self) -> Mapping[str, int]:
        """Return the fields of a position."""
        return FIELDS

    def _copy(self, other: Position) -> None:
        """Copy everything from `other` but the table, the stream and the log."""
        self.copy_agenda(other)
        self.turn = other.turn
        self.over = other.over
        self.points = other.points
        self.gadget_used = other.gadget_used
        self.picked = other.picked[:]
        self.energy = other.energy[:]
        self.vp = other.vp[:]
        self.earned = other.earned[:]
        self.supply = other.supply[:]
        self.ships = other.ships[:]
        self.mothership = other.mothership[:]
        self.hologram = other.hologram[:]
        self.shields = other.shields[:]
        self.clamps = other.clamps[:]
        self.scoring = other.scoring
        self.scored_before = other.scored_before
        self.harvest = other.harvest[:]
        self.bids = other.bids[:]
        self.card = other.card[:]
        self.line = other.line[:]
        self.card_row = other.card_row[:]
        self.card_deck = other.card_deck[:]
        self.card_discards = other.card_discards[:]
        self.portal_row = other.portal_row[:]
        self.gadget_row = other.gadget_row[:]
        self.gadget_deck = other.gadget_deck[:]
        self.gadget_discards = other.gadget_discards[:]
        self.set_aside = other.set_aside[:]

    def hide_from(self, viewer: Seat) -> None:
        """Blank out everything a viewer may not see: the order of the decks, and bids before all are in."""
        super().hide_from(viewer)
        self.stream = Stream(0, 0, 0, 0)
        self.card_deck = [HIDDEN] * len(self.card_deck)
        self.gadget_deck = [HIDDEN] * len(self.gadget_deck)

    def data(self) -> Data:
        """Return everything in this position as plain data; lists go by seat, and then by region."""
        data = super().data()
        data["players"] = self.players
        data["secret"] = [answer[:] for answer in self.secret]
        data["stream"] = self.stream.words()
        data["turn"] = self.turn
        data["over"] = self.over
        data["points"] = self.points
        data["gadget_used"] = self.gadget_used
        data["picked"] = self.picked[:]
        data["energy"] = self.energy[:]
        data["vp"] = self.vp[:]
        data["earned"] = self.earned[:]
        data["supply"] = self.supply[:]
        data["ships"] = self.ships[:]
        data["mothership"] = self.mothership[:]
        data["hologram"] = self.hologram[:]
        data["shields"] = self.shields[:]
        data["clamps"] = self.clamps[:]
        data["scoring"] = self.scoring
        data["scored_before"] = self.scored_before
        data["harvest"] = self.harvest[:]
        data["bids"] = self.bids[:]
        data["card"] = self.card[:]
        data["line"] = self.line[:]
        data["card_row"] = self.card_row[:]
        data["card_deck"] = self.card_deck[:]
        data["card_discards"] = self.card_discards[:]
        data["portal_row"] = self.portal_row[:]
        data["gadget_row"] = self.gadget_row[:]
        data["gadget_deck"] = self.gadget_deck[:]
        data["gadget_discards"] = self.gadget_discards[:]
        data["set_aside"] = self.set_aside[:]
        return data

    # --- looking ---

    def actor(self) -> Seat:
        """Return whose turn it is, or who is to take a Turn Order card; -1 for nobody."""
        seat = seat_of(self.current)
        return -1 if seat == NO_SEAT else seat

    def is_bidding(self) -> bool:
        """Return whether bids are being made, so that they are still hidden."""
        return self.owing != 0 and step_of(self.current) == step.BID

    def bid_of(self, seat: Seat) -> int:
        """Return the bid of a seat this turn, or HIDDEN; during bidding, as far as it is in and visible."""
        if not self.is_bidding():
            return self.bids[seat]
        if self.energy[seat] == 0:
            return 0
        answer = self.secret[seat]
        return answer[0] if answer else HIDDEN

    def is_present(self, seat: Seat, region: int) -> bool:
        """Return whether a seat has a ship or its mothership in a region."""
        return self.mothership[seat] == region or self.ships[REGIONS * seat + region] > 0

    def on_board(self, seat: Seat) -> int:
        """Return how many ships a seat has on the board."""
        first = REGIONS * seat
        return sum(self.ships[first : first + REGIONS])

    # --- moving pieces ---

    def line_up(self, line: list[Seat], next_step: int) -> None:
        """Let the seats of `line` do a step in turn, the last one of the list first."""
        self.line = line
        for seat in line:
            self.then(next_step, seat)

    def deploy(self, seat: Seat, region: int, count: int) -> None:
        """Place up to `count` ships from the supply (R-EAR-25)."""
        placed = min(count, self.supply[seat])
        if placed == 0:
            return
        self.supply[seat] -= placed
        self.ships[REGIONS * seat + region] += placed
        if self.log is not None:
            self.log.append([events.DEPLOY, seat, region, placed])

    def move_ships(self, owner: Seat, start: int, goal: int, count: int) -> None:
        """Move ships of `owner` from one region to another."""
        self.ships[REGIONS * owner + start] -= count
        self.ships[REGIONS * owner + goal] += count
        if self.log is not None:
            self.log.append([events.MOVE, self.actor(), owner, start, goal, count])

    def destroy(self, owner: Seat, region: int, count: int) -> int:
        """Return up to `count` ships to their owner's supply, and how many there were."""
        index = REGIONS * owner + region
        lost = min(count, self.ships[index])
        self.ships[index] -= lost
        self.supply[owner] += lost
        return lost

    def fly(self, seat: Seat, goal: int) -> None:
        """Move a mothership."""
        if self.log is not None:
            self.log.append([events.FLY, seat, self.mothership[seat], goal])
        self.mothership[seat] = goal
