"""Overlays of earth: single rows or whole tables of the components are replaced by a file."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.earth.positions import answer, earth

import repulse
from repulse.bots import make_bot
from repulse.engine.conformance import check_game
from repulse.engine.contract import SPECTATOR, BadOptions
from repulse.engine.overlays import Overlay
from repulse.engine.record import read_record
from repulse.games import display_of, game_named, learning_of
from repulse.games.earth.display.phrases import words
from repulse.games.earth.rules.codes import step
from repulse.games.earth.rules.components import SHIPPED, components_of
from repulse.overlay_files import overlay_from_file

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "overlays"
OTHER_EARTH = overlay_from_file(FOLDER / "other-earth.toml")
SMALL = overlay_from_file(FOLDER / "small-changes.toml")
GAME = game_named("earth")
LANGUAGES = ("en", "fr", "ja")


def made(text: str, name: str = "test") -> Overlay:
    return Overlay(name, f'name = "{name}"\n{text}')


def options(overlay: Overlay, players: int = 3) -> dict[str, object]:
    return {"players": players, "overlays": [overlay]}


# --- single rows ---


def test_a_renamed_region_is_followed_by_all_that_name_it() -> None:
    table = components_of((made('change = [{ region = "Asia", rename = "Cathay" }]'),))
    assert table.region_names[6] == "Cathay"
    assert table.adjacent == SHIPPED.adjacent
    assert table.portal_mothership == SHIPPED.portal_mothership
    assert table.portal_ships == SHIPPED.portal_ships


def test_two_regions_can_exchange_their_names() -> None:
    text = 'change = [{ region = "Asia", rename = "Europe" }, { region = "Europe", rename = "Asia" }]'
    table = components_of((made(text),))
    assert (table.region_names[4], table.region_names[6]) == ("Asia", "Europe")
    assert table.adjacent == SHIPPED.adjacent


def test_the_example_of_small_changes_changes_what_it_says() -> None:
    table = components_of((SMALL,))
    names = table.region_names
    assert table.start_energy == 12
    assert "Oceania" in names
    assert "Australia" not in names
    assert names.index("Africa") in table.adjacent[names.index("South America")]
    assert (table.stars[16], table.discount[16]) == (4, 1)
    assert [names[ship] for ship in table.portal_ships[6]] == ["North Pacific", "Oceania"]
    ray = table.gadget_names.index("Heat Ray")
    assert (table.gadget_cost[ray], table.step_count[table.gadget_steps[ray][0]]) == (3, 2)
    assert "Docking Clamps" not in table.gadget_names
    assert len(table.gadget_faces) == 28


def test_only_what_an_overlay_gives_loses_its_mark() -> None:
    text = """
    change = [
      { region = "Africa", rename = "Afrique" },
      { card = 1, stars = 5, discount = 0 },
      { card = 2, stars = 5 },
      { portal = "Asia", mothership = "Asia", ships = ["Europe"] },
      { gadget = "Wormhole", rename = "W", cost = 1, hourglass = 0, steps = [{ do = "redirect" }] },
    ]
    """
    table = components_of((made(text),))
    assert sum(SHIPPED.name_is_ours) == 6
    assert [name for name, ours in zip(table.region_names, table.name_is_ours, strict=True) if not ours] == [
        "North Pacific",
        "Afrique",
        "Asia",
    ]
    assert table.map_is_ours
    assert table.card_is_ours[:4] == [False, False, True, True]
    assert [not ours for ours in table.portal_is_ours].index(True) == 6
    assert table.gadget_is_ours.count(False) == 1


def test_the_notes_of_a_game_name_what_is_still_reconstructed() -> None:
    state = GAME.start(options(SMALL), 1)
    note = display_of("earth").table_text(state.view(SPECTATOR), SPECTATOR).splitlines()[-1]
    assert note == (
        "This project's own reconstruction, since only the rules were published: "
        "the map, 5 region names, 15 Turn Order cards, 8 Portals and 14 Gadgets."
    )


def test_an_overlay_may_say_that_the_rest_is_as_printed() -> None:
    assert not components_of((made("reconstruction = false"),)).reconstruction
    assert not components_of((made("reconstruction = false\nstart_energy = 9"),)).reconstruction


def test_later_overlays_see_what_earlier_ones_did() -> None:
    first = made('change = [{ gadget = "Wormhole", rename = "Tunnel" }]', "first")
    second = made('change = [{ gadget = "Tunnel", cost = 7 }]', "second")
    table = components_of((first, second))
    assert table.gadget_cost[table.gadget_names.index("Tunnel")] == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "test.toml: nothing is changed"),
        ("tea = 1", "test.toml: top: tea: is not known here"),
        ("start_energy = -1", "test.toml: top: start_energy: a whole number from 0 to 100"),
        ("end_threshold = { 3 = 40 }", "test.toml: end_threshold: 4: is missing"),
        ("reconstruction = 3", "top: reconstruction: true or false"),
        ("change = 3", "change: tables"),
        ("change = [3]", "change: a table"),
        ("change = [{ cost = 3 }]", "change 1: names one of region, card, portal, gadget, not 0 of them"),
        ('change = [{ card = 3, gadget = "Wormhole" }]', "change 1: names one of"),
        ('change = [{ region = "Mars", at = [0, 0] }]', "region 'Mars': there is no such region to change"),
        ("change = [{ card = 17, stars = 3 }]", "card 17: there are cards 1 to 16"),
        ("change = [{ card = true, stars = 3 }]", "card True: there are cards 1 to 16"),
        ("change = [{ card = 3 }]", "card 3: nothing is changed"),
        ("change = [{ card = 3, cost = 3 }]", "card 3: cost: is not known here"),
        ("change = [{ card = 3, stars = 3 }, { card = 3, stars = 4 }]", "card 3: is changed twice"),
        ("change = [{ card = 3, stars = 0 }]", "test.toml: card 3: stars: a whole number from 1 to 20"),
        ('change = [{ region = "Asia", rename = "Europe" }]', "'Europe' stands twice"),
        ('change = [{ region = "Asia", rename = "a > b" }]', "a name without '>'"),
        ('change = [{ region = "Asia", rename = " x" }]', "without spaces around it"),
        ('change = [{ region = "Asia", rename = "\\u0007" }]', "printable characters"),
        (f'change = [{{ region = "Asia", rename = "{"x" * 61}" }}]', "at most 60 characters"),
        ('change = [{ region = "Asia", rename = 3 }]', "name: a text"),
        ('change = [{ region = "Asia", adjacent = ["Europe"] }]', "does not name"),
        (
            'change = [{ gadget = "Wormhole", copies = 1, hourglass = 2 }]',
            "hourglass: a whole number from 0 to 1",
        ),
        ("gadget = []", "at least 10 cards must be without hourglass, not 0"),
        ("turn_order = { stars = [1], discount = [1] }", "turn_order: there must be 10 to 60 cards, not 1"),
        ("turn_order = { stars = [1], discount = [] }", "discount: is not as long as stars"),
        ("turn_order = { stars = 3, discount = [] }", "stars: a list with a number for each card"),
        ("turn_order = { stars = [], discount = [], x = 1 }", "turn_order: x: is not known here"),
        ("portal = []", "portal: there must be at least 5, not 0"),
        ('[[region]]\nname = "x"', "region: there must be 8 of them, not 1"),
        ("x = ", "test.toml: is not TOML"),
        (f"x = {'[' * 20_000}", "test.toml: is not TOML: it is nested too deeply"),
        (f"x = '{'y' * 530_000}'", "an overlay has at most 524288"),
        (f"[{'a.' * 9}b]\n", "has a key of more than 8 parts"),
    ],
)
def test_the_mistake_in_an_overlay_is_named(text: str, said: str) -> None:
    with pytest.raises(BadOptions, match=re.escape(said)):
        GAME.check_options(options(made(text)))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (3, "is a list of overlay names"),
        ([3], "An overlay is a name"),
        (["mine"], "Earth has no overlay 'mine': none come with the game"),
        ([SMALL, SMALL], "'small-changes' is given twice"),
        ([made("start_energy = 1", f"n{number}") for number in range(9)], "at most 8 overlays"),
        ([{"name": "other", "text": 'name = "test"'}], "the overlay is called 'other'"),
    ],
)
def test_an_invalid_overlay_is_refused(value: object, said: str) -> None:
    with pytest.raises(BadOptions, match=re.escape(said)):
        GAME.check_options({"overlays": value})


# --- a whole set ---


def test_with_everything_replaced_nothing_is_marked_in_any_language() -> None:
    table = components_of((OTHER_EARTH,))
    assert not table.reconstruction
    for language in LANGUAGES:
        display = display_of("earth", language).with_options(options(OTHER_EARTH))
        mark = words(language).text("reconstructed")
        rules = "\n".join(
            line for section in display.rulebook().page("invasion") for line in section.paragraphs
        )
        assert "reconstruction" not in [section.ident for section in display.rulebook().page("invasion")]
        assert "Beringia" in rules
        assert words(language).region(0) not in rules
        assert mark not in rules
        assert not any(mark in card["text"] for card in display.cards())
        assert {card["name"] for card in display.cards()} >= {"Undertow"}
        assert display.card_facts("Undertow")["cost"] == 2


def test_the_rules_say_what_the_components_say() -> None:
    display = display_of("earth").with_options(options(OTHER_EARTH))
    page = {section.ident: "\n".join(section.paragraphs) for section in display.rulebook().page("invasion")}
    assert "20 ships in supply" in page["setup"]
    assert "8 Energy" in page["setup"]
    assert "40 VP (3 players), 32 (4) or 24 (5)" in page["end"]
    assert "12 Turn Order cards" in page["pieces"]
    assert "- 2× Meteor Shower" in page["list_gadgets"]
    assert "Beringia and Siberia are adjacent across the edge of the map." in page["list_regions"]
    assert "reconstruction" in [section.ident for section in display_of("earth").rulebook().page("invasion")]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("overlay", [OTHER_EARTH, SMALL], ids=lambda overlay: overlay.name)
def test_games_with_an_overlay_keep_the_contract(overlay: Overlay, players: int) -> None:
    check_game(
        GAME, options(overlay, players), [1, 2], display=display_of("earth"), learning=learning_of(GAME)
    )


def test_a_replaced_set_is_played_and_shown_in_every_language() -> None:
    match = repulse.new("earth", players=4, overlays=[OTHER_EARTH], seed=3)
    bots = [make_bot(name, "earth", 5) for name in ("sensible", "casual", "sensible", "random")]
    displays = [display_of("earth", language) for language in LANGUAGES]
    while not match.is_over():
        seat = match.state.seats_owing()[0]
        view = match.state.view(seat)
        for display in displays:
            if match.state.turn == 2:
                screen = display.screen(view, seat)
                assert {region["region"] for region in screen["regions"]} == set(
                    match.state.table.region_names
                )
                assert screen["reconstruction_note"] == ""
                assert display.ask(view, seat, 1) is not None
                assert "Beringia" in display.table_text(view, seat)
        match.answer(seat, bots[seat].choose(view, view.decision(seat)))
    for display in displays:
        assert all(display.log_text(match.state, event) for event in match.events(SPECTATOR))


def test_a_record_stands_alone_and_replays_in_a_fresh_process() -> None:
    match = repulse.new("earth", players=3, overlays=[OTHER_EARTH], seed=3)
    match.play_bots(dict.fromkeys(range(3), "sensible"))
    text = match.record().to_json()
    assert "Tide Engine" in json.loads(text)["options"]["overlays"][0]["text"]
    program = (
        "import sys, json; from repulse.engine.record import read_record; from repulse.engine.match import replay;"
        "from repulse.games import game_named; m = replay(game_named('earth'), read_record(sys.stdin.read()));"
        "print(json.dumps(m.state.data()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=text, text=True, capture_output=True, check=True
    )
    assert json.loads(done.stdout) == match.state.data()
    assert read_record(text).options == match.options


def test_positions_with_an_overlay_pickle_and_share_their_components() -> None:
    state = GAME.start(options(OTHER_EARTH), 1)
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.table is state.table is state.clone().table is state.view(0).table
    assert GAME.determinize(state.view(0), 5).table is state.table


def test_a_game_without_overlays_has_the_options_it_always_had() -> None:
    assert GAME.check_options({"players": 3, "overlays": []}) == {"players": 3}
    assert GAME.start({"players": 3}, 1).table is SHIPPED


def test_components_are_kept_for_a_bounded_number_of_overlays() -> None:
    first = components_of((made("start_energy = 1"),))
    assert components_of((made("start_energy = 1"),)) is first
    for number in range(40):
        components_of((made(f"start_energy = {number}", f"n{number}"),))
    assert components_of((made("start_energy = 1"),)) is not first


def test_positions_can_be_built_with_an_overlay() -> None:
    state = earth(
        ships={"Beringia": [2, 0, 0]},
        scoring=["Siberia", "Sahara", "Amazonia", "Gondwana"],
        overlays=[OTHER_EARTH],
    )
    answer(state, 0, "move Beringia > Siberia")
    assert state.points == 4


def test_the_second_step_of_a_gadget_is_answered_by_its_own_worth() -> None:
    """The sensible bot moves ships to where they win, also where deploying came before on the same Gadget."""
    state = earth(
        ships={"Sahara": [1, 1, 0], "Siberia": [2, 0, 0]},
        scoring=["Sahara", "Amazonia", "Gondwana", "Laurentia"],
        motherships=["Siberia", "Beringia", "Polynesia"],
        gadgets=["Landing Party"],
        points=0,
        energy=[9, 9, 9],
        overlays=[OTHER_EARTH],
    )
    answer(state, 0, "gadget Landing Party")
    bot = make_bot("sensible", "earth", 1)
    for _ in range(3):
        if state.current_step() < step.EFFECT:
            break
        decision = state.decision(0)
        state.apply(0, bot.choose(state.view(0), decision))
    sahara = state.table.region_names.index("Sahara")
    assert state.ships[sahara] > 1
