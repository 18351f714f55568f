"""The conformance suite passes a sound game and catches each way of being unsound."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import Self

import pytest
from tests.engine.late_toy import LateGame
from tests.engine.toy import (
    EVENT_BID,
    EVENT_DRAW,
    EVENT_THROW,
    STEPS,
    THROW,
    Bid,
    Throw,
    ToyDisplay,
    ToyGame,
    ToyLearning,
    ToyState,
)

from repulse.engine.conformance import (
    ALWAYS,
    NEVER,
    ConformanceError,
    Rates,
    check_configurations,
    check_game,
    check_pickling,
    difference,
)
from repulse.engine.contract import (
    EVERYTHING,
    ONE,
    Choice,
    Data,
    Decision,
    Event,
    Game,
    IllegalChoice,
    Memory,
    Prompt,
    Seat,
    ask_one,
)
from repulse.engine.display.display import Display
from repulse.engine.random import seeded
from repulse.engine.record import Record
from repulse.engine.steps import Step
from repulse.games import game_named


def fault_of(state_class: type[ToyState], rates: Rates = ALWAYS) -> str:
    """Return the check that fails for a variant of the toy game."""

    class Variant(ToyGame):
        pass

    Variant.state_class = state_class
    return fault_of_game(Variant(), rates)


def fault_of_game(game: Game, rates: Rates = ALWAYS, display: type[Display] = ToyDisplay) -> str:
    with pytest.raises(ConformanceError) as caught:
        check_game(
            game, {"players": 3}, range(30), rates=rates, display=display(game), learning=ToyLearning(game)
        )
    return caught.value.check


def test_sound_game_passes() -> None:
    for options, report in check_configurations(
        ToyGame(), range(4), rates=ALWAYS, learning=ToyLearning(ToyGame())
    ):
        assert report.games == report.finished == 4, options
        assert set(report.prompts) == {"bid", "prize", "throw"}
        assert report.dealt_anew > 0
        assert set(report.checks) == set(Rates.__dataclass_fields__)


def test_rates_do_not_change_the_games() -> None:
    seldom = Rates(undo=0).thinned(3)
    often = Rates(undo=0)
    assert seldom.accept == 3 * often.accept
    some = check_game(ToyGame(), {"players": 4}, range(20), rates=seldom)
    more = check_game(ToyGame(), {"players": 4}, range(20), rates=often)
    assert (some.choices, some.prompts, some.events) == (more.choices, more.prompts, more.events)
    assert some.checks["clone"] < more.checks["clone"]


def test_depth_stops_early() -> None:
    report = check_game(ToyGame(), {"players": 2}, range(5), depth=4)
    assert (report.choices, report.finished) == (20, 0)


def test_failure_names_its_place() -> None:
    class LosesCard(ToyState):
        def draw(self, seat: Seat) -> None:
            if self.step_id > 2:
                self.deck.pop()
            super().draw(seat)

    class Variant(ToyGame):
        state_class = LosesCard

    with pytest.raises(ConformanceError) as caught:
        check_game(Variant(), {"players": 2}, [5])
    assert caught.value.check == "state"
    assert "seed 5" in caught.value.__notes__[0]
    assert caught.value.record is not None
    assert caught.value.record.choices


def test_view_that_leaks_in_its_data() -> None:
    class Leaky(ToyState):
        def view(self, viewer: Seat) -> Self:
            view = super().view(viewer)
            view.hands = [hand[:] for hand in self.hands]
            return view

    assert fault_of(Leaky) == "secrets"


def test_view_that_leaks_beside_its_data() -> None:
    class Leaky(ToyState):
        def view(self, viewer: Seat) -> Self:
            view = super().view(viewer)
            view.next_card = self.deck[-1] if self.deck else self.next_card
            return view

        next_card = 0

    assert fault_of(Leaky) == "secrets"


def test_view_that_leaks_answers() -> None:
    class Leaky(ToyState):
        def view(self, viewer: Seat) -> Self:
            view = super().view(viewer)
            view.secret = self.secret[:]
            return view

    assert fault_of(Leaky) == "quiet"
    assert fault_of(Leaky, Rates(quiet=0, secrets=1)) == "secrets"


def test_view_that_leaks_only_that_a_card_is_high() -> None:
    class Leaky(ToyState):
        def data(self) -> Data:
            hint = sum(self.hands[0]) > 10 if not self.is_view() else self.hint
            return {**super().data(), "hint": hint}

        def view(self, viewer: Seat) -> Self:
            view = super().view(viewer)
            assert isinstance(view, Leaky)
            view.hint = sum(self.hands[0]) > 10 if not self.is_view() else self.hint
            return view

        def copy_to(self, other: ToyState) -> None:
            super().copy_to(other)
            assert isinstance(other, Leaky)
            other.hint = self.hint

        hint = False

    assert fault_of(Leaky) == "secrets"


def test_log_that_leaks_its_numbers() -> None:
    class Leaky(ToyState):
        def visible_event(self, event: Event, viewer: Seat) -> Event:
            if event[0] == EVENT_DRAW and event[1] != viewer:
                return [EVENT_DRAW, event[1], 0 if event[2] < 5 else -1]
            return event

    assert fault_of(Leaky) == "log"


def test_log_that_tells_a_secret_answer() -> None:
    class TellingBid(Bid):
        def answer(self, state: ToyState, seat: Seat, arg: int, choice: Choice) -> None:
            state.tell([EVENT_BID, seat, choice[0]])
            super().answer(state, seat, arg, choice)

    class Leaky(ToyState):
        def steps(self) -> list[Step]:
            return [TellingBid(), *STEPS[1:]]

    assert fault_of(Leaky, Rates(quiet=1, order=0)) == "quiet"
    assert fault_of(Leaky, Rates(quiet=0, order=1)) == "order"


def test_log_that_depends_on_hidden_state() -> None:
    class Leaky(ToyState):
        def visible_event(self, event: Event, viewer: Seat) -> Event:
            if event[0] == EVENT_THROW and self.hands[0]:
                return [*event[:2], self.hands[0][0]]
            return super().visible_event(event, viewer)

    assert fault_of(Leaky, Rates(secrets=1)) == "secrets"


def test_order_dependence() -> None:
    class HastyBid(Bid):
        def answer(self, state: ToyState, seat: Seat, arg: int, choice: Choice) -> None:
            if not any(state.secret):
                state.coins[seat] += 1
            super().answer(state, seat, arg, choice)

    class First(ToyState):
        def steps(self) -> list[Step]:
            return [HastyBid(), *STEPS[1:]]

    assert fault_of(First) == "order"


def test_clone_that_shares_a_list() -> None:
    class Shared(ToyState):
        def copy_to(self, other: ToyState) -> None:
            super().copy_to(other)
            other.coins = self.coins

    assert fault_of(Shared, replace(NEVER, clone=1)) == "clone"


def test_clone_that_forgets_something_outside_its_data() -> None:
    class Forgetful(ToyState):
        def __init__(self, players: int) -> None:
            super().__init__(players)
            self.extra = 0

        def draw(self, seat: Seat) -> None:
            self.extra += 1
            super().draw(seat)

    assert fault_of(Forgetful) == "clone"


def test_accepting_what_was_not_offered() -> None:
    class Generous(ToyState):
        def apply(self, seat: Seat, choice: Choice) -> None:
            if self.current_step() == THROW and len(choice) == 3 and not self.is_view():
                self.decision(seat)
                self.asking().answer(self, seat, 0, choice)
                self.advance()
            else:
                super().apply(seat, choice)

    assert fault_of(Generous) == "refuse"


def test_refusing_what_was_offered() -> None:
    class Strict(ToyState):
        def apply(self, seat: Seat, choice: Choice) -> None:
            if self.current_step() == THROW and choice[:1] == [6]:
                raise IllegalChoice("no-sixes")
            super().apply(seat, choice)

    assert fault_of(Strict) == "accept"


def test_refusing_without_a_reason() -> None:
    class Silent(ToyState):
        def refusal(self, decision: Decision, value: int) -> IllegalChoice:
            return IllegalChoice("")

    assert fault_of(Silent) == "refuse"


def test_refusing_with_the_wrong_error() -> None:
    class Clumsy(ToyState):
        def decision(self, seat: Seat) -> Decision:
            if self.hands[seat] and not self.owing >> seat & 1:
                raise ValueError("nothing here")
            return super().decision(seat)

    assert fault_of(Clumsy) == "refuse"


def test_refused_answer_that_leaves_a_trace() -> None:
    class Traced(ToyState):
        def apply(self, seat: Seat, choice: Choice) -> None:
            if len(choice) == 1 and choice[0] < 0 and not self.is_view():
                self.coins[seat] += 1
            super().apply(seat, choice)

    assert fault_of(Traced) == "refuse"


def test_replay_that_comes_out_differently() -> None:
    counter = itertools.count()

    class Moody(ToyGame):
        def start(self, options: Mapping[str, object], seed: int, log: list[Event] | None = None) -> ToyState:
            state = super().start(options, seed, log)
            seeded(next(counter)).shuffle(state.deck)
            return state

    assert fault_of_game(Moody()) == "replay"


def test_undo_past_news() -> None:
    class Quiet(ToyState):
        def draw(self, seat: Seat) -> None:
            super().draw(seat)
            self.reveal_count -= 1

    assert fault_of(Quiet) == "news"


def test_undo_past_the_others_answers() -> None:
    class QuietBid(Bid):
        def reveal(self, state: ToyState) -> None:
            state.reveal_count -= 1
            super().reveal(state)

    class Quiet(ToyState):
        def steps(self) -> list[Step]:
            return [QuietBid(), *STEPS[1:]]

    assert fault_of(Quiet) == "news"


def test_news_that_depends_on_hidden_things() -> None:
    class TellingBid(Bid):
        def answer(self, state: ToyState, seat: Seat, arg: int, choice: Choice) -> None:
            if state.deck and state.deck[-1] > 3:
                state.reveal_count += 1
            super().answer(state, seat, arg, choice)

    class Telling(ToyState):
        def steps(self) -> list[Step]:
            return [TellingBid(), *STEPS[1:]]

    assert fault_of(Telling, replace(NEVER, news=1)) == "news"


def test_playable_view() -> None:
    class Playable(ToyState):
        def view(self, viewer: Seat) -> Self:
            view = super().view(viewer)
            if self.current_step() == THROW:
                view.viewer = EVERYTHING
            return view

    assert fault_of(Playable, replace(NEVER, view=1)) == "view"


def test_words_left_with_a_slot() -> None:
    class Slotted(ToyDisplay):
        def option_text(self, state: ToyState, decision: Decision, value: int) -> str:
            return f"card {{number}} {value}"

    assert fault_of_game(ToyGame(), display=Slotted) == "words"


def test_options_that_read_the_same() -> None:
    class Vague(ToyDisplay):
        def option_text(self, state: ToyState, decision: Decision, value: int) -> str:
            return "a card"

    assert fault_of_game(ToyGame(), display=Vague) == "words"


def test_words_that_mean_something_else() -> None:
    class Lying(ToyGame):
        def token(self, state: ToyState, domain: str, value: int) -> str:
            return super().token(state, domain, 1)

    assert fault_of_game(Lying()) == "words"


def test_malformed_decisions() -> None:
    class Doubled(ToyState):
        def decision(self, seat: Seat) -> Decision:
            super().decision(seat)
            return ask_one(Prompt("bid", ONE, "card"), seat, [1, 1])

    assert fault_of(Doubled) == "decision"


def test_data_that_json_bends() -> None:
    class Bent(ToyState):
        def data(self) -> Data:
            return {**super().data(), "pair": (1, 2)}

    assert fault_of(Bent) == "data"


def test_crash() -> None:
    class CrashingThrow(Throw):
        def reveal(self, state: ToyState) -> None:
            raise ZeroDivisionError

    class Crashing(ToyState):
        def steps(self) -> list[Step]:
            return [*STEPS[:2], CrashingThrow()]

    assert fault_of(Crashing, NEVER) == "crash"


def test_a_determinizer_without_chance() -> None:
    class Lazy(ToyGame):
        def determinize(self, view: ToyState, seed: int, memory: Memory | None = None) -> ToyState:
            return super().determinize(view, 0)

    assert fault_of_game(Lazy(), Rates(determinize=1)) == "determinize"


@pytest.mark.parametrize("game", [game_named("galaxy"), game_named("earth"), ToyGame()], ids=str)
def test_pickled_states_and_views_work_in_a_second_process(game: Game) -> None:
    check_pickling(game)


def test_a_state_that_works_only_after_its_game_was_made() -> None:
    with pytest.raises(ConformanceError, match="IndexError") as caught:
        check_pickling(LateGame())
    assert caught.value.check == "pickle"


def test_difference_looks_inside() -> None:
    first, other = ToyState(2), ToyState(2)
    assert difference(first, other) == ""
    other.hands[1].append(3)
    assert difference(first, other) == ".hands[1] (length)"
    assert difference({"a": [1]}, {"a": [2]}) == "['a'][0]"


def test_a_fault_in_another_process_keeps_its_type_and_message() -> None:
    fault = ConformanceError("news", "seat 0 learns something")
    fault.record = Record("toy", "1", 5, options={}, choices=[])
    copy = pickle.loads(pickle.dumps(fault))
    assert str(copy) == str(fault) == "news: seat 0 learns something"
    assert copy.check == "news"
    assert copy.record.seed == 5
