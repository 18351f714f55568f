"""The command `serve`: the table for browsers and programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from repulse.bots import make_bot
from repulse.cli import saves
from repulse.cli.admin import read_token
from repulse.cli.extras import missing_package_error
from repulse.cli.screen import note
from repulse.cli.series_file import read_series_file
from repulse.daily import Series
from repulse.engine.contract import RepulseError
from repulse.games import game_names

NO_PAGE = (
    "repulse: the page is not in this installation, so only programs can play here; "
    "'make web' in a source checkout builds it (with Node.js and npm)."
)

LAN_COMMANDS = "repulse serve --lan (in a checkout: make play ARGS=--lan)"
"""Advice for letting other devices in: the second command works where Repulse is not installed."""


@dataclass(frozen=True, kw_only=True)
class ServeSettings:
    """The options of `repulse serve`, as they were given."""

    host: str = "127.0.0.1"
    port: int = 0
    database: str = ""
    open_page: bool = False
    lan: bool = False
    workers: int = 1
    private_host: str = "127.0.0.1"
    bots: Sequence[str] = ()
    bot_seconds: float = 20.0
    series: Sequence[str] = ()
    """Files with series of deals of the day."""
    bot_hosts: Sequence[str] = ()
    bot_token_file: str = ""
    compiled: str = ""
    limits: Sequence[str] = ()
    proxies: Sequence[str] = ()
    allowed_hosts: Sequence[str] = ()
    admin_token_file: str = ""
    log_format: str = "text"
    log_level: str = "warning"

    @property
    def listen_host(self) -> str:
        """The address to listen on: all addresses with `--lan`."""
        return "0.0.0.0" if self.lan and self.host == "127.0.0.1" else self.host

    def usual_limits(self) -> list[str]:
        """Return changed limits: a server that only this machine can reach may use all of it."""
        is_private = self.host in ("127.0.0.1", "::1", "localhost") and not self.lan and not self.proxies
        return ["cpu_share=1"] if is_private else []


def _series(paths: Sequence[str]) -> tuple[Series, ...]:
    """Return the series in some files.

    Raises:
        RepulseError: A file cannot be read, or two series have the same name.
    """
    series = tuple(read_series_file(path) for path in paths)
    names = [entry.name for entry in series]
    if len(set(names)) < len(names):
        raise RepulseError(f"--series takes series with different names, not {', '.join(names)}.")
    return series


def run_server(settings: ServeSettings) -> None:
    """Serve until interrupted. The address is printed as soon as it can be used.

    Raises:
        RepulseError: A setting is wrong, or the extra `server` is not installed.
    """
    try:
        from repulse.server import logs
        from repulse.server.cluster.supervisor import supervise
        from repulse.server.config import Config
        from repulse.server.guard.quotas import read_quotas
        from repulse.server.http.page_files import static_folder
        from repulse.server.serve import serve
    except ModuleNotFoundError as error:
        raise missing_package_error("The server needs", error.name) from error
    logs.set_up(settings.log_format, settings.log_level)
    if not (static_folder() / "index.html").is_file():
        note(NO_PAGE)
    config = Config(
        settings.database or os.environ.get("REPULSE_DB", "") or str(saves.home() / "table.db"),
        bot_seconds=settings.bot_seconds,
        quotas=read_quotas([*settings.usual_limits(), *settings.limits]),
        bots=dict(_bot(text) for text in settings.bots),
        proxies=tuple(_address(text) for text in settings.proxies),
        admin_token=read_token(settings.admin_token_file),
        hosts=tuple(_host_name(text) for text in settings.allowed_hosts),
        compiled=settings.compiled,
        private_host=settings.private_host,
        series=_series(settings.series),
        bot_hosts=tuple(_bot_host(text) for text in settings.bot_hosts),
        bot_token=read_token(settings.bot_token_file) if settings.bot_token_file else "",
    )
    if settings.bot_hosts and not settings.bot_token_file:
        raise RepulseError("--bot-host needs --bot-token: the file with the token of these machines.")

    def report(address: str, outside: str) -> None:
        print_address(address, outside, is_lan=settings.lan, is_opened=settings.open_page)

    host, port, open_page, lan = settings.listen_host, settings.port, settings.open_page, settings.lan
    if settings.workers > 1:
        log = (settings.log_format, settings.log_level)
        supervise(
            config,
            settings.workers,
            host=host,
            port=port,
            open_page=open_page,
            lan=lan,
            announce=report,
            log=log,
        )
    else:
        serve(config, host=host, port=port, open_page=open_page, lan=lan, announce=report)


def run_bots(host: str, port: int, *, token_file: str, processes: int, compiled: str = "") -> None:
    """Answer requests of servers until interrupted. The address is printed as soon as it can be used.

    Raises:
        RepulseError: The token is empty, or the extra `server` is not installed.
    """
    try:
        from repulse.server import logs
        from repulse.server.remote_bots.host import BotHost
    except ModuleNotFoundError as error:
        raise missing_package_error("Bots for servers need", error.name) from error
    import asyncio

    logs.set_up("text", "warning")
    token = read_token(token_file)
    if not token:
        raise RepulseError(f"The token file {token_file} is empty.")

    def ready(address: str, number: int) -> None:
        print(f"Bots are at {address}:{number}", flush=True)

    bot_host = BotHost(token, processes or os.cpu_count() or 1, compiled)
    asyncio.run(bot_host.serve(host, port, ready))


def print_address(address: str, outside: str, *, is_lan: bool, is_opened: bool) -> None:
    """Print the address of the server for this machine, and for others if they are admitted."""
    print(f"Repulse is at {address}", flush=True)
    if outside:
        print(f"\nOn another device in the same network (Wi-Fi), open {outside} or point its camera here:\n")
        _print_code(outside)
        print(
            "\nThis lets everybody in your network see the list of open rooms, join, and create rooms of their own."
            "\nNothing is encrypted: use --lan at home, not in a public network.",
            flush=True,
        )
    elif is_lan:
        print("No address for other devices was found: is this machine in a network?", flush=True)
    elif is_opened:
        print(f"Only this computer can reach it. To let your network in: {LAN_COMMANDS}", flush=True)


def _print_code(text: str) -> None:
    """Print a text as a QR code, where the terminal can show one."""
    import segno

    encoding = (sys.stdout.encoding or "").lower()
    if "utf" in encoding:
        segno.make(text, micro=False).terminal(out=sys.stdout, compact=True, border=2)


def _address(text: str) -> str:
    """Check the address of a proxy."""
    try:
        return str(ip_address(text))
    except ValueError:
        raise RepulseError(f"--proxy takes an address such as 127.0.0.1, not {text!r}.") from None


def _bot_host(text: str) -> str:
    """Check the address of a machine with bots."""
    host, _, number = text.rpartition(":")
    if not host or not number.isdigit():
        raise RepulseError(f"--bot-host takes HOST:PORT, not {text!r}.")
    return text


def _host_name(text: str) -> str:
    """Check a name of the server, or `*.` and the name that it ends with."""
    if not text or "*" in text.removeprefix("*.") or ":" in text or "/" in text:
        raise RepulseError(f"--allowed-host takes a name such as table.example.org, not {text!r}.")
    return text


def _bot(text: str) -> tuple[str, str]:
    """Read a bot given as name=module:Class; it must be a bot for one of the games."""
    name, separator, source = text.partition("=")
    if not separator or not name.strip() or ":" not in source:
        raise RepulseError(f"--bot takes name=module:Class, not {text!r}.")
    make_bot(source.strip(), game_names()[0], 0)
    return name.strip(), source.strip()
