"""A round: action cards, the phases they bring, the hand limit and the end of the game."""

from __future__ import annotations

from typing import Final

from repulse.engine.contract import (
    Choice,
    Decision,
    Seat,
    ask_one,
    ask_some,
)
from repulse.engine.steps import SecretStep, Step
from repulse.games.galaxy.codes import action, events, prompts, step
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.holdings import HAND_LIMIT
from repulse.games.galaxy.rules.phases.counterstrike import turn_the_tide
from repulse.games.galaxy.rules.position import Position
from repulse.games.galaxy.rules.score import total_score
from repulse.games.galaxy.rules.war import FIRST_INVASION_ROUND, STAGE_INVASION

_ONCE: Final = [
    action.EXPLORE_5,
    action.EXPLORE_1_1,
    action.DEVELOP,
    action.SETTLE,
    action.TRADE,
    action.CONSUME_2X,
    action.PRODUCE,
]


def action_cards(state: Position, seat: Seat) -> list[int]:
    """Return the action cards of a seat.

    A second Develop and Settle in the experienced game, Produce: Repair in a war, Frontier/Conquest Settle with a
    frontier unless it is tucked (R-FRO-01, R-FRO-07).
    """
    cards = _ONCE[:]
    if state.experienced:
        cards.extend([action.DEVELOP, action.SETTLE])
    if state.war is not None:
        cards.append(action.REPAIR)
    if state.frontier is not None and not state.frontier.tucked >> seat & 1:
        cards.append(action.FRONTIER)
    return cards


def picks(state: Position, seat: Seat, action: int) -> int:
    """Return how many of an action card a seat has played this round."""
    count = 0
    for card in state.actions[seat]:
        if card == action:
            count += 1
    return count


def settle_card(state: Position, seat: Seat, number: int) -> int:
    """Return the Settle card that a seat plays for the `number`-th Settle phase of the round; -1 for none (R-FRO-10)."""
    for card in state.actions[seat]:
        if card == action.SETTLE or card == action.FRONTIER:
            number -= 1
            if number == 0:
                return card
    return -1


def _pickers(state: Position, action: int) -> int:
    """Return the seats that have played an action card this round, as bits."""
    seats = 0
    for seat in range(state.players):
        if action in state.actions[seat]:
            seats |= 1 << seat
    return seats


def begin_phase(state: Position, phase: int) -> None:
    """Begin a phase and note it in the log."""
    state.begin_phase()
    if state.log is not None:
        state.log.append([events.PHASE, -1, phase])


