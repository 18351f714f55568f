"""Bots on other machines: they get views, another takes over when one dies, and the server's own when none is there."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on

from repulse.engine.bot import bot_seed
from repulse.engine.match import Match
from repulse.games import game_named
from repulse.server.far.hosts import Hosts, NobodyThere
from repulse.server.far.messages import greeting, why_not
from repulse.server.worker_jobs import Choose, Chosen, Matches, Minds, Think, choose, think
from repulse.server.worker_pool import HelperFailed

TOKEN = "a token that nobody guesses"
OPERATOR = "another that nobody guesses"


@contextlib.contextmanager
def bots_at(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process that lends its bots, and its address."""
    (folder / "token").write_text(TOKEN)
    code = "from repulse.cli import main; main()"
    arguments = ["bots", "--port", str(port), "--token-file", str(folder / "token"), "--processes", "1"]
    root = str(Path(__file__).resolve().parent.parent.parent)
    paths = [os.environ.get("PYTHONPATH", ""), root]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)},
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def question(match: Match, seat: int, bot: str, room: str = "a") -> Think:
    view = pickle.dumps(match.state.view(seat))
    seed = bot_seed(match.seed, seat, len(match.choices))
    return Think(room, match.game.name, match.options, view, seat, bot, seed)


@pytest.mark.parametrize(
    ("game", "bot"), [("galaxy", "sensible"), ("earth", "sensible"), ("galaxy", "random")]
)
def test_a_bot_answers_a_view_as_it_answers_the_game(game: str, bot: str) -> None:
    match = Match(game_named(game), {"players": 3}, 7)
    minds, matches = Minds(), Matches()
    first_asked: dict[int, int] = {}
    compared = 0
    while match.state.owing and compared < 40:
        seat = match.state.seats_owing()[0]
        words = choose(
            matches, Choose("a", game, match.options, match.seed, list(match.choices), seat, bot)
        ).words
        if not match.state.decision(seat).forced():
            asked = question(match, seat, bot)
            asked.seed = bot_seed(match.seed, seat, first_asked.setdefault(seat, len(match.choices)))
            assert think(minds, asked).words == words
            compared += 1
        match.answer_tokens(seat, words)


def test_strangers_and_other_rules_are_not_served() -> None:
    ours = greeting(TOKEN)
    assert why_not(ours, TOKEN) == ""
    assert "token" in why_not(greeting("guess"), TOKEN)
    assert "token" in why_not(greeting(""), "")
    ours.rules = {"galaxy": "others"}
    assert "other rules" in why_not(ours, TOKEN)


async def until_there(hosts: Hosts, count: int) -> None:
    async with asyncio.timeout(60):
        while len(hosts.there()) != count:
            await asyncio.sleep(0.05)


def test_a_question_of_a_dead_machine_goes_to_another(tmp_path: Path) -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]

    async def work() -> None:
        with bots_at(tmp_path) as (one, first), bots_at(tmp_path) as (two, second):
            hosts = Hosts((first, second), TOKEN)
            hosts.open()
            await until_there(hosts, 2)
            # Both have a question that takes long; then the machine of one dies over it.
            slow = "tests.server.bad_bots:Sleeping"
            asked = {
                host: asyncio.create_task(host.ask(question(match, seat, slow), 3.0, True))
                for host in hosts.hosts
            }
            room = next(
                name for name in map(str, range(100)) if hosts._home(name, hosts.there()) is hosts.hosts[0]
            )
            moved = asyncio.create_task(hosts.do(question(match, seat, "random", room), 20, True))
            await asyncio.sleep(0.3)
            assert not moved.done()
            one.kill()
            with pytest.raises(NobodyThere):
                await asked[hosts.hosts[0]]
            assert isinstance(await moved, Chosen)
            assert (await asked[hosts.hosts[1]]).failed == "slow"
            await until_there(hosts, 1)
            two.kill()
            await until_there(hosts, 0)
            with pytest.raises(NobodyThere):
                await hosts.do(question(match, seat, "random"), 20, True)
            await hosts.close()

    asyncio.run(work())


def test_a_bot_that_fails_is_told_apart_from_a_machine_that_does(tmp_path: Path) -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]

    async def work() -> None:
        with bots_at(tmp_path) as (_, address):
            wrong = Hosts((address,), "guess")
            wrong.open()
            hosts = Hosts((address,), TOKEN)
            hosts.open()
            await until_there(hosts, 1)
            with pytest.raises(HelperFailed) as failed:
                await hosts.do(question(match, seat, "tests.server.bad_bots:Crashing"), 20, True)
            assert failed.value.ident == "error"
            assert not wrong.there()
            await wrong.close()
            await hosts.close()

    asyncio.run(work())


def test_a_server_asks_other_machines_and_goes_on_without_them(tmp_path: Path) -> None:
    code = "from repulse.cli import main; main()"
    (tmp_path / "admin").write_text(OPERATOR)
    with bots_at(tmp_path) as (process, address):
        arguments = ["--bot-host", address, "--bot-token", str(tmp_path / "token")]
        arguments += ["--admin-token", str(tmp_path / "admin"), "--limit", "forced_seconds=0.05"]
        started = subprocess.Popen(
            [sys.executable, "-c", code, "serve", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"REPULSE_HOME": str(tmp_path)},
        )
        assert started.stdout is not None
        server = Server(started, started.stdout.readline().split()[-1])
        try:
            while "repulse_bot_hosts 1.0" not in measured(server):
                pass
            made = make_room(server, "earth", seats=me_and_bots(3, "sensible"), start=True)

            async def play(most: int) -> int:
                async with joined(server, made["room"], made["token"]) as ann:
                    return await play_on(ann, random.Random(1), most)

            assert asyncio.run(play(4)) == 4
            before = far_answers(server)
            assert before > 0
            process.kill()
            assert asyncio.run(play(4)) == 4
            assert "repulse_bot_hosts 0.0" in measured(server)
        finally:
            server.stop()


def measured(server: Server) -> str:
    return get(server, "/metrics", OPERATOR).body.decode()


def far_answers(server: Server) -> float:
    lines = [line for line in measured(server).splitlines() if line.startswith("repulse_far_answers_total")]
    return float(lines[0].split()[-1])
