"""The players that ask a net, by name: what they say when it is missing, how they keep their time, what they remember."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bots.nets import small_net

from repulse.arena.play import play_game
from repulse.bots import LEVELS, NET_BOTS, bot_names, has_net, levels, make_bot
from repulse.bots.neural.candidates import Playout, find_candidates
from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.master import SearchBot
from repulse.bots.neural.search import TIME_FRACTION, Search
from repulse.engine.contract import RepulseError, State
from repulse.engine.match import Match
from repulse.games import game_named

GAMES: list[tuple[str, dict[str, object]]] = [("galaxy", {"players": 2}), ("earth", {"players": 3})]


@pytest.fixture
def net_file(tmp_path: Path) -> str:
    path = tmp_path / "small.npz"
    small_net("galaxy", {"players": 2}).save(path)
    return str(path)


@pytest.mark.parametrize("name", NET_BOTS)
def test_a_game_without_a_net_is_a_one_line_error(name: str, toy_installed: None) -> None:
    assert not has_net("toy")
    with pytest.raises(RepulseError, match=f"'{name}' needs a net for toy"):
        make_bot(name, "toy", 0)
    assert bot_names("toy") == levels("toy") == ["random"]


def test_a_missing_numpy_is_a_one_line_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("registry", "neural.shipped"):
        monkeypatch.setattr(f"repulse.bots.{module}.find_spec", lambda name: None)
    with pytest.raises(RepulseError, match="'learned' needs numpy"):
        make_bot("learned", "galaxy", 0)
    assert levels("galaxy") == ["beginner", "casual", "sensible"]


def test_levels_are_bots_weakest_first() -> None:
    names = bot_names("galaxy")
    assert [name for name in names if name in LEVELS] == levels("galaxy")


@pytest.mark.parametrize("name", ["learned@{}", "expert@{}", "master@{}@0.05"])
def test_a_net_from_a_file_plays_a_whole_game(name: str, net_file: str) -> None:
    game = game_named("galaxy")
    bots = [make_bot(name.format(net_file), "galaxy", 1), make_bot("random", "galaxy", 2)]
    assert play_game(game, {"players": 2}, 3, bots=bots).winners


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("learned@none.npz", r"none\.npz cannot be read"),
        ("learned@fast", "takes the file of a net"),
        ("master@fast", "a number of seconds"),
        ("master@-1", "a number of seconds"),
    ],
)
def test_bad_details_are_a_one_line_error(name: str, words: str) -> None:
    with pytest.raises(RepulseError, match=words):
        make_bot(name, "galaxy", 0)


def test_a_net_of_another_game_is_refused(net_file: str) -> None:
    with pytest.raises(RepulseError, match="is for galaxy, not for earth"):
        make_bot(f"learned@{net_file}", "earth", 0)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_net_plays_configurations_that_it_has_never_seen(game: str, options: dict[str, object]) -> None:
    more = {**options, "players": 4}
    net = small_net(game, options)
    bots = [LearnedBot(seat, game, net, temperature=1.0) for seat in range(4)]
    assert play_game(game_named(game), more, 1, bots=bots).scores


def test_the_learned_player_does_not_depend_on_games_it_has_played() -> None:
    game, net = game_named("galaxy"), small_net("galaxy", {"players": 2})
    fresh = [LearnedBot(0, "galaxy", net), LearnedBot(1, "galaxy", net)]
    used = [LearnedBot(0, "galaxy", net), LearnedBot(1, "galaxy", net)]
    play_game(game, {"players": 2}, 4, bots=used)
    assert play_game(game, {"players": 2}, 5, bots=used) == play_game(game, {"players": 2}, 5, bots=fresh)


def test_one_net_plays_tables_of_all_sizes_by_turns() -> None:
    """Tables of different sizes share their actions, but not the inputs of the net."""
    game, net = game_named("galaxy"), small_net("galaxy", {"players": 2})
    for players in (2, 4, 2, 3):
        bots = [LearnedBot(seat, "galaxy", net) for seat in range(players)]
        state = game.start({"players": players}, 1)
        for seat in range(players):
            assert bots[seat].choose(state.view(seat), state.decision(seat))


# --- search ---


def searching(seconds: float = 60.0, max_determinizations: int = 4, step: float = 0.0) -> SearchBot:
    """Return a searching bot whose clock advances by `step` at every reading."""
    times = iter(step * tick for tick in range(10**9))
    net = small_net("galaxy", {"players": 2})
    return SearchBot(
        1,
        "galaxy",
        net,
        seconds=seconds,
        max_determinizations=max_determinizations,
        clock=lambda: next(times),
    )


def opening() -> State:
    state: State = game_named("galaxy").start({"players": 2}, 3)
    return state


def test_a_search_without_time_answers_as_the_net_would() -> None:
    state = opening()
    for seat in (0, 1):
        state.apply(seat, sorted(state.decision(seat).options)[:2])
    bot = searching(seconds=1.0, step=100.0)
    decision = state.decision(0)
    likeliest = find_candidates(
        *bot.bound(state.view(0)), state.view(0), decision=decision, limit=1, min_prior=0.0
    )[0]
    assert bot.choose(state.view(0), decision) == likeliest.choice


def test_a_search_stays_below_the_time_that_it_is_allowed() -> None:
    bot = searching(seconds=1.0)
    bot.allow(10.0)
    assert bot.seconds == 1.0
    bot.allow(0.5)
    assert bot.seconds == TIME_FRACTION * 0.5
    bot.allow(10.0)
    assert bot.seconds == 1.0


def test_the_same_seed_searches_the_same() -> None:
    state = opening()
    answers = [searching().choose(state.view(1), state.decision(1)) for _ in range(2)]
    assert answers[0] == answers[1]


def test_close_candidates_are_searched_one_round_further() -> None:
    state = opening()
    bot = searching(max_determinizations=4)
    options = find_candidates(
        *bot.bound(state.view(0)), state.view(0), decision=state.decision(0), limit=2, min_prior=0.0
    )
    search = Search(bot, state.view(0), 0, options=options, deadline=60.0, record=True)
    reached: list[set[int]] = []
    for rounds in (0, 1):
        search.restart(rounds)
        assert search.extend(2)
        playouts = [playout for option in options for playout in option.playouts]
        assert len(playouts) == 4
        reached.append({part.state.round_number() for part in playouts if part.state is not None})
    assert reached == [{1}, {2}]


def test_a_deeper_look_that_is_broken_off_does_not_overrule_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = opening()
    view, decision = state.view(0), state.decision(0)
    depths: list[int] = []

    def extend(search: Search, count: int) -> bool:
        deep = search._rounds > 0
        if deep and search.tried:
            return False
        # The best option of the first search is the worst of the deeper one.
        for index, option in enumerate(search.options):
            value = 0.1 * index if deep else -0.1 * index
            option.playouts += [Playout(value, 0.5, 0.0, [])] * count
        depths.append(search._rounds)
        search.tried += count
        return True

    monkeypatch.setattr(Search, "extend", extend)
    monkeypatch.setattr(Search, "prune", lambda search: None)
    bot = searching(max_determinizations=8)
    likeliest = find_candidates(*bot.bound(view), view, decision=decision, limit=1, min_prior=0.0)[0]
    assert bot.choose(view, decision) == likeliest.choice
    assert depths == [0, 0, 1]
    # With enough time, the deeper search decides.
    bot.max_determinizations = bot.batch
    assert bot.choose(view, decision) != likeliest.choice


def test_options_that_must_be_looked_at_are_and_all_equally() -> None:
    state = opening()
    decision = state.decision(0)
    last = sorted(decision.options)[-decision.least :]
    options = searching(max_determinizations=4).evaluate_options(state.view(0), decision, include=[last])
    assert last in [option.choice for option in options]
    assert {len(option.playouts) for option in options} == {4}


def test_others_answer_again_in_a_position_to_search_from() -> None:
    """Return the secret choice of another seat is not known: the net chooses for it, not chance."""
    for game, options in GAMES:
        match = Match(game_named(game), options, 3)
        while match.state.owing & 3 != 3 or match.state.round_number() < 1:
            seat = match.state.seats_owing()[0]
            decision = match.state.decision(seat)
            match.answer(seat, sorted(decision.options)[: max(1, decision.least)])
        match.answer(0, sorted(match.state.decision(0).options)[:1])
        view = match.state.view(1)
        position = match.game.determinize(view, 1)
        assert not position.owing & 1
        match.game.reopen(position, 1)
        assert position.owing & 1
        assert position.decision(0).prompt == position.decision(1).prompt
