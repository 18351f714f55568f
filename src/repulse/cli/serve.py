"""The command `serve`: the table for browsers and programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from ipaddress import ip_address

from repulse.bots import make_bot
from repulse.cli import saves
from repulse.cli.admin import read_token
from repulse.cli.screen import note
from repulse.engine.contract import RepulseError
from repulse.games import game_names

NO_PAGE = (
    "repulse: the page is not in this installation, so only programs can play here; "
    "'make web' in a source checkout builds it (with Node.js and npm)."
)


def run_server(
    host: str,
    port: int,
    db: str,
    open_page: bool,
    bots: list[str],
    bot_seconds: float,
    limits: list[str],
    proxies: list[str],
    hosts: list[str],
    admin_token: str = "",
    log: str = "text",
    log_level: str = "warning",
    lan: bool = False,
    compiled: str = "",
    workers: int = 1,
    bot_hosts: Sequence[str] = (),
    bot_token: str = "",
    private_host: str = "127.0.0.1",
) -> None:
    """Serve until interrupted. The address is printed as soon as it can be used."""
    try:
        from repulse.server import logs
        from repulse.server.app import Config, static_folder
        from repulse.server.cluster.supervisor import supervise
        from repulse.server.limits import read_quotas
        from repulse.server.serve import serve
    except ModuleNotFoundError as error:
        raise RepulseError(
            f"The server needs more packages ({error.name}): install 'repulse[server]'."
        ) from error
    if not bot_seconds > 0:
        raise RepulseError(f"A bot needs some time to think, not {bot_seconds:g} seconds.")
    if workers < 1:
        raise RepulseError(f"A server has at least one process, not {workers}.")
    logs.set_up(log, log_level)
    if not (static_folder() / "index.html").is_file():
        note(NO_PAGE)
    config = Config(
        db or os.environ.get("REPULSE_DB", "") or str(saves.home() / "table.db"),
        bot_seconds=bot_seconds,
        quotas=read_quotas([*_usual_limits(host, lan, proxies), *limits]),
        bots=dict(_bot(text) for text in bots),
        proxies=tuple(_address(text) for text in proxies),
        admin_token=read_token(admin_token),
        hosts=tuple(_host_name(text) for text in hosts),
        compiled=compiled,
        private_host=private_host,
        bot_hosts=tuple(_bot_host(text) for text in bot_hosts),
        bot_token=read_token(bot_token) if bot_token else "",
    )
    if bot_hosts and not bot_token:
        raise RepulseError("Machines with bots (--bot-host) ask for a token: name its file with --bot-token.")
    if lan and host == "127.0.0.1":
        host = "0.0.0.0"

    def tell(place: str, outside: str) -> None:
        tell_address(open_page, lan, place, outside)

    if workers > 1:
        supervise(config, workers, host, port, open_page, lan, tell, (log, log_level))
    else:
        serve(config, host, port, open_page, lan, tell)


def _usual_limits(host: str, lan: bool, proxies: list[str]) -> list[str]:
    """Limits that are not the usual ones: whoever plays on this machine alone has all of the server."""
    alone = host in ("127.0.0.1", "::1", "localhost") and not lan and not proxies
    return ["work_share=1"] if alone else []


def run_bots(host: str, port: int, token_file: str, processes: int, compiled: str = "") -> None:
    """Answer questions of servers until interrupted. The address is printed as soon as it can be used."""
    try:
        from repulse.server import logs
        from repulse.server.far.host import BotHost
    except ModuleNotFoundError as error:
        raise RepulseError(
            f"Bots for servers need more packages ({error.name}): install 'repulse[server]'."
        ) from error
    import asyncio

    logs.set_up("text", "warning")
    token = read_token(token_file)
    if not token:
        raise RepulseError("The file of the token is empty.")

    def ready(at: str, number: int) -> None:
        print(f"Bots are at {at}:{number}", flush=True)

    made = BotHost(token, processes or os.cpu_count() or 1, compiled)
    asyncio.run(made.serve(host, port, ready))


def tell_address(opened: bool, lan: bool, address: str, outside: str) -> None:
    """Say where the table is, for this machine and for others."""
    print(f"Repulse is at {address}", flush=True)
    if outside:
        print(f"\nOn another device in the same network (Wi-Fi), open {outside} or point its camera here:\n")
        _print_code(outside)
        print(
            "\nThis lets everybody in your network see the list of open rooms, join, and create rooms of their own."
            "\nNothing is encrypted: use --lan at home, not in a public network.",
            flush=True,
        )
    elif lan:
        print("No address for other devices was found: is this machine in a network?", flush=True)
    elif opened:
        print("Only this computer can reach it. To let your network in: make play ARGS=--lan", flush=True)


def _print_code(text: str) -> None:
    """A text as a code for a camera, where the terminal can show one."""
    import segno

    encoding = (sys.stdout.encoding or "").lower()
    if "utf" in encoding:
        segno.make(text, micro=False).terminal(out=sys.stdout, compact=True, border=2)


def _address(text: str) -> str:
    """The address of a proxy."""
    try:
        return str(ip_address(text))
    except ValueError:
        raise RepulseError(f"A proxy is given by its address, say 127.0.0.1, not {text!r}.") from None


def _bot_host(text: str) -> str:
    """The address of a machine with bots."""
    host, _, number = text.rpartition(":")
    if not host or not number.isdigit():
        raise RepulseError(f"A machine with bots is given as HOST:PORT, not {text!r}.")
    return text


def _host_name(text: str) -> str:
    """A name of the server, or `*.` and the name that it ends with."""
    if not text or "*" in text.removeprefix("*.") or ":" in text or "/" in text:
        raise RepulseError(f"A host is given as a name, say table.example.org, not {text!r}.")
    return text


def _bot(text: str) -> tuple[str, str]:
    """A bot given as name=module:Class; it must be a bot for one of the games."""
    name, found, source = text.partition("=")
    if not found or not name.strip() or ":" not in source:
        raise RepulseError(f"A bot is given as name=module:Class, not {text!r}.")
    make_bot(source.strip(), game_names()[0], 0)
    return name.strip(), source.strip()
