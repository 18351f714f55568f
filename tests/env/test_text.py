"""Games in words: observations, answers, corrections, and the exam of a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from repulse.cli.app import run
from repulse.engine.contract import BadOptions, RepulseError
from repulse.engine.display.languages import LANGUAGES
from repulse.env.text import (
    ReplyError,
    TextEnvironment,
    TextTable,
    answer_in,
    estimate_tokens,
    how_to_play,
)
from repulse.env.text.exam import Examiner, ExamPlan
from repulse.env.text.models import ChatMessage, ModelError, ModelReply, ProgramModel, ask, locate_model
from repulse.env.text.report import markdown, rating_gap, rows

MODES = [
    ("galaxy", {"players": 2}),
    ("galaxy", {"players": 4, "game": "xeno-invasion"}),
    ("galaxy", {"players": 3, "game": "invasion"}),
    ("galaxy", {"players": 2, "game": "frontier"}),
    ("galaxy", {"players": 3, "game": "counterstrike"}),
    ("earth", {"players": 3}),
]


def table_of(named: str = "galaxy", /, seed: int = 7, **options: Any) -> TextTable:
    """A table at which seat 0 answers in words and the others are bots."""
    full = {"players": 2, **options}
    players = full["players"]
    assert isinstance(players, int)
    return TextTable(named, full, bots=dict.fromkeys(range(1, players), "sensible"), seed=seed)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("2", "2"),
        ("I settle because it is cheap.\n\nAnswer: 1, 3", "1, 3"),
        ("Answer: 4\nNo, better:\n**Answer:** Gem World.", "Gem World"),
        ("Final answer: [2]", "2"),
        ("[1] [3]", "1, 3"),
        ("thinking\n`5`", "5"),
        ("", ""),
        ("Answer: " + "9" * 5000, "9" * 500),
    ],
)
def test_the_answer_is_found_in_a_reply(reply: str, answer: str) -> None:
    assert answer_in(reply) == answer


@pytest.mark.parametrize(("game", "options"), MODES)
def test_answers_of_bots_in_words_play_the_game_that_the_bots_play(
    game: str, options: dict[str, Any]
) -> None:
    words, bots = table_of(game, **options), table_of(game, **options)
    while (seat := words.pending()) is not None:
        observation = words.observation(seat)
        assert "1." in observation or "0." in observation
        words.answer(seat, f"Let me see.\nAnswer: {words.bot_reply(seat, 'sensible')}")
        bots.answer_by_bot(seat, "sensible")
    assert words.record().choices == bots.record().choices
    assert sum(words.rewards()) == pytest.approx(1)
    assert words.result()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(language: str) -> None:
    table = TextTable("galaxy", {"players": 2}, bots={1: "sensible"}, seed=3, language=language)
    assert table.observation(0) != table_of(seed=3).observation(0) or language == "en"
    table.answer(0, table.bot_reply(0, "sensible"))
    with pytest.raises(ReplyError):
        table.answer(0, "99")
    assert how_to_play("galaxy", {"players": 2}, language=language)


def test_an_observation_shows_nothing_that_the_seat_cannot_see() -> None:
    """Other hidden cards, in a hand and in the deck, leave every word as it is."""
    table = table_of(seed=5)
    for _ in range(6):
        table.answer(0, table.bot_reply(0, "sensible"))
    before = table.observation(0)
    state = table.match.state
    hand = state.hand[1]
    state.hand[1], state.deck[: len(hand)] = state.deck[: len(hand)], hand
    state.deck.reverse()
    assert table.observation(0) == before


def test_a_mistake_is_corrected_and_changes_nothing() -> None:
    table = table_of()
    choices = table.record().choices
    for reply, words in [
        ("7", "no option 7"),
        ("1", "at least 2"),
        ("Mars, 1", "not one of the options"),
        ("", "at least"),
    ]:
        with pytest.raises(ReplyError, match=words) as error:
            table.answer(0, reply)
        assert "exactly 2 options" in str(error.value)
    assert table.record().choices == choices


def test_cards_can_be_looked_up_a_few_times_per_question() -> None:
    table = table_of()
    assert "Gem World" in table.reply(0, "? Gem World")
    with pytest.raises(ReplyError, match="Nonsense"):
        table.reply(0, "? Nonsense")
    for _ in range(3):
        table.reply(0, "? Old Earth")
    with pytest.raises(ReplyError, match="answer it now"):
        table.reply(0, "? Old Earth")
    assert table.reply(0, "1, 2") == ""
    assert table.reply(0, "? Old Earth")


def test_the_log_begins_after_the_last_answer() -> None:
    table = table_of()
    assert "Since your last decision:\nPlayer 1 starts with" in table.observation(0)
    table.answer(0, "1, 2")
    assert "starts with" not in table.observation(0)
    assert "Player 1 discards" in table.observation(0)


def test_a_decision_of_the_base_game_takes_at_most_1500_tokens() -> None:
    """By the estimate, which is a little high, in games of two to four players; nearly all take far fewer."""
    sizes = []
    for players in (2, 3, 4):
        table = table_of(seed=players, players=players)
        while table.pending() is not None:
            sizes.append(estimate_tokens(table.observation(0)))
            table.answer_by_bot(0, "sensible")
    assert max(sizes) <= 1500
    assert sum(sizes) / len(sizes) <= 900


def test_an_environment_ends_with_the_share_of_the_win() -> None:
    env = TextEnvironment("galaxy", players=2, bots="random")
    assert "Answer:" in env.introduction(rules=False)
    assert len(env.introduction()) > len(env.introduction(rules=False))
    env.reset(seed=4)
    step = None
    while step is None or not step.done:
        assert env.table is not None
        step = env.step(env.table.bot_reply(0, "sensible"))
        assert step.accepted
        assert step.reward == 0 or step.done
    assert step.reward == 1
    assert "VP" in step.text
    with pytest.raises(RuntimeError, match="reset"):
        env.step("1")


def test_an_environment_is_forfeited_after_too_many_mistakes_in_a_row() -> None:
    env = TextEnvironment("galaxy", players=2, max_mistakes=2)
    env.reset(seed=4)
    assert not env.step("no idea").done
    assert env.step("1, 2").accepted
    assert not env.step("no idea").done
    assert not env.step("? Old Earth").done
    step = env.step("no idea")
    assert (step.done, step.reward) == (True, -1)


def test_an_environment_refuses_what_does_not_fit() -> None:
    with pytest.raises(BadOptions):
        TextEnvironment("galaxy", players=3, bots=["sensible"])
    with pytest.raises(RepulseError, match="sensibel"):
        TextEnvironment("galaxy", players=2, bots="sensibel")
    with pytest.raises(BadOptions, match="seat 2"):
        TextTable("galaxy", {"players": 2}, bots={2: "random"}, seed=1)


# --- models ---


class Scripted:
    """A stand-in for a language model: it answers the first option, and errs on every third call."""

    def __init__(self) -> None:
        self.calls = 0
        self.roles: list[list[str]] = []

    def __call__(self, messages: Sequence[ChatMessage]) -> ModelReply:
        """Return a reply that is wrong now and then."""
        self.calls += 1
        self.roles.append([message["role"] for message in messages])
        if self.calls % 3 == 0:
            return ModelReply("I pass the turn", 100, 5, 0.001)
        question = messages[1]["content"]
        form = question.splitlines()[-1]
        if "exactly 2" in form or "2 cards" in form:
            return ModelReply("Answer: 1, 2", 100, 5, 0.001)
        first = next(
            line.split(".")[0] for line in reversed(question.splitlines()) if line.startswith(("1. ", "0. "))
        )
        return ModelReply(f"Answer: {first}", 100, 5, 0.001)


PLAN = ExamPlan(options={"players": 2}, opponents=("random", "beginner"), deals=2, seed=3, rules=False)


def test_an_exam_plays_every_deal_from_every_seat_and_counts_mistakes(tmp_path: Path) -> None:
    model = Scripted()
    games = Examiner("scripted", model, PLAN, results=tmp_path / "exam.jsonl").run()
    played = {(game.opponent, game.deal, game.seat) for game in games}
    assert played == {
        (opponent, deal, seat) for opponent in PLAN.opponents for deal in (3, 4) for seat in (0, 1)
    }
    assert all(game.mistakes > 0 and game.cost == pytest.approx(0.001 * game.replies) for game in games)
    assert sum(game.replies for game in games) == model.calls
    assert ["system", "user", "assistant", "user"] in model.roles
    table = rows(games)
    assert [row.opponent for row in table] == ["random", "beginner"]
    assert all(0.2 < row.mistakes < 0.6 and row.tokens >= 100 for row in table)
    assert markdown(table).count("scripted") == 2


def test_an_exam_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    results = tmp_path / "exam.jsonl"
    whole = Examiner("scripted", Scripted(), PLAN, results=results).run()
    lines = results.read_text().splitlines()
    results.write_text("\n".join(lines[:3]) + "\n")
    model = Scripted()
    again = Examiner("scripted", model, PLAN, results=results)
    assert len(again.remaining()) == len(whole) - 3
    assert {game.key for game in again.run()} == {game.key for game in whole}
    assert len(results.read_text().splitlines()) == len(whole)
    # Another model, and other options, are exams of their own.
    assert len(Examiner("other", model, PLAN, results=results).remaining()) == len(whole)


def test_a_model_that_never_answers_is_replaced_by_a_random_bot() -> None:
    plan = ExamPlan(options={"players": 2}, opponents=("random",), deals=1, max_mistakes=2, rules=False)
    games = Examiner("silent", lambda messages: "...", plan).run()
    assert all(game.fallbacks == game.questions and game.mistakes == 2 * game.questions for game in games)


def test_a_bot_takes_the_exam_in_words() -> None:
    plan = ExamPlan(options={"players": 2}, opponents=("random",), deals=2)
    row = rows(Examiner("bot:sensible", None, plan).run())[0]
    assert (row.mistakes, row.fallbacks, row.games) == (0, 0, 4)
    assert row.share >= 0.75


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    results = tmp_path / "exam.jsonl"
    results.write_text('{"game": "chess"}\n')
    with pytest.raises(RepulseError, match="line 1"):
        Examiner("scripted", Scripted(), PLAN, results=results)


def test_a_rating_follows_from_the_share_of_wins() -> None:
    assert rating_gap(0.5, 0.5) == pytest.approx(0)
    assert rating_gap(0.25, 0.25) == pytest.approx(0)
    assert rating_gap(10 / 11, 0.5) == pytest.approx(400)
    assert rating_gap(1.0, 0.5) == float("inf")
    assert rating_gap(0.0, 0.5) == float("-inf")


def test_a_model_that_fails_is_named() -> None:
    def broken(messages: Sequence[ChatMessage]) -> str:
        raise OSError("no network")

    with pytest.raises(ModelError, match="no network"):
        ask(broken, [])
    with pytest.raises(ModelError, match="not int"):
        ask(lambda messages: 7, [])  # type: ignore[arg-type]
    with pytest.raises(RepulseError, match="no file"):
        locate_model("./missing.py:ask")


PROGRAM = """
import json, sys
for line in sys.stdin:
    messages = json.loads(line)["messages"]
    print(json.dumps({"text": "Answer: 1", "input_tokens": len(messages)}), flush=True)
"""


def test_a_model_may_be_another_program(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(PROGRAM)
    model = locate_model(f"program:python3 {tmp_path / 'model.py'}")
    assert ask(model, [{"role": "user", "content": "?"}]) == ModelReply("Answer: 1", 1)
    assert isinstance(model, ProgramModel)
    model.close()
    with pytest.raises(ModelError, match="cannot be run"):
        ask(locate_model("program:/nowhere/model"), [])


def test_the_command_rates_a_model_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text("def ask(messages):\n    return 'Answer: 1, 2'\n")
    arguments = [
        "exam",
        f"{tmp_path / 'mine.py'}:ask",
        "galaxy",
        "-p",
        "2",
        "-b",
        "random",
        "-n",
        "1",
        "--no-rules",
    ]
    files = ["--results", str(tmp_path / "r.jsonl"), "--markdown", str(tmp_path / "r.md"), "--json"]
    assert run([*arguments, *files]) == 0
    row = json.loads(capsys.readouterr().out)[0]
    assert (row["opponent"], row["games"]) == ("random", 2)
    assert "against" in (tmp_path / "r.md").read_text()
