"""The possible answers of a decision: draw one at random, count them, list them."""

from __future__ import annotations

from math import comb

from repulse.engine.contract import ONE, Choice, Decision, State
from repulse.engine.random import Stream


def random_answer(decision: Decision, stream: Stream) -> Choice:
    """Return an answer drawn at random: one option, or first how many and then which."""
    options = decision.options
    size = len(options)
    if decision.kind == ONE:
        return [options[0]] if size == 1 else [options[stream.below(size)]]
    least = decision.least
    most = decision.most
    count = least if least == most else least + stream.below(most - least + 1)
    if count == 0:
        return []
    if count == size:
        return sorted(options)
    pool = options[:]
    for i in range(count):
        j = i + stream.below(size - i)
        kept = pool[i]
        pool[i] = pool[j]
        pool[j] = kept
    chosen = pool[:count]
    chosen.sort()
    return chosen


def play_at_random(state: State, stream: Stream) -> tuple[int, int]:
    """Play a game to its end, with an answer drawn at random to every decision of the lowest seat that owes one.

    Compiled, this is the fastest way to play out a position: nothing is interpreted between two decisions.

    Args:
        state: The position; it is changed.
        stream: The random numbers.

    Returns:
        The number of answers that had an alternative, and of those that had none.
    """
    chosen = forced = 0
    while state.owing:
        seat = 0
        while not state.owing >> seat & 1:
            seat += 1
        if state.apply_forced(seat):
            forced += 1
        else:
            chosen += 1
            state.apply(seat, random_answer(state.decision(seat), stream))
    return chosen, forced


def count_answers(decision: Decision) -> int:
    """Return how many ways there are to answer; an option listed twice counts twice."""
    size = len(decision.options)
    if decision.kind == ONE:
        return size
    total = 0
    for count in range(decision.least, decision.most + 1):
        total += comb(size, count)
    return total


def all_answers(decision: Decision) -> list[Choice]:
    """Return every distinct answer. There may be very many: call `count_answers` first."""
    if decision.kind == ONE:
        return [[value] for value in decision.options]
    # Built option by option, so that the answers come out sorted; copies of an option give equal answers, which
    # the dictionary drops.
    grown: dict[tuple[int, ...], bool] = {(): True}
    for value in sorted(decision.options):
        for answer in list(grown):
            if len(answer) < decision.most:
                grown[(*answer, value)] = True
    return [list(answer) for answer in grown if len(answer) >= decision.least]
