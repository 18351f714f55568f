"""The almanac: hand-made games with known figures, sums that add up, what ships, and the command."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import pytest

from repulse.almanac.figures import Figure, difference
from repulse.almanac.shipped import FOLDER, shipped_data, shipped_text
from repulse.almanac.tables import Almanac
from repulse.arena.play import GameResult
from repulse.cli.app import run
from repulse.engine.contract import RepulseError
from repulse.engine.study import CHOICE, COUNT, POINTS, ROUNDS, SEATS, THINGS, WHEN, Column, StudyTable
from repulse.games import game_named, game_names

np = pytest.importorskip("numpy")
# After the check: all of these count with numpy.
from repulse.almanac.configurations import PlayedConfiguration, configurations  # noqa: E402
from repulse.almanac.counting import Counter  # noqa: E402
from repulse.almanac.make import Workshop, targets  # noqa: E402
from repulse.almanac.pack import MAX_BYTES, pack, read_folders, write_packed  # noqa: E402
from repulse.almanac.sums import Sums  # noqa: E402
from repulse.study.clusters import Strategies  # noqa: E402
from repulse.study.record import StudiedGame  # noqa: E402
from repulse.study.schema import Schema  # noqa: E402

CARDS = ["", "Ant", "Bee", "Cow"]
STARTS = ["Moon", "Sun"]

# Two players. Each game: the winners, then per seat: start, points of two sources, and its cards as
# (card, opening, drawn, placed in round).
GAMES: list[tuple[list[int], list[tuple[int, tuple[int, int], list[tuple[int, int, int, int]]]]]] = [
    ([0], [(0, (9, 1), [(1, 1, 0, 2), (2, 0, 1, 5)]), (1, (1, 5), [(1, 0, 0, 0), (3, 1, 0, 0)])]),
    ([1], [(1, (8, 0), [(2, 1, 0, 3)]), (0, (1, 9), [(1, 0, 1, 4), (2, 0, 1, 9)])]),
    ([0, 1], [(0, (5, 4), []), (0, (4, 5), [(1, 1, 1, 1)])]),
]


def hand_made_schema(players: int = 2) -> Schema:
    return Schema(
        tables=[
            StudyTable(
                "seats",
                SEATS,
                [Column("start_world", CHOICE, STARTS), Column("x", POINTS), Column("y", POINTS)],
            ),
            StudyTable(
                "cards",
                THINGS,
                [
                    Column("card", CHOICE, CARDS),
                    Column("opening", COUNT),
                    Column("drawn", COUNT),
                    Column("placed", WHEN),
                ],
            ),
            StudyTable("actions", ROUNDS, [Column("round"), Column("action", CHOICE, ["none", "Dig"])]),
        ],
        game_facts=[],
        seat_facts=[],
        players=players,
        thing_facts={},
    )


def hand_made_games(first_seed: int = 0) -> list[StudiedGame]:
    games = []
    for number, (winners, seats) in enumerate(GAMES):
        rows: list[list[int]] = [[], [], []]
        for seat, (start, points, cards) in enumerate(seats):
            rows[0] += [seat, start, *points]
            for card in cards:
                rows[1] += [seat, *card]
            rows[2] += [seat, 1, 1]
        scores = [sum(points) for _, points, _ in seats]
        result = GameResult(first_seed + number, scores, winners, decisions=1, forced=0, rounds=10)
        games.append(StudiedGame(number, result, [array("h", cells).tobytes() for cells in rows]))
    return games


def count(first_seed: int = 0, players: int = 2) -> Sums:
    head = {
        "game": "toy",
        "mode": "plain",
        "players": players,
        "bot": "learned",
        "rules": 1,
        "strategies": {"names": ["points_x", "points_y"], "centers": [[1.0, 0.0], [0.0, 1.0]]},
        "sources": ["points_x", "points_y"],
        "words": {"seats/start_world": STARTS, "cards/card": CARDS, "actions/action": ["none", "Dig"]},
    }
    strategies = Strategies(["points_x", "points_y"], np.array([[1.0, 0.0], [0.0, 1.0]]))
    return Counter(head, hand_made_schema(players), strategies).count(hand_made_games(first_seed))


def almanac_of(*sums: Sums, **chosen: Any) -> Almanac:
    return Almanac(json.loads(json.dumps(pack(sums)["toy"])), **chosen)


# --- counting ---


def test_hand_made_games_have_known_sums() -> None:
    arrays = count().arrays
    # Wins are counted in sixtieths: the third game was shared.
    assert arrays["seats"].tolist() == [[3, 90, 27], [3, 90, 25]]
    assert arrays["choices/start_world"].tolist() == [[4, 180, 38], [2, 0, 14]]
    assert arrays["strategies"].tolist() == [[3, 90, 27], [3, 90, 25]]
    assert arrays["things/cards/placed"].tolist() == [[0, 0], [3, 150], [3, 120], [0, 0]]
    assert arrays["things/cards/opening"].tolist() == [[0, 0], [2, 90], [1, 0], [1, 0]]
    # Dealt or drawn: the Ant of the third game is counted once.
    assert arrays["things/cards/held"].tolist() == [[0, 0], [3, 150], [3, 120], [1, 0]]
    assert arrays["pairs/cards/placed"][1, 2].tolist() == [2, 120]
    assert arrays["pairs/cards/placed"].sum() == 122
    assert arrays["when/cards/placed"][1, :, 0].nonzero()[0].tolist() == [1, 2, 4]
    assert arrays["rounds/actions/action"][1, 1].tolist() == [6, 180]


def test_sums_of_two_runs_are_those_of_one(tmp_path: Path) -> None:
    first_run, other = count(0), count(3)
    first_run.write(tmp_path / "one" / "toy-plain-2.npz")
    other.write(tmp_path / "other" / "toy-plain-2.npz")
    (both,) = read_folders([tmp_path / "one", tmp_path / "other"])
    assert both.games == 6
    assert both.seeds == [(0, 6)]
    assert all((both.arrays[name] == 2 * values).all() for name, values in count().arrays.items())


def test_no_game_is_counted_twice() -> None:
    with pytest.raises(RepulseError, match="seeds 2 to 4 are counted already"):
        count(0).add(count(2))


def test_sums_of_other_games_are_refused() -> None:
    other = count(3)
    other.head = {**other.head, "players": 3}
    with pytest.raises(RepulseError, match="they differ in players"):
        count(0).add(other)


# --- figures ---


def test_wins_are_relative_to_an_even_share() -> None:
    figure = Figure.of(40, 15, 4)
    assert figure.relative == pytest.approx(150)
    low, high = figure.interval or (0, 0)
    # Wilson's interval of 15 in 40 is 24.2% to 53.0%.
    assert low == pytest.approx(96.9, abs=0.2)
    assert high == pytest.approx(211.8, abs=0.3)
    # With two players half of the wins are even, with four a quarter: together 30 of 80 seats.
    assert (Figure.of(40, 20, 2) + Figure.of(40, 10, 4)).relative == pytest.approx(100)
    assert Figure().relative is None
    assert Figure().interval is None


def test_a_difference_has_the_interval_of_both() -> None:
    value, half = difference(Figure.of(100, 60, 2), Figure.of(100, 40, 2)) or (0, 0)
    assert value == pytest.approx(40)
    assert half == pytest.approx(2**0.5 * 100 * 1.96 * (0.6 * 0.4 / 100) ** 0.5 * 2 / 1.02, rel=0.05)
    assert difference(Figure(), Figure.of(1, 1, 2)) is None


def test_tables_of_hand_made_games() -> None:
    almanac = almanac_of(count())
    rows = {row.name: row for row in almanac.things("cards")}
    assert set(rows) == {"Ant", "Bee", "Cow"}
    ant = rows["Ant"]
    # Whole wins are shipped: 2.5 are rounded to the even 2.
    assert (ant.fields["placed"].seats, ant.fields["placed"].won) == (3, 2)
    assert ant.share("placed") == 0.5
    assert ant.rounds == 2 + 4 + 1
    assert [figure.seats for figure in ant.periods] == [2, 1, 0, 0, 0, 0]
    better = ant.improvement("held")
    # Two of three won who held it, one of three who did not.
    assert better is not None
    assert better[0] == pytest.approx(100 * 2 * (2 / 3 - 1 / 3))
    assert [(row.name, row.figure.relative) for row in almanac.choices("start_world")] == [
        ("Moon", 150.0),
        ("Sun", 0.0),
    ]
    assert [row.name for row in almanac.strategies()] == ["x", "y"]
    assert [row.figure.seats for row in almanac.seat_rows()] == [3, 3]


def test_company_is_compared_with_what_both_do_apart() -> None:
    # The same thirty times: a pair needs some seats before it is shown.
    sums = count()
    for name, values in sums.arrays.items():
        sums.arrays[name] = values * 30
    sums.seeds = [(0, 90)]
    best, worst = almanac_of(sums).company("cards", "Ant")
    assert worst == []
    (bee,) = best
    assert (bee.name, bee.seats, bee.relative) == ("Bee", 60, 200.0)
    # Apart, the Ant wins 5 of 6 and the Bee 2 of 3: odds of 5 and 2, together 10 to 1.
    assert bee.expected == pytest.approx(100 * 2 * 10 / 11, abs=2)
    [(start, seats, relative, error)] = almanac_of(sums).start("cards", "Ant")
    assert (start, seats) == ("Moon", 90)
    assert relative == pytest.approx(166.7, abs=0.1)
    assert error == pytest.approx(15.3, abs=1)


def test_modes_with_other_cards_share_one_list(tmp_path: Path) -> None:
    other = count()
    other.head = {
        **other.head,
        "mode": "more",
        "words": {**other.head["words"], "cards/card": ["", "Dog", "Ant", "Bee"]},
    }
    almanac = almanac_of(count(), other)
    rows = {row.name: row.fields["placed"].seats for row in almanac.things("cards")}
    # In the second mode, the first card is the Dog.
    assert rows == {"Ant": 3 + 3, "Bee": 3 + 0, "Cow": 0, "Dog": 3}
    assert almanac.games == 6
    size = write_packed(pack([count(), other]), tmp_path)
    assert size == (tmp_path / "toy.json").stat().st_size


# --- making ---


def test_every_configuration_has_a_turn() -> None:
    names = [entry.name for entry in configurations()]
    assert "galaxy-base-2" in names
    assert "galaxy-counterstrike-5" in names
    assert "earth-earth-3" in names
    assert "galaxy-base-5" not in names
    assert list(targets(3000)) == [200, 500, 1000, 2000, 3000]
    assert list(targets(100)) == [100]


@pytest.fixture
def quick_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another bot play, and few games at a time."""
    monkeypatch.setattr("repulse.almanac.configurations.BOT", "random")
    monkeypatch.setattr("repulse.almanac.make.BATCH", 3)
    monkeypatch.setattr("repulse.almanac.make.SAMPLE", 60)