class Round(SecretStep[Position]):
    """Every seat picks its action card, or two of nine in the experienced game (R-2PX-01)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Begin a new round."""
        state.round += 1
        if state.log is not None:
            state.log.append([events.ROUND, -1, state.round])
        for player in range(state.players):
            state.actions[player] = []
        if state.frontier is not None:
            state.frontier.placed = False
            state.frontier.fresh = []
        self.ask(state, arg)

    def asked(self, state: Position, arg: int) -> int:
        """Return all seats."""
        return (1 << state.players) - 1

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which action, or which two."""
        if state.experienced:
            return ask_some(prompts.ACTIONS, seat, action_cards(state, seat), 2, 2)
        return ask_one(prompts.ACTION, seat, action_cards(state, seat))

    def reveal(self, state: Position) -> None:
        """Reveal the cards, once those that can be stacked two ways are stacked."""
        if state.experienced and state.frontier is not None:
            state.then(step.ACTION_ORDER)
        else:
            begin_phases(state)


class ActionOrder(SecretStep[Position]):
    """A seat that picked both Settle cards says which is on top (R-FRO-10).

    Everybody is asked, though most have only one answer: who has two is still as secret as the cards.
    """

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Ask all, with the picks still face down."""
        state.ask_again(self.asked(state, arg))

    def asked(self, state: Position, arg: int) -> int:
        """Return all seats."""
        return (1 << state.players) - 1

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which card comes first."""
        picked = state.secret[seat]
        both = action.SETTLE in picked and action.FRONTIER in picked
        return ask_one(prompts.ACTIONS_ORDER, seat, picked[:] if both else picked[:1])

    def answer(self, state: Position, seat: Seat, arg: int, choice: Choice) -> None:
        """Stack the two cards."""
        picked = state.secret[seat]
        other = picked[0] if picked[1] == choice[0] else picked[1]
        super().answer(state, seat, arg, [choice[0], other])

    def reveal(self, state: Position) -> None:
        """Reveal the cards."""
        begin_phases(state)


def begin_phases(state: Position) -> None:
    """Queue the phases that were picked, each once, in order (two Develops or Settles: twice)."""
    picked = 0
    develops = 0
    settles = 0
    for seat in range(state.players):
        state.actions[seat] = state.secret[seat]
        if state.log is not None:
            state.log.append([events.ACTIONS, seat, *state.secret[seat]])
        for card in state.actions[seat]:
            picked |= 1 << card
        develops = max(develops, picks(state, seat, action.DEVELOP))
        settles = max(settles, picks(state, seat, action.SETTLE) + picks(state, seat, action.FRONTIER))
    if state.frontier is not None:
        state.frontier.tucked = 0 if state.experienced else _pickers(state, action.FRONTIER)
    state.then(step.ROUND_END)
    if state.war is not None and state.round >= FIRST_INVASION_ROUND:
        state.then(step.INVASION)
    state.then(step.HAND_LIMIT)
    if picked & (1 << action.PRODUCE | 1 << action.REPAIR):
        state.then(step.PRODUCE)
    if picked & (1 << action.TRADE | 1 << action.CONSUME_2X):
        state.then(step.CONSUME)
    if state.war is not None and state.round == 1:
        settles = max(1, settles)  # R-INV-01
    if state.war is not None and state.war.breather:
        develops = max(1, develops)  # R-CST-14
    for number in range(settles, 0, -1):
        state.then(step.SETTLE, arg=number)
    for number in range(develops, 0, -1):
        state.then(step.DEVELOP, arg=number)
    if picked & (1 << action.EXPLORE_5 | 1 << action.EXPLORE_1_1):
        state.then(step.EXPLORE)


class HandLimit(SecretStep[Position]):
    """At the end of a round everybody discards down to ten cards (R-GEN-10)."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """End the phases."""
        state.begin_phase()
        self.ask(state, arg)

    def asked(self, state: Position, arg: int) -> int:
        """Return the seats that hold too many cards."""
        seats = 0
        for seat in range(state.players):
            if len(state.hand[seat]) > HAND_LIMIT:
                seats |= 1 << seat
        return seats

    def decide(self, state: Position, seat: Seat, arg: int) -> Decision:
        """Ask which cards to discard."""
        over = len(state.hand[seat]) - HAND_LIMIT
        return ask_some(prompts.HAND_LIMIT, seat, state.hand[seat][:], over, over)

    def reveal(self, state: Position) -> None:
        """Discard, in player order."""
        for seat in state.player_order():
            cards = state.secret[seat]
            if cards:
                state.discard_from_hand(seat, cards)
                if state.log is not None:
                    state.log.append([events.HAND_LIMIT, seat, *cards])


class RoundEnd(Step[Position]):
    """The end test (R-END-01); the next round, or the end of the game."""

    def run(self, state: Position, seat: Seat, arg: int) -> None:
        """Test for the end."""
        war = state.war
        if war is not None and war.counterstrike:
            if war.repulsed and war.stage == STAGE_INVASION and state.pool > 0:
                turn_the_tide(state, war)
            else:
                war.breather = False
            war.surge = 0
            war.conquered = False
        endings = endings_of(state)
        if not endings:
            state.then(step.ROUND)
            return
        state.over = True
        state.agenda.clear()
        if state.log is not None:
            state.log.append([events.GAME_END, -1, endings])
            for player in range(state.players):
                state.log.append([events.FINAL_SCORE, player, total_score(state, player)])


END_POOL: Final = 1
END_TABLEAU: Final = 2
END_REPULSE: Final = 4
END_DEFEAT: Final = 8
END_CONQUEST_VALUE: Final = 16
END_SYSTEMS: Final = 32


def endings_of(state: Position) -> int:
    """Return the reasons for which the game ends now, as bits.

    The pool is empty, a tableau is full, the Xenos are repulsed, the empire is defeated (R-INV-28); in the conquest
    stage, the conquest value is reached or all Xeno systems are conquered (R-CST-34).
    """
    endings = END_POOL if state.pool <= 0 else 0
    for seat in range(state.players):
        if len(state.tableau[seat]) >= state.tableau_limit:
            endings |= END_TABLEAU
    war = state.war
    if war is None:
        return endings
    if war.is_defeat():
        endings |= END_DEFEAT
    if war.stage == STAGE_INVASION:
        if war.repulsed:
            endings |= END_REPULSE
        return endings
    if war.won:
        endings |= END_CONQUEST_VALUE
    if state.frontier is not None and state.frontier.left(SYSTEMS) == 0:
        endings |= END_SYSTEMS
    return endings
