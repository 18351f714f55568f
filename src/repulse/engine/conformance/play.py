"""Checks of play: decisions, answers, copies, replays, order, undo and words."""

from __future__ import annotations

import json

from repulse.engine.answers import all_answers, count_answers, random_answer
from repulse.engine.conformance.basics import (
    ConformanceError,
    broken,
    canonical,
    decision_text,
    difference,
    mixed_seed,
    same_decision,
    viewers,
)
from repulse.engine.contract import (
    ONE,
    SOME,
    Choice,
    Decision,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
    check_choice,
)
from repulse.engine.display.display import Display
from repulse.engine.match import Match, replay
from repulse.engine.random import Stream, seeded
from repulse.engine.record import Record, read_record

MAX_LISTED_ANSWERS = 48
"""Decisions with more answers than this are sampled."""


def check_position(game: Game, state: State) -> None:
    """Check the invariants of the game, and those of every game."""
    try:
        game.check_state(state)
    except AssertionError as error:
        raise ConformanceError("state", str(error) or "check_state fails") from error
    if state.owing >> state.players or state.owing < 0:
        broken("decision", f"owing is {state.owing:b} with {state.players} players")
    if len(state.scores()) != state.players:
        broken("state", "there is not one score for each seat")
    winners = state.winners()
    if bool(winners) == bool(state.owing):
        broken("state", f"winners are {winners} while {state.seats_owing()} owe")
    if any(not 0 <= seat < state.players for seat in winners):
        broken("state", f"winners are {winners}")


def check_decision(state: State, seat: Seat) -> Decision:
    """Return the pending decision of a seat, after checking that it is well formed and the same when asked again."""
    decision = state.decision(seat)
    text = decision_text(decision)
    if decision.seat != seat:
        broken("decision", f"seat {seat} gets the {text}")
    if not decision.prompt or not decision.domain:
        broken("decision", f"no prompt or no domain: {text}")
    if decision.kind == ONE:
        if not decision.options or len(set(decision.options)) != len(decision.options):
            broken("decision", f"options missing or not all different: {text}")
        if decision.least != 1 or decision.most != 1:
            broken("decision", f"one option means least = most = 1: {text}")
    elif decision.kind == SOME:
        if not 0 <= decision.least <= decision.most <= len(decision.options):
            broken("decision", f"impossible counts: {text}")
    else:
        broken("decision", f"unknown kind {decision.kind}: {text}")
    if not same_decision(decision, state.decision(seat)):
        broken("decision", f"asked again, it is another one: {text}")
    return decision


def check_data(state: State) -> None:
    """Check that a position's data is plain JSON: lists and dictionaries with text keys, nothing JSON would alter."""
    data = state.data()
    if json.loads(json.dumps(data)) != data:
        broken("data", "data() changes on its way through JSON")
    if "owing" not in data:
        broken("data", "data() has no key 'owing'")


