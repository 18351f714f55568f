"""Setup: start worlds and opening hands."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.galaxy.rules.card_table import CardId
from repulse.games.galaxy.rules.codes import events, prompts, step
from repulse.games.galaxy.rules.state import GalaxyState, SecretStep

OPENING_HAND: Final = 6
OPENING_DISCARDS: Final = 2


def give_start_world(s: GalaxyState, seat: Seat, world: CardId) -> None:
    """Put a start world into a tableau."""
    s.add_to_tableau(seat, world)
    if s.log is not None:
        s.log.append([events.START_WORLD, seat, world])


def find_first(s: GalaxyState) -> None:
    """Find the owner of the lowest start number, with whom player order begins."""
    numbers = [s.cards.start_number[s.tableau[seat][0]] for seat in range(s.players)]
    s.first = numbers.index(min(numbers))


def stock_start_worlds(s: GalaxyState) -> None:
    """Windfall start worlds get their good before round 1 (R-SUP-03)."""
    for seat in s.player_order():
        world = s.tableau[seat][0]
        if s.cards.good_when_placed[world] and s.put_good(seat, world) and s.log is not None:
            s.log.append([events.GOOD_PLACED, seat, world])


class Setup(SecretStep):
    """Choose a start world, where two were dealt, and discard two of six cards (R-SUP-01)."""

    def asked(self, s: GalaxyState, arg: int) -> int:
        """Everybody."""
        return (1 << s.players) - 1

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """First which start world, then which cards."""
        if s.offered[seat] and not s.secret[seat]:
            return ask_one(prompts.SETUP_START_WORLD, seat, s.offered[seat][:])
        return ask_some(prompts.SETUP_DISCARD, seat, s.hand[seat][:], OPENING_DISCARDS, OPENING_DISCARDS)

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Remember the start world; the same seat then chooses its discards."""
        if s.offered[seat] and not s.secret[seat]:
            s.secret[seat] = choice[:]
            return
        super().answer(s, seat, arg, s.secret[seat] + choice)

    def reveal(self, s: GalaxyState) -> None:
        """Place the start worlds, discard the rest, begin round 1."""
        for seat in range(s.players):
            chosen = s.secret[seat]
            if s.offered[seat]:
                for world in s.offered[seat]:
                    if world != chosen[0]:
                        s.discards.append(world)
                give_start_world(s, seat, chosen[0])
                chosen = chosen[1:]
                s.offered[seat] = []
            s.discard_from_hand(seat, chosen)
            if s.log is not None:
                s.log.append([events.SETUP_DISCARD, seat, *chosen])
        find_first(s)
        stock_start_worlds(s)
        s.then(step.ROUND)
