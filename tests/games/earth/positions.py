"""Positions of earth built by hand: one line states what matters, the rest has defaults.

    state = earth(ships={"Asia": [2, 1, 0]}, energy=[3, 3, 3], scoring=["Asia", "Europe", "Africa", "Atlantic"])
    answer(state, 0, "move Asia > Europe")

The position is on one seat's turn, before its first action. Defaults: every mothership alone in a region without ships,
only the starting ten Energy, and the first regions of the map scoring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from repulse.engine.contract import IllegalChoice, RepulseError, Seat
from repulse.engine.overlays import Overlay
from repulse.engine.random import seeded
from repulse.games.earth.display.display import EarthDisplay
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import NOWHERE, REGIONS
from repulse.games.earth.rules.components import SHIPPED, Components, components_of
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState


def earth(
    players: int = 3,
    *,
    ships: Mapping[str, Sequence[int]] | None = None,
    motherships: Sequence[str] | None = None,
    energy: Sequence[int] | None = None,
    vp: Sequence[int] | None = None,
    harvest: Mapping[str, int] | None = None,
    scoring: Sequence[str] | None = None,
    gadgets: Sequence[str] = (),
    cards: Sequence[int] | None = None,
    turn: int = 2,
    actor: Seat = 0,
    points: int | None = None,
    top: str = "",
    hourglass: bool = False,
    seed: int = 0,
    overlays: Sequence[Overlay] = (),
) -> EarthState:
    """A position on the turn of `actor`, with the seats after it still to play.

    `ships` gives the ships of each seat by region; `cards` the Turn Order cards by seat (default 1, 2, 3, ...);
    `points` the Action Points left (default: those of the card); `top` the Gadget that the next draw reveals, with or
    without an `hourglass`; `overlays` what is changed of the components. Each VP counts as if it came from the first region.
    """
    table = components_of(tuple(overlays))
    state = EarthState(table, players, seeded(seed))
    state.turn = turn
    for name, counts in (ships or {}).items():
        _set_ships(state, region_number(name, table), counts)
    _set_motherships(state, motherships)
    if energy is not None:
        state.energy = list(energy)
    if vp is not None:
        state.vp = list(vp)
        for seat in range(players):
            state.earned[REGIONS * seat] = state.vp[seat]
    for name, tokens in (harvest or {}).items():
        state.harvest[region_number(name, table)] = tokens
    chosen = range(4) if scoring is None else [region_number(name, table) for name in scoring]
    for region in chosen:
        state.scoring |= 1 << region
    state.card = list(range(1, players + 1)) if cards is None else list(cards)
    state.card_deck = [card for card in range(1, table.cards() + 1) if card not in state.card]
    state.stream.shuffle(state.card_deck)
    _set_gadgets(state, gadgets, top, hourglass)
    order = sorted(range(players), key=lambda seat: state.card[seat])
    state.then(step.CHECK_END)
    state.then(step.SCORE)
    state.line_up(order[: order.index(actor) : -1], step.TURN)
    state.then(step.ACT, actor)
    state.points = table.stars[state.card[actor]] if points is None else points
    state.advance()
    return state


def answer(state: EarthState, seat: Seat, *said: str) -> EarthState:
    """Answer with record tokens and return the same state; an error has the sentence that players read."""
    decision = state.decision(seat)
    try:
        state.apply(seat, sorted(_GAME.from_token(state, decision.domain, word) for word in said))
    except IllegalChoice as error:
        raise _DISPLAY.in_words(state, decision, error) from error
    return state


def end_turns(state: EarthState) -> EarthState:
    """Let everybody who has not played yet end their turn, so that scoring comes next."""
    turn = state.turn
    while state.owing and state.turn == turn and state.current_step() == step.ACT:
        answer(state, state.actor(), "end turn")
    return state


def region_number(name: str, table: Components = SHIPPED) -> int:
    """The number of a region."""
    if name not in table.region_names:
        raise RepulseError(f"There is no region called {name!r}.")
    return table.region_names.index(name)


def visible_bids(state: EarthState, viewer: Seat) -> list[int]:
    """Return the bids of all seats as a viewer sees them."""
    view = state.view(viewer)
    return [view.bid_of(seat) for seat in range(state.players)]


def ships_in(state: EarthState, name: str) -> list[int]:
    """The ships of each seat in a region."""
    region = region_number(name, state.table)
    return [state.ships[REGIONS * seat + region] for seat in range(state.players)]


_GAME: Final = EarthGame()
_DISPLAY: Final = EarthDisplay(_GAME)


def _set_ships(state: EarthState, region: int, counts: Sequence[int]) -> None:
    for seat, count in enumerate(counts):
        state.ships[REGIONS * seat + region] = count
        state.supply[seat] -= count


def _set_motherships(state: EarthState, names: Sequence[str] | None) -> None:
    if names is not None:
        state.mothership = [region_number(name, state.table) for name in names]
        return
    # Away from all ships if possible, so that no reward is halved by chance.
    empty = [
        region
        for region in range(REGIONS - 1, -1, -1)
        if not any(state.ships[REGIONS * seat + region] for seat in range(state.players))
    ]
    full = [region for region in range(REGIONS) if region not in empty]
    state.mothership = (empty + full)[: state.players]
    assert NOWHERE not in state.mothership


def _set_gadgets(state: EarthState, row: Sequence[str], top: str, hourglass: bool) -> None:
    deck = state.table.gadget_faces[:]
    for name in row:
        design = state.table.gadget_names.index(name)
        face = 2 * design if 2 * design in deck else 2 * design + 1
        deck.remove(face)
        state.gadget_row.append(face)
    state.gadget_row.sort()
    state.stream.shuffle(deck)
    has_hourglass = hourglass
    for face in deck:
        if face & 1 == has_hourglass and top in ("", state.table.gadget_names[face >> 1]):
            deck.remove(face)
            deck.append(face)
            break
    else:
        raise RepulseError(f"There is no such card left in the Gadget deck: {top!r}.")
    state.gadget_deck = deck
