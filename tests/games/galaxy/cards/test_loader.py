"""The card files and overlays: their contents, and the refusal of anything wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repulse.engine.contract import RepulseError
from repulse.engine.overlays import BadOverlay
from repulse.games.galaxy.cards import (
    KEYWORDS,
    KINDS,
    SETS,
    BadCards,
    Card,
    Overlay,
    Power,
    ScoreLine,
    load_cards,
    load_war,
    parse_per,
    shipped_overlay,
    shipped_overlays,
)
from repulse.games.galaxy.cards.checks import TOTALS, check_totals
from repulse.games.galaxy.cards.loader import (
    CardTable,
    read_all,
    read_tables,
)
from repulse.games.galaxy.cards.notation import FORMS
from repulse.overlay_files import overlay_from_file

WORLD: dict[str, object] = {
    "name": "Test World",
    "type": "world",
    "deck": "main",
    "copies": 1,
    "cost": 2,
    "vp": 1,
    "power": [],
}
DEVELOPMENT: dict[str, object] = {**WORLD, "name": "Test Development", "type": "development"}
START: dict[str, object] = {**WORLD, "deck": "start", "start_number": 99}
PRODUCTION: dict[str, object] = {**WORLD, "good": "rare", "power": [{"phase": "produce", "do": "produce"}]}
WINDFALL: dict[str, object] = {**WORLD, "good": "rare", "windfall": True}
SYSTEM: dict[str, object] = {**WORLD, "deck": "xeno-system", "military": True, "keywords": ["xeno"]}
HIVE: dict[str, object] = {key: value for key, value in SYSTEM.items() if key != "cost"} | {"hive": 3}


def toml(value: object) -> str:
    """Return a value in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


def overlay(
    *cards: dict[str, object], changes: list[dict[str, object]] | None = None, name: str = "test"
) -> Overlay:
    """Return an overlay called `test` that adds cards and changes some."""
    lines = [f'name = "{name}"']
    for head, tables in (("change", changes or []), ("card", list(cards))):
        for table in tables:
            lines.append(f"[[{head}]]")
            lines.extend(f"{key} = {toml(value)}" for key, value in table.items())
    return Overlay(name, "\n".join(lines))


def add(card: dict[str, object]) -> Card:
    """Return the card as loaded from an overlay that adds it."""
    return load_cards(["base"], [overlay(card)])[-1]


def powered(card: dict[str, object], **power: object) -> dict[str, object]:
    """Return the card with one more power."""
    powers = card["power"]
    assert isinstance(powers, list)
    return {**card, "power": [*powers, power]}


def refused(error: BadCards, card: str, key: str, words: str) -> None:
    """The error names the place and says what is wrong, on one line."""
    assert (error.file, error.card, error.key) == ("test.toml", card, key)
    text = str(error)
    assert text.startswith(
        ": ".join(part for part in ("test.toml", " ".join(card.split()), key) if part) + ": "
    )
    assert words in text
    assert "\n" not in text
    assert isinstance(error, RepulseError)


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


# What the shipped files hold.


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


# What is refused.

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


# Overlays.


def test_the_first_edition_differs_in_five_cards() -> None:
    assert "first-edition" in shipped_overlays()
    second = load_cards(SETS)
    first = load_cards(SETS, [shipped_overlay("first-edition")])
    changed = {old.name: new for old, new in zip(second, first, strict=True) if old != new}
    assert len(changed) == 5
    assert (changed["Black Market Trading World"].cost, changed["Black Market Trading World"].vp) == (3, 2)
    assert (changed["Bio-Hazard Mining World"].cost, changed["Bio-Hazard Mining World"].vp) == (3, 2)
    assert changed["Imperium Armaments World"].cost == 4
    assert [power.do for power in changed["Outlaw World"].powers] == ["consume"]
    assert changed["Merchant Guild"].score == (ScoreLine(2, "production_world"),)
    assert {card.set for card in changed.values()} == {"base"}


def test_an_overlay_may_change_cards_of_sets_not_in_play() -> None:
    change = overlay(changes=[{"name": "Alien Archives", "remove": ["keywords"]}])
    assert load_cards(["base"], [change]) == load_cards(["base"])
    cards = {card.name: card for card in load_cards(["xeno-invasion"], [change])}
    assert cards["Alien Archives"].keywords == ()


