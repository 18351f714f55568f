"""Bots of one's own: in a file, in a package, in another program; told of their game, shown what happens."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from tests.engine.toy import ToyState

from repulse.arena.play import play_game
from repulse.bots import UnknownBotError, bot_names, make_bot, make_registered_bot, registry
from repulse.bots.match_bots import MatchBots
from repulse.bots.random import RandomBot
from repulse.engine.bot import Bot, BotError
from repulse.engine.contract import Choice, Data, Decision, Game, RepulseError, Seat
from repulse.engine.match import Match
from repulse.games import game_named

pytestmark = pytest.mark.usefixtures("toy_installed")

GREEDY = """
from repulse import Bot
import beside

class Greedy(Bot):
    def choose(self, view, decision):
        return beside.last(decision)
"""
BESIDE = """
def last(decision):
    return sorted(decision.options)[-max(1, decision.least):]
"""
EXAMPLE = f"program:{sys.executable} examples/program_bot.py"


class Watcher(Bot[ToyState]):
    """Records its calls."""

    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        self.seat = seat
        self.told = [f"{game.name} {options['players']} {seat}"]
        self.rounds: list[int] = []
        self.over = False

    def observe(self, view: ToyState) -> None:
        assert view.viewer == self.seat
        self.rounds.append(view.round_number())
        self.over = not view.owing

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return sorted(decision.options)[: max(1, decision.least)]


class Blinded(Watcher):
    def observe(self, view: ToyState) -> None:
        raise ZeroDivisionError("too bright")


class Unready(Watcher):
    def begin(self, game: Game, options: Data, seat: Seat) -> None:
        raise ZeroDivisionError("not yet")


def toy_bots(name: str) -> list[Bot]:
    return [make_bot(name, "toy", seat) for seat in range(2)]


def test_a_bot_in_a_file_may_use_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(GREEDY)
    (tmp_path / "beside.py").write_text(BESIDE)
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.chdir(tmp_path)
    for place in ("./mine.py:Greedy", f"{tmp_path}/mine.py:Greedy"):
        assert type(make_bot(place, "toy", 0)).__name__ == "Greedy"
        assert play_game(game_named("toy"), {"players": 2}, 3, bots=toy_bots(place)).winners


def test_bots_of_other_packages_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("watcher", f"{__name__}:Watcher", "repulse.bots"),
        EntryPoint("broken", "no.such:Bot", "repulse.bots"),
        EntryPoint("random", f"{__name__}:Watcher", "repulse.bots"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    monkeypatch.setattr(Watcher, "games", ["toy"], raising=False)
    registry._plugins.cache_clear()
    try:
        assert bot_names("toy") == ["random", "watcher"]
        assert isinstance(make_bot("watcher", "toy", 1), Watcher)
        assert not isinstance(make_bot("random", "toy", 1), Watcher)
        assert "watcher" not in bot_names("earth")
        with pytest.raises(RepulseError, match="no bot 'watcher' for earth"):
            make_bot("watcher", "earth", 1)
    finally:
        registry._plugins.cache_clear()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("./nowhere.py:Greedy", "There is no file"),
        ("examples/program_bot.py:Greedy", "examples/program_bot.py has no 'Greedy', nor any other bot"),
        ("program:no-such-program-anywhere", "There is no program"),
        ("program:", "There is no program"),
        ("program:'", "is not a command"),
    ],
)
def test_a_place_without_a_bot_is_named(place: str, words: str) -> None:
    with pytest.raises(RepulseError, match=words):
        make_bot(place, "toy", 0)


def test_a_file_without_a_class_lists_its_bots(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from repulse import Bot\n\nclass First(Bot): ...\n\nclass Second(Bot): ...\n")
    with pytest.raises(RepulseError, match=r"mine\.py:First'; its bots are First, Second"):
        make_bot(str(file), "toy", 0)
    with pytest.raises(RepulseError, match=r"mine\.py has no 'Third'; its bots are First, Second\.$"):
        make_bot(f"{file}:Third", "toy", 0)


def test_a_bot_gets_its_seat_and_sees_every_step() -> None:
    bots = [Watcher(0), Watcher(1)]
    play_game(game_named("toy"), {"players": 2}, 3, bots=bots)
    assert [bot.told for bot in bots] == [["toy 2 0"], ["toy 2 1"]]
    assert bots[0].over
    assert bots[0].rounds == sorted(bots[0].rounds)
    assert len(set(bots[0].rounds)) >= 3


def test_at_a_table_a_bot_is_shown_what_it_missed_when_it_is_asked() -> None:
    match, seated = Match(game_named("toy"), {"players": 2}, 3), MatchBots()
    watcher = Watcher(0)
    seated.add(match, 0, "watcher", bot=watcher)
    while match.state.owing:
        seat = match.state.seats_owing()[0]
        seated.play(match, seat, "watcher" if seat == 0 else "random")
    assert watcher.told == ["toy 2 0"]
    assert len(set(watcher.rounds)) >= 3


@pytest.mark.parametrize(("bot", "words"), [(Blinded, "observe"), (Unready, "begin")])
def test_a_bot_that_fails_outside_a_decision_is_named(bot: type[Bot], words: str) -> None:
    with pytest.raises(
        BotError, match=rf"'{bot.__name__}' \(player 1\) failed in {words} in game 7 \(seed 3\)"
    ):
        play_game(
            game_named("toy"), {"players": 2}, 3, bots=[bot(0), bot(1)], names=[bot.__name__] * 2, number=7
        )


def test_another_program_plays_whole_games(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    for seed in (3, 4):
        assert play_game(game_named("toy"), {"players": 2}, seed, bots=toy_bots(EXAMPLE)).winners


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["{}"], "the program has ended"),
        (["hello"], "not a JSON object"),
        (["{}", "{}"], "no list of words"),
        (["{}", '{"words": ["9"]}'], "no card"),
    ],
)
def test_a_program_that_fails_is_named(tmp_path: Path, lines: list[str], words: str) -> None:
    program = tmp_path / "bad.py"
    program.write_text(f"for line in {lines}:\n    input()\n    print(line, flush=True)\ninput()\n")
    name = f"program:{sys.executable} {program}"
    bots = [make_bot(name, "toy", 0), make_bot("random", "toy", 1)]
    with pytest.raises(BotError, match=words) as failed:
        play_game(game_named("toy"), {"players": 2}, 3, bots=bots, names=[name, "random"], number=0)
    assert str(program) in str(failed.value)


def test_the_bot_of_the_documentation_plays(root: Path) -> None:
    page = (root / "docs" / "guides" / "bots.md").read_text(encoding="utf-8")
    example, *_ = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    module_names: dict[str, Any] = {}
    exec(compile(example, "bots.md", "exec", dont_inherit=True), module_names)
    won = 0
    for seed in range(10):
        bots = [module_names["Planner"](seed), make_bot("random", "galaxy", seed)]
        won += play_game(game_named("galaxy"), {"players": 2}, seed, bots=bots).winners == [0]
    assert won >= 8, "it wins 97 of 100"


@pytest.mark.parametrize(
    "name",
    [
        f"{__name__}:Watcher",
        "./mine.py:Greedy",
        "program:touch opened",
        "os:getcwd",
        "learned@/etc/passwd.npz",
        "no-bot",
    ],
)
def test_a_registered_bot_is_never_located(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repulse.bots.locate.locate_bot", lambda location: pytest.fail(location))
    with pytest.raises(UnknownBotError, match="There is no bot"):
        make_registered_bot(name, "toy", 1)
    assert isinstance(make_registered_bot("random", "toy", 1), RandomBot)
