"""A real cluster of two nodes on this machine: the same results, also when one of them is killed in mid-run."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.toy import ToyState

from repulse.arena.cluster import RayPool
from repulse.arena.league.plan import pairings, table_of
from repulse.arena.league.results import Results, play_missing
from repulse.arena.many import make_plan, play_many
from repulse.engine.bot import Bot, BotError
from repulse.engine.contract import Choice, Decision, RepulseError
from repulse.learn.curves import HISTORY
from repulse.learn.run import Plan, Run
from repulse.study.dataset import DataSet, make_study
from repulse.study.run import run_study

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.usefixtures("toy_installed"),
]

STORE = 80_000_000
"""The smallest object store, in bytes."""


class Slow(Bot[ToyState]):
    """Takes its time, so that there is a mid-run."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        time.sleep(0.02)
        return sorted(decision.options)[-max(1, decision.least) :]


class Cheat(Bot[ToyState]):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return [99]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a node or a client half a minute to start, which is too little on a busy machine."""
    for _ in range(2):
        try:
            return start()
        except Exception:
            continue
    return start()


@pytest.fixture(scope="module")
def cluster(root: Path) -> Iterator[Any]:
    """The head of a cluster, whose processes find the toy game."""
    from ray.cluster_utils import Cluster

    paths = [str(root / "tests" / "outside"), str(root), os.environ.get("PYTHONPATH", "")]
    environment = pytest.MonkeyPatch()
    environment.setenv("PYTHONPATH", os.pathsep.join(paths))
    port = free_port()
    head = {
        "num_cpus": 1,
        "object_store_memory": STORE,
        "ray_client_server_port": port,
        # The client server is told this port before it is chosen, if it is not given.
        "runtime_env_agent_port": free_port(),
    }
    made = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
    made.client = f"ray://{made.head_node.node_ip_address}:{port}"
    yield made
    made.shutdown()
    environment.undo()


def plan(bot: str, games: int) -> Any:
    return make_plan("toy", {"players": 2}, [bot, "random"], games, 3)


def test_a_node_that_is_killed_costs_no_game(cluster: Any, tmp_path: Path) -> None:
    node = patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=STORE))
    cluster.wait_for_nodes()
    wanted = plan(f"{__name__}:Slow", 60)
    results = []
    for result in play_many(wanted, cluster=cluster.address):
        results.append(result)
        if len(results) == 10:
            cluster.remove_node(node, allow_graceful=False)
    assert results == list(play_many(wanted, workers=1))

    there = DataSet.create(tmp_path / "there", make_study(plan("random", 40)))
    run_study(there, cluster=cluster.address)
    here = DataSet.create(tmp_path / "here", make_study(plan("random", 40)))
    run_study(here, workers=1)
    files = {file.relative_to(here.folder) for file in here.folder.rglob("*.*")}
    assert len(files) > 4
    assert all((here.folder / file).read_bytes() == (there.folder / file).read_bytes() for file in files)

    with pytest.raises(BotError, match=r"answered 'bid' with \[99\] in game 0"):
        list(play_many(plan(f"{__name__}:Cheat", 5), cluster=cluster.address))


def test_self_play_on_a_cluster_learns_the_same(cluster: Any, tmp_path: Path) -> None:
    """Two nodes play for a run, one of them is killed while it does, and the net is the same, bit for bit."""
    wanted = Plan(
        "toy",
        [{"players": 2}, {"players": 3}],
        hidden=(16, 8),
        imitate="",
        games=256,
        piece=16,
        batch=512,
        iterations=3,
        measure_every=3,
        measure_games=100,
        past_every=1,
        yardstick="random",
    )
    node = patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=STORE))
    cluster.wait_for_nodes()
    there = Run(tmp_path / "there", wanted, say=lambda line: None, cluster=cluster.address)
    killed = 0

    def wait(seconds: float | None) -> Any:
        """Pieces have just been handed to both nodes: one of them dies in the second round."""
        nonlocal killed
        if there.iteration == 1 and not killed:
            cluster.remove_node(node, allow_graceful=False)
            killed += 1
        return RayPool.wait(pool, seconds)

    pool: Any = there._play._pool
    pool.wait = wait
    try:
        there.train(minutes=10)
    finally:
        there.close()
    here = Run(tmp_path / "here", wanted, workers=2, say=lambda line: None)
    try:
        here.train(minutes=10)
    finally:
        here.close()
    assert killed == 1
    assert there.iteration == here.iteration == 3
    for name, weights in here.net.weights.items():
        assert weights.tobytes() == there.net.weights[name].tobytes(), name
    assert figures(here.folder) == figures(there.folder)


def figures(folder: Path) -> list[dict[str, object]]:
    """What a run has told of itself, apart from times."""
    lines = [json.loads(line) for line in (folder / HISTORY).read_text().splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("seconds", "play_s", "learn_s")}
        for line in lines
    ]


def test_a_league_on_a_cluster(cluster: Any) -> None:
    wanted = pairings(table_of("toy", {"players": 2}), ["random", f"{__name__}:Slow"], deals=4)
    there, here = Results(), Results()
    list(play_missing(there, wanted, 1, cluster=cluster.address))
    list(play_missing(here, wanted, 1, workers=1))
    assert there.played == here.played
    assert len(here.played) == 8


def test_a_cluster_by_the_address_for_clients(cluster: Any) -> None:
    wanted = plan("random", 20)
    there = patiently(lambda: list(play_many(wanted, cluster=cluster.client)))
    assert there == list(play_many(wanted, workers=1))


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(RepulseError, match="There is no cluster at"):
        list(play_many(plan("random", 5), cluster="127.0.0.1:1"))
