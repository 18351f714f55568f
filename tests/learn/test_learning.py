"""Training: a tiny run really learns, goes on after an interruption, and its nets survive the way to a file."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.learn.runs import untrained

import repulse
from repulse.bots.neural.net import Net, log_softmax
from repulse.bots.neural.rollouts import configuration_of
from repulse.bots.random import RandomBot
from repulse.engine.contract import RepulseError
from repulse.games import game_named
from repulse.learn.__main__ import main
from repulse.learn.curves import HISTORY, curve_name
from repulse.learn.experience import advantages
from repulse.learn.net_editing import new_net
from repulse.learn.network import (
    layout_for,
)
from repulse.learn.plan import TrainingPlan, read_plan
from repulse.learn.recorded import recorded_games
from repulse.learn.run import TrainingRun, split_evenly
from repulse.learn.selfplay import ImitationRollout, SelfPlayNet, play_games, setup_for
from repulse.learn.selfplay_jobs import SelfPlayJob, SelfPlayPool

pytestmark = pytest.mark.usefixtures("toy_installed")


PLAN = TrainingPlan(
    "toy",
    [{"players": 2}],
    hidden=(32, 16),
    imitate="",
    games=256,
    batch=1024,
    learning_rate=3e-3,
    final_learning_rate=1e-3,
    iterations=16,
    evaluate_every=100,
    evaluation_games=400,
    checkpoint_every=8,
    baseline="random",
)


def quiet_run(folder: Path, plan: TrainingPlan = PLAN) -> TrainingRun:
    return TrainingRun(folder, plan, workers=1, log=lambda line: None)


@pytest.mark.slow
def test_a_tiny_run_beats_chance_and_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    run = quiet_run(tmp_path)
    try:
        run.train(minutes=0.001)
        begun = run.progress.iteration
    finally:
        run.close()
    run = quiet_run(tmp_path)
    try:
        assert run.progress.iteration == begun == 1
        assert run.progress.games == PLAN.games
        run.train(minutes=5)
        wins = run.evaluate()["wins_0"]
    finally:
        run.close()
    assert run.progress.iteration == PLAN.iterations
    # Even would be 0.5; 400 games have a standard deviation of 0.025.
    assert isinstance(wins, float)
    assert wins > 0.65
    assert len(run.opponents.checkpoints) == 2
    lines = [json.loads(line) for line in (tmp_path / HISTORY).read_text().splitlines()]
    assert [line["iteration"] for line in lines] == list(range(1, PLAN.iterations + 1))


@pytest.mark.slow
def test_a_run_that_was_broken_off_comes_to_the_same_net(tmp_path: Path) -> None:
    plan = replace(PLAN, games=32, batch=128, iterations=2)
    whole = quiet_run(tmp_path / "whole", plan)
    whole.train(1)
    whole.close()
    for _ in range(plan.iterations):
        part = quiet_run(tmp_path / "parts", plan)
        part.train(minutes=1e-9)
        part.train(minutes=1e-4)
        part.close()
    again = quiet_run(tmp_path / "parts", plan)
    again.train(1)
    again.close()
    assert all((array == again.net.weights[name]).all() for name, array in whole.net.weights.items())


@pytest.mark.slow
def test_games_do_not_depend_on_the_number_of_workers() -> None:
    net = untrained()
    jobs = [
        SelfPlayJob(
            game="toy",
            options={"players": 2},
            seed=7,
            first=low,
            end=high,
            nets=("now", "past"),
            opponents=(1, "random"),
            opponent_share=0.5,
        )
        for low, high in split_evenly(10, 50, 20)
    ]
    assert [(job.first, job.end) for job in jobs] == [(10, 26), (26, 43), (43, 60)]
    played = []
    for workers in (1, 2):
        pool = SelfPlayPool(workers)
        played.append(pool.run(jobs, {"now": net, "past": net, "unused": net}))
        played.append(pool.run(jobs[1:2], {"now": net, "past": net}))
        pool.close()
    first, again, two, _ = played
    assert all((a.action == b.action).all() for a, b in zip(first, two, strict=True))
    assert all((a.log_prob == b.log_prob).all() for a, b in zip(first, two, strict=True))
    assert (again[0].action == first[1].action).all()


def test_an_error_of_self_play_is_reported() -> None:
    pool = SelfPlayPool(1)
    try:
        with pytest.raises(RepulseError, match="There is no game"):
            pool.run([SelfPlayJob(game="no-such-game", options={}, seed=0, first=0, end=1)], {})
    finally:
        pool.close()


def test_a_run_can_begin_with_a_net(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "net.npz")
    run = quiet_run(
        tmp_path / "run",
        replace(PLAN, init_from=str(tmp_path / "net.npz"), hidden=(16, 8), imitate=None, iterations=0),
    )
    run.train(1)
    run.close()
    assert not run.progress.imitated, "who has a net already imitates nobody unasked"
    assert np.allclose(run.net.weights["w1"], net.weights["w1"], atol=1e-2)


@pytest.mark.slow
def test_a_net_learns_from_a_bot_that_looks_ahead_with_it(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "net.npz")
    teacher = f"master@{tmp_path / 'net.npz'}@0.01"
    begin = replace(PLAN, init_from=str(tmp_path / "net.npz"), hidden=(16, 8), iterations=0)
    run = quiet_run(
        tmp_path / "run", replace(begin, imitate=teacher, imitation_games=4, imitation_learning_rate=0.03)
    )
    run.train(60)
    run.close()
    assert run.progress.imitated
    assert not np.allclose(run.net.weights["w1"], net.weights["w1"], atol=1e-2)


def test_a_net_learns_from_recorded_games(tmp_path: Path) -> None:
    untrained().save(tmp_path / "net.npz")
    (tmp_path / "games").mkdir()
    for seed in range(3):
        match = repulse.new("toy", players=2, seed=seed).play_bots("random")
        match.save(tmp_path / "games" / f"{seed}.json")
    repulse.new("toy", players=2, seed=3).save(tmp_path / "games" / "not-over.json")
    plan = replace(
        PLAN,
        init_from=str(tmp_path / "net.npz"),
        hidden=(16, 8),
        iterations=0,
        imitation_epochs=40,
        imitation_learning_rate=0.02,
    )
    run = quiet_run(tmp_path / "run", replace(plan, imitate=str(tmp_path / "games"), batch=32))
    before = chance_of_records(run.net, tmp_path / "games")
    run.train(60)
    run.close()
    assert run.progress.imitated
    assert chance_of_records(run.net, tmp_path / "games") > before + 0.1


IMITATION = replace(
    PLAN,
    configurations=[{"players": 2}, {"players": 3}],
    imitate="random",
    imitation_games=16,
    imitation_epochs=2,
    batch=32,
    iterations=0,
    evaluation_games=2,
)


def test_imitation_ends_with_the_time(tmp_path: Path) -> None:
    run = quiet_run(tmp_path, IMITATION)
    run.train(0)
    run.close()
    assert not run.progress.imitated
    assert run.progress.games < IMITATION.imitation_games, "only the first configuration was played"


def test_imitation_in_many_sittings_comes_to_the_same_net(tmp_path: Path) -> None:
    whole = quiet_run(tmp_path / "whole", IMITATION)
    whole.train(60)
    whole.close()
    run = quiet_run(tmp_path / "parts", IMITATION)
    for _ in range(100):
        run.train(0)
        run.close()
        if run.progress.imitated:
            break
        run = quiet_run(tmp_path / "parts", IMITATION)
    assert run.progress.imitated
    assert run.progress.games == whole.progress.games, "no game was played twice"
    for name, weights in whole.net.weights.items():
        assert np.array_equal(weights, run.net.weights[name])
    assert not (tmp_path / "parts" / "demonstrations").exists()


def chance_of_records(net: Net, folder: Path) -> float:
    """The mean chance that a net gives to what was picked in recorded games."""
    chances: list[float] = []
    for setup, part in recorded_games(game_named("toy"), folder):
        bound = setup.configuration.bind(net)
        for step, action in enumerate(part.action.tolist()):
            span = slice(part.starts[step], part.starts[step + 1])
            row = np.zeros((1, len(setup.configuration.inputs)), np.uint8)
            row[0, part.features[span]] = part.numbers[span]
            mask = np.zeros((1, setup.configuration.space.size), np.uint8)
            mask[0, part.open_actions[part.open_starts[step] : part.open_starts[step + 1]]] = 1
            chances.append(float(np.exp(log_softmax(bound.logits(bound.hidden(row), mask)))[0, action]))
    return float(np.mean(chances))


def test_a_record_that_cannot_be_learned_from_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(RepulseError, match=r"bad\.json cannot be learned from"):
        list(recorded_games(game_named("toy"), tmp_path))
    repulse.new("earth", players=3, seed=1).save(tmp_path / "bad.json")
    with pytest.raises(RepulseError, match="a game of earth"):
        list(recorded_games(game_named("toy"), tmp_path))


def test_records_of_a_configuration_outside_the_plan_are_a_one_line_error(tmp_path: Path) -> None:
    repulse.new("galaxy", game="frontier", players=2, seed=1).play_bots("random").save(tmp_path / "1.json")
    run = quiet_run(tmp_path / "run", replace(PLAN, game="galaxy", hidden=(4, 4), imitate=str(tmp_path)))
    with pytest.raises(RepulseError, match="has no input or action named"):
        run.train(1)
    run.close()


def test_a_folder_without_a_finished_game_is_a_one_line_error(tmp_path: Path) -> None:
    repulse.new("toy", players=2, seed=3).save(tmp_path / "not-over.json")
    run = quiet_run(tmp_path / "run", replace(PLAN, imitate=str(tmp_path)))
    with pytest.raises(RepulseError, match="no finished game"):
        run.train(1)
    run.close()


def test_rivals_sit_opposite_in_turn_with_past_selves(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "rival.npz")
    rival = str(tmp_path / "rival.npz")
    plan = replace(
        PLAN, games=32, batch=64, iterations=2, checkpoint_every=1, opponent_share=1.0, rivals=[rival]
    )
    run = quiet_run(tmp_path / "run", plan)
    assert run.opponents.names() == [rival]
    run.train(1)
    run.close()
    assert run.opponents.names() == ["00001.npz", rival, "00002.npz", rival]


def test_a_rival_may_be_a_bot(tmp_path: Path) -> None:
    plan = replace(PLAN, games=32, batch=64, iterations=1, opponent_share=1.0, rivals=["random"])
    run = quiet_run(tmp_path / "run", plan)
    run.train(1)
    run.close()
    assert run.progress.games == 32


def test_the_learning_curves_of_a_run_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    lines = [{"games": 1000, "wins_0": 0.25}, {"games": 1500}, {"games": 4000, "wins_0": 0.75}]
    (tmp_path / HISTORY).write_text("\n".join(json.dumps(line) for line in lines))
    assert main([str(tmp_path), "--picture", str(tmp_path / "curve.svg")]) == 0
    drawn = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    (curve,) = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(curve.attrib["points"].split()) == 2
    assert "2: 75%" in "".join(drawn.itertext())


def test_curves_have_names() -> None:
    options = {
        "game": "invasion",
        "players": 2,
        "experienced": True,
        "overlays": ["first-edition"],
        "new_worlds": False,
    }
    assert curve_name(options) == "invasion, 2, experienced, first-edition"


def test_a_run_without_figures_has_no_curves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    assert main([str(tmp_path), "--picture", str(tmp_path / "curve.svg")]) == 2
    assert "no history" in capsys.readouterr().err


def test_a_damaged_checkpoint_is_a_one_line_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing of ours")
    assert main([str(tmp_path), "--minutes", "0"]) == 2
    assert "checkpoint.npz is damaged" in capsys.readouterr().err


class Exploit:
    """Would create a file if it were unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.file,)


