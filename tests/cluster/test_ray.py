"""A real cluster of two nodes on this machine: the same results, also when one of them is killed in mid-run."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.toy import ToyState

from repulse.arena.league.plan import division_for, pairings
from repulse.arena.league.results import Results, play_missing
from repulse.arena.many import make_plan, play_many
from repulse.cli.app import run
from repulse.engine.bot import Bot, BotError
from repulse.engine.contract import Choice, Decision, RepulseError
from repulse.jobs.ray_pool import RayPool
from repulse.learn.curves import HISTORY
from repulse.learn.plan import TrainingPlan
from repulse.learn.run import TrainingRun
from repulse.study.dataset import DataSet, make_study
from repulse.study.run import run_study

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.usefixtures("toy_installed"),
]

HOLD = "hold"
"""The file in the folder of marks that keeps games from ending."""
HOLD_TIMEOUT_S = 240.0
MARKS = "REPULSE_TEST_MARKS"
"""The variable with the folder in which bots say where they play."""
STORE = 80_000_000
"""The smallest object store, in bytes."""


class Slow(Bot[ToyState]):
    """Takes its time, so that there is a mid-run, and leaves a mark of every game that it begins on a node."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        ray = sys.modules.get("ray")
        self.is_on_cluster = ray is not None and ray.is_initialized()
        if ray is not None and self.is_on_cluster:
            (Path(os.environ[MARKS]) / f"{ray.get_runtime_context().get_node_id()} {seed}").touch()

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        # While a node is to be killed, no game ends: the node has one in progress when it dies.
        while self.is_on_cluster and (Path(os.environ[MARKS]) / HOLD).exists():
            time.sleep(0.02)
        time.sleep(0.02)
        return sorted(decision.options)[-max(1, decision.least) :]


class Cheat(Bot[ToyState]):
    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return [99]


def begun(cluster: Any) -> dict[str, set[str]]:
    """The games that slow bots have begun, by node."""
    nodes: dict[str, set[str]] = {}
    for mark in cluster.marks.iterdir():
        if mark.name != HOLD:
            node, seed = mark.name.split(" ")
            nodes.setdefault(node, set()).add(seed)
    return nodes


class Doomed:
    """A second node, which is killed while both nodes have games in progress."""

    def __init__(self, cluster: Any) -> None:
        self.cluster = cluster
        for mark in cluster.marks.iterdir():
            mark.unlink()
        (cluster.marks / HOLD).touch()
        self.is_killed = False
        self.node = patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=STORE))
        cluster.wait_for_nodes()
        self._thread = threading.Thread(target=self._kill, daemon=True)
        self._thread.start()

    def _kill(self) -> None:
        """Wait until both nodes have begun games, kill one of them, and let the games end."""
        deadline = time.monotonic() + HOLD_TIMEOUT_S
        try:
            while time.monotonic() < deadline and not self.is_killed:
                if len(begun(self.cluster)) == 2:
                    self.cluster.remove_node(self.node, allow_graceful=False)
                    self.is_killed = True
                time.sleep(0.05)
        finally:
            (self.cluster.marks / HOLD).unlink(missing_ok=True)

    def check(self) -> None:
        """Check that it was killed, and that its games were begun again on the other node."""
        self._thread.join(HOLD_TIMEOUT_S)
        assert self.is_killed
        first, other = begun(self.cluster).values()
        assert first & other


def free_port() -> int:
    with socket.socket() as free_socket:
        free_socket.bind(("127.0.0.1", 0))
        port: int = free_socket.getsockname()[1]
        return port


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a node or a client 30 seconds to start, which is too little on a busy machine."""
    for _ in range(2):
        try:
            return start()
        except Exception:
            continue
    return start()


@pytest.fixture(scope="module")
def cluster(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The head of a cluster, whose processes find the toy game."""
    from ray.cluster_utils import Cluster

    paths = [str(root / "tests" / "outside"), str(root), os.environ.get("PYTHONPATH", "")]
    environment = pytest.MonkeyPatch()
    environment.setenv("PYTHONPATH", os.pathsep.join(paths))
    marks = tmp_path_factory.mktemp("marks")
    environment.setenv(MARKS, str(marks))
    port = free_port()
    head = {
        "num_cpus": 1,
        "object_store_memory": STORE,
        "ray_client_server_port": port,
        # The client server is told this port before it is chosen, if it is not given.
        "runtime_env_agent_port": free_port(),
    }
    started = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
    started.client = f"ray://{started.head_node.node_ip_address}:{port}"
    started.marks = marks
    yield started
    started.shutdown()
    environment.undo()


def plan(bot: str, games: int) -> Any:
    return make_plan("toy", {"players": 2}, [bot, "random"], games=games, seed=3)


