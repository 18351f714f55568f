"""The game as the contract wants it: options, words for records, hidden things, invariants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from repulse.engine.contract import (
    BadOptions,
    Data,
    Event,
    EventKind,
    Game,
    Prompt,
    RepulseError,
    Seat,
)
from repulse.engine.random import seeded
from repulse.games.earth.rules.codes import events, prompts
from repulse.games.earth.rules.codes.action import DEPLOY, END_TURN, FLY, MOVE, USE_GADGET
from repulse.games.earth.rules.codes.board import HIDDEN, NOWHERE, REGIONS
from repulse.games.earth.rules.components import LEAST_PLAYERS, MOST_PLAYERS, TABLE
from repulse.games.earth.rules.state import EarthState, new_state

_ARROW = " > "
_GOES = "move "
_FLIES = "mothership > "
_USES = "gadget "
_SEAT = "player "
_IN = " in "


class EarthGame(Game[EarthState]):
    """Rob Herman's Invasion, for three to five players."""

    def __init__(self) -> None:
        super().__init__("earth", "1")

    def check_options(self, options: Mapping[str, object]) -> Data:
        """The options in full: only the number of players, 4 if not said."""
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
        """The first position."""
        return new_state(cast(int, self.check_options(options)["players"]), seed, log)

    def configurations(self) -> list[Data]:
        """A game for each number of players."""
        return [{"players": players} for players in range(LEAST_PLAYERS, MOST_PLAYERS + 1)]

    def prompts(self) -> list[Prompt]:
        """Every question."""
        return prompts.PROMPTS

    def event_kinds(self) -> list[EventKind]:
        """Every sort of event."""
        return events.TABLE

    # --- tokens of records ---

    def token(self, state: EarthState, domain: str, value: int) -> str:
        """The stable word for an option."""
        if domain == "action":
            return _action_word(value)
        if domain == "region":
            return TABLE.region_names[value]
        if domain == "portal":
            return TABLE.region_names[TABLE.portal_mothership[value]]
        if domain == "seat":
            return f"{_SEAT}{value + 1}"
        if domain == "target":
            return f"{_SEAT}{value // REGIONS + 1}{_IN}{TABLE.region_names[value % REGIONS]}"
        return str(value)

    def from_token(self, state: EarthState, domain: str, token: str) -> int:
        """The option that a token stands for."""
        if domain == "action":
            return _action_value(token)
        if domain == "region":
            return _region_value(token)
        if domain == "portal":
            region = _region_value(token)
            if region in TABLE.portal_mothership:
                return TABLE.portal_mothership.index(region)
            raise RepulseError(f"There is no Portal for {token}.")
        if domain == "seat":
            return _seat_value(token)
        if domain == "target":
            seat, found, region_word = token.partition(_IN)
            if not found:
                raise RepulseError(f"{token!r} is not a player in a region, such as 'player 2 in Asia'.")
            return REGIONS * _seat_value(seat) + _region_value(region_word)
        return _number_value(token)

    # --- conformance ---

    def shuffle_hidden(self, state: EarthState, viewer: Seat, seed: int) -> EarthState:
        """A copy with other decks, other luck, and other bids where they are still hidden."""
        copy = state.clone()
        stream = seeded(seed)
        stream.shuffle(copy.card_deck)
        stream.shuffle(copy.gadget_deck)
        if copy.bidding():
            for seat in range(copy.players):
                if seat != viewer and copy.bids[seat] != HIDDEN:
                    copy.bids[seat] = stream.below(copy.energy[seat] + 1)
        copy.stream = stream
        return copy

    def check_state(self, state: EarthState) -> None:
        """Raise AssertionError if a piece or a card was lost or made, or a number cannot be."""
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
        """How a game ended and what each seat had in the end, for those who study many games."""
        p = state
        return {
            "ending": "threshold" if p.over else "",
            "hourglasses": len(p.set_aside),
            "energy": p.energy[:],
            "ships": [p.on_board(seat) for seat in range(p.players)],
        }


def _action_word(action: int) -> str:
    if action == END_TURN:
        return "end turn"
    if action == DEPLOY:
        return "deploy"
    if action < FLY:
        start, goal = divmod(action - MOVE, REGIONS)
        return f"{_GOES}{TABLE.region_names[start]}{_ARROW}{TABLE.region_names[goal]}"
    if action < USE_GADGET:
        return f"{_FLIES}{TABLE.region_names[action - FLY]}"
    return f"{_USES}{TABLE.gadget_names[action - USE_GADGET]}"


def _action_value(word: str) -> int:
    if word == "end turn":
        return END_TURN
    if word == "deploy":
        return DEPLOY
    if word.startswith(_GOES):
        start, _, goal = word.removeprefix(_GOES).partition(_ARROW)
        return MOVE + REGIONS * _region_value(start) + _region_value(goal)
    if word.startswith(_FLIES):
        return FLY + _region_value(word.removeprefix(_FLIES))
    if word.startswith(_USES):
        name = word.removeprefix(_USES)
        if name in TABLE.gadget_names:
            return USE_GADGET + TABLE.gadget_names.index(name)
        raise RepulseError(f"There is no Gadget called {name!r}.")
    raise RepulseError(f"There is no action {word!r}.")


def _region_value(word: str) -> int:
    if word not in TABLE.region_names:
        raise RepulseError(f"There is no region called {word!r}.")
    return TABLE.region_names.index(word)


def _seat_value(word: str) -> int:
    number = word.removeprefix(_SEAT)
    if number == word or not number.isdecimal() or not 1 <= int(number) <= MOST_PLAYERS:
        raise RepulseError(f"{word!r} is not a player, such as 'player 2'.")
    return int(number) - 1


def _number_value(word: str) -> int:
    if not word.isdecimal():
        raise RepulseError(f"{word!r} is not a number.")
    return int(word)