def test_later_overlays_see_what_earlier_ones_did() -> None:
    first = overlay(WORLD)
    second = overlay(changes=[{"name": "Test World", "cost": 7}], name="second")
    assert load_cards(["base"], [first, second])[-1].cost == 7
    with pytest.raises(BadCards, match=r"second\.toml: Test World: name: there is no such card"):
        load_cards(["base"], [second, first])


BAD_CHANGES: list[tuple[dict[str, object], str, str]] = [
    ({"name": "Nowhere", "cost": 1}, "name", "no such card"),
    ({"name": "Gem World"}, "", "nothing is changed"),
    ({"name": "Gem World", "color": 1}, "color", "unknown key"),
    ({"name": "Gem World", "rename": " x"}, "rename", "without space around it"),
    ({"name": "Gem World", "rename": 3}, "rename", "must be a text"),
    ({"name": "Old Earth", "copies": 0}, "copies", "one of each start world"),
    ({"name": "Xeno Hive I", "copies": 2}, "copies", "one of each Xeno system, or none"),
    ({"name": "Gem World", "cost": "x"}, "cost", "whole number"),
    ({"name": "Gem World", "good": "rare", "power": []}, "power", "one produce power"),
    ({"name": "Gem World", "remove": ["windfall"]}, "remove", "has no 'windfall'"),
    ({"name": "Gem World", "remove": ["color"]}, "remove", "must hold only"),
    ({"name": "Gem World", "remove": ["cost"], "cost": 3}, "remove", "removed and kept"),
    ({"name": "Gem World", "remove": ["name"]}, "remove", "removed and kept"),
    ({"name": "Gem World", "remove": ["vp"]}, "vp", "missing"),
    ({"name": "Mining League", "score": [{"vp": 1, "per": "card:Gone"}]}, "score[0].per", "no card 'Gone'"),
]


@pytest.mark.parametrize(("change", "key", "words"), BAD_CHANGES, ids=[words for _, _, words in BAD_CHANGES])
def test_a_bad_change_is_refused(change: dict[str, object], key: str, words: str) -> None:
    with pytest.raises(BadCards) as caught:
        load_cards(["base"], [overlay(changes=[change])])
    refused(caught.value, str(change["name"]), key, words)


def test_a_card_is_changed_once_by_an_overlay() -> None:
    change: dict[str, object] = {"name": "Gem World", "cost": 4}
    with pytest.raises(BadCards, match="changed twice"):
        load_cards(["base"], [overlay(changes=[change, change])])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "name: missing"),
        ("name = 3", "name: must be a text"),
        ('name = "other"', "name: the overlay is called 'test'"),
        ('name = "test"\nspeed = 3', "speed: unknown key"),
        ('name = "test"\nchange = 3', "change: must be a list of tables"),
        ('name = "test"\n[[change]]\ncost = 3', "change[0].name: missing"),
        ("name =", "is not TOML"),
        ('name = "test"', "nothing is changed"),
        ('name = "test"\nreconstruction = 3', "reconstruction: true or false"),
        (f"[{'a.' * 9}b]", "has a key of more than 8 parts"),
    ],
)
def test_a_bad_overlay_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadCards) as caught:
        load_cards(["base"], [Overlay("test", text)])
    assert words in str(caught.value)
    assert str(caught.value).startswith("test.toml: ")


def test_overlay_names_are_not_taken_twice() -> None:
    first = shipped_overlay("first-edition")
    with pytest.raises(BadCards, match="taken"):
        load_cards(["base"], [first, first])
    with pytest.raises(BadCards, match="taken"):
        load_cards(["base"], [overlay(name="base")])
    with pytest.raises(BadCards, match="no such overlay; there is first-edition"):
        shipped_overlay("../base")


def test_a_renamed_card_keeps_what_it_does_and_what_counts_it() -> None:
    before = {card.name: card for card in load_cards(SETS)}
    counted = next(
        (card, index, parse_per(line.per).card)
        for card in before.values()
        for index, line in enumerate(card.score)
        if parse_per(line.per).what == "named_card"
    )
    old = counted[2] or ""
    after = {
        card.name: card for card in load_cards(SETS, [overlay(changes=[{"name": old, "rename": "New Name"}])])
    }
    assert old not in after
    assert after["New Name"] == replace(before[old], name="New Name", origin=old)
    assert after[counted[0].name].score[counted[1]].per == "card:New Name"


