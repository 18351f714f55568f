"""Words for records and for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.earth.positions import answer, earth, end_turns

from repulse.engine.contract import BadOptions, RepulseError
from repulse.engine.match import Match
from repulse.games.earth.display.display import EarthDisplay
from repulse.games.earth.display.phrases import words
from repulse.games.earth.rules.codes import do, events
from repulse.games.earth.rules.components import SHIPPED
from repulse.games.earth.rules.game import EarthGame

GAME = EarthGame()
DISPLAY = EarthDisplay(GAME)


def lines(gadget: str, *said: str) -> list[str]:
    """Return the log lines of a Gadget."""
    state = earth(
        gadgets=[gadget],
        ships={"Asia": [2, 2, 1]},
        motherships=["Europe", "Africa", "Atlantic"],
        scoring=["Asia", "Africa", "Australia", "Atlantic"],
    )
    state.log = []
    answer(state, 0, f"gadget {gadget}")
    for word in said:
        answer(state, 0, word)
    return [DISPLAY.log_text(state, event) for event in state.log]


@pytest.mark.parametrize(
    ("gadget", "said", "line"),
    [
        ("Reinforcement Wave", [], "Player 1 deploys 2 ships in Europe."),
        ("Brood Pods", [], "Player 1 deploys 3 ships in Europe."),
        ("Drop Capsules", ["Australia"], "Player 1 deploys 1 ship in Australia."),
        ("Jump Drive", ["Asia"], "Player 1 moves the mothership from Europe to Asia."),
        ("Wormhole", ["Atlantic", "2"], "Player 1 moves 2 ships from Asia to Atlantic."),
        ("Overdrive", [], "Player 1 gains 3 Action Points."),
        ("Tractor Beam", ["Europe", "player 3"], "Player 1 drags 1 ship of Player 3 from Asia to Europe."),
        ("Death Ray", ["player 2 in Asia"], "Player 1 destroys 1 ship of Player 2 in Asia."),
        ("Carpet Bombardment", [], "Player 1 destroys 1 ship of Player 3 in Asia."),
        ("Deflector Screen", ["Asia"], "Player 1 shields Asia: no casualties there this turn."),
        ("Hologram Fleet", ["Asia"], "Player 1 counts 1 ship more in Asia this turn if a ship is there."),
        ("Accelerated Harvest", ["Asia"], "Player 1 adds 1 harvest token to Asia."),
        ("Redirected Landing", ["Asia", "Europe"], "Player 1 moves the scoring tile of Asia to Europe."),
        ("Energy Siphon", [], "Player 1 gains 3 Energy."),
        ("Docking Clamps", [], "Player 1 clamps the mothership down in Europe: no halving there this turn."),
    ],
)
def test_each_gadget_tells_what_it_did(gadget: str, said: list[str], line: str) -> None:
    log = lines(gadget, *said)
    assert log[0].startswith(f"Player 1 uses {gadget} for ")
    assert log[-1] == line


def test_scoring_is_described() -> None:
    state = earth(
        ships={"Asia": [3, 3, 1]},
        motherships=["Asia", "Africa", "Atlantic"],
        scoring=["Asia", "Africa", "Europe", "Atlantic"],
    )
    state.log = []
    end_turns(state)
    log = [DISPLAY.log_text(state, event) for event in state.log]
    share = "Asia: Player 1 is first, tied with 1 other and gains 1 VP and 1 Energy, halved by their own mothership."
    assert share in log
    assert "Asia: Player 1 loses 2 ships to the counterattack." in log
    assert "Asia: Player 3 is third and gains nothing." in log
    assert "Player 1 ends the turn, with 6 Action Points unused." in log
    assert "Turn 3 begins." in log


def test_every_event_and_effect_has_words() -> None:
    catalogue = words().catalogue
    assert not [name for name in events.NAMES if f"event.{name}" not in catalogue]
    assert not [name for name in do.NAMES if f"effect.{name}" not in catalogue]


@pytest.mark.source_only
def test_every_reason_has_words_and_every_word_a_reason(root: Path) -> None:
    text = (root / "src" / "repulse" / "games" / "earth" / "rules" / "refusals.py").read_text(
        encoding="utf-8"
    )
    raised = set(re.findall(r'IllegalChoice\(\s*"([a-z-]+)"', text))
    explained = {ident.partition(".")[2] for ident in words().catalogue.texts if ident.startswith("reason.")}
    assert raised == explained


@pytest.mark.source_only
def test_the_rules_page_says_what_the_gadgets_say(root: Path) -> None:
    page = (root / "docs" / "rules" / "earth.md").read_text(encoding="utf-8")
    for design, name in enumerate(SHIPPED.gadget_names):
        hourglass = " (h)" if 2 * design + 1 in SHIPPED.gadget_faces else ""
        assert f"| {name}{hourglass} | {SHIPPED.gadget_cost[design]} |" in page


def test_gadgets_explain_themselves() -> None:
    phrases = words()
    assert phrases.effect(SHIPPED.gadget_names.index("Wormhole")) == (
        "Move up to 3 ships of yours from one region to any one other region."
    )
    assert phrases.gadget(SHIPPED.gadget_names.index("Energy Siphon")) == (
        "Energy Siphon, 0 Energy: Gain 2 Energy, or 3 if nobody has fewer VP. (reconstructed)"
    )


def test_reconstructed_values_are_named() -> None:
    phrases = words()
    for text in (phrases.gadget(0), phrases.card(4), phrases.portal(0)):
        assert text.endswith("(reconstructed)")
    assert phrases.card(4) == "Turn Order card 4: 5 Action Points, Gadgets cost 2 Energy less (reconstructed)"
    assert phrases.portal(0) == (
        "Portal: mothership in North Pacific, ships in North America and Asia (reconstructed)"
    )


def test_questions_and_options() -> None:
    state = earth(ships={"Asia": [2, 0, 0]}, points=1, gadgets=["Wormhole"], motherships=["Europe"] * 3)
    decision = state.decision(0)
    assert DISPLAY.question_text(state, decision) == "Your turn: 1 Action Point."
    said = [DISPLAY.option_text(state, decision, value) for value in decision.options]
    assert "deploy a ship at your mothership in Europe" in said
    assert "move a ship from Asia to Europe" in said
    assert said[-1].startswith("use Wormhole for 3 Energy: Move up to 3 ships")
    answer(state, 0, "gadget Wormhole")
    answer(state, 0, "Atlantic")
    assert (
        DISPLAY.question_text(state, state.decision(0))
        == "Wormhole: how many ships go from Asia to Atlantic?"
    )
    answer(state, 0, "1")
    answer(state, 0, "deploy")
    assert "End your turn, or undo." in DISPLAY.question_text(state, state.decision(0))


def test_the_forecast_says_why() -> None:
    state = earth(
        ships={"Asia": [3, 3, 1]},
        motherships=["Asia", "Africa", "Atlantic"],
        scoring=["Asia", "Africa", "Europe", "Atlantic"],
        harvest={"Asia": 1},
    )
    assert words().forecast(state)[-3:] == [
        (
            "Asia, 1 harvest token: Player 1 with 3 ships is first, tied with 1 other: 1 VP and 1 Energy,"
            " halved by their own mothership; 2 then lost."
        ),
        "Asia, 1 harvest token: Player 2 with 3 ships is first, tied with 1 other: 3 VP and 3 Energy; 2 then lost.",
        "Asia, 1 harvest token: Player 3 with 1 ship is third: nothing; 1 then lost.",
    ]


@pytest.mark.parametrize(
    ("domain", "word"),
    [
        ("action", "dance"),
        ("action", "gadget Teapot"),
        ("action", "move Asia > Mars"),
        ("region", "Mars"),
        ("seat", "player 9"),
        ("seat", "Bob"),
        ("target", "player 2"),
        ("energy", "much"),
    ],
)
def test_words_that_stand_for_nothing(domain: str, word: str) -> None:
    with pytest.raises(RepulseError):
        GAME.from_token(earth(), domain, word)


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 6}, {"players": "4"}, {"players": True}, {"x": 1}]
)
def test_options_that_make_no_game(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        GAME.check_options(options)


def test_four_players_unless_said() -> None:
    assert GAME.check_options({}) == {"players": 4}
    assert GAME.configurations() == [{"players": 3}, {"players": 4}, {"players": 5}]


def test_a_record_is_made_of_words() -> None:
    match = Match(GAME, {"players": 3}, 1)
    match.answer_tokens(0, ["3"])
    match.answer_tokens(2, ["0"])
    match.answer_tokens(1, ["10"])
    assert match.record().choices == [(0, ["3"]), (2, ["0"]), (1, ["10"])]
