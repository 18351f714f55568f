"""The names that `import repulse` gives."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.engine.toy import ToyGame, ToyState

import repulse
from repulse import (
    SPECTATOR,
    BadOptions,
    BadRecord,
    Bot,
    BotError,
    Choice,
    Decision,
    IllegalChoice,
    RepulseError,
)
from repulse.engine.match import Match as EngineMatch


class Highest(Bot[ToyState]):
    """Always the highest card; counts how often it was asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked = 0

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        self.asked += 1
        return sorted(decision.options)[-1:]


class Cheat(Bot[ToyState]):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return [99]


class Leaver(Bot[ToyState]):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        sys.exit("enough")


def toy(seed: int = 2, players: int = 2) -> repulse.Match[ToyState]:
    return repulse.new(ToyGame(), seed=seed, players=players)


# --- the package ---


def test_every_promised_name_exists() -> None:
    for name in repulse.__all__:
        assert getattr(repulse, name) is not None
        assert name in dir(repulse)
    assert "TYPE_CHECKING" not in dir(repulse)


def test_a_type_checker_sees_the_same_names(root: Path) -> None:
    """The names imported for type checkers, and where from, are those that are found when the program runs."""
    tree = ast.parse((root / "src" / "repulse" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    shown = {
        node.module: tuple(alias.name for alias in node.names)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
    }
    places = next(node.value for node in block.orelse if isinstance(node, ast.Assign))
    assert shown == ast.literal_eval(places)
    assert sorted(name for names in shown.values() for name in names) == sorted(
        set(repulse.__all__) - {"__version__"}
    )


def test_a_missing_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        repulse.chess  # type: ignore[attr-defined]  # noqa: B018


def test_importing_it_imports_nothing_else() -> None:
    probe = "import sys; a = set(sys.modules); import repulse; print(sorted(set(sys.modules) - a))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "['repulse']\n"


def test_games_and_bots_by_name() -> None:
    assert repulse.game_names()[:2] == ["galaxy", "earth"]
    assert repulse.bot_names("earth")[:4] == ["random", "beginner", "casual", "sensible"]


# --- starting ---


def test_new_takes_a_name_or_rules() -> None:
    match = repulse.new("galaxy", game="invasion", players=3, seed=7)
    assert match.options["game"] == "invasion"
    assert match.state.players == 3
    assert match.seed == 7
    assert not toy().state.is_view()
    assert isinstance(match, EngineMatch)


def test_without_a_seed_any_will_do() -> None:
    assert len({repulse.new(ToyGame()).seed for _ in range(4)}) > 1


def test_bad_options_are_reported() -> None:
    with pytest.raises(BadOptions, match="players"):
        repulse.new("galaxy", players=9)
    with pytest.raises(BadOptions, match="color"):
        repulse.new("galaxy", color="red")


def test_no_such_game() -> None:
    with pytest.raises(RepulseError, match="no game 'chess'"):
        repulse.new("chess")


# --- looking ---


def test_a_match_says_what_it_is() -> None:
    match = repulse.new("galaxy", game="invasion", players=3, seed=7)
    assert repr(match) == "<Match galaxy invasion, seed 7, round 0, seats 0, 1 and 2 to choose>"
    assert repr(toy()) == "<Match toy, seed 2, round 1, seats 0 and 1 to choose>"
    assert repr(toy().play_bots("random")).endswith(
        ("won by seat 0>", "won by seat 1>", "won by seats 0 and 1>")
    )


def test_a_printed_match_is_the_table_as_a_spectator_sees_it() -> None:
    match = repulse.new("galaxy", players=2, seed=7)
    hand = match.question(0).words
    assert "Waiting for Player 1 and Player 2" in str(match)
    assert hand[0] not in str(match)
    assert match.table(0) != str(match)


def test_a_view_shows_no_more_than_its_seat_may_see() -> None:
    match = toy()
    assert match.view(0).hands == [match.state.hands[0], [0, 0, 0]]
    assert match.view().viewer == SPECTATOR


def test_a_question_has_words_to_play_and_reads_well() -> None:
    match = repulse.new("galaxy", game="invasion", players=3, seed=7)
    question = match.question(0)
    assert question.words == ["New Sparta", "Starry Rift Pioneers"]
    assert str(question).splitlines() == [
        "Choose your start world.",
        "  New Sparta (military world, defense 2, 1 VP)",
        "  Starry Rift Pioneers (world, cost 2, 0 VP, Novelty windfall)",
    ]
    assert (question.least, question.most) == (1, 1)
    with pytest.raises(IllegalChoice):
        match.question(7)


def test_the_log_is_in_words_and_hides_what_is_hidden() -> None:
    match = repulse.new("galaxy", players=2, seed=7).play_bots("sensible")
    own = match.log(0)
    assert len(own) > 20
    assert own != match.log(1)


# --- playing ---


def test_play_by_words_ignores_case() -> None:
    match = toy()
    card = match.question(0).words[0]
    match.play(0, card.upper())
    assert match.choices == [(0, [card])]


def test_an_illegal_choice_gives_the_reason_and_changes_nothing() -> None:
    match = repulse.new("galaxy", game="invasion", players=3, seed=7)
    before = match.state.data()
    with pytest.raises(
        IllegalChoice, match="Gem World is not one of the start worlds you were dealt"
    ) as caught:
        match.play(0, "Gem World")
    assert caught.value.reason == "not-your-start-world"
    with pytest.raises(IllegalChoice, match="no card 'Death Star'"):
        match.play(0, "Death Star")
    with pytest.raises(IllegalChoice, match="exactly one"):
        match.play(0)
    assert match.state.data() == before


def explored(game: str) -> repulse.Match[Any]:
    """A match in which seat 0 has just explored."""
    whole = repulse.new("galaxy", game=game, players=2, seed=7).play_bots("sensible")
    return next(
        match
        for match in whole.replay()
        if 0 in match.state.seats_owing() and match.state.decision(0).prompt == "explore.discard"
    )


def test_an_explorer_names_the_cards_that_are_kept() -> None:
    match = explored("base")
    question = match.question(0)
    assert question.keeps
    assert "you keep" in question.text
    match.play(0, *question.words[: question.most])
    assert sorted(match.choices[-1][1]) == sorted(question.words[question.most :])


def test_an_explorer_who_mixes_need_not_name_the_cards_held_before() -> None:
    match = explored("invasion")
    question = match.question(0)
    drawn = match.state.drawn_count[0]
    match.play(0, *question.words[: question.most])
    assert sorted(match.choices[-1][1]) == sorted(question.words[question.most : drawn])


def test_keeping_too_many_is_refused_in_words() -> None:
    match = explored("base")
    with pytest.raises(IllegalChoice, match=r"Keep exactly 1, not 2\."):
        match.play(0, *match.question(0).words[:2])


def test_bots_play_until_somebody_else_is_to_choose() -> None:
    match = toy(players=3)
    match.play_bots({1: "random", 2: "random"})
    assert match.state.seats_owing() == [0]
    match.play(0, match.question(0).words[0])
    assert match.play_bots({}) is match
    assert match.state.seats_owing() != []


def test_a_bot_of_ones_own_lives_for_the_match() -> None:
    match, bot = toy(), Highest(3)
    match.play_bots({0: bot})
    asked = bot.asked
    assert asked == 1
    match.play_bots({0: bot, 1: "random"})
    assert match.is_over()
    assert bot.asked > asked


def test_a_bot_that_cheats_is_named() -> None:
    with pytest.raises(BotError, match=r"The bot 'Cheat' \(player 2\) answered 'bid' with \[99\] \(seed 2\)"):
        toy().play_bots({0: "random", 1: Cheat(1)})


def test_a_bot_that_ends_its_program_is_named() -> None:
    with pytest.raises(BotError, match=r"The bot 'Leaver' \(player 2\) failed at 'bid' .*SystemExit: enough"):
        toy().play_bots({0: "random", 1: Leaver(1)})


def test_the_same_seed_and_bots_give_the_same_match() -> None:
    texts = [
        repulse.new("earth", players=3, seed=5).play_bots("sensible").record().to_json() for _ in range(2)
    ]
    assert texts[0] == texts[1]


# --- keeping ---


def test_save_and_load(tmp_path: Path) -> None:
    match = repulse.new("earth", players=3, seed=5).play_bots({0: "sensible"})
    match.notes["why"] = "a test"
    match.save(tmp_path / "game.json")
    again = repulse.load(str(tmp_path / "game.json"))
    assert again.state.data() == match.state.data()
    assert again.notes == {"why": "a test"}
    assert again.record().to_json() == match.record().to_json()


def test_bad_files_are_named(tmp_path: Path) -> None:
    place = tmp_path / "game.json"
    repulse.new("earth", players=3, seed=5).save(place)
    good = json.loads(place.read_text())
    with pytest.raises(RepulseError, match=r"missing\.json cannot be read"):
        repulse.load(tmp_path / "missing.json")
    for change in ({"rules": "0"}, {"choices": [[0, "fly"]]}, {"options": {"players": 99}}, {"seed": -1}):
        place.write_text(json.dumps(good | change))
        with pytest.raises(BadRecord, match=r"game\.json: "):
            repulse.load(place)


def test_replay_goes_through_every_position() -> None:
    match = toy().play_bots("random")
    positions = [position.state.data() for position in match.replay()]
    assert len(positions) == len(match.choices) + 1
    assert positions[-1] == match.state.data()
    assert match.at(3).state.data() == positions[3]
    with pytest.raises(RepulseError, match="no position 999"):
        match.at(999)
