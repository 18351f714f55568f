"""The types of the values on the command line; argparse puts the name of the argument before an error."""

from __future__ import annotations

import argparse

MAX_DIGITS = 30
"""No number here has more; Python is slow to parse very long ones."""


def whole(text: str) -> int:
    """Read a whole number."""
    digits = text.removeprefix("-")
    if not digits.isdecimal():
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number.")
    if len(digits) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(
            f"must have at most {MAX_DIGITS} digits, not {len(digits)}: {text[:10]}..."
        )
    return int(text)


def port(text: str) -> int:
    """Read a port to listen on."""
    number = whole(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"must be from 0 to 65535, not {number}.")
    return number


def not_negative(text: str) -> int:
    """Read a number that is at least 0."""
    number = whole(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"must not be negative, but is {number}.")
    return number


def positive(text: str) -> int:
    """Read a number that is at least 1."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}.")
    return number


def seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds greater than 0.")
    return number
