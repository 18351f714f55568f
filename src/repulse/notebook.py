"""Positions and cards as pictures in a notebook.

The rules know no pictures: each game's entry names the classes that can be shown and the functions that draw them
(`GameEntry.pictures`). IPython gets these functions as formatters when the first match is made, or by
`%load_ext repulse.notebook`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from repulse.games import entries


def picture_of(thing: object) -> str | None:
    """Return a position, card or similar as HTML; None if its game does not draw it."""
    classes = [f"{kind.__module__}:{kind.__qualname__}" for kind in type(thing).__mro__]
    for entry in entries():
        for place, drawing in entry.pictures.items():
            if place in classes:
                picture: str = resolve_name(drawing)(thing)
                return picture
    return None


def load_ipython_extension(shell: Any) -> None:
    """Register a formatter for every class that a game can draw, without importing the game."""
    formatter = shell.display_formatter.formatters["text/html"]
    for entry in entries():
        for place, drawing in entry.pictures.items():
            module, _, name = place.partition(":")
            formatter.for_type_by_name(module, name, _drawing(drawing))


def show_pictures() -> None:
    """Register the formatters in the running notebook, if this is one."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if shell is not None:
        load_ipython_extension(shell)


def _drawing(place: str) -> Callable[[object], str]:
    def draw(thing: object) -> str:
        picture: str = resolve_name(place)(thing)
        return picture

    return draw
