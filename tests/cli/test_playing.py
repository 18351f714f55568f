"""The command while a game is being played: leaving, undoing, faults, interrupts and replays."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tests.cli.user import TOY, Terminal, User, one_line
from tests.engine.toy import ToyDisplay, ToyState

from repulse.engine.contract import Decision
from repulse.engine.record import read_record
from repulse.games import GameEntry


def test_a_game_through_pipes(user: User) -> None:
    lines = "help\n" + "1\n" * 40
    result = user.run("play", TOY, "--seed", "4", "--bots", "random", lines=lines)
    assert result.returncode == 0, result.stderr
    assert "The game is over. Won by" in result.stdout
    assert "\x1b" not in result.stdout
    assert user.unfinished() == []
    kept = list((user.home / "finished").glob("*.json"))
    assert len(kept) == 1
    record = read_record(kept[0].read_text())
    assert record.notes == {"seat": 0, "bots": ["", "random"]}


def test_leaving_and_going_on_gives_the_same_game(user: User, tmp_path: Path, root: Path) -> None:
    """However often somebody leaves, bots and cards come out the same."""
    whole = User(tmp_path / "whole", root)
    whole.run("play", TOY, "--seed", "4", "--players", "3", lines="1\n" * 40)
    user.run("play", TOY, "--seed", "4", "--players", "3", lines="1\nquit\n")
    for _ in range(20):
        if not user.unfinished():
            break
        # The end of the input is a way of leaving too.
        user.run("play", "--resume", lines="1\n")
    texts = [next((home_user.home / "finished").glob("*.json")).read_text() for home_user in (whole, user)]
    assert texts[0] == texts[1]


def test_commands_while_playing(user: User, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    lines = f"table\nscore\nlog\noptions\nundo\n? nothing\nnonsense\n77\nsave {target}\nsave {target}\nsave\nquit\n"
    result = user.run("play", TOY, "--seed", "4", lines=lines)
    assert result.returncode == 0
    for words in (
        "hands",
        "Player 1 (you): 0",
        "There is nothing to take back",
        "Nothing in this game is called 'nothing'",
        "'nonsense' is not one of the options",
        "There is no option 77",
        "has been written to",
        "already exists",
        "Say where: save FILE",
        "The game is saved",
    ):
        assert words in result.stdout
    assert read_record(target.read_text()).seed == 4
    assert len(user.unfinished()) == 1
    # A file saved by hand can be gone on with, and stays as it is.
    before = target.read_text()
    assert user.run("play", "--load", str(target), lines="1\nquit\n").returncode == 0
    assert target.read_text() == before
    assert len(user.unfinished()) == 2


def test_undo_while_playing(user: User) -> None:
    # With this seed the first seat wins the bid with its highest card.
    result = user.run("play", TOY, "--seed", "2", lines="card 6\ncoin\nundo\nquit\n")
    assert result.stdout.count("Take your prize.") == 2
    assert "Your last answer has been taken back." in result.stdout
    record = read_record(user.unfinished()[0].read_text())
    assert all(words != ["coin"] for _, words in record.choices)


def test_undo_goes_behind_what_bots_have_answered(user: User) -> None:
    played = user.run("play", TOY, "--seed", "2", lines="card 6\nundo\nquit\n")
    assert played.stdout.count("Your last answer has been taken back.") == 1
    record = read_record(user.unfinished()[0].read_text())
    assert all(seat != 0 for seat, _ in record.choices)
    assert record.notes["taken_back"] is True
    # It stays marked, and the same answers give the same game.
    user.run("play", "--resume", lines="1\n" * 40)
    finished = read_record(next((user.home / "finished").glob("*.json")).read_text())
    assert finished.notes["taken_back"] is True


def test_a_person_who_explores_types_the_card_to_keep(user: User) -> None:
    lines = "1\n1-2\nexplore +5\n1-2\n3\nquit\n"
    result = user.run("play", "galaxy", "--seed", "4", lines=lines)
    assert "Choose the card you keep." in result.stdout
    assert "keep 1> " in result.stdout
    assert "Keep exactly 1, not 2." in result.stdout
    record = read_record(user.unfinished()[0].read_text())
    assert [len(words) for seat, words in record.choices if seat == 0] == [2, 1, 6]


def test_a_damaged_saved_game_is_named_and_kept(user: User) -> None:
    user.run("play", TOY, "--seed", "4", lines="1\nquit\n")
    place = user.unfinished()[0]
    for text in (
        "{broken",
        place.read_text().replace("card-", "cart-"),
        place.read_text().replace('"seat"', '"sea"'),
    ):
        place.write_text(text)
        assert place.name in one_line(user.run("play", "--resume"))
        assert place.read_text() == text


class Faulty(ToyDisplay):
    """A toy that breaks when a prize is to be asked for."""

    def question_text(self, state: ToyState, decision: Decision) -> str:
        assert decision.prompt != "prize", "no words for prizes"
        return super().question_text(state, decision)


ENTRY = GameEntry("faulty", "tests.engine.toy:ToyGame", "tests.cli.test_playing:Faulty")


def test_a_fault_of_ours_costs_no_game(user: User) -> None:
    result = user.run("play", "faulty", "--seed", "2", lines="card 6\n")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "no words for prizes" in (user.home / "fault.txt").read_text()
    assert read_record(user.unfinished()[0].read_text()).choices
    assert user.run("play", "--resume", lines="coin\nquit\n").returncode == 0


def test_interrupt_keeps_the_game(user: User) -> None:
    terminal = Terminal(user, "play", TOY, "--seed", "4")
    terminal.wait_for("Bid a card.")
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("has bid")
    terminal.wait_for("> ")
    terminal.interrupt("repulse play --resume")
    assert terminal.leave() == 130
    assert read_record(user.unfinished()[0].read_text()).choices


def test_kill_keeps_the_game_and_it_is_offered(user: User) -> None:
    terminal = Terminal(user, "play", TOY, "--seed", "4")
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("has bid")
    terminal.wait_for("> ")
    assert terminal.leave(signal.SIGKILL) == -signal.SIGKILL
    saved = read_record(user.unfinished()[0].read_text())
    assert [seat for seat, _ in saved.choices][:2] in ([0, 1], [1, 0])
    terminal = Terminal(user, "play")
    terminal.wait_for("Resume it? (yes/no) [yes] ")
    terminal.type("\n")
    terminal.wait_for("toy, seed 4")
    terminal.wait_for("> ")
    terminal.type("quit\n")
    terminal.wait_for("The game is saved")
    assert terminal.leave() == 0
    # Starting a new game keeps the old one.
    terminal = Terminal(user, "play", "--players", "2")
    terminal.wait_for("Resume it? (yes/no) [yes] ")
    terminal.type("no\n")
    terminal.wait_for("galaxy, seed")
    terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.leave() == 0
    assert len(user.unfinished()) == 2


def test_a_person_who_names_no_game_is_asked(user: User) -> None:
    terminal = Terminal(user, "play", NO_COLOR="1", COLUMNS="120")
    offers = terminal.wait_for("[1]> ")
    assert "Which game?" in offers
    assert "1  Base game: Race for the Galaxy by itself" in offers
    terminal.type("99\n")
    assert "Type a number from 1 to" in terminal.wait_for("[1]> ")
    terminal.type("5\n")
    assert "How many players, 2 to 5" in terminal.wait_for("[2]> ")
    terminal.type("3\n")
    assert "1  beginner" in terminal.wait_for("[2]> ")
    terminal.type("\n")
    terminal.wait_for("(casual player)")
    terminal.wait_for("Choose your start world.")
    terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.leave() == 0
    record = read_record(user.unfinished()[0].read_text())
    assert (record.options["game"], record.options["players"]) == ("counterstrike", 3)
    assert record.notes["bots"] == ["", "casual", "casual"]


@pytest.mark.parametrize(
    ("language", "question"), [("de", "Welches Spiel?"), ("fr", "Quel jeu"), ("ja", "どのゲーム")]
)
def test_the_menu_speaks_the_language_and_can_be_left(user: User, language: str, question: str) -> None:
    terminal = Terminal(user, "play", "--language", language, NO_COLOR="1")
    assert question in terminal.wait_for("[1]> ")
    terminal.type("\x04")
    assert terminal.leave() == 0
    assert user.unfinished() == []


def test_colors_appear_only_where_requested(user: User) -> None:
    terminal = Terminal(user, "play", TOY, "--seed", "4")
    assert "\x1b[" in terminal.wait_for("Bid a card.")
    terminal.leave(signal.SIGKILL)
    terminal = Terminal(user, "play", TOY, "--seed", "4", NO_COLOR="1")
    assert "\x1b[" not in terminal.wait_for("Bid a card.")
    terminal.leave(signal.SIGKILL)


def test_a_record_cannot_have_a_module_imported(user: User, tmp_path: Path) -> None:
    user.run("play", TOY, "--seed", "4", lines="quit\n")
    bad = tmp_path / "bad.json"
    bad.write_text(user.unfinished()[0].read_text().replace('"toy"', '"tests.engine.toy:ToyGame"'))
    assert "There is no game" in one_line(user.run("replay", str(bad)))
    assert "There is no game" in one_line(user.run("play", "--load", str(bad)))


def test_replay(user: User) -> None:
    user.run("play", TOY, "--seed", "4", lines="1\n" * 40)
    kept = str(next((user.home / "finished").glob("*.json")))
    first = user.run("replay", kept, "--at", "0", "--as", "1")
    assert first.returncode == 0
    assert "After 0 of" in first.stdout
    assert "Player 1 is asked: Bid a card." in first.stdout
    assert "Pip is to answer." in first.stdout
    assert "wins the round" in user.run("replay", kept, "--log").stdout
    assert "Won by" in user.run("replay", kept).stdout
    assert "no position 999" in one_line(user.run("replay", kept, "--at", "999"))
    assert "not as 'me'" in one_line(user.run("replay", kept, "--as", "me"))
    terminal = Terminal(user, "replay", kept)
    terminal.wait_for("replay> ")
    terminal.type("next\n")
    terminal.wait_for("After 1 of")
    terminal.wait_for("replay> ")
    terminal.type("quit\n")
    assert terminal.leave() == 0
