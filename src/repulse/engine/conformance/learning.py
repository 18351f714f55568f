"""Checks of what learners use: answers as picks, positions as numbers."""

from __future__ import annotations

from collections.abc import Callable

from repulse.engine.answers import all_answers, count_answers, random_answer
from repulse.engine.conformance.basics import broken, canonical, decision_text, mixed_seed
from repulse.engine.conformance.play import MAX_LISTED_ANSWERS
from repulse.engine.contract import Choice, Decision, IllegalChoice, Seat, State, check_choice
from repulse.engine.features import MAX_VALUE
from repulse.engine.learning import FeatureWriter, Learning
from repulse.engine.picks.space import ActionSpace, Picker
from repulse.engine.random import Stream


def picks_at_random(learning: Learning) -> Callable[[State, Decision, Stream], Choice]:
    """Return a chooser that builds its answers from picks only, each drawn at random from those available."""

    def choose(state: State, decision: Decision, stream: Stream) -> Choice:
        space = learning.action_space(state)
        return space.choice(decision, _random_path(space, decision, stream))

    return choose


def open_picks(space: ActionSpace, decision: Decision, picked: list[int]) -> list[int]:
    """Return the available actions."""
    out = bytearray(b"\xff" * space.size)
    count = space.mask(decision, picked, out)
    legal = [pick for pick, is_open in enumerate(out) if is_open]
    if len(out) != space.size or set(out) - {0, 1} or count != len(legal):
        broken("picks", f"not a mask of {count} open actions: {out.hex()}")
    return legal


def check_picks(learning: Learning, state: State, seat: Seat, *, stream: Stream) -> None:
    """Check that the offered paths of picks are the legal answers of a decision, each exactly once.

    A small decision is checked in full; for a large one, a sample of paths and answers.
    """
    decision = state.decision(seat)
    space = learning.action_space(state)
    if len(set(space.names)) != space.size or len(space.names) != space.size:
        broken("picks", "two actions have the same name")
    if learning.action_space(state.view(seat)).names != space.names:
        broken("picks", "a view has other actions than its position")
    if count_answers(decision) <= MAX_LISTED_ANSWERS:
        paths = _all_paths(space, decision)
        answers = all_answers(decision)
    else:
        paths = [_random_path(space, decision, stream) for _ in range(3)]
        answers = [random_answer(decision, stream) for _ in range(3)]
    reached = [space.choice(decision, path) for path in paths]
    for choice, path in zip(reached, paths, strict=True):
        check_choice(state, decision, choice)
        _check_path(space, decision, choice, path=path)
    for answer in answers:
        path = space.picks(decision, answer)
        for count in range(len(path)):
            if path[count] not in open_picks(space, decision, path[:count]):
                broken("picks", f"{answer} cannot be picked: {decision_text(decision)}")
        _check_path(space, decision, answer, path=path)
    if count_answers(decision) <= MAX_LISTED_ANSWERS and sorted(reached) != sorted(answers):
        broken("picks", f"the picks reach {reached}, not {answers}: {decision_text(decision)}")
    _check_closed(space, decision, paths[0][:-1], stream=stream)


def _check_path(space: ActionSpace, decision: Decision, choice: Choice, *, path: list[int]) -> None:
    """Check that a path and its answer convert to each other, and the path is complete at its end and not before."""
    if space.picks(decision, choice) != path or space.choice(decision, path) != choice:
        names = [space.names[pick] for pick in path]
        broken("picks", f"{names} and {choice} do not stand for each other: {decision_text(decision)}")
    whole = [space.finished(decision, path[:count]) for count in range(len(path) + 1)]
    if whole != [False] * len(path) + [True]:
        broken("picks", f"{path} is whole too early or too late: {decision_text(decision)}")


def _check_closed(space: ActionSpace, decision: Decision, picked: list[int], *, stream: Stream) -> None:
    """Check that an unavailable action is refused and changes nothing."""
    closed = sorted(set(range(space.size)) - set(open_picks(space, decision, picked)))
    if not closed:
        return
    pick = closed[stream.below(len(closed))]
    picker = Picker(space, decision)
    for earlier in picked:
        picker.push(earlier)
    try:
        picker.push(pick)
    except IllegalChoice:
        if picker.picked == picked:
            return
        broken("picks", "a refused pick leaves a trace")
    broken("picks", f"{space.names[pick]} is taken, though it is not open: {decision_text(decision)}")