def test_a_node_that_is_killed_costs_no_game(cluster: Any) -> None:
    doomed = Doomed(cluster)
    games_plan = plan(f"{__name__}:Slow", 100)
    results = list(play_many(games_plan, cluster=cluster.address))
    doomed.check()
    assert results == list(play_many(games_plan, workers=1))


def test_a_node_killed_while_playing_a_data_set_changes_no_byte(cluster: Any, tmp_path: Path) -> None:
    doomed = Doomed(cluster)
    games_plan = make_study(plan(f"{__name__}:Slow", 100))
    there = DataSet.create(tmp_path / "there", games_plan)
    run_study(there, cluster=cluster.address)
    doomed.check()
    here = DataSet.create(tmp_path / "here", games_plan)
    run_study(here, workers=1)
    files = {file.relative_to(here.folder) for file in here.folder.rglob("*.*")}
    assert len(files) > 4
    assert all((here.folder / file).read_bytes() == (there.folder / file).read_bytes() for file in files)


def test_a_bot_that_breaks_the_rules_is_named_from_afar(cluster: Any) -> None:
    with pytest.raises(BotError, match=r"answered 'bid' with \[99\] in game 0"):
        list(play_many(plan(f"{__name__}:Cheat", 5), cluster=cluster.address))


def test_self_play_on_a_cluster_learns_the_same(cluster: Any, tmp_path: Path) -> None:
    """Two nodes play for a run, one of them is killed while it does, and the net is the same, bit for bit."""
    games_plan = TrainingPlan(
        "toy",
        [{"players": 2}, {"players": 3}],
        hidden=(16, 8),
        imitate="",
        games=256,
        batch_games=16,
        batch=512,
        iterations=3,
        evaluate_every=3,
        evaluation_games=100,
        checkpoint_every=1,
        baseline="random",
    )
    node = patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=STORE))
    cluster.wait_for_nodes()
    there = TrainingRun(tmp_path / "there", games_plan, log=lambda line: None, cluster=cluster.address)
    killed = 0

    def wait(timeout_s: float | None) -> Any:
        """Pieces have just been handed to both nodes: one of them dies in the second round."""
        nonlocal killed
        if there.progress.iteration == 1 and not killed:
            cluster.remove_node(node, allow_graceful=False)
            killed += 1
        return RayPool.wait(pool, timeout_s)

    pool: Any = there._pool._pool
    pool.wait = wait
    try:
        there.train(minutes=10)
    finally:
        there.close()
    here = TrainingRun(tmp_path / "here", games_plan, workers=2, log=lambda line: None)
    try:
        here.train(minutes=10)
    finally:
        here.close()
    assert killed == 1
    assert there.progress.iteration == here.progress.iteration == 3
    for name, weights in here.net.weights.items():
        assert weights.tobytes() == there.net.weights[name].tobytes(), name
    assert figures(here.folder) == figures(there.folder)


def figures(folder: Path) -> list[dict[str, object]]:
    """Return the output of a run, apart from times."""
    lines = [json.loads(line) for line in (folder / HISTORY).read_text().splitlines()]
    return [
        {key: value for key, value in line.items() if key not in ("seconds", "play_s", "learn_s")}
        for line in lines
    ]


def test_a_league_on_a_cluster(cluster: Any) -> None:
    games_plan = pairings(division_for("toy", {"players": 2}), ["random", f"{__name__}:Slow"], deals=4)
    there, here = Results(), Results()
    list(play_missing(there, games_plan, 1, cluster=cluster.address))
    list(play_missing(here, games_plan, 1, workers=1))
    assert there.played == here.played
    assert len(here.played) == 8


def test_a_cluster_by_the_address_for_clients(cluster: Any) -> None:
    games_plan = plan("random", 20)
    there = patiently(lambda: list(play_many(games_plan, cluster=cluster.client)))
    assert there == list(play_many(games_plan, workers=1))


def test_a_cluster_of_this_machine_alone(cluster: Any, tmp_path: Path) -> None:
    """By the command, and not on the cluster that is running here already."""
    list(play_many(plan(f"{__name__}:Slow", 2), cluster=cluster.address))
    others = set(begun(cluster))
    there, here = tmp_path / "there.json", tmp_path / "here.json"
    play = ["sim", "toy", "-n", "8", "-p", "2", "-b", f"{__name__}:Slow,random"]
    assert run([*play, "--cluster", "local", "--out", str(there)]) == 0
    assert others
    assert len(set(begun(cluster)) - others) == 1
    assert run([*play, "-w", "1", "--out", str(here)]) == 0
    assert there.read_text() == here.read_text()


def test_a_cluster_that_is_not_there() -> None:
    with pytest.raises(RepulseError, match="There is no cluster at"):
        list(play_many(plan("random", 5), cluster="127.0.0.1:1"))
