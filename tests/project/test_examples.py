"""The examples in the README and in all pages of `docs` run as they stand, and the commands they show exist."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools.docs.examples import (
    NEEDED_LIBRARIES,
    PAGES,
    README,
    ROOT,
    UNTYPED_PAGES,
    code_blocks,
    example_modules,
    write_examples,
)

from repulse.arena.many import make_plan
from repulse.cli.parser import UsageError, make_parser, parse
from repulse.study.dataset import DataSet, make_study
from repulse.study.run import run_study

EXAMPLES = [
    pytest.param(block, id=f"{page.relative_to(ROOT)}-{number}")
    for page in PAGES
    if page.name not in NEEDED_LIBRARIES
    for number, block in enumerate(example_modules(page), 1)
]


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study, for the examples that ask one."""
    plan = make_plan("galaxy", {"players": 2}, ["random"], games=10, seed=1)
    data = DataSet.create(tmp_path_factory.mktemp("examples") / "sensible", make_study(plan))
    run_study(data, workers=1)
    return data.folder


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs(example: str, studied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block runs by itself, in a folder of its own in which it may leave files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sensible").symlink_to(studied)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    exec(compile(example, "example", "exec"), {"__name__": "__main__"})


def test_no_example_of_the_readme_is_longer_than_ten_lines() -> None:
    """Empty lines, which the formatter adds, do not count."""
    blocks = code_blocks(README, "python")
    assert blocks
    assert [block for block in blocks if len([line for line in block.splitlines() if line]) > 10] == []


@pytest.mark.source_only
def test_every_typed_example_is_written_for_the_type_checker(tmp_path: Path) -> None:
    stale = tmp_path / "removed_1.py"
    stale.touch()
    expected = [
        module for page in PAGES if page.name not in UNTYPED_PAGES for module in example_modules(page)
    ]
    assert write_examples(tmp_path) == len(expected)
    assert sorted(path.read_text(encoding="utf-8") for path in tmp_path.iterdir()) == sorted(expected)


def test_examples_of_data_can_be_read() -> None:
    for page in PAGES:
        for block in code_blocks(page, "toml"):
            tomllib.loads(block)
        for block in code_blocks(page, "json"):
            json.loads(block)


# --- commands ---


def shown(page: Path) -> list[str]:
    """The command lines of a page: in code among the words, and in blocks of their own."""
    text = page.read_text(encoding="utf-8")
    commands = re.findall(
        r"`((?:repulse|make) [^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    )
    commands += re.findall(r"^(?:    |\$ )?((?:repulse|make) [a-z-]+(?: .*)?)$", text, re.MULTILINE)
    return [re.split(r"\s+#|\s+\||\s&&", line)[0].strip() for line in commands if "…" not in line]


COMMANDS = sorted({(line, str(page.relative_to(ROOT))) for page in PAGES for line in shown(page)})


@pytest.mark.parametrize(("line", "page"), COMMANDS, ids=lambda value: value)
def test_a_command_that_is_shown_exists(line: str, page: str) -> None:
    program, *words = shlex.split(line)
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert words[0] in targets
        return
    output = io.StringIO()
    code: object = 0
    try:
        with contextlib.redirect_stderr(output), contextlib.redirect_stdout(output):
            parse(make_parser(), words)
    except SystemExit as ended:
        code = ended.code
    except UsageError as error:
        pytest.fail(str(error))
    assert code == 0, output.getvalue()


def test_the_bot_of_the_examples_plays() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "own_bot.py")], capture_output=True, text=True
    )
    assert "won by" in done.stdout, done.stderr
