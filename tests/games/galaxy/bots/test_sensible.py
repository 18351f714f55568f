"""The sensible player of galaxy: always legal, the same for the same seed, blind to what is hidden, and no fool."""

from __future__ import annotations

import pytest

from repulse.bots.random import RandomBot
from repulse.engine.bot import Bot, answer_of, bot_seed
from repulse.engine.contract import (
    ONE,
    SOME,
    Data,
    Prompt,
    Seat,
    ask_one,
    ask_some,
)
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible, plain_answer
from repulse.games.galaxy.bots.sensible.card_estimates import estimates_for
from repulse.games.galaxy.bots.sensible.evaluation import Evaluation
from repulse.games.galaxy.bots.sensible.war import wins_by_defeat
from repulse.games.galaxy.bots.sensible.war_forecast import hold_chance
from repulse.games.galaxy.bots.sensible.weights import SHIPPED
from repulse.games.galaxy.rules.game import GalaxyGame
from repulse.games.galaxy.rules.score import total_score, war_bonus
from repulse.games.galaxy.rules.state import GalaxyState

GAME = GalaxyGame()
CONFIGURATIONS = GAME.configurations()


def answer_next(state: GalaxyState, bots: list[Bot]) -> tuple[Seat, list[int]]:
    """Let the next seat that owes an answer give it."""
    seat = state.seats_owing()[0]
    decision = state.decision(seat)
    if decision.forced():
        choice = decision.forced_choice()
    else:
        choice = answer_of(bots[seat], state, decision)
    state.apply(seat, choice)
    return seat, choice


def play(options: Data, seed: int, bots: list[Bot]) -> tuple[GalaxyState, list[tuple[Seat, list[int]]]]:
    state = GAME.start(options, seed)
    answers = []
    while state.owing:
        answers.append(answer_next(state, bots))
    return state, answers


def sensible(players: int, seed: int) -> list[Bot]:
    return [GalaxySensible(bot_seed(seed, seat)) for seat in range(players)]


def name_of(options: Data) -> str:
    return "-".join(str(value) for key, value in options.items() if key != "overlays")


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=name_of)
def test_it_plays_every_kind_of_game_to_its_end(options: Data) -> None:
    state, _ = play(options, 8, sensible(int(str(options["players"])), 8))
    assert state.over
    assert state.round < 40


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=name_of)
def test_it_copes_with_the_positions_of_careless_players(options: Data) -> None:
    """Random players bring about what sensible ones never would: it must have an answer there too."""
    players = int(str(options["players"]))
    bots: list[Bot] = [RandomBot(bot_seed(3, seat)) for seat in range(players)]
    state = GAME.start(options, 3)
    while state.owing:
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        if not decision.forced():
            choice = GalaxySensible(3).choose(state.view(seat), decision)
            state.clone().apply(seat, choice)
        answer_next(state, bots)


def test_the_same_seed_plays_the_same_game() -> None:
    options = GAME.check_options({"game": "base", "players": 3})
    _, first = play(options, 11, sensible(3, 11))
    _, other = play(options, 11, sensible(3, 11))
    assert first == other


def test_it_sees_only_its_view() -> None:
    """Redealing what it cannot see does not change its choice."""
    for game in ("base", "xeno-invasion"):
        options = GAME.check_options({"game": game, "players": 3})
        state = GAME.start(options, 4)
        bots = sensible(3, 4)
        while state.owing:
            for seat in state.seats_owing():
                decision = state.decision(seat)
                if not decision.forced():
                    shuffled = GAME.determinize(state.view(seat), state.step_id)
                    seen = GalaxySensible(5).choose(state.view(seat), decision)
                    assert seen == GalaxySensible(5).choose(shuffled.view(seat), decision)
            answer_next(state, bots)


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ({"game": "base", "players": 4}, 60),
        ({"game": "base", "players": 2}, 20),
        ({"game": "base", "players": 2, "experienced": True}, 20),
        ({"game": "xeno-invasion", "players": 3}, 20),
        ({"game": "invasion", "players": 4}, 40),
    ],
    ids=["base-4", "base-2", "experienced", "xeno-invasion-3", "invasion-4"],
)
def test_it_beats_random_players(options: Data, games: int) -> None:
    players = int(str(options["players"]))
    won = 0.0
    for seed in range(games):
        own = seed % players
        bots: list[Bot] = [RandomBot(bot_seed(seed, seat)) for seat in range(players)]
        bots[own] = GalaxySensible(bot_seed(seed, own))
        state, _ = play(options, seed, bots)
        if own in state.winners():
            won += 1 / len(state.winners())
    assert won / games >= 0.9


def test_four_of_them_play_a_good_game() -> None:
    """As long as people take, and with the points that people make."""
    options = GAME.check_options({"game": "base", "players": 4})
    points = rounds = 0
    for seed in range(10):
        state, _ = play(options, seed, sensible(4, seed))
        points += sum(state.scores())
        rounds += state.round
    assert 27 <= points / 40 <= 50
    assert 8 <= rounds / 10 <= 14


def test_four_of_them_stand_against_the_xenos() -> None:
    """In an Invasion game the empire rarely falls; a Counterstrike game comes to its second stage and to an end."""
    fallen = 0
    for seed in range(12):
        state, _ = play(GAME.check_options({"game": "invasion", "players": 4}), seed, sensible(4, seed))
        assert state.war is not None
        fallen += state.war.is_defeat()
    assert fallen <= 2
    stages = 0
    for seed in range(4):
        state, _ = play(GAME.check_options({"game": "counterstrike", "players": 4}), seed, sensible(4, seed))
        assert state.round <= 30
        assert state.war is not None
        stages += state.war.stage
    assert stages >= 7


def test_a_lead_that_bonuses_make_is_lost_with_the_empire() -> None:
    """The bonuses are not counted when the empire falls, and one more world is damaged (R-INV-18, R-INV-30)."""
    state = GAME.start(GAME.check_options({"game": "invasion", "players": 2}), 1)
    while state.round < 1:
        answer_next(state, sensible(2, 1))
    assert state.war is not None
    state.war.contributed = [1, 0]
    plain = [total_score(state, seat) - war_bonus(state, seat) for seat in range(2)]
    state.war.awards = [max(0, plain[1] - plain[0]), max(0, plain[0] - plain[1])]
    assert not wins_by_defeat(Evaluation(state.view(0), 0, estimates_for(state.cards, SHIPPED), SHIPPED))
    state.war.awards[0] += 6
    assert wins_by_defeat(Evaluation(state.view(0), 0, estimates_for(state.cards, SHIPPED), SHIPPED))


def test_the_chance_to_hold_against_a_wave() -> None:
    """Nobody falls to cards that are all weaker, everybody to stronger ones; the highest rank gets the worst card."""
    assert hold_chance(4, 1, 5, 0) == pytest.approx(1.0)
    assert hold_chance(4, 1, -1, 3) == 0.0
    assert hold_chance(2, 1, 4, 0) == pytest.approx(9 / 11)
    for rank in range(3):
        assert hold_chance(4, 3, 5, rank) < hold_chance(4, 3, 5, rank + 1)


def test_a_question_it_does_not_know_gets_a_legal_answer() -> None:
    decision = ask_one(Prompt("never.heard", ONE, "card"), 0, [4, 2])
    some = ask_some(Prompt("never.heard", SOME, "card"), 0, [9, 3, 5], 2, 3)
    assert plain_answer(decision) == [4]
    assert plain_answer(some) == [3, 9]
    state = GAME.start({"game": "base", "players": 2}, 1)
    assert GalaxySensible(1).choose(state.view(0), some) == [3, 9]