@pytest.mark.usefixtures("quick_bot")
def test_an_almanac_goes_on_where_it_stopped(tmp_path: Path) -> None:
    configuration = PlayedConfiguration("galaxy", "base", 2)
    at_once, in_parts = Workshop(tmp_path / "a", workers=1), Workshop(tmp_path / "b", workers=1)
    at_once.make([configuration], 8)
    reports = []
    in_parts.make([configuration], 4)
    in_parts.make([configuration], 8, report=lambda progress: reports.append(progress.games))
    assert reports == [7, 8]
    first, second = (Sums.read(workshop.sums(configuration)) for workshop in (at_once, in_parts))
    assert first.seeds == second.seeds == [(0, 8)]
    assert all((values == second.arrays[name]).all() for name, values in first.arrays.items())
    assert len(first.head["strategies"]["names"]) == 5


# --- what ships, and the command ---


def test_what_ships_is_small_and_of_today() -> None:
    files = list(FOLDER.glob("*.json"))
    assert sum(file.stat().st_size for file in files) <= MAX_BYTES
    games = {file.stem for file in files}
    assert "galaxy" in games
    assert games <= set(game_names())
    assert shipped_text("../data/galaxy") is None
    assert shipped_text("") is None
    for game in games:
        data = shipped_data(game)
        assert data["rules"] == game_named(game).rules
        names = {f"{game}-{entry['mode']}-{entry['players']}" for entry in data["configurations"]}
        assert names <= {entry.name for entry in configurations(game)}
        for entry in data["configurations"]:
            assert entry["games"] > 0
            seats = sum(seat[0] for seat in entry["seats"])
            assert seats == entry["games"] * entry["players"]
            # Each game has one win; they are rounded to whole ones per seat.
            assert (
                abs(sum(seat[1] for seat in entry["seats"]) - entry["games"] + entry["unfinished"])
                <= entry["players"]
            )


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["almanac", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_three_questions_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    six = answer(capsys, "--cost", "6", "--type", "development", "--min-seats", "1")
    names = [row["name"] for row in six["rows"]]
    assert {"New Economy", "Galactic Federation"} <= set(names)
    assert "Gem World" not in names
    relative = [row["fields"]["placed"]["relative"] for row in six["rows"]]
    assert relative == sorted(relative, reverse=True)
    for players in ("2", "4"):
        strategies = answer(capsys, "strategies", "--mode", "base", "-p", players)
        assert strategies["players"] == int(players)
        assert strategies["games"] > 0
        assert sum(row["share"] for row in strategies["rows"]) == pytest.approx(1, abs=0.01)
    seats = answer(capsys, "seats", "--mode", "base", "-p", "4")
    assert [row["name"] for row in seats["rows"]] == ["1", "2", "3", "4"]
    assert sum(row["seats"] for row in seats["rows"]) == 4 * seats["games"]


def test_a_card_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["almanac", "card", "New", "Sparta", "--mode", "base", "--plain"]) == 0
    text = capsys.readouterr().out
    assert "New Sparta" in text
    assert "Best company" in text
    assert run(["almanac", "card", "World"]) != 0
    assert "is not the name of one card" in capsys.readouterr().err
    assert run(["almanac", "strategies"]) != 0
    assert "Choose a mode" in capsys.readouterr().err
    assert run(["almanac", "--mode", "base", "-p", "5"]) != 0
    assert "The almanac has nothing on base with 5 players" in capsys.readouterr().err


def test_making_and_packing_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, to = tmp_path / "sums", tmp_path / "data"
    assert run(["almanac", "make", str(folder), "--mode", "chess"]) != 0
    assert "There is no such game, mode or number of players" in capsys.readouterr().err
    assert run(["almanac", "pack", str(folder)]) != 0
    assert "There are no sums in" in capsys.readouterr().err
    count().write(folder / "toy-plain-2.npz")
    assert run(["almanac", "pack", str(folder), "--to", str(to)]) == 0
    assert "3 games in 1 configurations" in capsys.readouterr().out
    assert json.loads((to / "toy.json").read_text())["configurations"][0]["games"] == 3
