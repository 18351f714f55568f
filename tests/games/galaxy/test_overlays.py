"""Whole games of galaxy in which an overlay replaces everything that was reconstructed."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import repulse
from repulse.bots import make_bot
from repulse.engine.conformance import check_game
from repulse.engine.contract import SPECTATOR, BadOptions
from repulse.engine.overlays import Overlay
from repulse.games import display_of, game_named, learning_of
from repulse.games.galaxy.cards import SETS, load_cards
from repulse.games.galaxy.rules.options import GAMES
from repulse.overlay_files import overlay_from_file

SYSTEMS = overlay_from_file(
    Path(__file__).resolve().parents[3] / "examples" / "overlays" / "xeno-systems.toml"
)
GAME = game_named("galaxy")
LEARNING = learning_of(GAME)
MARKS = {"en": "econstructed", "fr": "econstitué", "ja": "再構成"}
LANGUAGES = tuple(MARKS)


def options(overlay: Overlay, game: str = "counterstrike", players: int = 3) -> dict[str, object]:
    return {"game": game, "players": players, "overlays": [overlay]}


def test_the_example_replaces_all_that_is_reconstructed() -> None:
    assert any(card.reconstructed for card in load_cards(SETS))
    assert not any(card.reconstructed for card in load_cards(SETS, [SYSTEMS]))
    for language in LANGUAGES:
        display = display_of("galaxy", language).with_options(options(SYSTEMS))
        plain = display_of("galaxy", language)
        mark = MARKS[language]
        assert any(mark in card["text"] for card in plain.cards())
        assert not any(mark in card["text"] for card in display.cards())
        assert "Amber Reach" in display.card_svg("Amber Reach")
        assert display.card_facts("Amber Reach")["origin"] == "Xeno Satellite I"
        rules = {part.ident: "\n".join(part.paragraphs) for part in display.rulebook().page("counterstrike")}
        usual = {part.ident: "\n".join(part.paragraphs) for part in plain.rulebook().page("counterstrike")}
        comma = "、" if language == "ja" else ", "
        assert f"3{comma}2{comma}2{comma}1{comma}1" in rules["retaliation"]
        assert mark not in rules["retaliation"]
        assert mark in usual["retaliation"]


@pytest.mark.parametrize("game", GAMES)
def test_games_with_the_overlay_keep_the_contract(game: str) -> None:
    check_game(GAME, options(SYSTEMS, game), [1], display=display_of("galaxy"), learning=LEARNING)


def test_the_systems_and_awards_of_the_overlay_are_played_and_shown() -> None:
    match = repulse.new("galaxy", **options(SYSTEMS), seed=5)
    bots = [make_bot("sensible", "galaxy", seat) for seat in range(3)]
    shown = ""
    while not match.is_over():
        seat = match.state.seats_owing()[0]
        view = match.state.view(seat)
        match.answer(seat, bots[seat].choose(view, view.decision(seat)))
        war = match.state.war
        if war.stage == 2 and not shown:
            for language in LANGUAGES:
                display = display_of("galaxy", language)
                shown = display.table_text(view, seat)
                screen = display.screen(match.state.view(SPECTATOR), SPECTATOR)
                assert screen["war"]["awards"] == [3, 2, 1]
                assert not screen["war"]["awards_reconstructed"]
    assert shown
    table = match.state.cards
    assert {table.names[card] for card in range(1, table.size) if table.hive[card]} >= {"First Spawning"}
    awards = [
        event for event in match.events(SPECTATOR) if display_of("galaxy").event_name(event) == "defend"
    ]
    assert awards


def test_awards_that_are_ours_are_marked_on_the_screen() -> None:
    match = repulse.new("galaxy", game="counterstrike", players=3, seed=5)
    match.state.war.stage = 2
    screen = display_of("galaxy").screen(match.state.view(SPECTATOR), SPECTATOR)
    assert screen["war"]["awards_reconstructed"]
    match.state.war.stage = 1
    assert not display_of("galaxy").screen(match.state.view(SPECTATOR), SPECTATOR)["war"][
        "awards_reconstructed"
    ]


def test_a_record_stands_alone_and_replays_in_a_fresh_process() -> None:
    match = repulse.new("galaxy", **options(SYSTEMS), seed=5)
    match.play_bots(dict.fromkeys(range(3), "sensible"))
    program = (
        "import sys, json; from repulse.engine.record import read_record; from repulse.engine.match import replay;"
        "from repulse.games import game_named; m = replay(game_named('galaxy'), read_record(sys.stdin.read()));"
        "print(json.dumps(m.state.data()))"
    )
    text = match.record().to_json()
    done = subprocess.run(
        [sys.executable, "-c", program], input=text, text=True, capture_output=True, check=True
    )
    assert json.loads(done.stdout) == match.state.data()


def test_positions_with_an_overlay_pickle_with_their_awards() -> None:
    state = GAME.start(options(SYSTEMS), 1)
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert copy.cards is state.cards
    assert copy.cards.war.retaliation_awards[3] == (3, 2, 1)


def test_learners_know_a_renamed_card_by_the_name_it_had() -> None:
    plain, renamed = GAME.start({"game": "counterstrike", "players": 3}, 1), GAME.start(options(SYSTEMS), 1)
    before, after = LEARNING.action_space(plain).names, LEARNING.action_space(renamed).names
    assert set(before) <= set(after)
    assert not any("Amber Reach" in name for name in after)
    assert LEARNING.memory_layout(plain).names == LEARNING.memory_layout(renamed).names


@pytest.mark.parametrize(
    ("text", "players", "words"),
    [
        ('change = [{ name = "Xeno Hive I", copies = 0 }]', 5, "5 satellites and 4 hives"),
        (
            "change = ["
            + ",".join(
                f'{{ name = "{card.name}", copies = 0 }}' for card in load_cards(SETS) if card.deck == "near"
            )
            + "]",
            2,
            "0 cards in the near deck; a game needs 3",
        ),
        (
            "change = ["
            + ",".join(
                f'{{ name = "{card.name}", copies = 0 }}'
                for card in load_cards(SETS)
                if card.deck == "main" and card.preset_hand is None
            )
            + "]",
            2,
            "cards in the main deck; a game needs 60",
        ),
    ],
)
def test_overlays_leave_enough_cards(text: str, players: int, words: str) -> None:
    overlay = Overlay("test", f'name = "test"\n{text}')
    with pytest.raises(BadOptions, match=words):
        GAME.check_options(options(overlay, players=players))


def test_a_system_can_be_left_out_for_fewer_players() -> None:
    overlay = Overlay("test", 'name = "test"\nchange = [{ name = "Xeno Hive I", copies = 0 }]')
    check_game(GAME, options(overlay, players=4), [1], learning=LEARNING)


def test_the_changes_of_an_overlay_are_described_in_every_language() -> None:
    assert GAME.overlay_sizes(GAME.check_options(options(SYSTEMS))) == {"xeno-systems": 14}
    for language in LANGUAGES:
        (changes,) = display_of("galaxy", language).with_options(options(SYSTEMS)).overlay_changes()
        assert changes["name"] == "xeno-systems"
        assert len(changes["lines"]) == 14
        assert "Xeno Satellite I" in changes["lines"][0]
        assert "Amber Reach" in changes["lines"][0]
        assert "3" in changes["lines"][-1]
