"""The game as the contract requires it: options, tokens, hidden information, invariants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from repulse.engine.contract import (
    BadOptions,
    Data,
    Decision,
    Event,
    EventKind,
    Game,
    Memory,
    Prompt,
    Seat,
)
from repulse.engine.features import FeatureLayout
from repulse.engine.picks import ActionSpace
from repulse.engine.study import StudyTable
from repulse.games.earth.rules.action_space import action_space
from repulse.games.earth.rules.codes import events, prompts
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import LEAST_PLAYERS, MOST_PLAYERS, TABLE
from repulse.games.earth.rules.determinize import determinize, reopen
from repulse.games.earth.rules.features import layout_of, write_features
from repulse.games.earth.rules.state import EarthState, new_state
from repulse.games.earth.rules.study import study, study_tables
from repulse.games.earth.rules.tokens import value_of, word_of

_TURN_LIMIT: Final = 60


class EarthGame(Game[EarthState]):
    """Rob Herman's Invasion, for three to five players."""

    def __init__(self) -> None:
        super().__init__("earth", "2")

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The options in full: just the number of players, 4 by default."""
        for key in options:
            if key != "players":
                raise BadOptions(f"Earth has no option {key!r}; it has: players.")
        players = options.get("players", 4)
        if not isinstance(players, int) or isinstance(players, bool):
            raise BadOptions(f"The number of players is a whole number, not {players!r}.")
        if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
            raise BadOptions(f"Earth is for {LEAST_PLAYERS} to {MOST_PLAYERS} players, not {players}.")
        return {"players": players}

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> EarthState:
        """The opening position."""
        return new_state(cast(int, self.check_options(options)["players"]), seed, log)

    def configurations(self) -> list[Data]:
        """A game for each number of players."""
        return [{"players": players} for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1)]

    def round_limit(self, options: Mapping[str, object]) -> int:
        """Random bots finish in about 20 turns, but nothing in the rules forces an end (R-EAR-63)."""
        return _TURN_LIMIT

    def prompts(self) -> list[Prompt]:
        """Every question."""
        return prompts.PROMPTS

    def event_kinds(self) -> list[EventKind]:
        """Every kind of event."""
        return events.TABLE

    # --- tokens ---

    def token(self, state: EarthState, domain: str, value: int) -> str:
        """The token of an option."""
        return word_of(domain, value)

    def from_token(self, state: EarthState, domain: str, token: str) -> int:
        """The option that a token stands for."""
        return value_of(domain, token)

    # --- for learners ---

    def action_space(self, state: EarthState) -> ActionSpace:
        """The actions of the configuration."""
        return action_space(state)

    def feature_layout(self, state: EarthState) -> FeatureLayout:
        """What the numbers of a position mean."""
        return layout_of(state).layout

    def features(self, view: EarthState, decision: Decision, picked: list[int], out: bytearray) -> None:
        """Write a position as numbers."""
        write_features(view, decision, picked, out)

    # --- hidden information and invariants ---

    def determinize(
        self, view: EarthState, seed: int, memory: Memory[EarthState] | None = None
    ) -> EarthState:
        """A complete position consistent with a view."""
        return determinize(view, seed)

    def reopen(self, state: EarthState, viewer: Seat) -> None:
        """Let the other seats owe their secret answers again."""
        reopen(state, viewer)

    def check_state(self, state: EarthState) -> None:
        """Raise AssertionError if a piece or card was lost or created, or a number is impossible."""
        p = state
        players = p.players
        whole = HIDDEN not in p.card_deck and HIDDEN not in p.gadget_deck
        cards = p.card_row + p.card_deck + p.card_discards + [card for card in p.card if card > 0]
        gadgets = p.gadget_row + p.gadget_deck + p.gadget_discards + p.set_aside
        assert len(cards) == TABLE.cards(), "Turn Order cards were lost or made"
        assert len(gadgets) == len(TABLE.gadget_faces), "Gadget cards were lost or made"
        if whole:
            assert sorted(cards) == list(range(1, TABLE.cards() + 1)), "a Turn Order card changed"
            assert sorted(gadgets) == TABLE.gadget_faces, "a Gadget card changed"
        assert all(face & 1 for face in p.set_aside), "a card without hourglass is set aside"
        assert min(p.ships) >= 0, "a region has fewer ships than none"
        assert min(p.supply) >= 0, "a supply has fewer ships than none"
        assert min(p.energy) >= 0, "somebody has less Energy than none"
        assert min(p.harvest) >= 0, "a region has fewer tokens than none"
        assert p.points >= 0, "Action Points below none"
        for seat in range(players):
            assert p.supply[seat] + p.on_board(seat) == TABLE.ships, "ships were lost or made"
            earned = sum(p.earned[REGIONS * seat : REGIONS * seat + REGIONS])
            assert earned == p.vp[seat], "VP that no region gave"
            assert NOWHERE <= p.mothership[seat] < REGIONS, "a mothership is off the map"
            assert p.bids[seat] == HIDDEN or p.bids[seat] >= 0, "a bid below none"
        assert p.over == (p.owing == 0), "nobody owes an answer, and the game is not over"
        if p.scoring:
            assert p.scoring.bit_count() == 4, "there are always four scoring tiles"

    def result_facts(self, state: EarthState) -> Data:
        """How a game ended and what each seat had at the end, for statistics."""
        p = state
        return {
            "ending": "threshold" if p.over else "",
            "hourglasses": len(p.set_aside),
            "energy": p.energy[:],
            "ships": [p.on_board(seat) for seat in range(p.players)],
        }

    def study_tables(self, state: EarthState) -> list[StudyTable]:
        """Seats, regions, Gadgets and turns."""
        return study_tables()

    def study(self, state: EarthState, log: list[Event], tables: list[list[int]]) -> None:
        """Add the rows of a finished game."""
        study(state, log, tables)
