"""Rulings on phase IV, Consume: selling a good, and using powers."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.rulings.consume_positions import ALIEN, GENES, NOVELTY, ONE_OF_EACH, RARE, TRADE

# --- Consume: Trade ---


def test_r_trd_01_trade_sells_exactly_one_good() -> None:
    s = g.consume(tableau=[NOVELTY, "Artist Colony"], goods=[NOVELTY, "Artist Colony"], picks=TRADE)
    assert g.question(s, 0) == "consume.trade"
    g.answer(s, 0, NOVELTY)
    assert g.goods(s, 0) == ["Artist Colony"]
    assert len(g.hand(s, 0)) == 2


def test_r_trd_01_he_cannot_decline() -> None:
    s = g.consume(tableau=[NOVELTY, RARE], goods=[NOVELTY, RARE], picks=TRADE)
    assert sorted(g.offered(s, 0)) == sorted([NOVELTY, RARE])
    assert g.refused(s, 0) == "exactly-one"


def test_r_trd_01_the_sale_comes_before_any_consume_power() -> None:
    s = g.consume(tableau=["Old Earth", RARE], goods=[RARE], picks=TRADE)
    assert g.goods(s, 0) == []
    assert len(g.hand(s, 0)) == 3 + 1, "sold, at Old Earth's better price"
    assert s.chips[0] == 0, "and not consumed"


def test_r_trd_01_only_who_picked_trade_sells() -> None:
    s = g.consume(tableau=[NOVELTY], goods=[NOVELTY], rivals=[g.seat(picks=TRADE)])
    assert g.goods(s, 0) == [NOVELTY]


def test_r_trd_01_without_a_good_nothing_is_sold() -> None:
    s = g.consume(tableau=[NOVELTY], picks=TRADE)
    assert g.hand(s, 0) == []
    assert g.question(s, 0) == "action"


@pytest.mark.parametrize(("world", "cards"), [(NOVELTY, 2), (RARE, 3), (GENES, 4), (ALIEN, 5)])
def test_r_trd_02_the_price_by_kind(world: str, cards: int) -> None:
    s = g.consume(tableau=[world], goods=[world], picks=TRADE)
    assert len(g.hand(s, 0)) == cards


def test_r_trd_02_all_fitting_powers_add_up() -> None:
    s = g.consume(
        tableau=[RARE, "Export Duties", "Mining Conglomerate", "Space Port", "Spice World"],
        goods=[RARE],
        picks=TRADE,
    )
    assert len(g.hand(s, 0)) == 3 + 1 + 1 + 2


def test_r_trd_02_a_power_of_this_world_is_for_its_own_good() -> None:
    for sold, cards in (("Pirate World", 2 + 3), ("Star Nomad Lair", 2 + 1), (NOVELTY, 2)):
        worlds = ["Pirate World", "Star Nomad Lair", NOVELTY]
        s = g.consume(tableau=worlds, goods=worlds, picks=TRADE)
        g.answer(s, 0, sold)
        assert len(g.hand(s, 0)) == cards


def test_r_trd_02_a_sold_good_goes_to_the_discards() -> None:
    s = g.consume(tableau=[NOVELTY], goods=[NOVELTY], picks=TRADE)
    assert len(g.discards(s)) == 1


def test_r_trd_03_no_good_is_barred_from_sale() -> None:
    """Every world with a kind, base and XI, offers its good for sale."""
    table = g.consume(game="xeno-invasion").cards
    worlds = [table.names[card] for card in range(1, table.size) if table.kind[card]]
    for start in range(0, len(worlds), 10):
        some = worlds[start : start + 10]
        s = g.consume(tableau=some, goods=some, picks=TRADE, game="xeno-invasion")
        assert g.offered(s, 0) == some


# --- using powers ---


def test_r_con_01_powers_that_can_be_used_must_be() -> None:
    s = g.consume(tableau=["Old Earth", "Public Works", NOVELTY, RARE], goods=[NOVELTY, RARE])
    assert sorted(g.offered(s, 0)) == ["Old Earth", "Public Works"], "no way to pass"


@pytest.mark.parametrize(
    ("card", "power"),
    [
        ("New Economy", "New Economy"),
        ("Galactic Home Front", "Galactic Home Front #2"),
        ("Gambling World", "Gambling World"),
    ],
)
def test_r_con_01_a_draw_a_gain_and_a_gamble_must_be_used(card: str, power: str) -> None:
    s = g.consume(tableau=[card, "Deficit Spending"], spare=1, game="xeno-invasion")
    assert power in g.offered(s, 0)
    assert "pass" not in g.offered(s, 0)
    g.answer(s, 0, power)
    if g.question(s, 0) == "consume.lucky":
        g.answer(s, 0, "1")
    assert "pass" in g.offered(s, 0)


def test_r_con_01_a_sale_by_a_power_must_be_used() -> None:
    s = g.consume(tableau=["Black Market Trading World", NOVELTY], goods=[NOVELTY])
    assert g.goods(s, 0) == []
    assert len(g.hand(s, 0)) == 2


def test_r_con_01_only_discarding_cards_may_be_skipped() -> None:
    s = g.consume(tableau=["Deficit Spending", "Merchant World"], spare=3)
    assert sorted(g.offered(s, 0)) == ["Deficit Spending", "Merchant World", "pass"]
    g.answer(s, 0, "pass")
    assert s.chips[0] == 0
    assert g.question(s, 0) == "action"


def test_r_con_02_one_power_may_leave_another_without_goods() -> None:
    s = g.consume(tableau=["Public Works", "Galactic Trendsetters", NOVELTY], goods=[NOVELTY])
    assert sorted(g.offered(s, 0)) == ["Galactic Trendsetters", "Public Works"]
    g.answer(s, 0, "Public Works")
    assert s.chips[0] == 1
    assert g.question(s, 0) == "action", "Galactic Trendsetters finds no good and is over"


def test_r_con_02_the_order_is_the_players_own() -> None:
    s = g.consume(tableau=["Public Works", "Galactic Trendsetters", NOVELTY], goods=[NOVELTY])
    g.answer(s, 0, "Galactic Trendsetters")
    assert s.chips[0] == 2


def test_r_con_03_a_multiple_power_takes_as_many_goods_as_fit() -> None:
    novelty = [NOVELTY, "Artist Colony", "Space Port", "Spice World"]
    s = g.consume(tableau=["Consumer Markets", *novelty], goods=novelty)
    assert g.question(s, 0) == "consume.goods"
    assert g.refused(s, 0, *novelty[:2]) == "too-few"
    assert g.refused(s, 0, *novelty) == "too-many"
    g.answer(s, 0, *novelty[1:])
    assert g.goods(s, 0) == [NOVELTY]
    assert s.chips[0] == 3


def test_r_con_03_with_goods_short_it_takes_what_there_is_and_is_spent() -> None:
    s = g.consume(tableau=["Consumer Markets", NOVELTY, RARE], goods=[NOVELTY, RARE])
    assert s.chips[0] == 1
    assert g.goods(s, 0) == [RARE]


def test_r_con_03_it_takes_them_together() -> None:
    """Old Earth (twice) and Public Works on three goods: Old Earth takes two at once, not one before and one after."""
    s = g.consume(tableau=["Old Earth", "Public Works", NOVELTY, RARE, GENES], goods=[NOVELTY, RARE, GENES])
    g.answer(s, 0, "Old Earth")
    assert (s.decision(0).least, s.decision(0).most) == (2, 2)


def test_r_con_04_two_good_powers_need_two_goods() -> None:
    for held, chips in (([NOVELTY], 0), ([NOVELTY, RARE], 3)):
        s = g.consume(tableau=["Tourist World", NOVELTY, RARE], goods=held)
        assert s.chips[0] == chips
        assert len(g.goods(s, 0)) == (1 if chips == 0 else 0)


def test_r_con_04_mining_league_needs_two_rare_goods() -> None:
    for held, chips in (([RARE, GENES], 0), ([RARE, "Mining World"], 3)):
        s = g.consume(tableau=["Mining League", RARE, "Mining World", GENES], goods=held)
        assert s.chips[0] == chips


def test_r_con_04_gateway_station_needs_two_goods() -> None:
    for held, chips, cards in (([NOVELTY], 0, 0), ([NOVELTY, RARE], 1, 3)):
        s = g.consume(tableau=["Gateway Station", NOVELTY, RARE], goods=held, new_worlds=True)
        assert (s.chips[0], len(g.hand(s, 0))) == (chips, cards)


@pytest.mark.parametrize(
    ("held", "chips"),
    [
        ([NOVELTY, RARE], 0),
        ([NOVELTY, "Artist Colony", RARE], 0),
        ([NOVELTY, RARE, GENES], 3),
        (ONE_OF_EACH, 3),
    ],
)
def test_r_con_04_diversified_economy_needs_three_kinds(held: list[str], chips: int) -> None:
    s = g.consume(tableau=["Diversified Economy", "Artist Colony", *ONE_OF_EACH], goods=held)
    while g.question(s, 0) == "consume.good":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert s.chips[0] == chips
    assert len(g.goods(s, 0)) == len(held) - (3 if chips else 0)


def test_r_con_04_diversified_economy_takes_no_kind_twice() -> None:
    worlds = ["Diversified Economy", NOVELTY, "Artist Colony", RARE, GENES]
    s = g.consume(tableau=worlds, goods=worlds[1:])
    g.answer(s, 0, NOVELTY)
    while g.question(s, 0) == "consume.good":
        assert "Artist Colony" not in g.offered(s, 0)
        g.answer(s, 0, g.offered(s, 0)[0])
    assert g.goods(s, 0) == ["Artist Colony"]
    assert s.chips[0] == 3


def test_r_con_04_adaptable_uplift_race_takes_genes_and_any_other_good() -> None:
    race = "Adaptable Uplift Race"
    for held, chips, cards in (
        ([race], 0, 0),
        ([NOVELTY, RARE], 0, 0),
        ([race, NOVELTY], 2, 2),
        ([race, GENES], 2, 2),
    ):
        s = g.consume(tableau=[race, *ONE_OF_EACH], goods=held, game="xeno-invasion")
        while g.question(s, 0).startswith("consume"):
            g.answer(s, 0, g.offered(s, 0)[0])
        assert (s.chips[0], len(g.hand(s, 0))) == (chips, cards), held


@pytest.mark.parametrize(
    ("card", "pair", "wrong"),
    [
        ("Uplift Descendants", [NOVELTY, GENES], [NOVELTY, RARE]),
        ("Terraforming Uplift Project", [RARE, GENES], [RARE, NOVELTY]),
        ("Corrosive Uplift World", [RARE, GENES], [GENES, ALIEN]),
    ],
)
def test_r_con_04_specific_pairs(card: str, pair: list[str], wrong: list[str]) -> None:
    for held, chips in ((pair, 3), (wrong, 0)):
        s = g.consume(tableau=[card, *ONE_OF_EACH], goods=held, game="xeno-invasion")
        assert s.chips[0] == chips
        assert g.goods(s, 0) == ([] if chips else sorted(held, key=ONE_OF_EACH.index))


@pytest.mark.parametrize("kinds", [1, 2, 3, 4])
def test_r_con_05_galactic_clearing_house_takes_one_good_of_each_kind(kinds: int) -> None:
    s = g.consume(
        tableau=["Galactic Clearing House", *ONE_OF_EACH], goods=ONE_OF_EACH[:kinds], game="xeno-invasion"
    )
    while g.question(s, 0) == "consume.good":
        g.answer(s, 0, g.offered(s, 0)[0])
    assert s.chips[0] == kinds
    assert g.goods(s, 0) == []


def test_r_con_05_two_of_a_kind_leave_one() -> None:
    s = g.consume(
        tableau=["Galactic Clearing House", NOVELTY, "Artist Colony", RARE],
        goods=[NOVELTY, "Artist Colony", RARE],
        game="xeno-invasion",
    )
    while g.question(s, 0) == "consume.good":
        words = g.offered(s, 0)
        assert "pass" not in words, "it is not optional to stop short"
        g.answer(s, 0, NOVELTY if NOVELTY in words else words[0])
    assert g.goods(s, 0) == ["Artist Colony"]
    assert s.chips[0] == 2


@pytest.mark.parametrize("count", [1, 2, 4])
def test_r_con_06_pilgrimage_world_takes_all_goods_for_one_less(count: int) -> None:
    s = g.consume(tableau=["Pilgrimage World", *ONE_OF_EACH], goods=ONE_OF_EACH[:count])
    assert g.goods(s, 0) == [], "compulsory, even for nothing"
    assert s.chips[0] == count - 1


def test_r_con_06_without_a_good_it_costs_nothing() -> None:
    s = g.consume(tableau=["Pilgrimage World", NOVELTY], chips=3)
    assert s.chips[0] == 3
    assert s.pool == 24
