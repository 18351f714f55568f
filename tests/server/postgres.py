"""A PostgreSQL for the tests: an ordinary process in a temporary folder, of the installed version."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.toolchain import find_postgres

HOW = "PostgreSQL is not installed; on Debian: apt-get install postgresql"


def why_no_postgres() -> str:
    """Why there is no PostgreSQL, in a line that says how to get it; empty if there is one. In CI it must be there."""
    if find_postgres("initdb") and find_postgres():
        return ""
    if os.environ.get("CI"):
        pytest.fail(HOW)
    return HOW


class Postgres:
    """One server on a port of its own, thrown away afterwards."""

    def __init__(self) -> None:
        # Not in a folder of pytest's: those are closed to other users, which is what we may have to be.
        self.home = Path(tempfile.mkdtemp(prefix="repulse-postgres-"))
        self.folder = self.home / "data"
        self.log = self.home / "log"
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0
        # It refuses to run as root; then it runs as the user that Debian's package makes for it.
        self.as_user: list[str] = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            self.as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
            os.chown(self.home, user.pw_uid, user.pw_gid)

    def _run(self, program: str, *arguments: str) -> None:
        path = find_postgres(program)
        assert path
        command = [*self.as_user, path, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Make an empty server and wait until it answers."""
        self._run(
            "initdb", "-D", str(self.folder), "-U", "repulse", "-A", "trust", "-E", "UTF8", "--locale=C"
        )
        self.go_on()

    def go_on(self) -> None:
        """Start the process on what is there."""
        path = find_postgres()
        assert path
        settings = [f"-cport={self.port}", "-clisten_addresses=127.0.0.1", "-cunix_socket_directories="]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.as_user, path, "-D", str(self.folder), *settings], stdout=log, stderr=log, cwd="/"
            )
        for _ in range(300):
            try:
                self._run(
                    "psql",
                    "-h",
                    "127.0.0.1",
                    "-p",
                    str(self.port),
                    "-U",
                    "repulse",
                    "-c",
                    "select 1",
                    "postgres",
                )
                return
            except AssertionError:
                assert self.process.poll() is None, self.log.read_text(errors="replace")
                time.sleep(0.1)
        raise AssertionError("PostgreSQL does not answer")

    def new_database(self) -> str:
        """The address of a new, empty database."""
        self.databases += 1
        name = f"table_{self.databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "repulse", name)
        return f"postgresql://repulse@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """End it; nothing of it is needed any more."""
        if self.process is not None:
            # Fast: open connections are closed.
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as free_socket:
        free_socket.bind(("127.0.0.1", 0))
        port: int = free_socket.getsockname()[1]
        return port


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL in a temporary folder; skip the test where there is none."""
    if why := why_no_postgres():
        pytest.skip(why)
    database = Postgres()
    try:
        database.start()
        yield database
    finally:
        database.stop()
