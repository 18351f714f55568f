"""A net is asked without numpy, as a page without a server does, and answers as it does with numpy."""

from __future__ import annotations

import json
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bots.nets import small_net
from tools.flat_net import flat_net

from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.bots.random import RandomBot
from repulse.browser import nets
from repulse.engine.match import Match
from repulse.games import game_named

pytestmark = pytest.mark.source_only

POSITIONS = 1000
OPTIONS: dict[str, dict[str, Any]] = {"galaxy": {"game": "base", "players": 2}, "earth": {"players": 3}}


def stored(net: Net) -> Net:
    """A net as it comes from a file: with half the precision."""
    file = BytesIO()
    net.save(file)
    file.seek(0)
    return load_net(file)


class Recorder(LearnedBot):
    """Keeps every position it is asked about, with its likings."""

    kept: list[tuple[str, str, list[float]]]

    def bound(self, view: Any) -> Any:
        configuration, net = super().bound(view)
        return configuration, Watched(net, self.kept)


class Watched:
    """A bound net that is looked over its shoulder."""

    def __init__(self, net: BoundNet, kept: list[Any]) -> None:
        self.net, self.kept = net, kept
        self.policy, self.policy_bias = net.policy, net.policy_bias

    def one_position(self, features: Any) -> Any:
        hidden = self.net.one_position(features)
        self.kept.append((features.tobytes(), hidden @ self.net.policy + self.net.policy_bias))
        return hidden


def recorded(game: str, net: Net, most: int) -> tuple[Any, list[Any]]:
    """A configuration, and positions of games between bots, with how much the net likes each action."""
    played = game_named(game)
    kept: list[Any] = []
    configuration: Any = None
    for seed in range(100):
        match = Match(played, OPTIONS[game], seed)
        bots: list[Any] = [Recorder(seed, game, net), *[RandomBot(seed)] * 4]
        bots[0].kept = kept
        while not match.is_over() and len(kept) < most:
            seat = match.state.seats_owing()[0]
            decision = match.state.decision(seat)
            if decision.forced():
                match.answer(seat, decision.forced_choice())
                continue
            view = match.state.view(seat)
            match.answer(seat, bots[seat].choose(view, decision))
            if configuration is None and seat == 0:
                configuration = bots[0].bound(view)[0]
        if len(kept) >= most:
            return configuration, kept[:most]
    raise AssertionError("too few positions")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js (on Debian: package nodejs)")
@pytest.mark.parametrize("game", ["galaxy", "earth"])
def test_the_page_likes_what_numpy_likes(root: Path, tmp_path: Path, game: str) -> None:
    net = stored(small_net(game, OPTIONS[game]))
    configuration, positions = recorded(game, net, POSITIONS // 2)
    (tmp_path / "net.bin").write_bytes(flat_net(net))
    # A net that knows nothing of the game leaves it to its sibling.
    other = "earth" if game == "galaxy" else "galaxy"
    (tmp_path / "other.bin").write_bytes(flat_net(stored(small_net(other, OPTIONS[other]))))
    every = bytes([1]) * configuration.space.size
    bind = {
        "inputs": configuration.inputs,
        "scales": configuration.scales,
        "actions": list(configuration.space.names),
    }
    asked = [bind, *({"features": features.hex(), "mask": every.hex()} for features, _ in positions)]
    done = subprocess.run(
        ["node", root / "tests" / "bots" / "ask_flat_net.mjs", tmp_path / "other.bin", tmp_path / "net.bin"],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(positions)
    for (_, liked), answer in zip(positions, answers, strict=True):
        np.testing.assert_allclose(answer, liked, rtol=1e-4, atol=1e-4)
        best = int(np.argmax(liked))
        # Of two that are liked alike, either may come first.
        assert int(np.argmax(answer)) == best or np.isclose(
            liked[int(np.argmax(answer))], liked[best], atol=1e-4
        )


class NumpyBrain:
    """A net outside of Python, here inside it."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def bind(self, inputs: str, scales: str, actions: str) -> NumpyBrain:
        self.bound = self.net.bind(json.loads(inputs), json.loads(scales), json.loads(actions))
        return self

    def likings(self, features: str, mask: str) -> str:
        hidden = self.bound.one_position(np.frombuffer(features.encode("latin-1"), np.uint8))
        allowed = np.flatnonzero(np.frombuffer(mask.encode("latin-1"), np.uint8))
        return json.dumps(
            [float(each) for each in (hidden @ self.bound.policy + self.bound.policy_bias)[allowed]]
        )


def test_the_player_of_the_page_answers_as_the_learned_one(monkeypatch: pytest.MonkeyPatch) -> None:
    net = stored(small_net("galaxy", OPTIONS["galaxy"]))
    monkeypatch.setitem(nets._BRAINS, "galaxy", NumpyBrain(net))
    assert {"expert", "learned"} <= nets.bots_here("galaxy").keys()
    match = Match(game_named("galaxy"), OPTIONS["galaxy"], 3)
    here, there = nets.Learned(1), LearnedBot(1, "galaxy", net)
    here.begin(match.game, match.options, 0)
    for _ in range(40):
        seat = match.state.seats_owing()[0]
        decision = match.state.decision(seat)
        if decision.forced():
            match.answer(seat, decision.forced_choice())
            continue
        view = match.state.view(seat)
        choice = there.choose(view, decision)
        assert here.choose(view, decision) == choice
        match.answer(seat, choice)
