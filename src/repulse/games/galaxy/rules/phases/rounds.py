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
from repulse.games.galaxy.rules.codes import action, events, prompts, step
from repulse.games.galaxy.rules.frontier import SYSTEMS
from repulse.games.galaxy.rules.phases.counterstrike import turn_the_tide
from repulse.games.galaxy.rules.score import total_score
from repulse.games.galaxy.rules.state import (
    HAND_LIMIT,
    GalaxyState,
    SecretStep,
    Step,
)
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


def action_cards(s: GalaxyState, seat: Seat) -> list[int]:
    """The action cards of a seat.

    A second Develop and Settle in the experienced game, Produce: Repair in a war, Frontier/Conquest Settle with a
    frontier unless it is tucked (R-FRO-01, R-FRO-07).
    """
    cards = _ONCE[:]
    if s.experienced:
        cards.extend([action.DEVELOP, action.SETTLE])
    if s.war is not None:
        cards.append(action.REPAIR)
    if s.frontier is not None and not s.frontier.tucked >> seat & 1:
        cards.append(action.FRONTIER)
    return cards


def picks(s: GalaxyState, seat: Seat, action: int) -> int:
    """How many of an action card a seat has played this round."""
    found = 0
    for card in s.actions[seat]:
        if card == action:
            found += 1
    return found


def settle_card(s: GalaxyState, seat: Seat, number: int) -> int:
    """The Settle card that a seat plays for the `number`-th Settle phase of the round; -1 for none (R-FRO-10)."""
    for card in s.actions[seat]:
        if card == action.SETTLE or card == action.FRONTIER:
            number -= 1
            if number == 0:
                return card
    return -1


def _pickers(s: GalaxyState, action: int) -> int:
    """The seats that have played an action card this round, as bits."""
    seats = 0
    for seat in range(s.players):
        if action in s.actions[seat]:
            seats |= 1 << seat
    return seats


def begin_phase(s: GalaxyState, phase: int) -> None:
    """Begin a phase and note it in the log."""
    s.begin_phase()
    if s.log is not None:
        s.log.append([events.PHASE, -1, phase])


class Round(SecretStep):
    """Every seat picks its action card, or two of nine in the experienced game (R-2PX-01)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """A new round begins."""
        s.round += 1
        if s.log is not None:
            s.log.append([events.ROUND, -1, s.round])
        for each in range(s.players):
            s.actions[each] = []
        if s.frontier is not None:
            s.frontier.placed = False
            s.frontier.fresh = []
        self.ask(s, arg)

    def asked(self, s: GalaxyState, arg: int) -> int:
        """Everybody."""
        return (1 << s.players) - 1

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which action, or which two."""
        if s.experienced:
            return ask_some(prompts.ACTIONS, seat, action_cards(s, seat), 2, 2)
        return ask_one(prompts.ACTION, seat, action_cards(s, seat))

    def reveal(self, s: GalaxyState) -> None:
        """Reveal the cards, once those that can be stacked two ways are stacked."""
        if s.experienced and s.frontier is not None:
            s.then(step.ACTION_ORDER)
        else:
            begin_phases(s)