def test_two_cards_can_exchange_their_names() -> None:
    swap: list[dict[str, object]] = [
        {"name": "Gem World", "rename": "Old Earth"},
        {"name": "Old Earth", "rename": "Gem World"},
    ]
    before = {card.name: card for card in load_cards(["base"])}
    after = {card.name: card for card in load_cards(["base"], [overlay(changes=swap)])}
    assert after["Gem World"].cost == before["Old Earth"].cost
    assert after["Gem World"].origin == "Old Earth"


def test_a_card_without_copies_is_left_out() -> None:
    cards = load_cards(["base"], [overlay(changes=[{"name": "Alien Rosetta Stone World", "copies": 0}])])
    assert "Alien Rosetta Stone World" not in {card.name for card in cards}


def test_what_a_change_gives_is_no_longer_reconstructed() -> None:
    def marks(**keys: object) -> tuple[str, ...]:
        change = overlay(changes=[{"name": "Xeno Hive I", **keys}])
        cards = load_cards(SETS, [change])
        return next(card for card in cards if "Xeno Hive I" in (card.name, card.origin)).reconstructed

    assert marks(vp=9) == ("name", "power")
    assert marks(rename="Hive") == ("vp", "power")
    assert marks(rename="Hive", vp=8, power=[]) == ()
    assert marks(vp=8, reconstructed=["vp"]) == ("vp",)
    everything = Overlay("test", 'name = "test"\nreconstruction = false')
    assert not any(card.reconstructed for card in load_cards(SETS, [everything]))
    assert load_war((everything,)).reconstructed == ()


def test_an_overlay_replaces_the_awards_against_retaliation() -> None:
    assert load_war().retaliation_awards == ((), (), (2, 1), (2, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1, 1))
    assert load_war().reconstructed == (2, 3, 4, 5)
    change = Overlay("test", 'name = "test"\nretaliation_awards = { 3 = [4, 0, 1] }')
    war = load_war((change,))
    assert war.retaliation_awards[3] == (4, 0, 1)
    assert war.retaliation_awards[2] == (2, 1)
    assert war.reconstructed == (2, 4, 5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("retaliation_awards = 3", "retaliation_awards: a table"),
        ("retaliation_awards = { 6 = [1] }", "retaliation_awards.6: a number of players from 2 to 5"),
        ("retaliation_awards = { 2 = [1] }", "retaliation_awards.2: a list of 2 numbers"),
        ("retaliation_awards = { 2 = [1, -1] }", "a list of 2 numbers from 0 to 20"),
        ("retaliation_awards = { 2 = [1, true] }", "a list of 2 numbers from 0 to 20"),
    ],
)
def test_bad_awards_are_refused(text: str, words: str) -> None:
    with pytest.raises(BadCards) as caught:
        load_war((Overlay("test", f'name = "test"\n{text}'),))
    assert words in str(caught.value)


def test_an_overlay_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(overlay(WORLD, name="house-rules").text, encoding="utf-8")
    read = overlay_from_file(path)
    assert read.name == "house-rules"
    assert load_cards(["base"], [read])[-1].set == "house-rules"


def test_a_file_that_is_not_an_overlay_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOverlay, match=r"gone\.toml cannot be read: No such file"):
        overlay_from_file(tmp_path / "gone.toml")
    with pytest.raises(BadOverlay, match="cannot be read: Is a directory"):
        overlay_from_file(tmp_path)
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff")
    with pytest.raises(BadOverlay, match=r"bad\.toml cannot be read: it is not a text"):
        overlay_from_file(path)
    path.write_text("[[card]]", encoding="utf-8")
    with pytest.raises(BadOverlay, match=r"^bad\.toml: name: is missing"):
        overlay_from_file(path)


# The page that explains the notation.


@pytest.mark.source_only
def test_the_notation_is_documented(root: Path) -> None:
    page = (root / "docs" / "cards.md").read_text(encoding="utf-8")
    for phase, do in FORMS:
        rows = [
            line
            for line in page.splitlines()
            if line.startswith(f"| {phase} |") and f"`{do}`" in line.split("|")[2]
        ]
        assert len(rows) == 1, (phase, do)
        for key in (*FORMS[(phase, do)].required, *FORMS[(phase, do)].optional):
            assert f"`{key}`" in rows[0], (phase, do, key)
