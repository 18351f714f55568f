"""A net is asked without numpy, as a page without a server does, and answers as it does with numpy."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.bots.nets import small_net
from tools.flat_net import flat_net

from repulse.bots.neural.exact import LOGIT_DIGITS
from repulse.bots.neural.exact_net import ExactNet
from repulse.bots.neural.learned import LearnedBot, net_for
from repulse.bots.neural.master import NumpyEvaluator
from repulse.bots.neural.net import BoundNet, Floats, Net, load_net
from repulse.bots.neural.rollouts import Configuration, configuration_of
from repulse.bots.random import RandomBot
from repulse.browser import nets
from repulse.engine.match import Match
from repulse.games import game_named

pytestmark = pytest.mark.source_only

POSITIONS = 170
"""Of each configuration, so that those of the nets that ship make 1,000 and a few."""
EPSILON = 1e-4
"""By how much sums may differ: numpy's have 32 bits, the page's 64."""
POINT = 0.37
OPTIONS: dict[str, dict[str, Any]] = {"galaxy": {"game": "base", "players": 2}, "earth": {"players": 3}}
SHIPPED: dict[str, list[dict[str, Any]]] = {
    "galaxy": [
        {"game": "base", "players": 2},
        {"game": "base", "players": 4},
        {"game": "xeno-invasion", "players": 3},
        {"game": "frontier", "players": 3},
        {"game": "counterstrike", "players": 5},
    ],
    "earth": [{"players": 3}],
}


def stored(net: Net) -> Net:
    """A net as it comes from a file: with half the precision."""
    file = BytesIO()
    net.save(file)
    file.seek(0)
    return load_net(file)


@dataclass
class Asked:
    """A position that a bot with a net evaluated, and the logit of each legal action."""

    features: bytes
    mask: bytes
    logits: Floats


class Recorder(LearnedBot):
    """Keeps every position that it evaluates."""

    kept: list[Asked]

    def bound(self, view: Any) -> Any:
        configuration, net = super().bound(view)
        return configuration, Watched(net, self.kept)


class Watched:
    """A bound net whose evaluations are recorded."""

    def __init__(self, net: BoundNet, kept: list[Asked]) -> None:
        self.net, self.kept = net, kept

    def legal_logits(self, features: bytearray, mask: bytearray) -> Any:
        actions, logits = self.net.legal_logits(features, mask)
        self.kept.append(Asked(bytes(features), bytes(mask), logits))
        return actions, logits


def recorded(game: str, options: dict[str, Any], net: Net, most: int) -> tuple[Configuration, list[Asked]]:
    """A configuration, and positions of games between bots."""
    played = game_named(game)
    kept: list[Asked] = []
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
    root: Path, files: list[Path], configuration: Configuration, positions: list[Asked]
) -> list[dict[str, Any]]:
    """Return the page's results for positions: logits of the open actions, values, and picks for a point."""
    bind = {
        "inputs": configuration.inputs,
        "scales": configuration.scales,
        "actions": list(configuration.space.names),
    }
    asked = [
        bind,
        *(
            {"features": position.features.hex(), "mask": position.mask.hex(), "point": POINT}
            for position in positions
        ),
    ]
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


def check_alike(net: Net, configuration: Configuration, positions: list[Asked], answers: list[Any]) -> int:
    """The page makes of the positions what numpy makes of them, and chooses the same.

    Of two actions that are liked alike, either may be chosen: how often it was the other one.
    """
    bound = configuration.bind(net)
    others = 0
    for position, answer in zip(positions, answers, strict=True):
        liked = position.logits
        np.testing.assert_allclose(answer["logits"], liked, rtol=0, atol=EPSILON)
        here, there = int(np.argmax(answer["logits"])), int(liked.argmax())
        assert here == there or liked[there] - liked[here] < EPSILON
        others += here != there
        values = bound.values(bound.hidden(np.frombuffer(position.features, np.uint8)[None, :]))[0]
        np.testing.assert_allclose(answer["values"], values, rtol=0, atol=EPSILON)
        assert answer["picks"][0] == answer["picks"][1]
    picks = NumpyEvaluator(bound).picks(
        [bytearray(position.features) for position in positions],
        [bytearray(position.mask) for position in positions],
        [POINT] * len(positions),
    )
    same = sum(answer["picks"][0] == pick for answer, pick in zip(answers, picks, strict=True))
    # A point that falls between two actions may fall to either.
    assert same >= 0.98 * len(positions)
    return others


def check_equal(net: Net, configuration: Configuration, positions: list[Asked], answers: list[Any]) -> None:
    """Bots of a deal of the day see the same logits here and in a page, to the last digit that counts."""
    exact = ExactNet(net, configuration)
    for position, answer in zip(positions, answers, strict=True):
        logits = exact.logits(bytearray(position.features), bytearray(position.mask))
        assert [round(logit, LOGIT_DIGITS) for logit in logits] == [
            round(logit, LOGIT_DIGITS) for logit in answer["logits"]
        ]
        np.testing.assert_allclose(logits, answer["logits"], rtol=0, atol=1e-11)


needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="needs Node.js (on Debian: package nodejs)"
)


@needs_node
@pytest.mark.parametrize("game", ["galaxy", "earth"])
def test_the_page_likes_what_numpy_likes(root: Path, tmp_path: Path, game: str) -> None:
    net = stored(small_net(game, OPTIONS[game]))
    configuration, positions = recorded(game, OPTIONS[game], net, POSITIONS)
    # A net that knows nothing of the game leaves it to its sibling.
    other = "earth" if game == "galaxy" else "galaxy"
    files = [tmp_path / "other.bin", tmp_path / "net.bin"]
    files[0].write_bytes(flat_net(stored(small_net(other, OPTIONS[other]))))
    files[1].write_bytes(flat_net(net))
    check_alike(net, configuration, positions, asked_outside(root, files, configuration, positions))


@needs_node
@pytest.mark.parametrize("game", SHIPPED)
def test_the_nets_that_ship_choose_alike(root: Path, tmp_path: Path, game: str) -> None:
    """The learned player on the page takes what it takes in Python; both choose the same one of sibling nets."""
    net = net_for(game)
    files = []
    for number, part in enumerate([net, *net.siblings]):
        files.append(tmp_path / f"{number}.bin")
        files[-1].write_bytes(flat_net(part))
    for options in SHIPPED[game]:
        configuration, positions = recorded(game, options, net, POSITIONS)
        answers = asked_outside(root, files, configuration, positions)
        others = check_alike(net, configuration, positions, answers)
        check_equal(net, configuration, positions, answers)
        options_text = " ".join(map(str, options.values()))
        sys.stdout.write(
            f"nets: {game} {options_text}: {POSITIONS} positions, {others} with another action that is liked alike\n"
        )
        assert others <= 0.01 * POSITIONS


class NumpyNet:
    """A net outside of Python, here inside it."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def bind(self, inputs: str, scales: str, actions: str) -> NumpyNet:
        self.bound = self.net.bind(json.loads(inputs), json.loads(scales), json.loads(actions))
        return self

    def logits(self, features: str, mask: str) -> str:
        _, logits = self.bound.legal_logits(bytearray(features, "latin-1"), bytearray(mask, "latin-1"))
        return json.dumps(logits.tolist())


def test_the_player_of_the_page_answers_as_the_learned_one(monkeypatch: pytest.MonkeyPatch) -> None:
    net = stored(small_net("galaxy", OPTIONS["galaxy"]))
    monkeypatch.setitem(nets._NETS, "galaxy", NumpyNet(net))
    assert {"expert", "learned"} <= nets.available_bots("galaxy").keys()
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
