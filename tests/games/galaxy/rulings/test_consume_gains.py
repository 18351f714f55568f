"""Rulings on phase IV, Consume: doubling, hand cards, gambling, chips and sales by powers."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.consume_positions import GENES, NOVELTY, ONE_OF_EACH, RARE, TRADE

from repulse.games.galaxy.rules.state import GalaxyState

TWICE = "Consume: 2x VPs"


def use_all(s: GalaxyState, *order: str) -> None:
    """Use powers of seat 0 in that order, then the mandatory ones, skipping the optional ones."""
    for power in order:
        g.answer(s, 0, power)
    while g.question(s, 0).startswith("consume."):
        words = g.offered(s, 0)
        g.answer(s, 0, "pass" if "pass" in words else words[0])


# --- doubling ---


def test_r_con_07_vps_for_goods_are_doubled() -> None:
    s = g.consume(tableau=["Galactic Trendsetters", NOVELTY], goods=[NOVELTY], picks=TWICE)
    assert s.chips[0] == 4
    assert s.pool == 24 - 4


def test_r_con_07_pilgrimage_world_is_doubled_after_taking_one_off() -> None:
    s = g.consume(tableau=["Pilgrimage World", *ONE_OF_EACH], goods=ONE_OF_EACH, picks=TWICE)
    assert s.chips[0] == 2 * (4 - 1)


def test_r_con_07_galactic_home_fronts_flat_vp_is_doubled() -> None:
    for picks, chips in ((TRADE, 1), (TWICE, 2)):
        s = g.consume(tableau=["Galactic Home Front"], picks=picks, game="xeno-invasion")
        assert s.chips[0] == chips


@pytest.mark.parametrize(
    "card",
    ["Deficit Spending", "Merchant World", "Anti-Xeno Embassy", "Novelty Peddlers", "Galactic Home Front"],
)
def test_r_con_07_vps_for_hand_cards_are_not_doubled(card: str) -> None:
    s = g.consume(tableau=[card], spare=1, picks=TWICE, game="xeno-invasion")
    if card == "Galactic Home Front":
        g.answer(s, 0, g.offered(s, 0)[0])
    before = s.chips[0]
    g.answer(s, 0, card)
    if g.question(s, 0) == "consume.hand":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert s.chips[0] == before + 1


def test_r_con_07_cards_are_not_doubled() -> None:
    s = g.consume(tableau=["New Vinland", NOVELTY], goods=[NOVELTY], picks=TWICE)
    assert len(g.hand(s, 0)) == 2
    s = g.consume(tableau=["Galactic Resort", NOVELTY], goods=[NOVELTY], picks=TWICE)
    assert (s.chips[0], len(g.hand(s, 0))) == (2, 1)


def test_r_con_07_sales_are_not_doubled() -> None:
    s = g.consume(tableau=["Black Market Trading World", NOVELTY], goods=[NOVELTY], picks=TWICE)
    assert (s.chips[0], len(g.hand(s, 0))) == (0, 2)


# --- hand cards for VPs ---


def test_r_con_08_fewer_cards_than_allowed_give_up_the_rest() -> None:
    s = g.consume(tableau=["Deficit Spending"], spare=3)
    g.answer(s, 0, "Deficit Spending")
    g.answer(s, 0, g.offered(s, 0)[0])
    assert s.chips[0] == 1
    assert g.question(s, 0) == "action"


@pytest.mark.parametrize(
    ("card", "most"),
    [
        ("Deficit Spending", 2),
        ("Merchant World", 2),
        ("Anti-Xeno Embassy", 1),
        ("Novelty Peddlers", 1),
    ],
)
def test_r_con_08_up_to_the_limit(card: str, most: int) -> None:
    s = g.consume(tableau=[card], spare=4, game="xeno-invasion")
    g.answer(s, 0, card)
    assert s.decision(0).most == most
    g.answer(s, 0, *g.offered(s, 0)[:most])
    assert s.chips[0] == most
    assert len(g.hand(s, 0)) == 4 - most


def test_r_con_08_a_card_drawn_in_this_phase_may_be_discarded() -> None:
    s = g.consume(tableau=["Deficit Spending", "New Economy"], deck=["Rebel Base"])
    g.answer(s, 0, "Deficit Spending")
    g.answer(s, 0, "Rebel Base")
    assert s.chips[0] == 1


def test_r_con_08_two_copies_of_a_card_may_both_go() -> None:
    s = g.consume(tableau=["Merchant World"], hand=["Public Works", "Public Works"])
    g.answer(s, 0, "Merchant World")
    s.apply(0, s.decision(0).options)
    assert s.chips[0] == 2


def test_r_con_08_without_cards_there_is_nothing_to_use() -> None:
    s = g.consume(tableau=["Deficit Spending", "Merchant World"])
    assert g.question(s, 0) == "action"


# --- Gambling World ---


def gamble(top: str, game: str = "base") -> GalaxyState:
    s = g.consume(tableau=["Gambling World"], deck=[top], game=game)
    assert g.question(s, 0) == "consume.lucky"
    return s


@pytest.mark.parametrize("game", ["base", "xeno-invasion"])
def test_r_con_09_a_number_from_one_to_seven(game: str) -> None:
    assert g.offered(gamble("Gem World", game), 0) == ["1", "2", "3", "4", "5", "6", "7"]


@pytest.mark.parametrize(
    ("top", "number"),
    [
        ("Gem World", "2"),
        ("Drop Ships", "4"),
        ("Rebel Homeworld", "7"),
        ("New Sparta", "2"),
        ("Trade League", "6"),
    ],
)
def test_r_con_09_a_match_of_cost_or_defense_goes_to_hand(top: str, number: str) -> None:
    s = gamble(top)
    g.answer(s, 0, number)
    assert g.hand(s, 0) == [top]


def test_r_con_09_a_miss_goes_to_the_discards() -> None:
    s = gamble("Gem World")
    g.answer(s, 0, "3")
    assert g.hand(s, 0) == []
    assert g.discards(s) == ["Gem World"]


@pytest.mark.parametrize("top", ["Pilgrimage World", "Alien Defense Center", "Xeno Forward Command"])
def test_r_con_09_cards_of_nothing_eight_and_nine_always_miss(top: str) -> None:
    for number in "1234567":
        s = gamble(top, "xeno-invasion")
        g.answer(s, 0, number)
        assert g.discards(s) == [top]


def test_r_con_09_the_card_is_turned_up_for_all() -> None:
    s = gamble("Gem World")
    s.log = []
    news = s.reveal_count
    g.answer(s, 0, "3")
    turned = [event for event in s.log or [] if s.cards.ids["Gem World"] in event]
    assert turned
    assert s.visible_event(turned[0], 1) == turned[0]
    assert s.reveal_count > news


def test_r_con_09_a_miss_with_the_last_card_of_the_deck() -> None:
    """The discards become the deck as the last card leaves it, and the missed card begins the new discard pile."""
    s = g.consume(
        tableau=["Gambling World"], deck=["Gem World"], discards=["New Earth", "Rebel Base"], unused="removed"
    )
    g.answer(s, 0, "3")
    assert sorted(g.deck(s)) == ["New Earth", "Rebel Base"]
    assert g.discards(s) == ["Gem World"]


def test_r_con_09_a_match_with_the_last_card_of_all() -> None:
    s = g.consume(tableau=["Gambling World"], deck=["Gem World"], unused="removed")
    g.answer(s, 0, "2")
    assert g.hand(s, 0) == ["Gem World"]
    assert g.deck(s) == g.discards(s) == []


# --- chips ---


def test_r_con_10_chips_beyond_the_pool_are_paid_in_full() -> None:
    s = g.consume(tableau=["Tourist World", NOVELTY, RARE], goods=[NOVELTY, RARE], picks=TWICE, pool=2)
    assert s.chips[0] == 6
    assert s.over


def test_r_con_10_the_round_is_finished_first() -> None:
    s = g.new_round(tableau=["Tourist World", NOVELTY, RARE], goods=[NOVELTY, RARE], pool=2)
    g.answer(s, 0, TWICE)
    g.answer(s, 1, "Produce")
    assert s.over
    assert g.goods(s, 0) == [NOVELTY, RARE], "Produce still happened"


def test_r_con_10_a_pool_of_just_nothing_ends_the_game_too() -> None:
    assert g.consume(tableau=["Tourist World", NOVELTY, RARE], goods=[NOVELTY, RARE], pool=3).over
    assert not g.consume(tableau=["Tourist World", NOVELTY, RARE], goods=[NOVELTY, RARE], pool=4).over


def test_r_con_11_both_consumes_sell_then_double() -> None:
    s = g.consume(
        tableau=["Old Earth", NOVELTY, RARE], goods=[NOVELTY, RARE], picks=[TRADE, TWICE], experienced=True
    )
    g.answer(s, 0, RARE)
    assert len(g.hand(s, 0)) == 3 + 1
    assert s.chips[0] == 2, "the other good, doubled"


def test_r_con_11_both_consumes_are_one_phase() -> None:
    s = g.new_round(
        tableau=["Public Works", NOVELTY, RARE, GENES], goods=[NOVELTY, RARE, GENES], experienced=True
    )
    g.answer(s, 0, TRADE, TWICE)
    g.answer(s, 1, "Explore +5", "Produce")
    while 0 in s.seats_owing() and g.question(s, 0) != "actions":
        decision = s.decision(0)
        s.apply(0, decision.options[: decision.least])
        if 1 in s.seats_owing() and g.question(s, 1) == "explore.discard":
            s.apply(1, sorted(s.decision(1).options[: s.decision(1).least]))
    assert s.chips[0] == 2, "Public Works worked once"


# --- sales by powers ---


def test_trade_league_sells_with_bonuses() -> None:
    s = g.consume(tableau=["Trade League", "Export Duties", RARE], goods=[RARE])
    assert len(g.hand(s, 0)) == 3 + 1 + 1


def test_black_market_sells_at_the_bare_price() -> None:
    s = g.consume(tableau=["Black Market Trading World", "Export Duties", RARE], goods=[RARE])
    assert len(g.hand(s, 0)) == 3


def test_trade_then_trade_league_sell_one_good_each() -> None:
    s = g.consume(tableau=["Trade League", NOVELTY, RARE], goods=[NOVELTY, RARE], picks=TRADE)
    g.answer(s, 0, RARE)
    assert g.goods(s, 0) == []
    assert len(g.hand(s, 0)) == (3 + 1) + (2 + 1)


# --- powers with and without goods, in one phase ---


def test_a_card_placed_earlier_in_the_round_consumes() -> None:
    s = g.new_round(tableau=["Old Earth", NOVELTY], goods=[NOVELTY], hand=["Public Works"], spare=2)
    g.answer(s, 0, "Develop")
    g.answer(s, 1, TWICE)
    g.answer(s, 0, "Public Works")
    assert sorted(g.offered(s, 0)) == ["Old Earth", "Public Works"]


def test_seats_do_not_share_spent_powers() -> None:
    rival = g.seat(tableau=["Epsilon Eridani", "Public Works", "Artist Colony"], goods=["Artist Colony"])
    s = g.consume(tableau=["Public Works", NOVELTY], goods=[NOVELTY], rivals=[rival])
    use_all(s)
    g.answer(s, 1, "Public Works")
    assert s.chips == [1, 1]


def test_nothing_to_consume_asks_nothing() -> None:
    assert g.question(g.consume(tableau=["Old Earth", "Public Works"]), 0) == "action"
    assert g.question(g.end_of_round(), 0) == "action"
    assert g.question(g.settle(), 0) == "action"