def check_accept(game: Game, state: State, seat: Seat, *, stream: Stream) -> None:
    """Check that every answer of a small decision, and a sample for a large one, is accepted and leads to a valid position."""
    decision = state.decision(seat)
    if count_answers(decision) <= MAX_LISTED_ANSWERS:
        answers = all_answers(decision)
    else:
        answers = [random_answer(decision, stream) for _ in range(MAX_LISTED_ANSWERS // 4)]
    for answer in answers:
        copy = state.clone()
        try:
            copy.apply(seat, answer)
        except IllegalChoice as error:
            raise ConformanceError(
                "accept", f"{answer} refused ({error}): {decision_text(decision)}"
            ) from error
        check_position(game, copy)


def wrong_answers(decision: Decision, stream: Stream) -> list[Choice]:
    """Return answers that are not among the possible ones."""
    options = sorted(decision.options)
    strange = [value for value in (-1, options[-1] + 1 if options else 0, 999_983) if value not in options]
    if decision.kind == ONE:
        wrong = [[], [options[0], options[0]], [options[0], options[-1]]] + [[value] for value in strange]
        gaps = [value for value in range(options[0], options[-1]) if value not in options]
        if gaps:
            wrong.append([gaps[stream.below(len(gaps))]])
        return wrong
    wrong = []
    if decision.least > 0:
        wrong.append(options[: decision.least - 1])
    if decision.most < len(options):
        wrong.append(options[: decision.most + 1])
    else:
        wrong.append(options + options[-1:] if options else [strange[0]])
    if decision.most > 0:
        size = max(decision.least, 1)
        kept = options[: size - 1]
        wrong += [sorted([*kept, value]) for value in strange]
    if decision.most > 1:
        size = max(decision.least, 2)
        reverse = list(reversed(options[:size]))
        if reverse[0] != reverse[-1]:
            wrong.append(reverse)
        single = [value for value in options if options.count(value) == 1]
        rest = [value for value in options if value not in single[:1]]
        if single and len(rest) >= size - 2:
            wrong.append(sorted([single[0], single[0], *rest[: size - 2]]))
    return wrong


def check_refuse(state: State, stream: Stream) -> None:
    """Check that anything not offered is refused, with a reason and its facts, and nothing changes."""
    fallback = [0]
    for seat in state.seats_owing():
        decision = state.decision(seat)
        fallback = random_answer(decision, stream)
        for answer in wrong_answers(decision, stream):
            _refused(state, seat, answer, about=decision_text(decision))
    idle = [seat for seat in range(state.players) if not state.owing >> seat & 1]
    for seat in [*idle, -1, -2, state.players, 64]:
        _refused(state, seat, fallback, about=f"seat {seat} owes nothing")
        try:
            state.decision(seat)
        except IllegalChoice:
            continue
        except Exception as error:
            raise ConformanceError("decision", f"asking seat {seat} breaks: {error!r}") from error
        broken("decision", f"seat {seat} owes nothing and has a decision")


def _refused(state: State, seat: Seat, answer: Choice, *, about: str) -> None:
    before = canonical(state)
    numbers = (state.owing, state.reveal_count, state.step_id, -1 if state.log is None else len(state.log))
    try:
        state.apply(seat, answer)
    except IllegalChoice as error:
        if not error.reason or json.loads(json.dumps(error.facts)) != error.facts:
            broken("refuse", f"{answer} refused without a reason and plain facts ({error!r}): {about}")
        if state.owing >> max(seat, 0) & 1:
            _check_reason(state.view(seat), seat, answer, error=error)
    except Exception as error:
        raise ConformanceError("refuse", f"{answer} breaks with {error!r}: {about}") from error
    else:
        broken("refuse", f"{answer} taken: {about}")
    if canonical(state) != before:
        broken("refuse", f"{answer} was refused and yet changed the position: {about}")
    if numbers != (
        state.owing,
        state.reveal_count,
        state.step_id,
        -1 if state.log is None else len(state.log),
    ):
        broken("refuse", f"{answer} was refused and yet left a trace: {about}")


def _check_reason(view: State, seat: Seat, answer: Choice, *, error: IllegalChoice) -> None:
    """Check that the view of a seat gives the same reason: it must reveal nothing that the seat does not see."""
    try:
        check_choice(view, view.decision(seat), answer)
    except IllegalChoice as seen:
        if (seen.reason, seen.facts) != (error.reason, error.facts):
            broken("refuse", f"{answer} is refused with {error}, and {seen} in the seat's own view")
    else:
        broken("refuse", f"{answer} is refused, but not in the seat's own view")


def _play_on(state: State, stream: Stream, choices: int) -> None:
    for _ in range(choices):
        seats = state.seats_owing()
        if not seats:
            return
        seat = seats[stream.below(len(seats))]
        state.apply(seat, random_answer(state.decision(seat), stream))


def check_clone(state: State, stream: Stream, choices: int = 12) -> None:
    """Check that a copy is equal inside and out and plays the same way, and neither it nor the original affects the other."""
    before = canonical(state)
    copy = state.clone()
    if copy.log is not None:
        broken("clone", "a copy has a log")
    if canonical(copy) != before:
        broken("clone", "the data of a copy differs")
    if place := difference(state, copy):
        broken("clone", f"a copy differs inside, at {place}")
    for seat in state.seats_owing():
        if not same_decision(state.decision(seat), copy.decision(seat)):
            broken("clone", f"a copy asks seat {seat} something else")
    kept = copy.clone()
    way = stream.clone()
    _play_on(copy, stream, choices)
    if canonical(state) != before:
        broken("clone", "playing a copy changes its original")
    if canonical(kept) != before:
        broken("clone", "playing the original changes its copy")
    _play_on(kept, way, choices)
    if canonical(kept) != canonical(copy):
        broken("clone", "a copy goes another way with the same answers")


def check_replay(match: Match) -> None:
    """Check that the record, written as JSON and read back, replays to the same bytes, log and record."""
    record = match.record()
    again = replayed(match.game, record)
    if canonical(again.state) != canonical(match.state):
        broken("replay", "the replayed position differs")
    if again.all_events() != match.all_events():
        broken("replay", "the replayed log differs")
    if again.record().to_json() != record.to_json():
        broken("replay", "the replayed match has another record")


def replayed(game: Game, record: Record, length: int = -1) -> Match:
    """Return the match of a record written as JSON and read back."""
    read = read_record(record.to_json())
    if read.to_json() != record.to_json():
        broken("replay", "a record changes on its way through JSON")
    try:
        return replay(game, read, length)
    except RepulseError as error:
        raise ConformanceError("replay", str(error)) from error


def check_order(state: State, stream: Stream) -> None:
    """Check that the answers of one step give the same bytes and log in any order."""
    if len(state.seats_owing()) < 2:
        return
    salt = stream.next32()
    outcomes = [_in_order(state, salt, order, stream=stream) for order in ("up", "down", "mixed", "mixed")]
    for data, log in outcomes[1:]:
        if data != outcomes[0][0]:
            broken("order", f"the order of answers of {state.seats_owing()} changes the position")
        if log != outcomes[0][1]:
            broken("order", f"the order of answers of {state.seats_owing()} changes the log")


def _in_order(state: State, salt: int, order: str, *, stream: Stream) -> tuple[str, list[Event]]:
    """Play a step to its end, each seat with its own random stream so that its answers are the same in any order."""
    copy = state.clone()
    log: list[Event] = []
    copy.log = log
    streams = [seeded(mixed_seed(salt, seat)) for seat in range(state.players)]
    while copy.owing and copy.step_id == state.step_id:
        seats = copy.seats_owing()
        seat = seats[{"up": 0, "down": -1}[order] if order != "mixed" else stream.below(len(seats))]
        copy.apply(seat, random_answer(copy.decision(seat), streams[seat]))
    return canonical(copy), log


def check_undo(match: Match, seat: Seat, before: str, *, log: list[Event], choices: int) -> None:
    """Check that undoing the latest answer restores position, log and record exactly."""
    match.undo(seat)
    if canonical(match.state) != before:
        broken("undo", f"seat {seat} takes back its answer and the position is another one")
    if match.all_events() != log:
        broken("undo", f"seat {seat} takes back its answer and the log is another one")
    if len(match.record().choices) != choices:
        broken("undo", f"seat {seat} takes back its answer and the record has another length")


def check_words(display: Display, state: State, events: list[Event]) -> None:
    """Check that questions, options and events have texts, that the texts of options differ, and that tokens are invertible."""
    game = display.game
    for seat in state.seats_owing():
        view = state.view(seat)
        decision = view.decision(seat)
        about = decision_text(decision)
        _good_words(display.question_text(view, decision), f"the {about}")
        texts: dict[str, int] = {}
        for value in sorted(set(decision.options)):
            text = display.option_text(view, decision, value)
            _good_words(text, f"option {value} of the {about}")
            if text in texts:
                broken("words", f"options {texts[text]} and {value} both read {text!r}: {about}")
            texts[text] = value
            word = game.token(state, decision.domain, value)
            if not word.strip():
                broken("words", f"option {value} has no word: {about}")
            if game.from_token(state, decision.domain, word) != value:
                broken("words", f"{word!r}, the word for option {value}, means another one: {about}")
            if game.token(view, decision.domain, value) != word:
                broken("words", f"option {value} has another word in a view: {about}")
    for viewer in viewers(state):
        view = state.view(viewer)
        for event in events:
            text = display.log_text(view, state.visible_event(event, viewer))
            if text:
                _good_words(text, f"event {event} for viewer {viewer}")


def _good_words(text: str, about: str) -> None:
    if not text.strip() or "{" in text or "}" in text:
        broken("words", f"bad words {text!r} for {about}")
