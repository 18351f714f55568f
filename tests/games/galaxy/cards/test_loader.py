"""The card files and overlays: their contents, and the refusal of anything wrong with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from repulse.games.galaxy.cards import (
    SETS,
    BadCards,
    Card,
    Overlay,
    Power,
    ScoreLine,
    load_cards,
    shipped_overlay,
)
from repulse.games.galaxy.cards.checks import TOTALS, check_totals
from repulse.games.galaxy.cards.loader import (
    read_all,
    read_tables,
)
from repulse.games.galaxy.cards.notation import FORMS

# Drawings.


def test_every_shipped_card_names_its_motif() -> None:
    assert all(card.art for card in load_cards(SETS))


def test_an_overlay_names_the_motif_of_a_card() -> None:
    text = 'name = "mine"\n[[change]]\nname = "Old Earth"\nart = "temple"\n'
    cards = {card.name: card for card in load_cards(["base"], [Overlay("mine", text)])}
    assert cards["Old Earth"].art == "temple"


def test_a_motif_nobody_can_draw_is_refused() -> None:
    # A motif of developments.
    text = 'name = "mine"\n[[change]]\nname = "Old Earth"\nart = "atom"\n'
    with pytest.raises(BadCards, match=r"Old Earth: art: must be one of .*temple.*, not 'atom'"):
        load_cards(["base"], [Overlay("mine", text)])


# The contents of the shipped files.


@pytest.mark.parametrize("name", SETS)
def test_every_set_has_the_cards_of_its_box(name: str) -> None:
    totals: Counter[str] = Counter()
    for card in load_cards([name]):
        totals[card.deck] += card.copies
        assert card.set == name
    assert totals == TOTALS[name]


def test_the_order_is_that_of_the_sets_asked_for() -> None:
    assert load_cards(["new-worlds", "base"]) == load_cards(["new-worlds"]) + load_cards(["base"])
    assert load_cards(["base"])[0].name == "Old Earth"


def test_names_and_numbers_are_unique() -> None:
    cards = load_cards(SETS)
    assert len({card.name for card in cards}) == len(cards) == 229
    numbers = [card.start_number for card in cards if card.start_number is not None]
    assert sorted(numbers) == list(range(-6, 16))


def test_preset_hands_have_four_cards() -> None:
    hands = Counter(card.preset_hand for card in load_cards(SETS) if card.preset_hand is not None)
    assert hands == {1: 4, 2: 4, 3: 4, 4: 4, 5: 4}


def test_a_card_is_read_in_full() -> None:
    cards = {card.name: card for card in load_cards(SETS)}
    assert cards["Deep Space Terraforming"] == Card(
        name="Deep Space Terraforming",
        art="deep-space-terraforming",
        set="xeno-counterstrike",
        type="world",
        deck="far",
        copies=1,
        cost=6,
        vp=5,
        keywords=("terraforming",),
        powers=(
            Power("explore", "draw", amount=1),
            Power("settle", "cost_zero", discard="near_frontier_world", excluded=("alien", "xeno"), vp=5),
            Power("produce", "windfall"),
        ),
    )
    assert cards["Frontier Isolationists"].powers[1].for_ == "frontier"
    assert cards["Merchant Guild"].score == (ScoreLine(2, "production_world"), ScoreLine(1, "good"))
    assert cards["Xeno Hive V"].hive == 6
    assert cards["Xeno Hive V"].reconstructed == ("name", "vp", "power")
    assert cards["Star Nomad Raiders"].start_number == -1
    assert cards["Scorched-Earth Defense"].vp == -1
    assert cards["Galactic Federation"].vp is None


def test_cards_cannot_be_changed() -> None:
    card = load_cards(["base"])[0]
    field = "cost"
    with pytest.raises(FrozenInstanceError):
        setattr(card, field, 0)
    assert replace(card, cost=9).cost == 9


def test_every_kind_of_power_is_on_a_card() -> None:
    assert {(power.phase, power.do) for card in load_cards(SETS) for power in card.powers} == set(FORMS)


def test_loading_twice_gives_the_same_cards() -> None:
    assert load_cards(["base"], [shipped_overlay("first-edition")]) is load_cards(
        ("base",), (shipped_overlay("first-edition"),)
    )


def test_totals_are_counted() -> None:
    cards = [card for card in load_cards(["base"]) if card.name != "Gem World"]
    with pytest.raises(BadCards, match=r"^base\.toml: copies: the main deck has 108 cards, not 109"):
        check_totals("base", cards)


def test_sets_must_exist_and_be_asked_for_once() -> None:
    with pytest.raises(BadCards, match="no such set"):
        load_cards(["bass"])
    with pytest.raises(BadCards, match="twice"):
        load_cards(["base", "base"])


def test_card_files_hold_cards_only() -> None:
    with pytest.raises(BadCards, match=r"base\.toml: cards: unknown key"):
        read_tables("base", "[[cards]]")
    with pytest.raises(BadCards, match=r"base\.toml: card: must be a list of tables"):
        read_tables("base", "card = 3")
    with pytest.raises(BadCards, match=r"base\.toml: is not TOML: .*line 1"):
        read_tables("base", "[[card]")


def test_an_error_in_a_file_names_that_file() -> None:
    with pytest.raises(BadCards, match=r"^xeno-invasion\.toml: Odd: type: missing$"):
        read_all(read_tables("xeno-invasion", '[[card]]\nname = "Odd"'))


# The page that explains the notation.


@pytest.mark.source_only
def test_the_notation_is_documented(root: Path) -> None:
    page = (root / "docs" / "extend" / "card-notation.md").read_text(encoding="utf-8")
    for phase, do in FORMS:
        rows = [
            line
            for line in page.splitlines()
            if line.startswith(f"| {phase} |") and f"`{do}`" in line.split("|")[2]
        ]
        assert len(rows) == 1, (phase, do)
        for key in (*FORMS[(phase, do)].required, *FORMS[(phase, do)].optional):
            assert f"`{key}`" in rows[0], (phase, do, key)
