"""The table as data for a screen: whole, said in words, and showing nobody what is not his to see."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from tests.games.galaxy import dsl as g
from tests.games.galaxy.words.games import (
    DISPLAY,
    GAME,
    SORTS,
    before_a_hive,
    name_of,
    positions,
)

from repulse.engine.contract import SPECTATOR
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.display.screen import Ask
from repulse.engine.display.segments import text_of
from repulse.games.galaxy.display.display import GalaxyDisplay
from repulse.games.galaxy.display.screen import present
from repulse.games.galaxy.rules.state import GalaxyState


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_screens_hide_what_is_hidden(options: dict[str, object]) -> None:
    for number, (s, _) in enumerate(positions(options, 9)):
        if number % 11:
            continue
        for viewer in range(SPECTATOR, s.players):
            other = GAME.determinize(s.view(viewer), seed=number)
            seen = [json.dumps(present(state.view(viewer), viewer)) for state in (s, other)]
            assert seen[0] == seen[1]
            public = present(s.view(SPECTATOR), SPECTATOR)
            assert json.loads(seen[0]) == json.loads(
                json.dumps(present(s.view(viewer), viewer, public=public))
            )


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_questions_point_to_existing_things(options: dict[str, object]) -> None:
    for s, _ in positions(options, 10):
        for player in s.seats_owing():
            asked = asked_of(s, player)
            screen = present(s.view(player), player)
            mine = screen["players"][player]
            things = {
                "hand": mine["cards"],
                "tableau": [placed["card"] for placed in mine["tableau"]] + [""],
                "start": mine["offered"],
                "looked": mine["looked"],
                "pile": [pile["pile"] for pile in screen["frontier"]],
            }
            for option in asked["options"]:
                target = option["target"]
                if target is not None and target["kind"] in things:
                    assert target["name"] in things[target["kind"]], (asked["prompt"], target)


def asked_of(s: GalaxyState, player: int) -> Ask:
    asked = DISPLAY.ask(s.view(player), player, 1)
    assert asked is not None
    return asked


def frontier_settle(rivals: Sequence[g.SeatSetup] = ()) -> GalaxyState:
    return g.settle(
        rivals=rivals,
        tableau=["Old Earth"],
        picks="Frontier Settle",
        spare=1,
        game="frontier",
        near=["Xeno Sentry World", "Scavenger World", "Monastery World"],
    )


def test_cards_drawn_from_the_frontier() -> None:
    s = frontier_settle()
    screen = present(s.view(0), 0)
    assert screen["players"][0]["looked"] == ["Xeno Sentry World", "Scavenger World", "Monastery World"]
    assert present(s.view(1), 1)["players"][0]["looked"] == []
    assert [(pile["pile"], pile["deck"]) for pile in screen["frontier"]] == [("near", 15), ("far", 28)]
    asked = asked_of(s, 0)
    targets = [(option["word"], option["target"]) for option in asked["options"]]
    assert targets == [
        ("Scavenger World", {"kind": "looked", "name": "Scavenger World", "other": "", "seat": 0}),
        ("keep Xeno Sentry World", None),
        ("keep Scavenger World", None),
        ("keep Monastery World", None),
    ]
    assert [(why["kind"], why["name"]) for why in asked["why_not"]] == [
        ("looked", "Xeno Sentry World"),
        ("looked", "Monastery World"),
    ]


def test_a_choice_at_the_frontier_is_its_owners_alone() -> None:
    s = frontier_settle(rivals=[g.seat(spare=1), g.seat(spare=1)])
    g.answer(s, 0, "keep Monastery World")
    shown = [present(s.view(viewer), viewer)["players"][0]["chosen"] for viewer in range(3)]
    assert [[text_of(text) for text in chosen] for chosen in shown] == [["Keep Monastery World"], [], []]


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_the_choice_is_shown_only_while_it_is_secret(options: dict[str, object]) -> None:
    """Afterwards the numbers of the answer are still there, and would be read as cards."""
    count = 0
    for s, _ in positions(options, 12):
        secret = bool(s.owing) and s.asking().simultaneous
        for player in range(s.players):
            chosen = present(s.view(player), player)["players"][player]["chosen"]
            assert secret or not chosen
            count += len(chosen)
    assert count


def test_the_choice_is_described_in_the_language() -> None:
    s = g.new_round(rivals=[g.seat()])
    g.answer(s, 0, "Explore +5")
    lines = [
        [text_of(text) for text in present(s.view(0), 0, language)["players"][0]["chosen"]]
        for language in LANGUAGES
    ]
    assert lines == [["Explore +5"], ["Erkunden +5"], ["Explorer +5"], ["探索 +5"]]


EXPLORED = ["Gem World", "Spice World", "New Earth"]


@pytest.mark.parametrize(
    ("game", "picks", "text", "held"),
    [
        ("base", "", "Explore: you drew 2 cards. Choose the card you keep.", []),
        ("base", "Explore +1/+1", "Explore: you drew 3 cards. Choose the 2 cards you keep.", []),
        (
            "xeno-invasion",
            "Explore +1/+1",
            "Explore: you drew 3 cards. Choose the 2 cards you keep; to keep more of them, give up cards of your hand.",
            ["Rebel Miners"],
        ),
    ],
)
def test_explore_asks_what_to_keep(game: str, picks: str, text: str, held: list[str]) -> None:
    asked = asked_of(g.explore(hand=["Rebel Miners"], deck=EXPLORED, game=game, picks=picks), 0)
    assert text_of(asked["text"]) == text
    assert (asked["keeps"], asked["held"]) == (True, held)


def test_no_other_question_of_galaxy_asks_what_to_keep() -> None:
    for s, _ in positions(SORTS[0], 14):
        for player in s.seats_owing():
            asked = asked_of(s, player)
            assert asked["keeps"] == (asked["prompt"] == "explore.discard")


def test_an_explorer_who_waits_reads_what_stays_and_what_goes() -> None:
    s = g.explore(hand=["Rebel Miners"], deck=EXPLORED, game="xeno-invasion")
    g.answer(s, 0, "Rebel Miners")
    chosen = [text_of(text) for text in present(s.view(0), 0)["players"][0]["chosen"]]
    assert chosen == ["Keep Gem World", "Keep Spice World", "Discard Rebel Miners"]
    assert present(s.view(1), 1)["players"][0]["chosen"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "keep Gem World"),
        ("fr", "garder Gem World"),
        ("ja", "《Gem World》を残す"),
    ],
)
def test_an_answer_to_explore_is_described_by_the_kept_cards(language: str, text: str) -> None:
    s = g.explore(deck=EXPLORED)
    display = GalaxyDisplay(GAME, language)
    view = s.view(0)
    assert display.choice_text(view, view.decision(0), [s.cards.ids["Spice World"]]) == text


def test_the_second_stage_of_a_war() -> None:
    s = g.settle(
        tableau=["Old Earth", "Frontier Surveyors"],
        picks="Frontier Settle",
        game="counterstrike",
        conquest=True,
        repulse=50,
        tucked=[0],
        spare=2,
    )
    screen = present(s.view(0), 0)
    war = screen["war"]
    assert war is not None
    assert (war["stage"], war["repulse"], war["waves"]) == (2, 50, [{"wave": 4, "cards": 11}])
    assert (war["awards"], war["surge"], war["breather"], war["conquered"]) == ([2, 1], 0, False, False)
    assert screen["players"][0]["tucked"]
    assert [(pile["pile"], pile["deck"]) for pile in screen["frontier"]][2] == ("systems", 2)
    asked = asked_of(s, 0)
    assert [option["target"] for option in asked["options"]] == [
        {"kind": "pile", "name": "near", "other": "", "seat": -1},
        {"kind": "pile", "name": "systems", "other": "", "seat": -1},
    ]
    assert [(why["kind"], why["name"]) for why in asked["why_not"]] == [("pile", "far")]


def test_an_attack_on_a_hive_turns_on_two_numbers() -> None:
    s = before_a_hive()
    g.answer(s, 0, "attack")
    asked = asked_of(s, 0)
    assert asked["prompt"] == "conquest.means"
    assert asked["about"] == "Xeno Hive I"
    assert [(total["id"], total["have"], total["need"]) for total in asked["totals"]] == [
        ("vs_xenos", 9, 9),
        ("temporary", 0, 2),
    ]
    war = present(s.view(1), 1)["war"]
    assert war is not None
    assert war["under_attack"] == "Xeno Hive I"
