"""The command as a user meets it: other processes, pipes and a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.engine.toy import ToyDisplay, ToyState

import repulse
from repulse.cli import commands
from repulse.cli.app import run
from repulse.cli.arguments import COMMANDS, SHELLS
from repulse.cli.parser import command_parsers, make_parser
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.display.languages import LANGUAGES
from repulse.engine.record import read_record
from repulse.games import GameEntry, display_of, game_names
from repulse.study.dataset import DataSet

TOY = "toy"
COMMAND = [sys.executable, "-c", "from repulse.cli import main; main()"]


class User:
    """Somebody with a folder of saved games."""

    def __init__(self, home: Path, root: Path) -> None:
        self.home = home
        outside = str(root / "tests" / "outside")
        path = os.pathsep.join([str(root), outside, *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {**os.environ, "REPULSE_HOME": str(home), "PYTHONPATH": path, "TERM": "xterm"}
        self.environment.pop("NO_COLOR", None)

    def run(self, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=lines,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def unfinished(self) -> list[Path]:
        return sorted((self.home / "unfinished").glob("*.json"))


@pytest.fixture
def user(tmp_path: Path, root: Path, toy_installed: None) -> User:
    return User(tmp_path / "home", root)


class Terminal:
    """The command in a pseudo terminal."""

    def __init__(self, user: User, *arguments: str, **environment: str) -> None:
        self.process, self.screen = os.getpid(), b""
        process, self.end = pty.fork()
        if process == 0:
            # Whatever runs in the background may have been told to ignore it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], {**user.environment, **environment})
        self.process = process

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """All that was printed since the last time, up to `text`."""
        end = time.monotonic() + seconds
        while text.encode() not in self.screen:
            assert time.monotonic() < end, f"no {text!r} in {self.screen!r}"
            if select.select([self.end], [], [], 0.2)[0]:
                try:
                    self.screen += os.read(self.end, 4096)
                except OSError:
                    assert text.encode() in self.screen, f"no {text!r} in {self.screen!r}"
        before, separator, self.screen = self.screen.partition(text.encode())
        return (before + separator).decode()

    def wait_to_end(self) -> str:
        """All that was printed since the last time, up to the end of the command."""
        while True:
            try:
                read = os.read(self.end, 4096)
            except OSError:
                break
            if not read:
                break
            self.screen += read
        assert self.leave() == 0
        return self.screen.decode()

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until `text` comes: one that falls between the prompt and the reading of it goes unheard."""
        for _ in range(9):
            self.type("\x03")
            try:
                self.wait_for(text, 4)
                return
            except AssertionError:
                continue
        self.wait_for(text)

    def leave(self, sign: int | None = None) -> int:
        """Wait for the end, hurried by a signal if one is given; the exit code."""
        if sign is not None:
            os.kill(self.process, sign)
        status = os.waitpid(self.process, 0)[1]
        os.close(self.end)
        return os.waitstatus_to_exitcode(status)


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one clear line of bad input."""
    assert result.returncode == 2, result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("repulse: ")
    return result.stderr


def test_help_and_version(user: User) -> None:
    for arguments in ([], ["--help"]):
        result = user.run(*arguments)
        assert result.returncode == 0
        assert "play" in result.stdout
    for argument in ("version", "--version"):
        assert re.fullmatch(r"repulse \d+\.\d+\.\d+\n", user.run(argument).stdout)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_says_what_it_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argument in ("-h", "--help"):
        assert run([*command.split(), argument]) == 0
        assert f"usage: repulse {command}" in capsys.readouterr().out
    parsers = command_parsers(make_parser())
    nested = {f"{name} {word}" for name, parser in parsers.items() for word in parser.subcommands}
    assert {*parsers, *nested} == set(COMMANDS)


def test_the_package_can_be_run_as_a_module(user: User) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "repulse", "--version"], env=user.environment, capture_output=True, text=True
    )
    assert done.stdout.startswith("repulse ")


def test_words_and_options_stand_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "gem", "--set", "base", "world"]) == 0
    assert capsys.readouterr().out.startswith("Gem World")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "no game 'chess'"),
        (["play", TOY, "--players", "9"], "2 to 4 players"),
        (["play", TOY, "--players", "many"], "--players"),
        (["play", TOY, "--seat", "5"], "no seat 5"),
        (["play", TOY, "--seat", "0"], "no seat 0"),
        (["play", TOY, "--bots", "clever"], "no bot 'clever'"),
        (["play", TOY, "--bots", "random,random"], "name 1 to 1 bots"),
        (["play", TOY, "--seed", "-1"], "seed"),
        (["play", "--seed", "-1"], "A seed is a whole number from 0"),
        (["play", "--seed", str(1 << 64)], "A seed is a whole number from 0"),
        (["play", "--seed", "9" * 5000], "not a whole number"),
        (["sim", TOY, "--seed", "-1"], "cannot start at -1"),
        (["sim", TOY, "--timeout", "soon"], "'soon' is not a number of seconds"),
        (["sim", TOY, "--timeout", "-1"], "not a number of seconds"),
        (["serve", "--port", "99999"], "must be from 0 to 65535"),
        (["serve", "--port", "-1"], "must be from 0 to 65535"),
        (["completion", "tcsh"], "'bash', 'zsh', 'fish'"),
        (["replay"], "FILE"),
        (["play", "--play"], "--play"),
        (["play", TOY, "--option", "color=red"], "no option 'color'"),
        (["play", TOY, "--option", "color"], "key=value"),
        (["play", "--resume"], "no saved game to resume"),
        (["play", "--load", "missing.json"], "missing.json cannot be read"),
        (["sim", TOY, "--games", "0"], "At least one game"),
        (["sim", TOY, "--workers", "-1"], "--workers: must not be negative"),
        (["sim", TOY, "--out", "no/such/folder.csv"], "cannot be written"),
        (["replay", "missing.json"], "missing.json cannot be read"),
        (["cards", "--set", "nonsense"], "no set 'nonsense'"),
        (["cards", "no card is called this"], "No card matches"),
        (["rules", "chess"], "no game 'chess'"),
        (["fly"], "fly"),
        (["play", "--nonsense"], "--nonsense"),
    ],
)
def test_bad_input_is_one_clear_line(
    user: User,
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REPULSE_HOME", user.environment["REPULSE_HOME"])
    code = run(arguments)
    output = capsys.readouterr()
    assert words in one_line(subprocess.CompletedProcess(arguments, code, output.out, output.err))
    assert user.unfinished() == []


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
        "Player 1: 0",
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


ENTRY = GameEntry("faulty", "tests.engine.toy:ToyGame", "tests.cli.test_commands:Faulty")


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


def test_sim(user: User, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    result = user.run(
        "sim", TOY, "-n", "12", "-p", "3", "-w", "2", "--out", str(out), "--out", str(tmp_path / "o.csv")
    )
    assert result.returncode == 0, result.stderr
    assert "12 games from seed 0" in result.stdout
    assert "random" in result.stdout
    assert len(json.loads(out.read_text())["games"]) == 12
    assert len((tmp_path / "o.csv").read_text().splitlines()) == 37


class Illegal(Bot):
    """Answers by the rules for some games, and then with what is not offered."""

    def choose(self, view: State, decision: Decision) -> Choice:
        return [99] if self.seed % 13 == 0 else decision.options[: max(1, decision.least)]


class Broken(Bot):
    def choose(self, view: State, decision: Decision) -> Choice:
        raise ZeroDivisionError("no such luck")


class Leaver(Bot):
    def choose(self, view: State, decision: Decision) -> Choice:
        sys.exit(3)


class Slow(Bot):
    """Takes its time, and leaves a sign when the process that it is in has some games behind it."""

    count = 0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        Slow.count += 1
        if Slow.count > 8:
            (Path(os.environ["REPULSE_HOME"]) / "sign").touch()

    def choose(self, view: State, decision: Decision) -> Choice:
        time.sleep(0.01)
        return decision.options[: max(1, decision.least)]


HERE = "tests.cli.test_commands"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_that_breaks_the_rules_is_named_and_no_game_is_lost(user: User, workers: str) -> None:
    result = user.run("sim", TOY, "-n", "200", "-b", f"random,{HERE}:Illegal", "-w", workers)
    output = one_line(result)
    match = re.search(r"answered 'bid' with \[99\] in game (\d+) \(seed (\d+)\)", output)
    assert match, output
    assert f"{HERE}:Illegal" in output
    assert match[1] == match[2]
    assert f"{match[1]} of 200 games from seed 0" in result.stdout


def test_a_bot_that_fails_is_named_with_its_error(user: User) -> None:
    result = user.run("sim", TOY, "-n", "20", "-b", f"{HERE}:Broken", "-w", "2")
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "failed at 'bid' in game 0 (seed 0): ZeroDivisionError: no such luck" in result.stderr
    assert "in choose" in (user.home / "fault.txt").read_text()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_that_ends_its_program_is_named(user: User, workers: str) -> None:
    result = user.run("sim", TOY, "-n", "20", "-b", f"{HERE}:Leaver", "-w", workers)
    assert result.returncode == 1
    assert "failed at 'bid' in game 0 (seed 0): SystemExit: 3" in result.stderr


def test_a_command_that_is_left_is_not_taken_for_help(
    user: User, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REPULSE_HOME", str(user.home))
    monkeypatch.setattr(commands, "games", lambda args: sys.exit())
    assert run(["games"]) == 1
    assert "internal error" in capsys.readouterr().err


def test_a_bot_that_breaks_the_rules_is_named_at_the_table_too(user: User) -> None:
    result = user.run("play", TOY, "--seed", "4", "--bots", f"{HERE}:Broken", lines="1\n" * 9)
    assert result.returncode == 1
    assert f"The bot '{HERE}:Broken' (player 2) failed at 'bid' (seed 4)" in result.stderr
    assert len(user.unfinished()) == 1


def test_sim_stops_when_time_is_up(user: User) -> None:
    user.home.mkdir()
    result = user.run("sim", TOY, "-n", "100000", "-b", f"{HERE}:Slow", "-w", "2", "--timeout", "6")
    assert result.returncode == 0, result.stderr
    assert " of 100000 games from seed 0" in result.stdout


def interrupted(user: User, *words: str) -> tuple[str, str]:
    """What a command printed that was stopped by Ctrl-C once its bots had begun to play."""
    user.home.mkdir()
    process = subprocess.Popen(
        [*COMMAND, *words],
        env=user.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    end = time.monotonic() + 60
    while not (user.home / "sign").exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    pressed = time.monotonic()
    output, errors = process.communicate(timeout=30)
    # On a quiet machine it takes a tenth of this.
    assert time.monotonic() - pressed < 2
    assert process.returncode == 130, errors
    return output, errors


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupting_sim_shows_what_was_played(user: User, workers: str, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    slow = ["-b", f"{HERE}:Slow", "-w", workers]
    output, errors = interrupted(user, "sim", TOY, "-n", "100000", *slow, "--out", str(out))
    assert errors == ""
    assert " of 100000 games from seed 0" in output
    assert len(out.read_text().splitlines()) > 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupting_a_study_keeps_what_was_played(user: User, workers: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    slow = ["-b", f"{HERE}:Slow", "-w", workers]
    output, errors = interrupted(user, "study", str(data), TOY, "-n", "100000", *slow)
    assert errors == ""
    played = re.search(r"(\d+) of 100000 games", output)
    assert played is not None
    assert int(played[1]) == DataSet.open(data).games() > 0
    assert f"'repulse study {data}' resumes it." in output


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_a_narrow_screen(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert run([*command.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: repulse {command}".strip())
    assert max(len(line) for line in out.splitlines()) <= 40, out


def test_tables_fit_a_narrow_screen(user: User, tmp_path: Path) -> None:
    kept, folder, page = (str(tmp_path / name) for name in ("game.json", "data", "page.html"))
    repulse.new("earth", players=3, seed=5).play_bots("random").at(12).save(kept)
    league = ["league", "earth", "-p", "3", "-n", "1", "-w", "1", "-b", "random,sensible"]
    bench = ["bench", TOY, "--seconds", "0.01"]
    play_study = ["study", folder, TOY, "-n", "10", "-w", "1", "-b", "random"]
    for arguments in (
        ["sim", TOY, "-n", "4", "-w", "1"],
        league,
        ["games"],
        bench,
        ["cards"],
        ["cards", "--game", "earth"],
        ["cards", "gem", "world"],
        ["rules"],
        ["rules", "earth", "hourglass"],
        ["hint", kept, "--seconds", "0.01"],
        ["review", kept, "--determinizations", "2"],
        play_study,
        ["study", "report", folder, "--html", page],
    ):
        terminal = Terminal(user, *arguments, COLUMNS="40", NO_COLOR="1")
        # A bar is drawn over and over by escape codes.
        out = re.sub(r"\r|\x1b\[[?\w]*[A-Za-z]", "\n", terminal.wait_to_end())
        assert out, arguments
        assert max(len(line) for line in out.splitlines()) <= 40, out


def test_games(user: User) -> None:
    out = user.run("games").stdout
    assert re.search(r"invasion +2-5 +-o game=invasion", out)
    assert "earth (rules version" in out
    assert re.search(r"toy +2-4", out)
    assert "bots: random, beginner, casual, sensible" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("repulse pl", {"play"}),
        ("repulse re", {"replay", "restore", "review"}),
        ("repulse play ga", {"galaxy"}),
        ("repulse play --pl", {"--players", "--plain"}),
        ("repulse play earth --bots random,se", {"random,sensible"}),
        ("repulse rules galaxy inv", {"invasion"}),
        ("repulse cards --language f", {"fr"}),
        ("repulse completion z", {"zsh"}),
    ],
)
def test_completion(user: User, line: str, words: set[str], tmp_path: Path) -> None:
    user.environment |= {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "out"),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    user.run()
    assert {word.strip() for word in (tmp_path / "out").read_text().split("\n")} == words


@pytest.mark.parametrize("shell", SHELLS)
def test_what_a_shell_is_told(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "repulse" in capsys.readouterr().out


def test_cards(user: User, tmp_path: Path) -> None:
    assert "Produce" in user.run("cards", "gem", "world").stdout
    listed = user.run("cards", "--type", "development").stdout.splitlines()
    assert len(listed) > 20
    assert user.run("cards", "--svg", "Gem World", str(tmp_path / "gem.svg")).returncode == 0
    assert (tmp_path / "gem.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("game", [name for name in game_names() if display_of(name).cards()])
def test_all_cards_of_every_game_are_listed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also of a game whose cards say everything in one line."""
    for language in LANGUAGES:
        cards = display_of(game, language).cards()
        assert run(["cards", "--game", game, "--language", language]) == 0
        listed = capsys.readouterr().out.splitlines()
        for card, line in zip(cards, listed, strict=False):
            assert line.startswith(card["name"])
            said = line.removeprefix(card["name"]).strip()
            assert said
            assert said in card["text"]
        assert run(["cards", "--game", game, "--language", language, cards[0]["name"]]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(cards[0]["text"])
        assert "\n\n" not in shown


def test_rules(user: User) -> None:
    result = user.run("rules", "earth", "hourglass")
    assert result.returncode == 0
    assert "hourglass" in result.stdout.lower()
    assert "do not mention" in one_line(user.run("rules", "earth", "xylophone"))


def test_bench(user: User) -> None:
    result = user.run("bench", "earth", "--seconds", "0.01", "-p", "3")
    assert result.returncode == 0, result.stderr
    assert "decisions/s" in result.stdout
    assert "earth, 3 players" in result.stdout
