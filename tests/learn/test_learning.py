"""Training: a tiny run really learns, goes on after an interruption, and its nets survive the way to a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from repulse.bots.neural.lanes import Configuration, configuration_of
from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.master import NumpyMind, SearchBot
from repulse.bots.neural.net import BadNet, Net, load_net
from repulse.bots.neural.search import candidates
from repulse.bots.random import RandomBot
from repulse.engine.answers import all_answers
from repulse.engine.bot import Bot
from repulse.engine.contract import RepulseError, State
from repulse.games import game_named
from repulse.learn.__main__ import main
from repulse.learn.curves import HISTORY
from repulse.learn.network import layout_for, new_net, outputs, trimmed
from repulse.learn.run import Plan, Run, advantages, pieces
from repulse.learn.selfplay import ImitationLane, play_games, setup_for
from repulse.learn.workers import Job, SelfPlay

pytestmark = pytest.mark.usefixtures("toy_installed")

PLAN = Plan(
    "toy",
    [{"players": 2}],
    hidden=(32, 16),
    imitate="",
    games=256,
    batch=1024,
    rate=3e-3,
    last_rate=1e-3,
    iterations=16,
    measure_every=100,
    measure_games=400,
    past_every=8,
    yardstick="random",
)


def quiet_run(folder: Path, plan: Plan = PLAN) -> Run:
    return Run(folder, plan, workers=1, say=lambda line: None)


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
        begun = run.iteration
    finally:
        run.close()
    run = quiet_run(tmp_path)
    try:
        assert run.iteration == begun == 1
        assert run.games == PLAN.games
        run.train(minutes=5)
        wins = run.measure()["wins_0"]
    finally:
        run.close()
    assert run.iteration == PLAN.iterations
    # Even would be 0.5; 400 games have a standard deviation of 0.025.
    assert isinstance(wins, float)
    assert wins > 0.65
    assert len(run.past) == 2
    lines = [json.loads(line) for line in (tmp_path / HISTORY).read_text().splitlines()]
    assert [line["iteration"] for line in lines] == list(range(1, PLAN.iterations + 1))


def test_what_is_played_does_not_depend_on_how_many_play() -> None:
    net = untrained()
    jobs = [
        Job("toy", {"players": 2}, 7, low, high, ("now", "past"), (1, "random"), 0.5)
        for low, high in pieces(10, 50, 20)
    ]
    assert [(job.first, job.end) for job in jobs] == [(10, 26), (26, 43), (43, 60)]
    played = []
    for workers in (1, 2):
        play = SelfPlay(workers)
        played.append(play.run(jobs, {"now": net, "past": net, "unused": net}))
        played.append(play.run(jobs[1:2], {"now": net, "past": net}))
        play.close()
    one, again, two, _ = played
    assert all((a.action == b.action).all() for a, b in zip(one, two, strict=True))
    assert all((a.log_prob == b.log_prob).all() for a, b in zip(one, two, strict=True))
    assert (again[0].action == one[1].action).all()


def test_a_fault_of_those_who_play_is_told() -> None:
    play = SelfPlay(1)
    try:
        with pytest.raises(RepulseError, match="There is no game"):
            play.run([Job("no-such-game", {}, 0, 0, 1)], {})
    finally:
        play.close()


def test_a_run_can_begin_with_a_net(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "net.npz")
    run = quiet_run(
        tmp_path / "run", replace(PLAN, begin=str(tmp_path / "net.npz"), imitate=None, iterations=0)
    )
    run.train(1)
    run.close()
    assert not run.imitated, "who has a net already imitates nobody unasked"
    assert np.allclose(run.params["w1"], net.weights["w1"], atol=1e-2)


def test_a_net_learns_from_a_bot_that_looks_ahead_with_it(tmp_path: Path) -> None:
    net = untrained()
    net.save(tmp_path / "net.npz")
    teacher = f"master@{tmp_path / 'net.npz'}@0.01"
    begin = replace(PLAN, begin=str(tmp_path / "net.npz"), iterations=0)
    run = quiet_run(tmp_path / "run", replace(begin, imitate=teacher, imitation_games=4, imitation_rate=0.03))
    run.train(1)
    run.close()
    assert run.imitated
    assert not np.allclose(run.params["w1"], net.weights["w1"], atol=1e-2)


def test_the_learning_curves_of_a_run_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    lines = [{"games": 1000, "wins_0": 0.25}, {"games": 1500}, {"games": 4000, "wins_0": 0.75}]
    (tmp_path / HISTORY).write_text("\n".join(json.dumps(line) for line in lines))
    assert main([str(tmp_path), "--picture", str(tmp_path / "curve.svg")]) == 0
    drawn = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    (curve,) = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(curve.attrib["points"].split()) == 2
    assert "2: 75 %" in "".join(drawn.itertext())


def test_a_run_without_figures_has_no_curves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    assert main([str(tmp_path), "--picture", str(tmp_path / "curve.svg")]) == 2
    assert "no history" in capsys.readouterr().err


def test_a_damaged_checkpoint_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plan.json").write_text('{"game": "toy", "configurations": [{"players": 2}]}')
    (tmp_path / "checkpoint.pickle").write_bytes(b"nothing of ours")
    assert main([str(tmp_path), "--minutes", "0"]) == 2
    assert "checkpoint.pickle is damaged" in capsys.readouterr().err


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
        range(5),
        3,
        lane_class=ImitationLane,
    )
    assert seen.games == 5
    assert len(seen) > 5 * 6
    # Every pick was open, and the steps of ten seats end.
    assert (seen.mask[np.arange(len(seen)), seen.action] == 1).all()
    assert seen.last.sum() == 10
    assert set(np.unique(seen.won)) <= {0.0, 0.5, 1.0}


def test_the_same_seed_plays_the_same_games() -> None:
    setup = setup_for(game_named("toy"), {"players": 3})
    net = setup.configuration.bind(untrained(3))
    one, other = (play_games(setup, [net], lambda number: [0, 0, 0], range(4), 9) for _ in range(2))
    assert (one.action == other.action).all()
    assert (one.reward == other.reward).all()


def test_advantages_add_up_to_what_the_game_was_worth() -> None:
    setup = setup_for(game_named("toy"), {"players": 2})
    net = setup.configuration.bind(untrained())
    seen = play_games(setup, [net], lambda number: [0, 0], range(6), 2)
    advantage, target = advantages(seen, smoothing=1.0)
    assert np.allclose(target, seen.reward, atol=1e-5)
    assert np.allclose(advantage, seen.reward - seen.value, atol=1e-5)


def test_other_seats_share_their_inputs_and_add_up() -> None:
    game = game_named("galaxy")
    configuration = configuration_of(game, game.start({"players": 3}, 0))
    net = new_net("galaxy", [configuration], (4, 4), 1)
    row = np.zeros((1, len(configuration.inputs)), np.uint8)
    for away in (1, 2):
        row[0, configuration.inputs.index(f"seat+{away}/tableau/Gem World")] = 1
    bound = configuration.bind(net)
    mask = np.ones((1, configuration.space.size), np.uint8)
    _, heads = outputs(net.weights, layout_for(net, configuration), row, mask)
    assert np.allclose(bound.values(bound.hidden(row)), heads, atol=1e-5)
    rows = layout_for(net, configuration).rows[np.flatnonzero(row)]
    assert {net.inputs[at] for at in rows.tolist()} == {"other/tableau/Gem World"}
    assert np.allclose(bound.hidden(row)[0], bound.one_position(row[0]), atol=1e-5)


# --- nets and their players ---


def base_and_invasion() -> list[Configuration]:
    game = game_named("galaxy")
    return [
        configuration_of(game, game.start({"game": name, "players": 2}, 0)) for name in ("base", "invasion")
    ]


def test_of_siblings_the_one_that_knows_a_configuration_answers() -> None:
    base, invasion = base_and_invasion()
    main = trimmed(new_net("galaxy", [base, invasion], (4, 4), seed=1), [base])
    other = new_net("galaxy", [base, invasion], (4, 4), seed=2)
    main.siblings = [other]
    assert (base.bind(main).w2 == main.weights["w2"]).all()
    assert (invasion.bind(main).w2 == other.weights["w2"]).all()


def test_a_trimmed_net_answers_as_the_whole_one_does() -> None:
    base, invasion = base_and_invasion()
    net = new_net("galaxy", [base, invasion], (4, 4), seed=1)
    small = trimmed(net, [base])
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
    with pytest.raises(BadNet, match=r"net\.npz") as caught:
        load_net(tmp_path / "net.npz")
    assert "\n" not in str(caught.value)


def test_a_net_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match="cannot be read"):
        load_net(tmp_path / "none.npz")


def test_learned_and_searching_players_play_whole_games() -> None:
    net = untrained()
    for seed in range(3):
        state = play([LearnedBot(1, "toy", net), SearchBot(2, "toy", net, seconds=0.01, most=8)], seed)
        assert state.winners()


def test_a_player_whose_time_is_over_answers_all_the_same() -> None:
    times = iter(range(0, 10**6, 100))
    bot = SearchBot(1, "toy", untrained(), seconds=1.0, clock=lambda: float(next(times)))
    state: State = game_named("toy").start({"players": 2}, 1)
    options = bot.consider(state.view(0), state.decision(0))
    assert {len(option.lines) for option in options} == {4}


def test_candidates_are_legal_answers_and_the_likeliest_come_first() -> None:
    game, net = game_named("toy"), untrained()
    state: State = game.start({"players": 2}, 4)
    configuration = configuration_of(game, state)
    mind = NumpyMind(configuration.bind(net))
    found = candidates(configuration, mind, state.view(0), state.decision(0), 99, 0.0)
    assert sorted(option.choice for option in found) == sorted(all_answers(state.decision(0)))
    assert [option.prior for option in found] == sorted((option.prior for option in found), reverse=True)
    assert sum(option.prior for option in found) == pytest.approx(1)
