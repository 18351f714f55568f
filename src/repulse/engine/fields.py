"""Fields of a state, declared once.

Copying, plain data, hiding and resetting are written by hand, because generic code would cost too much in the hottest
functions of a game. So that none of them can forget a field, each class of a state has one table of its fields
(`State.fields`), and `repulse.engine.conformance.check_fields` tests every row of it against the code: it changes the field in a
copy and looks at what `clone`, `data`, `view` and a reset make of it. An attribute without a row fails at once, too.

    FIELDS: Final = {
        **AGENDA_FIELDS,
        "table": SHARED,
        "deck": HIDDEN,
        "hand": OWN,
        "chips": PUBLIC,
        "placed": PUBLIC | RESETS,
        "war": PART,
        "_working": CACHE,
    }

A new field takes a line in `__init__`, in the table, in the copy and in `data`, and one in `hide_from` if not all may see it.
"""

from __future__ import annotations

from typing import Final

PUBLIC: Final = 1
"""Copied, part of the data, and the same in every view."""
OWN: Final = 2
"""A list with an entry per seat: copied, part of the data; a view shows the entry of its own seat alone."""
HIDDEN: Final = 3
"""Copied, part of the data, and blanked in every view: at most its size is public."""
FIXED: Final = 4
"""Copied, but the same in all positions of a game, so not part of the data."""
SHARED: Final = 5
"""One object for all positions of a game, such as its table of cards: neither copied nor part of the data."""
CACHE: Final = 6
"""Follows from the other fields: not part of the data."""
PART: Final = 7
"""An object with a table of its own (`fields`), or None."""

RESETS: Final = 8
"""Added to one of the above: back to its first value when the game resets (galaxy: when a phase begins)."""

KIND_BITS: Final = 7
"""The bits of a row that are one of the kinds above."""
