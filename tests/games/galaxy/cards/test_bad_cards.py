"""Card files with mistakes: each is refused in one line that names file, card and key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.galaxy.cards.card_tables import WORLD, overlay, refused

from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    BadCards,
    Card,
    load_cards,
)
from repulse.games.galaxy.cards.loader import (
    CardTable,
    read_all,
)
from repulse.games.galaxy.cards.notation import FORMS

DEVELOPMENT: dict[str, object] = {**WORLD, "name": "Test Development", "type": "development"}


START: dict[str, object] = {**WORLD, "deck": "start", "start_number": 99}


PRODUCTION: dict[str, object] = {**WORLD, "good": "rare", "power": [{"phase": "produce", "do": "produce"}]}


WINDFALL: dict[str, object] = {**WORLD, "good": "rare", "windfall": True}


SYSTEM: dict[str, object] = {**WORLD, "deck": "xeno-system", "military": True, "keywords": ["xeno"]}


HIVE: dict[str, object] = {key: value for key, value in SYSTEM.items() if key != "cost"} | {"hive": 3}


def add(card: dict[str, object]) -> Card:
    """Return the card as loaded from an overlay that adds it."""
    return load_cards(["base"], [overlay(card)])[-1]


def powered(card: dict[str, object], **power: object) -> dict[str, object]:
    """Return the card with one more power."""
    powers = card["power"]
    assert isinstance(powers, list)
    return {**card, "power": [*powers, power]}


# Refused card files.

GOOD_CARDS = {
    "world": WORLD,
    "development": DEVELOPMENT,
    "start": START,
    "production": PRODUCTION,
    "windfall": WINDFALL,
    "satellite": SYSTEM,
    "hive": HIVE,
}


BAD_CARDS: list[tuple[dict[str, object], str, str]] = [
    ({**WORLD, "color": "blue"}, "color", "unknown key"),
    ({**WORLD, "type": "moon"}, "type", "one of world, development"),
    ({**WORLD, "deck": "side"}, "deck", "one of main, start"),
    ({**WORLD, "copies": 0}, "copies", "from 1"),
    ({**WORLD, "copies": "two"}, "copies", "whole number"),
    ({**WORLD, "cost": True}, "cost", "whole number"),
    ({**WORLD, "cost": 2.0}, "cost", "whole number"),
    ({**WORLD, "cost": -1}, "cost", "from 0"),
    ({**WORLD, "vp": 1000}, "vp", "from -99 to 99"),
    ({**WORLD, "military": 1}, "military", "true or false"),
    ({**WORLD, "good": "spice", "windfall": True}, "good", "one of novelty"),
    ({**WORLD, "good": 3}, "good", "must be a text"),
    ({**WORLD, "keywords": "rebel"}, "keywords", "list of words"),
    ({**WORLD, "keywords": ["pirate"]}, "keywords", "must hold only"),
    ({**WORLD, "keywords": ["rebel", "rebel"]}, "keywords", "twice"),
    ({**WORLD, "windfall": True}, "windfall", "no good"),
    ({**WORLD, "good_when_placed": True}, "good_when_placed", "no good"),
    ({**WINDFALL, "good_when_placed": True}, "good_when_placed", "anyway"),
    ({**WORLD, "good": "rare"}, "power", "one produce power, not 0"),
    (powered(PRODUCTION, phase="produce", do="produce"), "power", "one produce power, not 2"),
    ({**WORLD, "keywords": ["xeno"]}, "keywords", "military world"),
    ({**DEVELOPMENT, "military": True}, "military", "development has none"),
    ({**DEVELOPMENT, "good": "rare"}, "good", "development has none"),
    ({**DEVELOPMENT, "windfall": False}, "windfall", "development has none"),
    ({**DEVELOPMENT, "chromosome": True}, "chromosome", "development has none"),
    ({**DEVELOPMENT, "keywords": ["xeno"]}, "keywords", "only worlds"),
    ({**DEVELOPMENT, "deck": "near"}, "deck", "no developments"),
    ({**WORLD, "start_number": 99}, "start_number", "start deck"),
    ({**WORLD, "deck": "start"}, "start_number", "missing"),
    ({**START, "copies": 2}, "copies", "one of each"),
    ({**START, "start_number": 0}, "start_number", "Old Earth too"),
    ({**START, "preset_hand": 1}, "preset_hand", "main deck"),
    ({**WORLD, "preset_hand": 77}, "preset_hand", "no start world 77"),
    ({**HIVE, "deck": "main"}, "hive", "only Xeno systems"),
    ({**HIVE, "cost": 3}, "cost", "a hive has none"),
    ({**HIVE, "hive": 0}, "hive", "from 1"),
    ({**SYSTEM, "keywords": []}, "keywords", "Xeno system"),
    ({**WORLD, "score": [{"vp": 1, "per": "world"}]}, "score", "no score lines"),
    ({**WORLD, "reconstructed": ["hive"]}, "reconstructed", "has no 'hive'"),
    ({**WORLD, "reconstructed": []}, "reconstructed", "empty"),
    ({**WORLD, "power": 3}, "power", "list of tables"),
    ({**WORLD, "power": [3]}, "power", "list of tables"),
    ({**WORLD, "name": "Test\tWorld"}, "name", "printable"),
    ({**WORLD, "name": "Gem World"}, "name", "base.toml already"),
]


BAD_POWERS: list[tuple[dict[str, object], str, str]] = [
    (powered(WORLD, phase="lunch", do="draw", amount=1), "phase", "one of placement"),
    (powered(WORLD, do="draw", amount=1), "phase", "missing"),
    (powered(WORLD, phase="explore", amount=1), "do", "missing"),
    (powered(WORLD, phase="explore", do="produce"), "do", "one of draw, keep"),
    (powered(WORLD, phase="explore", do="draw"), "amount", "missing"),
    (powered(WORLD, phase="explore", do="draw", amount=0), "amount", "from 1"),
    (powered(WORLD, phase="explore", do="draw", amount=1, good="rare"), "good", "unknown key"),
    (powered(WORLD, phase="explore", do="draw", amount=1, per="moon"), "per", "nothing is counted"),
    (powered(WORLD, phase="explore", do="draw", amount=1, per="card:Nowhere"), "per", "no card 'Nowhere'"),
    (
        powered(WORLD, phase="settle", do="military", amount=1, per="total_military"),
        "per",
        "only a score line",
    ),
    (powered(WORLD, phase="settle", do="military", amount=0), "amount", "must not be 0"),
    (powered(WORLD, phase="settle", do="military", amount=1, vs="blue"), "vs", "one of novelty"),
    (powered(WORLD, phase="settle", do="temp_military", amount=1), "discard", "missing"),
    (
        powered(WORLD, phase="settle", do="temp_military", amount=1, discard="good:gems"),
        "discard",
        "one of self",
    ),
    (
        powered(
            WORLD, phase="settle", do="temp_military", amount=1, discard="self", vs="xeno", also_vs_xeno=1
        ),
        "also_vs_xeno",
        "beside vs",
    ),
    (powered(WORLD, phase="settle", do="discount", amount=1, times=2), "times", "without discard"),
    (powered(WORLD, phase="settle", do="discount", amount=1, discard="hand"), "discard", "one of good:any"),
    (powered(WORLD, phase="settle", do="discount", amount=1, **{"for": "moon"}), "for", "one of frontier"),
    (
        powered(WORLD, phase="settle", do="cost_zero", **{"discard": "self", "not": ["rebel"]}),
        "not",
        "hold only",
    ),
    (powered(WORLD, phase="settle", do="cost_zero", **{"discard": "self", "not": []}), "not", "empty"),
    (powered(WORLD, phase="settle", do="pay_for_military", amount=-1), "amount", "from 0"),
    (powered(WORLD, phase="settle", do="pay_for_military", amount=0, only="rare"), "only", "chromosome"),
    (powered(WORLD, phase="settle", do="vp", amount=1, when="noon"), "when", "one of frontier"),
    (powered(WORLD, phase="develop", do="draw_after", amount=1, when=True), "when", "must be a text"),
    (powered(WORLD, phase="trade", do="bonus", amount=1, this_world=True), "this_world", "no good"),
    (powered(WORLD, phase="trade", do="cannot_sell", this_world=True), "do", "worlds with a good"),
    (powered(WINDFALL, phase="trade", do="cannot_sell", this_world=False), "this_world", "must be true"),
    (
        powered(WINDFALL, phase="trade", do="bonus", amount=1, this_world=True, good="genes"),
        "good",
        "is rare",
    ),
    (powered(WORLD, phase="consume", do="consume", goods=["rare"]), "", "neither vp nor cards"),
    (powered(WORLD, phase="consume", do="consume", goods=[], vp=1), "goods", "empty"),
    (powered(WORLD, phase="consume", do="consume", goods=["iron"], vp=1), "goods", "must hold only any"),
    (powered(WORLD, phase="consume", do="consume", goods=["any"], vp=1, times=0), "times", "from 1"),
    (powered(WORLD, phase="consume", do="consume_all", cards=1, offset=-1), "offset", "there is none"),
    (powered(WORLD, phase="consume", do="consume_different", vp=1), "", "either count or up_to"),
    (powered(WORLD, phase="consume", do="consume_different", vp=1, count=2, up_to=2), "", "either count"),
    (powered(WORLD, phase="consume", do="consume_different", vp=1, count=5), "count", "from 2 to 4"),
    (powered(WORLD, phase="consume", do="draw_if_lucky", lowest=5, highest=3), "lowest", "above highest"),
    (powered(WORLD, phase="consume", do="discard_cards", vp=1, doubled=0), "doubled", "true or false"),
    (powered(WORLD, phase="produce", do="produce"), "do", "production worlds only"),
    (powered(WINDFALL, phase="produce", do="produce"), "do", "production worlds only"),
    (powered(WORLD, phase="produce", do="draw_if_produced", amount=1), "do", "worlds with a good"),
    (
        powered(WORLD, phase="produce", do="windfall", not_this_world=True),
        "not_this_world",
        "not a windfall world",
    ),
    (powered(WINDFALL, phase="placement", do="good_for_card"), "do", "production worlds only"),
    (powered(DEVELOPMENT, phase="placement", do="enters_damaged"), "do", "worlds only"),
]


@pytest.mark.parametrize("card", GOOD_CARDS.values(), ids=GOOD_CARDS)
def test_the_cards_to_spoil_are_sound(card: dict[str, object]) -> None:
    assert add(card).name == card["name"]
    assert add(card).set == "test"


@pytest.mark.parametrize(
    ("card", "key", "words"), BAD_CARDS, ids=[f"{key}: {words}" for _, key, words in BAD_CARDS]
)
def test_a_bad_card_is_refused(card: dict[str, object], key: str, words: str) -> None:
    with pytest.raises(BadCards) as caught:
        add(card)
    refused(caught.value, str(card["name"]), key, words)


@pytest.mark.parametrize(
    ("card", "key", "words"), BAD_POWERS, ids=[f"{key}: {words}" for _, key, words in BAD_POWERS]
)
def test_a_bad_power_is_refused(card: dict[str, object], key: str, words: str) -> None:
    powers = card["power"]
    assert isinstance(powers, list)
    place = f"power[{len(powers) - 1}]"
    with pytest.raises(BadCards) as caught:
        add(card)
    refused(caught.value, str(card["name"]), f"{place}.{key}" if key else place, words)


@pytest.mark.parametrize("key", ["name", "type", "deck", "copies", "cost", "vp", "power"])
def test_a_card_needs_its_keys(key: str) -> None:
    card = {name: value for name, value in WORLD.items() if name != key}
    with pytest.raises(BadCards) as caught:
        add(card)
    refused(caught.value, "" if key == "name" else "Test World", key, "missing")


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        ({"vp": 1}, "per", "missing"),
        ({"per": "world"}, "vp", "missing"),
        ({"vp": 0, "per": "world"}, "vp", "from 1"),
        ({"vp": 1, "per": "wrld"}, "per", "nothing is counted"),
        ({"vp": 1, "per": "card:Nowhere"}, "per", "no card 'Nowhere'"),
        ({"vp": 1, "per": "world", "x": 1}, "x", "unknown key"),
        ({"vp": 2, "per": "card"}, "per", "scored twice"),
    ],
)
def test_a_bad_score_line_is_refused(line: dict[str, object], key: str, words: str) -> None:
    card = {name: value for name, value in DEVELOPMENT.items() if name != "vp"}
    card["score"] = [{"vp": 1, "per": "card"}, line]
    with pytest.raises(BadCards) as caught:
        add(card)
    refused(caught.value, "Test Development", f"score[1].{key}", words)


def test_a_production_world_with_contradictions_is_refused() -> None:
    with pytest.raises(BadCards, match="a production world produces"):
        add(powered(PRODUCTION, phase="produce", do="cannot_produce", this_world=True))
    with pytest.raises(BadCards, match="anyway"):
        add(powered({**PRODUCTION, "good_when_placed": True}, phase="placement", do="good_for_card"))


def test_a_preset_hand_has_four_cards() -> None:
    with pytest.raises(BadCards, match="preset hand 0 has 1 cards, not 4"):
        add({**WORLD, "preset_hand": 0})


def test_a_card_may_name_one_of_any_set_or_an_added_one() -> None:
    named = {**WORLD, "name": "Other"}
    for name in ("Alien Archives", "Other", "Test World"):
        card = powered(WORLD, phase="explore", do="draw", amount=1, per=f"card:{name}")
        cards = load_cards(["base"], [overlay(card, named)])
        assert cards[-2].powers[0].per == f"card:{name}"


junk = st.recursive(
    st.booleans()
    | st.integers(-200, 200)
    | st.text("ab\u00e9: _", max_size=4)
    | st.sampled_from([*KINDS, *KEYWORDS, "any", "world", "main", "self", "hand", "good:any"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["phase", "do", "amount", "vp", "per"]), inner)
    ),
    max_leaves=6,
)


def refusal(card: dict[str, object]) -> BadCards | None:
    """Why the card cannot be read by itself, if it cannot."""
    try:
        read_all([CardTable("test", card)])
    except BadCards as error:
        return error
    return None


@given(
    card=st.sampled_from(list(GOOD_CARDS.values())),
    spoiled=st.dictionaries(
        st.sampled_from([*WORLD, "good", "military", "keywords", "score", "hive", "bad"]), junk
    ),
)
def test_junk_is_loaded_or_refused_in_one_line(card: dict[str, object], spoiled: dict[str, object]) -> None:
    error = refusal({**card, **spoiled})
    assert error is None or len(str(error).splitlines()) == 1


@given(
    sort=st.sampled_from(sorted(FORMS)),
    keys=st.dictionaries(
        st.sampled_from(sorted({key for form in FORMS.values() for key in (*form.required, *form.optional)})),
        junk,
    ),
)
def test_junk_powers_are_loaded_or_refused(sort: tuple[str, str], keys: dict[str, object]) -> None:
    error = refusal(powered(PRODUCTION, phase=sort[0], do=sort[1], **keys))
    assert error is None or error.card == "Test World"
