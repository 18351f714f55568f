"""The commands of docs/guides/cluster.md, run as they stand there: two nodes on this machine, with a token."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.cluster]

HEAD = "127.0.0.1"


def commands(root: Path) -> list[str]:
    """The commands of the section "Start a cluster", without their comments."""
    page = (root / "docs" / "guides" / "cluster.md").read_text(encoding="utf-8")
    section = page.partition("## Start a cluster\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^    (.+?)(?: +# .*)?$", section, re.MULTILINE)
    return [command.replace("HEAD", HEAD) for command in listed]


class Machine:
    """A shell in a folder of its own, in which commands are typed one after another."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        programs = folder / "bin"
        programs.mkdir()
        for name, module in (("ray", "ray.scripts.scripts"), ("repulse", "repulse")):
            script = programs / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
            script.chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(root / "src"), os.environ.get("PYTHONPATH", "")]),
            "RAY_TMPDIR": str(folder),
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        self.exports = ""

    def type(self, command: str) -> str:
        """Run a command; return what it prints."""
        if command.startswith("export "):
            self.exports += f"{command}\n"
            return ""
        # To a file: the nodes go on in the background and would hold a pipe open.
        log = self.folder / "log"
        with log.open("w") as output:
            done = subprocess.run(
                ["sh", "-c", self.exports + command],
                cwd=self.folder,
                env=self.environment,
                stdout=output,
                stderr=subprocess.PIPE if "repulse" in command else output,
                text=True,
                timeout=300,
            )
        text = log.read_text()
        assert done.returncode == 0, f"{command}: {text}{done.stderr or ''}"
        return text

    def stop(self) -> None:
        """End the processes of the cluster: those whose command line names this folder."""
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and int(entry.name) != os.getpid():
                try:
                    line = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                if os.fsencode(self.folder) in line:
                    try:
                        os.kill(int(entry.name), signal.SIGKILL)
                    except ProcessLookupError:
                        continue


@pytest.fixture(scope="module")
def machine(root: Path) -> Iterator[Machine]:
    # Not a folder of pytest's: the paths of Ray's sockets must be short.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        machine = Machine(root, Path(folder))
        yield machine
        machine.stop()


def test_the_commands_of_the_documentation_start_a_cluster_that_plays(root: Path, machine: Machine) -> None:
    *start, sim = commands(root)
    assert [command.split()[:2] for command in start[-2:]] == [["ray", "start"], ["ray", "start"]]
    for command in start:
        machine.type(command)
    on_cluster = json.loads(machine.type(f"{sim} --json"))
    alone = json.loads(machine.type(f"{sim.partition(' --cluster')[0]} -w 1 --json"))
    assert on_cluster["games"] == 2000
    for key in alone:
        if key not in ("seconds", "games_per_second"):
            assert on_cluster[key] == alone[key]
    nodes = machine.type("ray status").count("node_")
    assert nodes == 2


def test_a_client_without_the_token_is_turned_away_in_one_line(root: Path, machine: Machine) -> None:
    sim = commands(root)[-1]
    done = subprocess.run(
        ["sh", "-c", f"RAY_AUTH_MODE=disabled {sim}"],
        cwd=machine.folder,
        env=machine.environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("repulse: There is no cluster")
    assert "RAY_AUTH_TOKEN_PATH" in last
