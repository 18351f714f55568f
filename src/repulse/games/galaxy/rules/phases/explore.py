"""Phase I, Explore: draw, then keep some."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Decision, Seat, ask_some
from repulse.games.galaxy.rules.codes import action, do, events, phase, prompts
from repulse.games.galaxy.rules.military import amount_of
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.state import GalaxyState, SecretStep

DRAW: Final = 2
KEEP: Final = 1


def explore_numbers(s: GalaxyState, seat: Seat) -> tuple[int, int]:
    """How many cards a seat draws and how many of them it keeps (R-EXP-02, R-EXP-03, R-EXP-04)."""
    draw, keep = explore_without_action(s, seat)
    if picks(s, seat, action.EXPLORE_5):
        draw += 5
    if picks(s, seat, action.EXPLORE_1_1):
        draw += 1
        keep += 1
    return draw, keep


def explore_without_action(s: GalaxyState, seat: Seat) -> tuple[int, int]:
    """The same for a seat that did not pick Explore itself."""
    draw = DRAW
    keep = KEEP
    cards = s.working(seat)
    for card in cards:
        for power in s.cards.explore[card]:
            if power.do == do.DRAW:
                draw += amount_of(s.cards, cards, power)
            elif power.do == do.KEEP:
                keep += amount_of(s.cards, cards, power)
    return draw, keep


class Explore(SecretStep):
    """All draw, in player order, before anyone discards (R-EXP-05)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Everybody draws."""
        begin_phase(s, phase.EXPLORE)
        for each in s.player_order():
            draw, _ = explore_numbers(s, each)
            s.drew[each] = s.draw(each, draw, events.FOR_EXPLORE)
        self.ask(s, arg)

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The seats that drew more than they keep."""
        seats = 0
        for seat in range(s.players):
            _, keep = explore_numbers(s, seat)
            if s.drew[seat] > keep:
                seats |= 1 << seat
        return seats

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to discard: from those just drawn, or from the whole hand (R-EXP-01)."""
        _, keep = explore_numbers(s, seat)
        drawn = s.drew[seat]
        hand = s.hand[seat]
        options = hand[:] if s.mix_with_hand else hand[len(hand) - drawn :]
        return ask_some(prompts.EXPLORE_DISCARD, seat, options, drawn - keep, drawn - keep)

    def reveal(self, s: GalaxyState) -> None:
        """Discard, in player order."""
        for seat in s.player_order():
            s.drew[seat] = 0
            cards = s.secret[seat]
            if cards:
                s.discard_from_hand(seat, cards)
                if s.log is not None:
                    s.log.append([events.EXPLORE_DISCARD, seat, *cards])
