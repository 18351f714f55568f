"""Answers given pick by pick, from a fixed list of actions."""

from __future__ import annotations

import pytest
from tests.engine.toy import ToyGame, ToyLearning, ToyState

from repulse.engine.answers import all_answers
from repulse.engine.conformance import ConformanceError, Rates, check_game, picks_at_random
from repulse.engine.conformance.learning import open_picks
from repulse.engine.contract import ONE, SOME, Decision, IllegalChoice, Prompt, Seat, ask_one, ask_some
from repulse.engine.learning import Learning
from repulse.engine.picks.space import DONE, END, ActionSpace, Digits, Domain, Listed, Picker, plain_space
from repulse.games import game_named, learning_of

PICKS_ALONE = Rates(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, picks=3, features=0)


def letters() -> ActionSpace:
    """Options 1 to 5 as single picks `a` to `e`."""
    space = ActionSpace()
    space.set_encoding("letter", Listed({value: space.action("-abcde"[value]) for value in range(1, 6)}))
    return space


def some(options: list[int], least: int, most: int) -> Decision:
    return ask_some(Prompt("spell", SOME, "letter"), 0, options, least, most)


def offered(space: ActionSpace, decision: Decision, *picked: str) -> str:
    """Return the names of the open actions."""
    before = [space.number_of(name) for name in picked]
    return " ".join(space.names[pick] for pick in open_picks(space, decision, before))


def test_one_option_is_one_pick() -> None:
    space, decision = letters(), ask_one(Prompt("spell", ONE, "letter"), 0, [4, 2])
    assert offered(space, decision) == "b d"
    picker = Picker(space, decision)
    assert not picker.finished()
    picker.push(space.number_of("d"))
    assert picker.finished()
    assert picker.choice() == [4]
    assert space.picks(decision, [4]) == picker.picked


def test_some_options_are_picked_in_ascending_order() -> None:
    decision = some([3, 1, 2], 0, 3)
    assert offered(letters(), decision) == "DONE a b c"
    assert offered(letters(), decision, "b") == "DONE c"


def test_the_least_number_stays_within_reach() -> None:
    decision = some([1, 2, 3, 4], 3, 3)
    assert offered(letters(), decision) == "a b"
    assert offered(letters(), decision, "b") == "c"


def test_an_option_listed_twice_may_be_picked_twice() -> None:
    decision = some([2, 1, 2], 1, 3)
    assert offered(letters(), decision, "b") == "DONE b"
    assert offered(letters(), decision, "b", "b") == "DONE"
    assert letters().choice(decision, letters().picks(decision, [2, 2])) == [2, 2]


def test_a_full_answer_needs_no_done() -> None:
    space, decision = letters(), some([1, 2, 3], 1, 2)
    assert space.picks(decision, [1, 3]) == [space.number_of("a"), space.number_of("c")]
    assert space.picks(decision, [3]) == [space.number_of("c"), DONE]
    assert offered(space, decision, "a", "c") == ""


def test_nothing_to_choose_is_finished_at_once() -> None:
    assert Picker(letters(), some([], 0, 0)).choice() == []


@pytest.mark.parametrize("picked", [["b", "a"], ["a", "b", "c"], ["DONE"], ["d"], ["a", "DONE", "b"]])
def test_picks_that_could_not_be_made_are_refused(picked: list[str]) -> None:
    space = letters()
    picker = Picker(space, some([1, 2, 3], 1, 2))
    for name in picked[:-1]:
        picker.push(space.number_of(name))
    with pytest.raises(IllegalChoice):
        picker.push(space.number_of(picked[-1]))


def test_an_unfinished_answer_is_none() -> None:
    space = letters()
    with pytest.raises(IllegalChoice, match="not complete"):
        space.choice(some([1, 2], 2, 2), [space.number_of("a")])


