"""A round: action cards, the phases they bring, the hand limit and the end of the game."""

from __future__ import annotations

from repulse.engine.contract import Choice, Decision, Seat, ask_one, ask_some
from repulse.galaxy import events
from repulse.galaxy.score import total_score
from repulse.galaxy.state import HAND_LIMIT, GalaxyState, SecretStep, Step
from repulse.galaxy.steps import numbers as n
from repulse.galaxy.war import FIRST_INVASION_ROUND

_ONCE = [
    n.ACT_EXPLORE_5,
    n.ACT_EXPLORE_1_1,
    n.ACT_DEVELOP,
    n.ACT_SETTLE,
    n.ACT_TRADE,
    n.ACT_CONSUME_2X,
    n.ACT_PRODUCE,
]


def action_cards(s: GalaxyState) -> list[int]:
    """The action cards of a seat: a second Develop and Settle in the experienced game, Produce: Repair in a war."""
    cards = _ONCE[:]
    if s.experienced:
        cards.extend([n.ACT_DEVELOP, n.ACT_SETTLE])
    if s.war is not None:
        cards.append(n.ACT_REPAIR)
    return cards


def picks(s: GalaxyState, seat: Seat, action: int) -> int:
    """How many of an action card a seat has played this round."""
    return s.actions[seat].count(action)


def most_picks(s: GalaxyState, action: int) -> int:
    """The most of an action card that any one seat has played this round: so many phases it brings."""
    most = 0
    for seat in range(s.players):
        most = max(most, s.actions[seat].count(action))
    return most


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
        s.ask_all((1 << s.players) - 1)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which action."""
        if s.experienced:
            return ask_some(seat, "actions", "action", action_cards(s), 2, 2)
        return ask_one(seat, "action", "action", action_cards(s))

    def reveal(self, s: GalaxyState) -> None:
        """Bring the phases that were picked, each once, in order (two Develops or Settles: twice)."""
        for seat in range(s.players):
            s.actions[seat] = s.secret[seat]
            if s.log is not None:
                s.log.append([events.ACTIONS, seat, *s.secret[seat]])
        s.then(n.ROUND_END)
        if s.war is not None and s.round >= FIRST_INVASION_ROUND:
            s.then(n.INVASION)
        s.then(n.HAND_LIMIT)
        if most_picks(s, n.ACT_PRODUCE) or most_picks(s, n.ACT_REPAIR):
            s.then(n.PRODUCE)
        if most_picks(s, n.ACT_TRADE) or most_picks(s, n.ACT_CONSUME_2X):
            s.then(n.CONSUME)
        settles = most_picks(s, n.ACT_SETTLE)
        if s.war is not None and s.round == 1:
            settles = max(1, settles)  # R-INV-01
        for number in range(settles, 0, -1):
            s.then(n.SETTLE, arg=number)
        for number in range(most_picks(s, n.ACT_DEVELOP), 0, -1):
            s.then(n.DEVELOP, arg=number)
        if most_picks(s, n.ACT_EXPLORE_5) or most_picks(s, n.ACT_EXPLORE_1_1):
            s.then(n.EXPLORE)


class HandLimit(SecretStep):
    """At the end of a round everybody discards down to ten cards (R-GEN-10)."""

    def run(self, s: GalaxyState, seat: Seat, arg: int) -> None:
        """Ask the seats that hold too many."""
        s.begin_phase()
        seats = 0
        for each in range(s.players):
            if len(s.hand[each]) > HAND_LIMIT:
                seats |= 1 << each
        if seats:
            s.ask_all(seats)

    def decide(self, s: GalaxyState, seat: Seat, arg: int) -> Decision:
        """Which cards to give up."""
        over = len(s.hand[seat]) - HAND_LIMIT
        return ask_some(seat, "hand_limit", "card", s.hand[seat][:], over, over)

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
        endings = endings_of(s)
        if not endings:
            s.then(n.ROUND)
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


END_POOL = 1
END_TABLEAU = 2
END_REPULSE = 4
END_DEFEAT = 8


def endings_of(s: GalaxyState) -> int:
    """The reasons for which the game ends now, as bits: the pool is empty, a tableau is full,
    the Xenos are repulsed, the empire is defeated (R-INV-28)."""
    endings = END_POOL if s.pool <= 0 else 0
    for seat in range(s.players):
        if len(s.tableau[seat]) >= s.tableau_limit:
            endings |= END_TABLEAU
    if s.war is not None:
        if s.war.repulsed:
            endings |= END_REPULSE
        if s.war.is_defeat():
            endings |= END_DEFEAT
    return endings
