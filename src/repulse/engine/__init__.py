"""The contract every game keeps, and what follows from it: records, matches, undo, words, conformance."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    # The hot rooms import the standard library alone, and package files are never compiled: so this stands here,
    # and does nothing. `mypyc_attr(allow_interpreted_subclasses=True)` lets plain Python code (bots, games, tests)
    # derive from a class that was compiled.
    def mypyc_attr(**_):
        """A note to the compiler."""
        return lambda cls: cls
