"""The contract every game keeps, and what is built on it: records, matches, undo, words, conformance."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
    from typing_extensions import TypeVar as TypeVar
else:
    # Compiled modules import only the standard library, and package files are never compiled, so the stand-ins for two
    # names that only a type checker knows live here.
    import typing

    def mypyc_attr(**_):
        """Note for the compiler: `allow_interpreted_subclasses` lets plain Python derive from a compiled class."""
        return lambda cls: cls

    def TypeVar(name, *, bound, default):  # noqa: N802
        """Make a type variable whose default only a type checker reads."""
        return typing.TypeVar(name, bound=bound)
