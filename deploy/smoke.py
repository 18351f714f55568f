"""Try what deploy/ starts: the commands of the systemd unit and of the Compose file, and the proxy if Caddy is installed.

usage: smoke.py BIN FOLDER     BIN has the program `repulse`, FOLDER is empty. Everything is on loopback and ends by itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from websockets.sync.client import connect

from repulse.table.wire.connections import PROTOCOL

HERE = Path(__file__).resolve().parent
SITE = "table.example.org"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(url: str, body: object = None, **headers: str) -> tuple[int, bytes]:
    """Return the status and the body of a reply."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def expect(what: str, actual: object, expected: object) -> None:
    """Say what was tried; end if it is not as it should be."""
    print(f"{'ok' if actual == expected else 'NOT':4}{what}: {actual}", flush=True)
    if actual != expected:
        sys.exit(f"deploy: {what} should be {expected}")


@contextlib.contextmanager
def running(command: list[str], url: str, **environment: str) -> Iterator[None]:
    """Run a program that listens, until the end of the block."""
    process = subprocess.Popen(
        command, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError):
                ask(url)
                break
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"deploy: {shlex.join(command)} does not listen")
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        code = process.wait(20)
    # A server says goodbye and then ends by the signal, which systemd takes for success.
    expect(f"{Path(command[0]).name} ends when it is told to", code in (0, -signal.SIGTERM), True)


def play(url: str, **headers: str) -> None:
    """Open the page, make a room, and see its first event over a WebSocket."""
    expect("page", ask(url, **headers)[0], 200)
    expect("ready", ask(url + "readyz", **headers)[0], 200)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "sensible"}]
    status, body = ask(url + "api/rooms", {"game": "galaxy", "seats": seats, "start": True}, **headers)
    expect("a new room", status, 201)
    room = json.loads(body)
    with connect(
        f"{url.replace('http', 'ws', 1)}api/rooms/{room['room']}/socket", additional_headers=headers
    ) as to:
        to.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "token": room["token"]}))
        kinds = {json.loads(to.recv(30))["type"] for _ in range(3)}
    expect("first messages", sorted(kinds), ["event", "presence", "welcome"])


def unit_command(binaries: Path, folder: Path, port: int) -> list[str]:
    """Return the command of the systemd unit, with our folders and port in place of its own."""
    line = re.search(r"^ExecStart=(.*)$", (HERE / "repulse.service").read_text(), re.MULTILINE)
    assert line is not None
    words = line[1].replace("/srv/repulse/bin", str(binaries)).replace("%d/", f"{folder}/")
    return shlex.split(words.replace("--port 8000", f"--port {port}"))


def compose_command(binaries: Path, port: int) -> list[str]:
    """Return the command of the Compose file, which listens on all addresses of a container, and here on loopback alone."""
    words = re.findall(r"^      - (serve|--\S+)$", (HERE / "compose.yaml").read_text(), re.MULTILINE)
    changed = {"--host=0.0.0.0": "--host=127.0.0.1", "--port=8000": f"--port={port}"}
    return [
        str(binaries / "repulse"),
        *(changed.get(word, word).replace("${SITE:?}", SITE) for word in words),
    ]


def proxy_file(folder: Path, table: int, port: int) -> Path:
    """Return the Caddyfile for a table on this machine, without certificates."""
    text = (HERE / "Caddyfile").read_text()
    text = text.replace("{$SITE}", f"http://127.0.0.1:{port}").replace("table:8000", f"127.0.0.1:{table}")
    config = folder / "Caddyfile"
    config.write_text(text.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1))
    return config


def main(binaries: Path, folder: Path) -> None:
    """Try everything."""
    repulse = str(binaries / "repulse")
    token = folder / "admin-token"
    token.write_text("only-for-this-trial")
    home = str(folder / "home")
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    with running(unit_command(binaries, folder, port), url, REPULSE_HOME=home):
        play(url)
        admin = [repulse, "admin", "statistics", "--url", url, "--token-file", str(token)]
        expect("the operator's command", subprocess.run(admin, stdout=subprocess.DEVNULL).returncode, 0)
        caddy = shutil.which("caddy")
        if caddy is None:
            print("--  Caddy is not installed: the proxy is not tried")
        else:
            outside = free_port()
            config = str(proxy_file(folder, port, outside))
            through = f"http://127.0.0.1:{outside}/"
            with running(
                [caddy, "run", "--adapter", "caddyfile", "--config", config], through, HOME=str(folder)
            ):
                play(through)
                expect("metrics through the proxy", ask(through + "metrics")[0], 404)
                expect("the operator's side through the proxy", ask(through + "api/admin/rooms")[0], 404)
        expect("metrics without a token", ask(url + "metrics")[0], 404)
    backup = str(folder / "backup.gz")
    environment = os.environ | {"REPULSE_HOME": home}
    expect("backup", subprocess.run([repulse, "backup", backup], env=environment).returncode, 0)
    again = [repulse, "restore", backup, "--db", str(folder / "again.db")]
    expect("restore", subprocess.run(again).returncode, 0)
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    settings = {"REPULSE_DB": str(folder / "again.db"), "REPULSE_ADMIN_TOKEN": "only-for-this-trial"}
    with running(compose_command(binaries, port), url, **settings):
        play(url, Host=SITE)
        expect("the check of the container", ask(url + "healthz")[0], 200)
        expect("another name", ask(url, Host="elsewhere.example.org")[0], 400)


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
