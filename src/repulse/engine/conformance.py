"""What any game must keep, as checks that find out whether it does.

`check_game` plays random games and tries the promises of the contract on the way. Every check is also a function
of its own. A broken promise raises `Nonconformance`, whose `check` names the promise:

    state     the game's own invariants hold after every choice
    decision  decisions are well formed, the same when asked twice, and refused to seats that owe nothing
    data      a position is plain JSON data
    accept    every offered answer is taken
    refuse    every other answer is refused, with a reason in words, and changes nothing
    clone     copies are equal and independent
    replay    the record of a match, through its JSON, gives the same bytes and the same log
    order     answers of one step give the same bytes and the same log in any order
    quiet     nobody sees anything of an answer before all answers of its step are in
    secrets   what a viewer cannot see makes no difference to anything he gets
    log       hidden numbers of an event make no difference to what a viewer sees of it
    news      whatever tells a seat something it did not know, stops its undo
    undo      undo gives back the exact position and log
    view      a view cannot be played, and its view is itself
    words     every question, option and event has words, and every option a word that means it
    crash     the game breaks off with an error of its own
    endless   the game does not end

Cheap checks are made at every choice, expensive ones at some choices drawn at random: `Rates` says how often. All
chance comes from the seed of the game, so a failure comes again; the error carries the record that leads to it.

A position's data says who owes under the key `owing`, which is the one thing that everybody may see change while
the answers of a step come in.
"""

from __future__ import annotations

import json
import traceback
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import NoReturn

from repulse.engine.answers import all_answers, count_answers, random_answer
from repulse.engine.contract import (
    ONE,
    SOME,
    SPECTATOR,
    Choice,
    Data,
    Decision,
    Event,
    Game,
    IllegalChoice,
    RepulseError,
    Seat,
    State,
)
from repulse.engine.match import Match, replay
from repulse.engine.record import Record, read_record
from repulse.engine.rng import SEED_LIMIT, Stream, seeded

LONGEST = 50_000
"""A game of more choices than this is taken to have no end."""

MANY = 48
"""A decision of more answers than this is sampled."""

Chooser = Callable[[Decision, Stream], Choice]


class Nonconformance(AssertionError):
    """A promise of the contract that a game does not keep."""

    def __init__(self, check: str, words: str) -> None:
        super().__init__(f"{check}: {words}")
        self.check = check
        self.record: Record | None = None


@dataclass(frozen=True)
class Rates:
    """How often each expensive check is made: at one in so many choices, 0 for never."""

    accept: int = 4
    refuse: int = 4
    clone: int = 4
    replay: int = 20
    order: int = 4
    quiet: int = 4
    secrets: int = 6
    news: int = 4
    undo: int = 4
    view: int = 6
    words: int = 4

    def thinned(self, factor: int) -> Rates:
        """The same checks, so many times more seldom: for thousands of games."""
        return Rates(**{each.name: getattr(self, each.name) * factor for each in fields(self)})