class ActionOrder(SecretStep):
    """A seat that picked both Settle cards says which is on top (R-FRO-10).

    Everybody is asked, though most have only one answer: who has two is still as secret as the cards.
    """

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask all, with the picks still face down."""
        s.ask_more(self.asked(s, arg))

    def asked(self, s: GalaxyState, arg: int) -> int:
        """Everybody."""
        return (1 << s.players) - 1

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which card comes first."""
        picked = s.secret[seat]
        both = action.SETTLE in picked and action.FRONTIER in picked
        return ask_one(prompts.ACTIONS_ORDER, seat, picked[:] if both else picked[:1])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Stack the two cards."""
        picked = s.secret[seat]
        other = picked[0] if picked[1] == choice[0] else picked[1]
        super().answer(s, seat, arg, [choice[0], other])

    def reveal(self, s: GalaxyState) -> None:
        """Reveal the cards."""
        begin_phases(s)


def begin_phases(s: GalaxyState) -> None:
    """Queue the phases that were picked, each once, in order (two Develops or Settles: twice)."""
    picked = 0
    develops = 0
    settles = 0
    for seat in range(s.players):
        s.actions[seat] = s.secret[seat]
        if s.log is not None:
            s.log.append([events.ACTIONS, seat, *s.secret[seat]])
        for card in s.actions[seat]:
            picked |= 1 << card
        develops = max(develops, picks(s, seat, action.DEVELOP))
        settles = max(settles, picks(s, seat, action.SETTLE) + picks(s, seat, action.FRONTIER))
    if s.frontier is not None:
        s.frontier.tucked = 0 if s.experienced else _pickers(s, action.FRONTIER)
    s.then(step.ROUND_END)
    if s.war is not None and s.round >= FIRST_INVASION_ROUND:
        s.then(step.INVASION)
    s.then(step.HAND_LIMIT)
    if picked & (1 << action.PRODUCE | 1 << action.REPAIR):
        s.then(step.PRODUCE)
    if picked & (1 << action.TRADE | 1 << action.CONSUME_2X):
        s.then(step.CONSUME)
    if s.war is not None and s.round == 1:
        settles = max(1, settles)  # R-INV-01
    if s.war is not None and s.war.breather:
        develops = max(1, develops)  # R-CST-14
    for number in range(settles, 0, -1):
        s.then(step.SETTLE, arg=number)
    for number in range(develops, 0, -1):
        s.then(step.DEVELOP, arg=number)
    if picked & (1 << action.EXPLORE_5 | 1 << action.EXPLORE_1_1):
        s.then(step.EXPLORE)


class HandLimit(SecretStep):
    """At the end of a round everybody discards down to ten cards (R-GEN-10)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """The phases are over."""
        s.begin_phase()
        self.ask(s, arg)

    def asked(self, s: GalaxyState, arg: int) -> int:
        """The seats that hold too many cards."""
        seats = 0
        for seat in range(s.players):
            if len(s.hand[seat]) > HAND_LIMIT:
                seats |= 1 << seat
        return seats

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to discard."""
        over = len(s.hand[seat]) - HAND_LIMIT
        return ask_some(prompts.HAND_LIMIT, seat, s.hand[seat][:], over, over)

    def reveal(self, s: GalaxyState) -> None:
        """Discard, in player order."""
        for seat in s.player_order():
            cards = s.secret[seat]
            if cards:
                s.discard_from_hand(seat, cards)
                if s.log is not None:
                    s.log.append([events.HAND_LIMIT, seat, *cards])


class RoundEnd(Step):
    """The end test (R-END-01); the next round, or the end of the game."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Test for the end."""
        war = s.war
        if war is not None and war.counterstrike:
            if war.repulsed and war.stage == STAGE_INVASION and s.pool > 0:
                turn_the_tide(s, war)
            else:
                war.breather = False
            war.surge = 0
            war.conquered = False
        endings = endings_of(s)
        if not endings:
            s.then(step.ROUND)
            return
        s.over = True
        s.agenda = []
        if s.log is not None:
            s.log.append([events.GAME_END, -1, endings])
            for each in range(s.players):
                s.log.append([events.FINAL_SCORE, each, total_score(s, each)])

    def answer(self, s: GalaxyState, seat: Seat, arg: int, choice: Choice) -> None:
        """Nothing is asked here."""
        raise NotImplementedError


END_POOL: Final = 1
END_TABLEAU: Final = 2
END_REPULSE: Final = 4
END_DEFEAT: Final = 8
END_CONQUEST_VALUE: Final = 16
END_SYSTEMS: Final = 32


def endings_of(s: GalaxyState) -> int:
    """The reasons for which the game ends now, as bits.

    The pool is empty, a tableau is full, the Xenos are repulsed, the empire is defeated (R-INV-28); in the conquest
    stage, the conquest value is reached or all Xeno systems are conquered (R-CST-34).
    """
    endings = END_POOL if s.pool <= 0 else 0
    for seat in range(s.players):
        if len(s.tableau[seat]) >= s.tableau_limit:
            endings |= END_TABLEAU
    war = s.war
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
    if s.frontier is not None and s.frontier.left(SYSTEMS) == 0:
        endings |= END_SYSTEMS
    return endings
