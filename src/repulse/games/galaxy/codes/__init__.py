"""The small numbers of the rules, in namespaces: `do.DRAW`, `trait.FAR`, `phase.SETTLE`.

A number is declared once, as a constant; its name in files and logs follows from that (`names_in`).
"""

from __future__ import annotations

import sys


def names_in(module: str) -> tuple[str, ...]:
    """Return the names of the constants declared so far in a module, in lower case, by number; no number may be missing."""
    numbers = {
        value: name.lower()
        for name, value in vars(sys.modules[module]).items()
        if name.isupper() and isinstance(value, int)
    }
    return tuple(numbers[number] for number in range(len(numbers)))
