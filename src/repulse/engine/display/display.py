"""The display of a game: all parts of its display in one.

Each part works for any game, so a game overrides only what it wants to show otherwise:

    texts     questions, options, log lines, scores, refusals, the table in words
    screens   the same as data for a page
    cards     what can be looked up, with pictures
    guide     the rulebook, lessons and overlays
    hints     the reasons of hints
"""

from __future__ import annotations

from repulse.engine.contract import S
from repulse.engine.display.cards import Cards
from repulse.engine.display.guide import Guide
from repulse.engine.display.hints import HintTexts
from repulse.engine.display.screens import Screens


class Display(Screens[S], Cards[S], Guide[S], HintTexts[S]):
    """The display of one game, in one language and with the players' names."""
