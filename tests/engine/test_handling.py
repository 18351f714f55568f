"""Positions and what goes with them can be handled: pickled, copied, compared and printed, compiled or not."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest
from tests.engine.toy import ToyGame

from repulse.bots.random import RandomBot
from repulse.engine.answers import random_answer
from repulse.engine.bot import Bot
from repulse.engine.contract import BadOptions, Choice, Decision, Game, IllegalChoice, State
from repulse.engine.match import Match, replay
from repulse.engine.random import seeded
from repulse.games import game_named
from repulse.games.earth.bots.sensible.bot import EarthSensible
from repulse.games.earth.rules.state import EarthState
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.rules.state import GalaxyState

GAMES: list[Game] = [game_named("galaxy"), game_named("earth"), ToyGame()]
CONFIGURATIONS = [(game, options) for game in GAMES for options in game.configurations()]
WAYS: list[Callable[[Any], Any]] = [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy]


def some_match(game: Game, options: dict[str, object], choices: int = 10) -> Match:
    match = Match(game, options, 5)
    stream = seeded(6)
    for _ in range(choices):
        if match.state.owing:
            seat = match.state.seats_owing()[0]
            match.answer(seat, random_answer(match.state.decision(seat), stream))
    return match


def test_every_position_can_be_pickled_copied_compared_and_printed() -> None:
    for game, options in CONFIGURATIONS:
        state = some_match(game, options).state
        for whole in (state, state.view(0)):
            for again in WAYS:
                duplicate = again(whole)
                assert duplicate is not whole
                assert duplicate == whole
                assert repr(duplicate) == repr(whole)
                assert duplicate.clone().data() == whole.data()
        duplicate = pickle.loads(pickle.dumps(state))
        seat = duplicate.seats_owing()[0]
        duplicate.apply(seat, random_answer(duplicate.decision(seat), seeded(1)))
        assert duplicate != state
        assert state != state.view(0)


def test_a_pickled_position_goes_on_as_the_original_would() -> None:
    state = some_match(GAMES[0], {"game": "counterstrike", "players": 3}).state
    other = pickle.loads(pickle.dumps(state))
    for position in (state, other):
        stream = seeded(9)
        while position.owing:
            seat = position.seats_owing()[0]
            position.apply(seat, random_answer(position.decision(seat), stream))
    assert other == state


def test_unpickled_positions_share_the_table_of_cards() -> None:
    state = GAMES[0].start({"game": "base", "players": 2}, 1)
    for again in WAYS:
        assert again(state).cards is state.cards


@pytest.mark.parametrize("again", WAYS, ids=["pickle", "deepcopy"])
def test_decisions_prompts_streams_records_matches_and_games(again: Callable[[Any], Any]) -> None:
    for game in GAMES:
        match = some_match(game, game.configurations()[0])
        decision = match.state.decision(match.state.seats_owing()[0])
        memory = game.memory()
        memory.see(match.state.view(0))
        for thing in (decision, game.prompts()[0], seeded(3), match.record()):
            assert again(thing) == thing
            assert not repr(again(thing)).startswith("<repulse")
        assert hash(again(decision)) == hash(decision)
        assert type(again(memory)) is type(memory)
        assert repr(again(game)) == repr(game)
        copied = again(match)
        assert copied.state == match.state
        assert copied.record() == match.record()
        assert copied.all_events() == match.all_events()
        assert repr(copied) == repr(match)


def test_states_and_decisions_print_readably() -> None:
    invasion = some_match(GAMES[0], {"game": "invasion", "players": 3, "deal": "single"}, 7).state
    assert repr(invasion).startswith("<galaxy invasion, round 1, ")
    assert repr(invasion).endswith(" to choose>")
    assert repr(invasion.view(1)).endswith(", as seat 1 sees it>")
    assert repr(invasion.view(-1)).endswith(", as spectators see it>")
    first = GAMES[1].start({"players": 3}, 1)
    assert repr(first) == "<earth, turn 1, seats 0, 1 and 2 to choose>"
    assert repr(first.decision(0)) == "<bid for seat 0: one of 11 (energy)>"


def test_positions_have_no_hash() -> None:
    with pytest.raises(TypeError, match="mutable"):
        hash(GAMES[1].start({"players": 3}, 1))


def refused(state: State) -> None:
    state.apply(0, [99])


def no_game() -> None:
    raise BadOptions("no such game")


def test_errors_and_positions_survive_a_process_pool() -> None:
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(IllegalChoice) as caught:
            pool.submit(refused, GAMES[1].start({"players": 3}, 1)).result()
        assert caught.value.reason
        with pytest.raises(BadOptions, match="no such game"):
            pool.submit(no_game).result()


class Better(GalaxySensible):
    """A bot of one's own that thinks like the shipped one, except where it does not."""

    def choose(self, view: GalaxyState, decision: Decision) -> Choice:
        self.asked = getattr(self, "asked", 0) + 1
        return super().choose(view, decision)


class Bolder(EarthSensible):
    def choose(self, view: EarthState, decision: Decision) -> Choice:
        return [decision.options[-1]] if decision.prompt == "bid" else super().choose(view, decision)


class Luckless(RandomBot):
    def choose_blind(self, decision: Decision) -> Choice:
        return super().choose_blind(decision)


def test_every_bot_can_be_derived_from() -> None:
    pairs: list[tuple[Game, Bot]] = [(GAMES[0], Better(1)), (GAMES[1], Bolder(1)), (GAMES[1], Luckless(1))]
    for game, bot in pairs:
        state = game.start(game.configurations()[0], 2)
        for _ in range(30):
            seat = state.seats_owing()[0]
            decision = state.decision(seat)
            state.apply(seat, bot.choose(state.view(seat), decision))
    first = pairs[0][1]
    assert isinstance(first, Better)
    assert first.asked == 30


def test_a_record_gives_an_equal_match() -> None:
    match = some_match(GAMES[1], {"players": 4})
    assert replay(GAMES[1], match.record()).state == match.state