def test_an_old_checkpoint_is_named_and_never_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    (tmp_path / "checkpoint.pickle").write_bytes(pickle.dumps(Exploit(tmp_path / "opened")))
    assert main([str(tmp_path), "--minutes", "0"]) == 2
    assert "'init_from'" in capsys.readouterr().err
    assert not (tmp_path / "opened").exists()


def test_an_array_of_objects_in_a_checkpoint_is_never_opened(tmp_path: Path) -> None:
    np.savez(tmp_path / "checkpoint.npz", header=np.array([Exploit(tmp_path / "opened")], object))
    with pytest.raises(RepulseError, match="is damaged"):
        quiet_run(tmp_path)
    assert not (tmp_path / "opened").exists()


def test_a_plan_with_the_keys_of_an_earlier_version_is_read_with_a_note() -> None:
    notes: list[str] = []
    old = {"game": "toy", "configurations": [{}], "begin": "a.npz", "yardstick": "random", "piece": 8}
    plan = read_plan(old, log=notes.append)
    assert (plan.init_from, plan.baseline, plan.batch_games) == ("a.npz", "random", 8)
    assert notes[0] == "The key 'begin' of the plan is called 'init_from' now."
    assert len(notes) == 3
    assert not read_plan({"game": "toy", "configurations": [{}]}, log=notes.append).init_from
    assert len(notes) == 3


