"""Studies: many games as a data set that can be interrupted, and the report on it."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from tests.engine.toy import ToyState

from repulse.arena.many import make_plan
from repulse.cli.app import run
from repulse.engine.bot import Bot, BotError
from repulse.engine.contract import Choice, Decision, RepulseError
from repulse.study.clusters import find_strategies
from repulse.study.dataset import DataSet, make_study
from repulse.study.record import StudiedGame, Study
from repulse.study.report import report_html
from repulse.study.run import run_study
from repulse.study.summary import short_names, summarize

np = pytest.importorskip("numpy")
parquet = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.usefixtures("toy_installed")

GAMES = 24


class Cheat(Bot[ToyState]):
    """Answers what was not offered, in some games."""

    def choose(self, view: ToyState, decision: Decision) -> Choice:
        return [99] if self.seed % 13 == 0 else sorted(decision.options)[-1:]


def data_set(
    folder: Path, game: str = "toy", bots: str = "random", games: int = GAMES, **more: Any
) -> DataSet:
    plan = make_plan(game, {"players": 3 if game == "earth" else 2}, [bots], games=games, seed=5)
    return DataSet.create(folder, make_study(plan, **more))


def rows(data: DataSet, table: str) -> list[dict[str, Any]]:
    all_rows: list[dict[str, Any]] = []
    for batch in data.parts():
        all_rows += parquet.read_table(data.part(table, batch)).to_pylist()
    return all_rows


def contents(data: DataSet) -> dict[str, bytes]:
    return {str(file.relative_to(data.folder)): file.read_bytes() for file in data.folder.rglob("*.*")}


@pytest.fixture(scope="module")
def galaxy(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    data = data_set(tmp_path_factory.mktemp("galaxy") / "data", "galaxy", games=12, decisions=True)
    run_study(data, workers=1)
    return data


@pytest.fixture(scope="module")
def earth(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    data = data_set(tmp_path_factory.mktemp("earth") / "data", "earth", games=6)
    run_study(data, workers=1)
    return data


# --- what is kept ---


def test_games_and_seats(galaxy: DataSet) -> None:
    games, seats = rows(galaxy, "games"), rows(galaxy, "seats")
    assert [row["game"] for row in games] == list(range(12))
    assert [row["seed"] for row in games] == list(range(5, 17))
    assert [(row["game"], row["seat"]) for row in seats] == [(i // 2, i % 2) for i in range(24)]
    assert sum(row["won"] for row in seats) == pytest.approx(12)
    for first, second in zip(seats[::2], seats[1::2], strict=True):
        assert (first["won"] > second["won"]) <= (first["score"] >= second["score"])


def test_points_by_source_add_up_to_the_score(galaxy: DataSet, earth: DataSet) -> None:
    for data in (galaxy, earth):
        for row in rows(data, "seats"):
            assert row["score"] == sum(value for name, value in row.items() if name.startswith("points_"))


def test_cards_of_an_opening_hand_and_a_tableau(galaxy: DataSet) -> None:
    seats = rows(galaxy, "seats")
    cards: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in rows(galaxy, "cards"):
        cards.setdefault((row["game"], row["seat"]), []).append(row)
    for seat in seats:
        mine = cards[seat["game"], seat["seat"]]
        assert sum(row["opening"] for row in mine) == 6
        assert all(row["seen"] == row["opening"] + row["drawn"] for row in mine)
        assert seat["tableau"] <= 1 + sum(row["placed"] > 0 for row in mine)
        assert all(row["won"] == seat["won"] and row["bot"] == seat["bot"] for row in mine)
        assert seat["start_world"]
    assert any(row["discarded"] for row in cards[0, 0])


def test_actions_of_every_round(galaxy: DataSet) -> None:
    lengths = {row["game"]: row["rounds"] for row in rows(galaxy, "games")}
    actions = rows(galaxy, "actions")
    for game, length in lengths.items():
        rounds = [row["round"] for row in actions if row["game"] == game and row["seat"] == 0]
        assert rounds == list(range(1, length + 1))
    first = next(row for row in actions if row["game"] == 0 and row["seat"] == 1)
    assert first["action"] in next(row for row in rows(galaxy, "seats") if row["seat"] == 1)["first_actions"]


def test_decisions_if_asked_for(galaxy: DataSet, earth: DataSet) -> None:
    decisions = rows(galaxy, "decisions")
    assert len(decisions) == sum(row["decisions"] for row in rows(galaxy, "games"))
    assert {"game", "seat", "round", "prompt", "options", "words"} <= set(decisions[0])
    assert not (earth.folder / "decisions").exists()


def test_every_file_has_the_plan_in_it(galaxy: DataSet) -> None:
    for name in ("games", "cards"):
        about = json.loads(parquet.read_schema(galaxy.part(name, 0)).metadata[b"repulse"])
        assert (about["game"], about["games"], about["bots"]) == ("galaxy", 12, ["random", "random"])


# --- interruptions ---


def test_interrupted_and_continued_gives_the_same_bytes(tmp_path: Path) -> None:
    whole, cut = data_set(tmp_path / "whole"), data_set(tmp_path / "cut")
    run_study(whole, workers=1)
    played: list[StudiedGame] = []

    def interrupt(game: StudiedGame) -> None:
        played.append(game)
        if len(played) == 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(cut, workers=1, progress=interrupt)
    assert cut.games() == 15
    assert len(rows(cut, "games")) == 15
    again = DataSet.open(tmp_path / "cut")
    assert again.todo() == [range(10, 24)]
    run_study(again, workers=2)
    assert again.todo() == []
    assert contents(again) == contents(whole)


def test_a_bad_bot_is_named_and_the_games_before_it_are_kept(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", bots=f"{__name__}:Cheat", games=100)
    with pytest.raises(BotError, match=r"Cheat.*answered 'bid' with \[99\] in game"):
        run_study(data, workers=1)
    assert len(rows(data, "games")) == data.games() > 0


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As many games at a time on a slow machine as on a fast one.
    monkeypatch.setattr("repulse.jobs.scheduler.MAX_BATCH", 10)

    def most(games: int) -> int:
        """The most memory that was in use at once, in bytes, while the games were played."""
        data = DataSet.create(
            tmp_path / f"{games}", Study(make_plan("toy", {"players": 2}, ["random"], games=games), batch=10)
        )
        tracemalloc.start()
        run_study(data, workers=1)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    # The first run fills caches.
    most(30)
    # Ten times the games; some hundred bytes of each would be ten times the memory.
    assert most(600) < 3 * most(60)


def test_a_folder_holds_one_study(tmp_path: Path) -> None:
    data_set(tmp_path / "data")
    with pytest.raises(RepulseError, match="another study"):
        data_set(tmp_path / "data", games=GAMES + 1)
    with pytest.raises(RepulseError, match="no study"):
        DataSet.open(tmp_path)
    with pytest.raises(RepulseError, match="not empty"):
        data_set(tmp_path)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", games=10)
    run_study(data, workers=1)
    data.part("seats", 0).write_bytes(b"PAR1 and no more")
    with pytest.raises(RepulseError, match=r"seats/00000.parquet cannot be read"):
        summarize(data.folder)
    data.part("games", 0).write_bytes(b"")
    with pytest.raises(RepulseError, match=r"games/00000.parquet cannot be read"):
        data.todo()


# --- reports ---


def test_a_summary_counts_every_win_once(galaxy: DataSet) -> None:
    summary: Any = summarize(galaxy.folder)
    assert summary["games"] == 12
    assert sum(row[4] for row in summary["seats"]) == pytest.approx(12)
    starts = summary["choices"][0]
    assert sum(row[3] for row in starts["rows"]) == 24
    cards = summary["things"][0]
    placed = sum(row["placed"] > 0 for row in rows(galaxy, "cards"))
    assert sum(row[3] for row in cards["fields"]["placed"]) == placed
    assert sum(row[2] for row in cards["when"]["placed"]) == placed


def test_a_summary_counts_seats_by_ending(galaxy: DataSet) -> None:
    figures: Any = summarize(galaxy.folder)
    ended = {row["game"]: row["ending"] for row in rows(galaxy, "games")}
    for ending, figures_of_ending in figures["by_ending"].items():
        seats = [row for row in rows(galaxy, "seats") if ended[row["game"]] == ending]
        assert sum(row[3] for row in figures_of_ending["seats"]) == len(seats)
        assert sum(row[4] for row in figures_of_ending["seats"]) == pytest.approx(
            sum(row["won"] for row in seats)
        )
        assert sum(row[5] for row in figures_of_ending["seats"]) == sum(row["score"] for row in seats)
        if figures["strategies"] is not None:
            assert sum(row[3] for row in figures_of_ending["strategies"]) == len(seats)
    assert sum(figures["endings"].values()) == figures["games"]


def test_a_report_calls_columns_what_players_call_them(galaxy: DataSet) -> None:
    figures: Any = summarize(galaxy.folder)
    assert "6-cost developments" in [part["label"] for part in figures["points"]]
    assert [choice["label"] for choice in figures["choices"]][1:] == [
        "action in round 1",
        "action in round 2",
    ]
    assert figures["by_round"][0]["label"] == "actions, round by round"
    if figures["strategies"] is not None:
        assert "variable" not in " ".join(figures["strategies"]["words"])


def test_the_page_needs_nothing_from_elsewhere(galaxy: DataSet, earth: DataSet) -> None:
    page = report_html([summarize(galaxy.folder), summarize(earth.folder)])
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}
    assert "@" not in re.sub(r"@media", "", page.split("<script")[0])
    data = page.split('id="data">')[1].split("</script>")[0].replace("<\\/", "</")
    assert [run["game"] for run in json.loads(data)] == ["galaxy", "earth"]


def test_strategies_are_found_and_named() -> None:
    chips = np.tile([[30, 2, 3]], (80, 1))
    worlds = np.tile([[1, 25, 4]], (80, 1))
    strategies = find_strategies(np.concatenate([chips, worlds]), ["chips", "worlds", "rest"])
    assert strategies is not None
    group = strategies.of(np.array([[28, 1, 2], [0, 22, 5]]))
    assert [strategies.names[i].split(" ")[0] for i in group] == ["chips", "worlds"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "data")
    assert run(["study", folder, "toy", "-n", "10", "-b", "random", "-p", "2", "-w", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 10
    assert run(["study", folder]) == 0
    assert "10 games" in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert run(["study", "report", folder, "--html", str(page)]) == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert run(["study", "report", str(tmp_path)]) == 2
    assert run(["study", folder, "toy", "-n", "11"]) == 2


def test_a_report_can_follow_the_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play = ["study", str(tmp_path / "data"), "toy", "-n", "10", "-b", "random", "-p", "2", "-w", "1"]
    page = tmp_path / "page.html"
    assert run([*play, "--html", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 10
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_report_goes_where_the_help_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run_study(data_set(tmp_path / "data" / "mine", games=10), workers=1)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run(["study", "report", "../data/mine"]) == 0
    assert "The report is in mine.html." in capsys.readouterr().out
    assert (tmp_path / "here" / "mine.html").exists()


def test_studies_of_one_name_are_distinguished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [tmp_path / name for name in ("a/run", "b/run", "other")]
    for folder in folders:
        run_study(data_set(folder, games=10), workers=1)
    assert run(["study", "report", *map(str, folders), "--json"]) == 0
    assert [figures["name"] for figures in json.loads(capsys.readouterr().out)] == ["a/run", "b/run", "other"]
    assert short_names([folders[0], folders[0]]) == ["run", "run"]


def test_decisions_cannot_be_asked_for_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_set(tmp_path / "data", games=10)
    assert run(["study", str(data.folder), "--decisions"]) == 2
    assert "another study (decisions: False, not True)" in capsys.readouterr().err
    kept = data_set(tmp_path / "kept", games=10, decisions=True)
    assert run(["study", str(kept.folder), "-w", "1"]) == 0
    assert rows(kept, "decisions")


def test_a_study_is_not_continued_by_other_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_set(tmp_path / "data", games=10)
    place = data.folder / "study.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), "rules": "of old"}))
    assert run(["study", str(data.folder)]) == 2
    assert "another study (rules: of old, not" in capsys.readouterr().err


# --- what things are, and how they go together ---


def test_a_data_set_says_what_its_cards_are(galaxy: DataSet) -> None:
    """So that the best six-cost developments can be found without knowing their names."""
    facts = {row["card"]: row for row in galaxy.facts("cards")}
    assert facts["Galactic Federation"]["cost"] == 6
    assert facts["Galactic Federation"]["type"] == "development"
    assert facts["Galactic Federation"]["vp"] is None
    assert facts["Gem World"]["good"] == "novelty"
    assert facts["Gem World"]["production"] == "production"
    assert facts["New Sparta"]["military"]
    assert facts["New Sparta"]["start_world"]
    assert "rebel" in facts["Rebel Miners"]["keywords"].split()
    figures: dict[str, Any] = summarize(galaxy.folder)
    cards = next(kind for kind in figures["things"] if kind["name"] == "cards")
    assert [row["card"] for row in cards["facts"]] == cards["words"]


def test_facts_are_added_to_a_data_set_of_an_older_version(tmp_path: Path) -> None:
    data = data_set(tmp_path / "data", "galaxy", games=10)
    data.facts_file("cards").unlink()
    assert data.facts("cards") == []
    again = DataSet.create(data.folder, data.study)
    assert again.facts("cards")


def test_pairs_of_cards_are_counted_as_they_lie(galaxy: DataSet) -> None:
    placed: dict[tuple[int, int], list[str]] = {}
    won: dict[tuple[int, int], float] = {}
    for row in rows(galaxy, "cards"):
        if row["placed"]:
            placed.setdefault((row["game"], row["seat"]), []).append(row["card"])
            won[row["game"], row["seat"]] = row["won"]
    expected: dict[tuple[str, str], list[float]] = {}
    for seat, cards in placed.items():
        for card in cards:
            for other in cards:
                if card < other:
                    sums = expected.setdefault((card, other), [0, 0])
                    sums[0] += 1
                    sums[1] += won[seat]
    figures: dict[str, Any] = summarize(galaxy.folder)
    kind = next(kind for kind in figures["things"] if kind["name"] == "cards")
    words, pairs = kind["words"], kind["pairs"][0]["rows"]
    assert pairs
    for first, second, n, wins in pairs:
        low, high = sorted((words[first], words[second]))
        assert expected[low, high] == [n, pytest.approx(wins, abs=0.01)]


def test_strategies_of_two_studies_are_found_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = []
    for players in (2, 4):
        plan = make_plan("galaxy", {"players": players}, ["random"], games=60, seed=5)
        data = DataSet.create(tmp_path / f"p{players}", make_study(plan))
        run_study(data, workers=1)
        folders.append(str(data.folder))
    assert run(["study", "report", *folders, "--json"]) == 0
    two, four = json.loads(capsys.readouterr().out)
    assert two["strategies"]["words"] == four["strategies"]["words"]
    assert two["strategies"]["shares"] == four["strategies"]["shares"]
    assert two["players"] != four["players"]
