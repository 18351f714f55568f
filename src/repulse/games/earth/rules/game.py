"""The game as the contract requires it: options, tokens, hidden information, invariants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from repulse.engine.contract import (
    BadOptions,
    Data,
    Event,
    EventKind,
    Game,
    Memory,
    Prompt,
    Seat,
)
from repulse.engine.overlays import overlays_data, read_overlays
from repulse.games.earth.rules.codes import events, prompts
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import MAX_PLAYERS, MIN_PLAYERS, Components, components_of
from repulse.games.earth.rules.determinize import determinize, reopen
from repulse.games.earth.rules.state import EarthState, new_state
from repulse.games.earth.rules.tokens import value_of, word_of

_TURN_LIMIT: Final = 60


def table_for(options: Mapping[str, object]) -> Components:
    """Return the components of a game with these options."""
    return components_of(read_overlays(options.get("overlays", []), {}, "Earth"))


class EarthGame(Game[EarthState]):
    """Rob Herman's Invasion, for three to five players."""

    def __init__(self) -> None:
        super().__init__("earth", "2")

    def check_options(self, options: Mapping[str, object]) -> Data:
        """Return the options in full: the number of players, 4 by default, and overlays if there are any."""
        for key in options:
            if key not in ("players", "overlays"):
                raise BadOptions(f"Earth has no option {key!r}; it has: players, overlays.")
        players = options.get("players", 4)
        if not isinstance(players, int) or isinstance(players, bool):
            raise BadOptions(f"The number of players is a whole number, not {players!r}.")
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise BadOptions(f"Earth is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}.")
        overlays = read_overlays(options.get("overlays", []), {}, "Earth")
        components_of(overlays)
        # Games without overlays have the options they always had.
        return (
            {"players": players, "overlays": overlays_data(overlays, {})}
            if overlays
            else {"players": players}
        )

    def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> EarthState:
        """Return the opening position."""
        full = self.check_options(options)
        return new_state(cast(int, full["players"]), seed, log, table=table_for(full))

    def configurations(self) -> list[Data]:
        """Return a game for each number of players."""
        return [{"players": players} for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]

    def overlay_sizes(self, options: Mapping[str, object]) -> dict[str, int]:
        """Return the overlays of some options, and how many changes each makes."""
        table = table_for(options)
        return {
            overlay.name: len(changes) for overlay, changes in zip(table.overlays, table.changes, strict=True)
        }

    def round_limit(self, options: Mapping[str, object]) -> int:
        """Return a generous limit. Random bots finish in about 20 turns, but nothing in the rules forces an end (R-EAR-63)."""
        return _TURN_LIMIT

    def prompts(self) -> list[Prompt]:
        """Return every question."""
        return prompts.PROMPTS

    def event_kinds(self) -> list[EventKind]:
        """Return every kind of event."""
        return events.TABLE

    # --- tokens ---

    def token(self, state: EarthState, domain: str, value: int) -> str:
        """Return the token of an option."""
        return word_of(state.table, domain, value)

    def from_token(self, state: EarthState, domain: str, token: str) -> int:
        """Return the option that a token stands for."""
        return value_of(state.table, domain, token)

    # --- hidden information and invariants ---

    def determinize(
        self, view: EarthState, seed: int, memory: Memory[EarthState] | None = None
    ) -> EarthState:
        """Return a complete position consistent with a view."""
        return determinize(view, seed)

    def reopen(self, state: EarthState, viewer: Seat) -> None:
        """Let the other seats owe their secret answers again."""
        reopen(state, viewer)

    def check_state(self, state: EarthState) -> None:
        """Raise AssertionError if a piece or card was lost or created, or a number is impossible."""
        players = state.players
        whole = HIDDEN not in state.card_deck and HIDDEN not in state.gadget_deck
        cards = (
            state.card_row + state.card_deck + state.card_discards + [card for card in state.card if card > 0]
        )
        gadgets = state.gadget_row + state.gadget_deck + state.gadget_discards + state.set_aside
        assert len(cards) == state.table.cards(), "Turn Order cards were lost or made"
        assert len(gadgets) == len(state.table.gadget_faces), "Gadget cards were lost or made"
        if whole:
            assert sorted(cards) == list(range(1, state.table.cards() + 1)), "a Turn Order card changed"
            assert sorted(gadgets) == state.table.gadget_faces, "a Gadget card changed"
        assert all(face & 1 for face in state.set_aside), "a card without hourglass is set aside"
        assert min(state.ships) >= 0, "a region has fewer ships than none"
        assert min(state.supply) >= 0, "a supply has fewer ships than none"
        assert min(state.energy) >= 0, "somebody has less Energy than none"
        assert min(state.harvest) >= 0, "a region has fewer tokens than none"
        assert state.points >= 0, "Action Points below none"
        for seat in range(players):
            assert state.supply[seat] + state.on_board(seat) == state.table.ships, "ships were lost or made"
            earned = sum(state.earned[REGIONS * seat : REGIONS * seat + REGIONS])
            assert earned == state.vp[seat], "VP that no region gave"
            assert NOWHERE <= state.mothership[seat] < REGIONS, "a mothership is off the map"
            assert state.bids[seat] == HIDDEN or state.bids[seat] >= 0, "a bid below none"
        assert state.over == (state.owing == 0), "nobody owes an answer, and the game is not over"
        if state.scoring:
            assert state.scoring.bit_count() == 4, "there are always four scoring tiles"

    def result_facts(self, state: EarthState) -> Data:
        """Return how a game ended and what each seat had at the end, for statistics."""
        return {
            "ending": "threshold" if state.over else "",
            "hourglasses": len(state.set_aside),
            "energy": state.energy[:],
            "ships": [state.on_board(seat) for seat in range(state.players)],
        }
