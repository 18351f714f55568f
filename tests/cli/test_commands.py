"""The command as a user meets it: other processes, pipes and a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.user import COMMAND, TOY, Terminal, User, one_line

import repulse
from repulse.cli import commands
from repulse.cli.app import run
from repulse.cli.arguments import COMMANDS, SHELLS
from repulse.cli.parser import command_parsers, make_parser
from repulse.engine.bot import Bot
from repulse.engine.contract import Choice, Decision, State
from repulse.engine.display.languages import LANGUAGES
from repulse.games import display_of, game_names
from repulse.study.dataset import DataSet


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
        (["play", "--seed", "9" * 5000], "must have at most 30 digits"),
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
def test_bad_input_is_a_one_line_error(
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
    """Return the output of a command that was stopped by Ctrl-C once its bots had begun to play."""
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
def test_the_completion_script_of_a_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
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
