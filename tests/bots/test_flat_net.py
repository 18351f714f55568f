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

from repulse.bots.neural.lanes import Configuration, configuration_of
from repulse.bots.neural.learned import LearnedBot, net_for
from repulse.bots.neural.master import NumpyMind
from repulse.bots.neural.net import BoundNet, Net, load_net
from repulse.bots.random import RandomBot
from repulse.browser import nets
from repulse.engine.match import Match
from repulse.games import game_named

pytestmark = pytest.mark.source_only

POSITIONS = 1000
POINT = 0.37
OPTIONS: dict[str, dict[str, Any]] = {"galaxy": {"game": "base", "players": 2}, "earth": {"players": 3}}


def stored(net: Net) -> Net:
    """A net as it comes from a file: with half the precision."""
    file = BytesIO()
    net.save(file)
    file.seek(0)
    return load_net(file)


class Recorder(LearnedBot):
    """Keeps every position that it is asked about."""

    kept: list[bytes]

    def bound(self, view: Any) -> Any:
        configuration, net = super().bound(view)
        return configuration, Watched(net, self.kept)


class Watched:
    """A bound net that is looked over its shoulder."""

    def __init__(self, net: BoundNet, kept: list[bytes]) -> None:
        self.net, self.kept = net, kept
        self.policy, self.policy_bias = net.policy, net.policy_bias

    def one_position(self, features: Any) -> Any:
        self.kept.append(features.tobytes())
        return self.net.one_position(features)


def recorded(game: str, options: dict[str, Any], net: Net, most: int) -> tuple[Configuration, list[bytes]]:
    """A configuration, and positions of games between bots."""
    played = game_named(game)
    kept: list[bytes] = []
    for seed in range(100):
        match = Match(played, options, seed)
        bots: list[Any] = [Recorder(seed, game, net), *[RandomBot(seed)] * 4]
        bots[0].kept = kept
        while not match.is_over() and len(kept) < most:
            seat = match.state.seats_owing()[0]
            decision = match.state.decision(seat)
            if decision.forced():
                match.answer(seat, decision.forced_choice())
                continue
            match.answer(seat, bots[seat].choose(match.state.view(seat), decision))
        if len(kept) >= most:
            return configuration_of(played, match.state), kept[:most]
    raise AssertionError("too few positions")


def asked_outside(
    root: Path, files: list[Path], configuration: Configuration, positions: list[bytes]
) -> list[dict[str, Any]]:
    """What the page makes of positions: likings of all actions, values, and picks for a point."""
    every = bytes([1]) * configuration.space.size
    bind = {
        "inputs": configuration.inputs,
        "scales": configuration.scales,
        "actions": list(configuration.space.names),
    }
    asked = [bind, *({"features": each.hex(), "mask": every.hex(), "point": POINT} for each in positions)]
    done = subprocess.run(
        ["node", root / "tests" / "bots" / "ask_flat_net.mjs", *files],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_alike(net: Net, configuration: Configuration, positions: list[bytes], answers: list[Any]) -> None:
    """The page makes of the positions what numpy makes of them."""
    assert len(answers) == len(positions)
    bound = configuration.bind(net)
    mind = NumpyMind(bound)
    every = bytearray([1]) * configuration.space.size
    for features, answer in zip(positions, answers, strict=True):
        hidden = bound.hidden(np.frombuffer(features, np.uint8)[None, :])
        liked = (hidden @ bound.policy + bound.policy_bias)[0]
        np.testing.assert_allclose(answer["likings"], liked, rtol=1e-3, atol=1e-3)
        best = int(np.argmax(liked))
        # Of two that are liked alike, either may come first.
        assert int(np.argmax(answer["likings"])) == best or np.isclose(
            liked[int(np.argmax(answer["likings"]))], liked[best], atol=1e-3
        )
        np.testing.assert_allclose(answer["values"], bound.values(hidden)[0], rtol=1e-3, atol=1e-3)
        assert answer["picks"][0] == answer["picks"][1]
    picks = mind.picks(
        [bytearray(each) for each in positions], [every] * len(positions), [POINT] * len(positions)
    )
    same = sum(answer["picks"][0] == pick for answer, pick in zip(answers, picks, strict=True))
    # A point that falls between two actions may fall to either.
    assert same >= 0.98 * len(positions)


needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="needs Node.js (on Debian: package nodejs)"
)


@needs_node
@pytest.mark.parametrize("game", ["galaxy", "earth"])
def test_the_page_likes_what_numpy_likes(root: Path, tmp_path: Path, game: str) -> None:
    net = stored(small_net(game, OPTIONS[game]))
    configuration, positions = recorded(game, OPTIONS[game], net, POSITIONS // 4)
    # A net that knows nothing of the game leaves it to its sibling.
    other = "earth" if game == "galaxy" else "galaxy"
    files = [tmp_path / "other.bin", tmp_path / "net.bin"]
    files[0].write_bytes(flat_net(stored(small_net(other, OPTIONS[other]))))
    files[1].write_bytes(flat_net(net))
    check_alike(net, configuration, positions, asked_outside(root, files, configuration, positions))


@needs_node
@pytest.mark.parametrize("mode", ["base", "frontier"])
def test_the_nets_that_ship_are_asked_alike_and_the_same_one_of_siblings(
    root: Path, tmp_path: Path, mode: str
) -> None:
    """Frontier has a net of its own, where one ships: both sides choose it by what it knows."""
    net = net_for("galaxy")
    options = {"game": mode, "players": 3}
    configuration, positions = recorded("galaxy", options, net, POSITIONS // 4)
    files = []
    for number, each in enumerate([net, *net.siblings]):
        files.append(tmp_path / f"{number}.bin")
        files[-1].write_bytes(flat_net(each))
    check_alike(net, configuration, positions, asked_outside(root, files, configuration, positions))


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
