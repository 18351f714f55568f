"""Phase I, Explore: draw, then keep some."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import Decision, Seat, ask_some
from repulse.engine.steps import SecretStep
from repulse.games.galaxy.codes import action, effect, events, phase, prompts
from repulse.games.galaxy.rules.military import amount_of
from repulse.games.galaxy.rules.phases.rounds import begin_phase, picks
from repulse.games.galaxy.rules.position import Position

DRAW: Final = 2
KEEP: Final = 1


def explore_numbers(state: Position, seat: Seat) -> tuple[int, int]:
    """Return how many cards a seat draws and how many of them it keeps (R-EXP-02, R-EXP-03, R-EXP-04)."""
    draw, keep = explore_without_action(state, seat)
    if picks(state, seat, action.EXPLORE_5):
        draw += 5
    if picks(state, seat, action.EXPLORE_1_1):
        draw += 1
        keep += 1
    return draw, keep


def explore_without_action(state: Position, seat: Seat) -> tuple[int, int]:
    """Return the same for a seat that did not pick Explore itself."""
    draw = DRAW
    keep = KEEP
    cards = state.working(seat)
    for card in cards:
        for power in state.cards.explore[card]:
            if power.do == effect.DRAW:
                draw += amount_of(state.cards, cards, power)
            elif power.do == effect.KEEP:
                keep += amount_of(state.cards, cards, power)
    return draw, keep


class Explore(SecretStep[Position]):
    """All draw, in player order, before anyone discards (R-EXP-05)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Let everybody draw."""
        begin_phase(state, phase.EXPLORE)
        for player in state.player_order():
            draw, _ = explore_numbers(state, player)
            state.drawn_count[player] = state.draw(player, draw, events.FOR_EXPLORE)
        self.ask(state, arg)

    def asked(self, state: Position, arg: int) -> int:
        """Return the seats that drew more than they keep."""
        seats = 0
        for seat in range(state.players):
            _, keep = explore_numbers(state, seat)
            if state.drawn_count[seat] > keep:
                seats |= 1 << seat
        return seats

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards to discard: from those just drawn, or from the whole hand (R-EXP-01)."""
        _, keep = explore_numbers(state, seat)
        drawn = state.drawn_count[seat]
        hand = state.hand[seat]
        options = hand[:] if state.mix_with_hand else hand[len(hand) - drawn :]
        return ask_some(prompts.EXPLORE_DISCARD, seat, options, drawn - keep, drawn - keep)

    def reveal(self, state: Position) -> None:
        """Discard, in player order."""
        for seat in state.player_order():
            state.drawn_count[seat] = 0
            cards = state.secret[seat]
            if cards:
                state.discard_from_hand(seat, cards)
                if state.log is not None:
                    state.log.append([events.EXPLORE_DISCARD, seat, *cards])
