"""Running a command: from the command line to an exit code."""

from __future__ import annotations

import os
import sys

from repulse.cli.parser import BadUsage, make_parser, parse

FAULT = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; the entry point of the console script."""
    # As under `python -m repulse`: bots in modules of this folder are found, after everything installed.
    sys.path.append("")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code. User errors are reported in one line, never as a traceback."""
    try:
        parser = make_parser()
        if "_ARGCOMPLETE" in os.environ:
            from repulse.cli.completion import complete

            complete(parser)
        try:
            parsed = parse(parser, arguments)
        except SystemExit:
            # Help or version has been printed.
            return 0
        from repulse.cli.commands import COMMANDS

        COMMANDS[parsed.command](parsed)
    except BadUsage as error:
        return _tell(str(error))
    except BrokenPipeError:
        # The reader of our output has closed it; flushing the rest of the buffer would only fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Exception, SystemExit) as error:
        return _tell_error(error)
    return 0


def _tell(text: str) -> int:
    print(f"repulse: {' '.join(text.split())}", file=sys.stderr, flush=True)
    return BAD_INPUT


def _tell_error(error: BaseException) -> int:
    from repulse.cli.fault import keep_traceback
    from repulse.engine.bot import BotError
    from repulse.engine.contract import RepulseError

    if isinstance(error, BotError) and not error.illegal:
        _tell(f"{str(error).rstrip('.')}. {keep_traceback(error)}")
        return FAULT
    if isinstance(error, RepulseError):
        return _tell(str(error))
    _tell(
        f"a fault in the program, sorry ({type(error).__name__}). Saved games are safe. {keep_traceback(error)}"
    )
    return FAULT
