"""The position: everything on the table, as flat lists of small numbers, and the functions that move pieces.

Pieces of a seat in a region are at index `8 * seat + region`. The rules of each part of a turn are functions over a
position (`reveal`, `bid`, `turn`, `gadgets`, `score`, `ending`); `state` runs them.
"""

from __future__ import annotations

from repulse.engine.contract import (
    Data,
    Decision,
    Seat,
    State,
)
from repulse.engine.random import Stream
from repulse.games.earth.rules.codes import events
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import TABLE


class Position(State):
    """What is on the table, and what remains to be done."""

    def __init__(self, players: int, stream: Stream, like: Position | None = None) -> None:
        """An empty table, or the same position as `like` with its own random stream."""
        super().__init__(players)
        self.stream = stream
        if like is None:
            self.turn = 0
            """The turns of the game, from 1."""
            self.over = False
            self.agenda: list[int] = []
            """Steps still to be done, the next one last."""
            self.asking = 0
            """The step that awaits an answer."""
            self.actor: Seat = -1
            """Whose turn it is, or who is to take a Turn Order card; -1 for nobody."""
            self.asked: list[Decision | None] = [None] * players
            """A cache of this step's decisions. Not part of the position: they follow from it."""

            self.points = 0
            """Action Points (stars) that the actor has left."""
            self.gadget_used = False
            self.picked: list[int] = []
            """What the actor has chosen so far for the effect of a Gadget."""

            self.energy: list[int] = [TABLE.start_energy] * players
            self.vp: list[int] = [0] * players
            self.earned: list[int] = [0] * (REGIONS * players)
            """VP by the region that gave them."""
            self.supply: list[int] = [TABLE.ships] * players
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
            """Energy bid this turn; HIDDEN before a bid is made, and in views until all are."""
            self.card: list[int] = [0] * players
            """The Turn Order card of each seat, 0 for none."""
            self.line: list[Seat] = []
            """Who is still to take a Turn Order card, and then a turn: the next one last."""

            self.card_row: list[int] = []
            self.card_deck: list[int] = []
            self.card_discards: list[int] = []
            self.portal_row: list[int] = []
            self.gadget_row: list[int] = []
            self.gadget_deck: list[int] = []
            self.gadget_discards: list[int] = []
            self.set_aside: list[int] = []
            """Hourglass cards that have delayed the end of the game."""
        else:
            self.owing = like.owing
            self.news = like.news
            self.moment = like.moment
            self.viewer = like.viewer
            self.turn = like.turn
            self.over = like.over
            self.agenda = like.agenda[:]
            self.asking = like.asking
            self.actor = like.actor
            self.asked = like.asked[:]
            self.points = like.points
            self.gadget_used = like.gadget_used
            self.picked = like.picked[:]
            self.energy = like.energy[:]
            self.vp = like.vp[:]
            self.earned = like.earned[:]
            self.supply = like.supply[:]
            self.ships = like.ships[:]
            self.mothership = like.mothership[:]
            self.hologram = like.hologram[:]
            self.shields = like.shields[:]
            self.clamps = like.clamps[:]
            self.scoring = like.scoring
            self.scored_before = like.scored_before
            self.harvest = like.harvest[:]
            self.bids = like.bids[:]
            self.card = like.card[:]
            self.line = like.line[:]
            self.card_row = like.card_row[:]
            self.card_deck = like.card_deck[:]
            self.card_discards = like.card_discards[:]
            self.portal_row = like.portal_row[:]
            self.gadget_row = like.gadget_row[:]
            self.gadget_deck = like.gadget_deck[:]
            self.gadget_discards = like.gadget_discards[:]
            self.set_aside = like.set_aside[:]

    def hide_from(self, viewer: Seat) -> None:
        """Blank out whatever a viewer may not see: the order of the decks, and bids that are not all in."""
        self.viewer = viewer
        self.stream = Stream(0, 0, 0, 0)
        self.card_deck = [HIDDEN] * len(self.card_deck)
        self.gadget_deck = [HIDDEN] * len(self.gadget_deck)
        bidding = self.bidding()
        for seat in range(self.players):
            if seat != viewer:
                self.asked[seat] = None
                if bidding:
                    self.bids[seat] = HIDDEN

    def bidding(self) -> bool:
        """Whether bids are being made, so that they are still hidden."""
        return self.owing != 0 and self.actor < 0

    def data(self) -> Data:
        """Everything in this position as plain data; lists go by seat, and then by region."""
        return {
            "players": self.players,
            "viewer": self.viewer,
            "owing": self.owing,
            "news": self.news,
            "moment": self.moment,
            "stream": self.stream.words(),
            "turn": self.turn,
            "over": self.over,
            "agenda": self.agenda[:],
            "asking": self.asking,
            "actor": self.actor,
            "points": self.points,
            "gadget_used": self.gadget_used,
            "picked": self.picked[:],
            "energy": self.energy[:],
            "vp": self.vp[:],
            "earned": self.earned[:],
            "supply": self.supply[:],
            "ships": self.ships[:],
            "mothership": self.mothership[:],
            "hologram": self.hologram[:],
            "shields": self.shields[:],
            "clamps": self.clamps[:],
            "scoring": self.scoring,
            "scored_before": self.scored_before,
            "harvest": self.harvest[:],
            "bids": self.bids[:],
            "card": self.card[:],
            "line": self.line[:],
            "card_row": self.card_row[:],
            "card_deck": self.card_deck[:],
            "card_discards": self.card_discards[:],
            "portal_row": self.portal_row[:],
            "gadget_row": self.gadget_row[:],
            "gadget_deck": self.gadget_deck[:],
            "gadget_discards": self.gadget_discards[:],
            "set_aside": self.set_aside[:],
        }

    # --- asking ---

    def ask_actor(self, step: int) -> None:
        """Wait for the actor to answer a step."""
        self.asking = step
        self.owing = 1 << self.actor

    def tell(self, event: list[int]) -> None:
        """Write an event to the log. Callers check for a log first, to avoid building the event for nothing."""
        if self.log is not None:
            self.log.append(event)

    # --- moving pieces ---

    def deploy(self, seat: Seat, region: int, count: int) -> None:
        """Place up to `count` ships from the supply (R-EAR-25)."""
        placed = min(count, self.supply[seat])
        if placed == 0:
            return
        self.supply[seat] -= placed
        self.ships[REGIONS * seat + region] += placed
        if self.log is not None:
            self.tell([events.DEPLOY, seat, region, placed])

    def move_ships(self, owner: Seat, start: int, goal: int, count: int) -> None:
        """Move ships of `owner` from one region to another."""
        self.ships[REGIONS * owner + start] -= count
        self.ships[REGIONS * owner + goal] += count
        if self.log is not None:
            self.tell([events.MOVE, self.actor, owner, start, goal, count])

    def destroy(self, owner: Seat, region: int, count: int) -> int:
        """Return up to `count` ships to their owner's supply, and say how many there were."""
        at = REGIONS * owner + region
        lost = min(count, self.ships[at])
        self.ships[at] -= lost
        self.supply[owner] += lost
        return lost

    def fly(self, seat: Seat, goal: int) -> None:
        """Move a mothership."""
        if self.log is not None:
            self.tell([events.FLY, seat, self.mothership[seat], goal])
        self.mothership[seat] = goal

    # --- looking ---

    def is_present(self, seat: Seat, region: int) -> bool:
        """Whether a seat has a ship or its mothership in a region."""
        return self.mothership[seat] == region or self.ships[REGIONS * seat + region] > 0

    def on_board(self, seat: Seat) -> int:
        """How many ships a seat has on the board."""
        at = REGIONS * seat
        return sum(self.ships[at : at + REGIONS])
