"""Breakdowns: what they list adds up to the number that the rules use."""

from __future__ import annotations

import pytest
from tests.games.galaxy.positions import consume, seat, settle
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
            for each in range(s.players):
                check_sums(s, each)


def check_sums(s: GalaxyState, each: int) -> None:
    assert total(explain_score(s, each)) == s.scores()[each]
    assert total(explain_military(s, each)) == military(s, each)
    assert total(explain_vs_xenos(s, each)) == military_vs_xenos(s, each)
    draw, keep = explain_explore(s, each)
    assert (total(draw), total(keep)) == explore_numbers(s, each)
    for world in s.worlds_with_goods(each, 0):
        for with_bonus in (True, False):
            lines = explain_sale(s, each, world, with_bonus=with_bonus)
            assert total(lines) == sale_price(s, each, world, with_bonus)
    if s.frontier is not None:
        assert total(explain_look(s, each)) == look_count(s, each)
    asking = s.current_step()
    if asking in (step.SETTLE_PLACE, step.FRONTIER_PLACE):
        check_worlds(s, each)
    elif asking == step.DEVELOP_PLACE:
        for card in s.hand[each]:
            if s.cards.development[card]:
                assert total(explain_cost(s, each, card)) == development_cost(s, each, card)
    if s.owing == 1 << each:
        check_asked(s, each)


def check_worlds(s: GalaxyState, each: int) -> None:
    """Costs and Military for every world in hand."""
    aids = aids_for(s, each)
    looked = s.frontier.looked[each] if s.frontier is not None else []
    for card in s.hand[each] + looked:
        if s.cards.development[card]:
            continue
        assert total(explain_military(s, each, card)) == military_against(s, each, aids, card)
        if not s.cards.military[card]:
            assert total(explain_cost(s, each, card)) == price_of(s, aids, card, None)
        for power in aids.optional:
            if s.cards.military[card] and pays_for(s, power, card):
                lines = explain_cost(s, each, card, paying=power.ident)
                assert total(lines) == price_of(s, aids, card, power)


def check_asked(s: GalaxyState, each: int) -> None:
    """The numbers of the question itself."""
    decision = s.decision(each)
    if decision.prompt in ("develop.pay", "settle.pay"):
        assert total(explain_cost(s, each, decision.about)) == decision.least
    elif decision.prompt == "develop.means":
        assert total(explain_cost(s, each, decision.about)) == development_cost(s, each, decision.about)
    elif decision.prompt in ("settle.means", "conquest.means"):
        placed = decision.about
        aids = aids_for(s, each)
        lines = explain_military(s, each, placed)
        assert total(lines) == military_against(s, each, aids, placed) + s.payment.temp_military
        assert total(explain_temporary(s, each, placed)) == s.payment.temp_military
        if not s.cards.military[placed]:
            assert total(explain_cost(s, each, placed)) == price_now(s, each, aids, placed)
    elif decision.prompt in ("invasion.defend", "invasion.card"):
        assert total(explain_defense(s, each)) == defense_total(s, each)


def test_score_says_which_cards_counted() -> None:
    s = consume(
        tableau=["Old Earth", "Galactic Federation", "Mining Robots", "Merchant Guild"],
        chips=7,
        rivals=[seat()],
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
    s = consume(tableau=["Old Earth", "Mining League", "Mining Robots"])
    assert ("Mining League, 2 VP for Mining Robots", 2) in explain_score(s, 0)


def test_cost_below_nothing_is_made_up_for() -> None:
    s = settle(tableau=["Alpha Centauri", "Mining Robots"], hand=["Destroyed World"], spare=1)
    card = s.cards.ids["Destroyed World"]
    assert explain_cost(s, 0, card) == [
        ("cost", 1),
        ("Alpha Centauri", -1),
        ("Mining Robots", -1),
        ("never below 0", 1),
    ]


def test_a_conquest_costs_no_cards() -> None:
    s = settle(tableau=["New Sparta"], hand=["Rebel Miners"])
    assert explain_cost(s, 0, s.cards.ids["Rebel Miners"]) == []


def test_military_says_what_is_counted() -> None:
    s = settle(
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
