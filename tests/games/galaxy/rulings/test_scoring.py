"""Rulings on scores: chips, printed points, and cards that count."""

from __future__ import annotations

import pytest
from tests.games.galaxy import dsl as g

from repulse.games.galaxy.rules.score import card_score


def worth(card: str, *others: str, goods: list[str] | None = None, chips: int = 0) -> int:
    """Return what a "?" card is worth beside other cards."""
    s = g.end_of_round(tableau=[card, *others], goods=goods or [], chips=chips, game="xeno-invasion")
    return card_score(s, 0, s.cards.ids[card])


def test_a_score_is_chips_and_printed_points() -> None:
    s = g.end_of_round(tableau=["Old Earth", "Gem World", "Terraformed World", "Public Works"], chips=7)
    assert g.score(s, 0) == 7 + 2 + 1 + 5 + 1


def test_hand_cards_and_goods_score_nothing() -> None:
    bare = g.end_of_round(tableau=["Old Earth", "Gem World"])
    rich = g.end_of_round(tableau=["Old Earth", "Gem World"], goods=["Gem World"], spare=9)
    assert g.score(bare, 0) == g.score(rich, 0)


def test_r_sco_01_a_card_counts_in_one_line_only_the_best() -> None:
    """Rebel Base is a Rebel military world (2) and a military world (1)."""
    assert worth("Galactic Imperium", "Rebel Base") == 2
    assert worth("Galactic Imperium", "Rebel Base", "Pirate World") == 3


def test_r_sco_01_an_alien_production_world_with_the_keyword_counts_once() -> None:
    alone = worth("Alien Tech Institute")
    assert worth("Alien Tech Institute", "Alien Robotic Factory") == alone + 3
    assert worth("Alien Tech Institute", "Deserted Alien Outpost") == alone + 2
    assert worth("Alien Tech Institute", "Alien Rosetta Stone World") == alone + 2


def test_r_sco_01_every_question_mark_card_counts_afresh() -> None:
    s = g.end_of_round(tableau=["Galactic Imperium", "Galactic Survey: SETI", "Rebel Base"])
    assert g.score(s, 0) == 6 + 2 + (1 + 1)


def test_r_sco_01_the_card_counts_itself_where_it_fits() -> None:
    assert worth("Galactic Federation") == 2
    assert worth("New Economy") == 2
    assert worth("Trade League") == 2
    assert worth("Alien Tech Institute") == 2
    assert worth("Galactic Survey: SETI") == 1


def test_r_sco_02_new_galactic_order_counts_net_military() -> None:
    assert worth("New Galactic Order") == 2
    assert worth("New Galactic Order", "New Sparta", "Drop Ships") == 7
    assert worth("New Galactic Order", "Contact Specialist") == 1


def test_r_sco_02_net_military_may_be_negative() -> None:
    doves = ["Contact Specialist", "Refugee World", "Empath World", "Pan-Galactic League"]
    assert worth("New Galactic Order", *doves) == -2


def test_r_sco_02_no_specific_and_no_temporary_military() -> None:
    assert worth("New Galactic Order", "Alpha Centauri", "Galactic Imperium", "New Military Tactics") == 2
    assert worth("New Galactic Order", "Rebel Resistance", "Alien Weapon Plans", "Anti-Xeno Refugees") == 2


def test_r_sco_02_military_that_counts_cards_is_plain_military() -> None:
    assert worth("New Galactic Order", "Uplift Coalition", "Uplift Descendants") == 2 + 2
    assert worth("New Galactic Order", "Xeno-Held Imperium Mine", "Galactic Imperium") == 2 + 2


@pytest.mark.parametrize(("chips", "points"), [(0, 0), (2, 0), (3, 1), (10, 3), (12, 4)])
def test_r_sco_03_galactic_renaissance_counts_whole_threes_of_chips(chips: int, points: int) -> None:
    assert worth("Galactic Renaissance", chips=chips) == points


def test_r_sco_03_and_three_for_each_named_card() -> None:
    assert worth("Galactic Renaissance", "Research Labs", "Galactic Trendsetters", "Artist Colony") == 9


def test_r_sco_04_a_production_world_has_a_kind_and_is_not_a_windfall() -> None:
    assert worth("Merchant Guild", "Gem World", "Rebel Miners") == 4
    assert worth("Merchant Guild", "Refugee World", "Expanding Colony", "Old Earth") == 0


def test_r_sco_04_alien_archives_and_disease_center_are_production_worlds() -> None:
    assert worth("Merchant Guild", "Alien Archives", "Pan-Galactic Disease Center") == 4
    assert worth("Alien Tech Institute", "Alien Archives") == 2 + 3


def test_r_sco_05_trade_league_counts_cards_with_a_dollar_power() -> None:
    assert worth("Trade League", "Export Duties", "Genetics Lab") == 2 + 2 + 2
    assert worth("Trade League", "Old Earth", "Pirate World", "Merchant World") == 2 + 3
    assert worth("Trade League", "Public Works", "Expanding Colony") == 2


