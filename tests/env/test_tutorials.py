"""The tutorials with other people's libraries run as they stand, and so do the scripts they talk about."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools.docs.examples import NEEDED_LIBRARIES, ROOT, code_blocks

pytestmark = pytest.mark.tutorials

SCRIPTS = {
    "maskable_ppo.py": ("sb3_contrib", ["--steps", "4096", "--games", "4"], "after 4,096 steps"),
    "ppo_torch.py": ("torch", ["--steps", "16384", "--games", "40"], "against sensible"),
    "rllib_ppo.py": ("ray", ["--iterations", "1"], "iteration 1"),
}
TUTORIALS = ROOT / "docs" / "tutorials"


def run(arguments: list[str], folder: Path) -> str:
    """Return the output of a script, run in a folder that holds no modules but the examples."""
    paths = [str(ROOT / "examples"), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_script_trains_and_measures(name: str, tmp_path: Path) -> None:
    library, arguments, said = SCRIPTS[name]
    pytest.importorskip(library)
    assert said in run([str(ROOT / "examples" / name), *arguments], tmp_path)


@pytest.mark.parametrize("page", list(NEEDED_LIBRARIES))
def test_the_examples_of_a_tutorial_run(page: str, tmp_path: Path) -> None:
    pytest.importorskip(NEEDED_LIBRARIES[page])
    blocks = code_blocks(TUTORIALS / page, "python")
    assert blocks
    for number, block in enumerate(blocks):
        (tmp_path / f"example_{number}.py").write_text(block, encoding="utf-8")
        run([f"example_{number}.py"], tmp_path)


def test_the_bot_of_the_tutorial_plays_with_a_trained_net(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    run([str(ROOT / "examples" / "ppo_torch.py"), "--steps", "8192", "--games", "40"], tmp_path)
    (tmp_path / "mine.py").write_text(
        code_blocks(TUTORIALS / "train-pytorch.md", "python")[-1], encoding="utf-8"
    )
    command = ["-m", "repulse", "sim", "-n", "4", "-p", "2", "-w", "1", "-b", "./mine.py:Trained,random"]
    assert "4 games" in run(command, tmp_path)
