"""Training: a tiny run really learns, goes on after an interruption, and its nets survive the way to a file."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import repulse
from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.master import NumpyEvaluator, SearchBot
from repulse.bots.neural.net import BadNetError, Net, load_net, log_softmax
from repulse.bots.neural.returns import SCORE_SCALE
from repulse.bots.neural.rollouts import Configuration, Rollout, configuration_of
from repulse.bots.neural.search import Option, Search, find_candidates
from repulse.bots.random import RandomBot
from repulse.engine.answers import all_answers
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError, State
from repulse.games import game_named
from repulse.learn.__main__ import main
from repulse.learn.curves import HISTORY, curve_name
from repulse.learn.experience import Experience, advantages
from repulse.learn.net_editing import new_net, prune_names, widen
from repulse.learn.network import (
    MAX_GRADIENT_NORM,
    Learner,
    LossWeights,
    TrainingSteps,
    layout_for,
    training_steps,
)
from repulse.learn.plan import TrainingPlan, read_plan
from repulse.learn.recorded import recorded_games
from repulse.learn.run import TrainingRun, split_evenly
from repulse.learn.selfplay import ImitationRollout, SelfPlayNet, Setup, play_games, setup_for
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


def untrained(players: int = 2) -> Net:
    game = game_named("toy")
    return new_net("toy", [configuration_of(game, game.start({"players": players}, 0))], (16, 8), seed=1)


def play(bots: list[Bot], seed: int) -> State:
    state: State = game_named("toy").start({"players": len(bots)}, seed)
    while state.owing:
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        state.apply(seat, bots[seat].choose(state.view(seat), decision))
    return state


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
def test_what_is_played_does_not_depend_on_how_many_play() -> None:
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


def test_a_fault_of_those_who_play_is_told() -> None:
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


def test_records_of_another_configuration_than_the_plan_has_are_one_clear_line(tmp_path: Path) -> None:
    repulse.new("galaxy", game="frontier", players=2, seed=1).play_bots("random").save(tmp_path / "1.json")
    run = quiet_run(tmp_path / "run", replace(PLAN, game="galaxy", hidden=(4, 4), imitate=str(tmp_path)))
    with pytest.raises(RepulseError, match="has no input or action named"):
        run.train(1)
    run.close()


def test_a_folder_without_a_finished_game_is_one_clear_line(tmp_path: Path) -> None:
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


def test_a_damaged_checkpoint_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_a_plan_with_a_typing_error_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [], "epoch": 3}')
    assert main([str(tmp_path)]) == 2
    assert "epoch" in capsys.readouterr().err


def test_what_a_bot_plays_is_written_down_as_picks() -> None:
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


# --- the learner ---


def some_steps(net: Net) -> tuple[Setup, Experience, TrainingSteps]:
    """Steps of a few games that a net played, with gains and losses that are not what it expected."""
    setup = setup_for(game_named("toy"), {"players": 2})
    nets = [SelfPlayNet(setup.configuration.bind(net))]
    seen = play_games(setup, nets, lambda number: [0, 0], numbers=range(4), seed=2)
    rng = np.random.default_rng(3)
    seen.log_prob += rng.normal(0, 0.1, len(seen)).astype(np.float32)
    gains = rng.normal(0, 1, len(seen)).astype(np.float32)
    layout = layout_for(net, setup.configuration)
    return setup, seen, training_steps(layout, seen, advantage=gains, target=seen.reward)


def loss(weights: dict[str, np.ndarray], steps: TrainingSteps, parts: LossWeights, imitation: bool) -> float:
    """What a learner makes smaller, added up step by step with all inputs and actions."""
    total = 0.0
    for step in range(len(steps)):
        row = np.zeros(len(weights["w1"]))
        span = slice(steps.starts[step], steps.starts[step + 1])
        np.add.at(row, steps.inputs[span], steps.values[span])
        hidden = np.maximum(row @ weights["w1"] + weights["b1"], 0)
        hidden = np.maximum(hidden @ weights["w2"] + weights["b2"], 0)
        actions = steps.open_actions[steps.open_starts[step] : steps.open_starts[step + 1]]
        logits = hidden @ weights["policy"][:, actions] + weights["policy_bias"][actions]
        logs = logits - np.log(np.exp(logits).sum())
        taken = logs[actions.tolist().index(steps.action[step])]
        value, win, score = hidden @ weights["heads"] + weights["heads_bias"]
        chance, won = 1 / (1 + np.exp(-win)), steps.won[step]
        ratio, gain = np.exp(taken - steps.log_prob[step]), steps.advantage[step]
        total += parts.value * (value - steps.target[step]) ** 2
        total -= parts.win * (won * np.log(chance) + (1 - won) * np.log(1 - chance))
        total += parts.score * (score - steps.score[step] / SCORE_SCALE) ** 2
        if imitation:
            total -= taken
        else:
            total -= min(ratio * gain, np.clip(ratio, 1 - parts.clip, 1 + parts.clip) * gain)
            total += parts.entropy * (np.exp(logs) * logs).sum()
    return total / len(steps)


TENSORS = ("w1", "b1", "w2", "b2", "policy", "policy_bias", "heads", "heads_bias")


@pytest.mark.parametrize("imitation", [False, True])
@pytest.mark.parametrize("name", TENSORS)
def test_gradients_agree_with_finite_differences(name: str, imitation: bool) -> None:
    net = untrained()
    _, _, steps = some_steps(net)
    parts = LossWeights(entropy=0.05)
    learner = Learner(net.weights, None, threads=2)
    gradients, _ = learner.gradients(steps, np.arange(len(steps)), loss=parts, imitation=imitation)
    learner.close()
    # The learner has the policy transposed.
    gradient = gradients[name].T if name == "policy" else gradients[name]
    exact = {tensor: array.astype(np.float64) for tensor, array in net.weights.items()}
    array = exact[name]
    # The largest entries, and some anywhere.
    largest = np.argsort(-np.abs(gradient), axis=None)[:4]
    indices = dict.fromkeys([*largest.tolist(), 0, array.size // 3, array.size - 1])
    assert np.abs(gradient).max() > 1e-3
    for index in indices:
        around = []
        for step in (1e-5, -1e-5):
            array.flat[index] += step
            around.append(loss(exact, steps, parts, imitation))
            array.flat[index] -= step
        difference = (around[0] - around[1]) / 2e-5
        assert gradient.reshape(array.shape).flat[index] == pytest.approx(difference, rel=2e-3, abs=2e-5)


def test_the_norm_of_a_gradient_is_limited() -> None:
    net = untrained()
    _, _, steps = some_steps(net)
    rows = np.arange(len(steps))
    learner = Learner(net.weights, None, threads=2)
    gradients, _ = learner.gradients(steps, rows, loss=LossWeights(value=100.0), imitation=False)
    learner.learn(steps, rows, learning_rate=0.0, loss=LossWeights(value=100.0), imitation=False)
    learner.close()
    norm = np.sqrt(sum(float((array**2).sum()) for array in gradients.values()))
    assert norm > MAX_GRADIENT_NORM
    # The first moment of Adam is a tenth of the gradient after one step.
    for name, array in gradients.items():
        assert np.allclose(learner.adam.mean[name], array * 0.1 * MAX_GRADIENT_NORM / norm, atol=1e-6)


def test_a_learner_that_goes_on_does_what_one_that_never_stopped_does() -> None:
    net = untrained()
    _, _, steps = some_steps(net)
    rows = np.arange(len(steps))

    def twice(pause: bool) -> dict[str, np.ndarray]:
        learner = Learner(net.weights, None, threads=1)
        learner.learn(steps, rows, learning_rate=1e-3, loss=LossWeights(), imitation=False)
        if pause:
            learner = Learner(learner.weights, learner.adam, threads=2)
        learner.learn(steps, rows, learning_rate=1e-3, loss=LossWeights(), imitation=False)
        return learner.weights

    first, other = twice(pause=False), twice(pause=True)
    assert all((first[name] == other[name]).all() for name in first)
    assert not np.allclose(first["w1"], net.weights["w1"])


def test_a_widened_net_plays_as_before_and_learns_with_all_its_units() -> None:
    net = untrained()
    wide = widen(net, (24, 12), seed=5)
    assert wide.weights["w2"].shape == (24, 12)
    _, seen, steps = some_steps(net)
    setup, again, _ = some_steps(wide)
    assert (seen.action == again.action).all()
    assert widen(wide, (16, 8), seed=5).weights["w2"].shape == (24, 12), "a net never loses units"
    learner = Learner(wide.weights, None, threads=1)
    learner.learn(steps, np.arange(len(steps)), learning_rate=1e-2, loss=LossWeights(), imitation=False)
    learner.learn(steps, np.arange(len(steps)), learning_rate=1e-2, loss=LossWeights(), imitation=False)
    changed = np.abs(learner.weights["w1"] - wide.weights["w1"]).sum(axis=0) > 0
    assert changed[16:].any()
    assert setup.players == 2


# --- nets and their players ---


def base_and_invasion() -> list[Configuration]:
    game = game_named("galaxy")
    return [
        configuration_of(game, game.start({"game": name, "players": 2}, 0)) for name in ("base", "invasion")
    ]


def test_of_siblings_the_one_that_knows_a_configuration_answers() -> None:
    base, invasion = base_and_invasion()
    main = prune_names(new_net("galaxy", [base, invasion], (4, 4), seed=1), [base])
    other = new_net("galaxy", [base, invasion], (4, 4), seed=2)
    main.siblings = [other]
    assert (base.bind(main).w2 == main.weights["w2"]).all()
    assert (invasion.bind(main).w2 == other.weights["w2"]).all()


def test_a_net_that_lacks_actions_has_not_learned_a_game_however_many_inputs_it_knows() -> None:
    base, invasion = base_and_invasion()
    whole = new_net("galaxy", [base, invasion], (4, 4), seed=1)
    older = Net("galaxy", whole.inputs[: len(whole.inputs) // 2], whole.actions, whole.weights)
    lacking = Net("galaxy", whole.inputs, whole.actions[:-5], whole.weights)
    shared = invasion.inputs
    assert older.count_known(shared, invasion.space.names) > lacking.count_known(shared, invasion.space.names)


def test_a_trimmed_net_answers_as_the_whole_one_does() -> None:
    base, invasion = base_and_invasion()
    net = new_net("galaxy", [base, invasion], (4, 4), seed=1)
    small = prune_names(net, [base])
    assert len(small.inputs) < len(net.inputs)
    row = np.ones((1, len(base.inputs)), np.uint8)
    assert np.allclose(base.bind(small).hidden(row), base.bind(net).hidden(row), rtol=1e-4)


def test_a_net_comes_back_from_its_file(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "net.npz")
    back = load_net(tmp_path / "net.npz")
    assert (back.inputs, back.actions, back.game) == (net.inputs, net.actions, "toy")
    assert np.allclose(back.weights["w1"], net.weights["w1"], atol=1e-2)


@pytest.mark.parametrize("cut", [0, 10, 200])
def test_a_damaged_net_is_one_clear_line(cut: int, tmp_path: Path) -> None:
    untrained().save(tmp_path / "net.npz")
    whole = (tmp_path / "net.npz").read_bytes()
    (tmp_path / "net.npz").write_bytes(whole[:cut] if cut < 200 else whole[:-cut])
    with pytest.raises(BadNetError, match=r"net\.npz") as caught:
        load_net(tmp_path / "net.npz")
    assert "\n" not in str(caught.value)


def test_a_net_whose_bytes_were_changed_is_one_clear_line_or_the_same_net(tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    untrained().save(file)
    net, whole, lines = load_net(file), file.read_bytes(), list[str]()
    for place in range(60, len(whole) - 60, len(whole) // 40):
        changed = bytearray(whole)
        changed[place : place + 8] = bytes(byte ^ 0xFF for byte in changed[place : place + 8])
        file.write_bytes(changed)
        try:
            # An archive has bytes that do not matter, such as the time of a file.
            assert all((array == net.weights[name]).all() for name, array in load_net(file).weights.items())
        except BadNetError as error:
            lines.append(str(error))
    assert len(lines) > 20
    assert all(line.startswith("net.npz") and "\n" not in line for line in lines)


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("b1", np.zeros(()), "has the shape"),
        ("b2", np.zeros((8, 1)), "b2 has the shape"),
        ("heads", np.full((8, 3), np.nan), "not finite"),
        ("inputs", None, "lists of names"),
        ("actions", [1, 2], "lists of names"),
        ("inputs", ["round", "round"], "same name"),
        ("format", 99, "another format"),
    ],
)
def test_a_net_whose_parts_do_not_go_together_is_one_clear_line(
    part: str, value: object, why: str, tmp_path: Path
) -> None:
    untrained().save(tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as stored:
        arrays = dict(stored)
    if part in arrays:
        arrays[part] = np.asarray(value)
    else:
        header = json.loads(arrays["header"].tobytes()) | {part: value}
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez(tmp_path / "net.npz", **arrays)
    with pytest.raises(BadNetError, match=why):
        load_net(tmp_path / "net.npz")


def test_a_net_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BadNetError, match="cannot be read"):
        load_net(tmp_path / "none.npz")


def test_learned_and_searching_players_play_whole_games() -> None:
    net = untrained()
    for seed in range(3):
        state = play(
            [LearnedBot(1, "toy", net), SearchBot(2, "toy", net, seconds=0.01, max_determinizations=8)], seed
        )
        assert state.winners()


def test_a_player_whose_time_is_over_answers_all_the_same() -> None:
    times = iter(range(0, 10**6, 100))
    bot = SearchBot(1, "toy", untrained(), seconds=1.0, clock=lambda: float(next(times)))
    state: State = game_named("toy").start({"players": 2}, 1)
    options = bot.evaluate_options(state.view(0), state.decision(0))
    assert {len(option.playouts) for option in options} == {4}


def test_lines_of_a_search_stand_in_the_order_of_its_determinizations_also_where_some_games_have_ended() -> (
    None
):
    bot = SearchBot(1, "toy", untrained())
    state: State = game_named("toy").start({"players": 2}, 1)
    ended = play([RandomBot(1), RandomBot(2)], seed=1)
    options = [Option([0], 0.5), Option([1], 0.5)]
    search = Search(bot, state.view(0), 0, options=options, deadline=0.0, record=True)
    configuration, _ = bot.bound(state.view(0))
    # Two determinizations: in the first the second option ends the game, in the second the first one does.
    reached = [state, ended, ended, state]
    search._evaluate(
        list(zip(options * 2, [Rollout(configuration, state, [0, 0]) for state in reached], strict=True))
    )
    assert [[playout.state for playout in option.playouts] for option in options] == [
        [state, ended],
        [ended, state],
    ]


def test_candidates_are_legal_answers_and_the_likeliest_come_first() -> None:
    game, net = game_named("toy"), untrained()
    state: State = game.start({"players": 2}, 4)
    configuration = configuration_of(game, state)
    evaluator = NumpyEvaluator(configuration.bind(net))
    candidates = find_candidates(
        configuration, evaluator, state.view(0), decision=state.decision(0), limit=99, min_prior=0.0
    )
    assert sorted(option.choice for option in candidates) == sorted(all_answers(state.decision(0)))
    assert [option.prior for option in candidates] == sorted(
        (option.prior for option in candidates), reverse=True
    )
    assert sum(option.prior for option in candidates) == pytest.approx(1)
