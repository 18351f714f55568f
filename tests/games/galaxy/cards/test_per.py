"""The words that say what is counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    SETS,
    WHATS,
    Per,
    load_cards,
    parse_per,
)


@pytest.mark.parametrize(
    ("word", "per"),
    [
        ("world", Per(1, "world")),
        ("development", Per(1, "development")),
        ("card", Per(1, "card")),
        ("this_card", Per(1, "this_card")),
        ("good", Per(1, "good")),
        ("total_military", Per(1, "total_military")),
        ("three_vp_chips", Per(3, "vp_chips")),
        ("military_world", Per(1, "military_world")),
        ("two_military_worlds", Per(2, "military_world")),
        ("nonmilitary_world", Per(1, "nonmilitary_world")),
        ("two_nonmilitary_worlds", Per(2, "nonmilitary_world")),
        ("rebel_military_world", Per(1, "military_world", keyword="rebel")),
        ("xeno_military_world", Per(1, "military_world", keyword="xeno")),
        ("anti_xeno_military_world", Per(1, "military_world", keyword="anti-xeno")),
        ("anti_xeno_world", Per(1, "world", keyword="anti-xeno")),
        ("anti_xeno_development", Per(1, "development", keyword="anti-xeno")),
        ("alien_card", Per(1, "card", keyword="alien")),
        ("alien_world", Per(1, "world", keyword="alien")),
        ("alien_good_world", Per(1, "good_world", kind="alien")),
        ("alien_production_world", Per(1, "production_world", kind="alien")),
        ("rare_windfall_world", Per(1, "windfall_world", kind="rare")),
        ("genes_production_world", Per(1, "production_world", kind="genes")),
        ("production_world", Per(1, "production_world")),
        ("frontier_world", Per(1, "frontier_world")),
        ("two_frontier_worlds", Per(2, "frontier_world")),
        ("near_frontier_world", Per(1, "near_frontier_world")),
        ("far_frontier_world", Per(1, "far_frontier_world")),
        ("chromosome_world", Per(1, "chromosome_world")),
        ("six_cost_development", Per(1, "six_cost_development")),
        ("development_with_explore_power", Per(1, "with_power", world_type="development", phase="explore")),
        ("world_with_trade_power", Per(1, "with_power", world_type="world", phase="trade")),
        ("card_with_pay_for_military", Per(1, "with_pay_for_military")),
        ("card:Alien Archives", Per(1, "named_card", card="Alien Archives")),
    ],
)
def test_words_are_taken_apart(word: str, per: Per) -> None:
    assert parse_per(word) == per


@pytest.mark.parametrize(
    "word",
    [
        "",
        "worlds",
        "two_world",
        "two_",
        "two_two_worlds",
        "three_total_militarys",
        "two_this_cards",
        "rebel",
        "pirate_card",
        "anti-xeno_card",
        "genes_world",
        "rebel_production_world",
        "rebel_nonmilitary_world",
        "card:",
        "world_with_lunch_power",
        "card_with_explore_power",
        "world_with_placement_power",
        "Military_world",
        " world",
    ],
)
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(ValueError):
        parse_per(word)


def test_every_word_of_the_files_is_understood() -> None:
    cards = load_cards(SETS)
    words = {power.per for card in cards for power in card.powers if power.per is not None}
    words |= {line.per for card in cards for line in card.score}
    for word in words:
        assert parse_per(word).what in WHATS


@given(st.sampled_from(KEYWORDS), st.sampled_from(["card", "world", "development", "military_world"]))
def test_keywords_and_kinds_do_not_mix(keyword: str, thing: str) -> None:
    per = parse_per(f"{keyword.replace('-', '_')}_{thing}")
    assert (per.what, per.keyword, per.kind) == (thing, keyword, None)


@given(st.sampled_from(KINDS), st.sampled_from(["production_world", "windfall_world", "good_world"]))
def test_kinds_go_with_goods(kind: str, thing: str) -> None:
    per = parse_per(f"two_{kind}_{thing}s")
    assert (per.divisor, per.what, per.keyword, per.kind) == (2, thing, None, kind)


@given(st.text("_aceilmnorswx:", max_size=12))
def test_no_word_is_understood_by_accident(word: str) -> None:
    try:
        what = parse_per(word).what
    except ValueError:
        return
    assert what in WHATS
