"""The odds of the next attack, against every draw that can come and against attacks of the real rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import sqrt

import pytest
from tests.games.galaxy import dsl as g

from repulse.engine.bot import Bot
from repulse.games.galaxy.bots.sensible.bot import GalaxySensible
from repulse.games.galaxy.rules.determinize import determinize
from repulse.games.galaxy.rules.military import defense, military, military_vs_xenos
from repulse.games.galaxy.rules.phases.invasion import (
    assign_cards,
    attack_strength,
    can_hold,
    holds,
    update_disks,
)
from repulse.games.galaxy.rules.state import GalaxyState
from repulse.games.galaxy.rules.war import (
    InvasionCard,
    assign_order,
    strength_of,
    unseen_of_wave,
    wave_cards,
    wave_of,
)
from repulse.games.galaxy.rules.war_odds import AttackOdds, NextAttack, attack_odds

CASES = [
    ("invasion", {}, 3, (40, 90)),
    ("invasion", {}, 5, (60, 180, 300)),
    ("invasion", {"experienced": True}, 2, (40, 110)),
    ("invasion", {}, 2, (40, 150)),
    ("counterstrike", {}, 4, (100, 700, 900)),
]
"""Modes with more options, players, and numbers of answers after which the odds are compared."""


def positions_of(
    mode: str, options: dict[str, object], players: int, after: tuple[int, ...]
) -> Iterator[GalaxyState]:
    """Return positions of a game that sensible bots play, each once an attack is to be expected."""
    state = g.GAME.start(g.GAME.check_options({"game": mode, "players": players, **options}), 5)
    bots: list[Bot] = [GalaxySensible(number) for number in range(players)]
    count = 0
    for answers in after:
        while not state.over and (count < answers or not attack_odds(state)):
            asked = state.seats_owing()[0]
            state.apply(asked, bots[asked].choose(state.view(asked), state.decision(asked)))
            count += 1
        if not state.over:
            yield state


def facts(odds: AttackOdds) -> tuple[int, ...]:
    """Return everything that the odds of a seat say."""
    strengths = (odds.lowest, odds.median, odds.highest)
    return odds.seat, odds.rank, odds.total, odds.most, odds.draws, odds.holds, odds.holds_at_most, *strengths


def attacked(state: GalaxyState) -> None:
    """Let the attack come, by the rules."""
    state.begin_phase()
    assert state.war is not None
    update_disks(state, state.war, [military_vs_xenos(state, player) for player in range(state.players)])
    assign_cards(state, state.war)


@pytest.mark.parametrize(("mode", "options", "players", "after"), CASES)
def test_the_odds_are_those_of_sampled_attacks(
    mode: str, options: dict[str, object], players: int, after: tuple[int, ...]
) -> None:
    samples = 600
    compared = 0
    for state in positions_of(mode, options, players, after):
        view = state.view(0)
        odds = attack_odds(view)
        strengths: list[list[int]] = [[] for _ in range(players)]
        held = [0] * players
        might_hold = [0] * players
        for number in range(samples):
            drawn = determinize(view, number)
            attacked(drawn)
            for player in range(players):
                strengths[player].append(attack_strength(drawn, player))
                held[player] += holds(drawn, player)
                might_hold[player] += can_hold(drawn, player)
        for player in range(players):
            expected = odds[player]
            for count, ways in ((held[player], expected.holds), (might_hold[player], expected.holds_at_most)):
                share = ways / expected.draws
                assert abs(count / samples - share) <= 4.5 * sqrt(share * (1 - share) / samples)
            assert expected.lowest <= min(strengths[player])
            assert max(strengths[player]) <= expected.highest
            below = sum(strength < expected.median for strength in strengths[player]) / samples
            above = sum(strength > expected.median for strength in strengths[player]) / samples
            assert below < 0.6
            assert above < 0.6
            compared += 1
    assert compared >= players


def all_draws(groups: list[tuple[list[InvasionCard], int]]) -> Iterator[list[InvasionCard]]:
    """Return every set of cards that can be drawn."""
    if not groups:
        yield []
        return
    cards, count = groups[0]
    for some in combinations(cards, count):
        for others in all_draws(groups[1:]):
            yield [*some, *others]


def same_as_counted(state: GalaxyState, groups: list[tuple[list[InvasionCard], int]]) -> None:
    """Compare the chances of each rank with a count of all draws."""
    war = state.war
    assert war is not None
    attack = NextAttack(war, state.players)
    draws = [assign_order(cards) for cards in all_draws(groups)]
    assert attack.draws == len(draws)
    for rank in range(state.players):
        for plain, vs_xenos, total in ((0, 0, 0), (2, 3, 4), (-2, 1, 3), (5, 5, 8), (9, 14, 20)):
            strengths = sorted(strength_of(cards[rank], plain, vs_xenos) for cards in draws)
            ways = sum(strength < total for strength in strengths)
            assert attack.ways_to_hold(rank, total, plain, vs_xenos) == ways
            middle = strengths[(len(strengths) - 1) // 2]
            assert attack.strengths(rank, plain, vs_xenos) == [strengths[0], middle, strengths[-1]]


def test_a_wave_is_counted_draw_by_draw() -> None:
    state = g.new_round(game="invasion", round=3, players=3)
    same_as_counted(state, [(wave_cards(1), 3)])


def test_an_attack_from_two_waves_is_counted_draw_by_draw() -> None:
    state = g.new_round(game="invasion", round=6, players=3)
    war = state.war
    assert war is not None
    wave_3 = [card for card in war.deck if wave_of(card) == 3]
    wave_2 = [card for card in war.deck if wave_of(card) == 2]
    war.spent += [card for card in war.deck if wave_of(card) == 1] + wave_2[1:]
    war.deck = wave_3 + wave_2[:1]
    same_as_counted(state, [(unseen_of_wave(war, 2), 1), (wave_cards(3), 2)])


def test_discards_are_drawn_when_the_deck_runs_out() -> None:
    state = g.new_round(game="invasion", round=9, players=4)
    war = state.war
    assert war is not None
    wave_3 = [card for card in war.deck if wave_of(card) == 3]
    war.spent += [card for card in war.deck if wave_of(card) < 3]
    war.deck, war.discards = wave_3[:2], wave_3[2:]
    same_as_counted(state, [(wave_3[:2], 2), (wave_3[2:], 2)])


def test_retaliation_is_counted_draw_by_draw() -> None:
    state = g.new_round(game="counterstrike", conquest=True, players=5)
    war = state.war
    assert war is not None
    same_as_counted(state, [(war.deck[:], 5)])


def test_a_surge_makes_every_strength_higher() -> None:
    state = g.new_round(game="counterstrike", conquest=True, tableau=["New Sparta"])
    assert state.war is not None
    before = attack_odds(state)[0]
    state.war.surge = 6
    after = attack_odds(state)[0]
    assert (after.lowest, after.median, after.highest) == (
        before.lowest + 6,
        before.median + 6,
        before.highest + 6,
    )
    assert after.holds <= before.holds


def test_powers_and_the_bunker_count_as_what_may_be_used() -> None:
    state = g.new_round(
        game="invasion",
        round=3,
        tableau=["New Sparta", "Anti-Xeno Militia"],
        hand=["Public Works"],
        rivals=[g.seat(["Old Earth"])],
    )
    mine, rival = attack_odds(state)
    assert mine.total == military_vs_xenos(state, 0) + defense(state, 0)
    assert mine.most == mine.total + 3 + 2
    assert rival.most == rival.total
    assert (mine.rank, rival.rank) == (0, 1)
    assert military(state, 0) > military(state, 1)


def test_nobody_is_safe_while_a_card_can_hurt() -> None:
    state = g.new_round(game="invasion", round=3, tableau=["Old Earth"])
    odds = attack_odds(state)[0]
    assert odds.highest >= odds.total
    assert odds.holds < odds.draws


def test_no_odds_while_the_attack_is_on_or_the_war_is_over() -> None:
    under_way = g.invasion(tableau=["New Sparta"], spare=1, attacks=[3, 0])
    assert attack_odds(under_way) == []
    state = g.new_round(game="invasion", round=3)
    assert state.war is not None
    state.war.repulsed = True
    assert attack_odds(state) == []
    assert attack_odds(g.new_round()) == []
    retaliating = g.retaliation(tableau=["New Sparta", "Anti-Xeno Militia"], spare=1, attacks=["M+3", "M+4"])
    assert attack_odds(retaliating) == []


@pytest.mark.parametrize(("mode", "options", "players", "after"), CASES[:1] + CASES[4:])
def test_odds_say_nothing_of_hidden_cards(
    mode: str, options: dict[str, object], players: int, after: tuple[int, ...]
) -> None:
    for state in positions_of(mode, options, players, after):
        public = [facts(odds) for odds in attack_odds(state)]
        for viewer in range(players):
            view = state.view(viewer)
            assert [facts(odds) for odds in attack_odds(view)] == public
            for number in range(3):
                other = determinize(view, number)
                assert [facts(odds) for odds in attack_odds(other)] == public
