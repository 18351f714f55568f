"""Unexpected errors, kept in a file for a bug report."""

from __future__ import annotations

import sys
import traceback

import repulse
from repulse.cli.saves import home
from repulse.engine.contract import RepulseError
from repulse.files import write_whole


def keep_traceback(error: BaseException) -> str:
    """Write the traceback of an error to a file; return a sentence that says where it is."""
    place = home() / "fault.txt"
    text = "".join(traceback.format_exception(error))
    try:
        write_whole(place, f"repulse {repulse.__version__}, {' '.join(sys.argv[1:])}\n{text}")
    except RepulseError:
        print(text, file=sys.stderr)
        return "The traceback is above."
    return f"{place} says more."
