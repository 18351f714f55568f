"""The commands of operators: each reads its arguments and imports the module that does the work."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from repulse.cli.screen import Screen


def serve(args: Namespace) -> None:
    """Serve the table."""
    from repulse.cli.serve import ServeSettings, run_server

    run_server(
        ServeSettings(
            host=args.host,
            port=args.port,
            database=args.db,
            open_page=args.open,
            lan=args.lan,
            workers=args.workers,
            private_host=args.private_host,
            bots=args.bot,
            bot_seconds=args.bot_seconds,
            series=args.series,
            bot_hosts=args.bot_host,
            bot_token_file=args.bot_token,
            compiled=args.compiled,
            limits=args.limit,
            proxies=args.proxy,
            allowed_hosts=args.allowed_host,
            admin_token_file=args.admin_token,
            log_format=args.log,
            log_level=args.log_level,
        )
    )


def bots(args: Namespace) -> None:
    """Lend bots to servers elsewhere."""
    from repulse.cli.serve import run_bots

    run_bots(
        args.host,
        args.port,
        token_file=args.token_file,
        processes=args.processes,
        compiled=args.compiled,
    )


def admin(args: Namespace) -> None:
    """Administer a running server."""
    from repulse.cli.admin import Operator, read_token, run_admin

    operator = Operator(args.url, read_token(args.token_file))
    run_admin(operator, Screen(), action=args.action, target=args.what, reason=args.why, as_json=args.json)


def backup(args: Namespace) -> None:
    """Write a backup."""
    from repulse.cli.admin import run_backup

    run_backup(args.db, Path(args.file))


def restore(args: Namespace) -> None:
    """Restore a backup."""
    from repulse.cli.admin import run_restore

    run_restore(args.db, Path(args.file))