def test_a_plan_with_a_typing_error_is_a_one_line_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [], "hiden": 3}')
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("a plan has no key 'hiden'; perhaps 'hidden' is meant.\n")


def test_bot_moves_are_recorded_as_picks() -> None:
    setup = setup_for(game_named("toy"), {"players": 2})
    seen = play_games(
        setup,
        [],
        lambda number: [RandomBot(number), RandomBot(number + 1)],
        numbers=range(5),
        seed=3,
        rollout_class=ImitationRollout,
    )
    assert seen.games == 5
    assert len(seen) > 5 * 6
    # Every pick was open, and the steps of ten seats end.
    for step, action in enumerate(seen.action):
        assert action in seen.open_actions[seen.open_starts[step] : seen.open_starts[step + 1]]
    assert seen.last.sum() == 10
    assert set(np.unique(seen.won)) <= {0.0, 0.5, 1.0}


def test_the_same_seed_plays_the_same_games() -> None:
    setup = setup_for(game_named("toy"), {"players": 3})
    net = SelfPlayNet(setup.configuration.bind(untrained(3)))
    first, other = (
        play_games(setup, [net], lambda number: [0, 0, 0], numbers=range(4), seed=9) for _ in range(2)
    )
    assert (first.action == other.action).all()
    assert (first.reward == other.reward).all()


def test_advantages_add_up_to_what_the_game_was_worth() -> None:
    setup = setup_for(game_named("toy"), {"players": 2})
    net = SelfPlayNet(setup.configuration.bind(untrained()))
    seen = play_games(setup, [net], lambda number: [0, 0], numbers=range(6), seed=2)
    advantage, target = advantages(seen, 1.0)
    assert np.allclose(target, seen.reward, atol=1e-5)
    assert np.allclose(advantage, seen.reward - seen.value, atol=1e-5)


def test_other_seats_share_their_inputs_and_add_up() -> None:
    game = game_named("galaxy")
    configuration = configuration_of(game, game.start({"players": 3}, 0))
    net = new_net("galaxy", [configuration], (4, 4), seed=1)
    row = np.zeros((1, len(configuration.inputs)), np.uint8)
    for away in (1, 2):
        row[0, configuration.inputs.index(f"seat+{away}/tableau/Gem World")] = 1
    bound = configuration.bind(net)
    rows = layout_for(net, configuration).rows[np.flatnonzero(row)]
    assert {net.inputs[index] for index in rows.tolist()} == {"other/tableau/Gem World"}
    assert np.allclose(bound.hidden(row)[0], bound.hidden_of_one(row[0]), atol=1e-5)
