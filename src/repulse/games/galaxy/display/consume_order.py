"""Whether it matters in which order the consume powers of a seat are used, and on which goods.

A power that must be used and takes nothing comes first: there is nothing to wait for. Powers that spend cards of the hand
come last: by then all cards are drawn. For the rest all ways are played out on copies of a view, where what is drawn stays
face down. If after one answer there is still a way to the same goods as after every other, with no fewer chips and cards,
the question need not be put to anybody.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from repulse.engine.contract import ONE, Choice, Decision, Seat
from repulse.games.galaxy.rules.codes import do, prompts, step
from repulse.games.galaxy.rules.packing import arg_of, seat_of, step_of
from repulse.games.galaxy.rules.phases.consume import NO_MORE, is_optional
from repulse.games.galaxy.rules.state import STEPS, GalaxyState

PLAIN: Final = (do.CONSUME, do.CONSUME_DIFFERENT, do.CONSUME_ALL, do.DRAW, do.VP, do.DISCARD_CARDS)
"""What a power may do: nothing that depends on luck or on what is sold."""
GIFTS: Final = (do.DRAW, do.VP)
"""Powers that take nothing."""
MOST_POSITIONS: Final = 400
"""With more than this to look at, the player is asked."""
FEW_CHIPS: Final = 6
"""With no more than this left in the pool, who takes how many may decide when the game ends."""

_STEPS: Final = (step.CONSUME_POWER, step.CONSUME_GOODS)

Outcome = tuple[tuple[int, ...], int, int]
"""The goods on the worlds, the chips, and the number of cards in hand."""


def sure_use(view: GalaxyState, decision: Decision) -> Choice:
    """A power to use or goods to take by which nothing can be lost; empty if that is for the player to say."""
    if decision.prompt == prompts.CONSUME_POWER.ident:
        for option in decision.options:
            if _is_gift(view, option):
                return [option]
    if view.current_step() not in _STEPS or not _all_plain(view, decision.seat):
        return []
    return _best_choice(view, decision.seat)


def _is_gift(view: GalaxyState, option: int) -> bool:
    """Whether a power takes nothing, and the deck has the cards it gives."""
    power = None if option == NO_MORE else view.cards.power(option)
    return power is not None and power.do in GIFTS and len(view.deck) > power.amount


def _all_plain(view: GalaxyState, seat: Seat) -> bool:
    powers = [power for card in view.working(seat) for power in view.cards.consume[card]]
    return all(power.do in PLAIN for power in powers if power.ident not in view.spent)


def _best_choice(view: GalaxyState, seat: Seat) -> Choice:
    """An answer after which all is left that any other would leave; empty if there is none."""
    ways = _Ways(view, seat)
    try:
        reached = [(choice, ways.outcomes(ways.answered(view, choice))) for choice in ways.choices(view)]
    except _Unclear:
        return []
    outcomes = {outcome for _choice, each in reached for outcome in each}
    most = max((chips for _goods, chips, _cards in outcomes), default=0) - view.chips[seat]
    spare = view.pool - most > FEW_CHIPS
    for choice, each in reached:
        if all(any(_is_no_worse(one, other, spare) for one in each) for other in outcomes):
            return choice
    return []


def _is_no_worse(one: Outcome, other: Outcome, spare: bool) -> bool:
    """Whether an outcome leaves the same goods as another, and no fewer cards and chips; just as many if chips are few."""
    return one[0] == other[0] and one[2] >= other[2] and (one[1] >= other[1] if spare else one[1] == other[1])


class _Unclear(Exception):
    """It cannot be said what the ways come to."""


class _Ways:
    """The ways in which a seat can go on to consume."""

    def __init__(self, view: GalaxyState, seat: Seat) -> None:
        self.seat = seat
        self.reshuffles = view.reshuffles
        self.floor = _end_of_consuming(view, seat)
        self._known: dict[tuple[object, ...], frozenset[Outcome]] = {}

    def choices(self, position: GalaxyState) -> list[Choice]:
        """The answers that spend no cards of the hand."""
        decision = position.decision(self.seat)
        if decision.kind != ONE:
            return [list(some) for some in combinations(decision.options, decision.most)]
        options = decision.options
        if decision.prompt == prompts.CONSUME_POWER.ident:
            power = position.cards.power
            options = [each for each in options if each != NO_MORE and not is_optional(power(each))]
        return [[option] for option in options]

    def outcomes(self, position: GalaxyState) -> frozenset[Outcome]:
        """What a position can come to; _Unclear if there is too much to look at, or cards are shuffled."""
        if position.reshuffles != self.reshuffles:
            # When it happens decides which cards are shuffled.
            raise _Unclear
        seat = self.seat
        outcome = tuple(position.goods[seat]), position.chips[seat], len(position.hand[seat])
        choices = self.choices(position) if position.owing else []
        if not choices:
            return frozenset([outcome])
        key = (position.current, outcome, *sorted(position.spent), *sorted(position.taken))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_POSITIONS:
                raise _Unclear
            known = frozenset().union(*(self.outcomes(self.answered(position, each)) for each in choices))
            self._known[key] = known
        return known

    def answered(self, position: GalaxyState, choice: Choice) -> GalaxyState:
        """A copy after an answer, at the next question to this seat or when it has consumed."""
        after = position.clone()
        after.forget_asked()
        after.owing = 0
        STEPS[step_of(after.current)].answer(after, self.seat, arg_of(after.current), choice)
        while after.owing == 0 and len(after.agenda) > self.floor:
            after.current = after.agenda.pop()
            STEPS[step_of(after.current)].run(after, seat_of(after.current), arg_of(after.current))
        return after


def _end_of_consuming(view: GalaxyState, seat: Seat) -> int:
    """How long the agenda is when this seat has consumed."""
    length = len(view.agenda)
    while length and step_of(view.agenda[length - 1]) in _STEPS and seat_of(view.agenda[length - 1]) == seat:
        length -= 1
    return length