ALWAYS = Rates(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""Every check at every choice."""


@dataclass
class Report:
    """What a run went through."""

    games: int = 0
    finished: int = 0
    choices: int = 0
    longest: int = 0
    prompts: dict[str, int] = field(default_factory=dict)
    """How often each question was answered."""
    events: dict[int, int] = field(default_factory=dict)
    """How often each event id was seen."""
    checks: dict[str, int] = field(default_factory=dict)
    """How often each sampled check was made."""
    dealt_anew: int = 0
    """How often `shuffle_hidden` changed the position: were it never, the secrets would be untested."""


def _broken(check: str, words: str) -> NoReturn:
    raise Nonconformance(check, words)


def _mixed(seed: int, salt: int) -> int:
    """A seed far from the game's own: the checks must not share its stream."""
    return (seed * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03 + 0x2545F4914F6CDD1D) % SEED_LIMIT


def _viewers(state: State) -> list[Seat]:
    return [SPECTATOR, *range(state.players)]


def canonical(state: State) -> str:
    """The bytes of a position: its data as JSON with sorted keys."""
    return json.dumps(
        state.data(), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def _canonical_but(state: State, left_out: str) -> str:
    """The bytes of a position without one key."""
    data = {key: value for key, value in state.data().items() if key != left_out}
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _parts(decision: Decision) -> tuple[object, ...]:
    head = (decision.seat, decision.prompt, decision.kind, decision.domain, decision.about)
    return (*head, decision.options, decision.least, decision.most)


def _same_decision(one: Decision, other: Decision) -> bool:
    return _parts(one) == _parts(other)


def _decision_text(decision: Decision) -> str:
    return (
        f"{decision.prompt} of seat {decision.seat} ({decision.least} to {decision.most} of {decision.options} "
        f"in {decision.domain})"
    )


def _asked(state: State, seat: Seat) -> Decision | None:
    """What a seat is asked, if anything."""
    return state.decision(seat) if 0 <= seat < state.players and state.owing >> seat & 1 else None


# Looking inside objects: what data() does not tell, a program that holds the object can still read.


def _attributes(thing: object) -> list[str]:
    names = set(getattr(thing, "__dict__", {}))
    for cls in type(thing).__mro__:
        for name, member in vars(cls).items():
            if isinstance(member, types.GetSetDescriptorType | types.MemberDescriptorType):
                names.add(name)
    return sorted(name for name in names if not name.startswith("__"))


def difference(one: object, other: object, path: str = "") -> str:
    """Where two objects differ inside, as a path to the first difference; empty if nowhere.

    Logs are left out, and so is whether a decision was worked out already: a state may keep it for the next time.
    """
    if one is other or {type(one), type(other)} == {Decision, type(None)}:
        return ""
    if type(one) is not type(other):
        return path or "type"
    if one is None or isinstance(one, int | str | float | bytes | set | frozenset | type):
        return "" if one == other else path or "value"
    if isinstance(one, list | tuple):
        assert isinstance(other, list | tuple)
        if len(one) != len(other):
            return f"{path} (length)"
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if found := difference(left, right, f"{path}[{index}]"):
                return found
        return ""
    if isinstance(one, dict):
        assert isinstance(other, dict)
        if one.keys() != other.keys():
            return f"{path} (keys)"
        for key, left in one.items():
            if found := difference(left, other[key], f"{path}[{key!r}]"):
                return found
        return ""
    names = _attributes(one)
    if not names:
        return "" if one == other else path or "value"
    for name in names:
        if name == "log" and isinstance(one, State):
            continue
        if found := difference(getattr(one, name, None), getattr(other, name, None), f"{path}.{name}"):
            return found
    return ""


def _streams(thing: object) -> list[list[int]]:
    """The words of every random stream that an object holds directly."""
    held = [getattr(thing, name, None) for name in _attributes(thing)]
    return [item.words() for item in held if isinstance(item, Stream)]


# The single checks.


def check_position(game: Game, state: State) -> None:
    """The invariants of the game, and those of every game."""
    try:
        game.check_state(state)
    except AssertionError as error:
        raise Nonconformance("state", str(error) or "check_state fails") from error
    if state.owing >> state.players or state.owing < 0:
        _broken("decision", f"owing is {state.owing:b} with {state.players} players")
    if len(state.scores()) != state.players:
        _broken("state", "there is not one score for each seat")
    winners = state.winners()
    if bool(winners) == bool(state.owing):
        _broken("state", f"winners are {winners} while {state.seats_owing()} owe")
    if any(not 0 <= seat < state.players for seat in winners):
        _broken("state", f"winners are {winners}")


def check_decision(state: State, seat: Seat) -> Decision:
    """The decision of a seat that owes, well formed and the same when asked again."""
    decision = state.decision(seat)
    text = _decision_text(decision)
    if decision.seat != seat:
        _broken("decision", f"seat {seat} gets the {text}")
    if not decision.prompt or not decision.domain:
        _broken("decision", f"no prompt or no domain: {text}")
    if decision.kind == ONE:
        if not decision.options or len(set(decision.options)) != len(decision.options):
            _broken("decision", f"options missing or not all different: {text}")
        if decision.least != 1 or decision.most != 1:
            _broken("decision", f"one option means least = most = 1: {text}")
    elif decision.kind == SOME:
        if not 0 <= decision.least <= decision.most <= len(decision.options):
            _broken("decision", f"impossible counts: {text}")
    else:
        _broken("decision", f"unknown kind {decision.kind}: {text}")
    if not _same_decision(decision, state.decision(seat)):
        _broken("decision", f"asked again, it is another one: {text}")
    return decision


def check_data(state: State) -> None:
    """The data of a position is plain JSON: lists and dictionaries with text keys, nothing that JSON would bend."""
    data = state.data()
    if json.loads(json.dumps(data)) != data:
        _broken("data", "data() changes on its way through JSON")
    if "owing" not in data:
        _broken("data", "data() has no key 'owing'")


def check_accept(game: Game, state: State, seat: Seat, stream: Stream) -> None:
    """Every answer of a small decision, and some of a large one, is taken and leads to a sound position."""
    decision = state.decision(seat)
    if count_answers(decision) <= MANY:
        answers = all_answers(decision)
    else:
        answers = [random_answer(decision, stream) for _ in range(MANY // 4)]
    for answer in answers:
        copy = state.clone()
        try:
            copy.apply(seat, answer)
        except IllegalChoice as error:
            raise Nonconformance(
                "accept", f"{answer} refused ({error}): {_decision_text(decision)}"
            ) from error
        check_position(game, copy)


def wrong_answers(decision: Decision, stream: Stream) -> list[Choice]:
    """Answers that are not among the possible ones."""
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
    """Whatever is not offered is refused, with a reason and words, and nothing changes."""
    fallback = [0]
    for seat in state.seats_owing():
        decision = state.decision(seat)
        fallback = random_answer(decision, stream)
        for answer in wrong_answers(decision, stream):
            _refused(state, seat, answer, _decision_text(decision))
    idle = [seat for seat in range(state.players) if not state.owing >> seat & 1]
    for seat in [*idle, -1, -2, state.players, 64]:
        _refused(state, seat, fallback, f"seat {seat} owes nothing")
        try:
            state.decision(seat)
        except IllegalChoice:
            continue
        except Exception as error:
            raise Nonconformance("decision", f"asking seat {seat} breaks: {error!r}") from error
        _broken("decision", f"seat {seat} owes nothing and has a decision")


def _refused(state: State, seat: Seat, answer: Choice, about: str) -> None:
    before = canonical(state)
    numbers = (state.owing, state.news, state.step, -1 if state.log is None else len(state.log))
    try:
        state.apply(seat, answer)
    except IllegalChoice as error:
        if not error.reason or not str(error).strip() or "{" in str(error):
            _broken("refuse", f"{answer} refused without words ({error.reason!r}, {str(error)!r}): {about}")
    except Exception as error:
        raise Nonconformance("refuse", f"{answer} breaks with {error!r}: {about}") from error
    else:
        _broken("refuse", f"{answer} taken: {about}")
    if canonical(state) != before:
        _broken("refuse", f"{answer} was refused and yet changed the position: {about}")
    if numbers != (state.owing, state.news, state.step, -1 if state.log is None else len(state.log)):
        _broken("refuse", f"{answer} was refused and yet left a trace: {about}")


def _play_on(state: State, stream: Stream, choices: int) -> None:
    for _ in range(choices):
        seats = state.seats_owing()
        if not seats:
            return
        seat = seats[stream.below(len(seats))]
        state.apply(seat, random_answer(state.decision(seat), stream))


def check_clone(state: State, stream: Stream, choices: int = 12) -> None:
    """A copy is equal inside and out, goes the same way, and neither it nor its original touches the other."""
    before = canonical(state)
    copy = state.clone()
    if copy.log is not None:
        _broken("clone", "a copy has a log")
    if canonical(copy) != before:
        _broken("clone", "the data of a copy differs")
    if found := difference(state, copy):
        _broken("clone", f"a copy differs inside, at {found}")
    for seat in state.seats_owing():
        if not _same_decision(state.decision(seat), copy.decision(seat)):
            _broken("clone", f"a copy asks seat {seat} something else")
    kept = copy.clone()
    way = stream.clone()
    _play_on(copy, stream, choices)
    if canonical(state) != before:
        _broken("clone", "playing a copy changes its original")
    if canonical(kept) != before:
        _broken("clone", "playing the original changes its copy")
    _play_on(kept, way, choices)
    if canonical(kept) != canonical(copy):
        _broken("clone", "a copy goes another way with the same answers")


def check_replay(match: Match) -> None:
    """The record, written as JSON and read again, replays to the same bytes, log and record."""
    record = match.record()
    again = _replayed(match.game, record)
    if canonical(again.state) != canonical(match.state):
        _broken("replay", "the replayed position differs")
    if again.all_events() != match.all_events():
        _broken("replay", "the replayed log differs")
    if again.record().to_json() != record.to_json():
        _broken("replay", "the replayed match has another record")


def _replayed(game: Game, record: Record, length: int = -1) -> Match:
    read = read_record(record.to_json())
    if read.to_json() != record.to_json():
        _broken("replay", "a record changes on its way through JSON")
    try:
        return replay(game, read, length)
    except RepulseError as error:
        raise Nonconformance("replay", str(error)) from error


def check_order(state: State, stream: Stream) -> None:
    """Answers of one step give the same bytes and the same log in whatever order they come."""
    if len(state.seats_owing()) < 2:
        return
    salt = stream.next32()
    outcomes = [_in_order(state, salt, order, stream) for order in ("up", "down", "mixed", "mixed")]
    for data, log in outcomes[1:]:
        if data != outcomes[0][0]:
            _broken("order", f"the order of answers of {state.seats_owing()} changes the position")
        if log != outcomes[0][1]:
            _broken("order", f"the order of answers of {state.seats_owing()} changes the log")


def _in_order(state: State, salt: int, order: str, stream: Stream) -> tuple[str, list[Event]]:
    """Play a step to its end, each seat by a stream of its own so that its answers are the same in any order."""
    copy = state.clone()
    log: list[Event] = []
    copy.log = log
    streams = [seeded(_mixed(salt, seat)) for seat in range(state.players)]
    while copy.owing and copy.step == state.step:
        seats = copy.seats_owing()
        seat = seats[{"up": 0, "down": -1}[order] if order != "mixed" else stream.below(len(seats))]
        copy.apply(seat, random_answer(copy.decision(seat), streams[seat]))
    return canonical(copy), log


class _Sight:
    """What everybody but one seat sees, to be compared with what they see later."""

    def __init__(self, state: State, log: list[Event], but: Seat) -> None:
        self.seen: dict[Seat, str] = {}
        self.asked: dict[Seat, Decision | None] = {}
        self.events: dict[Seat, list[Event]] = {}
        for viewer in _viewers(state):
            if viewer != but:
                self.seen[viewer] = _canonical_but(state.view(viewer), "owing")
                self.asked[viewer] = _asked(state, viewer)
                self.events[viewer] = [state.visible_event(event, viewer) for event in log]


def check_quiet(state: State, seat: Seat, answer: Choice) -> None:
    """While others of the step still owe, nobody else sees anything of an answer, but that it was given."""
    copy = state.clone()
    log: list[Event] = []
    copy.log = log
    before = _Sight(copy, log, seat)
    copy.apply(seat, answer)
    if copy.step != state.step or not copy.owing:
        return
    after = _Sight(copy, log, seat)
    for viewer, seen in before.seen.items():
        if after.seen[viewer] != seen:
            _broken("quiet", f"viewer {viewer} sees something of the answer of seat {seat}")
        if after.events[viewer] != before.events[viewer]:
            _broken("quiet", f"viewer {viewer} reads of the answer of seat {seat} in the log")
        left, right = before.asked[viewer], after.asked[viewer]
        if (left is None) != (right is None) or (left and right and not _same_decision(left, right)):
            _broken("quiet", f"seat {viewer} is asked something else after the answer of seat {seat}")


def check_secrets(game: Game, state: State, log: list[Event], stream: Stream) -> int:
    """Dealing anew what a viewer cannot see changes nothing that he gets. How often it changed the position."""
    before = canonical(state)
    changed = 0
    for viewer in _viewers(state):
        other = game.shuffle_hidden(state, viewer, _mixed(stream.next32(), viewer + 1))
        if canonical(state) != before:
            _broken("secrets", "shuffle_hidden changes its original")
        changed += canonical(other) != before
        try:
            game.check_state(other)
        except AssertionError as error:
            raise Nonconformance("secrets", f"shuffle_hidden makes no sound position: {error}") from error
        mine, theirs = state.view(viewer), other.view(viewer)
        if canonical(mine) != canonical(theirs):
            _broken(
                "secrets", f"viewer {viewer} sees hidden things: {difference(mine.data(), theirs.data())}"
            )
        if found := difference(mine, theirs):
            _broken("secrets", f"the view of {viewer} holds hidden things at {found}")
        if other.owing != state.owing:
            _broken("secrets", "who owes depends on hidden things")
        left, right = _asked(state, viewer), _asked(other, viewer)
        if left and right and not _same_decision(left, right):
            _broken(
                "secrets",
                f"the decision of seat {viewer} depends on what it cannot see: {_decision_text(left)}",
            )
        for event in log:
            if state.visible_event(event, viewer) != other.visible_event(event, viewer):
                _broken(
                    "secrets", f"what viewer {viewer} reads of event {event} depends on what he cannot see"
                )
    return changed


def check_log(state: State, log: list[Event], stream: Stream) -> None:
    """What is blanked in an event for a viewer could be anything else, and he would read the same."""
    values: dict[tuple[int, int], list[int]] = {}
    for event in log:
        for place, value in enumerate(event):
            values.setdefault((event[0], place), []).append(value)
    for viewer in _viewers(state):
        for event in log:
            kept = event[:]
            seen = state.visible_event(event, viewer)
            if event != kept:
                _broken("log", f"visible_event changes the event {kept} itself")
            if seen[:2] != event[:2]:
                _broken("log", f"viewer {viewer} reads {seen} of {event}: another event or another seat")
            if state.visible_event(seen, viewer) != seen:
                _broken("log", f"viewer {viewer} reads {seen} of {event}, and something else of that")
            if seen == event:
                continue
            length = len(seen) == len(event)
            first = next((i for i in range(min(len(seen), len(event))) if seen[i] != event[i]), len(seen))
            other = event[:]
            for place in range(first, len(event)):
                if not length or seen[place] != event[place]:
                    known = values[event[0], place]
                    other[place] = known[stream.below(len(known))]
            if state.visible_event(other, viewer) != seen:
                _broken("log", f"viewer {viewer} can tell the events {event} and {other} apart")


def check_news(game: Game, state: State, seat: Seat, answered: Iterable[Seat], stream: Stream) -> None:
    """An answer that tells a seat something it did not know makes news, so that undo cannot be used to peek.

    Two positions that a viewer cannot tell apart are played on. As long as there is no news he can take back what
    he did, so he must not be able to tell them apart then either; nor by whether there is news. `answered` are the
    seats that have answered in this step and may take that back.
    """
    decision = state.decision(seat)
    answer = random_answer(decision, stream)
    # The seat itself, which does not know what is hidden from it.
    outcomes = [_outcome(state, seat, answer, seat)]
    for _ in range(2):
        other = game.shuffle_hidden(state, seat, _mixed(stream.next32(), seat + 1))
        try:
            outcomes.append(_outcome(other, seat, answer, seat))
        except IllegalChoice as error:
            words = f"whether {answer} is legal depends on hidden things: {error}"
            raise Nonconformance("news", words) from error
        except Exception as error:
            words = f"a position dealt anew by shuffle_hidden cannot be played on: {error!r}"
            raise Nonconformance("secrets", words) from error
    _compare_outcomes(outcomes, seat, f"its answer to the {_decision_text(decision)}")
    # Those who have answered in this step do not know what the seat will answer.
    for viewer in answered:
        if viewer != seat:
            answers = [answer] + [random_answer(decision, stream) for _ in range(2)]
            outcomes = [_outcome(state, seat, each, viewer) for each in answers]
            _compare_outcomes(outcomes, viewer, f"seat {seat}'s answer to the {_decision_text(decision)}")


def _outcome(state: State, seat: Seat, answer: Choice, viewer: Seat) -> tuple[bool, str]:
    """Whether an answer makes news, and what a viewer then sees apart from the count of news."""
    copy = state.clone()
    copy.apply(seat, answer)
    return copy.news != state.news, _canonical_but(copy.view(viewer), "news")


def _compare_outcomes(outcomes: list[tuple[bool, str]], viewer: Seat, about: str) -> None:
    for news, seen in outcomes[1:]:
        if not news and not outcomes[0][0] and seen != outcomes[0][1]:
            _broken("news", f"seat {viewer} learns something without news by {about}")
        if news != outcomes[0][0] and seen == outcomes[0][1]:
            _broken(
                "news", f"seat {viewer} can tell hidden things by whether undo is possible, after {about}"
            )


def check_undo(match: Match, seat: Seat, before: str, log: list[Event], choices: int) -> None:
    """Take back the answer just given; position, log and record are exactly what they were."""
    match.undo(seat)
    if canonical(match.state) != before:
        _broken("undo", f"seat {seat} takes back its answer and the position is another one")
    if match.all_events() != log:
        _broken("undo", f"seat {seat} takes back its answer and the log is another one")
    if len(match.record().choices) != choices:
        _broken("undo", f"seat {seat} takes back its answer and the record has another length")


def check_view(state: State, stream: Stream) -> None:
    """A view cannot be played, holds no random stream of the game, and asks its own viewer alone."""
    hidden = _streams(state)
    for viewer in _viewers(state):
        view = state.view(viewer)
        seen = canonical(view)
        check_data(view)
        if view.log is not None:
            _broken("view", f"the view of {viewer} has the log")
        if view.players != state.players or view.owing != state.owing:
            _broken("view", f"the view of {viewer} has other players or others who owe")
        if any(words in hidden for words in _streams(view)):
            _broken("view", f"the view of {viewer} holds the random stream of the game")
        if canonical(view.view(viewer)) != seen or difference(view, view.view(viewer)):
            _broken("view", f"the view of the view of {viewer} differs from it")
        if canonical(view.clone()) != seen or difference(view, view.clone()):
            _broken("view", f"a copy of the view of {viewer} differs from it")
        for seat in state.seats_owing():
            decision = state.decision(seat)
            try:
                view.apply(seat, random_answer(decision, stream))
            except IllegalChoice:
                pass
            else:
                _broken("view", f"the view of {viewer} can be played")
            if seat == viewer:
                if not _same_decision(view.decision(seat), decision):
                    _broken("view", f"the view of {viewer} has another decision")
                continue
            try:
                view.decision(seat)
            except IllegalChoice:
                continue
            _broken("view", f"the view of {viewer} has the decision of seat {seat}")
        if canonical(view) != seen:
            _broken("view", f"the view of {viewer} changes when it is used")


def check_words(game: Game, state: State, events: list[Event]) -> None:
    """Questions, options and events have words; option words tell them apart and record words mean them."""
    for seat in state.seats_owing():
        view = state.view(seat)
        decision = view.decision(seat)
        about = _decision_text(decision)
        _good_words(game.ask_words(view, decision), f"the {about}")
        texts: dict[str, int] = {}
        for value in sorted(set(decision.options)):
            text = game.option_words(view, decision, value)
            _good_words(text, f"option {value} of the {about}")
            if text in texts:
                _broken("words", f"options {texts[text]} and {value} both read {text!r}: {about}")
            texts[text] = value
            word = game.word(state, decision.domain, value)
            if not word.strip():
                _broken("words", f"option {value} has no word: {about}")
            if game.value(state, decision.domain, word) != value:
                _broken("words", f"{word!r}, the word for option {value}, means another one: {about}")
            if game.word(view, decision.domain, value) != word:
                _broken("words", f"option {value} has another word in a view: {about}")
    for viewer in _viewers(state):
        view = state.view(viewer)
        for event in events:
            text = game.event_words(view, state.visible_event(event, viewer))
            if text:
                _good_words(text, f"event {event} for viewer {viewer}")


def _good_words(text: str, about: str) -> None:
    if not text.strip() or "{" in text or "}" in text:
        _broken("words", f"bad words {text!r} for {about}")


# A whole game, with the checks on the way.


class _Walk:
    """One random game. Which answers are given does not depend on which checks are made."""

    def __init__(
        self, game: Game, options: Mapping[str, object], seed: int, rates: Rates, report: Report
    ) -> None:
        self.game = game
        self.rates = rates
        self.report = report
        self.play = seeded(_mixed(seed, 1))
        self.test = seeded(_mixed(seed, 2))
        self.match = Match(game, dict(options), seed)
        self.points: list[tuple[int, str, int]] = []
        """Positions on the way: after how many choices, their bytes, the length of the log."""
        self.simultaneous = -1
        """The last step in which several seats owed."""
        self.answered: dict[Seat, int] = {}
        """The step of each seat's last answer."""

    def due(self, check: str) -> bool:
        """Whether a check is to be made now."""
        rate: int = getattr(self.rates, check)
        if rate == 0 or (rate > 1 and self.test.below(rate)):
            return False
        self.report.checks[check] = self.report.checks.get(check, 0) + 1
        return True

    def run(self, depth: int, choose: Chooser) -> None:
        """Play to the end, or for `depth` choices."""
        count = 0
        check_position(self.game, self.match.state)
        while self.match.state.owing:
            if depth and count >= depth:
                break
            if count >= LONGEST:
                _broken("endless", f"still going on after {count} choices")
            seats = self.match.state.seats_owing()
            seat = seats[self.play.below(len(seats))] if len(seats) > 1 else seats[0]
            self.examine(seat)
            self.answer(seat, choose)
            count += 1
        self.finish(count)

    def examine(self, seat: Seat) -> None:
        """The checks of a position in which `seat` is about to answer."""
        game, match, test = self.game, self.match, self.test
        state = match.state
        for each in state.seats_owing():
            check_decision(state, each)
        if self.due("accept"):
            check_accept(game, state, seat, test)
        if self.due("refuse"):
            check_refuse(state, test)
        if self.due("clone"):
            check_data(state)
            check_clone(state, test)
        if self.due("replay"):
            self.points.append((len(match.choices), canonical(state), len(match.all_events())))
        if state.owing & (state.owing - 1) and self.due("order"):
            check_order(state, test)
        if self.due("secrets"):
            recent = match.all_events()[-200:]
            self.report.dealt_anew += check_secrets(game, state, recent, test)
            check_log(state, recent, test)
        if self.due("news"):
            mates = [
                each for each, step in self.answered.items() if step == state.step and match.can_undo(each)
            ]
            check_news(game, state, seat, mates, test)
        if self.due("view"):
            check_view(state, test)
        if self.due("words"):
            check_words(game, state, match.all_events()[-30:])

    def answer(self, seat: Seat, choose: Chooser) -> None:
        """Give an answer, perhaps take it back and give another."""
        match = self.match
        state = match.state
        step, news = state.step, state.news
        if state.owing & (state.owing - 1):
            self.simultaneous = step
        self.answered[seat] = step
        decision = state.decision(seat)
        prompts = self.report.prompts
        prompts[decision.prompt] = prompts.get(decision.prompt, 0) + 1
        choice = choose(decision, self.play)
        if step == self.simultaneous and self.due("quiet"):
            check_quiet(state, seat, choice)
        retry = self.due("undo")
        before = canonical(state) if retry else ""
        log = list(match.all_events()) if retry else []
        given = len(match.choices)
        match.answer(seat, choice)
        check_position(self.game, match.state)
        if match.state.news != news:
            for each in range(match.state.players):
                if match.can_undo(each):
                    _broken("news", f"seat {each} may undo though there is news")
        elif retry:
            if not match.can_undo(seat):
                _broken("undo", f"seat {seat} cannot take back an answer that made no news")
            check_undo(match, seat, before, log, given)
            match.answer(seat, random_answer(match.state.decision(seat), self.test))

    def finish(self, count: int) -> None:
        """The checks at the end."""
        match, report = self.match, self.report
        state = match.state
        report.games += 1
        report.choices += count
        report.longest = max(report.longest, count)
        report.finished += not state.owing
        for event in match.all_events():
            report.events[event[0]] = report.events.get(event[0], 0) + 1
        check_refuse(state, self.test)
        if self.due("words"):
            check_words(self.game, state, match.all_events())
        if self.due("secrets"):
            check_view(state, self.test)
            self.report.dealt_anew += check_secrets(self.game, state, match.all_events()[-200:], self.test)
        if self.points:
            check_replay(match)
            self.check_points()

    def check_points(self) -> None:
        """The replayed match comes through the same positions; one of them is saved and loaded by itself."""
        record = self.match.record()
        again = _replayed(self.game, record, 0)
        done = 0
        for number, data, events in self.points:
            if number > len(record.choices):
                continue
            for seat, words in record.choices[done:number]:
                again.answer_words(seat, words)
            done = number
            if canonical(again.state) != data or len(again.all_events()) != events:
                _broken("replay", f"the replayed match differs after {number} choices")
        number, data, events = self.points[self.test.below(len(self.points))]
        loaded = _replayed(self.game, record, number)
        if canonical(loaded.state) != data or len(loaded.all_events()) != events:
            _broken("replay", f"the match saved after {number} choices is another one when loaded")


def check_game(
    game: Game,
    options: Mapping[str, object],
    seeds: Iterable[int],
    depth: int = 0,
    rates: Rates | None = None,
    choose: Chooser = random_answer,
) -> Report:
    """Play a random game for each seed, to its end or for `depth` choices, and check all promises on the way.

    Raises Nonconformance at the first broken one, with the record that leads there.
    """
    report = Report()
    rates = rates or Rates()
    for seed in seeds:
        walk: _Walk | None = None
        try:
            walk = _Walk(game, options, seed, rates, report)
            walk.run(depth, choose)
        except Nonconformance as error:
            raise _placed(error, game, options, seed, walk) from error.__cause__
        except IllegalChoice as error:
            refused = Nonconformance("accept", f"an offered answer is refused: {error}")
            raise _placed(refused, game, options, seed, walk) from error
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            crash = Nonconformance("crash", f"{error!r} in {last.name} ({last.filename}:{last.lineno})")
            raise _placed(crash, game, options, seed, walk) from error
    if report.checks.get("secrets", 0) >= 20 and not report.dealt_anew:
        _broken("secrets", "shuffle_hidden never changes anything, so the secrets are not tested")
    return report


def _placed(
    error: Nonconformance, game: Game, options: Mapping[str, object], seed: int, walk: _Walk | None
) -> Nonconformance:
    where = f"{game.name} {dict(options)}, seed {seed}"
    if walk is not None:
        error.record = walk.match.record()
        where += f", after {len(error.record.choices)} choices"
    error.add_note(where)
    return error


def check_configurations(
    game: Game, seeds: Iterable[int], depth: int = 0, rates: Rates | None = None
) -> list[tuple[Data, Report]]:
    """`check_game` for every configuration that the game names."""
    fixed = list(seeds)
    return [(options, check_game(game, options, fixed, depth, rates)) for options in game.configurations()]
