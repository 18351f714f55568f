"""JSON and TOML from people and programs: parsed, or refused with a reason in one line.

The parsers of Python raise more than their own errors: a number of more than 4300 digits is a plain ValueError, and deep nesting a RecursionError.
Numbers that no game could use are refused here, since even naming one in an error message can fail.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any, Final

MAX_NUMBER: Final = 10**20
"""Whole numbers are smaller than this, and larger than its negative."""

MAX_DIGITS: Final = 20

TOO_DEEP: Final = "it is nested too deeply"
TOO_LARGE: Final = f"it holds a number of more than {MAX_DIGITS} digits"


class ParseError(ValueError):
    """A text that cannot be parsed; the message is the reason, without a full stop."""


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ParseError: The text is not JSON.
    """
    try:
        return json.loads(text, parse_int=_whole_number)
    except ParseError:
        raise
    except ValueError as error:
        raise ParseError(str(error)) from None
    except RecursionError:
        raise ParseError(TOO_DEEP) from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text.

    Raises:
        ParseError: The text is not TOML.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(str(error)) from None
    except ValueError:
        raise ParseError(TOO_LARGE) from None
    except RecursionError:
        raise ParseError(TOO_DEEP) from None
    _check_numbers(table)
    return table


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_DIGITS + 1 or not -MAX_NUMBER < int(digits) < MAX_NUMBER:
        raise ParseError(TOO_LARGE)
    return int(digits)


def _check_numbers(table: dict[str, Any]) -> None:
    """Raise ParseError if a number is too large; in base 16 there is no limit to the digits of one."""
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, int) and not -MAX_NUMBER < value < MAX_NUMBER:
            raise ParseError(TOO_LARGE)
