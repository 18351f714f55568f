"""A user of the command in a terminal or behind pipes."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

TOY = "toy"
COMMAND = [sys.executable, "-c", "from repulse.cli import main; main()"]


class User:
    """Somebody with a folder of saved games."""

    def __init__(self, home: Path, root: Path) -> None:
        self.home = home
        outside = str(root / "tests" / "outside")
        path = os.pathsep.join([str(root), outside, *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {**os.environ, "REPULSE_HOME": str(home), "PYTHONPATH": path, "TERM": "xterm"}
        self.environment.pop("NO_COLOR", None)

    def run(self, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=lines,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def unfinished(self) -> list[Path]:
        return sorted((self.home / "unfinished").glob("*.json"))


class Terminal:
    """The command in a pseudo terminal."""

    def __init__(self, user: User, *arguments: str, **environment: str) -> None:
        self.process, self.screen = os.getpid(), b""
        process, self.end = pty.fork()
        if process == 0:
            # A process in the background may ignore it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], {**user.environment, **environment})
        self.process = process

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """All that was printed since the last time, up to `text`."""
        end = time.monotonic() + seconds
        while text.encode() not in self.screen:
            assert time.monotonic() < end, f"no {text!r} in {self.screen!r}"
            if select.select([self.end], [], [], 0.2)[0]:
                try:
                    self.screen += os.read(self.end, 4096)
                except OSError:
                    assert text.encode() in self.screen, f"no {text!r} in {self.screen!r}"
        before, separator, self.screen = self.screen.partition(text.encode())
        return (before + separator).decode()

    def wait_to_end(self) -> str:
        """All that was printed since the last time, up to the end of the command."""
        while True:
            try:
                read = os.read(self.end, 4096)
            except OSError:
                break
            if not read:
                break
            self.screen += read
        assert self.leave() == 0
        return self.screen.decode()

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until `text` comes: one that falls between the prompt and the reading of it goes unheard."""
        for _ in range(9):
            self.type("\x03")
            try:
                self.wait_for(text, 4)
                return
            except AssertionError:
                continue
        self.wait_for(text)

    def leave(self, sign: int | None = None) -> int:
        """Wait for the end, hurried by a signal if one is given; the exit code."""
        if sign is not None:
            os.kill(self.process, sign)
        status = os.waitpid(self.process, 0)[1]
        os.close(self.end)
        return os.waitstatus_to_exitcode(status)


def one_line(result: subprocess.CompletedProcess[str]) -> str:
    """The one clear line of bad input."""
    assert result.returncode == 2, result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("repulse: ")
    return result.stderr
