"""The sensible bot: it plays only from its view, fast, and wins."""

from __future__ import annotations

import time

import pytest
from tests.games.earth.positions import answer, earth, ships_in

from repulse.bots import make_bot
from repulse.engine.bot import Bot
from repulse.engine.contract import Seat, State, check_choice
from repulse.games.earth.bots.sensible.bot import EarthSensible
from repulse.games.earth.rules.game import EarthGame
from repulse.games.earth.rules.state import EarthState


def play(bots: list[Bot], seed: int) -> State:
    """A game between bots, to its end."""
    state = EarthGame().start({"players": len(bots)}, seed)
    while state.owing:
        for seat in state.seats_owing():
            decision = state.decision(seat)
            if decision.forced():
                choice = decision.forced_choice()
            else:
                choice = bots[seat].choose(state.view(seat), decision)
                check_choice(state, decision, choice)
            state.apply(seat, choice)
    return state


def share_of_wins(games: int, first_seed: int) -> float:
    """Return the number of games that a sensible bot wins against three random ones."""
    won = 0.0
    for seed in range(first_seed, first_seed + games):
        seat = seed % 4
        bots = [make_bot("random", "earth", 4 * seed + other) for other in range(4)]
        bots[seat] = EarthSensible(seed)
        winners = play(bots, seed).winners()
        won += (seat in winners) / len(winners)
    return won / games


def test_it_beats_three_random_bots_in_four_games_of_five() -> None:
    assert share_of_wins(40, 0) >= 0.8


@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_among_sensible_bots_last_about_as_long_as_the_rulebook_says(players: int) -> None:
    turns = []
    for seed in range(8):
        state = play([EarthSensible(10 * seed + seat) for seat in range(players)], seed)
        assert isinstance(state, EarthState)
        turns.append(state.turn)
    assert 5 <= sum(turns) / len(turns) <= 9


def test_it_answers_every_question_of_every_gadget() -> None:
    for gadget in (
        "Wormhole",
        "Tractor Beam",
        "Death Ray",
        "Redirected Landing",
        "Drop Capsules",
        "Jump Drive",
    ):
        state = earth(gadgets=[gadget], ships={"Asia": [3, 3, 1], "Europe": [1, 2, 0], "Africa": [2, 2, 2]})
        answer(state, 0, f"gadget {gadget}")
        while state.decision(0).prompt != "action":
            decision = state.decision(0)
            choice = EarthSensible(1).choose(state.view(0), decision)
            check_choice(state, decision, choice)
            state.apply(0, choice)


def test_it_takes_a_majority_that_is_for_sale() -> None:
    state = earth(
        ships={
            "Asia": [2, 3, 0],
            "Europe": [1, 0, 0],
            "Africa": [0, 7, 6],
            "Australia": [0, 7, 6],
            "North Pacific": [0, 7, 6],
        },
        points=2,
        motherships=["South America"] * 3,
        scoring=["Asia", "Africa", "Australia", "North Pacific"],
        harvest={"Asia": 2},
    )
    play_turn(state, 0)
    assert ships_in(state, "Asia")[0] == 3


def play_turn(state: EarthState, seat: Seat) -> None:
    bot = EarthSensible(1)
    while state.actor() == seat:
        state.apply(seat, bot.choose(state.view(seat), state.decision(seat)))


def test_the_same_seed_plays_the_same_game() -> None:
    first = play([EarthSensible(seat) for seat in range(4)], 5)
    other = play([EarthSensible(seat) for seat in range(4)], 5)
    assert first.data() == other.data()


def test_it_is_quick() -> None:
    bot = EarthSensible(1)
    state = EarthGame().start({"players": 5}, 3)
    spent = 0.0
    asked = 0
    while state.owing:
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        view = state.view(seat)
        before = time.process_time()
        choice = bot.choose(view, decision)
        spent += time.process_time() - before
        asked += 1
        state.apply(seat, choice)
    assert spent / asked < 0.001
