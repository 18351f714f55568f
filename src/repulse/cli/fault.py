"""Tracebacks of unexpected errors, kept in a file for a bug report."""

from __future__ import annotations

import sys
import traceback

import repulse
from repulse.cli.saves import home
from repulse.engine.contract import RepulseError
from repulse.files import write_atomically


def keep_traceback(error: BaseException) -> str:
    """Write the traceback of an error to a file, and return a sentence with its path."""
    place = home() / "fault.txt"
    text = "".join(traceback.format_exception(error))
    try:
        write_atomically(place, f"repulse {repulse.__version__}, {' '.join(sys.argv[1:])}\n{text}")
    except RepulseError:
        print(text, file=sys.stderr)
        return "The traceback is above."
    return f"The traceback is in {place}."
