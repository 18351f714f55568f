"""The table as data for a screen: whole, said in words, and showing nobody what is not his to see."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from tests.games.galaxy.positions import (
    SeatUp,
    answer,
    new_round,
    seat,
    settle,
)
from tests.games.galaxy.words.games import (
    DISPLAY,
    GAME,
    SORTS,
    before_a_hive,
    name_of,
    positions,
)

from repulse.engine.contract import SPECTATOR
from repulse.engine.display.screen import Ask
from repulse.engine.display.segments import text_of
from repulse.engine.display.words import LANGUAGES
from repulse.games.galaxy.display.screen import present
from repulse.games.galaxy.rules.state import STEPS, GalaxyState


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_screens_hide_what_is_hidden(options: dict[str, object]) -> None:
    for number, (s, _) in enumerate(positions(options, 9)):
        if number % 11:
            continue
        for viewer in range(SPECTATOR, s.players):
            other = GAME.determinize(s.view(viewer), seed=number)
            seen = [json.dumps(present(each.view(viewer), viewer)) for each in (s, other)]
            assert seen[0] == seen[1]
            public = present(s.view(SPECTATOR), SPECTATOR)
            assert json.loads(seen[0]) == json.loads(
                json.dumps(present(s.view(viewer), viewer, public=public))
            )


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_questions_point_to_what_is_there(options: dict[str, object]) -> None:
    for s, _ in positions(options, 10):
        for each in s.seats_owing():
            asked = asked_of(s, each)
            screen = present(s.view(each), each)
            mine = screen["players"][each]
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


def asked_of(s: GalaxyState, each: int) -> Ask:
    asked = DISPLAY.ask(s.view(each), each, 1)
    assert asked is not None
    return asked


def frontier_settle(rivals: Sequence[SeatUp] = ()) -> GalaxyState:
    return settle(
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
    s = frontier_settle(rivals=[seat(spare=1), seat(spare=1)])
    answer(s, 0, "keep Monastery World")
    shown = [present(s.view(viewer), viewer)["players"][0]["chosen"] for viewer in range(3)]
    assert [[text_of(text) for text in chosen] for chosen in shown] == [["Keep Monastery World"], [], []]


@pytest.mark.parametrize("options", SORTS, ids=name_of)
def test_what_was_chosen_is_told_only_while_it_is_secret(options: dict[str, object]) -> None:
    """Afterwards the numbers of the answer are still there, and would be read as cards."""
    told = 0
    for s, _ in positions(options, 12):
        secret = bool(s.owing) and STEPS[s.current_step()].simultaneous
        for each in range(s.players):
            chosen = present(s.view(each), each)["players"][each]["chosen"]
            assert secret or not chosen
            told += len(chosen)
    assert told


def test_what_was_chosen_is_told_in_the_language() -> None:
    s = new_round(rivals=[seat()])
    answer(s, 0, "Explore +5")
    told = [
        [text_of(text) for text in present(s.view(0), 0, language)["players"][0]["chosen"]]
        for language in LANGUAGES
    ]
    assert told == [["Explore +5"], ["Explorer +5"], ["探索 +5"]]


def test_the_second_stage_of_a_war() -> None:
    s = settle(
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
    answer(s, 0, "attack")
    asked = asked_of(s, 0)
    assert asked["prompt"] == "conquest.means"
    assert asked["about"] == "Xeno Hive I"
    assert [(each["id"], each["have"], each["need"]) for each in asked["totals"]] == [
        ("vs_xenos", 9, 9),
        ("temporary", 0, 2),
    ]
    war = present(s.view(1), 1)["war"]
    assert war is not None
    assert war["under_attack"] == "Xeno Hive I"