def test_large_numbers_are_spelled_by_their_digits() -> None:
    space = ActionSpace()
    space.set_encoding("number", Digits(space, "number", base=10, negative=True))
    decision = ask_one(Prompt("n", ONE, "number"), 0, [7, 42, 45, 305, -12])
    assert offered(space, decision) == "number/7 number/30+ number/40+ number/-"
    assert offered(space, decision, "number/40+") == "number/2 number/5"
    assert offered(space, decision, "number/-") == "number/10+"
    assert [space.choice(decision, space.picks(decision, [value])) for value in decision.options] == [
        [7],
        [42],
        [45],
        [305],
        [-12],
    ]


def test_options_of_several_picks_can_be_some_of_many() -> None:
    space = plain_space([Prompt("n", SOME, "number")])
    decision = ask_some(Prompt("n", SOME, "number"), 0, [5, 70, 70, 71, 9000], 2, 3)
    reached: list[list[int]] = []
    begun: list[list[int]] = [[]]
    while begun:
        picked = begun.pop()
        if space.finished(decision, picked):
            reached.append(space.choice(decision, picked))
        else:
            begun.extend([*picked, pick] for pick in open_picks(space, decision, picked))
    assert sorted(reached) == sorted(all_answers(decision))


@pytest.mark.parametrize("name", ["galaxy", "earth"])
def test_games_can_be_played_with_picks_only(name: str) -> None:
    game = game_named(name)
    learning = learning_of(game)
    for options in game.configurations():
        report = check_game(
            game, options, [1], rates=PICKS_ALONE, choose=picks_at_random(learning), learning=learning
        )
        assert report.finished == 1, options


@pytest.mark.parametrize("name", ["galaxy", "earth"])
def test_an_action_has_the_same_name_in_all_configurations(name: str) -> None:
    game = game_named(name)
    spaces = [learning_of(game).action_space(game.start(options, 1)) for options in game.configurations()]
    largest = max(spaces, key=lambda space: space.size)
    base = learning_of(game).action_space(game.start({}, 1))
    assert len(set(base.names) & set(largest.names)) > 0.95 * base.size


@pytest.mark.parametrize(
    ("name", "options", "size"),
    [
        ("galaxy", {"game": "base", "players": 2}, 229),
        ("galaxy", {"game": "base", "players": 4}, 229),
        ("galaxy", {"game": "invasion", "players": 5}, 348),
        ("galaxy", {"game": "counterstrike", "players": 5}, 618),
        ("earth", {"players": 4}, 149),
    ],
)
def test_size_of_the_action_space(name: str, options: dict[str, object], size: int) -> None:
    game = game_named(name)
    assert learning_of(game).action_space(game.start(options, 1)).size == size


# --- what the conformance suite finds ---


def fault_of(learning: Learning) -> str:
    with pytest.raises(ConformanceError) as caught:
        check_game(learning.game, {"players": 3}, range(5), rates=PICKS_ALONE, learning=learning)
    return caught.value.check


class Spelled(ToyLearning):
    """The toy game with a spelling of its own for cards."""

    def __init__(self, spelling: Domain, space: ActionSpace) -> None:
        super().__init__(ToyGame())
        self.space = space
        space.set_encoding("card", spelling)
        space.set_encoding("prize", Listed({0: space.action("prize/card"), 1: space.action("prize/coin")}))

    def action_space(self, state: ToyState) -> ActionSpace:
        return self.space


def test_two_options_under_one_action_are_found_out() -> None:
    space = ActionSpace()
    picks = {value: space.action(f"card/{min(value, 5)}") for value in range(1, 7)}
    assert fault_of(Spelled(Listed(picks), space)) == "picks"


def test_a_spelling_that_begins_another_is_found_out() -> None:
    class Stutter(Domain):
        def encode_step(self, seat: Seat, value: int, position: int) -> int:
            return 1 if position < value else END

    space = ActionSpace()
    space.action("again")
    assert fault_of(Spelled(Stutter(), space)) == "picks"
