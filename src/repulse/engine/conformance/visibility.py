"""Checks of who sees what: secrets, quiet answers, the log, news and views."""

from __future__ import annotations

from collections.abc import Iterable

from repulse.engine.answers import random_answer
from repulse.engine.conformance.basics import (
    MAX_CHOICES,
    ConformanceError,
    asked,
    broken,
    canonical,
    canonical_but,
    decision_text,
    difference,
    held_streams,
    mixed_seed,
    same_decision,
    viewers,
)
from repulse.engine.conformance.play import check_data
from repulse.engine.contract import (
    Choice,
    Decision,
    Event,
    Game,
    IllegalChoice,
    Memory,
    Seat,
    State,
)
from repulse.engine.random import Stream


class _Sight:
    """Everything that all seats but one see, to be compared with what they see later."""

    def __init__(self, state: State, log: list[Event], but: Seat) -> None:
        self.seen: dict[Seat, str] = {}
        self.asked: dict[Seat, Decision | None] = {}
        self.events: dict[Seat, list[Event]] = {}
        for viewer in viewers(state):
            if viewer != but:
                self.seen[viewer] = canonical_but(state.view(viewer), "owing")
                self.asked[viewer] = asked(state, viewer)
                self.events[viewer] = [state.visible_event(event, viewer) for event in log]


def check_quiet(state: State, seat: Seat, answer: Choice) -> None:
    """Check that until all answers of a step are in, the others see only that an answer was given."""
    copy = state.clone()
    log: list[Event] = []
    copy.log = log
    before = _Sight(copy, log, seat)
    copy.apply(seat, answer)
    if copy.step_id != state.step_id or not copy.owing:
        return
    after = _Sight(copy, log, seat)
    for viewer, seen in before.seen.items():
        if after.seen[viewer] != seen:
            broken("quiet", f"viewer {viewer} sees something of the answer of seat {seat}")
        if after.events[viewer] != before.events[viewer]:
            broken("quiet", f"viewer {viewer} reads of the answer of seat {seat} in the log")
        left, right = before.asked[viewer], after.asked[viewer]
        if (left is None) != (right is None) or (left and right and not same_decision(left, right)):
            broken("quiet", f"seat {viewer} is asked something else after the answer of seat {seat}")


def check_secrets(game: Game, state: State, log: list[Event], *, stream: Stream) -> int:
    """Check that redealing what a viewer cannot see changes nothing they see. Returns how often it changed the position."""
    before = canonical(state)
    changed = 0
    for viewer in viewers(state):
        other = game.determinize(state.view(viewer), mixed_seed(stream.next32(), viewer + 1))
        changed += canonical_but(other, "stream") != canonical_but(state, "stream")
        mine, theirs = state.view(viewer), other.view(viewer)
        if canonical(mine) != canonical(theirs):
            broken("secrets", f"viewer {viewer} sees hidden things: {difference(mine.data(), theirs.data())}")
        if place := difference(mine, theirs):
            broken("secrets", f"the view of {viewer} holds hidden things at {place}")
        left, right = asked(state, viewer), asked(other, viewer)
        if left and right and not same_decision(left, right):
            broken(
                "secrets",
                f"the decision of seat {viewer} depends on what it cannot see: {decision_text(left)}",
            )
        for event in log:
            if state.visible_event(event, viewer) != other.visible_event(event, viewer):
                broken(
                    "secrets", f"what viewer {viewer} reads of event {event} depends on what he cannot see"
                )
    if canonical(state) != before:
        broken("secrets", "making views and determinizing them changes the position")
    return changed


def check_determinize(game: Game, state: State, viewer: Seat, *, memory: Memory, stream: Stream) -> bool:
    """Check that a view gives complete positions that match it and can be played out. Returns whether two seeds gave two of them.

    `memory` is the viewer's, and has already seen this view.
    """
    view = state.view(viewer)
    seen = canonical(view)
    deals: list[State] = []
    for remembered in (None, memory):
        deal = game.determinize(view, mixed_seed(stream.next32(), viewer + 1), remembered)
        deals.append(deal)
        if canonical(view) != seen:
            broken("determinize", "determinize changes the view")
        if deal.is_view():
            broken("determinize", "determinize gives a view")
        try:
            game.check_state(deal)
        except AssertionError as error:
            raise ConformanceError("determinize", f"determinize makes no sound position: {error}") from error
        if canonical(deal.view(viewer)) != seen:
            words = difference(view.data(), deal.view(viewer).data())
            broken("determinize", f"the position made for viewer {viewer} does not fit the view: {words}")
        if deal.owing != state.owing:
            broken("determinize", "other seats owe than in the view")
        left, right = asked(view, viewer), asked(deal, viewer)
        if left and right and not same_decision(left, right):
            broken("determinize", f"seat {viewer} is asked something else: {decision_text(right)}")
    again = mixed_seed(stream.next32(), 0)
    first, second = game.determinize(view, again), game.determinize(view, again)
    if canonical(first) != canonical(second):
        broken("determinize", "the same seed gives two positions")
    differ = canonical_but(first, "stream") != canonical_but(deals[0], "stream")
    play_out(deals[-1], stream)
    return differ


