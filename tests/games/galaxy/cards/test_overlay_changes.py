"""The changes of overlays, and the refusal of anything wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.games.galaxy.cards.card_tables import WORLD, overlay, refused

from repulse.engine.overlays import BadOverlay
from repulse.games.galaxy.cards import (
    SETS,
    BadCards,
    Overlay,
    ScoreLine,
    load_cards,
    load_war,
    parse_per,
    shipped_overlay,
    shipped_overlays,
)
from repulse.overlay_files import overlay_from_file

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


def test_changed_values_are_no_longer_reconstructed() -> None:
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