def _random_path(space: ActionSpace, decision: Decision, stream: Stream) -> list[int]:
    picked: list[int] = []
    while not space.finished(decision, picked):
        legal = open_picks(space, decision, picked)
        if not legal:
            broken("picks", f"no way on after {picked}: {decision_text(decision)}")
        picked.append(legal[stream.below(len(legal))])
    return picked


def _all_paths(space: ActionSpace, decision: Decision) -> list[list[int]]:
    paths: list[list[int]] = []
    begun: list[list[int]] = [[]]
    while begun:
        picked = begun.pop()
        if space.finished(decision, picked):
            paths.append(picked)
            continue
        legal = open_picks(space, decision, picked)
        if not legal:
            broken("picks", f"no way on after {picked}: {decision_text(decision)}")
        begun.extend([*picked, pick] for pick in legal)
    return paths


def check_features(learning: Learning, state: State, seat: Seat, *, stream: Stream) -> None:
    """Check that the numbers of a position overwrite all of their buffer, and depend only on the view."""
    layout = learning.feature_layout(state)
    if len(set(layout.names)) != layout.size or len(layout.scales) != layout.size:
        broken("features", "two numbers have the same name, or one has no scale")
    view = state.view(seat)
    if learning.feature_layout(view).names != layout.names:
        broken("features", "a view has another layout than its position")
    decision = view.decision(seat)
    path = _random_path(learning.action_space(state), decision, stream)
    picked = path[: stream.below(len(path) + 1)]
    before = canonical(view)
    numbers = _features(learning, view, decision, picked=picked, size=layout.size)
    _check_written(learning.feature_writer(state), state, picked, numbers=numbers, seat=seat)
    if canonical(view) != before:
        broken("features", "reading the numbers of a view changes it")
    if set(layout.scales) - set(range(1, MAX_VALUE + 1)):
        broken("features", f"a scale is not from 1 to {MAX_VALUE}")
    other = learning.game.determinize(view, mixed_seed(stream.next32(), seat + 1)).view(seat)
    others = _features(learning, other, other.decision(seat), picked=picked, size=layout.size)
    hidden = [layout.names[i] for i in range(layout.size) if numbers[i] != others[i]]
    if hidden:
        broken("features", f"{', '.join(hidden)}: they depend on what seat {seat} cannot see")


def check_writer(writer: FeatureWriter, learning: Learning, state: State, *, stream: Stream) -> None:
    """Check that a writer that has been with the game since its beginning writes the same as one that has not."""
    size = learning.feature_layout(state).size
    for seat in state.seats_owing():
        path = _random_path(learning.action_space(state), state.decision(seat), stream)
        numbers = _features(learning, state.view(seat), state.decision(seat), picked=path, size=size)
        _check_written(writer, state, path, numbers=numbers, seat=seat)


def _check_written(
    writer: FeatureWriter, state: State, picked: list[int], *, numbers: bytes, seat: Seat
) -> None:
    """Check that what a writer makes of the complete position is what the view of a seat gives, at once or pick by pick."""
    decision = state.decision(seat)
    before = canonical(state)
    at_once, stepwise = bytearray(b"\xff" * len(numbers)), bytearray(len(numbers))
    writer.write(state, decision, [], stepwise)
    for count in range(1, len(picked) + 1):
        writer.write_pick(state, decision, picked[:count], stepwise)
    writer.write(state, decision, picked, at_once)
    if canonical(state) != before:
        broken("features", "writing the numbers of a position changes it")
    if at_once != numbers or stepwise != numbers:
        how = "pick by pick " if at_once == numbers else ""
        broken(
            "features", f"the writer of the game {how}writes other numbers than the view of seat {seat} has"
        )


def _features(learning: Learning, view: State, decision: Decision, *, picked: list[int], size: int) -> bytes:
    """Return the numbers of a view, the same in a clean buffer and in a used one."""
    clean, used = bytearray(size), bytearray(b"\xff" * size)
    learning.features(view, decision, picked, clean)
    learning.features(view, decision, picked, used)
    if clean != used:
        broken("features", "what was in the buffer makes a difference")
    if len(clean) != size:
        broken("features", f"{len(clean)} numbers, where the layout has {size}")
    return bytes(clean)
