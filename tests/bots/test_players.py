"""The players that ask a net, by name: what they say when it is missing, how they keep their time, what they remember."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bots.nets import small_net

from repulse.arena.play import play_game
from repulse.bots import LEVELS, WITH_NET, bot_names, has_net, levels, make_bot
from repulse.bots.neural.learned import LearnedBot
from repulse.bots.neural.master import SearchBot
from repulse.bots.neural.search import SPARE, Line, Search, candidates
from repulse.engine.contract import RepulseError, State
from repulse.engine.match import Match
from repulse.games import game_named

GAMES: list[tuple[str, dict[str, object]]] = [("galaxy", {"players": 2}), ("earth", {"players": 3})]


@pytest.fixture
def net_file(tmp_path: Path) -> str:
    path = tmp_path / "small.npz"
    small_net("galaxy", {"players": 2}).save(path)
    return str(path)


@pytest.mark.parametrize("name", WITH_NET)
def test_a_game_without_a_net_is_one_clear_line(name: str, toy_installed: None) -> None:
    assert not has_net("toy")
    with pytest.raises(RepulseError, match=f"'{name}' needs a net for toy"):
        make_bot(name, "toy", 0)
    assert bot_names("toy") == levels("toy") == ["random"]


def test_a_missing_numpy_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repulse.bots.find_spec", lambda name: None)
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
    assert play_game(game, {"players": 2}, 3, bots).winners


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("learned@none.npz", r"none\.npz cannot be read"),
        ("learned@fast", "may name a file of weights"),
        ("master@fast", "thinks for some seconds"),
        ("master@-1", "thinks for some seconds"),
    ],
)
def test_bad_details_are_one_clear_line(name: str, words: str) -> None:
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
    assert play_game(game_named(game), more, 1, bots).scores


def test_the_learned_player_does_not_depend_on_games_it_has_played() -> None:
    game, net = game_named("galaxy"), small_net("galaxy", {"players": 2})
    fresh = [LearnedBot(0, "galaxy", net), LearnedBot(1, "galaxy", net)]
    used = [LearnedBot(0, "galaxy", net), LearnedBot(1, "galaxy", net)]
    play_game(game, {"players": 2}, 4, used)
    assert play_game(game, {"players": 2}, 5, used) == play_game(game, {"players": 2}, 5, fresh)


def test_one_net_plays_tables_of_all_sizes_by_turns() -> None:
    """Tables of different sizes share their actions, but not what the net is told."""
    game, net = game_named("galaxy"), small_net("galaxy", {"players": 2})
    for players in (2, 4, 2, 3):
        bots = [LearnedBot(seat, "galaxy", net) for seat in range(players)]
        state = game.start({"players": players}, 1)
        for seat in range(players):
            assert bots[seat].choose(state.view(seat), state.decision(seat))


# --- search ---


def searching(seconds: float = 60.0, most: int = 4, step: float = 0.0) -> SearchBot:
    """A searching player whose clock goes on by `step` whenever it looks at it."""
    times = iter(step * tick for tick in range(10**9))
    net = small_net("galaxy", {"players": 2})
    return SearchBot(1, "galaxy", net, seconds, most, clock=lambda: next(times))


def opening() -> State:
    state: State = game_named("galaxy").start({"players": 2}, 3)
    return state


def test_a_search_without_time_answers_as_the_net_would() -> None:
    state = opening()
    for seat in (0, 1):
        state.apply(seat, sorted(state.decision(seat).options)[:2])
    bot = searching(seconds=1.0, step=100.0)
    decision = state.decision(0)
    likeliest = candidates(*bot.bound(state.view(0)), state.view(0), decision, 1, 0.0)[0]
    assert bot.choose(state.view(0), decision) == likeliest.choice


def test_a_search_stays_below_the_time_that_it_is_allowed() -> None:
    bot = searching(seconds=1.0)
    bot.allow(10.0)
    assert bot.seconds == 1.0
    bot.allow(0.5)
    assert bot.seconds == SPARE * 0.5
    bot.allow(10.0)
    assert bot.seconds == 1.0


def test_the_same_seed_searches_the_same() -> None:
    state = opening()
    answers = [searching().choose(state.view(1), state.decision(1)) for _ in range(2)]
    assert answers[0] == answers[1]


def test_what_is_close_is_looked_at_again_a_round_further() -> None:
    state = opening()
    bot = searching(most=4)
    options = candidates(*bot.bound(state.view(0)), state.view(0), state.decision(0), 2, 0.0)
    search = Search(bot, state.view(0), 0, options, until=60.0, tell=True)
    reached: list[set[int]] = []
    for rounds in (0, 1):
        search.deepen(rounds)
        assert search.look(2)
        lines = [line for option in options for line in option.lines]
        assert len(lines) == 4
        reached.append({line.state.round_number() for line in lines if line.state is not None})
    assert reached == [{1}, {2}]


def test_a_deeper_look_that_is_broken_off_does_not_overrule_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = opening()
    view, decision = state.view(0), state.decision(0)
    looks: list[int] = []

    def look(search: Search, count: int) -> bool:
        deep = search._rounds > 0
        if deep and search.tried:
            return False
        # What the first look likes best, the deeper one likes least.
        for place, option in enumerate(search.open):
            worth = 0.1 * place if deep else -0.1 * place
            option.lines += [Line(worth, 0.5, 0.0, [])] * count
        looks.append(search._rounds)
        search.tried += count
        return True

    monkeypatch.setattr(Search, "look", look)
    monkeypatch.setattr(Search, "drop_behind", lambda search: None)
    bot = searching(most=8)
    likeliest = candidates(*bot.bound(view), view, decision, 1, 0.0)[0]
    assert bot.choose(view, decision) == likeliest.choice
    assert looks == [0, 0, 1]
    # With time enough, the deeper look decides.
    bot.most = bot.chunk
    assert bot.choose(view, decision) != likeliest.choice


def test_options_that_must_be_looked_at_are_and_all_equally() -> None:
    state = opening()
    decision = state.decision(0)
    last = sorted(decision.options)[-decision.least :]
    options = searching(most=4).consider(state.view(0), decision, [last])
    assert last in [option.choice for option in options]
    assert {len(option.lines) for option in options} == {4}


def test_others_answer_anew_in_a_position_to_search_from() -> None:
    """What another seat has chosen in secret is not known: the net chooses for it, not chance."""
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