def play_out(state: State, stream: Stream) -> None:
    """Play a position from determinize to its end, at random."""
    for _ in range(MAX_CHOICES):
        seats = state.seats_owing()
        if not seats:
            return
        seat = seats[stream.below(len(seats))]
        try:
            state.apply(seat, random_answer(state.decision(seat), stream))
        except Exception as error:
            raise ConformanceError("determinize", f"the position cannot be played on: {error!r}") from error
    broken("determinize", f"the position is still being played after {MAX_CHOICES} choices")


def check_log(state: State, log: list[Event], stream: Stream) -> None:
    """Check that a number that an event hides from a viewer can have any value without a visible change."""
    values: dict[tuple[int, int], list[int]] = {}
    for event in log:
        for place, value in enumerate(event):
            values.setdefault((event[0], place), []).append(value)
    for viewer in viewers(state):
        for event in log:
            kept = event[:]
            seen = state.visible_event(event, viewer)
            if event != kept:
                broken("log", f"visible_event changes the event {kept} itself")
            if seen[:2] != event[:2]:
                broken("log", f"viewer {viewer} reads {seen} of {event}: another event or another seat")
            if state.visible_event(seen, viewer) != seen:
                broken("log", f"viewer {viewer} reads {seen} of {event}, and something else of that")
            if seen == event:
                continue
            length = len(seen) == len(event)
            first = next((i for i in range(min(len(seen), len(event))) if seen[i] != event[i]), len(seen))
            other = event[:]
            for place in range(first, len(event)):
                if not length or seen[place] != event[place]:
                    seen_values = values[event[0], place]
                    other[place] = seen_values[stream.below(len(seen_values))]
            if state.visible_event(other, viewer) != seen:
                broken("log", f"viewer {viewer} can tell the events {event} and {other} apart")


def check_news(game: Game, state: State, seat: Seat, *, answered: Iterable[Seat], stream: Stream) -> None:
    """Check that an answer that reveals something to a seat increases the reveal count, so that undo cannot be used to peek.

    Two positions that a viewer cannot tell apart are played on. While there is no news the viewer can undo, so they must
    still be unable to tell the positions apart, even by whether there is news. `answered` are the seats
    that have answered in this step and may undo it.
    """
    decision = state.decision(seat)
    answer = random_answer(decision, stream)
    # The seat itself, which does not know what is hidden from it.
    outcomes = [_outcome(state, seat, answer, viewer=seat)]
    for _ in range(2):
        other = game.determinize(state.view(seat), mixed_seed(stream.next32(), seat + 1))
        try:
            outcomes.append(_outcome(other, seat, answer, viewer=seat))
        except IllegalChoice as error:
            words = f"whether {answer} is legal depends on hidden things: {error}"
            raise ConformanceError("news", words) from error
        except Exception as error:
            words = f"the position cannot be played on: {error!r}"
            raise ConformanceError("determinize", words) from error
    _compare_outcomes(outcomes, seat, f"its answer to the {decision_text(decision)}")
    # Those who have answered in this step do not know what the seat will answer.
    for viewer in answered:
        if viewer != seat:
            answers = [answer] + [random_answer(decision, stream) for _ in range(2)]
            outcomes = [_outcome(state, seat, answer, viewer=viewer) for answer in answers]
            _compare_outcomes(outcomes, viewer, f"seat {seat}'s answer to the {decision_text(decision)}")


def _outcome(state: State, seat: Seat, answer: Choice, *, viewer: Seat) -> tuple[bool, str]:
    """Return whether an answer makes news, and what a viewer then sees apart from the count of news."""
    copy = state.clone()
    copy.apply(seat, answer)
    return copy.reveal_count != state.reveal_count, canonical_but(copy.view(viewer), "news")


def _compare_outcomes(outcomes: list[tuple[bool, str]], viewer: Seat, about: str) -> None:
    for news, seen in outcomes[1:]:
        if not news and not outcomes[0][0] and seen != outcomes[0][1]:
            broken("news", f"seat {viewer} learns something without news by {about}")
        if news != outcomes[0][0] and seen == outcomes[0][1]:
            broken("news", f"seat {viewer} can tell hidden things by whether undo is possible, after {about}")


def check_view(state: State, stream: Stream) -> None:
    """Check that a view cannot be played, holds no random stream of the game, and asks only its own viewer."""
    hidden = held_streams(state)
    for viewer in viewers(state):
        view = state.view(viewer)
        seen = canonical(view)
        check_data(view)
        if view.log is not None:
            broken("view", f"the view of {viewer} has the log")
        if view.players != state.players or view.owing != state.owing:
            broken("view", f"the view of {viewer} has other players or others who owe")
        if any(words in hidden for words in held_streams(view)):
            broken("view", f"the view of {viewer} holds the random stream of the game")
        if canonical(view.view(viewer)) != seen or difference(view, view.view(viewer)):
            broken("view", f"the view of the view of {viewer} differs from it")
        if canonical(view.clone()) != seen or difference(view, view.clone()):
            broken("view", f"a copy of the view of {viewer} differs from it")
        for seat in state.seats_owing():
            decision = state.decision(seat)
            try:
                view.apply(seat, random_answer(decision, stream))
            except IllegalChoice:
                pass
            else:
                broken("view", f"the view of {viewer} can be played")
            if seat == viewer:
                if not same_decision(view.decision(seat), decision):
                    broken("view", f"the view of {viewer} has another decision")
                continue
            try:
                view.decision(seat)
            except IllegalChoice:
                continue
            broken("view", f"the view of {viewer} has the decision of seat {seat}")
        if canonical(view) != seen:
            broken("view", f"the view of {viewer} changes when it is used")
