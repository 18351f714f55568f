"""Pictures of cards: sound XML that says what it shows, refers to nothing, and fits."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from repulse.games.galaxy.cards import (
    KINDS,
    SETS,
    Card,
    Power,
    load_cards,
)
from repulse.games.galaxy.display.card_text import card_words, describe_card
from repulse.games.galaxy.display.picture import card_svg
from repulse.games.galaxy.display.svg.card import (
    NAME_WIDTH,
    name_lines,
    power_groups,
    row_scale,
)
from repulse.games.galaxy.display.svg.pen import (
    DARK,
    LIGHT,
    THEMES,
    Pen,
    text_width,
)

CARDS = {card.name: card for card in load_cards(SETS)}
SVG = "{http://www.w3.org/2000/svg}"


def words_of(card: Card) -> list[str]:
    """Return the texts in the picture of a card."""
    return [element.text or "" for element in ElementTree.fromstring(card_svg(card)).iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_a_picture_is_sound_and_says_what_it_shows(card: Card, theme: str) -> None:
    text = card_svg(card, theme)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 200 280"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == card.name
    assert root.findtext(f"{SVG}desc") == describe_card(card)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
    # Nothing from elsewhere, and nothing that two pictures in one page would both claim.
    assert not re.search(r"href|url\(|\bid=|style|<script|@", text)
    assert text.count("http") == 1
    assert not re.search(r"nan|inf\b|e-\d", re.sub(r"<(title|desc|text).*?</\1>", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_everything_fits(card: Card) -> None:
    lines = name_lines(card.name)
    assert " ".join(lines) == card.name
    assert len(lines) <= 3
    assert max(text_width(line, 9.5) for line in lines) <= NAME_WIDTH
    groups = power_groups(card, Pen(LIGHT), card_words())
    rows = [row for _, group in groups for row in group]
    assert len(rows) <= 8
    # At 200 by 280 words are 9 high, and never shrink below 7.
    assert all(row_scale(row, 18) >= 0.78 for row in rows)


def test_cost_and_points_are_shown() -> None:
    assert words_of(CARDS["Rebel Homeworld"])[0:2] == ["7", "7"]
    assert words_of(CARDS["Galactic Federation"])[0:2] == ["6", "?"]
    assert words_of(CARDS["Scorched-Earth Defense"])[0:2] == ["1", "\N{MINUS SIGN}1"]
    assert words_of(CARDS["Xeno Hive V"])[0] == "9+6"


def test_phases_are_labeled_in_order() -> None:
    labels = [
        text
        for text in words_of(CARDS["Galactic Clearing House"])
        if text in ("I", "II", "III", "$", "IV", "V")
    ]
    assert labels == ["$", "IV", "V"]


def test_keywords_and_origin_are_shown() -> None:
    assert {"XENO", "REBEL"} <= set(words_of(CARDS["Xeno-Occupied Rebel World"]))
    assert "Start world -1" in words_of(CARDS["Star Nomad Raiders"])
    assert "Hand 3" in words_of(CARDS["Export Duties"])
    assert "Xeno system \u00b7 Reconstructed: name, VP, powers" in words_of(CARDS["Xeno Satellite I"])


@pytest.mark.parametrize("pen", [Pen(LIGHT), Pen(DARK)], ids=["light", "dark"])
def test_kinds_differ_in_shape_as_well_as_in_colour(pen: Pen) -> None:
    assert len({pen.glyph(kind, "#000", 5) for kind in KINDS}) == len(KINDS)
    assert len(set(pen.palette.kinds.values())) == len(KINDS)
    for kind in KINDS:
        assert pen.coin(kind).body != pen.coin(kind, windfall=True).body


def test_windfall_production_and_both_look_different() -> None:
    card = replace(CARDS["Comet Zone"], powers=())
    sorts = [
        card,
        replace(card, windfall=True),
        replace(card, good_when_placed=True),
        replace(card, good=None),
    ]
    pictures = {re.sub(r"<desc>.*?</desc>", "", card_svg(card), flags=re.DOTALL) for card in sorts}
    assert len(pictures) == len(sorts)


@pytest.mark.parametrize(
    "power",
    [
        Power("settle", "temp_military", amount=1, discard="hand", times=2, vs="rebel"),
        Power("produce", "windfall", good="rare", not_this_world=True),
        Power("explore", "draw", amount=1, per="three_windfall_worlds"),
        Power("explore", "draw", amount=1, per="this_card"),
        Power("explore", "draw", amount=1, per="card:The Last of the Uplift Gnarssh"),
        Power("develop", "draw", amount=1, per="two_far_frontier_worlds"),
    ],
)
def test_powers_of_overlays_can_be_drawn(power: Power) -> None:
    card = replace(CARDS["Comet Zone"], name="<A & B> " * 12 + "\u00e9", powers=(power,) * 12)
    assert ElementTree.fromstring(card_svg(card)).findtext(f"{SVG}title") == card.name
