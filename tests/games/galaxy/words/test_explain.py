"""Breakdowns: what they list adds up to the number that the rules use."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.games import SORTS, name_of, positions

from repulse.games.galaxy.codes import step
from repulse.games.galaxy.display.breakdown import (
    explain_cost,
    explain_defense,
    explain_explore,
    explain_look,
    explain_military,
    explain_sale,
    explain_score,
    explain_temporary,
    explain_vs_xenos,
    sort_score,
    total,
)
from repulse.games.galaxy.rules.military import (
    aids_for,
    military,
    military_against,
    military_vs_xenos,
    pays_for,
    price_of,
)
from repulse.games.galaxy.rules.phases.consume import sale_price
from repulse.games.galaxy.rules.phases.explore import explore_numbers
from repulse.games.galaxy.rules.phases.frontier import look_count
from repulse.games.galaxy.rules.phases.invasion import defense_total
from repulse.games.galaxy.rules.placement import development_cost, price_now
from repulse.games.galaxy.rules.state import GalaxyState


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_sums(options: dict[str, object]) -> None:
    for seed in range(3):
        for s, _ in positions(options, seed):
            for player in range(s.players):
                check_sums(s, player)


def check_sums(s: GalaxyState, player: int) -> None:
    assert total(explain_score(s, player)) == s.scores()[player]
    assert total(explain_military(s, player)) == military(s, player)
    assert total(explain_vs_xenos(s, player)) == military_vs_xenos(s, player)
    draw, keep = explain_explore(s, player)
    assert (total(draw), total(keep)) == explore_numbers(s, player)
    for world in s.worlds_with_goods(player, 0):
        for with_bonus in (True, False):
            lines = explain_sale(s, player, world, with_bonus=with_bonus)
            assert total(lines) == sale_price(s, player, world, with_bonus)
    if s.frontier is not None:
        assert total(explain_look(s, player)) == look_count(s, player)
    asking = s.current_step()
    if asking in (step.SETTLE_PLACE, step.FRONTIER_PLACE):
        check_worlds(s, player)
    elif asking == step.DEVELOP_PLACE:
        for card in s.hand[player]:
            if s.cards.development[card]:
                assert total(explain_cost(s, player, card)) == development_cost(s, player, card)
    if s.owing == 1 << player:
        check_asked(s, player)


def check_worlds(s: GalaxyState, player: int) -> None:
    """Costs and Military for every world in hand."""
    aids = aids_for(s, player)
    looked = s.frontier.looked[player] if s.frontier is not None else []
    for card in s.hand[player] + looked:
        if s.cards.development[card]:
            continue
        assert total(explain_military(s, player, card)) == military_against(s, player, aids, card)
        if not s.cards.military[card]:
            assert total(explain_cost(s, player, card)) == price_of(s, aids, card, None)
        for power in aids.optional:
            if s.cards.military[card] and pays_for(s, power, card):
                lines = explain_cost(s, player, card, paying=power.ident)
                assert total(lines) == price_of(s, aids, card, power)


def check_asked(s: GalaxyState, player: int) -> None:
    """The numbers of the question itself."""
    decision = s.decision(player)
    if decision.prompt in ("develop.pay", "settle.pay"):
        assert total(explain_cost(s, player, decision.about)) == decision.least
    elif decision.prompt == "develop.means":
        assert total(explain_cost(s, player, decision.about)) == development_cost(s, player, decision.about)
    elif decision.prompt in ("settle.means", "conquest.means"):
        placed = decision.about
        aids = aids_for(s, player)
        lines = explain_military(s, player, placed)
        assert total(lines) == military_against(s, player, aids, placed) + s.payment.temp_military
        assert total(explain_temporary(s, player, placed)) == s.payment.temp_military
        if not s.cards.military[placed]:
            assert total(explain_cost(s, player, placed)) == price_now(s, player, aids, placed)
    elif decision.prompt in ("invasion.defend", "invasion.card"):
        assert total(explain_defense(s, player)) == defense_total(s, player)


def test_score_says_which_cards_counted() -> None:
    s = g.consume(
        tableau=["Old Earth", "Galactic Federation", "Mining Robots", "Merchant Guild"],
        chips=7,
        rivals=[g.seat()],
    )
    assert explain_score(s, 0) == [
        ("VP chips", 7),
        ("Old Earth", 2),
        (
            "Galactic Federation, 2 VP for each development of cost 6: Galactic Federation and Merchant Guild",
            4,
        ),
        ("Galactic Federation, 1 VP for each development: Mining Robots", 1),
        ("Mining Robots", 1),
        ("Merchant Guild", 0),
    ]


def test_a_score_line_for_one_card_names_it_once() -> None:
    s = g.consume(tableau=["Old Earth", "Mining League", "Mining Robots"])
    assert ("Mining League, 2 VP for Mining Robots", 2) in explain_score(s, 0)


def test_cost_below_nothing_is_made_up_for() -> None:
    s = g.settle(tableau=["Alpha Centauri", "Mining Robots"], hand=["Destroyed World"], spare=1)
    card = s.cards.ids["Destroyed World"]
    assert explain_cost(s, 0, card) == [
        ("cost", 1),
        ("Alpha Centauri", -1),
        ("Mining Robots", -1),
        ("never below 0", 1),
    ]


def test_a_conquest_costs_no_cards() -> None:
    s = g.settle(tableau=["New Sparta"], hand=["Rebel Miners"])
    assert explain_cost(s, 0, s.cards.ids["Rebel Miners"]) == []


def test_military_says_what_is_counted() -> None:
    s = g.settle(
        tableau=["New Sparta", "Xeno-Held Imperium Mine", "Imperium Arms Factory"],
        hand=["Gem World"],
        game="xeno-invasion",
    )
    assert explain_military(s, 0)[:2] == [
        ("New Sparta", 2),
        (
            (
                "Xeno-Held Imperium Mine, +1 Military for each IMPERIUM card in your tableau: "
                "Xeno-Held Imperium Mine and Imperium Arms Factory"
            ),
            2,
        ),
    ]


def test_every_line_of_a_score_says_what_sort_of_thing_it_is() -> None:
    s = g.consume(
        tableau=["Old Earth", "Galactic Federation", "Mining Robots"],
        chips=7,
        rivals=[g.seat()],
    )
    kinds = [(kind, amount) for kind, (_, amount) in sort_score(s, 0)]
    assert kinds == [("chips", 7), ("cards", 2), ("counted", 2), ("counted", 1), ("cards", 1)]


def test_the_war_is_sorted_by_what_it_brings() -> None:
    for s, _ in positions({"game": "invasion", "players": 3}, 1):
        war = s.war
        assert war is not None
        for seat in range(s.players):
            amounts: dict[str, int] = {}
            for kind, (_, amount) in sort_score(s, seat):
                amounts[kind] = amounts.get(kind, 0) + amount
            assert amounts["effort"] == war.contributed[seat]
            assert amounts["awards"] == war.awards[seat]
            assert amounts["chips"] == s.chips[seat]
            assert sum(amounts.values()) == s.scores()[seat]
