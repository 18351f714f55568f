"""Whether it matters in which order the consume powers of a seat are used, and on which goods.

A power that must be used and takes nothing comes first: there is nothing to wait for. Otherwise, where every way leads to
the same goods, chips and cards, the question need not be put to anybody. All ways are played out on copies of a view:
what is drawn stays face down there.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from repulse.engine.contract import ONE, Choice, Decision, Seat
from repulse.games.galaxy.rules.codes import do, prompts, step
from repulse.games.galaxy.rules.packing import arg_of, seat_of, step_of
from repulse.games.galaxy.rules.phases.consume import NO_MORE
from repulse.games.galaxy.rules.state import STEPS, GalaxyState

PLAIN: Final = (do.CONSUME, do.CONSUME_DIFFERENT, do.CONSUME_ALL, do.DRAW, do.VP)
"""What a power may do: nothing that depends on the hand, on luck or on a wish."""
GIFTS: Final = (do.DRAW, do.VP)
"""Powers that take nothing."""
MOST_POSITIONS: Final = 400
"""With more than this to look at, the player is asked."""

_STEPS: Final = (step.CONSUME_POWER, step.CONSUME_GOODS)

Outcome = tuple[tuple[int, ...], int, int]
"""The goods on the worlds, the chips, and the number of cards in hand."""


def sure_use(view: GalaxyState, decision: Decision) -> Choice:
    """A power to use or goods to take by which nothing can be lost; empty if that is for the player to say."""
    if decision.prompt == prompts.CONSUME_POWER.ident:
        for option in decision.options:
            if _is_gift(view, option):
                return [option]
    return decision.options[: decision.least] if order_is_free(view, decision.seat) else []


def _is_gift(view: GalaxyState, option: int) -> bool:
    """Whether a power takes nothing, and the deck has the cards it gives."""
    power = None if option == NO_MORE else view.cards.power(option)
    return power is not None and power.do in GIFTS and len(view.deck) > power.amount


def order_is_free(view: GalaxyState, seat: Seat) -> bool:
    """Whether all ways to consume, from what `seat` is asked in this view, come to the same."""
    if view.current_step() not in _STEPS or not _all_plain(view, seat):
        return False
    floor = _end_of_consuming(view, seat)
    reached: Outcome | None = None
    seen: set[tuple[object, ...]] = set()
    open_ = [view.clone()]
    while open_:
        position = open_.pop()
        for choice in _choices(position, seat):
            after = _answered(position, seat, choice, floor)
            if after.reshuffles != view.reshuffles:
                # When it happens decides which cards are shuffled.
                return False
            if after.owing == 0:
                outcome = tuple(after.goods[seat]), after.chips[seat], len(after.hand[seat])
                if reached is not None and outcome != reached:
                    return False
                reached = outcome
                continue
            key = (after.current, *after.goods[seat], *sorted(after.spent), *sorted(after.taken))
            if key not in seen:
                seen.add(key)
                open_.append(after)
        if len(seen) > MOST_POSITIONS:
            return False
    return True


def _all_plain(view: GalaxyState, seat: Seat) -> bool:
    powers = [power for card in view.working(seat) for power in view.cards.consume[card]]
    return all(power.do in PLAIN for power in powers if power.ident not in view.spent)


def _end_of_consuming(view: GalaxyState, seat: Seat) -> int:
    """How long the agenda is when this seat has consumed."""
    length = len(view.agenda)
    while length and step_of(view.agenda[length - 1]) in _STEPS and seat_of(view.agenda[length - 1]) == seat:
        length -= 1
    return length


def _choices(position: GalaxyState, seat: Seat) -> list[Choice]:
    decision = position.decision(seat)
    if decision.kind == ONE:
        return [[option] for option in decision.options]
    return [list(some) for some in combinations(decision.options, decision.most)]


def _answered(position: GalaxyState, seat: Seat, choice: Choice, floor: int) -> GalaxyState:
    """A copy after an answer, at the next question to this seat or when it has consumed."""
    after = position.clone()
    after.forget_asked()
    after.owing = 0
    STEPS[step_of(after.current)].answer(after, seat, arg_of(after.current), choice)
    while after.owing == 0 and len(after.agenda) > floor:
        after.current = after.agenda.pop()
        STEPS[step_of(after.current)].run(after, seat_of(after.current), arg_of(after.current))
    return after
