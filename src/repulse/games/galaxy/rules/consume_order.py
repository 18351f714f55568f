"""Whether it matters in which order a seat uses its consume powers, and on which goods.

A power that must be used and takes nothing comes first: there is nothing to wait for. Powers that spend cards of the hand
come last: by then all cards are drawn. For the rest all ways are played out on copies of a view, in which drawn cards stay
face down. If after one answer there is still a way to the same goods as after every other, with no fewer chips and cards,
the question need not be put to anybody.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeAlias

from repulse.engine.contract import ONE, Choice, Decision, Seat
from repulse.engine.steps import seat_of, step_of
from repulse.games.galaxy.codes import effect, prompts, step
from repulse.games.galaxy.rules.phases.consume import NO_MORE, is_optional
from repulse.games.galaxy.rules.state import GalaxyState

PLAIN: Final = (
    effect.CONSUME,
    effect.CONSUME_DIFFERENT,
    effect.CONSUME_ALL,
    effect.DRAW,
    effect.VP,
    effect.DISCARD_CARDS,
)
"""Effects that depend neither on luck nor on a sale."""
GIFTS: Final = (effect.DRAW, effect.VP)
"""Effects of powers that take nothing."""
MAX_POSITIONS: Final = 400
"""With more positions than this to look at, the player is asked."""
FEW_CHIPS: Final = 6
"""With no more chips than this left in the pool, the number taken may decide when the game ends."""

_STEPS: Final = (step.CONSUME_POWER, step.CONSUME_GOODS)

Outcome: TypeAlias = tuple[tuple[int, ...], int, int]
"""The goods on the worlds, the chips, and the number of cards in hand."""


def sure_use(view: GalaxyState, decision: Decision) -> Choice:
    """Return a power to use or goods to take by which nothing can be lost; empty if the player must decide."""
    if decision.prompt == prompts.CONSUME_POWER.ident:
        for option in decision.options:
            if _is_gift(view, option):
                return [option]
    if view.current_step() not in _STEPS or not _all_plain(view, decision.seat):
        return []
    return _best_choice(view, decision.seat)


def _is_gift(view: GalaxyState, option: int) -> bool:
    """Return whether a power takes nothing, and the deck has the cards it gives."""
    power = None if option == NO_MORE else view.cards.power(option)
    return power is not None and power.do in GIFTS and len(view.deck) > power.amount


def _all_plain(view: GalaxyState, seat: Seat) -> bool:
    powers = [power for card in view.working(seat) for power in view.cards.consume[card]]
    return all(power.do in PLAIN for power in powers if power.ident not in view.payment.used_powers)


def _best_choice(view: GalaxyState, seat: Seat) -> Choice:
    """Return an answer after which every outcome of any other answer can still be matched; empty if there is none."""
    ways = _Ways(view, seat)
    try:
        reached = [(choice, ways.outcomes(ways.try_choice(view, choice))) for choice in ways.choices(view)]
    except _UnclearError:
        return []
    outcomes = {outcome for _, own in reached for outcome in own}
    most = max((chips for _goods, chips, _cards in outcomes), default=0) - view.chips[seat]
    plenty = view.pool - most > FEW_CHIPS
    for choice, own in reached:
        if all(any(_is_no_worse(outcome, other, plenty) for outcome in own) for other in outcomes):
            return choice
    return []


def _is_no_worse(outcome: Outcome, other: Outcome, plenty: bool) -> bool:
    """Return whether an outcome leaves the same goods as another, and no fewer cards and chips.

    If chips are not plenty, it must leave just as many: an extra chip could end the game.
    """
    goods, chips, cards = outcome
    other_goods, other_chips, other_cards = other
    enough = chips >= other_chips if plenty else chips == other_chips
    return goods == other_goods and cards >= other_cards and enough


class _UnclearError(Exception):
    """There are too many ways to look at, or cards would be shuffled."""


class _Ways:
    """The ways in which a seat can go on to consume."""

    def __init__(self, view: GalaxyState, seat: Seat) -> None:
        self.seat = seat
        self.reshuffles = view.reshuffles
        self.floor = _end_of_consuming(view, seat)
        self._outcomes: dict[tuple[object, ...], frozenset[Outcome]] = {}

    def choices(self, position: GalaxyState) -> list[Choice]:
        """Return the answers that spend no cards of the hand."""
        decision = position.decision(self.seat)
        if decision.kind != ONE:
            return [list(some) for some in combinations(decision.options, decision.most)]
        options = decision.options
        if decision.prompt == prompts.CONSUME_POWER.ident:
            power = position.cards.power
            options = [option for option in options if option != NO_MORE and not is_optional(power(option))]
        return [[option] for option in options]

    def outcomes(self, position: GalaxyState) -> frozenset[Outcome]:
        """Return every outcome that a position can have.

        Raises:
            _UnclearError: There is too much to look at, or cards are shuffled.
        """
        if position.reshuffles != self.reshuffles:
            # The time of a reshuffle decides which cards are shuffled.
            raise _UnclearError
        seat = self.seat
        outcome: Outcome = (tuple(position.goods[seat]), position.chips[seat], len(position.hand[seat]))
        choices = self.choices(position) if position.owing else []
        if not choices:
            return frozenset([outcome])
        payment = position.payment
        key = (position.current, outcome, *sorted(payment.used_powers), *sorted(payment.taken_goods))
        outcomes = self._outcomes.get(key)
        if outcomes is None:
            if len(self._outcomes) >= MAX_POSITIONS:
                raise _UnclearError
            reached: set[Outcome] = set()
            for choice in choices:
                reached |= self.outcomes(self.try_choice(position, choice))
            outcomes = frozenset(reached)
            self._outcomes[key] = outcomes
        return outcomes

    def try_choice(self, position: GalaxyState, choice: Choice) -> GalaxyState:
        """Return a copy after an answer, at the next question to this seat or when it has consumed."""
        return position.try_answer(self.seat, choice, self.floor)


def _end_of_consuming(view: GalaxyState, seat: Seat) -> int:
    """Return the length of the agenda when this seat has consumed."""
    length = len(view.agenda)
    while length and step_of(view.agenda[length - 1]) in _STEPS and seat_of(view.agenda[length - 1]) == seat:
        length -= 1
    return length