def test_r_sco_05_black_market_trading_world_has_none() -> None:
    assert worth("Trade League", "Black Market Trading World") == 2


def test_r_sco_05_new_economy_counts_consume_powers_sales_included() -> None:
    assert worth("New Economy", "Public Works", "Consumer Markets") == 2 + 2 + 2
    assert worth("New Economy", "Expanding Colony", "Pilgrimage World", "Gambling World") == 2 + 3
    assert worth("New Economy", "Trade League", "Black Market Trading World") == 2 + 2 + 1


def test_r_sco_05_new_economy_does_not_count_dollar_powers() -> None:
    assert worth("New Economy", "Export Duties", "Spice World") == 2


def test_r_sco_05_one_value_per_card_however_many_powers() -> None:
    assert worth("New Economy", "Galactic Home Front") == 2 + 2
    assert worth("Trade League", "Terraforming Surveyors", "Galactic Clearing House") == 2 + 2


def test_r_sco_06_alien_historians() -> None:
    alone = worth("Alien Historians")
    assert alone == 1
    assert worth("Alien Historians", "Alien Archives") == alone + 3
    assert worth("Alien Historians", "Xeno-Infested Alien Outpost") == alone + 2
    assert worth("Alien Historians", "Xeno Colony", "Alien Weapon Plans") == alone + 2 + 1


def test_r_sco_06_anti_xeno_rebel_force() -> None:
    alone = worth("Anti-Xeno Rebel Force")
    assert alone == 1
    assert worth("Anti-Xeno Rebel Force", "Xeno-Occupied Rebel World") == alone + 2
    assert worth("Anti-Xeno Rebel Force", "Xeno Colony", "Anti-Xeno Militia") == alone + 1 + 1


def test_r_sco_06_imperium_war_profiteers() -> None:
    alone = worth("Imperium War Profiteers")
    assert alone == 2
    assert worth("Imperium War Profiteers", "Imperium Armaments World") == alone + 3
    assert worth("Imperium War Profiteers", "Blaster Gem Mines") == alone + 3
    assert worth("Imperium War Profiteers", "Imperium Munitions, Inc.", "Asteroid Belt") == alone + 2 + 1


@pytest.mark.parametrize("card", ["Corrosive Uplift World", "Uplift Coalition"])
def test_r_sco_07_one_for_each_chromosome_world_itself_too(card: str) -> None:
    assert worth(card) == 1
    assert worth(card, "Uplift Descendants", "Reptilian Uplift Race", "Xeno-Infested Uplift World") == 4
    assert worth(card, "Uplift Bio-Engineers", "Uplift Terraforming", "Gem World") == 1


def test_r_sco_08_merchant_guild_counts_production_worlds_and_goods_held() -> None:
    assert worth("Merchant Guild", "Gem World", "Refugee World") == 2
    assert worth("Merchant Guild", "Gem World", "Refugee World", goods=["Refugee World"]) == 3
    assert worth("Merchant Guild", "Gem World", "Refugee World", goods=["Gem World", "Refugee World"]) == 4


def test_r_sco_08_a_good_that_was_consumed_no_longer_counts() -> None:
    s = g.consume(tableau=["Merchant Guild", "Public Works", "Artist Colony"], goods=["Artist Colony"])
    assert g.score(s, 0) == 2 + 1 + 1 + 1


@pytest.mark.parametrize(
    ("card", "others", "points"),
    [
        (
            "Free Trade Association",
            ["Gem World", "Pirate World", "Consumer Markets", "Expanding Colony"],
            2 + 1 + 2 + 2,
        ),
        ("Galactic Federation", ["Public Works", "Trade League", "Gem World"], 2 + 1 + 2),
        ("Galactic Imperium", ["Rebel Base", "Rebel Miners", "Pirate World", "Gem World"], 2 + 2 + 1),
        (
            "Galactic Survey: SETI",
            ["Expedition Force", "Star Nomad Lair", "Gem World", "Public Works"],
            1 + 1 + 2 + 1,
        ),
        (
            "Mining League",
            ["Comet Zone", "Asteroid Belt", "Mining Robots", "Mining Conglomerate"],
            2 + 1 + 2 + 2,
        ),
        (
            "Pan-Galactic League",
            ["Plague World", "Pirate World", "Empath World", "Contact Specialist"],
            2 + 1 + 2 + 3,
        ),
        ("Pan-Galactic League", ["Malevolent Lifeforms"], 2),
        (
            "Anti-Xeno League",
            ["Anti-Xeno Embassy", "Gem World", "Anti-Xeno Militia", "Public Works"],
            1 + 2 + 1 + 1,
        ),
        (
            "Terraforming Defenders",
            ["Terraforming Robots", "Terraformed World", "Gem World", "Old Earth"],
            2 + 2 + 3 + 1,
        ),
        (
            "Uplift Bio-Engineers",
            ["Aquatic Uplift Race", "Uplift Descendants", "Plague World", "Gem World"],
            2 + 2 + 2 + 1,
        ),
    ],
)
def test_the_other_question_mark_cards(card: str, others: list[str], points: int) -> None:
    assert worth(card, *others) == points
