"""The texts of a hint about an answer: the gains it is likely to bring, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from repulse.engine.contract import (
    Event,
    S,
    Seat,
)
from repulse.engine.display.texts import Texts


class HintTexts(Texts[S]):
    """The reasons of hints. A game without hints leaves it as it is."""

    gains: ClassVar[Mapping[str, float]] = {}
    """The gains that `gains_of` counts, each with its approximate worth in points; less than 0 for a harm."""

    def gains_of(self, after: S, happened: Sequence[Event], seat: Seat) -> dict[str, float]:
        """Return what some events, after which this is the position, brought a seat: by the ids of `gains`.

        An id with `.chance` behind it says whether there was an opportunity; the text may give its `{percent}`, or that of the
        gain itself, and takes a number as `{n}` with its form by `count`.
        """
        return {}

    def reason_text(self, ident: str, facts: dict[str, object]) -> str:
        """Return a reason for an answer in plain words: the id is one of `gains` with `.more` or `.less`."""
        return ident
