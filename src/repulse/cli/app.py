"""Run a command: from the command line to an exit code."""

from __future__ import annotations

import os
import sys

from repulse.cli.parser import UsageError, make_parser, parse

FAULT = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; the entry point of the console script."""
    # As under `python -m repulse`: bots in modules of the current folder are found, after all installed ones.
    sys.path.append("")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code. User errors are reported in one line, never as a traceback."""
    try:
        parser = make_parser()
        if "_ARGCOMPLETE" in os.environ:
            # The shell asks here only where the script that argcomplete wrote is installed.
            from repulse.cli.completion import complete

            complete(parser)
        try:
            args = parse(parser, arguments)
        except SystemExit:
            # Help or version has been printed.
            return 0
        # Imported here, so that help answers instantly.
        from repulse.cli import commands

        getattr(commands, args.handler)(args)
    except UsageError as error:
        return _report(str(error))
    except BrokenPipeError:
        # The reader of our output has closed it; flushing the rest of the buffer would only fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Exception, SystemExit) as error:
        return _report_error(error)
    return 0


def _report(text: str) -> int:
    print(f"repulse: {' '.join(text.split())}", file=sys.stderr, flush=True)
    return BAD_INPUT


def _report_error(error: BaseException) -> int:
    from repulse.cli.fault import keep_traceback
    from repulse.engine.bot import BotError
    from repulse.engine.contract import RepulseError

    if isinstance(error, BotError) and not error.illegal:
        _report(f"{str(error).rstrip('.')}. {keep_traceback(error)}")
        return FAULT
    if isinstance(error, ModuleNotFoundError) and (error.name or "").partition(".")[0] != "repulse":
        from repulse.cli.extras import missing_package_error

        return _report(str(missing_package_error("This command needs", error.name)))
    if isinstance(error, RepulseError):
        return _report(str(error))
    _report(f"internal error ({type(error).__name__}). Saved games are safe. {keep_traceback(error)}")
    return FAULT
