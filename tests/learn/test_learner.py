"""The learner, its gradients, and nets with their players."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.learn.runs import untrained

from repulse.bots.neural.candidates import Option, find_candidates
from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.master import NumpyEvaluator, SearchBot
from repulse.bots.neural.net import BadNetError, Net, load_net
from repulse.bots.neural.returns import SCORE_SCALE
from repulse.bots.neural.rollouts import Configuration, Rollout, configuration_of
from repulse.bots.neural.search import Search
from repulse.bots.random import RandomBot
from repulse.engine.answers import all_answers
from repulse.engine.bot import Bot
from repulse.engine.contract import State
from repulse.games import game_named
from repulse.learn.experience import Experience
from repulse.learn.net_editing import new_net, prune_names, widen
from repulse.learn.network import (
    MAX_GRADIENT_NORM,
    Learner,
    LossWeights,
    TrainingSteps,
    layout_for,
    training_steps,
)
from repulse.learn.selfplay import SelfPlayNet, TrainedGame, play_games, setup_for

pytestmark = pytest.mark.usefixtures("toy_installed")


def play(bots: list[Bot], seed: int) -> State:
    state: State = game_named("toy").start({"players": len(bots)}, seed)
    while state.owing:
        seat = state.seats_owing()[0]
        decision = state.decision(seat)
        state.apply(seat, bots[seat].choose(state.view(seat), decision))
    return state


# --- the learner ---


def some_steps(net: Net) -> tuple[TrainedGame, Experience, TrainingSteps]:
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
    """Return the loss that a learner reduces, added up step by step with all inputs and actions."""
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


def test_a_net_without_the_actions_has_not_learned_a_game() -> None:
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
def test_a_damaged_net_is_a_one_line_error(cut: int, tmp_path: Path) -> None:
    untrained().save(tmp_path / "net.npz")
    whole = (tmp_path / "net.npz").read_bytes()
    (tmp_path / "net.npz").write_bytes(whole[:cut] if cut < 200 else whole[:-cut])
    with pytest.raises(BadNetError, match=r"net\.npz") as caught:
        load_net(tmp_path / "net.npz")
    assert "\n" not in str(caught.value)


def test_a_net_with_changed_bytes_is_a_one_line_error_or_the_same_net(tmp_path: Path) -> None:
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
def test_a_net_whose_parts_do_not_go_together_is_a_one_line_error(
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


def test_a_net_that_is_not_there_is_a_one_line_error(tmp_path: Path) -> None:
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


def test_playouts_keep_the_order_of_determinizations_past_ended_games() -> None:
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
