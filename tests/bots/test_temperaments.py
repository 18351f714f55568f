"""Temperaments: bots that lean towards a way of playing, by name and in what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import pytest

from repulse.bots import has_net, make_bot, tempered_bots
from repulse.bots.neural.candidates import Option, find_candidates
from repulse.bots.neural.search import Searcher
from repulse.bots.registry import make_registered_bot, split_temperament
from repulse.engine.bot import answer_of, bot_seed
from repulse.engine.contract import RepulseError
from repulse.engine.learning import Learning
from repulse.games import entries, entry_of, game_named, learning_of
from repulse.games.galaxy.codes import action
from repulse.games.galaxy.learning.temperaments import TEMPERAMENTS
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.table.seats import bots_for

DEALS = 25
LEVEL = "sensible"


def play(bots: list[str], seed: int) -> tuple[GalaxyState, list[Counter[int]]]:
    """Play a game; return its end, and how often each seat called each action."""
    game = game_named("galaxy")
    options = game.check_options({"players": len(bots)})
    state = game.start(options, seed)
    players = [make_bot(name, "galaxy", bot_seed(seed, seat)) for seat, name in enumerate(bots)]
    for seat, bot in enumerate(players):
        bot.begin(game, options, seat)
    calls: list[Counter[int]] = [Counter() for _ in bots]
    while state.owing:
        seat = next(iter(state.seats_owing()))
        decision = state.decision(seat)
        choice = decision.forced_choice() if decision.forced() else answer_of(players[seat], state, decision)
        if decision.prompt == "action":
            calls[seat].update(choice)
        state.apply(seat, choice)
    return state, calls


@lru_cache(maxsize=16)
def habits(temperament: str) -> Counter[str]:
    """Return what a player with a temperament (or none) does in paired deals against one without."""
    totals: Counter[str] = Counter()
    bot = f"{LEVEL}@{temperament}" if temperament else LEVEL
    for seed in range(DEALS):
        for seat in range(2):
            bots = [LEVEL, LEVEL]
            bots[seat] = bot
            state, calls = play(bots, seed)
            table = state.cards
            for card in state.tableau[seat][1:]:
                totals["cost"] += table.cost[card]
                totals["placed"] += 1
                totals["developments"] += table.development[card]
                totals["military worlds"] += table.military[card]
            totals["trades"] += calls[seat][action.TRADE]
            totals["explores"] += calls[seat][action.EXPLORE_5] + calls[seat][action.EXPLORE_1_1]
    return totals


def share(name: str) -> Callable[[Counter[str]], float]:
    """Return what reads the share of some cards among those that were placed."""
    return lambda totals: totals[name] / totals["placed"]


@pytest.mark.parametrize(
    ("temperament", "measure", "factor"),
    [
        ("conqueror", lambda totals: totals["military worlds"], 1.5),
        ("trader", lambda totals: totals["trades"], 1.25),
        ("developer", share("developments"), 1.1),
        ("rusher", lambda totals: -totals["cost"] / totals["placed"], 0.95),
        ("hoarder", lambda totals: totals["explores"], 1.3),
        ("defender", lambda totals: totals["military worlds"], 1.1),
    ],
)
def test_a_temperament_shows_in_statistics(
    temperament: str, measure: Callable[[Counter[str]], float], factor: float
) -> None:
    assert measure(habits(temperament)) >= factor * measure(habits(""))


def test_every_level_can_have_every_temperament() -> None:
    names = tempered_bots("galaxy")
    assert {split_temperament(name, "galaxy")[1] for name in names} == set(TEMPERAMENTS)
    assert "sensible@conqueror" in bots_for("galaxy")
    for name in names:
        level = split_temperament(name, "galaxy")[0]
        assert type(make_registered_bot(name, "galaxy", 0)) is type(make_bot(level, "galaxy", 0))
    assert tempered_bots("earth") == []


def test_other_details_are_refused_from_the_network() -> None:
    for name in ("sensible@pirate", "learned@/etc/net.npz", "master@0.1", "random@conqueror@x"):
        with pytest.raises(RepulseError):
            make_registered_bot(name, "galaxy", 0)


def test_a_bot_without_temperaments_says_so() -> None:
    with pytest.raises(RepulseError, match="conqueror"):
        make_bot("random@conqueror", "galaxy", 0)


def test_declared_temperaments_are_those_of_the_game() -> None:
    assert entry_of("galaxy").temperaments == tuple(TEMPERAMENTS)
    for entry in entries():
        state = entry.game.start(entry.game.check_options({}), 0)
        seat = next(iter(state.seats_owing()))
        view, decision = state.view(seat), state.decision(seat)
        learning: Learning = learning_of(entry.game)
        for temperament in entry.temperaments:
            bias = learning.policy_bias(temperament, view, decision)
            assert len(bias) in (0, learning.action_space(view).size)


@pytest.mark.skipif(not has_net("galaxy"), reason="needs the net")
def test_a_net_leans_as_its_temperament_does() -> None:
    conquests = [0, 0]
    for seed in range(30):
        bots = ["learned", "learned@conqueror"]
        state, _ = play(bots, seed)
        for seat in range(2):
            conquests[seat] += sum(state.cards.military[card] for card in state.tableau[seat][1:])
    assert conquests[1] >= 1.5 * conquests[0]


@pytest.mark.skipif(not has_net("galaxy"), reason="needs the net")
def test_the_prior_of_a_search_leans_as_the_temperament_does() -> None:
    bot = make_bot("master@trader", "galaxy", 1)
    assert isinstance(bot, Searcher)
    game = game_named("galaxy")
    state = game.start(game.check_options({"players": 2}), 3)
    while state.seats_owing() and state.decision(state.seats_owing()[0]).prompt != "action":
        decision = state.decision(state.seats_owing()[0])
        state.apply(decision.seat, sorted(decision.options[: max(1, decision.least)]))
    view, decision = state.view(0), state.decision(0)
    bias = bot.learning.policy_bias("trader", view, decision)
    configuration, evaluator = bot.bound(view)
    facts = {"decision": decision, "limit": len(decision.options), "min_prior": 0.0}
    plain = find_candidates(configuration, evaluator, view, **facts)
    leaning = find_candidates(configuration, evaluator, view, **facts, bias=bias)

    def trades(options: list[Option]) -> float:
        return sum(option.prior for option in options if option.choice == [action.TRADE])

    assert trades(leaning) > trades(plain)
    assert sum(option.prior for option in leaning) == pytest.approx(1.0, abs=1e-3)
