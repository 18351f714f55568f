"""Positions built by hand, for puzzles, studies and tests: one line states what matters, the rest has defaults.

    state = earth(ships={"Asia": [2, 1, 0]}, energy=[3, 3, 3], scoring=["Asia", "Europe", "Africa", "Atlantic"])
    answer(state, 0, "move Asia > Europe")

The position is on one seat's turn, before its first action. Defaults: every mothership alone in a region without ships,
only the starting ten Energy, and the first regions of the map scoring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from repulse.engine.contract import RepulseError, Seat
from repulse.engine.random import seeded
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.codes.board import NOWHERE, REGIONS
from repulse.games.earth.rules.components import TABLE
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
) -> EarthState:
    """A position on the turn of `actor`, with the seats after it still to play.

    `ships` gives the ships of each seat by region; `cards` the Turn Order cards by seat (default 1, 2, 3, ...);
    `points` the Action Points left (default: those of the card); `top` the Gadget that the next draw reveals, with or
    without an `hourglass`. Each VP counts as if it came from the first region.
    """
    p = EarthState(players, seeded(seed))
    p.turn = turn
    for name, counts in (ships or {}).items():
        _set_ships(p, region_number(name), counts)
    _set_motherships(p, motherships)
    if energy is not None:
        p.energy = list(energy)
    if vp is not None:
        p.vp = list(vp)
        for seat in range(players):
            p.earned[REGIONS * seat] = p.vp[seat]
    for name, tokens in (harvest or {}).items():
        p.harvest[region_number(name)] = tokens
    chosen = range(4) if scoring is None else [region_number(name) for name in scoring]
    for region in chosen:
        p.scoring |= 1 << region
    p.card = list(range(1, players + 1)) if cards is None else list(cards)
    p.card_deck = [card for card in range(1, TABLE.cards() + 1) if card not in p.card]
    p.stream.shuffle(p.card_deck)
    _set_gadgets(p, gadgets, top, hourglass)
    order = sorted(range(players), key=lambda seat: p.card[seat])
    p.line = order[: order.index(actor) : -1]
    p.agenda = [step.CHECK_END, step.SCORE] + [step.TURN] * len(p.line) + [step.ACT]
    p.actor = actor
    p.points = TABLE.stars[p.card[actor]] if points is None else points
    p.moment = 1
    p.advance()
    return p


def answer(state: EarthState, seat: Seat, *said: str) -> EarthState:
    """Answer with record tokens and return the same state."""
    domain = state.decision(seat).domain
    state.apply(seat, sorted(_GAME.from_token(state, domain, word) for word in said))
    return state


def end_turns(state: EarthState) -> EarthState:
    """Let everybody who has not played yet end their turn, so that scoring comes next."""
    turn = state.turn
    while state.owing and state.turn == turn and state.asking == step.ACT:
        answer(state, state.actor, "end turn")
    return state


def region_number(name: str) -> int:
    """The number of a region."""
    if name not in TABLE.region_names:
        raise RepulseError(f"There is no region called {name!r}.")
    return TABLE.region_names.index(name)


def ships_in(state: EarthState, name: str) -> list[int]:
    """The ships of each seat in a region."""
    region = region_number(name)
    return [state.ships[REGIONS * seat + region] for seat in range(state.players)]


_GAME: Final = EarthGame()


def _set_ships(p: EarthState, region: int, counts: Sequence[int]) -> None:
    for seat, count in enumerate(counts):
        p.ships[REGIONS * seat + region] = count
        p.supply[seat] -= count


def _set_motherships(p: EarthState, names: Sequence[str] | None) -> None:
    if names is not None:
        p.mothership = [region_number(name) for name in names]
        return
    # Away from all ships if possible, so that no reward is halved by chance.
    empty = [
        region
        for region in range(REGIONS - 1, -1, -1)
        if not any(p.ships[REGIONS * seat + region] for seat in range(p.players))
    ]
    full = [region for region in range(REGIONS) if region not in empty]
    p.mothership = (empty + full)[: p.players]
    assert NOWHERE not in p.mothership


def _set_gadgets(p: EarthState, row: Sequence[str], top: str, hourglass: bool) -> None:
    deck = TABLE.gadget_faces[:]
    for name in row:
        design = TABLE.gadget_names.index(name)
        face = 2 * design if 2 * design in deck else 2 * design + 1
        deck.remove(face)
        p.gadget_row.append(face)
    p.gadget_row.sort()
    p.stream.shuffle(deck)
    wanted = hourglass
    for face in deck:
        if face & 1 == wanted and top in ("", TABLE.gadget_names[face >> 1]):
            deck.remove(face)
            deck.append(face)
            break
    else:
        raise RepulseError(f"There is no such card left in the Gadget deck: {top!r}.")
    p.gadget_deck = deck
