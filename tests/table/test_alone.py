"""A table needs only the standard library: it plays in a bare interpreter, and in a browser's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.bots.nets import small_net
from tools.flat_net import flat_net

import repulse

pytestmark = [pytest.mark.source_only, pytest.mark.slow]

HERE = Path(__file__).parent


def lines_of(command: list[str], root: Path) -> list[dict[str, Any]]:
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def games(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games among some lines, without what depends on the machine."""
    return [{key: line[key] for key in line if key != "ms_a_decision"} for line in lines if "game" in line]


def in_a_bare_interpreter(root: Path) -> list[dict[str, Any]]:
    # -I: nothing from the environment or this folder; -S: no site-packages.
    return games(lines_of([sys.executable, "-I", "-S", str(HERE / "play_alone.py"), "src"], root))


def test_whole_games_in_an_interpreter_without_any_package(root: Path) -> None:
    played = in_a_bare_interpreter(root)
    assert [(game["game"], game["mode"]) for game in played] == [
        ("galaxy", "base"),
        ("galaxy", "counterstrike"),
        ("earth", "earth"),
    ]
    assert all(game["bot_answers"] > 20 and game["undone"] > 2 for game in played)


def need_pyodide(root: Path) -> None:
    if shutil.which("node") is None:
        assert not os.environ.get("CI"), "Node.js is missing, and with it this test"
        pytest.skip("needs Node.js, which runs Pyodide (on Debian: package nodejs)")
    assert (root / "web" / "node_modules" / "pyodide").is_dir(), "run 'make web': it fetches Pyodide too"


def test_the_same_games_in_pyodide(root: Path) -> None:
    need_pyodide(root)
    lines = lines_of(["node", str(HERE / "play_in_pyodide.mjs")], root)
    assert lines[0]["platform"] == "emscripten"
    for line in lines[1:]:
        sys.stdout.write(f"{line['mode']}: {line['ms_a_decision']} ms a decision in Pyodide\n")
    assert games(lines) == in_a_bare_interpreter(root)


@pytest.mark.parametrize(("game", "players"), [("galaxy", 2), ("earth", 3)])
def test_hints_reviews_and_the_searching_player_in_pyodide(
    root: Path, tmp_path: Path, game: str, players: int
) -> None:
    """Without numpy: the sums of the net are done by the worker of the page."""
    need_pyodide(root)
    net, record = tmp_path / "net.bin", tmp_path / "record.json"
    net.write_bytes(flat_net(small_net(game, {"players": players})))
    repulse.new(game, players=players, seed=5).play_bots("random").at(12).save(record)
    requested = json.dumps({"game": game, "options": {}, "players": players})
    command = ["node", str(HERE / "advise_in_pyodide.mjs"), requested, str(record), str(net)]
    needed, hint, master, review = lines_of(command, root)
    assert needed["wanted"] == game
    assert len(hint["hints"]) >= 2
    assert all(item["reasons"] and 0 <= item["win"] <= 1 for item in hint["hints"])
    assert not master["failed"]
    assert (review["type"], review["chances"]) == ("review", 13)
    assert all(0 <= item["cost"] <= 1 for item in review["decisions"])
