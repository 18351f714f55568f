"""Matches: answers, refusals, and undo that stops at news."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.engine.toy import COIN, HAND, ToyGame, ToyState

from repulse.engine.answers import random_answer
from repulse.engine.contract import SPECTATOR, BadOptions, IllegalChoice, share_win
from repulse.engine.match import Match
from repulse.engine.random import seeded


def bid(match: Match, seat: int) -> None:
    match.answer(seat, [match.state.decision(seat).options[0]])


def new_match(players: int = 3, seed: int = 1) -> Match:
    return Match(ToyGame(), {"players": players}, seed)


def test_bad_options() -> None:
    with pytest.raises(BadOptions):
        Match(ToyGame(), {"players": 9}, 1)


def test_refused_answer_changes_nothing() -> None:
    match = new_match()
    before = match.state.data()
    events = list(match.all_events())
    for seat, choice in [(0, [99]), (0, []), (3, [1]), (-1, [1]), (0, [1, 1])]:
        with pytest.raises(IllegalChoice):
            match.answer(seat, choice)
    assert match.state.data() == before
    assert match.choices == []
    assert match.all_events() == events


def test_the_log_begins_with_the_deal_and_no_undo_takes_it_away() -> None:
    match = new_match()
    dealt = list(match.all_events())
    assert len(dealt) == 3 * HAND
    match.answer(0, match.state.decision(0).options[:1])
    match.undo(0)
    assert match.all_events() == dealt


def test_own_secret_answer_can_be_undone_while_others_think() -> None:
    match = new_match()
    before = match.state.data()
    bid(match, 1)
    bid(match, 0)
    assert [match.can_undo(seat) for seat in range(3)] == [True, True, False]
    match.undo(1)
    assert match.state.seats_owing() == [1, 2]
    assert [seat for seat, _ in match.choices] == [0]
    match.undo(0)
    assert match.state.data() == before
    assert match.choices == []


def test_no_undo_once_bids_are_shown() -> None:
    match = new_match()
    for seat in range(3):
        bid(match, seat)
    for seat in range(3):
        assert not match.can_undo(seat)
        with pytest.raises(IllegalChoice) as caught:
            match.undo(seat)
        assert caught.value.reason == "no-undo"


def test_undo_of_an_open_answer_gives_back_the_log() -> None:
    match = new_match()
    for seat in range(3):
        bid(match, seat)
    winner = match.state.seats_owing()[0]
    before, events, choices = match.state.data(), list(match.all_events()), list(match.choices)
    match.answer(winner, [COIN])
    assert len(match.all_events()) == len(events) + 1
    match.undo(winner)
    assert (match.state.data(), match.all_events(), match.choices) == (before, events, choices)
    assert match.state.log is match.all_events()
    match.answer(winner, [COIN])
    assert len(match.all_events()) == len(events) + 1


def test_no_undo_once_another_seat_has_moved_on() -> None:
    match = new_match()
    for seat in range(3):
        bid(match, seat)
    winner = match.state.seats_owing()[0]
    match.answer(winner, [COIN])
    assert match.can_undo(winner)
    match.answer((winner + 1) % 3, [])
    assert not match.can_undo(winner)
    assert match.can_undo((winner + 1) % 3)
    match.undo((winner + 1) % 3)
    assert match.can_undo(winner)


def test_undo_does_not_hang_on_the_callers_list() -> None:
    match = new_match()
    first, second = [match.state.decision(0).options[0]], [match.state.decision(1).options[0]]
    match.answer(0, first)
    match.answer(1, second)
    kept = match.state.clone().data()
    first[0] = 99
    match.undo(1)
    match.answer(1, second)
    assert match.state.data() == kept


def test_events_are_filtered() -> None:
    match = new_match()
    for seat in range(3):
        bid(match, seat)
    winner = match.state.seats_owing()[0]
    match.answer(winner, [0])
    drawn = match.all_events()[-1]
    assert match.events(winner)[-1] == drawn
    assert match.events(SPECTATOR)[-1] == [drawn[0], winner, 0]


def test_answer_in_words() -> None:
    match = new_match()
    card = match.state.decision(2).options[0]
    match.answer_tokens(2, [f"card-{card}"])
    assert match.choices == [(2, [f"card-{card}"])]


class ShortToy(ToyGame):
    def round_limit(self, options: Mapping[str, object]) -> int:
        return 7


def test_a_game_past_its_bound_of_rounds_is_called_off() -> None:
    match = Match(ShortToy(), {}, 1)
    assert not match.is_over()
    match.state.round = 7
    assert not match.called_off()
    match.state.round = 8
    assert match.called_off()
    assert match.is_over()
    assert match.state.winners() == []


def test_a_game_that_has_ended_is_not_called_off() -> None:
    match = new_match()
    match.state.round, match.state.owing = 999, 0
    assert match.is_over()
    assert not match.called_off()


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_bad_seed_starts_no_match(seed: int) -> None:
    with pytest.raises(BadOptions, match="A seed is a whole number"):
        Match(ToyGame(), {}, seed)


def test_rewinding_leads_to_the_same_position_as_playing_there() -> None:
    match = new_match(seed=4)
    while not match.is_over():
        bid(match, match.state.seats_owing()[0])
    choices = list(match.choices)
    lengths = [len(choices), len(choices) - 1, len(choices) // 2, 3, 0]
    for length in lengths:
        match.rewind(length)
        again = new_match(seed=4)
        again.answer_all(choices[:length])
        assert match.choices == again.choices
        assert match.state.data() == again.state.data()
        assert match.all_events() == again.all_events()
        assert [match.can_undo(seat) for seat in range(3)] == [again.can_undo(seat) for seat in range(3)]
    match.answer_all(choices)
    assert match.is_over()


def test_nobody_rewinds_to_choices_that_were_not_made() -> None:
    match = new_match()
    for length in (-1, 1):
        with pytest.raises(IllegalChoice):
            match.rewind(length)


def test_the_last_choice_is_one_that_had_an_alternative() -> None:
    match = new_match()
    assert match.last_choice(0) == -1
    bid(match, 1)
    bid(match, 0)
    bid(match, 2)
    assert [match.last_choice(seat) for seat in (1, 0)] == [0, 1]


def test_shares_of_a_win_are_equal_and_nobody_has_one_before_the_end() -> None:
    match = Match(ToyGame(), {"players": 3}, 1)
    assert match.state.win_shares() == [0.0, 0.0, 0.0]
    assert share_win([0, 2], 3) == [0.5, 0.0, 0.5]
    assert share_win([1], 3) == [0.0, 1.0, 0.0]


def test_tokens_are_recorded_as_given_in_the_order_of_their_options() -> None:
    match = Match(ToyGame(), {"players": 2}, 1)
    stream = seeded(5)
    while match.state.decision(match.state.seats_owing()[0]).prompt != "throw":
        seat = match.state.seats_owing()[0]
        match.answer(seat, random_answer(match.state.decision(seat), stream))
    seat = match.state.seats_owing()[0]
    options = sorted(match.state.decision(seat).options)
    low, high = options[0], options[-1]
    assert low < high
    match.answer_tokens(seat, [f"card-{high}", f"card-{low}"])
    assert match.choices[-1] == (seat, [f"card-{low}", f"card-{high}"])


def test_forced_answers_are_played_where_the_policy_allows() -> None:
    class OneCard(ToyState):
        def draw(self, seat: int) -> None:
            if not self.hands[seat]:
                super().draw(seat)

    class OneCardGame(ToyGame):
        state_class = OneCard

    match = Match(OneCardGame(), {"players": 3}, 1)
    assert match.advance_forced(lambda seat, decision: seat == 1) == match.choices
    assert [seat for seat, _ in match.choices] == [1]
    assert match.state.seats_owing() == [0, 2]
    match.advance_forced(lambda seat, decision: True)
    assert [seat for seat, _ in match.choices] == [1, 0, 2]
    seat = match.state.seats_owing()[0]
    assert not match.state.apply_forced(seat)
    assert match.state.decision(seat).prompt == "prize"
