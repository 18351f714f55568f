"""Bots on other machines: they get views, another takes over when one dies, and the server's own when none is there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.client import Server, get, joined, make_room, me_and_bots, play_on

from repulse.bots.match_bots import MatchBots
from repulse.engine.bot import bot_seed
from repulse.engine.match import Match
from repulse.games import game_named
from repulse.server.helpers.jobs import (
    BotCache,
    Choose,
    ChooseFromView,
    Chosen,
    MatchCache,
    choose,
    choose_from_view,
)
from repulse.server.helpers.pool import HelperError
from repulse.server.remote_bots.hosts import BotHosts, NoBotHostError
from repulse.server.remote_bots.messages import greeting, refusal_reason
from repulse.server.remote_bots.view_codec import ViewCodecError, decode_view, encode_view, opening_view

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


def question(match: Match, seat: int, bot: str, room: str = "a") -> ChooseFromView:
    opening = opening_view(match.game, match.options, seat)
    return ChooseFromView(
        room=room,
        game=match.game.name,
        options=match.options,
        view=json.loads(json.dumps(encode_view(match.state.view(seat), opening))),
        seat=seat,
        bot=bot,
        seed=bot_seed(match.seed, seat, len(match.choices)),
    )


@pytest.mark.parametrize(
    ("game", "bot"), [("galaxy", "sensible"), ("earth", "sensible"), ("galaxy", "random")]
)
def test_a_bot_answers_a_view_as_it_answers_the_game(game: str, bot: str) -> None:
    match = Match(game_named(game), {"players": 3}, 7)
    bots, matches = BotCache(), MatchCache()
    first_asked: dict[int, int] = {}
    compared = 0
    while match.state.owing and compared < 40:
        seat = match.state.seats_owing()[0]
        job = Choose(
            room="a",
            game=game,
            options=match.options,
            seed=match.seed,
            choices=list(match.choices),
            seat=seat,
            bot=bot,
        )
        tokens = choose(matches, job).tokens
        if not match.state.decision(seat).forced():
            asked = question(match, seat, bot)
            asked.seed = bot_seed(match.seed, seat, first_asked.setdefault(seat, len(match.choices)))
            assert choose_from_view(bots, asked).tokens == tokens
            compared += 1
        match.answer_tokens(seat, tokens)


MODES = [
    *(
        ("galaxy", {"game": game, "players": 3})
        for game in ("base", "xeno-invasion", "invasion", "counterstrike")
    ),
    ("earth", {"players": 4}),
]


@pytest.mark.parametrize(("game", "options"), MODES)
def test_a_view_comes_back_from_json_as_it_was(game: str, options: dict[str, Any]) -> None:
    match = Match(game_named(game), options, 7)
    rng = random.Random(1)
    openings = [opening_view(match.game, match.options, seat) for seat in range(match.state.players)]
    before = [opening.data() for opening in openings]
    while match.state.owing:
        seat = rng.choice(match.state.seats_owing())
        view = match.state.view(seat)
        text = json.dumps(encode_view(view, openings[seat]))
        again = decode_view(json.loads(text), openings[seat])
        assert again == view
        assert (again.viewer, again.players) == (view.viewer, view.players)
        decision, same = view.decision(seat), again.decision(seat)
        assert (same.prompt, list(same.options)) == (decision.prompt, list(decision.options))
        choice = MatchBots().answer(match, seat, "random")
        match.answer(seat, choice)
    assert [opening.data() for opening in openings] == before


def test_data_that_is_no_view_is_refused() -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    opening = opening_view(match.game, match.options, 0)
    wrong: list[dict[str, Any]] = [
        {"no_such": 1},
        {"_decisions": []},
        {"log": []},
        {"vp": {"function": []}},
        {"stream": {"object": 3}},
    ]
    for data in wrong:
        with pytest.raises(ViewCodecError):
            decode_view(data, opening)


def test_strangers_and_other_rules_are_not_served() -> None:
    ours = greeting(TOKEN)
    assert refusal_reason(ours, TOKEN) == ""
    assert "token" in refusal_reason(greeting("guess"), TOKEN)
    assert "token" in refusal_reason(greeting(""), "")
    ours.rules = {"galaxy": "others"}
    assert "other rules" in refusal_reason(ours, TOKEN)


async def until_there(hosts: BotHosts, count: int) -> None:
    async with asyncio.timeout(60):
        while len(hosts.available()) != count:
            await asyncio.sleep(0.05)


async def test_a_question_of_a_dead_machine_goes_to_another(tmp_path: Path) -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]

    with bots_at(tmp_path) as (first_host, first), bots_at(tmp_path) as (two, second):
        hosts = BotHosts((first, second), TOKEN)
        hosts.open()
        await until_there(hosts, 2)
        # Both have a question that takes long; then the machine of one dies over it.
        slow = "tests.server.bad_bots:Sleeping"
        asked = {
            host: asyncio.create_task(host.ask(question(match, seat, slow), 3.0, True))
            for host in hosts.hosts
        }
        room = next(
            name for name in map(str, range(100)) if hosts._home(name, hosts.available()) is hosts.hosts[0]
        )
        moved = asyncio.create_task(hosts.do(question(match, seat, "random", room), 20, True))
        await asyncio.sleep(0.3)
        assert not moved.done()
        first_host.kill()
        with pytest.raises(NoBotHostError):
            await asked[hosts.hosts[0]]
        assert isinstance(await moved, Chosen)
        assert (await asked[hosts.hosts[1]]).failed == "slow"
        await until_there(hosts, 1)
        two.kill()
        await until_there(hosts, 0)
        with pytest.raises(NoBotHostError):
            await hosts.do(question(match, seat, "random"), 20, True)
        await hosts.close()


async def test_a_failing_bot_differs_from_a_failing_machine(tmp_path: Path) -> None:
    match = Match(game_named("earth"), {"players": 3}, 5)
    seat = match.state.seats_owing()[0]

    with bots_at(tmp_path) as (_, address):
        wrong = BotHosts((address,), "guess")
        wrong.open()
        hosts = BotHosts((address,), TOKEN)
        hosts.open()
        await until_there(hosts, 1)
        with pytest.raises(HelperError) as failed:
            await hosts.do(question(match, seat, "tests.server.bad_bots:Crashing"), 20, True)
        assert failed.value.ident == "error"
        assert not wrong.available()
        await wrong.close()
        await hosts.close()


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
            reply = make_room(server, "earth", seats=me_and_bots(3, "sensible"), start=True)

            async def play(most: int) -> int:
                async with joined(server, reply["room"], reply["token"]) as ann:
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
